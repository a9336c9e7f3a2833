"""A part of the day goes with its hours alone, and a night belongs to the day before it."""

from datetime import datetime

import pytest

from assistant.intents.moments import moment_of

NOW = datetime(2026, 3, 4, 10, 15)  # a Wednesday


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ({"hour": 7, "part": "am"}, ("07:00", 1)),
        ({"hour": 12, "part": "am"}, ("00:00", 1)),
        ({"hour": 12, "part": "pm"}, ("12:00", 0)),
        ({"hour": 109, "past": 5, "part": "pm"}, ("21:05", 0)),
        ({"hour": 0, "past": 30, "part": "pm"}, None),
        ({"hour": 13, "part": "am"}, None),
        ({"hour": 13, "part": "pm"}, None),
        ({"hour": 19, "past": 30, "part": "evening"}, ("19:30", 0)),
        ({"hour": 11, "part": "afternoon"}, None),
        ({"hour": 12, "part": "evening"}, None),
        ({"hour": 3, "part": "evening"}, None),
        ({"hour": 11, "part": "noon"}, ("11:00", 0)),
        ({"hour": 5, "part": "night"}, None),
        ({"hour": 2, "part": "night"}, ("02:00", 1)),
        ({"hour": 8, "part": "night"}, ("20:00", 0)),
        ({"hour": 8, "past": 15, "day": 0, "span": "tonight"}, ("20:15", 0)),
        ({"hour": 9, "part": "pm", "day": 0, "span": "tonight"}, ("21:00", 0)),
        ({"hour": 9, "part": "am", "day": 0, "span": "tonight"}, None),
        ({"hour": 1, "day": 0, "span": "tonight"}, ("01:00", 1)),
        ({"hour": 12, "day": 0, "span": "tonight"}, ("00:00", 1)),
        ({"hour": 0, "day": 1, "part": "tonight"}, None),
        ({"hour": 24, "day": 1}, ("00:00", 2)),
        ({"hour": 0, "past": 5, "day": 1}, ("00:05", 1)),
        ({"hour": 9, "weekday": 2}, None),
        ({"hour": 11, "weekday": 2}, ("11:00", 0)),
        ({"hour": 3, "part": "pm", "weekday": 2}, ("15:00", 0)),
        ({"hour": 15, "weekday": 2}, ("15:00", 0)),
        ({"hour": 9, "part": "am", "weekday": 2}, ("09:00", 7)),
        ({"hour": 9, "part": "am", "day": 0}, None),
        ({"hour": 31, "dom": 31, "month": 2}, None),
    ],
    ids=str,
)
def test_a_moment_is_what_was_said_or_none(
    said: dict[str, int | str], moment: tuple[str, int] | None
) -> None:
    found = moment_of(said, NOW, is_waking=False)
    assert (found and (found.time, found.date)) == moment


def test_after_midnight_tonight_is_the_night_that_is() -> None:
    found = moment_of(
        {"hour": 2, "day": 0, "span": "tonight"}, datetime(2026, 3, 5, 0, 30), is_waking=False
    )
    assert found is not None
    assert (found.time, found.date) == ("02:00", 0)
