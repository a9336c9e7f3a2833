"""What those who are not linked are answered, and how often. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from assistant.channels.telegram.model.link_codes import LinkRefusal, RefusalReason
from assistant.locale import _, ngettext

DAY: Final = timedelta(days=1)
MOST_TRYING: Final = 20
"""Answers a day to one who sends codes, or writes while one is shown."""
MAX_STRANGERS: Final = 1_000
"""Strangers of the last day that are remembered."""


def stranger_text(refusal: LinkRefusal) -> str:
    """Return what a message is answered whose sender is not linked."""
    match refusal.reason:
        case RefusalReason.NO_CODE:
            told = _("Please connect a workspace first.")
        case RefusalReason.NO_SUCH_CODE:
            told = _("This is no code that Parley shows. Check it letter by letter.")
        case RefusalReason.WRONG:
            told = ngettext(
                "This is not the code that Parley shows. You have {n} more try.",
                "This is not the code that Parley shows. You have {n} more tries.",
                refusal.tries_left,
            ).format(n=refusal.tries_left)
        case RefusalReason.USED_UP:
            told = _("Too many wrong codes were sent, so the code that was shown is good no more.")
        case RefusalReason.OVER:
            told = _("This code is not good, or no longer: Parley shows none now.")
    return f"{told}\n\n{how_to_link()}"


def how_to_link() -> str:
    """Say how an account is linked, to its user."""
    return _(
        "In Parley, open Settings, Telegram and choose “Link an account…”, or run"
        " `parley telegram link`. Then send the code here that it shows."
    )


@dataclass(frozen=True, slots=True)
class AnsweredStrangers:
    """Who was answered within the last day: since when, and how often; by the id of the user."""

    answered: Mapping[int, tuple[datetime, int]] = field(
        default_factory=dict[int, tuple[datetime, int]]
    )

    def may_answer(self, user_id: int, now: datetime, *, is_linking: bool) -> bool:
        """Whether one more message of a stranger is answered.

        Args:
            user_id: Who wrote.
            now: The time; aware.
            is_linking: Whether a code is shown, or the message has one.
        """
        since, count = self.answered.get(user_id, (now, 0))
        if not _is_within_day(since, now):
            return True
        return count < (MOST_TRYING if is_linking else 1)

    def with_answer(self, user_id: int, now: datetime) -> "AnsweredStrangers":
        """Return this after one more answer; what is older than a day is forgotten."""
        recent = {one: told for one, told in self.answered.items() if _is_within_day(told[0], now)}
        since, count = recent.pop(user_id, (now, 0))
        kept = dict(list(recent.items())[-(MAX_STRANGERS - 1) :])
        return AnsweredStrangers({**kept, user_id: (since, count + 1)})

    def to_json(self) -> str:
        """Return what `from_json` reads."""
        return json.dumps([[one, t.isoformat(), n] for one, (t, n) in self.answered.items()])

    @classmethod
    def from_json(cls, text: str | None) -> "AnsweredStrangers":
        """Return what was kept; nobody if nothing was, or it cannot be read."""
        try:
            rows = json.loads(text or "[]")
            return cls({int(one): (datetime.fromisoformat(t), int(n)) for one, t, n in rows})
        except (ValueError, TypeError):
            return cls()


def _is_within_day(since: datetime, now: datetime) -> bool:
    return timedelta() <= now - since < DAY
