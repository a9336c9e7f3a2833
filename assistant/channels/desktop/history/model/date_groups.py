"""The list of conversations as it is read: in groups by when they were last used. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

from assistant.channels.desktop.widgets.model.model_label import model_label
from assistant.locale import _
from assistant.moment_words import day_words
from assistant.protocol.history import ConversationSummary

_WEEK: Final = 7
"""Days before today that belong to "Last 7 days"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupHeading:
    """The line above a group."""

    text: str


HistoryRow = GroupHeading | ConversationSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsChange:
    """What parts two lists of rows: from row `at` on, `removed` rows gave way to `inserted`."""

    at: int
    removed: int
    inserted: int


def group_by_date(
    conversations: Sequence[ConversationSummary], *, now: datetime, zone: tzinfo | None = None
) -> tuple[HistoryRow, ...]:
    """Return the rows: each group below its heading.

    Args:
        conversations: The one used last first.
        now: The present moment, aware.
        zone: Whose midnight parts the days; None for the system's.
    """
    rows: list[HistoryRow] = []
    until: datetime | None = None
    for conversation in conversations:
        at = conversation.updated_at
        if until is None or at < until:
            text, until = _group(at, now, zone)
            rows.append(GroupHeading(text=text))
        rows.append(conversation)
    return tuple(rows)


def _group(at: datetime, now: datetime, zone: tzinfo | None) -> tuple[str, datetime]:
    """Return the group of a moment: its name, and the earliest moment that belongs to it."""
    today = now.astimezone(zone).date()
    day = at.astimezone(zone).date()
    if day >= today:
        return _("Today"), _midnight(today, zone)
    yesterday = today - timedelta(days=1)
    if day == yesterday:
        return _("Yesterday"), _midnight(yesterday, zone)
    week = today - timedelta(days=_WEEK)
    if day >= week:
        return _("Last 7 days"), _midnight(week, zone)
    return month_text(day), _midnight(day.replace(day=1), zone)


def _midnight(day: date, zone: tzinfo | None) -> datetime:
    begin = datetime.combine(day, time.min, tzinfo=zone)
    return begin if zone is not None else begin.astimezone()


def month_text(day: date) -> str:
    """Return month and year, as a heading."""
    months = (
        _("January"),
        _("February"),
        _("March"),
        _("April"),
        _("May"),
        _("June"),
        _("July"),
        _("August"),
        _("September"),
        _("October"),
        _("November"),
        _("December"),
    )
    return _("{month} {year}").format(month=months[day.month - 1], year=day.year)


def rows_change(old: Sequence[HistoryRow], new: Sequence[HistoryRow]) -> RowsChange:
    """Return the smallest run of rows that must be replaced to make `old` to `new`."""
    shorter = min(len(old), len(new))
    at = 0
    while at < shorter and old[at] == new[at]:
        at += 1
    same_end = 0
    while same_end < shorter - at and old[-1 - same_end] == new[-1 - same_end]:
        same_end += 1
    return RowsChange(at=at, removed=len(old) - at - same_end, inserted=len(new) - at - same_end)


def title_text(title: str) -> str:
    """Return a title, or what stands for it where there is none."""
    return title or _("Untitled")


def detail_text(
    conversation: ConversationSummary, *, now: datetime, zone: tzinfo | None = None
) -> str:
    """Return the quiet line below a title: model and time."""
    local, today = conversation.updated_at.astimezone(zone), now.astimezone(zone).date()
    # The heading above names today and yesterday; of other days the month and year at most.
    is_day_named = local.date() >= today - timedelta(days=1)
    when = f"{local:%H:%M}" if is_day_named else day_words(local.date())
    return " · ".join(part for part in (model_label(conversation.model), when) if part)
