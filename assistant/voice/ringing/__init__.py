"""Timers that ring through the voice's stream, and what is said to them."""
