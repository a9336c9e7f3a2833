"""One conversation: its state, its history, the turn under way.

Lives on the engine thread. Everything that can be seen or heard of it is an event. The voice session
lies above: it attaches as `Speaker` and drives listening and speaking through `signal`, `say`,
`stop_turn` and `record_heard`.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from assistant.clock import Clock
from assistant.conversation.client import Listener
from assistant.conversation.events import (
    EngineEvent,
    HistoryLoaded,
    Notice,
    PastQuestion,
    QuestionAsked,
    QuestionClosed,
    Severity,
    StateChanged,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.conversation.guess import Guess, Guesses
from assistant.conversation.history import Entry, History
from assistant.conversation.interruption import Interruption, find_interruption, given_up
from assistant.conversation.making import Making
from assistant.conversation.shown import as_shown
from assistant.conversation.states import Phase, Session, Signal, State, accepts, apply
from assistant.conversation.surroundings import Speaker, Surroundings
from assistant.conversation.turn import Turn
from assistant.conversation.waiting import Waiting, Words
from assistant.errors import AssistantError, ErrorCategory, ProtocolError, ProviderError
from assistant.llm.client import ModelRequest
from assistant.llm.messages import TextBlock
from assistant.locale import _
from assistant.questions.model import Purpose, QuestionSet
from assistant.tools.tool import QuestionRounds

logger = logging.getLogger(__name__)

_AT_REST = frozenset({Phase.IDLE, Phase.LISTENING})
_HEARING = State(Phase.LISTENING, Session.ACTIVE)
_WAITING = frozenset({Phase.AWAITING_ANSWER, Phase.AWAITING_CONFIRM, Phase.TOOL_CALLING})


class Conversation:
    """One conversation.

    Args:
        history: Its messages, loaded.
        surroundings: Model, layers, tools and limits.
        clock: Stamps changes of state.
    """

    def __init__(self, *, history: History, surroundings: Surroundings, clock: Clock) -> None:
        self.conversation_id = history.conversation_id
        self._history = history
        self._with = surroundings
        self._clock = clock
        self._state = State()
        self._listeners: list[Listener] = []
        self._turn: Turn | None = None
        self._task: asyncio.Task[None] | None = None
        self._writes: set[asyncio.Task[None]] = set()
        self._waiting = Waiting()
        self._rounds = QuestionRounds(surroundings.max_question_rounds)
        self._past: tuple[PastQuestion, ...] = ()
        self._resumed_at: dict[str, str] = {}
        """Where turns were taken up: id of the turn → id of the message its new words follow."""
        self._open_questions: dict[str, Purpose] = {}
        self._speaker: Speaker | None = None
        self._making = Making(history=history, surroundings=surroundings, emit=self.emit)
        self._guesses = Guesses(
            client=surroundings.client, compose=self._compose_ahead, clock=clock
        )

    # What others see.

    @property
    def state(self) -> State:
        """The state as the table knows it."""
        return self._state

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said yet."""
        return not self._history.entries and self._task is None

    @property
    def question_pending(self) -> bool:
        """Whether a question of the turn under way waits for the person."""
        return bool(self._open_questions)

    @property
    def entries(self) -> Sequence[Entry]:
        """The messages of the present branch, oldest first."""
        return self._history.entries

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is said or being made."""
        return self._task is None and self._state.phase is not Phase.SPEAKING

    @property
    def model(self) -> str:
        """The model that answers."""
        return self._with.client.profile.model

    def waits_for(self, questions_id: str) -> bool:
        """Whether the turn under way waits for this question."""
        return questions_id in self._open_questions

    @property
    def turn_id(self) -> str | None:
        """The turn under way."""
        return self._turn.turn_id if self._turn else None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear every event; engine thread only. Returns a function that ends it."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def emit(self, event: EngineEvent) -> None:
        """Tell every listener."""
        for listener in tuple(self._listeners):
            listener(event)

    def attach(self, speaker: Speaker) -> None:
        """Let `speaker` speak replies."""
        self._speaker = speaker

    def show_history(self) -> None:
        """Emit the past as `HistoryLoaded`."""
        shown = [as_shown(entry) for entry in self._history.entries]
        self.emit(
            HistoryLoaded(
                conversation_id=self.conversation_id,
                messages=tuple(message for message in shown if message is not None),
                questions=self._past,
            )
        )

    # The state.

    def accepts(self, signal: Signal) -> bool:
        """Whether `signal` is legal now."""
        return accepts(self._state, signal)

    def signal(self, signal: Signal) -> None:
        """Apply a signal and tell the listeners.

        Raises:
            ProtocolError: If the state does not accept it; nothing changes.
        """
        old, self._state = self._state, apply(self._state, signal)
        if self._state != _HEARING:
            self._guesses.forget()
        if old != self._state:
            self.emit(StateChanged(old=old, new=self._state, at=self._clock.monotonic()))
        if self._waiting and self._state.phase in _AT_REST:
            asyncio.get_running_loop().call_soon(self._next)

    def _signal_if_accepted(self, signal: Signal) -> None:
        if self.accepts(signal):
            self.signal(signal)
        else:
            logger.debug("Signal %s dropped in %s", signal.value, self._state)

    # What the person does.

    async def say(self, text: str, *, spoken: bool, answers: str | None = None) -> bool:
        """Take words of the person's and start a turn with them.

        While a turn is under way they wait for its end, unless it is only being spoken still.

        Args:
            text: The words.
            spoken: Whether they were heard rather than typed.
            answers: Id of the questions that they answer, in place of words of the person's own.

        Returns:
            Whether they were taken. If not, a notice has said why.
        """
        words = Words(text=text.strip(), spoken=spoken, answers=answers)
        if not words.text:
            return False
        if self._task is not None and (
            self._state.phase is not Phase.SPEAKING or answers is not None
        ):
            return self._let_wait(words)
        try:
            await self._with.client.check()
        except AssistantError as error:
            self.emit(
                Notice(
                    code="model_unavailable",
                    text=error.message,
                    hint=error.hint,
                    severity=Severity.ERROR,
                )
            )
            if spoken:
                self._signal_if_accepted(Signal.KEY_REJECTED)
            return False
        if answers is not None and self._state.phase is Phase.SPEAKING:
            return self._let_wait(words)  # an answer interrupts nothing
        if answers is None:
            if not spoken and self._speaker is not None:
                self._speaker.begins()
            await self.stop_turn()
        self._leave_question()
        guess = self._guesses.take(words)
        try:
            self.signal(Signal.UTTERANCE if spoken else Signal.TEXT_SUBMITTED)
        except ProtocolError:
            if guess is not None:
                guess.cancel()
            return self._let_wait(words)
        self._start(words, guess)
        return True

    def prepare(self, text: str) -> None:
        """Have the model asked already what `say` with these spoken words would ask it.

        Only while listening, with nothing under way; at other times this does nothing but give up
        what was begun before. Nothing is seen, stored or done of it before the words are said.
        """
        text = text.strip()
        is_free = self._task is None and not self._open_questions and not self._waiting
        if not text or not is_free or self._state != _HEARING:
            self._guesses.forget()
        else:
            self._guesses.begin(text)

    def unprepare(self) -> None:
        """Give up what `prepare` began, unless its words were said; idempotent."""
        self._guesses.forget()

    async def check(self) -> None:
        """Raise ProviderError if the model cannot be asked now."""
        await self._with.client.check()

    async def warm_up(self) -> None:
        """Have the model ready: words for it are about to be said; raises as `ModelClient` does."""
        await self._with.client.warm_up()

    def is_waiting(self, questions_id: str) -> bool:
        """Whether the answer to these questions waits for the turn under way."""
        return self._waiting.holds(questions_id)

    def withdraw_answer(self, questions_id: str) -> None:
        """Forget the answer to these questions if it waits still."""
        self._waiting.withdraw(questions_id)

    # Branches, and turns that were interrupted.

    def take_up(self, interruption: Interruption) -> None:
        """Go on with a turn of this history from an earlier point; only while no turn is under way.

        What the history has after that point is left behind on the branch it was on.

        Raises:
            KeyError: If this branch has no such point.
            ProtocolError: If the state does not accept it; nothing changes.
        """
        at = interruption.partial or interruption.at
        self._history.entry(at)
        if self._speaker is not None:
            self._speaker.begins()
        self._come_to_rest()
        self.signal(Signal.TEXT_SUBMITTED)
        self._history.rewind(at)
        self._resumed_at[interruption.turn_id] = at
        self._begin(interruption.turn_id, voice=False, interruption=interruption)
        self.emit(TurnStarted(turn_id=interruption.turn_id, text="", spoken=False, resumed=True))
        self._run_turn(resumed=interruption)

    async def give_up(self, interruption: Interruption) -> None:
        """Give the calls of an interrupted turn results without taking it up: it was stopped.

        Raises:
            StoreError: If they cannot be stored.
        """
        self._history.rewind(interruption.partial or interruption.at)
        if not interruption.calls:
            await self._history.end_turn(interruption.turn_id)
            return
        entry = (
            self._history.begin_results(turn_id=interruption.turn_id)
            if interruption.partial is None
            else self._history.entry(interruption.partial)
        )
        message = entry.message.model_copy(update={"content": given_up(interruption)})
        await self._history.save(replace(entry, message=message, partial=False, ended=True))

    def rewind(self, message_id: str) -> None:
        """Go back to a message; what is said next begins a branch there.

        Raises:
            KeyError: If this branch has no such message.
        """
        self._guesses.forget()
        self._history.rewind(message_id)

    def remember(self, past: Sequence[PastQuestion], *, rounds_used: int) -> None:
        """Take over what was asked, as the store has it.

        Args:
            past: The settled questions of this branch, oldest first.
            rounds_used: Questions put since the person's last words of their own.
        """
        self._past = tuple(past)
        self._rounds.used = rounds_used

    async def stop_turn(self, *, heard: str | None = None) -> None:
        """Stop the turn under way; what had arrived is kept.

        Where there is none, a question that was left or a reply that nobody speaks any more is
        waited for no longer.

        Args:
            heard: How much of the reply the person had heard, if it was being spoken.
        """
        task, turn = self._task, self._turn
        if task is None or turn is None:
            self._come_to_rest()
            return
        await asyncio.sleep(0)  # a task that has not begun cannot tidy up behind itself
        task.cancel()
        await asyncio.wait([task])
        if heard is not None:
            await self._mark_heard(turn.turn_id, heard)

    def suspend(self) -> None:
        """The program ends: what the turn under way waits for goes on at the next start."""
        self._guesses.forget()
        if self._turn is not None:
            self._turn.is_suspended = True

    def drop_waiting(self) -> None:
        """Forget the messages that wait for the turn under way: everything is to stop."""
        self._waiting.clear()

    async def record_heard(self, turn_id: str, heard: str) -> None:
        """Note in the history that the person interrupted after hearing `heard`.

        The next turn waits for it, so that the model knows.
        """
        task = asyncio.create_task(self._mark_heard(turn_id, heard), name=f"heard-{turn_id}")
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)
        await asyncio.shield(task)

    async def _mark_heard(self, turn_id: str, heard: str) -> None:
        self._guesses.forget()
        try:
            await self._history.mark_heard(turn_id, heard, after=self._resumed_at.get(turn_id))
        except AssistantError as error:
            self._report(error)

    async def aclose(self) -> None:
        """Stop the turn, finish what is being stored, and forget the listeners."""
        await self.stop_turn()
        await self._guesses.aclose()
        if self._writes:
            await asyncio.wait(self._writes)
        self._listeners.clear()

    # Questions, told by the desk.

    def question_asked(self, event: QuestionAsked) -> None:
        """A question of this conversation is put to the person."""
        self._guesses.forget()
        purpose = event.questions.purpose
        self._open_questions[event.questions.id] = purpose
        self.emit(event)
        self._signal_shown(purpose)

    def question_closed(self, event: QuestionClosed) -> None:
        """A question of this conversation is settled."""
        self._open_questions.pop(event.questions.id, None)
        self.emit(event)
        self._signal_if_accepted(Signal.QUESTION_CLOSED)
        for purpose in self._open_questions.values():
            self._signal_shown(purpose)
            break

    def question_settled(self) -> None:
        """A question is settled that no turn waits for; whoever left it for the screen may go on."""
        self._leave_question()

    def _leave_question(self) -> None:
        """Come to rest if only a question is waited for to which no turn belongs."""
        if self._task is None and self._state.phase in _WAITING:
            self.signal(Signal.TURN_STOPPED)

    def _come_to_rest(self) -> None:
        """Leave what no turn belongs to: a question, or a reply that was not begun to be spoken."""
        self._leave_question()
        if self._task is None and self._state.phase is Phase.STREAMING:
            self.signal(Signal.TURN_STOPPED)

    def put_choice(self, turn_id: str, questions: QuestionSet, *, voice: bool) -> None:
        """Put a choice that stood in the words of a turn, unless there were too many questions."""
        if self._rounds.is_used_up:
            self.emit(
                Notice(
                    code="question_limit",
                    text=_(
                        "{count} questions in a row; I will continue with your choices so far."
                    ).format(count=self._rounds.limit),
                )
            )
            return
        origin = self._making.origin(turn_id, voice=voice)
        number = self._rounds.take()
        self._with.questioner.put_choice(questions.model_copy(update={"round": number}), origin)

    def _signal_shown(self, purpose: Purpose) -> None:
        confirm = purpose is Purpose.CONFIRM
        self._signal_if_accepted(Signal.CONFIRMATION_SHOWN if confirm else Signal.QUESTION_SHOWN)

    # The turn.

    def _let_wait(self, words: Words) -> bool:
        if not self._waiting.add(words):
            self.emit(
                Notice(
                    code="busy",
                    text=_("Five messages are waiting already; this one was not taken."),
                    hint=_("Wait for the reply, or stop it."),
                )
            )
            return False
        if words.answers is None:
            self._tell_waiting()
        return True

    def _tell_waiting(self) -> None:
        self.emit(
            Notice(
                code="busy",
                text=_("Your message waits for the reply that is under way."),
                severity=Severity.INFO,
            )
        )

    def _start(self, words: Words, guess: Guess | None = None) -> None:
        turn_id = uuid.uuid4().hex
        if words.answers is None:
            self._rounds = QuestionRounds(self._with.max_question_rounds)
        self._begin(turn_id, voice=words.spoken)
        self.emit(
            TurnStarted(
                turn_id=turn_id, text=words.text, spoken=words.spoken, answers=words.answers
            )
        )
        self._run_turn(words=words, guess=guess)

    def _begin(
        self, turn_id: str, *, voice: bool, interruption: Interruption | None = None
    ) -> None:
        self._turn = self._making.turn(
            turn_id,
            voice=voice,
            rounds=self._rounds,
            signal=self._signal_if_accepted,
            interruption=interruption,
        )

    def _run_turn(
        self,
        *,
        words: Words | None = None,
        resumed: Interruption | None = None,
        guess: Guess | None = None,
    ) -> None:
        turn = self._turn
        if turn is None:
            raise RuntimeError("The turn was not begun")
        self._task = asyncio.create_task(
            self._run(turn, words=words, resumed=resumed, guess=guess),
            name=f"turn-{turn.turn_id}",
        )

    async def _compose_ahead(self, text: str, at: datetime) -> ModelRequest:
        """Compose the request that a turn would send which these words began now."""
        if self._writes:
            await asyncio.wait(self._writes)
        return await self._making.request_ahead(text, at)

    async def _run(
        self,
        turn: Turn,
        *,
        words: Words | None,
        resumed: Interruption | None,
        guess: Guess | None,
    ) -> None:
        """Run a turn to its end, whichever it is; nothing escapes but our own bugs' logs."""
        spoken = words is not None and words.spoken
        voiced = self._speaker is not None and self._speaker.takes(spoken=spoken)
        try:
            if self._writes:
                await asyncio.wait(self._writes)
            if words is not None:
                await self._keep_words(words, turn_id=turn.turn_id, at=guess and guess.at)
            composer = await self._making.composer(turn.turn_id)
            reply = await turn.run(composer, resumed=resumed, guess=guess)
        except asyncio.CancelledError:
            await self._mark_ended(turn)
            self._end_turn(
                TurnFailed(turn_id=turn.turn_id, text=turn.text, reason="", cancelled=True)
            )
        except AssistantError as error:
            await self._mark_ended(turn)
            self._end_turn(self._failed(turn, error))
        except Exception as error:  # the turn's boundary: a bug ends the turn alone
            logger.exception("Turn %s failed", turn.turn_id)
            bug = AssistantError(
                _("Something went wrong inside Parley ({error}).").format(
                    error=type(error).__name__
                ),
                hint=_("What had arrived is kept. The log has the details."),
            )
            await self._mark_ended(turn)
            self._end_turn(self._failed(turn, bug))
        else:
            self._turn = self._task = None
            if not voiced:
                self._signal_if_accepted(Signal.REPLY_FINISHED)
            self.emit(
                TurnFinished(
                    turn_id=turn.turn_id,
                    text=reply.text,
                    stop_reason=reply.stop_reason,
                    spoken=voiced,
                    has_user_choice=reply.choice is not None and not self._rounds.is_used_up,
                )
            )
            if reply.choice is not None:
                self.put_choice(turn.turn_id, reply.choice, voice=spoken)
        finally:
            if guess is not None:
                guess.cancel()

    async def _mark_ended(self, turn: Turn) -> None:
        """Note that a turn is not to be taken up again, unless it is the program that ends."""
        if turn.is_suspended or find_interruption(self._history.entries) is None:
            return
        try:
            await self._history.end_turn(turn.turn_id)
        except AssistantError as error:
            self._report(error)

    async def _keep_words(self, words: Words, *, turn_id: str, at: datetime | None) -> None:
        """Store the person's words, whole even if the turn is stopped meanwhile."""
        storing = asyncio.create_task(
            self._history.append(
                "user",
                [TextBlock(text=words.text)],
                turn_id=turn_id,
                spoken=words.spoken,
                answers=words.answers,
                at=at,
            )
        )
        try:
            await asyncio.shield(storing)
        except asyncio.CancelledError:
            await storing
            raise

    def _failed(self, turn: Turn, error: AssistantError) -> TurnFailed:
        if isinstance(error, ProviderError) and error.category is ErrorCategory.AUTHENTICATION:
            logger.warning("The model service refused the key")
        return TurnFailed(
            turn_id=turn.turn_id, text=turn.text, reason=error.message, hint=error.hint
        )

    def _end_turn(self, event: TurnFailed) -> None:
        self._turn = self._task = None
        self._open_questions.clear()
        # While speaking, the speaker says when it is over.
        if self._state.phase is not Phase.SPEAKING:
            self._signal_if_accepted(Signal.TURN_STOPPED)
        self.emit(event)

    def _next(self) -> None:
        """Send the message that has waited longest, once nothing is said or being made any more."""
        if self._waiting and self._task is None and self._state.phase in _AT_REST:
            words = self._waiting.pop()
            self.signal(Signal.TEXT_SUBMITTED)
            self.emit(Notice(code="busy", text="", resolved=True))
            self._start(words)

    def _report(self, error: AssistantError) -> None:
        self.emit(
            Notice(
                code="store_failed", text=error.message, hint=error.hint, severity=Severity.ERROR
            )
        )
