"""The words of one language."""
