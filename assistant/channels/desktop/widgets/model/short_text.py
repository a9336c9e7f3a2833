"""Short words for values, wherever the window shows them. Pure, but for the interface's language."""

from typing import Final

from assistant.locale import _

CHIP_LIMIT: Final = 12
"""Characters of a header shown whole."""
_FILE_NAME_LIMIT: Final = 22
"""Characters of a file's name shown whole."""


def elided(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters, the last an ellipsis if it was longer."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def short_file_name(name: str) -> str:
    """Return the beginning and the end of a name, where its kind stands."""
    if len(name) <= _FILE_NAME_LIMIT:
        return name
    return f"{name[: _FILE_NAME_LIMIT - 9]}…{name[-8:]}"


def seconds_text(seconds: float) -> str:
    """Return a duration as shown: `0.6 s`."""
    return _("{seconds} s").format(seconds=f"{max(0.0, seconds):.1f}")


def milliseconds_text(seconds: float) -> str:
    """Return a short duration as shown: `250 ms`."""
    return _("{n:.0f} ms").format(n=max(0.0, seconds) * 1000)
