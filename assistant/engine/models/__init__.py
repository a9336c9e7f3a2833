"""Which models there are and which one answers."""
