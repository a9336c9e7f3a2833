"""The real PortAudio on a PulseAudio server of the test's own, with a sink that plays nowhere."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

ALSA_CONFIG = Path("/usr/share/alsa/alsa.conf")
TONE_HZ = 440
RATE_HZ = 44_100

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


@pytest.fixture
def pulse() -> Iterator[dict[str, str]]:
    """A running server; the value is the environment in which its clients find it."""
    for program in ("pulseaudio", "pactl", "parec"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    if not ALSA_CONFIG.is_file() or not list(
        Path("/usr/lib").glob("*/alsa-lib/libasound_module_pcm_pulse.so")
    ):
        pytest.skip("libasound2-plugins is not installed")
    # Paths of sockets are limited to 108 bytes, which pytest's folders may exceed.
    with tempfile.TemporaryDirectory(prefix="pulse") as folder:
        yield from _serve(Path(folder))


def _serve(folder: Path) -> Iterator[dict[str, str]]:
    socket = folder / "native"
    asound = folder / "asound.conf"
    asound.write_text(
        "pcm.!default { type pulse }\nctl.!default { type pulse }\n", encoding="utf-8"
    )
    environment = os.environ | {
        "HOME": str(folder),
        "XDG_RUNTIME_DIR": str(folder),
        "PULSE_RUNTIME_PATH": str(folder),
        "PULSE_SERVER": f"unix:{socket}",
        "ALSA_CONFIG_PATH": f"{ALSA_CONFIG}:{asound}",
    }
    server = subprocess.Popen(
        [
            *("pulseaudio", "--system=false", "-n", "--daemonize=no", "--exit-idle-time=-1"),
            *("--use-pid-file=false", "--disable-shm=true"),
            *("-L", "module-null-sink sink_name=nowhere"),
            *("-L", f"module-native-protocol-unix socket={socket} auth-anonymous=1"),
        ],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        subprocess.run(
            ["sh", "-c", "until pactl info; do :; done"],
            env=environment,
            capture_output=True,
            check=True,
            timeout=20,
        )
        yield environment
    finally:
        server.terminate()
        server.wait(10)


def record_until_tone(environment: dict[str, str]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Return the first tenth of a second of sound from the sink."""
    recorder = subprocess.Popen(
        [
            *("parec", "--latency-msec=10", "-d", "nowhere.monitor", "--raw"),
            *("--format=float32le", "--channels=1", f"--rate={RATE_HZ}"),
        ],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert recorder.stdout is not None
    heard = np.zeros(0, np.float32)
    try:
        while heard.size < RATE_HZ // 10:
            data = recorder.stdout.read(4 * 441)
            assert data, "the recorder ended"
            block = np.frombuffer(data, np.float32)
            if heard.size or np.abs(block).max() > 0.1:
                heard = np.concatenate((heard, block))
    finally:
        recorder.terminate()
        recorder.communicate(timeout=10)
    return heard


@pytest.mark.timeout(60)
def test_a_clip_is_heard_at_the_sink(pulse: dict[str, str]) -> None:
    root = Path(__file__).parents[5]
    player = subprocess.Popen(
        [sys.executable, "-c", PLAY],
        env=pulse | {"PYTHONPATH": str(root)},
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    heard = record_until_tone(pulse)
    output, _ = player.communicate("\n", timeout=30)
    spectrum = np.abs(np.fft.rfft(heard * np.hanning(heard.size)))
    assert output.split() == ["ClipStarted", "ClipFinished"]
    assert float(np.argmax(spectrum)) * RATE_HZ / heard.size == pytest.approx(TONE_HZ, abs=20)
    assert player.returncode == 0
