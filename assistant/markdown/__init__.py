"""Markdown as all surfaces read it. Pure."""
