"""Conversations to and from files: JSON Lines and Markdown. Pure."""
