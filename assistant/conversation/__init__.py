"""The heart: one conversation with its turn, history and context."""
