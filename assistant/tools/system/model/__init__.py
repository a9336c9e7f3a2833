"""Addresses, desktop entries, environments, output. Pure."""
