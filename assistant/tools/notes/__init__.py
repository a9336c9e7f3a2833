"""Tools for notes and lists."""
