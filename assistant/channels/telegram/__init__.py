"""Telegram: Parley in the user's pocket, through a bot of their own. `docs/telegram.md` tells how."""
