"""A strict fake of Telegram's Bot API, and users to talk through it.

It is driven by the machine-readable description of the API in `tests/data/telegram` and refuses what
Telegram refuses, and some more: what Telegram would drop silently.
"""
