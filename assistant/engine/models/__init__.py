"""Finds the available models and selects the one that answers."""
