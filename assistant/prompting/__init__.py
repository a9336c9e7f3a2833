"""Prompt files, skills, and the system prompt made of them."""
