"""Shortcuts that work while other programs have the keyboard."""
