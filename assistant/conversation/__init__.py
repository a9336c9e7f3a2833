"""Conversations: turns, history and the context sent to the model."""
