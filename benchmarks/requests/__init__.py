"""Requests to the assistant, and what it makes of them."""
