"""The memory files and personas on the disk."""
