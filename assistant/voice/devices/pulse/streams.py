"""A stream to or from a PulseAudio server, on a thread and a connection of its own; Linux alone.

The thread runs libpulse's loop and moves samples whenever the server has some or wants some. It never
waits for the server: a server that was stopped, killed or lost its devices leaves it free to be
closed at once. Nothing of libpulse is touched by any other thread, but for waking the loop.
"""

import ctypes
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np
from typing_extensions import override

from assistant.clock import Clock
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.devices.missing_device import stopped_reason
from assistant.voice.devices.policy.selection import DeviceKind
from assistant.voice.devices.protocols import Fill, OnBlock, OnEnd
from assistant.voice.devices.pulse import libpulse as pa
from assistant.voice.events import Samples

_log = logging.getLogger(__name__)

READY_S: Final = 4.0
"""Longest wait for the server to make the stream; one that runs takes milliseconds."""
IN_BLOCK_S: Final = 0.02
"""Length of a block of a microphone: with 10 ms, which come as reliably, both streams take 3.5 % of a
core instead of 2.5 %, and what hears needs 32 ms anyway."""
AHEAD_S: Final = 0.1
"""Audio kept ahead for a speaker, the sink's own included. Heard at a null sink's monitor 50 ms after
it was asked for. With both cores and the interpreter kept busy it ran dry once in 16 s, with 80 ms 20
times."""
OUT_BLOCK_S: Final = 0.01
"""Length of a block of a speaker."""

_BYTES = 4  # of a sample
_USUAL_HZ = 48_000
_TURN_S = 0.1  # the loop sees at least so often whether it is to end
_CLOSE_S = 0.4
_LATENCY_EVERY_S = 1.0
_LATENCY_STEP_S = 0.02  # smaller changes are the buffer going up and down


class _PulseStream(ABC):
    """The thread of one stream, its end, and what both kinds of device have in common.

    Args:
        device: Name of the source or sink; None for where the server puts the stream.
        title: What the user calls it.
        server: The server's address; None for that of the environment.
    """

    _thread_name: ClassVar[str]

    def __init__(
        self,
        *,
        device: str | None,
        title: str,
        clock: Clock,
        server: str | None = None,
        load: Callable[[], Any] = pa.load_pulse,
    ) -> None:
        self._device = device.encode() if device is not None else None
        self._title = title
        self._clock = clock
        self._server = server
        self._load = load
        self._rate_hz = _USUAL_HZ
        self._library: Any = None
        self._loop: Any = None
        self._loop_lock = threading.Lock()  # so that a loop that is freed is never woken
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._settled = threading.Event()
        self._problem: str | None = None
        self._number: int | None = None

    @property
    def name(self) -> str:
        return self._title

    @property
    def sample_rate_hz(self) -> int:
        return self._rate_hz

    @property
    def number(self) -> int | None:
        """The stream's number at the server; None before it is open."""
        return self._number

    def _start(self, refusal: str) -> None:
        """Run the thread and wait until the server has made the stream; raises `refusal` if not."""
        self._library = self._load()
        self._stopping = stopping = threading.Event()  # one a thread: an older one still ends
        self._settled.clear()
        self._problem = self._number = None
        self._thread = threading.Thread(
            target=self._main, args=(stopping,), name=self._thread_name, daemon=True
        )
        self._thread.start()
        if not self._settled.wait(READY_S):
            self._problem = _("The sound system does not answer.")
        if self._problem is not None:
            hint = self._problem
            self.close()
            raise DeviceError(refusal, hint=hint)

    def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._stopping.set()
        with self._loop_lock:
            if self._loop:
                self._library.pa_mainloop_wakeup(self._loop)
        if thread is not threading.current_thread():
            thread.join(_CLOSE_S)
            if thread.is_alive():
                _log.error("The thread %s does not stop", thread.name)

    # The stream's thread.

    def _main(self, stopping: threading.Event) -> None:
        library = self._library
        try:
            loop = library.pa_mainloop_new()
            with self._loop_lock:
                self._loop = loop
            context = library.pa_context_new(library.pa_mainloop_get_api(loop), b"Parley")
            try:
                self._run(loop, context, stopping)
            finally:
                library.pa_context_disconnect(context)
                library.pa_context_unref(context)
                with self._loop_lock:
                    self._loop = None
                    library.pa_mainloop_free(loop)
        except Exception:  # noqa: BLE001  # a thread's main function: a bug must not go unseen
            _log.exception("A sound stream failed")
            self._problem = self._problem or _("The sound system failed.")
        was_made = self._number is not None
        self._settled.set()
        if was_made and not stopping.is_set():
            self._ended()

    def _run(self, loop: Any, context: Any, stopping: threading.Event) -> None:
        library = self._library
        server = self._server.encode() if self._server is not None else None
        stream = None
        is_running = library.pa_context_connect(context, server, pa.NO_AUTOSPAWN, None) >= 0
        try:
            while is_running and not stopping.is_set():
                is_running = self._turn(loop)
                state = library.pa_context_get_state(context)
                if state == pa.CONTEXT_READY and stream is None:
                    # Mono, which the server brings to and from all channels of the device.
                    spec = pa.SampleSpec(pa.FLOAT32, _USUAL_HZ, 1)
                    stream = library.pa_stream_new(context, b"Parley", ctypes.byref(spec), None)
                    attributes = self._attributes(_USUAL_HZ)
                    is_running = bool(stream) and self._connect(library, stream, attributes) >= 0
                if stream is not None and is_running:
                    is_running = self._see_to(stream)
                is_running = is_running and state < pa.CONTEXT_FAILED
            if self._number is None:
                reason = library.pa_strerror(library.pa_context_errno(context))
                self._problem = (reason or b"?").decode(errors="replace")
        finally:
            if stream:
                library.pa_stream_disconnect(stream)
                library.pa_stream_unref(stream)

    def _turn(self, loop: Any) -> bool:
        """One iteration; returns whether it can go on."""
        library = self._library
        return (
            library.pa_mainloop_prepare(loop, round(_TURN_S * 1e6)) >= 0
            and library.pa_mainloop_poll(loop) >= 0
            and library.pa_mainloop_dispatch(loop) >= 0
        )

    def _see_to(self, stream: Any) -> bool:
        """Do pending work of the stream; returns whether it lives."""
        library = self._library
        state = library.pa_stream_get_state(stream)
        if state == pa.STREAM_READY:
            if self._number is None:
                self._begin(stream)
                self._number = int(library.pa_stream_get_index(stream))
                self._settled.set()
            self._move(library, stream)
        return bool(state < pa.STREAM_FAILED)

    def _begin(self, stream: Any) -> None:
        library = self._library
        rate_hz = int(library.pa_stream_get_sample_spec(stream).contents.rate)
        if rate_hz != _USUAL_HZ:  # what was asked for was so many bytes
            attributes = self._attributes(rate_hz)
            operation = library.pa_stream_set_buffer_attr(
                stream, ctypes.byref(attributes), None, None
            )
            if operation:
                library.pa_operation_unref(operation)
        self._opened(rate_hz)

    @abstractmethod
    def _attributes(self, rate_hz: int) -> pa.BufferAttributes:
        """How much the server buffers and delivers at once, for a rate."""

    @abstractmethod
    def _connect(self, library: Any, stream: Any, attributes: pa.BufferAttributes) -> int:
        """Ask the server to begin; returns less than zero if it refuses."""

    def _opened(self, rate_hz: int) -> None:
        """The server has begun, at the device's own rate."""
        self._rate_hz = rate_hz

    @abstractmethod
    def _move(self, library: Any, stream: Any) -> None:
        """Move the available samples."""

    @abstractmethod
    def _ended(self) -> None:
        """The stream ended by itself."""


class PulseInput(_PulseStream):
    """Implements `InputDevice` on a source of the server; its channels are mixed to one.

    Args:
        device: As for `_PulseStream`, and so are the others.
        on_stopped: Called on the stream's thread when it ends by itself.
    """

    _thread_name = "microphone"

    def __init__(
        self,
        *,
        device: str | None,
        title: str,
        clock: Clock,
        on_stopped: Callable[[], None],
        server: str | None = None,
        load: Callable[[], Any] = pa.load_pulse,
    ) -> None:
        super().__init__(device=device, title=title, clock=clock, server=server, load=load)
        self._on_stopped = on_stopped
        self._on_block: OnBlock | None = None

    @property
    def is_live(self) -> bool:
        return True

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        """Never calls `on_end`."""
        self.close()
        self._on_block = on_block
        self._start(_("The microphone “{name}” cannot be opened.").format(name=self._title))

    # The stream's thread.

    @override
    def _attributes(self, rate_hz: int) -> pa.BufferAttributes:
        return pa.BufferAttributes(
            maxlength=pa.ANY,
            tlength=pa.ANY,
            prebuf=pa.ANY,
            minreq=pa.ANY,
            fragsize=_length(IN_BLOCK_S, rate_hz),
        )

    @override
    def _connect(self, library: Any, stream: Any, attributes: pa.BufferAttributes) -> int:
        return library.pa_stream_connect_record(
            stream, self._device, ctypes.byref(attributes), pa.STREAM_FLAGS
        )

    @override
    def _move(self, library: Any, stream: Any) -> None:
        on_block = self._on_block
        data, length = ctypes.c_void_p(), ctypes.c_size_t()
        while on_block is not None and library.pa_stream_readable_size(stream):
            if library.pa_stream_peek(stream, ctypes.byref(data), ctypes.byref(length)) < 0:
                return
            if not length.value:
                return
            samples: Samples = np.zeros(length.value // _BYTES, np.float32)
            if data.value:  # without data it is a hole in the stream: silence
                ctypes.memmove(samples.ctypes.data, data.value, samples.nbytes)
            library.pa_stream_drop(stream)
            on_block(samples, self._clock.monotonic())

    @override
    def _ended(self) -> None:
        self._on_stopped()


class PulseOutput(_PulseStream):
    """Implements `OutputDevice` on a sink of the server, which brings mono to all its channels."""

    _thread_name = "speaker"
    _fill: Fill | None = None
    _on_lost: Callable[[str], None] | None = None
    _latency_s = AHEAD_S
    _next_latency_at = 0.0

    @property
    def latency_s(self) -> float:
        """As the server measures it, from a second after the opening.

        It counts the server's buffer and the sink's.
        """
        return self._latency_s

    def open(self, fill: Fill, *, on_lost: Callable[[str], None]) -> None:
        self.close()
        self._fill, self._on_lost = fill, on_lost
        self._latency_s = AHEAD_S
        self._next_latency_at = self._clock.monotonic() + _LATENCY_EVERY_S
        self._start(_("The speaker {name!r} cannot be opened.").format(name=self._title))

    # The stream's thread.

    @override
    def _attributes(self, rate_hz: int) -> pa.BufferAttributes:
        return pa.BufferAttributes(
            maxlength=pa.ANY,
            tlength=_length(AHEAD_S, rate_hz),
            prebuf=0,
            minreq=_length(OUT_BLOCK_S, rate_hz),
            fragsize=pa.ANY,
        )

    @override
    def _connect(self, library: Any, stream: Any, attributes: pa.BufferAttributes) -> int:
        return library.pa_stream_connect_playback(
            stream, self._device, ctypes.byref(attributes), pa.STREAM_FLAGS, None, None
        )

    @override
    def _opened(self, rate_hz: int) -> None:
        super()._opened(rate_hz)
        self._block = np.zeros(round(OUT_BLOCK_S * rate_hz), np.float32)

    @override
    def _move(self, library: Any, stream: Any) -> None:
        fill, block = self._fill, self._block
        space = library.pa_stream_writable_size(stream)
        while fill is not None and block.nbytes <= space < pa.ANY:  # beyond it is an error
            fill(block, self._clock.monotonic())
            if library.pa_stream_write(stream, block.ctypes.data, block.nbytes, None, 0, 0) < 0:
                return
            space -= block.nbytes
        if self._clock.monotonic() >= self._next_latency_at:
            self._next_latency_at += _LATENCY_EVERY_S
            self._measure(library, stream)

    def _measure(self, library: Any, stream: Any) -> None:
        microseconds, is_negative = ctypes.c_uint64(), ctypes.c_int()
        result = library.pa_stream_get_latency(
            stream, ctypes.byref(microseconds), ctypes.byref(is_negative)
        )
        latency_s = microseconds.value / 1e6
        is_known = result >= 0 and not is_negative.value and microseconds.value
        if is_known and abs(latency_s - self._latency_s) >= _LATENCY_STEP_S:
            self._latency_s = latency_s

    @override
    def _ended(self) -> None:
        if self._on_lost is not None:
            self._on_lost(stopped_reason(DeviceKind.OUTPUT))


def _length(seconds: float, rate_hz: int) -> int:
    """Bytes of so much mono audio."""
    return _BYTES * round(seconds * rate_hz)
