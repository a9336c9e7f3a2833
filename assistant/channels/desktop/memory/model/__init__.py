"""What the memory editor holds and does. Pure."""
