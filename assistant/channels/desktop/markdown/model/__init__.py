"""Markdown to safe HTML while it streams. Pure."""
