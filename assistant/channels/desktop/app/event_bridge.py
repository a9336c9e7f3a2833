"""From the engine thread to the GUI thread."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from assistant.channels.desktop.app.model.event_buffer import HOLD_BACK_S, EventBuffer
from assistant.protocol.client import EngineClient
from assistant.protocol.turns import TextDelta, ThinkingDelta
from assistant.protocol.voice import MicrophoneLevel

if TYPE_CHECKING:
    from assistant.protocol.events import EngineEvent


class EventBridge(QObject):
    """Re-emits the engine's events on the GUI thread, in order.

    Create it on the GUI thread. Words and microphone levels are joined so that at most some forty
    of them a second reach the widgets; the first of a burst passes at once. Every other event passes
    at once, after the words that came before it. Close it after the engine has been joined and
    before it is destroyed.

    Signals:
        received: One `EngineEvent`, emitted on the GUI thread.
    """

    received = Signal(object)
    _arrived = Signal(object)

    def __init__(self, *, engine: EngineClient, frame_s: float = HOLD_BACK_S) -> None:
        super().__init__()
        self._buffer: Final = EventBuffer()
        self._pause: Final = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(round(frame_s * 1000))
        self._pause.setTimerType(Qt.TimerType.PreciseTimer)
        self._pause.timeout.connect(self._frame_over)
        self._closed = False
        self._arrived.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._unsubscribe: Final = engine.subscribe(self._hear)

    def close(self) -> None:
        """End the subscription; what is still queued is dropped."""
        self._closed = True
        self._unsubscribe()
        self._pause.stop()

    def _hear(self, event: "EngineEvent") -> None:
        """Engine thread: hand the event to the GUI thread and return."""
        self._arrived.emit(event)

    @Slot(object)
    def _take(self, event: "EngineEvent") -> None:
        if self._closed:
            return
        if isinstance(event, TextDelta | ThinkingDelta | MicrophoneLevel):
            self._buffer.add(event)
            if not self._pause.isActive():
                self._pass_on()
                self._pause.start()
            return
        self._pass_on()
        self.received.emit(event)

    @Slot()
    def _frame_over(self) -> None:
        if self._pass_on():
            self._pause.start()

    def _pass_on(self) -> bool:
        held = self._buffer.drain()
        for event in held:
            self.received.emit(event)
        return bool(held)
