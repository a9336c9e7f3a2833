"""The sessions of coding agents, below the questions that wait: what each does, and since when."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from assistant.channels.desktop.coding_agents.task_card import TaskCard
from assistant.channels.desktop.questions.asker_mark import AskerMark
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip, restyle
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.channels.desktop.widgets.translated import Translated
from assistant.coding_agents.model.board_text import activity_text, session_line
from assistant.coding_agents.model.session_board import AgentActivity, AgentSession, SessionBoard
from assistant.locale import _

_SENTENCE_LIMIT = 160


class SessionRow(QFrame):
    """One session.

    Signals:
        answer: The user wants to answer its question; carries the id of the set.
        stop: They want it to stop what it does; carries what the agent calls the session.
        close_task: They are done with an agent that Parley started; carries the same.
    """

    answer = Signal(str)
    stop = Signal(str)
    close_task = Signal(str)

    def __init__(self, session: AgentSession) -> None:
        super().__init__()
        self.setObjectName("session_row")
        self.setProperty("role", "pending_row")
        self._session = session
        self._mark = AskerMark(session.asker)
        self._title = plain_label(session.asker.title)
        self._activity = plain_label(role="description")
        self._sentence = plain_label(role="secondary")
        self.answer_button = push_button("session_answer", on_click=self._answer)
        self.task = TaskCard(
            on_stop=lambda: self.stop.emit(self._session.asker.session),
            on_close=lambda: self.close_task.emit(self._session.asker.session),
        )
        vbox(
            hbox(self._mark, (self._title, 1), gap=8),
            self._sentence,
            hbox((self._activity, 1), self.answer_button, gap=6),
            self.task,
            inside=self,
            gap=6,
            margins=(12, 10, 8, 8),
        )

    @property
    def text(self) -> str:
        """All that it says, for a screen reader and for tests."""
        return self.accessibleName()

    def show_session(self, session: AgentSession, now: datetime) -> None:
        """Show how it stands at a moment."""
        self._session = session
        self._mark.show_asker(session.asker)
        self._activity.setText(activity_text(session, now))
        is_waiting = session.activity is AgentActivity.WAITING
        self._activity.setProperty("standing", "asked" if is_waiting else "")
        restyle(self._activity)
        self._sentence.setText(elided(session.last_sentence, _SENTENCE_LIMIT))
        self._sentence.setToolTip(plain_tip(session.last_sentence))
        self._sentence.setVisible(bool(session.last_sentence) and session.task is None)
        self.task.setVisible(session.task is not None)
        if session.task is not None:
            self.task.show_task(session.task, session.asker.title)
        self.answer_button.setText(_("Answer"))
        self.answer_button.setVisible(bool(session.open_questions))
        self.answer_button.setAccessibleName(
            _("Answer: {question}").format(question=session.asker.title)
        )
        line = session_line(session, now)
        self.answer_button.setAccessibleDescription(line)
        self.setAccessibleName(line)

    def _answer(self) -> None:
        if self._session.open_questions:
            self.answer.emit(self._session.open_questions[0])


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

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("session_list")
        self._board = SessionBoard()
        self._rows: dict[tuple[str, str], SessionRow] = {}
        """By title and session: one that does not say which it is has the title of the first."""
        self._title = plain_label(role="section")
        self._box = vbox(self._title, inside=self, gap=8)
        self.retranslate()
        self.hide()

    @property
    def rows(self) -> list[SessionRow]:
        """The rows, top to bottom."""
        return [self._rows[_key(one)] for one in self._board.by_need]

    @property
    def answerable(self) -> Sequence[SessionRow]:
        """The rows with a question to answer, top to bottom."""
        return [row for row in self.rows if not row.answer_button.isHidden()]

    @property
    def has_waiting(self) -> bool:
        """Whether any session waits for the user."""
        return bool(self._board.waiting)

    def show_board(self, board: SessionBoard, now: datetime) -> list[SessionRow]:
        """Show these sessions; rows that stay are not made anew. Returns those that are new."""
        self._board = board
        wanted = {_key(one) for one in board.sessions}
        for key in [known for known in self._rows if known not in wanted]:
            row = self._rows.pop(key)
            self._box.removeWidget(row)
            row.hide()
            row.deleteLater()
        made: list[SessionRow] = []
        for place, session in enumerate(board.by_need, start=1):
            key = _key(session)
            if key not in self._rows:
                row = self._rows[key] = SessionRow(session)
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

    def refresh(self, now: datetime) -> None:
        """Show since when they do what they do, at a moment."""
        for session in self._board.sessions:
            self._rows[_key(session)].show_session(session, now)

    @override
    def retranslate(self) -> None:
        self._title.setText(_("Coding agents"))
        self.setAccessibleName(_("Coding agents"))


def _key(session: AgentSession) -> tuple[str, str]:
    return session.asker.title, session.asker.session
