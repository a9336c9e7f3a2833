"""Dictation into other programs, as the desktop shows it."""
