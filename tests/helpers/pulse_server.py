"""A PulseAudio server of the test's own, whose sinks play nowhere and whose sources are fed."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

ALSA_CONFIG = Path("/usr/share/alsa/alsa.conf")
START_S = 20.0
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

    def control(self, *words: str) -> str:
        """Run `pactl` and return what it prints."""
        return self._pactl(*words)

    def _pactl(self, *words: str) -> str:
        return subprocess.run(
            ["pactl", *words],
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=10,
        ).stdout


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
