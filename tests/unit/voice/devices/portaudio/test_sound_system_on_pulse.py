"""The real PortAudio on a PulseAudio server of the test's own, with a sink that plays nowhere."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.helpers.audio.pulse_server import Recorder, pulse_server

TONE_HZ = 440

PLAY = f"""
import queue
import numpy as np
from assistant.clock import SystemClock
from assistant.voice.devices.pacers import FreePacing
from assistant.voice.devices.portaudio.host import PortAudioHost
from assistant.voice.devices.portaudio.streams import PortAudioOutput
from assistant.voice.playout.player import Player
from assistant.voice.protocols import Clip

clock = SystemClock()
output = PortAudioOutput(host=PortAudioHost(), clock=clock)
player = Player(output=output, clock=clock, pacer=FreePacing())
events = queue.SimpleQueue()
player.start(events.put)
tone = 0.5 * np.sin(2 * np.pi * {TONE_HZ} * np.arange(22_050) / 22_050)
clip = Clip(clip_id=1, text="", samples=tone.astype(np.float32), sample_rate_hz=22_050)
player.play(clip)
started = events.get(timeout=20)
finished = events.get(timeout=20)
print(type(started).__name__, type(finished).__name__, flush=True)
input()
player.close()
"""


@pytest.mark.timeout(60)
def test_a_clip_is_heard_at_the_sink() -> None:
    root = Path(__file__).parents[5]
    with (
        pulse_server("module-null-sink sink_name=nowhere") as server,
        closing(Recorder(server, "nowhere")) as recorder,
    ):
        player = subprocess.Popen(
            [sys.executable, "-c", PLAY],
            env=server.environment | {"PYTHONPATH": str(root)},
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        heard_hz = recorder.tone_hz()
        output, _ = player.communicate("\n", timeout=30)
    assert output.split() == ["ClipStarted", "ClipFinished"]
    assert heard_hz == pytest.approx(TONE_HZ, abs=20)
    assert player.returncode == 0
