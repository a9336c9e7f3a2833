"""What becomes of answers outside a running turn, and of turns that the end of the program cut.

A turn waits for its own questions. Everything else comes here: choices that stood in the model's
words, answers given after a restart, after *later* or after a time-out, changed answers, going back.
Questions and messages are stored apart, so after each event the two are compared
(`conversation/asked.py`) and what is missing is made up for; doing that twice does nothing twice.
Engine loop only.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable, Coroutine, Sequence
from enum import Enum
from typing import Any, Final, Protocol, assert_never

from assistant.clock import Clock
from assistant.conversation.amending import Wish, locate, understand_amending
from assistant.conversation.asked import (
    STORED_PRECISION,
    Asked,
    Branch,
    Message,
    Role,
    StoredQuestion,
    acted_since,
    amendment_origin,
    as_amendment,
    as_return,
    draft_of,
    read_record,
)
from assistant.conversation.choices import form_id
from assistant.conversation.commands import Amend, PutAgain, Reopen, ReturnTo, TakeBack
from assistant.conversation.conversation import Conversation, InterruptedCall
from assistant.conversation.conversations import Conversations
from assistant.conversation.engine import Handlers
from assistant.conversation.events import (
    EngineEvent,
    Notice,
    QuestionAsked,
    Severity,
    StateChanged,
    TurnFinished,
)
from assistant.conversation.interruption import Interruption, calls_of, find_interruption
from assistant.conversation.states import Session
from assistant.errors import AnswerRefused, AssistantError
from assistant.locale import _
from assistant.questions.desk import PendingQuestion, QuestionDesk
from assistant.questions.formats import TOOL_NAME, TOOL_TITLE
from assistant.questions.model import (
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Door,
    Draft,
    Method,
    Origin,
    Purpose,
    QuestionSet,
    Response,
)
from assistant.questions.offering import Advanced, Misfit, NotOffered, Settled
from assistant.questions.results import ResultStyle
from assistant.storage.records import QuestionRecord
from assistant.tools import ask_template
from assistant.tools.ask import AskUserQuestion, question_result
from assistant.tools.tool import Asked as AskedCall

_log = logging.getLogger(__name__)

QUESTION_TOOLS: Final = frozenset(
    name.casefold() for name in (TOOL_NAME, TOOL_TITLE, *AskUserQuestion.aliases, ask_template.NAME)
)
"""Every name under which a model may call a tool that only asks."""
_LAPSED: Final = frozenset({Purpose.CONFIRM, Purpose.END_SESSION})
"""Purposes that lose their meaning when the program ends."""


class Openable(Enum):
    """Whether a conversation can be gone on with."""

    YES = "yes"
    OTHER_MODEL = "other_model"
    """Another model held it."""
    GONE = "gone"
    """It does not exist any more."""


class QuestionHistory(Protocol):
    """Where questions are kept."""

    async def history(self, conversation_id: str) -> tuple[QuestionRecord, ...]:
        """Return every question of a conversation in the order they were asked."""
        ...

    async def get(self, questions_id: str) -> QuestionRecord | None:
        """Return one question, or None."""
        ...


async def read_asked(
    records: QuestionHistory, conversation: Conversation, *, style: ResultStyle
) -> Asked:
    """Return what was asked in a conversation, laid against its present branch.

    Raises:
        StoreError: If the store cannot be read.
    """
    stored = [read_record(record) for record in await records.history(conversation.conversation_id)]
    return Asked(
        questions=tuple(question for question in stored if question is not None),
        entries=tuple(conversation.entries),
        style=style,
    )


class Answers:
    """Implements `Questioner`, and handles the commands about questions.

    Args:
        desk: Puts questions.
        records: Where they are kept.
        conversations: Gives the conversations.
        may_open: Says whether a conversation can be gone on with.
        clock: Time.
        hold: Runs work as a task that is held and named.
        emit: Takes events.
        channel: Where the person is.
        style: How answers are written for the model.
    """

    def __init__(
        self,
        *,
        desk: QuestionDesk,
        records: QuestionHistory,
        conversations: Callable[[], Conversations],
        may_open: Callable[[str], Coroutine[Any, Any, Openable]],
        clock: Clock,
        hold: Callable[[Coroutine[Any, Any, None], str], None],
        emit: Callable[[EngineEvent], None],
        channel: Channel,
        style: ResultStyle = "list",
    ) -> None:
        self._desk = desk
        self._records = records
        self._conversations = conversations
        self._may_open = may_open
        self._clock = clock
        self._hold = hold
        self._emit = emit
        self._channel = channel
        self._style: ResultStyle = style
        self._lock = asyncio.Lock()
        self._sent: set[str] = set()
        """Answers handed to the conversation that may not be stored yet."""
        self._deferred: list[str] = []
        """Conversations whose answers wait until the present one is at rest."""
        self._restored: Conversation | None = None
        """The conversation whose open questions were put again."""

    def handlers(self) -> Handlers:
        """Return the handlers of the commands about questions."""
        return {
            PutAgain: self._put_again,
            Reopen: self._reopen,
            Amend: self._amend_command,
            ReturnTo: self._return_to,
            TakeBack: self._take_back,
        }

    @property
    def _current(self) -> Conversation:
        return self._conversations().current

    # For a turn.

    async def ask(self, questions: QuestionSet, origin: Origin) -> Response:
        """Put a question of a turn to the person.

        Raises:
            StoreError: If it cannot be stored.
        """
        return await self._desk.ask(questions, origin)

    async def identify(self, questions: QuestionSet) -> QuestionSet:
        """Return a set under the id it will be put under.

        Raises:
            StoreError: If the store cannot be read.
        """
        return await self._desk.reserve(questions)

    async def take_up(self, call: InterruptedCall) -> AskedCall | None:
        """Find the question of an interrupted call, and wait for it if it is open.

        Raises:
            StoreError: If the store cannot be read.
        """
        found = await self._question_of(call)
        if found is None:
            return None
        if found.response is None:
            try:
                response = await self._desk.resume(found.id, call.origin)
            except AnswerRefused:  # it was settled this very moment
                found = await self._question_of(call)
            else:
                return AskedCall(questions=found.questions, response=response)
        if found is None or found.response is None:
            return None
        return AskedCall(questions=found.questions, response=found.response)

    async def _question_of(self, call: InterruptedCall) -> StoredQuestion | None:
        """Return the last question a call put since it may have begun."""
        found = None
        for record in await self._records.history(call.origin.conversation_id):
            if record.tool_use_id != call.tool_use_id:
                continue
            question = read_record(record)
            if question is None or question.role is not Role.CALL:
                continue
            is_old = call.since is not None and question.asked_at < call.since - STORED_PRECISION
            if question.origin.turn_id == call.origin.turn_id and not is_old:
                found = question
        return found

    def put_choice(self, questions: QuestionSet, origin: Origin) -> None:
        """Put a choice that stood in the words of a turn; its answer begins the next one."""
        self._hold(self._ask(questions, origin), f"choice-{questions.id}")

    async def _ask(
        self, questions: QuestionSet, origin: Origin, draft: Draft | None = None
    ) -> None:
        await self._desk.ask(questions, origin, draft=draft)
        await self._answered(origin.conversation_id)

    async def _resume(self, pending: PendingQuestion, *, voice: bool = False) -> None:
        origin = pending.origin.model_copy(update={"voice": voice, "channel": self._channel})
        try:
            await self._desk.resume(pending.id, origin)
        except AnswerRefused as refused:
            self._refuse(refused.message)
            return
        await self._answered(pending.origin.conversation_id)

    # Settled questions.

    def late_answer(self, origin: Origin) -> None:
        """An answer was taken that nobody waited for."""
        self._hold(self._answered(origin.conversation_id), "late-answer")

    def on_event(self, event: EngineEvent) -> None:
        """Hear of the conversation: what waited for the end of a turn is done then."""
        match event:
            case TurnFinished():
                self._hold(self.catch_up(), "catch-up")
            case StateChanged():
                if self._deferred and self._current.is_at_rest:
                    self._hold(self._visit(self._deferred.pop(0)), "deferred-answer")
            case _:
                pass

    async def _answered(self, conversation_id: str) -> None:
        """A question of this conversation was settled outside a turn."""
        if conversation_id == self._current.conversation_id:
            await self.continue_current()
        elif await self._is_due(conversation_id):
            await self._visit(conversation_id)

    async def _is_due(self, conversation_id: str) -> bool:
        """Whether a settled question of a conversation was one that the model waits for."""
        for record in await self._records.history(conversation_id):
            question = read_record(record)
            if question is not None and question.role is not Role.OTHER:
                if question.status == "answered":
                    return True
        return False

    async def _visit(self, conversation_id: str) -> None:
        """Open a conversation that an answer belongs to, as soon as the present one is at rest."""
        if conversation_id == self._current.conversation_id:
            await self.continue_current()
            return
        match await self._may_open(conversation_id):
            case Openable.YES:
                pass
            case Openable.OTHER_MODEL:
                self._tell_kept(
                    _("Your answer is kept. Another model held that conversation."),
                    _("It goes on when that model is chosen again."),
                )
                return
            case Openable.GONE:
                self._tell_kept(
                    _("The conversation of this question does not exist any more."),
                    _("Your answer is kept; no model was told of it."),
                )
                return
        if not self._current.is_at_rest:
            if conversation_id not in self._deferred:
                self._deferred.append(conversation_id)
            self._tell_kept(_("Your answer is kept; its conversation goes on after this reply."))
            return
        self._emit(Notice(code="answer_kept", text="", resolved=True))
        await self._conversations().open(conversation_id)
        self.announce()
        await self.continue_current()

    def _tell_kept(self, text: str, hint: str = "") -> None:
        self._emit(Notice(code="answer_kept", text=text, hint=hint, severity=Severity.INFO))

    def announce(self) -> None:
        """Tell the listeners of the current conversation, and which questions are open."""
        self._conversations().announce()
        for pending in self._desk.pending():
            self._emit(
                QuestionAsked(
                    questions=pending.questions,
                    origin=pending.origin,
                    draft=pending.draft,
                    asked_at=pending.asked_at,
                    is_presented=pending.is_presented,
                )
            )

    # Going on.

    async def begin(self) -> None:
        """Take up what the end of the program left: questions, and the turn they belong to."""
        for pending in self._desk.pending():
            if pending.questions.purpose in _LAPSED:
                await self._desk.cancel(questions_id=pending.id, reason=CancelReason.SHUTDOWN)
        await self.continue_current()

    async def continue_current(self) -> None:
        """Go on with the current conversation where it was interrupted, then catch up."""
        async with self._lock:
            conversation = self._current
            asked = await self._read(conversation)
            await self._close_stopped(asked)
            interruption = find_interruption(conversation.entries)
            if interruption is not None and conversation.turn_id is None:
                await self._go_on(conversation, asked, interruption)
            if self._restored is not conversation:
                self._restored = conversation
                self._put_restored(conversation, asked)
            await self._catch_up(conversation)

    async def catch_up(self) -> None:
        """Give the current conversation the answers it has not got."""
        async with self._lock:
            await self._catch_up(self._current)

    async def _close_stopped(self, asked: Asked) -> None:
        """Close the questions of calls that were stopped: a crash came between the two."""
        for question in asked.questions:
            if question.role is not Role.CALL or question.status != "pending":
                continue
            result = asked.result(question)
            if result is not None and result.is_error:
                await self._desk.cancel(questions_id=question.id)

    async def _go_on(
        self, conversation: Conversation, asked: Asked, interruption: Interruption
    ) -> None:
        if any(_was_stopped(q, interruption) for q in asked.questions):
            await conversation.give_up(interruption)
            return
        if not interruption.open_calls:
            try:
                await conversation.check()
            except AssistantError as error:
                _log.info("The interrupted turn is not taken up: %s", error.message)
                return
        conversation.take_up(interruption)

    def _put_restored(self, conversation: Conversation, asked: Asked) -> None:
        """Put the questions again that the person had before them when the program ended."""
        last = conversation.entries[-1].uuid if conversation.entries else None
        for pending in self._desk.pending():
            if pending.is_presented:
                continue
            if pending.questions.door is Door.PROGRAM:
                if pending.origin.conversation_id == conversation.conversation_id:
                    self._hold(self._resume(pending), f"restored-{pending.id}")
                continue
            question = asked.find(pending.id)
            anchor = None if question is None else asked.anchor(question)
            if question is None or anchor is None:
                continue
            is_last = question.role is Role.CHOICE and anchor.uuid == last
            if is_last or question.role in {Role.AMENDMENT, Role.RETURN}:
                self._hold(self._resume(pending), f"restored-{pending.id}")
        if conversation.turn_id is None:
            choice = asked.unasked_choice(source=conversation.model)
            if choice is not None:
                turn_id, questions = choice
                conversation.put_choice(turn_id, questions, voice=False)

    async def _catch_up(self, conversation: Conversation) -> None:
        asked = await self._read(conversation)
        for due in asked.due():
            match due:
                case Message():
                    await self._send(conversation, asked, due)
                case Branch():
                    await self._begin_branch(conversation, due)
                    return
                case _:
                    assert_never(due)

    async def _send(self, conversation: Conversation, asked: Asked, due: Message) -> None:
        if conversation.is_waiting(due.questions_id):
            return
        if due.questions_id in self._sent and conversation.turn_id is not None:
            return  # the turn that stores it is under way
        question = asked.find(due.questions_id)
        spoken = (
            question is not None
            and question.origin.voice
            and conversation.state.session is not Session.INACTIVE
        )
        self._sent.add(due.questions_id)
        if not await conversation.say(due.text, spoken=spoken, answers=due.questions_id):
            self._sent.discard(due.questions_id)

    async def _begin_branch(self, conversation: Conversation, due: Branch) -> None:
        """Go on from an earlier question with another answer."""
        await conversation.stop_turn()
        copy, response = due.copy, due.copy.response
        asked = await self._read(conversation)  # the turn may have stored results when it ended
        anchor = asked.anchor(copy)
        if anchor is None or response is None:
            return
        call = copy.questions.tool_use_id
        known = asked.results_before(copy)
        due_again = next(
            (d for d in asked.due() if isinstance(d, Branch) and d.copy.id == copy.id), None
        )
        if due_again is None:
            return
        conversation.rewind(anchor.uuid)
        rewound = Asked(
            questions=asked.questions,
            entries=tuple(conversation.entries),
            style=self._style,
            counted=frozenset({copy.id}),
        )
        conversation.remember(rewound.past(), rounds_used=rewound.rounds_used())
        self.announce()
        if call is None:
            self._sent.add(copy.id)
            await conversation.say(due_again.text, spoken=False, answers=copy.id)
            return
        result = question_result(
            AskedCall(questions=copy.questions, response=response), style=self._style
        )
        conversation.take_up(
            Interruption(
                turn_id=anchor.turn_id,
                at=anchor.uuid,
                calls=calls_of(anchor),
                known={**known, call: result},
                since=self._clock.now(),
                is_interrupted=False,
            )
        )

    async def _read(self, conversation: Conversation) -> Asked:
        return await read_asked(self._records, conversation, style=self._style)

    # What the person wants of a question.

    async def _put_again(self, command: PutAgain) -> None:
        pending = self._pending(command.questions_id)
        if pending is None:
            self._refuse(_("This question is closed"))
            return
        self._hold(self._resume(pending), f"again-{pending.id}")

    async def _reopen(self, command: Reopen) -> None:
        record = await self._records.get(command.questions_id)
        question = None if record is None else read_record(record)
        if question is None:
            self._refuse(_("There is no such question."))
            return
        self._hold(self._reopened(question), f"reopened-{question.id}")

    async def _reopened(self, question: StoredQuestion) -> None:
        origin = question.origin.model_copy(update={"voice": False, "channel": self._channel})
        try:
            await self._desk.reopen(question.id, origin)
        except AnswerRefused as refused:
            self._refuse(refused.message)
            return
        await self._answered(question.origin.conversation_id)

    async def _amend_command(self, command: Amend) -> None:
        found = await self._find(command.questions_id)
        if found is not None:
            await self._amend(*found)

    async def _amend(
        self,
        asked: Asked,
        question: StoredQuestion,
        only: Sequence[str] = (),
        *,
        voice: bool = False,
    ) -> None:
        base = asked.base(question)
        if self._put_open_one(base.id) or self._put_open_copy(asked, base, Role.AMENDMENT):
            return
        standing = asked.standing(base)
        if not isinstance(standing, Answered):
            only = ()
        copy = as_amendment(base, questions_id=_new_id(base), only=only)
        origin = amendment_origin(base.origin).model_copy(
            update={"voice": voice, "channel": self._channel}
        )
        self._hold(self._ask(copy, origin, draft_of(standing)), f"amend-{copy.id}")

    async def _return_to(self, command: ReturnTo) -> None:
        found = await self._find(command.questions_id)
        if found is not None:
            await self._return(*found)

    async def _return(self, asked: Asked, question: StoredQuestion) -> None:
        base = asked.base(question)
        if self._put_open_one(base.id) or self._put_open_copy(asked, base, Role.RETURN):
            return
        conversation = self._current
        conversation.withdraw_answer(base.id)
        await conversation.stop_turn()
        copy = as_return(base, questions_id=_new_id(base))
        origin = base.origin.model_copy(update={"voice": False, "channel": self._channel})
        self._hold(self._ask(copy, origin, draft_of(asked.standing(base))), f"return-{copy.id}")

    async def _take_back(self, command: TakeBack) -> None:
        found = await self._find(command.questions_id)
        if found is None:
            return
        asked, question = found
        if acted_since(asked, asked.base(question), QUESTION_TOOLS):
            await self._amend(asked, question)
        else:
            await self._return(asked, question)

    async def _find(self, questions_id: str) -> tuple[Asked, StoredQuestion] | None:
        """Return a question of the present branch, or refuse."""
        asked = await self._read(self._current)
        question = asked.find(questions_id)
        if question is None:
            record = await self._records.get(questions_id)
            self._refuse(
                _("There is no such question.")
                if record is None
                else _("This question belongs to another conversation.")
            )
            return None
        if question.role is Role.OTHER:
            self._refuse(_("This answer cannot be changed; it had its effect already."))
            return None
        if asked.anchor(question) is None:
            self._refuse(_("This question is on a branch of the conversation that was left."))
            return None
        return asked, question

    def _pending(self, questions_id: str) -> PendingQuestion | None:
        return next((p for p in self._desk.pending() if p.id == questions_id), None)

    def _put_open_one(self, questions_id: str) -> bool:
        """Put a question again if it is open; returns whether it is."""
        pending = self._pending(questions_id)
        if pending is not None:
            self._hold(self._resume(pending), f"again-{pending.id}")
        return pending is not None

    def _put_open_copy(self, asked: Asked, base: StoredQuestion, role: Role) -> bool:
        copy = asked.open_copy(base, role)
        return copy is not None and self._put_open_one(copy.id)

    def _refuse(self, text: str) -> None:
        self._emit(Notice(code="question_refused", text=text, severity=Severity.INFO))

    # Words.

    async def heed(self, text: str, *, spoken: bool) -> bool:
        """Take words that are meant for a question.

        They answer the question that is open, or say that an answer is to be changed.

        Returns:
            Whether they were; if not they are an ordinary message.
        """
        wish = understand_amending(text)
        if wish is not None:
            if self._is_form_open():
                self._refuse(_("These questions are not sent yet; change the answer in them."))
                return True
            if await self._amend_by_words(wish, spoken=spoken):
                return True
        try:
            offer = await self._desk.offer(
                self._current.conversation_id,
                text,
                Channel.VOICE if spoken else self._channel,
                method=Method.VOICE if spoken else Method.TYPED,
            )
        except AnswerRefused as refused:
            self._refuse(refused.message)
            return True
        match offer:
            case NotOffered():
                return False
            case Settled():
                self._emit(Notice(code="question_line", text="", resolved=True))
            case Advanced():
                self._show_line("", offer.list.lines())
            case Misfit():
                self._show_line(offer.why, offer.list.lines())
            case _:
                assert_never(offer)
        return True

    def _is_form_open(self) -> bool:
        """Whether several questions are before the person, in which an answer may be changed."""
        return any(
            pending.is_presented
            and pending.origin.conversation_id == self._current.conversation_id
            and len(pending.questions.questions) > 1
            for pending in self._desk.pending()
        )

    def _show_line(self, why: str, lines: Sequence[str]) -> None:
        """Show where the text list is; the window has the question itself beside it."""
        shown = "\n".join(lines)
        if self._channel is Channel.DESKTOP and not why:
            return
        self._emit(
            Notice(
                code="question_line",
                text=why or shown,
                hint=shown if why else "",
                severity=Severity.INFO,
            )
        )

    async def _amend_by_words(self, wish: Wish, *, spoken: bool) -> bool:
        """Put the answer again that the person wants to change; False if none was given."""
        asked = await self._read(self._current)
        sets = asked.answered_in_a_row()
        if not sets:
            return False
        if wish.number is None:
            await self._amend(asked, sets[-1], voice=spoken)
            return True
        place = locate(wish.number, [len(one.questions.questions) for one in sets])
        if place is None:
            self._refuse(
                _("There is no question {number} among your last answers.").format(
                    number=wish.number
                )
            )
            return True
        chosen = sets[place.set_index]
        question = chosen.questions.questions[place.question_index]
        await self._amend(asked, chosen, (question.id,), voice=spoken)
        return True


def _new_id(question: StoredQuestion) -> str:
    return form_id() if question.questions.door is Door.TEXT else uuid.uuid4().hex


def _was_stopped(question: StoredQuestion, interruption: Interruption) -> bool:
    """Whether the person stopped the turn of this question before the program ended."""
    since = interruption.since
    return (
        question.role is Role.CALL
        and question.origin.turn_id == interruption.turn_id
        and question.questions.tool_use_id in interruption.open_calls
        and (since is None or question.asked_at >= since - STORED_PRECISION)
        and isinstance(question.response, Cancelled)
        and question.response.reason is CancelReason.TURN_CANCELLED
    )
