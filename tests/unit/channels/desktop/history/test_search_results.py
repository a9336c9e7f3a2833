"""What stands in a row of what the search found."""

from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.channels.desktop.history.search_results import speaker_text
from tests.unit.channels.desktop.history.history_samples import NOON, hit


@pytest.mark.parametrize(
    ("earlier", "day"),
    [(timedelta(), ""), (timedelta(days=1), "yesterday ")],
    ids=["now", "before"],
)
def test_a_time_of_day_alone_is_one_of_today(earlier: timedelta, day: str) -> None:
    said_at = NOON - earlier
    text = speaker_text(replace(hit("c", "m"), said_at=said_at), now=NOON)
    assert text.endswith(f" · {day}{said_at.astimezone():%H:%M}")
