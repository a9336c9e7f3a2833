"""What the program says of its own start."""

import threading
from collections.abc import Callable

from assistant.clock import SystemClock
from assistant.home import Home
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.turns import RequestSent, TextDelta
from assistant.settings import load
from assistant.voice.events import Samples
from benchmarks.speed.startup_marks import (
    COMPOSED,
    LISTENING,
    OPENED,
    SPEECH_LOADED,
    StartupMarks,
    read_moment,
)


class Blocks:
    """A listener that hears the second block first, and the others after it."""

    def __init__(self, rehearsal: StartupMarks) -> None:
        self._rehearsal = rehearsal
        self._kept: list[Callable[[], None]] = []
        self._heard = threading.Event()

    def take(self, samples: Samples, at: float) -> None:
        """Take a block."""
        assert len(samples)
        self._kept.append(self._rehearsal.hold())
        if len(self._kept) == 2:
            for release in reversed(self._kept):
                release()
            self._heard.set()

    def wait(self) -> None:
        """Wait until both were heard."""
        assert self._heard.wait(10)


def told(written: list[str]) -> list[str]:
    moments = [read_moment(line) for line in written]
    assert None not in moments
    return [moment.moment for moment in moments if moment is not None]


def test_both_models_of_speech_are_waited_for() -> None:
    written: list[str] = []
    rehearsal = StartupMarks(write=written.append)
    for expected in ([], [SPEECH_LOADED], [SPEECH_LOADED]):
        with rehearsal.busy():
            pass
        assert told(written) == expected


def test_listening_begins_when_the_first_block_was_heard(home: Home) -> None:
    written: list[str] = []
    rehearsal = StartupMarks(write=written.append)
    devices = rehearsal.devices(load(home, {}).settings, SystemClock())
    assert devices.input is not None
    assert devices.pacer is rehearsal
    rehearsal.hold()()  # an order, not a block
    assert written == []

    blocks = Blocks(rehearsal)
    devices.input.open(blocks.take, on_end=lambda _at: None)
    blocks.wait()
    devices.input.close()
    assert told(written) == [LISTENING]
    assert devices.input.sample_rate_hz == 16_000
    assert devices.input.is_live
    assert devices.input.name


def test_the_engine_s_moments_are_told_once() -> None:
    written: list[str] = []
    rehearsal = StartupMarks(write=written.append)
    opened = ConversationOpened(conversation_id="c", resumed=True, model="m")
    for event in (opened, TextDelta(turn_id="t", text="x"), opened):
        rehearsal.follow(event)
    assert told(written) == [OPENED]
    for _time in range(2):
        rehearsal.follow(RequestSent(turn_id="t"))
    assert told(written) == [OPENED, COMPOSED]
