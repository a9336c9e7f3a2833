import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from assistant.assembly.local_zone import local_zone
from assistant.errors import StoreError
from assistant.protocol.notices import Notice
from assistant.protocol.timers import (
    AddTimer,
    CancelTimer,
    ListTimers,
    RestoreTimers,
    RingingStopped,
    Snooze,
    StopRinging,
    TimerRang,
    TimersListed,
    ringing_title,
)
from assistant.timer import MAX_TIMERS, Timer, TimerKind, zone_named
from assistant.tools.timers.keeper import TooManyTimersError
from assistant.tools.timers.model.input_reader import TimerInput, read
from assistant.tools.timers.model.schedule import RINGS_FOR
from tests.helpers.tools.timers import Kitchen, SettableClock, TimerShelf, kitchen

pytestmark = pytest.mark.looptime


async def put(here: Kitchen, said: TimerInput) -> Timer:
    return await here.timers.add(read(said, now=here.clock.now(), zone="Europe/Berlin"))


async def pasta(here: Kitchen, duration: str = "5m") -> Timer:
    return await put(here, TimerInput(duration=duration, label="pasta"))


async def test_a_timer_rings_when_it_is_due_and_not_before() -> None:
    async with kitchen() as here:
        timer = await pasta(here)
        await asyncio.sleep(299.9)
        assert here.of(TimerRang) == []

        await asyncio.sleep(0.2)

        (rang,) = here.of(TimerRang)
        assert (rang.timer.timer_id, rang.timer.label) == (timer.timer_id, "pasta")
        assert rang.timer.kind is TimerKind.TIMER
        assert not rang.was_missed
        assert here.of(TimersListed)[-1].timers[0].is_ringing


async def test_one_set_later_that_is_due_sooner_rings_sooner() -> None:
    async with kitchen() as here:
        await pasta(here, "1h")
        await asyncio.sleep(12.3)
        egg = await pasta(here, "7s")
        await asyncio.sleep(7.1)
        assert [rang.timer.timer_id for rang in here.of(TimerRang)] == [egg.timer_id]


async def test_what_is_set_is_told_with_what_it_was_set_for() -> None:
    async with kitchen() as here:
        await pasta(here)
        (entry,) = here.of(TimersListed)[-1].timers
        assert entry.length_s == 300
        assert entry.shown_at.isoformat() == "2026-02-19T11:05:00+01:00"
        before = len(here.events)
        await here.commands.dispatch(ListTimers())
        assert here.events[before:] == [TimersListed(timers=(entry,))]


async def test_stopping_ends_it_and_it_is_over() -> None:
    async with kitchen() as here:
        timer = await pasta(here)
        await asyncio.sleep(301)

        await here.commands.dispatch(StopRinging())

        assert here.of(RingingStopped) == [RingingStopped(timer_id=timer.timer_id)]
        assert here.timers.timers == []
        assert here.shelf.records == {}


async def test_stopping_one_lets_the_other_ring() -> None:
    async with kitchen() as here:
        first, second = await pasta(here, "10s"), await pasta(here, "20s")
        await asyncio.sleep(21)
        assert [entry.timer_id for entry in here.timers.ringing] == [
            first.timer_id,
            second.timer_id,
        ]
        await here.commands.dispatch(StopRinging(timer_id=first.timer_id))
        assert [entry.timer_id for entry in here.timers.ringing] == [second.timer_id]


async def test_stopping_what_does_not_ring_does_nothing() -> None:
    async with kitchen() as here:
        timer = await pasta(here)
        await here.commands.dispatch(StopRinging(timer_id=timer.timer_id))
        await here.commands.dispatch(StopRinging(timer_id="unknown"))
        assert here.of(RingingStopped) == []
        assert len(here.timers.timers) == 1


async def test_putting_off_rings_again_after_that_time() -> None:
    async with kitchen() as here:
        timer = await pasta(here, "10s")
        await asyncio.sleep(11)
        await here.commands.dispatch(Snooze(timer_id=timer.timer_id, seconds=60))
        assert here.timers.ringing == []
        assert len(here.of(RingingStopped)) == 1
        await asyncio.sleep(59)
        assert len(here.of(TimerRang)) == 1
        await asyncio.sleep(1.1)
        assert len(here.of(TimerRang)) == 2


async def test_what_nobody_stops_ends_with_a_notice() -> None:
    async with kitchen() as here:
        timer = await pasta(here, "10s")
        await asyncio.sleep(10 + RINGS_FOR.total_seconds() + 0.1)

        assert here.of(RingingStopped) == [RingingStopped(timer_id=timer.timer_id, is_unheard=True)]
        (notice,) = here.of(Notice)
        assert notice.text == "Timer: pasta rang for 5 minutes, and nobody stopped it."
        assert here.timers.timers == []
        assert here.shelf.records == {}


async def test_a_fault_of_who_hears_a_ring_keeps_nothing_later_from_ringing() -> None:
    async with kitchen() as here:
        first, second = await pasta(here, "10s"), await pasta(here, "1m")
        here.faults.append(LookupError("a fault of the program"))
        await asyncio.sleep(61)
        rings = [rang.timer.timer_id for rang in here.of(TimerRang)]
        assert rings == [first.timer_id, second.timer_id]
        assert len(here.timers.ringing) == 2


async def test_an_alarm_rings_on_its_days_week_after_week() -> None:
    async with kitchen() as here:
        await put(here, TimerInput(at="07:00", days=["mon", "wed"]))
        for day in ("2026-02-23", "2026-02-25", "2026-03-02"):
            minute_before = datetime.fromisoformat(f"{day}T06:59+01:00")
            here.clock.sleep((minute_before - here.clock.now()).total_seconds())
            await asyncio.sleep(61)
            assert here.of(TimerRang)[-1].timer.is_ringing
            await here.timers.stop()
        assert [rang.was_missed for rang in here.of(TimerRang)] == [False] * 3
        (entry,) = here.of(TimersListed)[-1].timers
        assert entry.shown_at.isoformat() == "2026-03-04T07:00:00+01:00"


# Restarts.


async def test_a_timer_still_due_rings_in_time_after_a_restart() -> None:
    clock, shelf = SettableClock(), TimerShelf()
    async with kitchen(shelf, clock) as first:
        await pasta(first)
        await asyncio.sleep(60)
    await asyncio.sleep(120)
    async with kitchen(shelf, clock) as second:
        await asyncio.sleep(119.9)
        assert second.of(TimerRang) == []
        await asyncio.sleep(0.2)
        (rang,) = second.of(TimerRang)
        assert not rang.was_missed


async def test_what_was_missed_is_told_at_the_start_until_it_is_taken_note_of() -> None:
    clock, shelf = SettableClock(), TimerShelf()
    async with kitchen(shelf, clock) as first:
        timer = await pasta(first)
    await asyncio.sleep(3600)
    for _start in range(2):  # the program may be killed again before the user looks
        async with kitchen(shelf, clock) as again:
            await asyncio.sleep(0.1)
            (rang,) = again.of(TimerRang)
            assert rang.was_missed
            assert rang.timer.shown_at == datetime.fromisoformat("2026-02-19T11:05:00+01:00")
            assert again.timers.ringing == []
            await asyncio.sleep(2 * RINGS_FOR.total_seconds())
            assert again.of(RingingStopped) == []
    async with kitchen(shelf, clock) as last:
        await last.commands.dispatch(StopRinging(timer_id=timer.timer_id))
    assert shelf.records == {}


async def test_one_that_rang_at_the_kill_goes_on_ringing() -> None:
    clock, shelf = SettableClock(), TimerShelf()
    async with kitchen(shelf, clock) as first:
        await pasta(first, "10s")
        await asyncio.sleep(11)
    async with kitchen(shelf, clock) as second:
        assert [rang.was_missed for rang in second.of(TimerRang)] == [False]
        assert len(second.timers.ringing) == 1


async def test_one_that_rang_at_the_kill_long_ago_is_told_as_unheard() -> None:
    clock, shelf = SettableClock(), TimerShelf()
    async with kitchen(shelf, clock) as first:
        await pasta(first, "10s")
        await asyncio.sleep(11)
    await asyncio.sleep(3600)
    async with kitchen(shelf, clock) as second:
        await asyncio.sleep(0.1)
        assert [stopped.is_unheard for stopped in second.of(RingingStopped)] == [True]
        assert len(second.of(Notice)) == 1


# Clocks.


async def test_setting_the_clock_changes_no_length() -> None:
    for put_on in (3600.0, -3600.0):
        async with kitchen() as here:
            await pasta(here)
            await asyncio.sleep(100)
            here.clock.put_on(put_on)
            await asyncio.sleep(199)
            assert here.of(TimerRang) == [], put_on
            await asyncio.sleep(1.1)
            assert [rang.was_missed for rang in here.of(TimerRang)] == [False], put_on


async def test_setting_the_clock_is_stored_so_that_a_restart_keeps_the_length() -> None:
    clock, shelf = SettableClock(), TimerShelf()
    async with kitchen(shelf, clock) as here:
        await pasta(here)
        here.clock.put_on(3600)
        await asyncio.sleep(100)
    async with kitchen(shelf, clock) as again:
        await asyncio.sleep(199)
        assert again.of(TimerRang) == []
        await asyncio.sleep(1.1)
        assert len(again.of(TimerRang)) == 1


async def test_an_alarm_follows_the_clock_on_the_wall() -> None:
    async with kitchen() as here:
        await put(here, TimerInput(at="12:00"))  # in an hour
        await asyncio.sleep(60)
        here.clock.put_on(3000)
        await asyncio.sleep(539)
        assert here.of(TimerRang) == []
        await asyncio.sleep(1.1)
        assert len(here.of(TimerRang)) == 1


async def test_time_passes_for_an_egg_while_the_machine_sleeps() -> None:
    async with kitchen() as here:
        await pasta(here)
        await asyncio.sleep(10)
        here.clock.sleep(285)
        await asyncio.sleep(5.1)
        assert [rang.was_missed for rang in here.of(TimerRang)] == [False]


async def test_what_was_due_during_a_long_sleep_rings_afterwards_and_says_so() -> None:
    async with kitchen() as here:
        due_at = here.clock.now() + timedelta(seconds=300)
        await pasta(here)
        here.clock.sleep(2 * 3600)
        here.timers.machine_woke()
        await asyncio.sleep(0.1)
        (rang,) = here.of(TimerRang)
        assert not rang.was_missed
        assert rang.timer.is_ringing
        assert rang.timer.slept_through == due_at
        assert ringing_title(rang.timer, here.clock.now()) == (
            "Timer: pasta – was due at 11:05, 2 hours ago, while the computer slept"
        )
        await here.commands.dispatch(Snooze(timer_id=rang.timer.timer_id, seconds=60))
        await asyncio.sleep(61)
        assert [one.timer.slept_through for one in here.of(TimerRang)] == [due_at, None]


async def test_an_alarm_of_every_day_rings_once_for_a_sleep_of_days() -> None:
    async with kitchen() as here:
        await put(here, TimerInput(at="12:00", days=["daily"]))
        here.clock.sleep(3 * 24 * 3600)
        await asyncio.sleep(5.1)
        (rang,) = here.of(TimerRang)
        assert rang.timer.slept_through is not None
        assert rang.timer.due_at > here.clock.now()


async def test_what_was_missed_before_a_sleep_stays_missed() -> None:
    async with kitchen() as here:
        await pasta(here)
        here.clock.put_on(3 * 3600)  # no sleep: an alarm is later than the clock
        await put(here, TimerInput(at="15:00"))
        here.clock.put_on(3600)
        await asyncio.sleep(5.1)
        here.clock.sleep(10)
        await asyncio.sleep(5.1)
        assert [rang.timer.slept_through for rang in here.of(TimerRang)] == [None]


@pytest.mark.parametrize(("day", "at"), [("2026-03-29", "01:30:00"), ("2026-10-25", "00:30:00")])
async def test_half_past_two_on_the_days_the_clock_changes(day: str, at: str) -> None:
    async with kitchen(
        clock=SettableClock(datetime.fromisoformat(f"{day}T00:25:00+00:00"))
    ) as here:
        await put(here, TimerInput(at="02:30", date=day))
        (entry,) = here.of(TimersListed)[-1].timers
        assert entry.due_at.astimezone(UTC).isoformat() == f"{day}T{at}+00:00"
        here.clock.sleep((entry.due_at.astimezone(UTC) - here.clock.now()).total_seconds() - 10)
        await asyncio.sleep(11)
        assert len(here.of(TimerRang)) == 1
        here.clock.sleep(3600)  # half past two comes again, or the gap is over
        await asyncio.sleep(11)
        assert len(here.of(TimerRang)) == 1


# Cancelling and undoing.


async def test_a_cancelled_timer_does_not_ring_and_can_be_brought_back() -> None:
    async with kitchen() as here:
        timer = await pasta(here)
        await here.commands.dispatch(CancelTimer(timer_id=timer.timer_id))
        assert here.shelf.records == {}
        (notice,) = here.of(Notice)
        assert notice.text == "Cancelled – Timer: pasta"
        (undo,) = notice.actions
        assert isinstance(undo.command, RestoreTimers)

        await asyncio.sleep(100)
        await here.commands.dispatch(undo.command)

        assert here.timers.timers == [timer]
        assert here.of(Notice)[-1].resolved
        await asyncio.sleep(201)
        assert len(here.of(TimerRang)) == 1


async def test_undoing_twice_or_what_is_unknown_does_nothing() -> None:
    async with kitchen() as here:
        timer = await pasta(here)
        await here.timers.cancel([timer.timer_id])
        undo = RestoreTimers(timer_ids=(timer.timer_id, "unknown"))
        for _again in range(2):
            await here.commands.dispatch(undo)
        assert here.timers.timers == [timer]


async def test_cancelling_what_rings_silences_it() -> None:
    async with kitchen() as here:
        timer = await pasta(here, "10s")
        await asyncio.sleep(11)
        await here.timers.cancel([timer.timer_id, timer.timer_id])
        assert here.of(RingingStopped) == [RingingStopped(timer_id=timer.timer_id)]


# Bounds and failures.


async def test_no_more_than_a_hundred() -> None:
    async with kitchen() as here:
        for _n in range(MAX_TIMERS):
            await pasta(here)
        with pytest.raises(TooManyTimersError, match="100"):
            await pasta(here)
        await here.commands.dispatch(AddTimer(kind=TimerKind.TIMER, length_s=5))
        assert "100 timers are set" in here.of(Notice)[-1].text
        assert len(here.timers.timers) == MAX_TIMERS


async def test_one_that_cannot_be_stored_is_not_set() -> None:
    async with kitchen(TimerShelf(is_broken=True)) as here:
        with pytest.raises(StoreError):
            await pasta(here)
        assert here.timers.timers == []
        await here.commands.dispatch(AddTimer(kind=TimerKind.TIMER, length_s=5))
        assert "the disk is full" in here.of(Notice)[-1].text


async def test_it_rings_though_that_cannot_be_stored() -> None:
    async with kitchen() as here:
        await pasta(here, "10s")
        here.shelf.is_broken = True
        await asyncio.sleep(11)
        assert len(here.of(TimerRang)) == 1
        assert here.of(Notice)[-1].code == "timers_not_stored"
        await here.timers.stop()
        assert here.timers.ringing == []


# By hand.


async def test_one_set_by_hand() -> None:
    async with kitchen() as here:
        add = here.commands.dispatch
        await add(AddTimer(kind=TimerKind.REMINDER, label=" call\nmum ", at="12:00"))
        await add(AddTimer(kind=TimerKind.ALARM, at="07:00", days=("mon",)))
        first, second = here.of(TimersListed)[-1].timers
        assert (first.kind, first.label) == (TimerKind.REMINDER, "call mum")
        assert second.days == (0,)


@pytest.mark.parametrize(
    "command",
    [
        AddTimer(kind=TimerKind.TIMER),
        AddTimer(kind=TimerKind.TIMER, length_s=0),
        AddTimer(kind=TimerKind.ALARM, at="25:00"),
        AddTimer(kind=TimerKind.ALARM, at="2020-01-01T07:00"),
    ],
)
async def test_one_set_by_hand_wrongly_is_told(command: AddTimer) -> None:
    async with kitchen() as here:
        await here.commands.dispatch(command)
        assert [notice.code for notice in here.of(Notice)] == ["timer_not_set"]
        assert here.timers.timers == []


async def test_the_voice_stops_and_puts_off_without_waiting() -> None:
    async with kitchen() as here:
        await pasta(here, "10s")
        await asyncio.sleep(11)
        here.desk.snooze_soon(None)
        await asyncio.sleep(0.1)
        assert here.timers.ringing == []
        await asyncio.sleep(300)
        assert len(here.timers.ringing) == 1
        here.desk.stop_soon()
        await asyncio.sleep(0.1)
        assert here.timers.timers == []


@pytest.mark.parametrize(
    ("words", "rings_after"), [("5분만 더", 300), ("snooze for 2 minutes", 120)]
)
async def test_typed_words_put_off_what_rings(words: str, rings_after: float) -> None:
    async with kitchen() as here:
        await pasta(here, "10s")
        await asyncio.sleep(11)

        assert await here.desk.try_handle(words)

        assert here.timers.ringing == []
        await asyncio.sleep(rings_after - 1)
        assert here.timers.ringing == []
        await asyncio.sleep(2)
        assert len(here.timers.ringing) == 1


async def test_typed_words_stop_what_rings_and_mean_nothing_while_nothing_rings() -> None:
    async with kitchen() as here:
        await pasta(here, "10s")
        assert not await here.desk.try_handle("stop")
        await asyncio.sleep(11)
        assert not await here.desk.try_handle("What time is it?")
        assert not await here.desk.try_handle("cancel the pasta timer")

        assert await here.desk.try_handle("Okay, stop.")

        assert here.timers.timers == []
        assert not await here.desk.try_handle("stop")


async def test_the_machine_has_a_zone() -> None:
    assert zone_named(local_zone()).utcoffset(datetime.now()) == (
        datetime.now().astimezone().utcoffset()
    )
