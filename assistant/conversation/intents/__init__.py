"""Recognises messages that are commands: stop, later, change an answer. Pure."""
