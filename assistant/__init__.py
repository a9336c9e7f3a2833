"""Parley: a desktop voice-and-text assistant that asks instead of guessing."""

__version__ = "0.1.0"
