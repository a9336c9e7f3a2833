"""Whose voice is heard: the user's, by what was learned of it, or another."""
