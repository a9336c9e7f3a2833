"""Includes, front matter, templates. Pure."""
