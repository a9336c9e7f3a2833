"""How the window of the running program keeps up with a reply: for whoever measures it."""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QTimer, Slot
from typing_extensions import override

from assistant.channels.desktop.app.application import DesktopApp
from assistant.channels.desktop.conversation.message_entries import ReplyEntry
from assistant.protocol.events import EngineEvent
from assistant.protocol.turns import TextDelta, TurnFailed, TurnFinished
from benchmarks.window.event_loop_pulse import EventLoopPulse


class PaintMonitor(QObject):
    """Follows the words of one reply from the engine to the screen.

    Times are in seconds of `time.perf_counter`, or of the GUI thread's own processor time. Make it
    on the GUI thread before the words come.

    Args:
        app: The program; its window is shown.

    Attributes:
        latencies_s: From a delta's leaving the engine to its having been painted.
        frames: How often the window was painted.
        pulse: How evenly the event loop came round.
        used_s: The processor time of the thread from the question to the last words painted.
        failure: Why the turn failed; empty if it did not.
    """

    def __init__(self, app: DesktopApp) -> None:
        super().__init__(app.window)
        self.latencies_s: list[float] = []
        self.frames = 0
        self.pulse: Final = EventLoopPulse(self)
        self.used_s = 0.0
        self.failure = ""
        self._app = app
        self._lock = threading.Lock()
        self._left: deque[tuple[int, float]] = deque()
        """How many characters had left the engine by when; only what is not painted yet."""
        self._sent = 0
        self._arrived = 0
        self._is_over = False
        self._is_painted = False
        self._loop = QEventLoop()
        self._stop_hearing = app.engine.subscribe(self._hear)
        app.bridge.received.connect(self._take)
        app.window.installEventFilter(self)

    def run(self, begin: Callable[[], None], *, limit_s: float) -> bool:
        """Run the event loop until a whole reply has been painted.

        Args:
            begin: Called first: has the reply made.
            limit_s: Seconds after which it is given up.

        Returns:
            Whether words of a reply came, and all of them were painted.
        """
        watchdog = QTimer(self)
        watchdog.setSingleShot(True)
        watchdog.timeout.connect(self._loop.quit)
        watchdog.start(round(limit_s * 1000))
        began_s = time.thread_time()
        self.pulse.start()
        begin()
        self._loop.exec()
        self.used_s = time.thread_time() - began_s
        self.pulse.stop()
        self._stop_hearing()
        self._app.bridge.received.disconnect(self._take)
        self._app.window.removeEventFilter(self)
        return self._is_painted and bool(self.latencies_s)

    def dispose(self) -> None:
        """Take the closed program's window away for good.

        A window that is only hidden is styled anew whenever the application gets a style sheet, with
        every widget of a long reply.
        """
        self._app.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _hear(self, event: EngineEvent) -> None:
        """Engine thread."""
        if isinstance(event, TextDelta):
            with self._lock:
                self._sent += len(event.text)
                self._left.append((self._sent, time.perf_counter()))

    @Slot(object)
    def _take(self, event: EngineEvent) -> None:
        match event:
            case TextDelta():
                self._arrived += len(event.text)
            case TurnFinished() | TurnFailed():
                self._is_over = True
                self.failure = event.reason if isinstance(event, TurnFailed) else ""
                self._app.window.update()  # one more frame, should the last words be painted
            case _:
                pass

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.UpdateRequest or watched is not self._app.window:
            return False
        watched.removeEventFilter(self)
        QCoreApplication.sendEvent(watched, event)  # what it would have got, but with an end
        watched.installEventFilter(self)
        self._painted()
        return True

    def _painted(self) -> None:
        now = time.perf_counter()
        self.frames += 1
        cards = self._app.window.transcript.cards
        # What reached the window faster than it can be laid out is not on the screen yet.
        waiting = sum(card.waiting for card in cards if isinstance(card, ReplyEntry))
        with self._lock:
            while self._left and self._left[0][0] <= self._arrived - waiting:
                self.latencies_s.append(now - self._left.popleft()[1])
            self._is_painted = self._is_over and not self._left
        if self._is_painted:
            self._loop.quit()
