"""Short words for values, wherever the window shows them. Pure, but for the interface's language."""

from typing import Final

from assistant.locale import _

CHIP_LIMIT: Final = 12
"""Characters of a header shown whole."""


def elided(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters, the last an ellipsis if it was longer."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def seconds_text(seconds: float) -> str:
    """Return a duration as shown: `0.6 s`."""
    return _("{seconds} s").format(seconds=f"{max(0.0, seconds):.1f}")


def milliseconds_text(seconds: float) -> str:
    """Return a short duration as shown: `250 ms`."""
    return _("{n:.0f} ms").format(n=max(0.0, seconds) * 1000)
