"""Stored conversations: list, search, delete, export, import."""
