"""Puts question dialogs for the tests and plays the user."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.questions.dialog.question_dialog import QuestionDialog
from assistant.channels.desktop.widgets.theme import Theme
from assistant.questions.model.question import (
    Answer,
    Answered,
    Draft,
    Method,
    QuestionSet,
    Response,
)
from tests.helpers.clock import ManualClock

W = TypeVar("W", bound=QWidget)


class Desk:
    """A dialog and all that it said."""

    def __init__(self, dialog: QuestionDialog, clock: ManualClock, spoken: list[str]) -> None:
        self.dialog = dialog
        self.clock = clock
        self.spoken = spoken
        """What a screen reader was told."""
        self.responses: list[Response] = []
        self.for_all: list[tuple[Response, tuple[str, ...]]] = []
        self.drafts: list[Draft] = []
        self.touches: list[None] = []
        self.aside: list[None] = []
        self.reopened: list[None] = []
        self.files: list[Path] = []
        dialog.responded.connect(self.responses.append)
        dialog.responded_all.connect(self._said_for_all)
        dialog.draft_changed.connect(self.drafts.append)
        dialog.touched.connect(partial(self.touches.append, None))
        dialog.put_aside.connect(partial(self.aside.append, None))
        dialog.reopen.connect(partial(self.reopened.append, None))
        dialog.file_wanted.connect(self.files.append)

    def _said_for_all(self, response: Response, others: tuple[str, ...]) -> None:
        self.for_all.append((response, others))

    def find(self, kind: type[W], name: str) -> W:
        # The dialog holds what it replaced, so the newest of a name is the one that counts.
        found = [w for w in self.dialog.findChildren(kind, name) if w.window() is self.dialog]
        assert found, name
        return found[-1]

    def widget(self, name: str) -> QWidget:
        return self.find(QWidget, name)

    def button(self, name: str) -> QPushButton:
        return self.find(QPushButton, name)

    def label(self, name: str) -> str:
        return self.find(QLabel, name).text()

    def shows(self, name: str) -> bool:
        settle()
        return any(w.isVisibleTo(self.dialog) for w in self.dialog.findChildren(QWidget, name))

    def texts(self) -> list[str]:
        """Return the texts of every label that shows, in no order."""
        settle()
        labels = self.dialog.findChildren(QLabel)
        return [label.text() for label in labels if label.isVisibleTo(self.dialog)]

    def key(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self._focused, key)

    def hold(self, key: Qt.Key) -> None:
        """Send the repeat of a key that is held down."""
        event = QKeyEvent(
            QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", autorep=True
        )
        QApplication.sendEvent(self._focused, event)

    def type(self, words: str) -> None:
        QTest.keyClicks(self._focused, words)

    def click(self, name: str) -> None:
        QTest.mouseClick(self.widget(name), Qt.MouseButton.LeftButton)

    @property
    def focus(self) -> str:
        return self._focused.objectName()

    @property
    def _focused(self) -> QWidget:
        """What the keyboard goes to while the dialog is the active window."""
        # Asked of the dialog: the offscreen platform at times forgets which window is active.
        widget = self.dialog.focusWidget() or self.dialog
        assert widget is self.dialog or widget.isVisibleTo(self.dialog), (
            "what is hidden gets no keys"
        )
        return widget

    @property
    def answers(self) -> tuple[Answer, ...]:
        (response,) = self.responses
        assert isinstance(response, Answered)
        return response.answers

    @property
    def method(self) -> Method:
        (response,) = self.responses
        assert isinstance(response, Answered)
        return response.provenance.method


def settle() -> None:
    """Let what was laid out just now be shown."""
    QApplication.processEvents()


Put = Callable[..., Desk]


def putting(qtbot: QtBot, theme: Theme, clock: ManualClock) -> Put:
    """Return what puts a question; the dialog is armed unless told otherwise."""
    # Nobody else owns a dialog without a parent: collected in the middle of its own painting, it
    # would take the process along.
    kept: list[QuestionDialog] = []

    def put(
        questions: QuestionSet,
        *,
        draft: Draft | None = None,
        armed: bool = True,
        linger_ms: int = 0,
        width: int = 0,
        **options: object,
    ) -> Desk:
        spoken: list[str] = []
        dialog = QuestionDialog(
            questions=questions,
            draft=draft or Draft(),
            theme=theme,
            clock=clock,
            arm_delay_s=0.3,
            linger_ms=linger_ms,
            announce=lambda _widget, text: spoken.append(text),
            **options,  # pyright: ignore[reportArgumentType]
        )
        kept.append(dialog)
        desk = Desk(dialog, clock, spoken)
        if width:
            dialog.resize(width, dialog.height())
        with qtbot.waitExposed(dialog):
            dialog.show()
        dialog.activateWindow()
        if armed:
            clock.advance(0.31)
        return desk

    return put
