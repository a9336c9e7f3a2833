"""Exports conversations to JSON Lines and Markdown, and imports JSON Lines. Pure."""
