"""Dictation into other programs: from the key that is held to the text that is typed."""
