"""Backing a home up and restoring it, in the window."""
