"""Coding agents in the window."""
