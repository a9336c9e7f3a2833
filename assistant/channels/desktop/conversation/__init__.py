"""The conversation: transcript, entries, and where the user types."""
