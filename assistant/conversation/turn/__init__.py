"""Runs one turn: request, reply and tools, until the reply is complete."""
