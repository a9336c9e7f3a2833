"""Delivers answers that no running turn waits for, and resumes turns after a restart.

A turn waits for its own questions. This module handles the rest: choices in the model's text,
answers given after a restart, after *later* or after a timeout, changed answers, and going back.
Questions and messages are stored separately, so after each event it compares the two
(`conversation/history/model/question_reconciliation.py`) and does what is missing. Repeating this
is harmless. Engine loop only.
"""

import asyncio
import logging
import weakref
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, assert_never

from assistant.background_tasks import Spawn
from assistant.clock import Clock
from assistant.conversation.conversation import Conversation
from assistant.conversation.conversation_config import InterruptedCall
from assistant.conversation.current_conversation import CurrentConversation
from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.question_reconciliation import (
    AnswerBranch,
    AnswerMessage,
    QuestionReconciliation,
)
from assistant.conversation.history.model.stored_question import (
    STORED_PRECISION,
    QuestionRole,
    StoredQuestion,
    read_record,
)
from assistant.conversation.history.model.unfinished_turn import (
    UnfinishedTurn,
    calls_of,
    find_unfinished_turn,
)
from assistant.conversation.say_result import SayRejected
from assistant.engine.questions.turn_ownership import TurnOwnership
from assistant.errors import AnswerRefused, AssistantError, StoreError
from assistant.locale import _, joined
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import VoiceSessionState
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import QuestionAsked
from assistant.protocol.turns import TurnFinished, TurnStarted
from assistant.questions.desk.open_question import OpenQuestion
from assistant.questions.desk.question_desk import PendingQuestion, QuestionDesk
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Origin,
    Purpose,
    QuestionRoute,
    QuestionSet,
)
from assistant.questions.model.response_text import ResultStyle, render_tool_result
from assistant.storage.model.records import ConversationRecord
from assistant.storage.questions import QuestionRepository
from assistant.tools.questions.question_tools import question_result
from assistant.tools.tool import AnsweredQuestions as AskedCall
from assistant.tools.tool import ToolResult

_log = logging.getLogger(__name__)

_LAPSED: Final = frozenset({Purpose.CONFIRM, Purpose.PERMISSION, Purpose.END_SESSION})
"""Purposes that lose their meaning when the program ends."""


async def load_reconciliation(
    records: QuestionRepository, conversation: Conversation, *, style: ResultStyle
) -> QuestionReconciliation:
    """Match the questions of a conversation with its present branch.

    Raises:
        StoreError: If the store cannot be read.
    """
    stored = [read_record(record) for record in await records.history(conversation.conversation_id)]
    return QuestionReconciliation(
        questions=tuple(question for question in stored if question is not None),
        entries=tuple(conversation.entries),
        style=style,
    )


class AnswerDelivery:
    """Implements `Questioner`, and sees to every answer that no turn waits for.

    Args:
        desk: Puts questions.
        records: Where they are kept.
        conversations: Gives the conversations.
        find: Returns what is stored of a conversation, or None if it does not exist any more.
        clock: Time.
        spawn: Runs work as a task that is held and named.
        emit: Takes events.
        channel: Where the user is.
        style: How answers are written for the model.
    """

    def __init__(
        self,
        *,
        desk: QuestionDesk,
        records: QuestionRepository,
        conversations: CurrentConversation,
        find: Callable[[str], Coroutine[Any, Any, ConversationRecord | None]],
        clock: Clock,
        spawn: Spawn,
        emit: Callable[[EngineEvent], None],
        channel: Channel,
        style: ResultStyle = "list",
    ) -> None:
        self._desk = desk
        self._records = records
        self._conversations = conversations
        self._find = find
        self._clock = clock
        self._spawn = spawn
        self._emit = emit
        self._channel = channel
        self._style: ResultStyle = style
        self._ownership = TurnOwnership()
        self._lock = asyncio.Lock()
        self._awaited: dict[str, OpenQuestion] = {}
        """How each question that no turn waits for was put last, by its id."""
        self._sent: set[str] = set()
        """Answers handed to the conversation that may not be stored yet."""
        self._deferred: list[str] = []
        """Conversations whose answers wait until the present one is at rest."""
        self._restored = weakref.WeakSet[Conversation]()
        """The conversations whose open questions were put again."""

    def go_by(self, ownership: TurnOwnership) -> None:
        """Let this decide which device goes on with turns and answers."""
        self._ownership = ownership

    @property
    def current(self) -> Conversation:
        return self._conversations.current

    # For a turn.

    async def ask(self, questions: QuestionSet, origin: Origin) -> AskedCall:
        """Ask the user and wait; cancelling the turn withdraws the question.

        Raises:
            StoreError: If it cannot be stored.
        """
        opened = await self._desk.open(questions, origin)
        return AskedCall(questions=opened.questions, response=await opened.response_or_withdraw())

    async def take_up(self, call: InterruptedCall) -> AskedCall | None:
        """Find the question of an interrupted call; wait for it if it is open.

        Raises:
            StoreError: If the store cannot be read.
        """
        found = await self._question_of(call)
        if found is None:
            return None
        if found.response is None:
            try:
                opened = await self._desk.resume(found.id, call.origin)
            except AnswerRefused:  # it was settled this very moment
                found = await self._question_of(call)
            else:
                response = await opened.response_or_withdraw()
                return AskedCall(questions=found.questions, response=response)
        if found is None or found.response is None:
            return None
        return AskedCall(questions=found.questions, response=found.response)

    async def _question_of(self, call: InterruptedCall) -> StoredQuestion | None:
        """The last question that a call put since it may have begun."""
        found = None
        for record in await self._records.history(call.origin.conversation_id):
            if record.tool_use_id != call.tool_use_id:
                continue
            question = read_record(record)
            if question is None or question.role is not QuestionRole.CALL:
                continue
            is_old = call.since is not None and question.asked_at < call.since - STORED_PRECISION
            if question.origin.turn_id == call.origin.turn_id and not is_old:
                found = question
        return found

    def put_choice(self, questions: QuestionSet, origin: Origin) -> None:
        """Put a choice that stood in a turn's text; its answer begins the next turn."""
        self._spawn(self.put(questions, origin), f"put-{questions.id}")

    # Outside a turn.

    # Each returns when the question is stored and before the user; its answer is seen to.

    async def put(self, questions: QuestionSet, origin: Origin, draft: Draft | None = None) -> None:
        """Put a question that no turn waits for; notifies the user on failure."""
        try:
            opened = await self._desk.open(questions, origin, draft=draft)
        except StoreError as error:
            self._notify_failed(error)
        else:
            self._await_answer(opened, origin)

    async def put_answered(
        self, questions: QuestionSet, origin: Origin, response: Answered
    ) -> None:
        """Store questions that are answered already, and go on with the answer.

        Notifies the user on failure.
        """
        channel = response.provenance.channel
        try:
            await self._desk.open_answered(questions, origin, response, channel)
        except StoreError as error:
            self._notify_failed(error)
        except AnswerRefused as refused:
            self.refuse(refused.message)
        else:
            await self.continue_open(origin.conversation_id)

    async def put_again(self, pending: PendingQuestion) -> None:
        """Show an open question again."""
        try:
            opened = await self._desk.resume(pending.id, self.asked_here(pending.origin))
        except AnswerRefused as refused:
            self.refuse(refused.message)
        else:
            self._await_answer(opened, pending.origin)

    async def reopen(self, question: StoredQuestion) -> None:
        """Reopen a question that timed out.

        Raises:
            StoreError: If it cannot be stored.
        """
        try:
            opened = await self._desk.reopen(question.id, self.asked_here(question.origin))
        except AnswerRefused as refused:
            self.refuse(refused.message)
        else:
            self._await_answer(opened, question.origin)

    def asked_here(self, origin: Origin) -> Origin:
        """Where an earlier question is asked now: on the screen, or remotely as before."""
        channel = origin.channel if origin.channel.is_remote else self._channel
        return origin.model_copy(update={"voice": False, "channel": channel})

    def _await_answer(self, opened: OpenQuestion, origin: Origin) -> None:
        self._awaited[opened.id] = opened
        self._spawn(self._deliver(opened, origin), f"answer-{opened.id}")

    async def _deliver(self, opened: OpenQuestion, origin: Origin) -> None:
        try:
            await opened.response
        except StoreError as error:
            self._notify_failed(error)
        else:
            if self._awaited.get(opened.id) is opened:  # else it was put again meanwhile
                del self._awaited[opened.id]
                await self._answered(opened.id, origin)

    def _notify_failed(self, error: StoreError) -> None:
        self._emit(
            Notice(
                code="question_failed",
                text=_("A question could not be put."),
                hint=joined(error.message, error.hint),
                severity=Severity.ERROR,
            )
        )

    def refuse(self, text: str) -> None:
        """Tell the user why something about a question cannot be done."""
        self._emit(Notice(code="question_refused", text=text, severity=Severity.INFO))

    async def read(self) -> QuestionReconciliation:
        return await self._read(self.current)

    # Settled questions.

    def late_answer(self, questions: QuestionSet, origin: Origin) -> None:
        """An answer came that no turn waited for."""
        self._spawn(self._answered(questions.id, origin), f"late-answer-{questions.id}")

    def on_event(self, event: EngineEvent) -> None:
        """Do what waited for the end of a turn."""
        match event:
            case TurnFinished():
                self._spawn(self.catch_up(event.conversation_id), "catch-up")
            case StateChanged():
                if self._deferred and self.current.is_at_rest:
                    self._spawn(self._visit(self._deferred.pop(0)), "deferred-answer")
            case _:
                pass

    async def _answered(self, questions_id: str, origin: Origin) -> None:
        """A question was settled that no turn waited for."""
        if await self.continue_open(origin.conversation_id):
            return
        record = await self._records.get(questions_id)
        question = None if record is None else read_record(record)
        if (
            question is not None
            and question.status == "answered"
            and question.role != QuestionRole.OTHER
        ):
            await self._visit(origin.conversation_id)

    async def continue_open(self, conversation_id: str) -> bool:
        """Resume an interrupted conversation if it is open; returns whether it is."""
        if self._conversations.registry.find(conversation_id) is None:
            return False
        await self._continue(lambda: self._conversations.other(conversation_id) or self.current)
        return True

    async def _visit(self, conversation_id: str) -> None:
        """Open the conversation of an answer once the present one is at rest."""
        if await self.continue_open(conversation_id):
            return
        if await self._find(conversation_id) is None:
            self._notify_kept(
                _("The conversation of this question does not exist any more."),
                _("Your answer is kept; no model was told of it."),
            )
            return
        if not self.current.is_at_rest:
            if conversation_id not in self._deferred:
                self._deferred.append(conversation_id)
            self._notify_kept(_("Your answer is kept; its conversation goes on after this reply."))
            return
        self._emit(Notice(code="answer_kept", text="", resolved=True))
        await self._conversations.open(conversation_id)
        self.announce()
        await self.continue_current()

    def _notify_kept(self, text: str, hint: str = "") -> None:
        self._emit(Notice(code="answer_kept", text=text, hint=hint, severity=Severity.INFO))

    def announce(self, *, message_id: str | None = None) -> None:
        """Emit the current conversation and its open questions.

        Args:
            message_id: The message to look at; None for the end.
        """
        self._conversations.announce(message_id=message_id)
        self.announce_open()

    def announce_open(self) -> None:
        for asked in self.asked():
            self._emit(asked)

    def asked(self) -> tuple[QuestionAsked, ...]:
        """Return which questions are open, as `announce_open` tells it."""
        return tuple(
            QuestionAsked(
                questions=pending.questions,
                origin=pending.origin,
                draft=pending.draft,
                asked_at=pending.asked_at,
                is_presented=pending.is_presented,
                conversation_id=pending.origin.conversation_id,
            )
            for pending in self._desk.pending()
        )

    def standing(self) -> tuple[EngineEvent, ...]:
        """Return how things stand now, as who comes to listen only now would have heard of it."""
        current = self.current
        events: list[EngineEvent] = [
            self._conversations.opened(),
            current.past(),
            current.queue.listed(),
            *self.asked(),
        ]
        if current.turn_id is not None:
            events.append(TurnStarted(turn_id=current.turn_id, text="", spoken=False, resumed=True))
        return tuple(events)

    # Going on.

    async def is_unfinished(self) -> bool:
        """Whether the end of the program interrupted the current conversation.

        Raises:
            StoreError: If the store cannot be read.
        """
        asked = await self._read(self.current)
        return (
            find_unfinished_turn(asked.entries) is not None
            or bool(asked.due())
            or any(_was_before_the_person(asked, pending.id) for pending in self._desk.pending())
        )

    async def begin(self) -> None:
        """Resume what the end of the program interrupted: questions and their turn."""
        for pending in self._desk.pending():
            if (
                pending.questions.purpose in _LAPSED
                or pending.questions.route
                is QuestionRoute.ELICITATION  # the call it belonged to is gone
            ):
                await self._desk.cancel(questions_id=pending.id, reason=CancelReason.SHUTDOWN)
        await self.continue_current()

    async def continue_current(self) -> None:
        """Resume the current conversation, then catch up."""
        await self._continue(lambda: self.current)

    async def _continue(self, which: Callable[[], Conversation]) -> None:
        async with self._lock:
            conversation = which()
            asked = await self._read(conversation)
            await self._close_stopped(asked)
            interruption = find_unfinished_turn(conversation.entries)
            if interruption is not None and conversation.turn_id is None:
                await self._go_on(conversation, asked, interruption)
            if conversation not in self._restored:
                self._restored.add(conversation)
                await self._put_restored(conversation, asked)
            await self._catch_up(conversation)

    async def leave_branch(self) -> None:
        """The current conversation went back: close questions asked since."""
        asked = await self.read()
        self.current.remember(asked.past(), rounds_used=asked.rounds_used())
        await self.current.lay_out()
        for pending in self._desk.pending():
            question = asked.find(pending.id)
            is_program = pending.questions.route is QuestionRoute.PROGRAM
            if question is not None and not is_program and asked.anchor(question) is None:
                await self._desk.cancel(questions_id=pending.id)

    async def catch_up(self, conversation_id: str | None = None) -> None:
        """Deliver outstanding answers; to the current conversation if that one is not open."""
        async with self._lock:
            await self._catch_up(self._conversations.other(conversation_id) or self.current)

    async def _close_stopped(self, asked: QuestionReconciliation) -> None:
        """Close the questions of stopped calls, after a crash between the two."""
        for question in asked.questions:
            if question.role is not QuestionRole.CALL or question.status != "pending":
                continue
            result = asked.result(question)
            if result is not None and result.is_error:
                await self._desk.cancel(questions_id=question.id)

    async def _go_on(
        self,
        conversation: Conversation,
        asked: QuestionReconciliation,
        interruption: UnfinishedTurn,
    ) -> None:
        if not await self._ownership.may_take_up(conversation.conversation_id, interruption):
            return
        async with conversation.going_back():
            is_over = find_unfinished_turn(conversation.entries) != interruption
            if is_over or conversation.turn_id is not None:
                return  # the user went on meanwhile
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

    async def _put_restored(
        self, conversation: Conversation, asked: QuestionReconciliation
    ) -> None:
        """Put the questions again that were shown when the program ended."""
        for pending in self._desk.pending():
            if pending.is_presented:
                continue
            if pending.questions.route is QuestionRoute.PROGRAM:
                if pending.origin.conversation_id == conversation.conversation_id:
                    await self.put_again(pending)
                continue
            if _was_before_the_person(asked, pending.id):
                await self.put_again(pending)
        if conversation.turn_id is None and asked.entries:
            choice = asked.find_unasked_choice(source=conversation.model)
            if choice is not None and await self._ownership.may_ask(asked.entries[-1].uuid):
                turn_id, questions = choice
                conversation.put_choice(turn_id, questions, voice=False)

    async def _catch_up(self, conversation: Conversation) -> None:
        asked = await self._read(conversation)
        for due in asked.due():
            questions_id = due.questions_id if isinstance(due, AnswerMessage) else due.copy.id
            if not await self._ownership.may_deliver(questions_id):
                continue
            match due:
                case AnswerMessage():
                    await self._send(conversation, asked, due)
                case AnswerBranch():
                    await self._begin_branch(conversation, due)
                    return
                case _:
                    assert_never(due)

    async def _send(
        self, conversation: Conversation, asked: QuestionReconciliation, due: AnswerMessage
    ) -> None:
        if conversation.queue.holds_answer(due.questions_id):
            return
        if due.questions_id in self._sent and conversation.turn_id is not None:
            return  # the turn that stores it is under way
        question = asked.find(due.questions_id)
        spoken = (
            question is not None
            and question.origin.voice
            and conversation.state.session is not VoiceSessionState.INACTIVE
        )
        await self._say(conversation, due.text, due.questions_id, spoken=spoken)

    async def _say(
        self, conversation: Conversation, text: str, questions_id: str, *, spoken: bool
    ) -> None:
        """Say an answer; if it is rejected, try again after a turn."""
        self._sent.add(questions_id)
        said = await conversation.say(text, spoken=spoken, answers=questions_id)
        if isinstance(said, SayRejected):
            self._sent.discard(questions_id)

    async def go_on_with(self, conversation_id: str, questions_id: str) -> None:
        """Go on with an answer given on another device, if the conversation is open here.

        If the turn went on with another answer, what came of that is left on a branch of its own.

        Raises:
            StoreError: If the store cannot be read.
        """
        async with self._lock:
            conversation = self._conversations.registry.find(conversation_id)
            if conversation is None:
                return
            asked = await self._read(conversation)
            question = asked.find(questions_id)
            if question is not None and _went_on_otherwise(asked, question):
                async with conversation.going_back():
                    await conversation.stop_turn()
                    self._branch_off(conversation, await self._read(conversation), question)
                return
        await self.continue_open(conversation_id)

    def _branch_off(
        self, conversation: Conversation, asked: QuestionReconciliation, question: StoredQuestion
    ) -> None:
        """Go back to the call that asked, and on from there with the answer that counts."""
        anchor = asked.anchor(question)
        if anchor is None:
            return
        known = asked.results_before(question)
        conversation.rewind(anchor.uuid)
        if conversation is self.current:
            self.announce()
        self._take_up_with(conversation, anchor, question, known)

    async def _begin_branch(self, conversation: Conversation, due: AnswerBranch) -> None:
        """Go on from an earlier question with another answer."""
        async with conversation.going_back():
            text = await self._go_back(conversation, due.copy)
        if text:
            await self._say(conversation, text, due.copy.id, spoken=False)

    async def _go_back(self, conversation: Conversation, copy: StoredQuestion) -> str:
        """Go back to where a question was asked; returns what to say there.

        The answer to a call is used at once; nothing is to be said.
        """
        await conversation.stop_turn()
        response = copy.response
        asked = await self._read(conversation)  # the turn may have stored results when it ended
        anchor = asked.anchor(copy)
        if anchor is None or response is None:
            return ""
        call = copy.questions.tool_use_id
        known = asked.results_before(copy)
        due_again = next(
            (d for d in asked.due() if isinstance(d, AnswerBranch) and d.copy.id == copy.id), None
        )
        if due_again is None:
            return ""
        conversation.rewind(anchor.uuid)
        rewound = QuestionReconciliation(
            questions=asked.questions,
            entries=tuple(conversation.entries),
            style=self._style,
            counted=frozenset({copy.id}),
        )
        conversation.remember(rewound.past(), rounds_used=rewound.rounds_used())
        if conversation is self.current:
            self.announce()
        if call is not None:
            self._take_up_with(conversation, anchor, copy, known)
        return due_again.text

    def _take_up_with(
        self,
        conversation: Conversation,
        anchor: HistoryEntry,
        question: StoredQuestion,
        known: Mapping[str, ToolResult],
    ) -> None:
        """Go on from the message that asked, with the answer to its call."""
        call, response = question.questions.tool_use_id, question.response
        if call is None or response is None:
            return
        result = question_result(
            AskedCall(questions=question.questions, response=response), style=self._style
        )
        conversation.take_up(
            UnfinishedTurn(
                turn_id=anchor.turn_id,
                at=anchor.uuid,
                calls=calls_of(anchor),
                known={**known, call: result},
                since=self._clock.now(),
                is_interrupted=False,
            )
        )

    async def _read(self, conversation: Conversation) -> QuestionReconciliation:
        return await load_reconciliation(self._records, conversation, style=self._style)


def _went_on_otherwise(asked: QuestionReconciliation, question: StoredQuestion) -> bool:
    """Whether the model was given another answer than the one that counts."""
    result = asked.result(question)
    if result is None or question.response is None:
        return False
    styles: tuple[ResultStyle, ...] = ("list", "sentence")
    return result.content not in {
        render_tool_result(question.questions, question.response, style=style) for style in styles
    }


def _was_before_the_person(asked: QuestionReconciliation, questions_id: str) -> bool:
    """Whether an open question that no turn waits for was neither put off nor left behind."""
    question = asked.find(questions_id)
    anchor = None if question is None else asked.anchor(question)
    if question is None or anchor is None:
        return False
    is_last = question.role is QuestionRole.CHOICE and anchor.uuid == asked.entries[-1].uuid
    return is_last or question.role in {QuestionRole.AMENDMENT, QuestionRole.RETURN}


def _was_stopped(question: StoredQuestion, interruption: UnfinishedTurn) -> bool:
    """Whether the user stopped this question's turn before the program ended."""
    since = interruption.since
    return (
        question.role is QuestionRole.CALL
        and question.origin.turn_id == interruption.turn_id
        and question.questions.tool_use_id in interruption.open_calls
        and (since is None or question.asked_at >= since - STORED_PRECISION)
        and isinstance(question.response, Cancelled)
        and question.response.reason is CancelReason.TURN_CANCELLED
    )
