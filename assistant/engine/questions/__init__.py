"""Answers outside a turn: delivered late, changed, taken back."""
