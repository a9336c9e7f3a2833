"""The arithmetic of the voice bench. Pure."""
