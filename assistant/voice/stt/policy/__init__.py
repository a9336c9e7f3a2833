"""Decisions around decoding, and words that nobody said. Pure."""
