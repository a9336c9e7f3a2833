"""The conversation: its entries, in order."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QToolButton,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop import wording
from assistant.channels.desktop.following import FollowingColumn
from assistant.channels.desktop.history import PastItem, interleaved
from assistant.channels.desktop.theme import Theme
from assistant.channels.desktop.transcript_branch import LeftBranch
from assistant.channels.desktop.transcript_cards import (
    RemarkEntry,
    ReplyEntry,
    ThinkingEntry,
    ToolEntry,
    UserEntry,
)
from assistant.channels.desktop.transcript_questions import QuestionEntry
from assistant.channels.desktop.view import Branch
from assistant.clock import Clock
from assistant.conversation.events import HistoryMessage, PastQuestion
from assistant.locale import _
from assistant.questions.formats.advertised import is_question_tool
from assistant.questions.model import Channel, QuestionSet, Response

HISTORY_PAGE: Final = 60
"""Messages of the past that are laid out at once."""


class Transcript(FollowingColumn):
    """The entries of the current conversation, in order.

    Signals:
        link_clicked: The address of a link, as written.
        open_question: The person wants to answer the question set of this id.
        change_answer: They want to change the answer to it.
        return_to: They want to go on anew from it.
        reopen_question: They want to answer it although its time was up.
    """

    link_clicked = Signal(str)
    open_question = Signal(str)
    change_answer = Signal(str)
    return_to = Signal(str)
    reopen_question = Signal(str)

    def __init__(self, *, theme: Theme, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, parent=parent)
        self._clock = clock
        self._sent: dict[int, UserEntry] = {}
        self._tools: dict[str, ToolEntry] = {}
        self._questions: dict[str, QuestionEntry] = {}
        self._ghost: UserEntry | None = None
        self._reply: ReplyEntry | None = None
        self._thinking: ThinkingEntry | None = None
        self._last_user: UserEntry | None = None
        self._notes: dict[str, UserEntry] = {}
        self._earlier: list[PastItem] = []
        self._more = QToolButton()
        self._more.setProperty("role", "suggestion")
        self._more.clicked.connect(self._show_earlier)
        self._more.hide()
        self._box.insertWidget(0, self._more, 0, Qt.AlignmentFlag.AlignHCenter)
        self.retranslate()

    @property
    def entries(self) -> list[QWidget]:
        """The entries, top to bottom."""
        found: list[QWidget] = []
        for index in range(self._box.count()):
            item = self._box.itemAt(index)
            widget = item.widget() if item else None
            if widget is not None and widget is not self._more:
                found.append(widget)
        return found

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to read."""
        return not self.entries

    # Whole conversations.

    def clear(self, *, branch: Branch | None = None) -> None:
        """Take every entry away; what is on a branch that is left stays, folded."""
        kept = [] if branch is None else self._left_behind(branch)
        for entry in self.entries:
            self._box.removeWidget(entry)
            if entry not in kept:
                entry.hide()
                entry.deleteLater()
        for known in (self._sent, self._tools, self._questions, self._notes):
            known.clear()
        self._ghost = self._reply = self._thinking = self._last_user = None
        self._earlier = []
        self._more.hide()
        self._follows = True
        self._place_jump()
        if kept:
            self._append(LeftBranch(theme=self._theme, entries=kept))

    def _left_behind(self, branch: Branch) -> list[QWidget]:
        """Return what stands below a question, without those that stay on the new branch."""
        entries = self.entries
        card = self._questions.get(branch.left_at)
        if card is None or card not in entries:
            return []
        taken = self._questions.get(branch.taken_at)
        below = entries[entries.index(card) + 1 :]
        return [
            entry
            for entry in below
            if not isinstance(entry, QuestionEntry) or (entry is not taken and not entry.is_open)
        ]

    def show_history(
        self, messages: Sequence[HistoryMessage], questions: Sequence[PastQuestion] = ()
    ) -> None:
        """Show the past above what is there; only its end until the person asks for more."""
        self._earlier = list(interleaved(messages, questions))
        self._show_earlier()

    def _show_earlier(self) -> None:
        page, self._earlier = self._earlier[-HISTORY_PAGE:], self._earlier[:-HISTORY_PAGE]
        place = 1
        for item in page:
            if isinstance(item, PastQuestion) and item.questions.id in self._questions:
                continue  # it was opened again meanwhile
            made = (
                [self._past_question(item)] if isinstance(item, PastQuestion) else self._past(item)
            )
            for entry in made:
                self._box.insertWidget(place, entry)
                place += 1
        self._more.setVisible(bool(self._earlier))

    def _past_question(self, past: PastQuestion) -> QuestionEntry:
        entry = self._question_entry(past.questions)
        entry.close_with(past.response, past.channel)
        return entry

    def _past(self, message: HistoryMessage) -> list[QWidget]:
        made: list[QWidget] = []
        for name in (name for name in message.tools if not is_question_tool(name)):
            tool = ToolEntry(theme=self._theme, name=name)
            tool.finish("", is_error=False)
            made.append(tool)
        if message.role == "user":
            made.append(UserEntry(theme=self._theme, text=message.text))
        elif message.text:
            reply = ReplyEntry(theme=self._theme, text=message.text)
            reply.link_clicked.connect(self.link_clicked)
            made.append(reply)
        if message.partial:
            made.append(RemarkEntry(text=_("This reply was cut short."), hint="", role="info"))
        return made

    # The person's words.

    def add_sent(self, key: int, text: str, *, queued: bool) -> None:
        """Show typed words."""
        self._sent[key] = self.add_user(text)
        if queued:
            self._sent[key].set_note(_("Queued"))
        self.follow()

    def sent_settled(self, key: int) -> None:
        """Take the mark of waiting off typed words."""
        self._sent[key].set_note("")

    def mark_answer(self, key: int, questions: QuestionSet) -> None:
        """Typed words were taken as the answer to a question."""
        entry = self._sent.pop(key, None)
        if entry is not None:
            header = questions.questions[0].header or questions.title or _("Question")
            entry.set_note(_("Answer to “{question}”").format(question=header))

    def add_user(self, text: str, *, spoken: bool = False) -> UserEntry:
        """Show words of the person."""
        entry = UserEntry(theme=self._theme, text=text)
        if spoken:
            entry.set_note(_("Spoken"))
        self._append(entry)
        self._last_user = entry
        return entry

    def set_interim(self, text: str) -> None:
        """Show what is being heard; empty takes it away."""
        if not text:
            if self._ghost is not None:
                self._box.removeWidget(self._ghost)
                self._ghost.hide()
                self._ghost.deleteLater()
                self._ghost = None
            return
        if self._ghost is None:
            self._ghost = UserEntry(theme=self._theme, text=text, ghost=True)
            self._append(self._ghost)
        else:
            self._ghost.set_text(text)

    # The reply.

    def begin_turn(self, turn_id: str, *, number: int | None, sent: int | None) -> None:
        """What follows belongs to a new turn; words that waited move down to it."""
        self._reply = self._thinking = None
        if number is None:
            return
        entry = self._sent.pop(sent) if sent is not None and sent in self._sent else None
        if entry is not None and entry is not self.entries[-1]:
            self._box.removeWidget(entry)
            self._append(entry)
        entry = entry or self._last_user
        if entry is not None:
            entry.setToolTip(_("Round {n}").format(n=number))
            self._notes[turn_id] = entry

    def append_reply(self, text: str) -> None:
        """Show more of the reply."""
        if self._reply is None:
            text = text.lstrip("\n")  # what only parts it from the words before
            if not text:
                return
            self._reply = ReplyEntry(theme=self._theme)
            self._reply.link_clicked.connect(self.link_clicked)
            self._append(self._reply)
            self._thinking = None
        self._reply.append(text)

    def append_thinking(self, text: str) -> None:
        """Show more of the reasoning."""
        if self._thinking is None:
            self._thinking = ThinkingEntry(theme=self._theme)
            self._append(self._thinking)
            self._reply = None
        self._thinking.append(text)

    def end_segment(self) -> None:
        """What comes next stands apart."""
        self._reply = self._thinking = None

    def add_tool(self, tool_use_id: str, name: str, arguments: str) -> None:
        """Show a tool that runs."""
        self.end_segment()
        entry = ToolEntry(theme=self._theme, name=name, arguments=arguments)
        self._tools[tool_use_id] = entry
        self._append(entry)

    def finish_tool(self, tool_use_id: str, name: str, content: str, *, is_error: bool) -> None:
        """Show what a tool gave."""
        if tool_use_id not in self._tools:
            self.add_tool(tool_use_id, name, "")
        self._tools[tool_use_id].finish(content, is_error=is_error)

    # Questions.

    def add_question(self, questions: QuestionSet) -> None:
        """Show that a question was put."""
        self.end_segment()
        self._append(self._question_entry(questions))

    def close_question(
        self, questions: QuestionSet, response: Response, channel: Channel | None
    ) -> None:
        """Show how a question was settled."""
        if questions.id not in self._questions:
            self.add_question(questions)
        self._questions[questions.id].close_with(response, channel)

    def show_reopened(self, questions: QuestionSet) -> None:
        """Show that a question waits again, also if its card is not laid out yet."""
        if questions.id in self._questions:
            self._questions[questions.id].reopen(questions)
        else:
            self.add_question(questions)

    def note_change(self, questions_id: str, questions: QuestionSet, response: Response) -> None:
        """Show at a question what its answer was changed to."""
        if questions_id in self._questions:
            self._questions[questions_id].note_change(questions, response)

    def show_text_list(self, questions: QuestionSet, text: str) -> None:
        """Show a question as text."""
        if questions.id not in self._questions:
            self.add_question(questions)
        self._questions[questions.id].show_text_list(text)

    def hide_text_list(self, questions_id: str) -> None:
        """Show a question as text no more."""
        if questions_id in self._questions:
            self._questions[questions_id].show_text_list("")

    def _question_entry(self, questions: QuestionSet) -> QuestionEntry:
        entry = QuestionEntry(theme=self._theme, clock=self._clock, questions=questions)
        entry.open_wanted.connect(self.open_question)
        entry.change_wanted.connect(self.change_answer)
        entry.return_wanted.connect(self.return_to)
        entry.reopen_wanted.connect(self.reopen_question)
        self._questions[questions.id] = entry
        return entry

    def add_remark(self, text: str, hint: str = "", *, role: str) -> None:
        """Show a failure (`error`) or a remark (`info`)."""
        self.end_segment()
        self._append(RemarkEntry(text=text, hint=hint, role=role))

    def note_latency(self, turn_id: str, seconds: float) -> None:
        """Write under the person's words how long the answer took."""
        entry = self._notes.pop(turn_id, None)
        if entry is not None:
            parts = [part for part in (entry.note, wording.seconds_text(seconds)) if part]
            entry.set_note(" · ".join(parts))

    def _append(self, entry: QWidget) -> None:
        below = self._ghost if self._ghost is not None and entry is not self._ghost else None
        place = self._box.indexOf(below) if below is not None else self._box.count() - 1
        self._box.insertWidget(place, entry)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self._more.setText(_("Show earlier messages"))
        self.setAccessibleName(_("Conversation"))
