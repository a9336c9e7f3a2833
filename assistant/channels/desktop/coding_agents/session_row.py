"""What one session of a coding agent does, and since when."""

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from assistant.channels.desktop.coding_agents.task_card import TaskCard
from assistant.channels.desktop.questions.asker_mark import AskerMark
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip, restyle
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.channels.desktop.widgets.theme import Theme
from assistant.coding_agents.model.board_text import activity_text, session_line
from assistant.coding_agents.model.session_board import AgentActivity, AgentSession
from assistant.locale import _

_SENTENCE_LIMIT = 160


class SessionRow(QFrame):
    """One session.

    Args:
        session: How it stands.
        theme: Colours of what it changes.

    Signals:
        answer: The user wants to answer its question; carries the id of the set.
        stop: They want it to stop what it does; carries what the agent calls the session.
        close_task: They are done with an agent that Parley started; carries the same.
    """

    answer = Signal(str)
    stop = Signal(str)
    close_task = Signal(str)

    def __init__(self, session: AgentSession, *, theme: Theme) -> None:
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
            theme=theme,
            on_stop=lambda: self.stop.emit(self._session.asker.session),
            on_close=lambda: self.close_task.emit(self._session.asker.session),
        )
        self._head = hbox(self._mark, (self._title, 1), gap=8)
        self._foot = hbox(gap=6)
        vbox(
            self._head,
            self._sentence,
            self._foot,
            self.task,
            inside=self,
            gap=6,
            margins=(12, 10, 8, 8),
        )
        self.set_wide(False)

    @property
    def text(self) -> str:
        """All that it says, for a screen reader and for tests."""
        return self.accessibleName()

    def set_wide(self, is_wide: bool) -> None:
        """Say what it does beside its title, where a line is wide, or below."""
        here, there = (self._head, self._foot) if is_wide else (self._foot, self._head)
        for part in (self._activity, self.answer_button):
            there.removeWidget(part)
            here.removeWidget(part)
            here.addWidget(part)
        here.setStretchFactor(self._activity, 0 if is_wide else 1)
        self._activity.setWordWrap(not is_wide)

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
