"""Telegram, as part of a running core."""
