"""The module sounddevice without PortAudio."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt


class FakePortAudioError(Exception):
    """Stands for sounddevice's error."""


def device(
    name: str, inputs: int = 0, outputs: int = 0, *, hostapi: int = 0, rate_hz: float = 44_100.0
) -> dict[str, Any]:
    """Return a device as sounddevice describes it."""
    return {
        "name": name,
        "hostapi": hostapi,
        "max_input_channels": inputs,
        "max_output_channels": outputs,
        "default_samplerate": rate_hz,
    }


class FakePortAudioStream:
    """Stands for a stream of sounddevice's; the test is the device.

    Attributes:
        options: What it was opened with.
        calls: What was done to it.
        problem: Raised by every call.
    """

    latency = 0.02

    def __init__(self, options: dict[str, Any], problem: Exception | None) -> None:
        self.options = options
        self.problem = problem
        self.calls: list[str] = []

    def start(self) -> None:
        self._called("start")

    def abort(self) -> None:
        """End at once, which is told as every end is."""
        self.finish()
        self._called("abort")

    def close(self) -> None:
        self._called("close")

    def finish(self) -> None:
        self.options["finished_callback"]()

    def feed(self, block: npt.NDArray[np.float32]) -> None:
        self.options["callback"](block, len(block), None, None)

    def pull(self, frames: int) -> npt.NDArray[np.float32]:
        """Ask for what is played."""
        out = np.full((frames, self.options["channels"]), np.nan, np.float32)
        self.options["callback"](out, frames, None, None)
        return out

    def _called(self, name: str) -> None:
        self.calls.append(name)
        if self.problem is not None:
            raise self.problem


class FakeSoundDevice:
    """Stands for the module; its list changes only when it is initialised anew.

    Attributes:
        there: The devices that are plugged in.
        listed: Those that it knows of.
        error: Raised when it is asked or initialised.
        refusal: Raised when a stream is made, but of a format that `accepts` has.
        start_problem: Raised by the streams.
        streams: Those that were made.
        tried: Rates and channels, of streams that were refused too.
    """

    PortAudioError = FakePortAudioError

    def __init__(self, *devices: Mapping[str, Any], default: tuple[int, int] = (-1, -1)) -> None:
        self.there = list(devices)
        self.listed = list(devices)
        self.default = SimpleNamespace(device=default)
        self.error: Exception | None = None
        self.refusal: Exception | None = None
        self.accepts: tuple[int, int] | None = None
        self.start_problem: Exception | None = None
        self.streams: list[FakePortAudioStream] = []
        self.tried: list[tuple[int, int]] = []

    def query_devices(self) -> list[Mapping[str, Any]]:
        """Describe what it knows of."""
        if self.error is not None:
            raise self.error
        return self.listed

    def InputStream(self, **options: Any) -> FakePortAudioStream:  # noqa: N802  # the library's name
        """Make a stream, or refuse."""
        form = (options["samplerate"], options["channels"])
        self.tried.append(form)
        if self.refusal is not None and form != self.accepts:
            raise self.refusal
        self.streams.append(FakePortAudioStream(options, self.start_problem))
        return self.streams[-1]

    OutputStream = InputStream

    def _terminate(self) -> None:
        self.listed = []

    def _initialize(self) -> None:
        if self.error is not None:
            raise self.error
        self.listed = list(self.there)
