"""The real PortAudio hears what is played into a PulseAudio server of the test's own."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.audio.pulse_server import Source, pulse_server
from tests.helpers.audio.signals import pcm16, tone

TONE_HZ = 660

HEAR = """
import queue
import numpy as np
from assistant.clock import SystemClock
from assistant.voice.devices.portaudio.host import PortAudioHost
from assistant.voice.devices.portaudio.streams import PortAudioInput

clock = SystemClock()
device = PortAudioInput(host=PortAudioHost(), clock=clock)
blocks = queue.SimpleQueue()
device.open(lambda samples, at: blocks.put((samples, at)), on_end=lambda at: None)
began = clock.monotonic()
heard, moments = [], []
while len(heard) < 200:
    samples, at = blocks.get(timeout=20)
    heard.append(samples)
    moments.append(at)
device.close()
count = blocks.qsize()
audio = np.concatenate(heard)[-device.sample_rate_hz:]
spectrum = np.abs(np.fft.rfft(audio * np.hanning(len(audio))))
peak_hz = np.argmax(spectrum) * device.sample_rate_hz / len(audio)
print(round(peak_hz), float(np.abs(audio).max()) > 0.2, moments == sorted(moments),
      device.sample_rate_hz, len(heard[0]), count == blocks.qsize(), flush=True)
"""


@pytest.mark.timeout(120)
def test_the_microphone_hears_what_is_played(tmp_path: Path) -> None:
    raw = tmp_path / "tone.raw"
    raw.write_bytes(pcm16(tone(TONE_HZ, 30, peak=0.5)))
    with (
        pulse_server("module-null-sink sink_name=nowhere") as server,
        closing(Source(server, "nowhere", raw)),
    ):
        heard = subprocess.run(
            [sys.executable, "-c", HEAR],
            env=server.environment,
            check=True,
            capture_output=True,
            timeout=100,
            text=True,
        ).stdout.split()
    assert abs(int(heard[0]) - TONE_HZ) <= 2
    assert heard[1:3] == ["True", "True"]
    assert int(heard[4]) == round(int(heard[3]) * 0.02)
    assert heard[5] == "True"
    assert np.isclose(int(heard[3]), 44_100) or np.isclose(int(heard[3]), 48_000)
