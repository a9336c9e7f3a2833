"""Handles answers outside a turn: late delivery, changes, undo."""
