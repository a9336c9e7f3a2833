"""Takes what Parley itself plays out of what the microphone hears.

Two cancellers run side by side. WebRTC's AEC3 (`pywebrtc-audio`) leaves nothing of the echo that voice
activity could take for a user, and cuts into a person who speaks at the same time. A linear filter
(`linear_echo_filter`) leaves some echo and the user whole, which is what the wake word needs.

Measured in made-up rooms (`docs/voice-internals.md` has the figures): Silero takes 82 % of the frames of
Parley's own voice for speech, 0.0 % after AEC3. A call over the voice, as loud as its echo, reaches
0.5 in 15 % as the microphone heard it, 46 % after AEC3, 77 % after the linear filter, 85 % in one of
the two.

What both are given as the far end is what the device really plays: after volume, ducking and fades.
`played` is called on the device's thread and only puts a block into a bounded queue; everything else
runs on the listener thread, about 5 % of a core while something is audible and nothing while it is
not.
"""

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Protocol, cast

import numpy as np

from assistant.errors import ModelLoadError
from assistant.locale import _
from assistant.voice.audio.far_end import FarEndReference
from assistant.voice.audio.linear_echo_filter import LinearEchoFilter
from assistant.voice.events import Samples
from assistant.voice.listening.resampler import Resampler
from assistant.voice.protocols import SAMPLE_RATE_HZ

_log = logging.getLogger(__name__)

FRAME: Final = SAMPLE_RATE_HZ // 100
"""The canceller's frame: 10 ms."""
DELAY: Final = 128
"""Samples the canceller's output is behind its input: its filter bank, 8 ms (measured). What is heard
without it is delayed by as much, so that going from one to the other loses and repeats nothing."""
QUEUE_BLOCKS: Final = 2000
"""Bound of what was played and not yet looked at: at least 10 s in blocks of 5 ms. Full: the oldest
goes."""

_RUN_UP_FRAMES = 20
"""Given to the canceller ahead when it wakes up, so that its filters hold what has just been heard."""
_FADE: Samples = np.linspace(0.0, 1.0, FRAME, dtype=np.float32)


class EchoLibrary(Protocol):
    """What is needed of an echo canceller."""

    def process(self, near: Samples, far: Samples) -> Samples:
        """`near` without the echo of `far`: `FRAME` samples each, `DELAY` later."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EchoCancelledAudio:
    """The next of what was heard."""

    raw: Samples
    """As the microphone gave it."""
    gentle: Samples
    """The same samples with 15 to 24 dB less echo and the user whole; `raw` where `clean` is None."""
    clean: Samples | None
    """The same samples without echo, or None where nothing could be heard of what is played."""
    at: float
    """When the last of them was taken."""


def load_aec3() -> EchoLibrary:
    """Build WebRTC's canceller at 16 kHz.

    Raises:
        ModelLoadError: If its library is missing or does not load.
    """
    try:
        library = cast("Any", import_module("pywebrtc_audio"))
    except ImportError as error:
        raise ModelLoadError(_("The echo canceller does not load.")) from error
    return cast("EchoLibrary", library.EchoCanceller(SAMPLE_RATE_HZ, 1))


class EchoCanceller:
    """Cancels the echo of one speaker in one microphone.

    All three are cut into the same whole frames, so they come up to 18 ms after they were given;
    `at` says so. A failing library is logged, reported once and not used again: what is heard is
    then passed on as it is.

    Args:
        load: Builds the library; called on the listener thread when something is first played.
        on_fault: Called once, on the listener thread, with why echo is not cancelled any more.
    """

    def __init__(
        self,
        *,
        load: Callable[[], EchoLibrary] = load_aec3,
        on_fault: Callable[[str], None] = lambda _reason: None,
    ) -> None:
        self._load = load
        self._on_fault = on_fault
        self._queue: deque[tuple[Samples, float, int]] = deque(maxlen=QUEUE_BLOCKS)
        self._library: EchoLibrary | None = None
        self._is_broken = False
        self._far = FarEndReference()
        self._far_rate_hz = 0
        self._resampler = Resampler(SAMPLE_RATE_HZ)
        # The last frames of the microphone and, behind them, what does not fill a frame yet.
        self._heard: Samples = np.zeros(_RUN_UP_FRAMES * FRAME, np.float32)
        self._position = 0  # of the first sample behind the last frame
        self._linear = LinearEchoFilter(FRAME)
        self._gentle_tail: Samples = np.zeros(DELAY, np.float32)  # the linear filter has no delay
        self._is_awake = False

    def played(self, samples: Samples, at: float, rate_hz: int) -> None:
        """Add what the speaker plays; called on its thread, returns at once.

        Args:
            samples: Mono, after volume and fades; never written again.
            at: When the first of them is heard, on the time line of the microphone.
            rate_hz: The speaker's sample rate; what comes while it is not known yet, 0, is left
                out.
        """
        if rate_hz > 0:
            self._queue.append((samples, at, rate_hz))

    def cancel(self, samples: Samples, at: float) -> EchoCancelledAudio:
        """Feed the next samples of the microphone.

        Args:
            samples: 16 kHz mono, any length.
            at: When the last of them was taken.

        Returns:
            All whole frames that are complete by now; the rest comes with the next samples.
        """
        try:
            self._take_played()
        except Exception as error:  # noqa: BLE001  # as in `_cancel_frame`
            self._break(error)
        self._heard = np.concatenate((self._heard, samples))
        run_up = _RUN_UP_FRAMES * FRAME
        n_frames = (len(self._heard) - run_up) // FRAME
        rest = len(self._heard) - run_up - n_frames * FRAME
        if len(samples):
            self._far.heard(self._position + n_frames * FRAME + rest, at)
        whole = n_frames * FRAME
        raw = self._heard[run_up - DELAY : run_up - DELAY + whole]
        gentle, clean = raw.copy(), raw.copy()
        is_active = False
        for index in range(n_frames):
            frame = slice(index * FRAME, (index + 1) * FRAME)
            is_active |= self._cancel_frame(run_up + frame.start, gentle[frame], clean[frame])
        self._heard = self._heard[whole:]
        return EchoCancelledAudio(
            raw=raw,
            gentle=gentle,
            clean=clean if is_active else None,
            at=at - (rest + DELAY) / SAMPLE_RATE_HZ,
        )

    def flush(self) -> Samples:
        """What was given and not yet passed on; the microphone is at its end."""
        return self._heard[_RUN_UP_FRAMES * FRAME - DELAY :]

    def close(self) -> None:
        """Release the resampler of playback; the next playback makes another."""
        self._queue.clear()
        self._far.reset()
        self._far_rate_hz = 0
        self._resampler = Resampler(SAMPLE_RATE_HZ)

    def _cancel_frame(self, first: int, gentle: Samples, clean: Samples) -> bool:
        """Cancel the frame at `first`, in place in both arrays."""
        start, self._position = self._position, self._position + FRAME
        far, is_active = self._far.frame(start, FRAME)
        if self._is_broken or not (is_active or self._is_awake):
            return False
        was_awake, self._is_awake = self._is_awake, is_active
        try:
            library = self._library = self._library or self._load()
            if not was_awake:
                self._wake_up(library, first, start)
            cancelled = self._process(library, self._heard[first : first + FRAME], far)
        except Exception as error:  # noqa: BLE001  # whatever a native library raises, listening goes on
            self._break(error)
            return False
        for out, new in zip((gentle, clean), cancelled, strict=True):
            # From one to the other within a frame: no edge that could be taken for speech.
            if not was_awake:
                out += _FADE * (new - out)
            elif not is_active:
                out[:] = new + _FADE * (out - new)
            else:
                out[:] = new
        return True

    def _wake_up(self, library: EchoLibrary, first: int, start: int) -> None:
        for back in range(_RUN_UP_FRAMES, 0, -1):
            begin = first - back * FRAME
            far = self._far.before(start - back * FRAME, FRAME)
            self._process(library, self._heard[begin : begin + FRAME], far)

    def _process(
        self, library: EchoLibrary, near: Samples, far: Samples
    ) -> tuple[Samples, Samples]:
        """The frame from `DELAY` samples ago, gently cancelled and clean."""
        near = np.ascontiguousarray(near, np.float32)
        gentle = np.concatenate((self._gentle_tail, self._linear.process(near, far)))
        self._gentle_tail = gentle[FRAME:]
        return gentle[:FRAME], library.process(near, np.ascontiguousarray(far, np.float32))

    def _break(self, error: Exception) -> None:
        if self._is_broken:
            return
        self._is_broken = True
        self._is_awake = False
        self._library = None
        _log.error("Echo is not cancelled any more", exc_info=error)
        self._on_fault(
            error.message if isinstance(error, ModelLoadError) else _("The echo canceller failed.")
        )

    def _take_played(self) -> None:
        if self._is_broken:
            self._queue.clear()
        while self._queue:
            samples, at, rate_hz = self._queue.popleft()
            if rate_hz != self._far_rate_hz:
                self._far_rate_hz = rate_hz
                self._resampler = Resampler(rate_hz, is_quick=True)
                self._far.reset()
            behind_s = self._resampler.delay_s
            converted = self._resampler.convert(samples)
            if converted.size:
                self._far.played(converted, at - behind_s)
