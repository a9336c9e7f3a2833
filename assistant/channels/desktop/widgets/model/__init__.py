"""Arithmetic of widgets. Pure."""
