"""What stands in a row of what the search found."""

from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.channels.desktop.history.search_results import speaker_text
from tests.unit.channels.desktop.history.history_samples import NOON, hit


@pytest.mark.parametrize(
    ("earlier", "has_day"), [(timedelta(), False), (timedelta(days=1), True)], ids=["now", "before"]
)
def test_a_time_of_day_alone_is_one_of_today(earlier: timedelta, has_day: bool) -> None:
    said_at = NOON - earlier
    text = speaker_text(replace(hit("c", "m"), said_at=said_at), now=NOON)
    assert (f"{said_at.astimezone():%Y-%m-%d}" in text) is has_day
    assert text.endswith(f"{said_at.astimezone():%H:%M}")
