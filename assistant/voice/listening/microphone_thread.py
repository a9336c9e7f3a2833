"""Lets a session hear a microphone, on a thread of its own: an enrolment, a trial of the wake word."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Final, Generic, Protocol, TypeVar

from assistant.errors import AssistantError, DeviceError
from assistant.voice.devices.protocols import InputDevice
from assistant.voice.events import Samples
from assistant.voice.listening.resampler import Resampler

_log = logging.getLogger(__name__)

QUEUE_BLOCKS: Final = 500
"""Bound of what waits while a recording is learned from: 5 s of blocks of 10 ms."""

_TICK_S = 0.25
_STOP_LIMIT_S = 5.0


class HearingSession(Protocol):
    """What hears the microphone."""

    def hear(self, samples: Samples) -> Sequence[object]:
        """Take the next samples, 16 kHz mono; may block for a moment. Returns what came of them."""
        ...


S = TypeVar("S", bound=HearingSession)


class MicrophoneThread(Generic[S]):
    """Opens the microphone, lets a session hear it, and carries out what is asked of the session.

    Args:
        device: The microphone; opened and closed on the thread.
        build: Makes the session, and loads its models; called on the thread.
        tell: Takes the session after each step, and the step, or None after a call; on the thread.
        failed: Takes what went wrong, once; on the thread, which then ends.
    """

    def __init__(
        self,
        *,
        device: InputDevice,
        build: Callable[[], S],
        tell: Callable[[S, object], None],
        failed: Callable[[AssistantError], None],
    ) -> None:
        self._device = device
        self._build = build
        self._tell = tell
        self._failed = failed
        self._blocks: deque[Samples] = deque(maxlen=QUEUE_BLOCKS)
        self._calls: SimpleQueue[Callable[[S], None]] = SimpleQueue()
        self._something = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="microphone", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def ask(self, call: Callable[[S], None]) -> None:
        """Call a function with the session between two blocks; any thread."""
        self._calls.put(call)
        self._something.set()

    def stop(self) -> None:
        """Close the microphone and join the thread; idempotent, blocks for a moment."""
        self._stopping.set()
        self._something.set()
        if self._thread.is_alive():
            self._thread.join(_STOP_LIMIT_S)

    def _run(self) -> None:
        try:
            session = self._build()
            self._device.open(self._take, on_end=lambda _at: None)
            try:
                self._tell(session, None)
                self._listen(session)
            finally:
                self._device.close()
        except AssistantError as error:
            self._failed(error)
        except Exception as error:  # noqa: BLE001  # the user waits for a word, whatever it was
            _log.exception("The microphone cannot be heard")
            self._failed(DeviceError(str(error)))

    def _take(self, samples: Samples, _at: float) -> None:
        self._blocks.append(samples)
        self._something.set()

    def _listen(self, session: S) -> None:
        resampler = Resampler(self._device.sample_rate_hz)
        while not self._stopping.is_set():
            self._something.wait(_TICK_S)
            self._something.clear()
            while (call := self._next_call()) is not None:
                call(session)
                self._tell(session, None)
            while self._blocks and not self._stopping.is_set():
                for step in session.hear(resampler.convert(self._blocks.popleft())):
                    self._tell(session, step)

    def _next_call(self) -> Callable[[S], None] | None:
        try:
            return self._calls.get_nowait()
        except Empty:
            return None
