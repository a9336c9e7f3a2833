"""How evenly the event loop comes round."""

import time

from PySide6.QtCore import QObject, Qt, QTimer

_TICK_MS = 1


class EventLoopPulse:
    """Ticks with the event loop and keeps the longest time between two ticks. GUI thread.

    Attributes:
        largest_gap_s: The longest the event loop did not come round, other programs' share in it.
        largest_step_s: The most processor time of the thread between two rounds of it.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        self.largest_gap_s = self.largest_step_s = 0.0
        self._timer = QTimer(parent)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._at = self._used = 0.0

    def start(self) -> None:
        self._at, self._used = time.perf_counter(), time.thread_time()
        self._timer.start(_TICK_MS)

    def stop(self) -> None:
        self._tick()
        self._timer.stop()

    def _tick(self) -> None:
        at, used = time.perf_counter(), time.thread_time()
        self.largest_gap_s = max(self.largest_gap_s, at - self._at)
        self.largest_step_s = max(self.largest_step_s, used - self._used)
        self._at, self._used = at, used
