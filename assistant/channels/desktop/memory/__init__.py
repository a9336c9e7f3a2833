"""The window of the memory files."""
