"""Microphones and speakers: found, opened, followed, replaced."""
