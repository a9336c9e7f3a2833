"""Frames in, frames out: the voice loop."""
