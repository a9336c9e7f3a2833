"""Paths, differences, encodings, search. Pure."""
