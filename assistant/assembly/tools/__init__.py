"""Builds the built-in tools with their dependencies."""
