"""The text of notes and lists. Pure."""
