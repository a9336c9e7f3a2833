"""Arithmetic. Pure."""
