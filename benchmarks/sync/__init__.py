"""Measuring what travels between devices over a real PostgreSQL."""
