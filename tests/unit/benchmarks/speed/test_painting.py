"""The bench of painting says what is wrong where there is nothing to measure."""

import os

import pytest

from assistant.clock import SystemClock
from assistant.errors import DeviceError
from benchmarks.speed import painting
from benchmarks.speed.painting import measure_painting

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.mark.usefixtures("qapp")
def test_a_reply_without_words_is_told_and_not_a_percentile_of_nothing() -> None:
    with pytest.raises(DeviceError, match="The reply did not come") as raised:
        measure_painting(clock=SystemClock(), characters=0, scrolled=10, steps=2)
    assert raised.value.hint


@pytest.mark.usefixtures("qapp")
def test_a_reply_that_is_not_painted_in_time_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painting, "_LIMIT_S", 0.0)
    with pytest.raises(DeviceError, match="The reply did not come"):
        measure_painting(clock=SystemClock(), characters=3_000, scrolled=10, steps=2)
