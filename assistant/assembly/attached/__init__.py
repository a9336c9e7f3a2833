"""Attaches a terminal to a Parley that already runs with the same home."""
