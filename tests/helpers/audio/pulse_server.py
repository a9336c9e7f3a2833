"""A PulseAudio server of the test's own, whose sinks play nowhere and whose sources are fed."""

import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

ALSA_CONFIG = Path("/usr/share/alsa/alsa.conf")
START_S = 20.0
HEARD_WITHIN_S = 20.0
RESCUE = ("module-rescue-streams", "module-always-sink")
"""What desktops load: streams of a sink that goes are moved, and there is always a sink."""


def skip_without_pulse() -> None:
    """Skip the test where a server, or what PortAudio needs to reach it, is missing."""
    for program in ("pulseaudio", "pactl", "parec", "pacat"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    plugins = list(Path("/usr/lib").glob("*/alsa-lib/libasound_module_pcm_pulse.so"))
    if not ALSA_CONFIG.is_file() or not plugins:
        pytest.skip("libasound2-plugins is not installed")


class PulseServer:
    """A server that can be killed, stopped, continued and started again at the same address.

    Args:
        folder: Its own; the path is short, for those of sockets are limited to 108 bytes.
        modules: Loaded at each start, as in `pactl load-module`.

    Attributes:
        environment: In which its clients find it.
    """

    def __init__(self, folder: Path, modules: tuple[str, ...] = ()) -> None:
        self._folder = folder
        self._modules = modules
        self._socket = folder / "native"
        self._process: subprocess.Popen[bytes] | None = None
        asound = folder / "asound.conf"
        asound.write_text(
            "pcm.!default { type pulse }\nctl.!default { type pulse }\n"
            "pcm.pulse { type pulse }\nctl.pulse { type pulse }\n",
            encoding="utf-8",
        )
        self.environment = os.environ | {
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "PULSE_RUNTIME_PATH": str(folder),
            "PULSE_SERVER": f"unix:{self._socket}",
            "ALSA_CONFIG_PATH": f"{ALSA_CONFIG}:{asound}",
        }

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._socket.unlink(missing_ok=True)
        loads = [
            argument
            for module in (
                *self._modules,
                f"module-native-protocol-unix socket={self._socket} auth-anonymous=1",
            )
            for argument in ("-L", module)
        ]
        self._process = subprocess.Popen(
            [
                *("pulseaudio", "--system=false", "-n", "--daemonize=no", "--exit-idle-time=-1"),
                *("--use-pid-file=false", "--disable-shm=true"),
                *loads,
            ],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        subprocess.run(
            ["sh", "-c", "until pactl info; do :; done"],
            env=self.environment,
            capture_output=True,
            check=True,
            timeout=START_S,
        )

    @property
    def address(self) -> str:
        """Where its clients find it."""
        return f"unix:{self._socket}"

    def halt(self) -> None:
        """Have it answer nobody, without closing anything."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Have it answer again."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it without a word to its clients; idempotent."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait(10)

    def load(self, module: str) -> int:
        """Load a module; returns its index."""
        return int(self._pactl("load-module", *module.split()))

    def unload(self, index: int) -> None:
        """Unload a module; its devices are gone then."""
        self._pactl("unload-module", str(index))

    def module(self, arguments: str) -> int:
        """Return the index of the first module whose arguments contain a text."""
        lines = (line.split("\t") for line in self._pactl("list", "short", "modules").splitlines())
        return next(int(line[0]) for line in lines if arguments in line[2])

    def _pactl(self, *words: str) -> str:
        return subprocess.run(
            ["pactl", *words],
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=10,
        ).stdout


class Recorder:
    """Hears what a sink plays, through a program that is none of ours.

    Args:
        server: Whose sink.
        sink: Its name.
        rate_hz: Of the recording.
    """

    def __init__(self, server: PulseServer, sink: str, *, rate_hz: int = 16_000) -> None:
        self._rate_hz = rate_hz
        self._process = subprocess.Popen(
            [
                *("parec", "--latency-msec=10", "-d", f"{sink}.monitor", "--raw"),
                *("--format=float32le", "--channels=1", f"--rate={rate_hz}"),
            ],
            env=server.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def tone_hz(self, *, louder_than: float = 0.05, seconds: float = 0.15) -> float:
        """Return the frequency of the next sound, once so much of it was heard.

        Raises:
            AssertionError: If there is none for too long.
        """
        assert self._process.stdout is not None
        heard = np.zeros(0, np.float32)
        wanted = round(seconds * self._rate_hz)
        rest = b""
        end = time.monotonic() + HEARD_WITHIN_S
        while heard.size < wanted:
            left_s = end - time.monotonic()
            ready, _w, _x = select.select([self._process.stdout], [], [], max(left_s, 0))
            assert ready, "nothing was heard"
            data = rest + os.read(self._process.stdout.fileno(), 1 << 16)
            assert data, "the recorder ended"
            whole = len(data) // 4 * 4
            block, rest = np.frombuffer(data[:whole], np.float32), data[whole:]
            if not block.size:
                continue
            if heard.size or np.abs(block).max() > louder_than:
                heard = np.concatenate((heard, block))
        spectrum = np.abs(np.fft.rfft(heard * np.hanning(heard.size)))
        return float(np.argmax(spectrum)) * self._rate_hz / heard.size

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.communicate()


class Source:
    """Plays a tone into a sink for as long as it is open, so that its monitor is a microphone."""

    def __init__(self, server: PulseServer, sink: str, raw: Path) -> None:
        self._process = subprocess.Popen(
            [
                *("pacat", "-d", sink, "--latency-msec=20", "--format=s16le", "--rate=16000"),
                *("--channels=1", str(raw)),
            ],
            env=server.environment,
            stderr=subprocess.DEVNULL,
        )

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.wait(5)


@contextmanager
def pulse_server(*modules: str) -> Generator[PulseServer]:
    """Run a server, or skip the test where that is not possible."""
    skip_without_pulse()
    with tempfile.TemporaryDirectory(prefix="pulse") as folder:
        server = PulseServer(Path(folder), modules)
        server.start()
        try:
            yield server
        finally:
            server.kill()
