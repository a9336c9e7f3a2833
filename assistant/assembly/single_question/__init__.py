"""Asks one question for `parley ask`."""
