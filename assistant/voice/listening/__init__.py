"""The listener thread: from microphone blocks to events."""
