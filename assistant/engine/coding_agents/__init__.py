"""Coding agents at the engine: their sessions, and what they ask."""
