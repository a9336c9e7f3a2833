"""Offers for a few seconds to take an answer back."""

from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.questions.model.answer_wording import undo_text
from assistant.channels.desktop.widgets.announcements import Announcer, announce_politely
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import ElidedLabel, plain_tip
from assistant.channels.desktop.widgets.layouts import hbox
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _
from assistant.questions.model.question import QuestionSet, Response

FRAME_MS: Final = 50
STILL_MS: Final = 1000
"""Between two looks at the clock where the user wants no motion: the line moves in steps then."""
_LINE_PX: Final = 3


class UndoBar(Translated, QFrame):
    """One line: the answer, a button that undoes it, and a thread that shortens.

    The time rests while the pointer is over the bar or the focus in it. It never takes the focus.

    Signals:
        undo: The user wants the answer back.
        over: The time is up.
    """

    undo = Signal()
    over = Signal()

    def __init__(self, context: DesktopContext, *, announce: Announcer = announce_politely) -> None:
        super().__init__()
        self._theme = context.theme
        self._clock = context.clock
        self._announce = announce
        self._answer: tuple[QuestionSet, Response] | None = None
        self._seconds = 0.0
        self._left = 0.0
        self._looked_at = 0.0
        self.setObjectName("undo")
        self.words = ElidedLabel(role="success")
        self.button = push_button("undo_answer", role="link", on_click=self._undo)
        hbox((self.words, 1), self.button, inside=self, gap=8, margins=(14, 5, 6, 7))
        # Also from the question's window, which may linger for a moment. Editors keep their own undo.
        self._shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        self._shortcut.setContext(Qt.ShortcutContext.ApplicationShortcut)
        self._shortcut.setAutoRepeat(False)
        self._shortcut.activated.connect(self._undo)
        self._frames = QTimer(self)
        self._frames.timeout.connect(self._look)
        context.theme.changed.connect(self.update)
        self.withdraw()

    @property
    def share_left(self) -> float:
        """How much of the time is left, 0 to 1."""
        return max(0.0, self._left / self._seconds) if self._seconds else 0.0

    def offer(self, questions: QuestionSet, response: Response, seconds: float) -> None:
        """Show the bar for so long."""
        self._answer = (questions, response)
        self._seconds = self._left = seconds
        self._looked_at = self._clock.monotonic()
        self.retranslate()
        self._shortcut.setEnabled(True)
        self._frames.start(FRAME_MS if self._theme.moves else STILL_MS)
        self.show()
        words = _("{answer}. To undo, press {key}.")
        self._announce(self, words.format(answer=self.words.text(), key=self._key_text()))

    def withdraw(self) -> None:
        """Take the bar away."""
        self._answer = None
        self._frames.stop()
        self._shortcut.setEnabled(False)
        self.hide()

    def _undo(self) -> None:
        if self._answer is not None:
            self.withdraw()
            self.undo.emit()

    def _look(self) -> None:
        now = self._clock.monotonic()
        if not (self.underMouse() or self.button.hasFocus()):
            self._left -= now - self._looked_at
        self._looked_at = now
        if self._left <= 0:
            self.withdraw()
            self.over.emit()
            return
        self.update(0, self.height() - _LINE_PX - 1, self.width(), _LINE_PX + 1)

    @staticmethod
    def _key_text() -> str:
        native = QKeySequence.SequenceFormat.NativeText
        return QKeySequence(QKeySequence.StandardKey.Undo).toString(native)

    @override
    def retranslate(self) -> None:
        self.button.setText(_("Undo"))
        self.button.setToolTip(plain_tip(self._key_text()))
        if self._answer is None:
            return
        text = undo_text(*self._answer)
        self.words.set_text(text)
        self.setAccessibleName(text)
        self.button.setAccessibleName(_("Undo: {answer}").format(answer=text))

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        super().paintEvent(arg__1)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.tokens.success))
        room = self.width() - 24.0
        top = self.height() - _LINE_PX - 1.0
        painter.drawRoundedRect(QRectF(12, top, room * self.share_left, _LINE_PX), 1.5, 1.5)
