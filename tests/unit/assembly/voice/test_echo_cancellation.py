"""Who cancels the echo of what, and who is told."""

import asyncio
import threading

import numpy as np
import pytest
from typing_extensions import override

from assistant.assembly.voice import echo_cancellation as assembly_echo
from assistant.assembly.voice.echo_cancellation import UNAVAILABLE, echo_canceller
from assistant.assembly.voice.voice_loop import VoiceDevices, VoiceModels, open_voice
from assistant.clock import SystemClock
from assistant.home import Home
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.settings import load
from assistant.voice.events import Samples
from assistant.voice.listening.echo_canceller import EchoCancelledAudio, EchoCanceller
from assistant.voice.listening.listener import Listener
from assistant.voice.playout.player import Player
from assistant.voice.protocols import Clip
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.simulated_room import RoomPace, SimulatedRoom
from tests.helpers.audio.signals import noise, silence
from tests.helpers.engine.running_core import opened
from tests.helpers.voice.fakes import FakeSynthesiser, FakeTranscriber


async def test_with_a_headset_there_is_no_canceller() -> None:
    assert echo_canceller(setting="headset", emit=list[EngineEvent]().append) is None


async def test_a_canceller_that_fails_is_told_on_the_loop(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[tuple[EngineEvent, threading.Thread]] = []
    is_told = asyncio.Event()

    def emit(event: EngineEvent) -> None:
        told.append((event, threading.current_thread()))
        is_told.set()

    echo = echo_canceller(setting="cancel", emit=emit)
    assert echo is not None
    echo.played(np.zeros((2, 2, 2), np.float32), 0.0, 48_000)
    await asyncio.to_thread(echo.cancel, silence(0.1), 0.1)
    await is_told.wait()
    [(notice, thread)] = told
    assert isinstance(notice, Notice)
    assert notice.code == UNAVAILABLE
    assert "headphones" in notice.hint
    assert thread is threading.current_thread()
    assert len(caplog.records) == 1


class Noting(EchoCanceller):
    """Notes what it is given."""

    built: "list[Noting]"

    def __init__(self, *, on_fault: object) -> None:
        super().__init__()
        self.rates: set[int] = set()
        self.n_loud = self.n_cancelled = 0
        self.built.append(self)

    @override
    def played(self, samples: Samples, at: float, rate_hz: int) -> None:
        self.rates.add(rate_hz)
        self.n_loud += bool(samples.any())
        super().played(samples, at, rate_hz)

    @override
    def cancel(self, samples: Samples, at: float) -> EchoCancelledAudio:
        self.n_cancelled += 1
        return super().cancel(samples, at)


def room() -> SimulatedRoom:
    return SimulatedRoom(
        acoustics=RoomAcoustics(),
        clock=SystemClock(),
        pace=RoomPace.STEPPED,
        output_rate_hz=32_000,
        is_recorded=False,
    )


@pytest.mark.models
@pytest.mark.parametrize("has_echo", [True, False])
async def test_the_loop_cancels_what_its_player_plays_from_what_its_listener_hears(
    home: Home, monkeypatch: pytest.MonkeyPatch, has_echo: bool
) -> None:
    Noting.built = []
    monkeypatch.setattr(assembly_echo, "EchoCanceller", Noting)
    if not (home.models / "openwakeword" / "melspectrogram.onnx").is_file():
        pytest.skip("no wake word models")
    there = room()
    heard = asyncio.Event()
    devices = VoiceDevices(
        input=there.input,
        output=there.output,
        pacer=there.pacer,
        clock=SystemClock(),
        is_watched=False,
        has_echo=has_echo,
    )
    parts: list[Player] = []

    def show(_listener: Listener | None, player: Player | None) -> None:
        assert player is not None
        parts.append(player)

    models = VoiceModels(transcriber=FakeTranscriber(), synthesiser=FakeSynthesiser())
    settings = load(home, {}).settings.voice
    async with (
        opened(home) as running,
        open_voice(running.core, devices, models=models, settings=settings, show_parts=show),
    ):
        [player] = parts
        player.play(Clip(clip_id=99, text="", samples=noise(1, 0.3), sample_rate_hz=16_000))
        for _step in range(20_000 if has_echo else 50):
            there.step()
            await asyncio.sleep(0)
            if Noting.built and Noting.built[0].n_loud and Noting.built[0].n_cancelled > 10:
                heard.set()
                break
    assert heard.is_set() == has_echo
    assert len(Noting.built) == has_echo
    if has_echo:
        assert Noting.built[0].rates == {32_000}
