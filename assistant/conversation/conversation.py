"""One conversation: its state, its history and its current turn.

Lives on the engine thread and reports everything through events. The voice session is a layer
above: it attaches as `Speaker` and drives listening and speaking through `signal`, `say`,
`stop_turn` and `record_heard`.
"""

import asyncio
import logging
import uuid
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Final

from assistant.attachments.model.limits import MAX_DOCUMENT_CHARACTERS, unfit_attachments
from assistant.clock import Clock
from assistant.conversation.conversation_config import ConversationConfig, Speaker
from assistant.conversation.event_bus import EventBus
from assistant.conversation.history.message_history import History, HistoryEntry
from assistant.conversation.history.message_view_cache import MessageViewCache
from assistant.conversation.history.model.unfinished_turn import (
    UnfinishedTurn,
    find_last_user_message,
)
from assistant.conversation.say_result import SayAccepted, SayQueued, SayRejected
from assistant.conversation.turn.model.joined_words import join_words
from assistant.conversation.turn.model.message_queue import UserMessage
from assistant.conversation.turn.model.recovery_actions import (
    incomplete_reply,
    key_actions,
    other_models,
)
from assistant.conversation.turn.question_tracker import QuestionTracker
from assistant.conversation.turn.queue_notifier import QueueNotifier
from assistant.conversation.turn.speculation import (
    ReplyPreview,
    SpeculativeRequest,
    SpeculativeRequests,
)
from assistant.conversation.turn.turn import Turn, TurnReply
from assistant.conversation.turn.turn_factory import TurnFactory
from assistant.conversation.turn.turn_runner import TurnRunner, TurnStart
from assistant.errors import AssistantError, ProtocolError
from assistant.intents.intent_client import IntentClient
from assistant.llm.messages_api.documents import document_room
from assistant.llm.messages_api.messages import ToolResultBlock
from assistant.llm.messages_api.model_client import ModelClient, ModelRequest, Profile, ToolSpec
from assistant.locale import _, ngettext
from assistant.protocol.client import Listener
from assistant.protocol.conversation import AttachmentKinds, ConversationScoped, StateChanged
from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    DialogueState,
    VoiceSessionState,
    accepts,
    next_state,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import Attachment, HistoryLoaded, PastQuestion
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.sent_context import ContextSent
from assistant.protocol.turns import TurnFailed, TurnFinished, TurnStarted
from assistant.questions.model.question import QuestionSet

logger = logging.getLogger(__name__)

_AT_REST = frozenset({ConversationPhase.IDLE, ConversationPhase.LISTENING})
_HEARING = DialogueState(ConversationPhase.LISTENING, VoiceSessionState.ACTIVE)
_WAITING = frozenset(
    {
        ConversationPhase.AWAITING_ANSWER,
        ConversationPhase.AWAITING_CONFIRM,
        ConversationPhase.TOOL_CALLING,
    }
)

LONGEST_MESSAGE: Final = 1_000_000
"""Characters of one message: more than models read at once, so it could only fail, minutes later."""


class Conversation:
    """One conversation.

    Args:
        history: Its messages, loaded.
    """

    def __init__(self, *, history: History, surroundings: ConversationConfig, clock: Clock) -> None:
        self.conversation_id = history.conversation_id
        self._history = history
        self._laid_out = MessageViewCache(history=history)
        self._with = surroundings
        self._clock = clock
        self._state = DialogueState()
        self._listeners = EventBus()
        self._begun: TurnStart | None = None
        self._given_up: TurnStart | None = None
        """The turn that was stopped last, until another begins."""
        self._task: asyncio.Task[None] | None = None
        self._speaker: Speaker | None = None
        self._is_suspended = False
        """The program ends: nothing is begun any more."""
        self._going_back = asyncio.Lock()
        self.queue = QueueNotifier(emit=self.emit)
        """What waits for the turn under way."""
        self._making = TurnFactory(history=history, surroundings=surroundings, emit=self._tell_sent)
        self._running = TurnRunner(history=history, making=self._making, emit=self.emit)
        self._questions = QuestionTracker(
            questioner=surroundings.questioner,
            making=self._making,
            max_rounds=surroundings.max_question_rounds,
            emit=self.emit,
            signal=self._signal_if_accepted,
        )
        self._guesses = SpeculativeRequests(
            client=surroundings.client,
            compose=self._compose_ahead,
            clock=clock,
            needs_model=lambda text: not self.is_known_request(text),
        )

    # What others see.

    @property
    def session_key(self) -> str:
        return self._making.session_key

    @property
    def state(self) -> DialogueState:
        """State in the table's terms."""
        return self._state

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said yet."""
        return not self._history.entries and self._task is None

    @property
    def question_pending(self) -> bool:
        return bool(self._questions)

    @property
    def entries(self) -> Sequence[HistoryEntry]:
        """Messages of the present branch, oldest first."""
        return self._history.entries

    @property
    def is_at_rest(self) -> bool:
        return self._task is None and self._state.phase is not ConversationPhase.SPEAKING

    @property
    def profile(self) -> Profile:
        return self._with.client.profile

    @property
    def takes(self) -> AttachmentKinds:
        """What the model that answers can be sent."""
        profile = self.profile
        room = document_room(profile)
        return AttachmentKinds(
            pictures=profile.images,
            documents=profile.documents,
            characters=MAX_DOCUMENT_CHARACTERS
            if room is None
            else min(room, MAX_DOCUMENT_CHARACTERS),
        )

    @property
    def client(self) -> ModelClient:
        return self._with.client

    @property
    def model(self) -> str:
        return self.profile.model

    def waits_for(self, questions_id: str) -> bool:
        return questions_id in self._questions

    @property
    def turn_id(self) -> str | None:
        return self._begun.turn.turn_id if self._begun else None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """`listener` gets every event; engine thread only. The result unsubscribes."""
        return self._listeners.subscribe(listener)

    def emit(self, event: EngineEvent) -> None:
        if isinstance(event, ConversationScoped) and event.conversation_id is None:
            event = replace(event, conversation_id=self.conversation_id)
        self._listeners.emit(event)

    def _tell_sent(self, event: EngineEvent) -> None:
        """Emit a turn's event; adds to what was sent how much was asked for in vain."""
        if isinstance(event, ContextSent):
            event = replace(event, in_vain=self._guesses.in_vain)
        self.emit(event)

    def attach(self, speaker: Speaker) -> None:
        """Let `speaker` speak replies."""
        self._speaker = speaker

    def detach(self) -> None:
        """Stop speaking and listening; a turn under way goes on in text."""
        if self._speaker is not None:
            self._speaker.begins()
        self._speaker = None
        phase = self._state.phase
        if phase in {ConversationPhase.LISTENING, ConversationPhase.SPEAKING}:
            phase = ConversationPhase.IDLE if self._task is None else ConversationPhase.STREAMING
        self._change(DialogueState(phase=phase))

    async def lay_out(self) -> None:
        """Prepare the past for display off the loop; `show_history` is faster then."""
        await self._laid_out.prepare()

    def show_history(self, *, shown: int = 0) -> None:
        """Emit the past as `HistoryLoaded`; `shown` is how many messages are shown already."""
        self.emit(self.past(shown=shown))
        if count := self._history.n_unreadable:
            self.emit(_unreadable_notice(count))

    def past(self, *, shown: int = 0) -> HistoryLoaded:
        """Return the past as `show_history` emits it."""
        return HistoryLoaded(
            conversation_id=self.conversation_id,
            messages=self._laid_out.take(),
            questions=self._questions.past,
            shown=shown,
        )

    # The state.

    def accepts(self, signal: ConversationSignal) -> bool:
        """Whether `signal` is legal now."""
        return accepts(self._state, signal)

    def signal(self, signal: ConversationSignal) -> None:
        """Apply a signal and emit the change.

        Raises:
            ProtocolError: If the state does not accept it; nothing changes.
        """
        self._change(next_state(self._state, signal))

    def _change(self, state: DialogueState) -> None:
        old, self._state = self._state, state
        if self._state != _HEARING:
            self._guesses.forget()
        if old != self._state:
            self.emit(StateChanged(old=old, new=self._state, at=self._clock.monotonic()))
        self._begin_next_soon()

    def _begin_next_soon(self) -> None:
        if self.queue and self._state.phase in _AT_REST:
            asyncio.get_running_loop().call_soon(self._next)

    def _signal_if_accepted(self, signal: ConversationSignal) -> None:
        if self.accepts(signal):
            self.signal(signal)
        else:
            logger.debug("Signal %s dropped in %s", signal.value, self._state)

    # What the user does.

    async def say(
        self,
        text: str,
        *,
        spoken: bool,
        answers: str | None = None,
        attachments: Sequence[Attachment] = (),
        turn_id: str = "",
        goes_on: bool = False,
    ) -> SayAccepted | SayQueued | SayRejected:
        """Accept the user's words and start a turn.

        While a turn is under way they wait for its end, unless it is only being spoken still.

        The words of a turn that was stopped because the user `goes_on` begin theirs, on a branch in
        place of it, so the model is asked once more with all of them. Where tools have run in that
        turn they are a message of their own: nothing is done twice. Without words that turn is
        resumed where it was stopped.

        Args:
            spoken: Whether they were heard rather than typed.
            answers: Id of the questions that they answer, in place of the user's own words.
            attachments: Files that go with them.
            turn_id: Id of the turn that they begin, by which a channel knows them again after a
                crash; one of our own if it is empty.
            goes_on: Whether they go on from the spoken turn that was stopped just now; they may be
                empty then.

        Returns:
            What became of them. For a rejection a notice says why.
        """
        if goes_on and not text.strip() and (again := self._ask_again()) is not None:
            return again
        begun = self._resumable_words() if goes_on else None
        words = UserMessage(
            text=join_words(begun.text, text) if begun is not None else text.strip(),
            spoken=spoken,
            answers=answers,
            attachments=tuple(attachments),
            turn_id=turn_id,
        )
        if (unfit := self._refuse_unfit(words)) is not None:
            return unfit
        if self._is_busy(words):
            return self.queue.enqueue(words)
        rejected = await self._check_for(words)
        if rejected is not None:
            return rejected
        is_spoken_over = answers is not None and self._state.phase is ConversationPhase.SPEAKING
        if is_spoken_over or self._is_busy(words):  # other words may have been quicker
            return self.queue.enqueue(words)
        if answers is None:
            if not spoken and self._speaker is not None:
                self._speaker.begins()
            await self.stop_turn()
            if self._is_busy(words):  # or quicker than the end of the turn
                return self.queue.enqueue(words)
        self._leave_question()
        guess = self._guesses.take(words)
        if guess is not None:
            words = replace(words, text=guess.text)  # what the model was sent
        try:
            self.signal(
                ConversationSignal.UTTERANCE if spoken else ConversationSignal.TEXT_SUBMITTED
            )
        except ProtocolError:
            if guess is not None:
                guess.cancel()
            return self.queue.enqueue(words)
        replaced = self._take_back_words() if begun is not None else None
        return SayAccepted(turn_id=self._start(words, guess, replaces=replaced))

    def _refuse_unfit(self, words: UserMessage) -> SayRejected | None:
        """Reject words that are blank, or more than any model reads at once, or unfit files."""
        if not words.text and not words.attachments:
            return SayRejected(notice=None)
        if len(words.text) > LONGEST_MESSAGE:
            notice = _too_long_notice(len(words.text))
        elif (refusal := unfit_attachments(words.attachments, self.takes)) is not None:
            notice = Notice.of(refusal, "attachment_refused")
        else:
            return None
        self.emit(notice)
        return SayRejected(notice=notice)

    def _is_busy(self, words: UserMessage) -> bool:
        """Whether words must wait for a turn, or for one about to be restarted.

        One that is only being spoken still is interrupted, but not by an answer.
        """
        if self._going_back.locked():
            return True
        is_speaking = self._state.phase is ConversationPhase.SPEAKING
        return self._task is not None and not (is_speaking and words.answers is None)

    def _ask_again(self) -> SayAccepted | None:
        """Resume the turn stopped last, since nothing came of what stopped it."""
        stopped = self._given_up
        point = find_last_user_message(self._history.entries)
        if stopped is None or point is None or point.turn_id != stopped.turn.turn_id:
            return None
        if self._going_back.locked() or not self.accepts(ConversationSignal.TEXT_SUBMITTED):
            return None
        self.take_up(point, spoken=stopped.spoken)
        return SayAccepted(turn_id=point.turn_id)

    def _resumable_words(self) -> UserMessage | None:
        """Words of the turn stopped last, if the user may go on from them."""
        stopped = self._given_up
        if stopped is None or stopped.words is None:
            return None
        words, entries = stopped.words, self._entries_of(stopped.turn.turn_id)
        has_run = any(isinstance(b, ToolResultBlock) for e in entries for b in e.message.content)
        is_last = not entries or entries[-1] is self._history.entries[-1]
        return words if words.spoken and words.answers is None and is_last and not has_run else None

    def _entries_of(self, turn_id: str) -> list[HistoryEntry]:
        return [entry for entry in self._history.entries if entry.turn_id == turn_id]

    def _take_back_words(self) -> str | None:
        """Leave the turn stopped last behind on a branch; returns its id."""
        if self._given_up is None:
            return None
        turn_id = self._given_up.turn.turn_id
        entries = self._entries_of(turn_id)
        if entries:
            self._history.rewind(entries[0].parent_uuid)
        return turn_id

    def prepare(self, text: str, *, preview: ReplyPreview | None = None) -> None:
        """Ask the model ahead what `say` with these spoken words would ask it.

        Only while listening, with nothing under way; at other times it only cancels the earlier
        one. Nothing is shown, stored or done before the words are said.

        Args:
            preview: Follows the reply until its turn does.
        """
        text = text.strip()
        is_free = self._task is None and not self._questions and not self.queue
        if not text or not is_free or self._state != _HEARING:
            self._guesses.forget()
        else:
            self._guesses.begin(text, preview=preview)

    def cancel_speculation(self) -> None:
        """Cancel what `prepare` began, unless its words were said; idempotent."""
        self._guesses.forget()

    async def _check_for(self, words: UserMessage) -> SayRejected | None:
        """Notify why these words cannot be answered; None if they can, or need no model."""
        if not words.attachments and self.is_known_request(words.text):
            return None
        try:
            await self._with.client.check()
        except AssistantError as error:
            actions = (*key_actions(error), *other_models(self.model, self._with.models))
            notice = Notice.of(error, "model_unavailable", actions=actions)
            self.emit(notice)
            if words.spoken:
                self._signal_if_accepted(ConversationSignal.KEY_REJECTED)
            return SayRejected(notice=notice)
        return None

    def is_known_request(self, text: str) -> bool:
        """Whether rules understand this request without a model."""
        client = self._with.client
        return isinstance(client, IntentClient) and client.can_answer(text)

    async def check(self) -> None:
        """Raises ProviderError if the model cannot be asked now."""
        await self._with.client.check()

    async def warm_up(self) -> None:
        """Have the model ready for words about to be said; raises as `ModelClient` does."""
        await self._with.client.warm_up()

    def use(self, client: ModelClient) -> None:
        """Switch models from the next turn on; the turn under way keeps its own."""
        self._with = replace(self._with, client=client)
        self._making.use(self._with)
        self._guesses.use(client)

    def refresh_profile(self) -> None:
        """Read the model's abilities again from the next turn on: its file changed."""
        self.use(self._with.client)

    def use_tools(self, specs: Sequence[ToolSpec]) -> None:
        """Offer these tools from the next request on; running calls go on."""
        if tuple(specs) != tuple(self._with.specs):
            self._with = replace(self._with, specs=specs)
            self._making.use_tools(self._with)

    # Branches, and turns that were interrupted.

    @asynccontextmanager
    async def going_back(self) -> AsyncGenerator[None]:
        """Let no other turn or rewind begin inside the block: what is said waits.

        For code that stops the turn, goes back and resumes from there, with waits between.
        """
        try:
            async with self._going_back:
                yield
        finally:
            self._begin_next_soon()

    def take_up(self, interruption: UnfinishedTurn, *, spoken: bool = False) -> None:
        """Resume a turn from an earlier point of this history; only between turns.

        What the history has after that point is left behind on its branch.

        Args:
            spoken: Whether the reply is made as if to words that were just heard.

        Raises:
            KeyError: If this branch has no such point.
            ProtocolError: If the state does not accept it; nothing changes.
        """
        at = interruption.partial or interruption.at
        self._history.entry(at)
        if self._speaker is not None:
            self._speaker.begins()
        self._come_to_rest()
        self.signal(ConversationSignal.TEXT_SUBMITTED)
        self._history.rewind(at)
        self._running.resumes(interruption.turn_id, at)
        turn = self._turn(interruption.turn_id, spoken=spoken, interruption=interruption)
        self._begin(
            TurnStart(turn=turn, resumed=interruption, spoken=spoken),
            TurnStarted(turn_id=turn.turn_id, text="", spoken=spoken, resumed=True),
        )

    async def give_up(self, interruption: UnfinishedTurn) -> None:
        """Store results for the calls of an interrupted turn without resuming it: it was stopped.

        Raises:
            StoreError: If they cannot be stored.
        """
        await self._running.give_up(interruption)

    def rewind(self, message_id: str | None) -> None:
        """Go back to a message, or to before the first; what is said next begins a branch there.

        Raises:
            KeyError: If this branch has no such message.
        """
        self._guesses.forget()
        self._history.rewind(message_id)

    def remember(self, past: Sequence[PastQuestion], *, rounds_used: int) -> None:
        """Take over the stored questions.

        The settled questions of this branch, oldest first, and how many were put since the user's
        last own words.
        """
        self._questions.remember(past, rounds_used=rounds_used)

    # Stopping.

    async def stop_turn(self, *, heard: str | None = None) -> None:
        """Stop the turn under way; keeps what had arrived.

        Without a turn, stop waiting for a question that was left or a reply that is not spoken any
        more.

        Args:
            heard: How much of the reply the user had heard, if it was being spoken.
        """
        task, begun = self._task, self._begun
        if task is None or begun is None:
            self._come_to_rest()
            return
        await asyncio.sleep(0)  # a task that has not begun cannot tidy up behind itself
        task.cancel()
        await asyncio.wait([task])
        if heard is not None:
            self._guesses.forget()
            await self._running.mark_heard(begun.turn.turn_id, heard)

    def suspend(self) -> None:
        """The program ends: what the turn waits for goes on at the next start.

        Nothing that waits for the turn begins one of its own.
        """
        self._is_suspended = True
        self._guesses.forget()
        if self._begun is not None:
            self._begun.turn.is_suspended = True

    async def record_heard(self, turn_id: str, heard: str) -> None:
        """Note in the history that the user interrupted after hearing `heard`.

        The next turn waits for it, so that the model knows.
        """
        self._guesses.forget()
        await self._running.record_heard(turn_id, heard)

    async def aclose(self) -> None:
        """Stop the turn, finish writes, and drop the listeners."""
        await self.stop_turn()
        await self._guesses.aclose()
        await self._making.aclose()
        await self._running.written()
        self._listeners.clear()

    # Questions, reported by the desk.

    def question_asked(self, event: QuestionAsked) -> None:
        """A question of this conversation was put to the user."""
        self._guesses.forget()
        self._questions.asked(event)

    def question_closed(self, event: QuestionClosed) -> None:
        """A question of this conversation was settled."""
        self._questions.closed(event)

    def question_settled(self) -> None:
        """A question without a turn was settled; a user who left it for the screen may go on."""
        self._leave_question()

    def put_choice(self, turn_id: str, questions: QuestionSet, *, voice: bool) -> None:
        """Put a choice from a turn's text; one too many becomes a notice."""
        self._questions.put_choice(turn_id, questions, voice=voice)

    def _leave_question(self) -> None:
        """Come to rest if only a question without a turn is waited for."""
        if self._task is None and self._state.phase in _WAITING:
            self.signal(ConversationSignal.TURN_STOPPED)

    def _come_to_rest(self) -> None:
        """Leave what has no turn: a question, or a reply that was not spoken yet."""
        self._leave_question()
        if self._task is None and self._state.phase is ConversationPhase.STREAMING:
            self.signal(ConversationSignal.TURN_STOPPED)

    # The turn.

    def _start(
        self,
        words: UserMessage,
        guess: SpeculativeRequest | None = None,
        *,
        replaces: str | None = None,
    ) -> str:
        """Begin a turn; returns its id."""
        turn_id = words.turn_id or uuid.uuid4().hex
        if words.answers is None:
            self._questions.reset()
        turn = self._turn(turn_id, spoken=words.spoken)
        self._begin(
            TurnStart(turn=turn, words=words, guess=guess, spoken=words.spoken),
            TurnStarted(
                turn_id=turn_id,
                text=words.text,
                spoken=words.spoken,
                answers=words.answers,
                replaces=replaces,
                attachments=words.attachments,
            ),
        )
        return turn_id

    def _turn(
        self, turn_id: str, *, spoken: bool, interruption: UnfinishedTurn | None = None
    ) -> Turn:
        return self._making.turn(
            turn_id,
            voice=spoken,
            rounds=self._questions.rounds,
            signal=self._signal_if_accepted,
            interruption=interruption,
        )

    def _begin(self, begun: TurnStart, event: TurnStarted) -> None:
        self._begun, self._given_up = begun, None
        self.emit(event)
        self._task = asyncio.create_task(self._run(begun), name=f"turn-{event.turn_id}")

    async def _compose_ahead(self, text: str, at: datetime) -> ModelRequest:
        """Compose the request that a turn with these words would send now."""
        await self._running.written()
        return await self._making.request_ahead(text, at)

    async def _run(self, begun: TurnStart) -> None:
        speaker = self._speaker
        is_voiced = speaker is not None and speaker.takes(spoken=begun.spoken)
        end = await self._running.carry_out(begun)
        self._begun = self._task = None
        if isinstance(end, TurnFailed):
            self._given_up = begun if end.cancelled else None
            self._questions.forget()
            # While speaking, the speaker says when it is over.
            if self._state.phase is not ConversationPhase.SPEAKING:
                self._signal_if_accepted(ConversationSignal.TURN_STOPPED)
            self.emit(end)
        else:
            # A speaker that came meanwhile has not followed this turn.
            self._finish(begun, end, is_voiced=is_voiced and self._speaker is speaker)

    def _finish(self, begun: TurnStart, reply: TurnReply, *, is_voiced: bool) -> None:
        if not is_voiced:
            self._signal_if_accepted(ConversationSignal.REPLY_FINISHED)
        turn = begun.turn
        lack = incomplete_reply(
            reply.stop_reason,
            model=turn.model,
            models=self._with.models,
            built_in=self._with.built_in,
        )
        self.emit(
            TurnFinished(
                turn_id=turn.turn_id,
                text=reply.text,
                stop_reason=reply.stop_reason,
                spoken=is_voiced,
                model=reply.model,
                has_user_choice=reply.choice is not None,
                reason=lack.reason if lack else "",
                hint=lack.hint if lack else "",
                actions=lack.actions if lack else (),
            )
        )
        if reply.choice is not None:
            self._questions.put_choice(turn.turn_id, reply.choice, voice=begun.spoken)

    def _next(self) -> None:
        """Send the message that has waited longest, once nothing is said or being made."""
        is_free = self._task is None and self._state.phase in _AT_REST
        is_held = self._is_suspended or self._going_back.locked()
        if self.queue and is_free and not is_held:
            words = self.queue.pop()
            self.signal(ConversationSignal.TEXT_SUBMITTED)
            self._start(words)
            self.queue.taken(words)


def _too_long_notice(length: int) -> Notice:
    return Notice(
        code="message_too_long",
        text=_("This message has {count} characters; {limit} can be sent at once.").format(
            count=f"{length:,}", limit=f"{LONGEST_MESSAGE:,}"
        ),
        hint=_("Save it as a file in the workspace and ask about that."),
    )


def _unreadable_notice(count: int) -> Notice:
    return Notice(
        code="messages_unreadable",
        text=ngettext(
            "{count} message of this conversation cannot be read and is left out.",
            "{count} messages of this conversation cannot be read and are left out.",
            count,
        ).format(count=count),
        hint=_("Nothing was deleted; a newer Parley may have written it, or a disk damaged it."),
    )
