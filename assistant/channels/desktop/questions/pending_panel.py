"""The list of what waits for the user, beside or above the conversation: questions and sessions."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QToolButton
from typing_extensions import override

from assistant.channels.desktop.coding_agents.session_list import SessionList
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.questions.asker_mark import AskerMark
from assistant.channels.desktop.questions.model.answer_wording import (
    heading_of,
    pending_state_text,
)
from assistant.channels.desktop.questions.model.pending_questions import PendingItem
from assistant.channels.desktop.widgets.buttons import IconButton, push_button
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import HeaderChip, plain_label, plain_tip, restyle
from assistant.channels.desktop.widgets.layouts import hbox, scroll_column, vbox
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _
from assistant.questions.form.captions import age_text, asker_text, progress_dots

if TYPE_CHECKING:
    from assistant.coding_agents.model.session_board import SessionBoard

AGES_MS: Final = 20_000
"""Between two looks at the clock; ages are shown in minutes."""
POINTED_MS: Final = 1600
"""How long a question is lit that has just come into the list."""
_QUESTION_LIMIT: Final = 160
_STEPS: Final[Mapping[int, int]] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class PendingRow(QFrame):
    """One question that waits.

    Signals:
        answer: The user wants to answer it; carries the id of the set, as the others do.
        put_off: They want to leave it for later.
        cancel: They want to close it without an answer.
    """

    answer = Signal(str)
    put_off = Signal(str)
    cancel = Signal(str)

    def __init__(self, *, theme: Theme, item: PendingItem) -> None:
        super().__init__()
        self.item = item
        self.setObjectName("pending_row")
        self.setProperty("role", "pending_row")
        self._chip = HeaderChip()
        self._standing = plain_label(role="description")
        self._standing.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._question = plain_label()
        self._mark = AskerMark()
        self._facts = plain_label(role="description")
        self.answer_button = push_button(
            "pending_answer", on_click=lambda: self.answer.emit(self.item.id)
        )
        self.more_button = IconButton(Icon.MORE, theme=theme, name="pending_more")
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.more_button)
        self.later_action = self._menu.addAction("")
        self.later_action.triggered.connect(lambda: self.put_off.emit(self.item.id))
        self.cancel_action = self._menu.addAction("")
        self.cancel_action.triggered.connect(lambda: self.cancel.emit(self.item.id))
        self.more_button.setMenu(self._menu)
        vbox(
            hbox(self._chip, (self._standing, 1), gap=8),
            self._question,
            hbox(self._mark, (self._facts, 1), self.answer_button, self.more_button, gap=6),
            inside=self,
            gap=6,
            margins=(12, 10, 8, 8),
        )
        self._point = QTimer(self)
        self._point.setSingleShot(True)
        self._point.setInterval(POINTED_MS)
        self._point.timeout.connect(lambda: self._light(is_lit=False))

    @property
    def is_lit(self) -> bool:
        """Whether it is pointed out now."""
        return self._point.isActive()

    @property
    def text(self) -> str:
        """All that it says, for a screen reader and for tests."""
        return self.accessibleName()

    def show_item(self, item: PendingItem, age_s: float) -> None:
        """Show a question, asked so many seconds ago."""
        self.item = item
        questions = item.questions
        header = heading_of(questions)
        words = " ".join(questions.questions[0].text.split())
        self._chip.show_header(header)
        standing = pending_state_text(item)
        self._standing.setText(standing)
        self._standing.setProperty("standing", item.standing.value)
        restyle(self._standing)
        self._question.setText(elided(words, _QUESTION_LIMIT))
        self._question.setToolTip(plain_tip(questions.questions[0].text))
        self._mark.show_asker(questions.asker)
        facts = [asker_text(questions, is_elsewhere=item.is_elsewhere), age_text(age_s)]
        if item.total > 1:
            facts.append(progress_dots(item.done, item.total))
        if item.alike > 1:
            facts.append(_("one of {n} alike").format(n=item.alike))
        line = " · ".join(part for part in facts if part)
        self._facts.setText(line)
        self.answer_button.setText(_("Answer"))
        self.answer_button.setEnabled(item.can_answer)
        self.later_action.setText(_("Later"))
        self.later_action.setVisible(item.can_put_off)
        self.cancel_action.setText(_("Cancel the question"))
        self.cancel_action.setVisible(item.can_cancel)
        self.more_button.setVisible(item.can_put_off or item.can_cancel)
        self.more_button.describe(_("More"), _("More about: {question}").format(question=header))
        self.answer_button.setAccessibleName(_("Answer: {question}").format(question=header))
        self.answer_button.setAccessibleDescription(f"{words} {standing}, {line}")
        self.setAccessibleName(f"{header}: {words} {standing}, {line}")

    def point_out(self) -> None:
        """Light up for a moment."""
        self._light(is_lit=True)
        self._point.start()

    def _light(self, *, is_lit: bool) -> None:
        self.setProperty("lit", is_lit)
        for part in (self, *self.findChildren(QLabel)):
            restyle(part)


class PendingPanel(Translated, QFrame):
    """Every question that waits, oldest first, and below them the sessions of coding agents.

    Attributes:
        sessions: The sessions.

    Signals:
        answer: The user wants to answer the set of this id.
        put_off: They want to leave it for later.
        cancel: They want to close it without an answer.
        closed: They want the panel away.
    """

    answer = Signal(str)
    put_off = Signal(str)
    cancel = Signal(str)
    closed = Signal()

    def __init__(self, context: DesktopContext) -> None:
        super().__init__()
        self._theme = context.theme
        self._clock = context.clock
        self._engine = context.engine
        self._items: tuple[PendingItem, ...] = ()
        self._rows: dict[str, PendingRow] = {}
        self.setObjectName("pending_panel")
        self._title = plain_label(role="title", wraps=False)
        self.close_button = IconButton(
            Icon.CLOSE, theme=context.theme, name="close_panel", on_click=self.closed
        )
        self._empty = plain_label(role="secondary", name="nothing_waits")
        self.sessions = SessionList(theme=context.theme)
        self.sessions.answer.connect(self.answer)
        self.sessions.stop.connect(self._stop_task)
        self.sessions.close_task.connect(self._close_task)
        self._scroll, self._box = scroll_column(
            self._empty, self.sessions, gap=8, margins=(12, 2, 12, 12)
        )
        self._head = hbox((self._title, 1), self.close_button, margins=(14, 10, 8, 4))
        vbox(self._head, (self._scroll, 1), inside=self, gap=0)
        self._ages = QTimer(self)
        self._ages.setInterval(AGES_MS)
        self._ages.timeout.connect(self.refresh)
        self.retranslate()

    @override
    def sizeHint(self) -> QSize:
        """As high as all it lists: a scroll area alone wants what it had room for at first."""
        width = max(self.width(), 1)
        column = self._box
        high = column.heightForWidth(width) if column.hasHeightForWidth() else -1
        high = max(high, column.sizeHint().height())
        return QSize(super().sizeHint().width(), self._head.sizeHint().height() + high)

    @property
    def rows(self) -> list[PendingRow]:
        """The rows, top to bottom."""
        return [self._rows[item.id] for item in self._items]

    @property
    def is_counting(self) -> bool:
        """Whether ages are being kept; only while somebody can see them."""
        return self._ages.isActive()

    def show_items(self, items: Sequence[PendingItem]) -> None:
        """Show these questions; rows that stay are not made anew, so that the focus stays."""
        self._items = tuple(items)
        wanted = {item.id for item in items}
        for questions_id in [known for known in self._rows if known not in wanted]:
            self._remove(questions_id)
        for place, item in enumerate(items):
            if item.id not in self._rows:
                self._rows[item.id] = self._make(item)
            row = self._rows[item.id]
            if self._box.indexOf(row) != place + 1:
                self._box.removeWidget(row)
                self._box.insertWidget(place + 1, row)
                row.show()  # at once, so that it can take the focus
        self._show_whether_empty()
        self.refresh()

    def show_sessions(self, board: "SessionBoard") -> None:
        """Show how the sessions of coding agents stand."""
        focused = self.focusWidget()
        had_focus = self.sessions.isAncestorOf(focused) if focused else False
        for row in self.sessions.show_board(board, self._clock.now()):
            row.answer_button.installEventFilter(self)
        if had_focus and not focused.isVisible():
            self.close_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_whether_empty()

    def _stop_task(self, session: str) -> None:
        from assistant.protocol.coding_agents import StopAgentTask

        self._engine.submit(StopAgentTask(session=session))

    def _close_task(self, session: str) -> None:
        from assistant.protocol.coding_agents import CloseAgentTask

        self._engine.submit(CloseAgentTask(session=session))

    def _show_whether_empty(self) -> None:
        self._empty.setVisible(not self._items and not self.sessions.has_waiting)
        self.updateGeometry()

    def refresh(self) -> None:
        """Show how old the questions are by now, and since when sessions do what they do."""
        now = self._clock.now()
        self.sessions.refresh(now)
        for item in self._items:
            self._rows[item.id].show_item(item, (now - item.asked_at).total_seconds())

    def point_out(self, questions_id: str) -> None:
        """Light up a question for a moment."""
        row = self._rows.get(questions_id)
        if row is not None:
            self._scroll.ensureWidgetVisible(row)
            row.point_out()

    def focus_first(self) -> None:
        """Put the focus on the oldest question, or on what closes the panel."""
        buttons = [row.answer_button for row in self.rows if row.item.can_answer]
        target = buttons[0] if buttons else self.close_button
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _make(self, item: PendingItem) -> PendingRow:
        row = PendingRow(theme=self._theme, item=item)
        row.answer.connect(self.answer)
        row.put_off.connect(self.put_off)
        row.cancel.connect(self.cancel)
        for button in (row.answer_button, row.more_button):
            button.installEventFilter(self)
        return row

    def _remove(self, questions_id: str) -> None:
        row = self._rows.pop(questions_id)
        had_focus = row.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self._box.removeWidget(row)
        row.hide()
        row.deleteLater()
        if had_focus:
            self.close_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _step(self, by: int) -> None:
        """Move the focus to the row below or above."""
        rows = [row for row in self.rows if row.item.can_answer]
        places = [*rows, *self.sessions.answerable]
        focused = self.focusWidget()
        here = next(
            (n for n, row in enumerate(places) if focused and row.isAncestorOf(focused)), None
        )
        if not places:
            return
        place = places[0 if here is None else min(max(here + by, 0), len(places) - 1)]
        place.answer_button.setFocus(Qt.FocusReason.TabFocusReason)
        self._scroll.ensureWidgetVisible(place)

    @override
    def retranslate(self) -> None:
        self._title.setText(_("Open questions"))
        self.setAccessibleName(_("Open questions"))
        self._empty.setText(_("Nothing waits for you. What you leave for later is kept here."))
        self.close_button.describe(_("Close the list (Esc)"), _("Close the list"))
        self.refresh()

    @override
    def event(self, event: QEvent) -> bool:
        # Esc closes the list while the focus is in it, rather than stopping the reply.
        is_asking = event.type() == QEvent.Type.ShortcutOverride
        if is_asking and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A button would take the arrows for itself and go to the button beside it.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = _STEPS.get(event.key())
            if step is not None:
                self._step(step)
                return True
        return super().eventFilter(watched, event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in _STEPS:
            self._step(_STEPS[event.key()])
        else:
            super().keyPressEvent(event)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
        self._ages.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ages.stop()
