"""Replay, views, titles, unfinished turns, questions in a history. Pure."""
