"""What the listener counts: events it told, and how far behind the microphone it was."""

from queue import SimpleQueue

import pytest

from assistant.voice.devices.pacers import FreePacing
from assistant.voice.events import LevelMeasured, ListenerEvent, WakeHeard
from assistant.voice.listening.listener import Listener
from tests.helpers.audio.perception_player import build_perception
from tests.helpers.audio.signals import (
    InMemoryInput,
    call,
    silence,
    speech,
)
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S


@pytest.mark.parametrize("is_live", [True, False])
def test_events_and_lags_of_a_live_microphone_are_counted(is_live: bool) -> None:
    device = InMemoryInput(is_live=is_live)
    clock = ManualClock()
    listener = Listener(
        device=device,
        build_perception=build_perception,
        judge=None,
        pacer=FreePacing(),
        clock=clock,
    )
    told: SimpleQueue[ListenerEvent] = SimpleQueue()
    listener.start(told.put)
    try:
        for sound in (silence(2.0), speech(0.6), call(), silence(0.5)):
            device.feed(sound, clock.monotonic() - 0.25)
        levels = 0
        while not listener.n_delivered(WakeHeard) or levels < 40:
            event = told.get(timeout=PATIENCE_S)
            levels += isinstance(event, LevelMeasured)
    finally:
        listener.stop()
    assert listener.n_delivered(WakeHeard) == 1
    assert listener.n_delivered(LevelMeasured) >= 40
    lag_s = listener.lag_s(99)
    assert (lag_s is not None) == is_live
    assert lag_s is None or lag_s == pytest.approx(0.25, abs=0.002)
