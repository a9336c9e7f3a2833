from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.storage.model.row_values import from_text, to_text

EAST = timezone(timedelta(hours=9))
MOMENTS = st.datetimes(datetime(1970, 1, 1), datetime(9998, 12, 31, 23), timezones=st.just(UTC))


@pytest.mark.parametrize("year", ["0001", "1899", "9999"])
def test_a_year_from_which_nothing_can_be_reckoned_is_no_moment(year: str) -> None:
    with pytest.raises(ValueError, match=f"the year {int(year)}"):
        from_text(f"{year}-12-31T23:59:59.999Z")


def test_a_moment_is_written_in_utc_with_milliseconds_and_z() -> None:
    assert to_text(datetime(2026, 2, 19, 19, 0, tzinfo=EAST)) == "2026-02-19T10:00:00.000Z"


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        to_text(datetime(2026, 2, 19))


@given(MOMENTS)
def test_a_moment_comes_back_to_the_millisecond(moment: datetime) -> None:
    expected = moment.replace(microsecond=moment.microsecond // 1000 * 1000)

    assert from_text(to_text(moment)) == expected


@given(MOMENTS, MOMENTS)
def test_the_order_of_texts_is_the_order_of_moments(one: datetime, other: datetime) -> None:
    if from_text(to_text(one)) < from_text(to_text(other)):
        assert to_text(one) < to_text(other)
