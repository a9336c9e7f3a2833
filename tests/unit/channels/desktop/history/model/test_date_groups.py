from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.desktop.history.model.date_groups import (
    GroupHeading,
    HistoryRow,
    detail_text,
    group_by_date,
    month_text,
    rows_change,
    title_text,
)
from assistant.locale import use_language
from assistant.protocol.history import ConversationSummary
from tests.unit.channels.desktop.history.history_samples import NOON, summary

EAST = timezone(timedelta(hours=9))


def shown(rows: tuple[HistoryRow, ...]) -> list[str]:
    return [row.text if isinstance(row, GroupHeading) else row.conversation_id for row in rows]


def test_conversations_stand_below_the_day_or_month_they_were_last_used() -> None:
    moments = {
        "now": NOON,
        "midnight": NOON.replace(hour=0),
        "before": NOON.replace(hour=0) - timedelta(seconds=1),
        "two": NOON - timedelta(days=2),
        "seven": datetime(2025, 12, 26, tzinfo=UTC),
        "eight": datetime(2025, 12, 25, 23, 59, tzinfo=UTC),
        "december": datetime(2025, 12, 1, tzinfo=UTC),
        "november": datetime(2025, 11, 30, 23, tzinfo=UTC),
        "long ago": datetime(2024, 11, 2, tzinfo=UTC),
    }
    rows = group_by_date([summary(n, at=at) for n, at in moments.items()], now=NOON, zone=UTC)
    assert shown(rows) == [
        *("Today", "now", "midnight"),
        *("Yesterday", "before"),
        *("Last 7 days", "two", "seven"),
        *("December 2025", "eight", "december"),
        *("November 2025", "november"),
        *("November 2024", "long ago"),
    ]


def test_days_part_at_the_persons_own_midnight() -> None:
    at = datetime(2026, 1, 1, 15, 30, tzinfo=UTC)  # half past midnight, nine hours east
    assert shown(group_by_date([summary("c", at=at)], now=NOON, zone=UTC))[0] == "Yesterday"
    assert shown(group_by_date([summary("c", at=at)], now=NOON, zone=EAST))[0] == "Today"


def test_a_clock_that_was_set_back_makes_no_group_of_the_future() -> None:
    rows = group_by_date([summary("c", at=NOON + timedelta(days=40))], now=NOON, zone=UTC)
    assert shown(rows) == ["Today", "c"]


def test_the_days_on_which_clocks_change_are_whole_days() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    now = datetime(2026, 3, 30, 10, tzinfo=berlin)
    moments = [datetime(2026, 3, 29, hour, tzinfo=berlin) for hour in (23, 4, 0)]
    rows = group_by_date(
        [summary(str(n), at=m) for n, m in enumerate(moments)], now=now, zone=berlin
    )
    assert shown(rows) == ["Yesterday", "0", "1", "2"]


@given(
    st.lists(
        st.datetimes(
            min_value=datetime(1990, 1, 1), max_value=datetime(2027, 1, 1), timezones=st.just(UTC)
        ),
        max_size=40,
    )
)
def test_every_conversation_stands_once_in_its_order_below_a_heading(at: list[datetime]) -> None:
    conversations = [
        summary(str(n), at=moment) for n, moment in enumerate(sorted(at, reverse=True))
    ]
    rows = group_by_date(conversations, now=NOON, zone=EAST)
    assert [row for row in rows if isinstance(row, ConversationSummary)] == conversations
    headings = [row.text for row in rows if isinstance(row, GroupHeading)]
    assert len(headings) == len(set(headings))
    for before, after in zip(rows, rows[1:], strict=False):
        assert not (isinstance(before, GroupHeading) and isinstance(after, GroupHeading))
    assert not rows or (
        isinstance(rows[0], GroupHeading) and not isinstance(rows[-1], GroupHeading)
    )


def test_the_systems_own_zone_is_taken_where_none_is_given() -> None:
    assert shown(group_by_date([summary("c", at=NOON)], now=NOON)) == ["Today", "c"]


@given(st.text("abcd", max_size=8), st.text("abcd", max_size=8))
def test_a_change_makes_one_list_of_the_other_and_touches_no_more_than_it_must(
    old: str, new: str
) -> None:
    before = [GroupHeading(text=letter) for letter in old]
    after = [GroupHeading(text=letter) for letter in new]
    what = rows_change(before, after)
    made = (
        before[: what.at]
        + after[what.at : what.at + what.inserted]
        + before[what.at + what.removed :]
    )
    assert made == after
    assert (what.removed == what.inserted == 0) == (old == new)
    if what.removed and what.inserted:
        assert before[what.at] != after[what.at]
        last = what.at + what.removed - 1, what.at + what.inserted - 1
        assert before[last[0]] != after[last[1]]


def test_a_conversation_without_words_has_a_name() -> None:
    assert title_text("") == "Untitled"
    assert title_text("Trip") == "Trip"


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (NOON, "12:00"),
        (NOON - timedelta(days=1), "12:00"),
        (NOON - timedelta(days=2), "Wed, Dec 31"),
    ],
)
def test_below_a_heading_a_time_of_day_is_said_only_where_that_names_the_day(
    at: datetime, text: str
) -> None:
    assert detail_text(summary("c", at=at), now=NOON, zone=UTC) == f"m · {text}"


def test_a_model_that_is_not_known_is_left_out() -> None:
    assert detail_text(summary("c", model=""), now=NOON, zone=UTC) == "12:00"


def test_every_month_has_its_name() -> None:
    use_language("en")
    names = [month_text(date(2026, month, 1)) for month in range(1, 13)]
    assert names[0] == "January 2026"
    assert names[-1] == "December 2026"
    assert len(set(names)) == 12
