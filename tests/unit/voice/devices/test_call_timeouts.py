"""Calls that may never return."""

import threading
import time

import pytest

from assistant.voice.devices.call_timeouts import STUCK_LIMIT, CallTimeoutError, TimedCalls
from tests.helpers.audio.fake_devices import Hang
from tests.helpers.patience import PATIENCE_S

SOON_S = 0.01


def wait_until_free(limits: TimedCalls) -> None:
    end = time.monotonic() + PATIENCE_S
    while limits.stuck and time.monotonic() < end:
        time.sleep(0.005)
    assert not limits.stuck


def test_what_returns_in_time_is_returned_or_raised() -> None:
    limits = TimedCalls("call")
    assert limits.run(lambda: 7, PATIENCE_S) == 7
    assert limits.run(lambda: None, PATIENCE_S) is None
    with pytest.raises(ZeroDivisionError):
        limits.run(lambda: 1 // 0, PATIENCE_S)


def test_what_hangs_is_left_behind_and_its_result_disposed_of() -> None:
    limits, hang = TimedCalls("call"), Hang()
    late: list[int] = []

    def call() -> int:
        hang()
        return 7

    with pytest.raises(CallTimeoutError):
        limits.run(call, SOON_S, late=late.append)
    assert limits.stuck == 1
    hang.release()
    wait_until_free(limits)
    assert late == [7]


def test_what_fails_late_is_disposed_of_too(caplog: pytest.LogCaptureFixture) -> None:
    limits, hang = TimedCalls("call"), Hang()

    def fail(_result: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(CallTimeoutError):
        limits.run(hang, SOON_S, late=fail)
    hang.release()
    wait_until_free(limits)
    assert "cannot be disposed of" in caplog.text


def test_no_further_call_is_begun_while_too_many_hang() -> None:
    limits, hang = TimedCalls("call"), Hang()
    for _time in range(STUCK_LIMIT):
        with pytest.raises(CallTimeoutError):
            limits.run(hang, SOON_S)
    begun: list[bool] = []
    with pytest.raises(CallTimeoutError, match="hang"):
        limits.run(lambda: begun.append(True), PATIENCE_S)
    assert not begun
    hang.release()
    wait_until_free(limits)
    limits.run(lambda: begun.append(True), PATIENCE_S)
    assert begun


def test_a_call_that_is_waited_for_gives_up_when_it_is_abandoned() -> None:
    limits, hang = TimedCalls("call"), Hang()
    outcome: list[Exception] = []

    def wait() -> None:
        try:
            limits.run(hang, 3600)
        except CallTimeoutError as error:
            outcome.append(error)

    waiter = threading.Thread(target=wait)
    waiter.start()
    assert hang.entered.wait(PATIENCE_S)
    limits.abandon()
    waiter.join(PATIENCE_S)
    assert len(outcome) == 1
    hang.release()
    wait_until_free(limits)
    assert limits.run(lambda: 7, PATIENCE_S) == 7  # only the one that was under way


def test_a_call_decided_on_before_everything_was_abandoned_gives_up() -> None:
    limits, hang = TimedCalls("call"), Hang()
    epoch = limits.epoch
    limits.abandon()
    with pytest.raises(CallTimeoutError):
        limits.run(hang, 3600, epoch=epoch)
    hang.release()
    wait_until_free(limits)
