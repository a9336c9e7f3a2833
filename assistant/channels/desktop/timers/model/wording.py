"""How timers are written in the window. Pure."""

from datetime import datetime, timedelta
from typing import Final

from assistant.locale import _
from assistant.moment_words import moment_words
from assistant.protocol.timers import MISSED, ringing_title
from assistant.timer import Timer

COUNTED: Final = timedelta(hours=24)
"""Timers and what was put off are counted down within this; others are told by their time."""


def ringing_text(entry: Timer, now: datetime) -> str:
    """Return what rings, or was missed and when it was due."""
    title = ringing_title(entry, now)
    if not entry.is_missed:
        return title
    return _(MISSED).format(title=f"{title} – {moment_words(entry.shown_at, now)}")


def countdown(left: timedelta) -> str:
    """Return what is left as `4:05` or `1:04:05`, rounded up to seconds; never below zero."""
    seconds = max(0, -int(-left.total_seconds() // 1))
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def left_text(entry: Timer, now: datetime) -> str:
    """Return how long is left of one that counts down, or when the others ring."""
    left = entry.shown_at - now
    if entry.length_s is not None and left < COUNTED:
        return countdown(left)
    return moment_words(entry.shown_at, now)
