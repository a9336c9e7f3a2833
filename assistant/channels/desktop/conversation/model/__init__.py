"""The rows of the transcript and what changes them. Pure."""
