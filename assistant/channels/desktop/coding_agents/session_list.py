"""The sessions of coding agents, below the questions that wait: what each does, and since when."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _

if TYPE_CHECKING:  # the window starts without a session
    from assistant.channels.desktop.coding_agents.session_row import SessionRow
    from assistant.coding_agents.model.session_board import AgentSession, SessionBoard


class SessionList(Translated, QFrame):
    """The sessions, those first that wait for the user; hidden while there are none.

    Signals:
        answer: The user wants to answer a question; carries the id of the set.
        stop: They want a session to stop what it does; carries what the agent calls it.
        close_task: They are done with an agent that Parley started; carries the same.
    """

    answer = Signal(str)
    stop = Signal(str)
    close_task = Signal(str)

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("session_list")
        self._by_need: Sequence[AgentSession] = ()
        self._has_waiting = False
        self._is_wide = False
        self._rows: dict[tuple[str, str], SessionRow] = {}
        """By title and session: one that does not say which it is has the title of the first."""
        self._title = plain_label(role="section")
        self._box = vbox(self._title, inside=self, gap=8)
        self.retranslate()
        self.hide()

    @property
    def rows(self) -> "list[SessionRow]":
        """The rows, top to bottom."""
        return [self._rows[_key(one)] for one in self._by_need]

    @property
    def answerable(self) -> "Sequence[SessionRow]":
        """The rows with a question to answer, top to bottom."""
        return [row for row in self.rows if not row.answer_button.isHidden()]

    @property
    def has_waiting(self) -> bool:
        """Whether any session waits for the user."""
        return self._has_waiting

    def show_board(self, board: "SessionBoard", now: datetime) -> "list[SessionRow]":
        """Show these sessions; rows that stay are not made anew. Returns those that are new."""
        from assistant.channels.desktop.coding_agents.session_row import SessionRow

        self._by_need = board.by_need
        self._has_waiting = bool(board.waiting)
        wanted = {_key(one) for one in board.sessions}
        for key in [known for known in self._rows if known not in wanted]:
            row = self._rows.pop(key)
            self._box.removeWidget(row)
            row.hide()
            row.deleteLater()
        made: list[SessionRow] = []
        for place, session in enumerate(self._by_need, start=1):
            key = _key(session)
            if key not in self._rows:
                row = self._rows[key] = SessionRow(session, theme=self._theme)
                row.set_wide(self._is_wide)
                row.answer.connect(self.answer)
                row.stop.connect(self.stop)
                row.close_task.connect(self.close_task)
                made.append(row)
            row = self._rows[key]
            if self._box.indexOf(row) != place:
                self._box.removeWidget(row)
                self._box.insertWidget(place, row)
                row.show()  # at once, so that it can take the focus
        self.setVisible(bool(board.sessions))
        self.refresh(now)
        return made

    def set_wide(self, is_wide: bool) -> None:
        """Give each a line as long as the window is wide, rather than a card in a column."""
        if is_wide != self._is_wide:
            self._is_wide = is_wide
            for row in self._rows.values():
                row.set_wide(is_wide)

    def refresh(self, now: datetime) -> None:
        """Show since when they do what they do, at a moment."""
        for session in self._by_need:
            self._rows[_key(session)].show_session(session, now)

    @override
    def retranslate(self) -> None:
        self._title.setText(_("Coding agents"))
        self.setAccessibleName(_("Coding agents"))


def _key(session: "AgentSession") -> tuple[str, str]:
    return session.asker.title, session.asker.session
