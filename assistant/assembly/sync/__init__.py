"""Synchronises a running core with the user's other devices."""
