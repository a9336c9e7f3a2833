"""How a moment is written in the interface's language: by its day, as it is said. Pure."""

from datetime import date, datetime
from typing import Final

from assistant.locale import _, current_language

_WEEK: Final = 7


def moment_words(at: datetime, now: datetime, *, seconds: bool = False) -> str:
    """The time of day, preceded by its day if that is not today.

    That is yesterday, tomorrow, a weekday of the next seven days, or a date.

    Args:
        at: The moment, aware, in the zone whose days count.
        now: The present moment, aware.
        seconds: Whether the seconds count.
    """
    today = now.astimezone(at.tzinfo).date()
    time = f"{at:%H:%M:%S}" if seconds else f"{at:%H:%M}"
    match (at.date() - today).days:
        case 0:
            return time
        case 1:
            return _("tomorrow {time}").format(time=time)
        case -1:
            return _("yesterday {time}").format(time=time)
        case ahead:
            from babel.dates import format_skeleton, get_day_names  # late: nearly all is today

            if 0 < ahead < _WEEK:
                return f"{get_day_names('wide', locale=current_language())[at.weekday()]} {time}"
            skeleton = "MMMEd" if at.year == today.year else "yMMMEd"
            return f"{format_skeleton(skeleton, at, locale=current_language())} {time}"


def day_words(day: date) -> str:
    """Return a day as it is said where its year is plain: weekday, month and day."""
    from babel.dates import format_skeleton  # late, as above

    return format_skeleton("MMMEd", day, locale=current_language())
