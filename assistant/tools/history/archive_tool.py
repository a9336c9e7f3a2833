"""What the tools that look into past conversations have in common."""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

from assistant.tools.history.past_conversations import ConversationArchive
from assistant.tools.model.wording import one_line
from assistant.tools.tool import InvalidInputError, ModelT, ModelTool

FIRST_YEAR: Final = 1971
LAST_YEAR: Final = 9000
"""Years that dates may have; clocks and zones reach a little further."""


class ArchiveTool(ModelTool[ModelT]):
    """A tool over past conversations.

    Args:
        description: For the model.
        past: The conversations.
        zone: The user's zone; the machine's if None.
    """

    def __init__(
        self, *, description: str, past: ConversationArchive, zone: tzinfo | None = None
    ) -> None:
        super().__init__(description)
        self._past = past
        self._zone = zone

    def _when(self, moment: datetime) -> str:
        """By the user's clock."""
        return f"{moment.astimezone(self._zone):%Y-%m-%d %H:%M}"


def day_begin(
    day: date | None, field: str, zone: tzinfo | None, *, days: int = 0
) -> datetime | None:
    """Return the moment at which a day begins; None for no day.

    Args:
        day: A day that a model gave.
        field: What it is called there.
        zone: The user's zone; the machine's if None.
        days: How many days later it is meant to be.

    Raises:
        InvalidInputError: If nobody talked in that year.
    """
    if day is None:
        return None
    if not FIRST_YEAR <= day.year < LAST_YEAR:
        raise InvalidInputError((f"{field}: Nobody talked in the year {day.year}.",))
    begin = datetime.combine(day + timedelta(days=days), time.min)
    return begin.astimezone() if zone is None else begin.replace(tzinfo=zone)


def titled(title: str) -> str:
    return f'"{one_line(title)}"' if title.strip() else "without a title"
