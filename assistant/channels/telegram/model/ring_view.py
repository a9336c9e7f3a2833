"""What a timer shows in a chat, and what the buttons below it carry."""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.channels.telegram.model.formatted_text import FormattedText, plain, styled
from assistant.locale import _
from assistant.protocol.timers import timer_title
from assistant.timer import Timer

_DATA: Final = re.compile(r"ring:([A-Za-z0-9_-]{1,40}):(\w+)")


class RingTap(Enum):
    """What a button below a timer wants."""

    STOP = "stop"
    SNOOZE = "snooze"


@dataclass(frozen=True, slots=True, kw_only=True)
class RingView:
    """A message with its buttons."""

    text: FormattedText
    keyboard: tuple[tuple[dict[str, str], ...], ...] = ()


def ringing_view(timer: Timer) -> RingView:
    """Return what a timer shows while it rings."""
    labels = {RingTap.STOP: _("Stop"), RingTap.SNOOZE: _("In 5 minutes")}
    row = tuple(
        {"text": label, "callback_data": f"ring:{timer.timer_id}:{tap.value}"}
        for tap, label in labels.items()
    )
    return RingView(text=plain("⏰ ") + styled("bold", _title(timer)), keyboard=(row,))


def silent_view(timer: Timer, *, is_unheard: bool) -> RingView:
    """Return what a timer shows that rang."""
    mark = "🔕" if is_unheard else "✔"
    return RingView(text=plain(f"{mark} {_title(timer)}"))


def read_ring_data(data: str) -> tuple[str, RingTap] | None:
    """Return which timer a button is of and what it wants; None if it is none of a timer."""
    found = _DATA.fullmatch(data)
    if found is None:
        return None
    timer_id, wanted = found.groups()
    return next(((timer_id, tap) for tap in RingTap if tap.value == wanted), None)


def _title(timer: Timer) -> str:
    return timer_title(timer.kind, timer.label)
