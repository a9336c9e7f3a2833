"""One question on the screen, without the program's window.

Built and run on the main thread; the question is put by `presenter`, from the engine's thread.
"""

import signal
from types import FrameType
from typing import Final

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal, Slot

from assistant.channels.desktop.app.application import make_application
from assistant.channels.desktop.questions.dialog_presenter import DialogPresenter, DialogQueue
from assistant.channels.desktop.style.scale import LINGER_MS
from assistant.channels.desktop.style.tokens import ThemeChoice
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.errors import DeviceError
from assistant.locale import _

_LAST_MS: Final = LINGER_MS + 300
"""How long after the answer the program ends at the latest."""
_LOOK_MS: Final = 100
"""Between two looks for Ctrl+C: Python runs its signal handlers only between its own instructions,
and Qt's loop has none."""


class _Ending(QObject):
    """Ends the program's loop once the question is settled and its dialog has gone."""

    settled = Signal()

    def __init__(self, dialogs: DialogQueue, loop: QEventLoop) -> None:
        super().__init__()
        self._dialogs = dialogs
        self._loop = loop
        self._is_settled = False
        self.has_failed = False
        self.settled.connect(self._settle, Qt.ConnectionType.QueuedConnection)
        dialogs.changed.connect(self._look)
        dialogs.failed.connect(self._fail)

    @Slot()
    def _settle(self) -> None:
        self._is_settled = True
        QTimer.singleShot(_LAST_MS, self, self._end)
        self._look()

    @Slot(str)
    def _fail(self, _questions_id: str) -> None:
        self.has_failed = True
        self._end()

    @Slot()
    def _look(self) -> None:
        if self._dialogs.front is None and (self._is_settled or self._dialogs.aside):
            self._end()

    @Slot()
    def _end(self) -> None:
        self._loop.quit()


class SingleQuestionApp:
    """Shows one question's dialog and works until it is over.

    Attributes:
        presenter: What the question desk puts the question with.
        dialogs: Where its dialog is.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        theme: ThemeChoice = "auto",
        text_scale: float = 1.0,
        arm_delay_s: float = 0.3,
    ) -> None:
        self.application: Final = make_application()
        look = Theme(choice=theme, scale=text_scale)
        look.apply()
        self.dialogs: Final = DialogQueue(theme=look, clock=clock, arm_delay_s=arm_delay_s)
        self.presenter: Final = DialogPresenter(dialogs=self.dialogs)
        # A loop of its own: the application's ends with the last window, and one that is told to
        # exit when it no longer runs lets no loop of the thread run again.
        self._loop: Final = QEventLoop()
        self._ending: Final = _Ending(self.dialogs, self._loop)

    def expect(self, questions_id: str) -> None:
        """Let the question take the focus when it comes: it was asked for by hand."""
        self.dialogs.want(questions_id)

    def run(self) -> None:
        """Work until the question is settled, or its dialog was closed without an answer.

        Raises:
            DeviceError: If the dialog cannot be shown.
            KeyboardInterrupt: If Ctrl+C was pressed.
        """
        interrupted = False

        def interrupt(_number: int, _frame: FrameType | None) -> None:
            nonlocal interrupted
            interrupted = True
            self._loop.quit()

        look = QTimer()
        look.timeout.connect(lambda: None)
        look.start(_LOOK_MS)
        before = signal.signal(signal.SIGINT, interrupt)
        try:
            self._loop.exec()
        finally:
            signal.signal(signal.SIGINT, before)
            look.stop()
        if interrupted:
            raise KeyboardInterrupt
        if self._ending.has_failed:
            raise DeviceError(
                _("The question cannot be shown in a dialog."),
                hint=_("In a terminal, run: parley ask --terminal"),
            )

    def settled(self) -> None:
        """Say that the question is over; may be called on any thread."""
        self._ending.settled.emit()

    def close(self) -> None:
        """Take the dialog away. Stop whoever puts questions first."""
        self.dialogs.close_all()
