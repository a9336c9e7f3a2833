"""Addresses, desktop entries, output. Pure."""
