"""Who hears an event, whatever another listener does with it."""

import logging

import pytest

from assistant.conversation.event_bus import EventBus
from assistant.protocol.events import EngineEvent
from assistant.protocol.turns import TurnStarted

EVENT = TurnStarted(conversation_id="c1", turn_id="t1", text="hello", spoken=False)


def test_a_listener_that_fails_keeps_the_event_from_nobody(
    listener_faults: list[logging.LogRecord],
) -> None:
    heard: list[EngineEvent] = []

    def fails(_event: EngineEvent) -> None:
        raise LookupError("a fault of the program")

    bus = EventBus()
    for listener in (heard.append, fails, heard.append):
        bus.subscribe(listener)
    bus.emit(EVENT)
    bus.emit(EVENT)
    assert heard == [EVENT] * 4
    assert [record.getMessage() for record in listener_faults] == [
        "A listener failed at TurnStarted"
    ] * 2
    error = listener_faults[0].exc_info
    assert error is not None
    assert isinstance(error[1], LookupError)
    listener_faults.clear()


def test_who_stops_listening_meanwhile_does_no_harm() -> None:
    heard: list[EngineEvent] = []
    bus = EventBus()

    def once(event: EngineEvent) -> None:
        heard.append(event)
        leave()

    leave = bus.subscribe(once)
    bus.subscribe(heard.append)
    bus.emit(EVENT)
    bus.emit(EVENT)
    assert heard == [EVENT] * 3


@pytest.mark.parametrize("times", [1, 2])
def test_listening_ends_once(times: int) -> None:
    heard: list[EngineEvent] = []
    bus = EventBus()
    leave = bus.subscribe(heard.append)
    for _time in range(times):
        leave()
    bus.emit(EVENT)
    assert heard == []
