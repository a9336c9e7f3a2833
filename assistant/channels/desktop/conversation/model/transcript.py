"""Turns what happens in a conversation into the rows of its transcript. Pure.

What happens now and what happened long ago go through the same methods, so a conversation that is
opened again has the rows it had while it was held.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.call_ending import CallEnding
from assistant.channels.desktop.conversation.model.history_order import interleave_questions
from assistant.channels.desktop.conversation.model.rows import (
    BranchRow,
    QuestionRow,
    RemarkRow,
    ReplyRow,
    RoundRow,
    ThinkingRow,
    ToolCallRow,
    TranscriptRow,
    TurnEndRow,
    UnreadableChoiceRow,
    UserRow,
)
from assistant.channels.desktop.conversation.model.stored_rows import NORMAL_END, StoredRowsBuilder
from assistant.channels.desktop.conversation.model.transcript_rows import TranscriptRows
from assistant.channels.desktop.conversation.model.turn_duration import (
    duration_without_waits,
    is_awaited,
)
from assistant.channels.desktop.conversation.model.turn_latency import TurnLatency
from assistant.channels.desktop.questions.model.answer_wording import heading_of
from assistant.clock import Clock
from assistant.locale import _
from assistant.protocol.messages import Attachment, HistoryMessage, ImagePart, PastQuestion
from assistant.protocol.notices import NoticeAction
from assistant.questions.model.question import Channel, QuestionSet, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchPoint:
    """The user went back to a question and answered it anew."""

    left_at: str
    """Id of the question; what stands below it is on the branch that is left."""
    taken_at: str
    """Id under which it was answered anew."""


class TranscriptModel(TranscriptRows):
    """The rows of one conversation; presenters write what happens."""

    def __init__(self, *, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._messages: dict[str, int] = {}
        self._forget()

    def _forget(self) -> None:
        self._sent: dict[int, int] = {}
        self._tools: dict[str, int] = {}
        self._questions: dict[str, int] = {}
        self._notes: dict[str, int] = {}
        self._began: dict[str, float] = {}
        self._asked: dict[str, float] = {}
        """When each open question was put that a turn waits for."""
        self._waits: list[tuple[float, float]] = []
        """When questions were open in the turn under way."""
        self._ghost: int | None = None
        self._reply: int | None = None
        self._thinking: int | None = None
        self._segment: list[int] = []
        """Words and reasoning since the last tool."""
        self._last_user: int | None = None
        self._remedies: int | None = None
        """The end of the last turn, if it offers something to do about it."""
        self._turn: str | None = None

    def of_message(self, message_id: str) -> int | None:
        """Return the key of the first row of a message, None if it is not here."""
        return self._messages.get(message_id)

    def attachments_of(self, message_id: str) -> tuple[Attachment, ...]:
        """Return the files of a message of the user's."""
        key = self._messages.get(message_id)
        row = None if key is None else self._rows.get(key)
        return row.attachments if isinstance(row, UserRow) else ()

    def _append(self, row: TranscriptRow) -> int:
        """Add a row at the end, but above what is still being heard."""
        has_ghost = self._ghost is not None
        [key] = self._insert(len(self.keys) - has_ghost, row)
        return key

    # Whole conversations.

    def clear(self, *, branch: BranchPoint | None = None) -> None:
        """Take every row away; what is on a branch that is left stays, folded."""
        kept = () if branch is None else self._left_behind(branch)
        self._messages = {}
        self._forget()
        self._reset(*([BranchRow(rows=kept)] if kept else []))

    def _left_behind(self, branch: BranchPoint) -> tuple[TranscriptRow, ...]:
        """Return what stands below a question, without those that stay on the new branch."""
        key = self._questions.get(branch.left_at)
        if key is None:
            return ()
        taken = self._questions.get(branch.taken_at)
        below = self.keys[self.index(key) + 1 :]
        rows = ((key, self._rows[key]) for key in below if key != taken)
        return tuple(
            replace(row, is_left_behind=True) if isinstance(row, QuestionRow) else row
            for _key, row in rows
            if not (isinstance(row, QuestionRow) and row.is_open)
        )

    def show_history(
        self,
        messages: Sequence[HistoryMessage],
        questions: Sequence[PastQuestion] = (),
        *,
        shown: int = 0,
    ) -> None:
        """Show the past above what is there, each question at its place.

        Args:
            messages: All of it.
            questions: Settled ones.
            shown: How many of the messages, from the first, stand here already. If some do, the
                rest comes below what is there.
        """
        if shown:
            messages = messages[shown:]
            new = {message.message_id for message in messages}
            questions = [question for question in questions if question.after in new]
        past = StoredRowsBuilder()
        for item in interleave_questions(messages, questions):
            is_question = isinstance(item, PastQuestion)
            if is_question and item.questions.id in self._questions:
                continue  # it was opened again meanwhile
            past.add_item(item)
        past.offer_again()
        at = len(self.keys) - (self._ghost is not None) if shown else 0
        keys = self._insert(at, *past.rows)
        self._messages.update(
            (message_id, keys[index]) for message_id, index in past.of_message.items()
        )
        for key, row in zip(keys, past.rows, strict=True):
            if isinstance(row, QuestionRow):
                self._questions[row.questions.id] = key
            elif isinstance(row, RemarkRow) and row.actions:
                self._remedies = key

    # The user's words.

    def add_sent(
        self, key: int, text: str, *, queued: bool, attachments: Sequence[Attachment] = ()
    ) -> None:
        """Show typed words; `queued` if a turn must end before they are taken."""
        self._sent[key] = self._last_user = self._append(
            UserRow(text=text, is_queued=queued, sent_key=key, attachments=tuple(attachments))
        )

    def sent_settled(self, key: int) -> None:
        """Take the mark of waiting off typed words."""
        row = self._sent[key]
        self._change(row, replace(self._get(row, UserRow), is_queued=False))

    def withdraw_sent(self, key: int) -> None:
        """Take typed words away that were taken back."""
        row = self._sent.pop(key, None)
        if row is not None:
            if row == self._last_user:
                self._last_user = None
            self._remove(row)

    def mark_answer(self, key: int, questions: QuestionSet) -> None:
        """Typed words were taken as the answer to a question."""
        row = self._sent.pop(key, None)
        if row is not None:
            own = self._get(row, UserRow)
            self._change(row, replace(own, answer_to=heading_of(questions), is_queued=False))

    def add_user(
        self, text: str, *, spoken: bool = False, attachments: Sequence[Attachment] = ()
    ) -> None:
        """Show words of the user."""
        self._last_user = self._append(
            UserRow(text=text, is_spoken=spoken, attachments=tuple(attachments))
        )

    def set_interim(self, text: str, tentative: str = "") -> None:
        """Show what is being heard; empty takes it away.

        Args:
            text: The words so far.
            tentative: The end of them that may still change.
        """
        if self._ghost is not None and not text:
            ghost, self._ghost = self._ghost, None
            self._remove(ghost)
        elif self._ghost is not None:
            row = replace(self._get(self._ghost, UserRow), text=text, tentative=tentative)
            self._change(self._ghost, row)
        elif text:
            self._ghost = self._append(UserRow(text=text, tentative=tentative, is_ghost=True))

    # The reply.

    def begin_turn(self, turn_id: str, *, number: int | None, sent: int | None) -> None:
        """What follows belongs to a new turn; words that waited move down to it.

        Args:
            turn_id: The turn.
            number: Which round of the conversation; None if no words of the user's began it.
            sent: The typed words that began it, if they are shown already.
        """
        self.end_segment()
        self._take_remedies()
        self._turn = turn_id
        self._began[turn_id] = self._clock.monotonic()
        self._waits.clear()
        if number is None:
            return
        user = self._sent.pop(sent, None) if sent is not None else None
        last = len(self.keys) - 1 - (self._ghost is not None)
        if user is not None and self.index(user) != last:
            old = self.index(user)
            self.keys.insert(last, self.keys.pop(old))
            for observer in self._observers:
                observer.row_moved(old, last)
        user = self._last_user if user is None else user
        if user is not None:
            self._insert(self.index(user), RoundRow(number=number, at=self._clock.now()))
            self._change(user, replace(self._get(user, UserRow), round=number))
            self._notes[turn_id] = user

    def take_back_turn(self, turn_id: str) -> bool:
        """Take the last turn away, for its words are part of others; whether it was here."""
        user = self._notes.pop(turn_id, None)
        if user is None or user not in self._rows:
            return False
        begin = self.index(user)
        begin -= begin > 0 and isinstance(self._rows[self.keys[begin - 1]], RoundRow)
        for key in self.keys[begin:]:
            if key != self._ghost and not isinstance(self._rows[key], QuestionRow):
                self._remove(key)
        self._messages = {id_: key for id_, key in self._messages.items() if key in self._rows}
        self._last_user = None
        return True

    def words_kept(self, turn_id: str, message_id: str, siblings: Sequence[str]) -> None:
        """The words that began a turn are stored as this message."""
        user = self._notes.get(turn_id)
        if user is not None:
            row = self._get(user, UserRow)
            self._change(user, replace(row, message_id=message_id, siblings=tuple(siblings)))
            self._messages[message_id] = user

    def append_reply(self, text: str) -> None:
        """Show more of the reply."""
        if self._reply is not None:
            row = self._get(self._reply, ReplyRow)
            self._change(self._reply, replace(row, text=row.text + text))
        elif text := text.lstrip("\n"):  # those only part it from the words before
            self._end_thinking()
            self._reply = self._append(ReplyRow(text=text))
            self._segment.append(self._reply)

    def restart_segment(self) -> None:
        """The words and the reasoning since the last tool are made anew: take them away."""
        segment = tuple(self._segment)
        self._segment.clear()
        self._reply = self._thinking = None
        for key in segment:
            self._remove(key)

    def append_thinking(self, text: str) -> None:
        """Show more of the reasoning."""
        if self._thinking is not None:
            row = self._get(self._thinking, ThinkingRow)
            self._change(self._thinking, replace(row, text=row.text + text))
        else:
            self._reply = None
            self._thinking = self._append(ThinkingRow(text=text, is_growing=True))
            self._segment.append(self._thinking)

    def end_segment(self) -> None:
        """What comes next stands apart."""
        self._reply = None
        self._end_thinking()
        self._segment.clear()

    def _end_thinking(self) -> None:
        if self._thinking is not None:
            row = self._get(self._thinking, ThinkingRow)
            self._change(self._thinking, replace(row, is_growing=False))
            self._thinking = None

    def add_unreadable_choice(self, text: str) -> None:
        """Show what was meant as a question, folded."""
        self.end_segment()
        self._append(UnreadableChoiceRow(text=text))

    def add_tool(self, tool_use_id: str, name: str, arguments: str) -> None:
        """Show a tool that runs."""
        self.end_segment()
        self._tools[tool_use_id] = self._append(
            ToolCallRow(tool_use_id=tool_use_id, name=name, arguments=arguments)
        )

    def progress_tool(self, tool_use_id: str, text: str, share: float | None) -> None:
        """Show how far a tool is that runs."""
        key = self._tools.get(tool_use_id)
        if key is not None:
            self._change(key, replace(self._get(key, ToolCallRow), progress=text, share=share))

    def finish_tool(
        self,
        tool_use_id: str,
        name: str,
        content: str,
        *,
        is_error: bool,
        ending: CallEnding | None = None,
        images: Sequence[ImagePart] = (),
    ) -> None:
        """Show what a tool gave."""
        if tool_use_id not in self._tools:
            self.add_tool(tool_use_id, name, "")
        key = self._tools.pop(tool_use_id)
        row = self._get(key, ToolCallRow)
        ended = replace(
            row,
            result=content,
            is_error=is_error,
            ending=ending,
            is_over=True,
            images=tuple(images),
        )
        self._change(key, ended)

    def end_turn(
        self,
        turn_id: str,
        *,
        stop_reason: str = NORMAL_END,
        is_by_rules: bool = False,
        lack: RemarkRow | None = None,
    ) -> None:
        """The reply came to its end; `lack` says why it is not whole."""
        self._over()
        began = self._began.pop(turn_id, None)
        now = self._clock.monotonic()
        took_s = None if began is None else duration_without_waits(began, now, self._waits)
        self._append(TurnEndRow(took_s=took_s, stop_reason=stop_reason, is_by_rules=is_by_rules))
        if lack is not None:
            self._remedies = self._append(lack)

    def fail_turn(
        self,
        turn_id: str,
        reason: str,
        hint: str,
        *,
        cancelled: bool,
        actions: Sequence[NoticeAction] = (),
    ) -> None:
        """The reply ended early."""
        self._over()
        self._began.pop(turn_id, None)
        remark = RemarkRow(text=reason, hint=hint, role="error", actions=tuple(actions))
        if cancelled:
            remark = RemarkRow(text=_("Stopped."), actions=tuple(actions))
        self._remedies = self._append(remark)

    def _take_remedies(self) -> None:
        """Take the buttons away from the end of the last turn: they are about the last words."""
        key, self._remedies = self._remedies, None
        if key is not None and key in self._rows:
            self._change(key, replace(self._get(key, RemarkRow), actions=()))

    def _over(self) -> None:
        """Nothing more comes of the turn: what still runs has come to nothing."""
        self.end_segment()
        for key in self._tools.values():
            self._change(key, replace(self._get(key, ToolCallRow), is_over=True))
        self._tools.clear()

    def add_remark(self, text: str, *, actions: Sequence[NoticeAction] = ()) -> None:
        """Show a remark that holds for longer than the turn before it."""
        self.end_segment()
        self._append(RemarkRow(text=text, actions=tuple(actions)))

    def note_latency(
        self, turn_id: str, seconds: float, latency: TurnLatency | None = None
    ) -> None:
        """Write under the user's words how long the answer took, and where that time went."""
        key = self._notes.pop(turn_id, None)
        if key is not None and key in self._rows:
            row = self._get(key, UserRow)
            self._change(key, replace(row, waited_s=seconds, latency=latency))

    # Questions.

    def add_question(self, questions: QuestionSet) -> None:
        """Show that a question was put."""
        self.end_segment()
        self._questions[questions.id] = self._append(QuestionRow(questions=questions))
        self._begin_wait(questions)

    def _begin_wait(self, questions: QuestionSet) -> None:
        if is_awaited(questions):
            self._asked.setdefault(questions.id, self._clock.monotonic())

    def close_question(
        self, questions: QuestionSet, response: Response, channel: Channel | None
    ) -> None:
        """Show how a question was settled."""
        row = self._question(questions)
        self._change_question(replace(row, response=response, channel=channel))
        asked_at = self._asked.pop(questions.id, None)
        if asked_at is not None:
            self._waits.append((asked_at, self._clock.monotonic()))

    def show_reopened(self, questions: QuestionSet) -> None:
        """Show that a question waits again."""
        row = self._question(questions)
        self._change_question(replace(row, questions=questions, response=None, channel=None))
        self._begin_wait(questions)

    def note_change(self, questions_id: str, questions: QuestionSet, response: Response) -> None:
        """Show at a question what its answer was changed to."""
        if questions_id in self._questions:
            row = self._row_of_question(questions_id)
            self._change_question(replace(row, changes=(*row.changes, (questions, response))))

    def show_text_list(self, questions: QuestionSet, text: str) -> None:
        """Show a question as text."""
        self._change_question(replace(self._question(questions), as_text=text))

    def hide_text_list(self, questions_id: str) -> None:
        """Show a question as text no more."""
        if questions_id in self._questions:
            self._change_question(replace(self._row_of_question(questions_id), as_text=""))

    def _question(self, questions: QuestionSet) -> QuestionRow:
        if questions.id not in self._questions:
            self.add_question(questions)
        return self._row_of_question(questions.id)

    def _row_of_question(self, questions_id: str) -> QuestionRow:
        return self._get(self._questions[questions_id], QuestionRow)

    def _change_question(self, row: QuestionRow) -> None:
        self._change(self._questions[row.questions.id], row)
