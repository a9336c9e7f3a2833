import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.devices.policy.flow_watchdog import REOPENINGS, FlowStep, FlowWatchdog


def watch() -> FlowWatchdog:
    return FlowWatchdog(100.0, limit_s=2.0, reopen_after_s=(0.5, 1.0, 4.0))


def test_a_device_that_gives_blocks_is_left_alone() -> None:
    flowing = watch()
    for step in range(50):
        assert flowing.flowed(100.0 + step) is False
        assert flowing.check(100.9 + step) is FlowStep.NOTHING
    assert not flowing.is_lost


def test_two_seconds_without_a_block_close_it() -> None:
    silent = watch()
    assert silent.check(101.9) is FlowStep.NOTHING
    assert silent.check(102.0) is FlowStep.CLOSE
    assert silent.is_lost


def test_attempts_to_open_come_at_growing_intervals() -> None:
    silent = watch()
    assert silent.check(102.0) is FlowStep.CLOSE
    now, waits = 102.0, list[float]()
    for _attempt in range(5):
        began = now
        while silent.check(now) is not FlowStep.OPEN:
            now += 0.125
        waits.append(now - began)
        silent.failed(now)
    assert waits == [0.5, 1.0, 4.0, 4.0, 4.0]


def test_it_is_restored_when_a_block_comes_not_when_it_opens() -> None:
    back = watch()
    back.check(102.0)
    assert back.check(102.5) is FlowStep.OPEN
    back.opened(102.6)
    assert back.is_lost
    assert back.flowed(102.7) is True
    assert back.flowed(102.8) is False
    assert not back.is_lost


def test_a_device_that_opens_and_stays_silent_is_tried_again_later() -> None:
    silent = watch()
    silent.check(102.0)
    silent.check(102.5)
    silent.opened(102.5)
    assert silent.check(104.4) is FlowStep.NOTHING
    assert silent.check(104.5) is FlowStep.CLOSE
    assert silent.check(105.4) is FlowStep.NOTHING
    assert silent.check(105.5) is FlowStep.OPEN


def test_after_a_restoration_intervals_begin_anew() -> None:
    back = watch()
    back.check(102.0)
    back.failed(102.5)
    back.check(103.5)
    back.opened(103.5)
    back.flowed(103.6)
    assert back.check(105.6) is FlowStep.CLOSE
    assert back.check(106.1) is FlowStep.OPEN


def test_a_block_that_was_under_way_at_the_loss_restores_nothing() -> None:
    late = watch()
    late.check(102.0)
    assert late.flowed(102.01) is False
    assert late.is_lost


def test_opened_anew_it_has_its_time_again() -> None:
    moved = watch()
    for step in range(3 * REOPENINGS):
        moved.reopened(101.9 + 1.9 * step)
        assert moved.check(103.7 + 1.9 * step) is FlowStep.NOTHING
        if step % REOPENINGS == REOPENINGS - 1:
            moved.flowed(103.7 + 1.9 * step)


def test_opened_anew_again_and_again_without_a_block_it_is_lost() -> None:
    ending = watch()
    now = 100.0
    while ending.check(now) is FlowStep.NOTHING:
        now += 0.25
        ending.reopened(now)
    assert now == 102.0 + REOPENINGS * 0.25
    assert ending.is_lost


def test_at_least_one_wait_is_needed() -> None:
    with pytest.raises(ValueError, match="wait"):
        FlowWatchdog(0, limit_s=1, reopen_after_s=())


@given(st.lists(st.tuples(st.floats(0, 3), st.booleans()), max_size=60))
def test_opening_is_only_due_while_closed(moves: list[tuple[float, bool]]) -> None:
    followed = watch()
    now, is_open = 100.0, True
    for wait, gives in moves:
        now += wait
        if gives and is_open:
            followed.flowed(now)
        match followed.check(now):
            case FlowStep.CLOSE:
                assert is_open
                is_open = False
            case FlowStep.OPEN:
                assert not is_open
                is_open = True
                followed.opened(now)
            case FlowStep.NOTHING:
                pass


def test_a_device_known_to_be_gone_is_opened_after_the_first_wait() -> None:
    gone = watch()
    gone.lost(100.1)
    assert gone.is_lost
    assert gone.check(100.5) is FlowStep.NOTHING
    gone.lost(100.5)  # said twice
    assert gone.check(100.6) is FlowStep.OPEN


def test_a_device_that_is_gone_again_before_a_block_came_waits_longer() -> None:
    gone = watch()
    gone.lost(100.0)
    gone.check(100.5)
    gone.opened(100.5)
    gone.lost(100.6)
    assert gone.check(101.5) is FlowStep.NOTHING
    assert gone.check(101.6) is FlowStep.OPEN


def test_what_promises_to_work_is_opened_at_once_and_waits_begin_anew() -> None:
    plugged = watch()
    plugged.check(102.0)
    for _attempt in range(3):
        plugged.failed(103.0)
    plugged.hurry(103.1)
    assert plugged.check(103.1) is FlowStep.OPEN
    plugged.failed(103.1)
    assert plugged.check(103.6) is FlowStep.OPEN


def test_hurry_changes_nothing_about_what_is_open() -> None:
    flowing = watch()
    flowing.hurry(100.5)
    assert flowing.check(101.0) is FlowStep.NOTHING
    assert not flowing.is_lost
    flowing.lost(101.0)
    flowing.check(101.5)
    flowing.opened(101.5)
    flowing.hurry(101.6)
    assert flowing.check(101.7) is FlowStep.NOTHING


def test_a_device_opened_anew_may_take_its_time_again() -> None:
    moved = watch()
    moved.reopened(101.9)
    assert not moved.is_lost
    assert moved.check(103.8) is FlowStep.NOTHING
    assert moved.check(103.9) is FlowStep.CLOSE
