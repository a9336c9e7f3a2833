"""Collects garbage on the GUI thread, and nowhere else."""

import gc
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from assistant.gc_policy import collect_due

LOOK_MS: Final = 250
"""Between two looks whether there is enough to collect."""


class GuiGarbageCollector(QObject):
    """Keeps Python from freeing parts of the window on another thread. Made on the GUI thread."""

    _wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._is_closed = False
        self._was_enabled = False
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(collect_due)
        self._wanted.connect(self._begin, Qt.ConnectionType.QueuedConnection)

    def schedule_start(self) -> None:
        """Collect from now on; any thread."""
        self._wanted.emit()

    def close(self) -> None:
        """Free what the window leaves here; then Python collects by itself again if it did before."""
        self._is_closed = True
        if self._timer.isActive():
            self._timer.stop()
            gc.collect()
            if self._was_enabled:
                gc.enable()

    @Slot()
    def _begin(self) -> None:
        if not self._is_closed:
            self._was_enabled = gc.isenabled()
            gc.disable()
            self._timer.start()
