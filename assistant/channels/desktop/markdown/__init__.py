"""Replies in Markdown that may still grow, as widgets."""
