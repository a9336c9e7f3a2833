"""One conversation: its state, its history, the turn under way.

Lives on the engine thread. Everything that can be seen or heard of it is an event. The voice session
lies above: it attaches as `Speaker` and drives listening and speaking through `signal`, `say`,
`stop_turn` and `record_heard`.
"""

import asyncio
import logging
import uuid
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from typing import Protocol

from assistant.clock import Clock
from assistant.conversation.client import Listener
from assistant.conversation.context import Layers, Limits, compose
from assistant.conversation.events import (
    EngineEvent,
    HistoryLoaded,
    HistoryMessage,
    Notice,
    QuestionAsked,
    QuestionClosed,
    Severity,
    StateChanged,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.conversation.history import Entry, History
from assistant.conversation.replay import replay
from assistant.conversation.states import Phase, Signal, State, accepts, apply
from assistant.conversation.turn import Turn
from assistant.errors import AssistantError, ErrorCategory, ProtocolError, ProviderError
from assistant.llm.client import ModelClient, ModelRequest, ToolSpec
from assistant.llm.messages import TextBlock, ToolResultBlock, ToolUseBlock
from assistant.locale import _
from assistant.questions.model import Channel, Origin, Purpose, QuestionSet, Response
from assistant.tools.runner import Runner
from assistant.tools.tool import QuestionRounds, ToolContext

logger = logging.getLogger(__name__)

MAX_WAITING = 5
"""Messages that may wait while a turn is under way (G-22)."""


_AT_REST = frozenset({Phase.IDLE, Phase.LISTENING})


class Speaker(Protocol):
    """Who speaks replies aloud."""

    def takes(self, *, spoken: bool) -> bool:
        """Whether the reply to a message will be spoken.

        If so, it is the speaker who signals `REPLY_FINISHED` or `FIRST_AUDIO` and `PLAYED_OUT`.
        """
        ...

    def begins(self) -> None:
        """A typed message begins a turn: whatever is being said or heard stops now."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a conversation is held with; fixed for its life."""

    client: ModelClient
    layers: Callable[[], Awaitable[Layers]]
    """Reads layers 1 to 6; called once a turn."""
    specs: Sequence[ToolSpec]
    tools: Runner
    ask: Callable[[QuestionSet, Origin], Awaitable[Response]]
    """Puts questions to the person."""
    channel: Channel
    """Where the person is."""
    workspace: Path
    """The folder that tools work in."""
    max_question_rounds: int
    limits: Limits
    zone: tzinfo
    max_tool_rounds: int


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
        self._waiting: deque[str] = deque()
        self._open_questions: dict[str, Purpose] = {}
        self._speaker: Speaker | None = None

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
        shown = [_as_shown(entry) for entry in self._history.entries]
        self.emit(
            HistoryLoaded(
                conversation_id=self.conversation_id,
                messages=tuple(message for message in shown if message is not None),
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

    async def say(self, text: str, *, spoken: bool) -> bool:
        """Take words of the person's and start a turn with them.

        While a turn is under way they wait for its end, unless it is only being spoken still.

        Returns:
            Whether they were taken. If not, a notice has said why.
        """
        text = text.strip()
        if not text:
            return False
        if self._task is not None and self._state.phase is not Phase.SPEAKING:
            return self._let_wait(text)
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
        if not spoken and self._speaker is not None:
            self._speaker.begins()
        await self.stop_turn()
        try:
            self.signal(Signal.UTTERANCE if spoken else Signal.TEXT_SUBMITTED)
        except ProtocolError:
            return self._let_wait(text)
        self._start(text, spoken=spoken)
        return True

    async def stop_turn(self, *, heard: str | None = None) -> None:
        """Stop the turn under way; what had arrived is kept. Does nothing if there is none.

        Args:
            heard: How much of the reply the person had heard, if it was being spoken.
        """
        task, turn = self._task, self._turn
        if task is None or turn is None:
            return
        await asyncio.sleep(0)  # a task that has not begun cannot tidy up behind itself
        task.cancel()
        await asyncio.wait([task])
        if heard is not None:
            await self._mark_heard(turn.turn_id, heard)

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
        try:
            await self._history.mark_heard(turn_id, heard)
        except AssistantError as error:
            self._report(error)

    async def aclose(self) -> None:
        """Stop the turn, finish what is being stored, and forget the listeners."""
        await self.stop_turn()
        if self._writes:
            await asyncio.wait(self._writes)
        self._listeners.clear()

    # Questions, told by the desk.

    def question_asked(self, event: QuestionAsked) -> None:
        """A question of this conversation is put to the person."""
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

    def _signal_shown(self, purpose: Purpose) -> None:
        confirm = purpose is Purpose.CONFIRM
        self._signal_if_accepted(Signal.CONFIRMATION_SHOWN if confirm else Signal.QUESTION_SHOWN)

    # The turn.

    def _let_wait(self, text: str) -> bool:
        if len(self._waiting) >= MAX_WAITING:
            self.emit(
                Notice(
                    code="busy",
                    text=_("Five messages are waiting already; this one was not taken."),
                    hint=_("Wait for the reply, or stop it."),
                )
            )
            return False
        self._waiting.append(text)
        self.emit(
            Notice(
                code="busy",
                text=_("Your message waits for the reply that is under way."),
                severity=Severity.INFO,
            )
        )
        return True

    def _start(self, text: str, *, spoken: bool) -> None:
        turn_id = uuid.uuid4().hex
        self._turn = Turn(
            turn_id=turn_id,
            client=self._with.client,
            history=self._history,
            tools=self._with.tools,
            context=self._context(turn_id, spoken=spoken),
            emit=self.emit,
            signal=self._signal_if_accepted,
            max_rounds=self._with.max_tool_rounds,
        )
        self.emit(TurnStarted(turn_id=turn_id, text=text, spoken=spoken))
        self._task = asyncio.create_task(
            self._run(self._turn, text, spoken=spoken), name=f"turn-{turn_id}"
        )

    def _context(self, turn_id: str, *, spoken: bool) -> ToolContext:
        origin = Origin(
            channel=self._with.channel,
            conversation_id=self.conversation_id,
            turn_id=turn_id,
            voice=spoken,
        )
        return ToolContext(
            conversation_id=self.conversation_id,
            turn_id=turn_id,
            origin=origin,
            workspace=self._with.workspace,
            ask=lambda questions: self._with.ask(questions, origin),
            rounds=QuestionRounds(self._with.max_question_rounds),
        )

    async def _composer(self, turn_id: str) -> Callable[[], ModelRequest]:
        layers = await self._with.layers()
        profile = self._with.client.profile

        def build() -> ModelRequest:
            return compose(
                layers=layers,
                messages=replay(
                    self._history.entries,
                    current_turn=turn_id,
                    zone=self._with.zone if profile.system_prompt is None else None,
                ),
                tools=self._with.specs,
                profile=profile,
                limits=self._with.limits,
            )

        return build

    async def _run(self, turn: Turn, text: str, *, spoken: bool) -> None:
        """Run a turn to its end, whichever it is; nothing escapes but our own bugs' logs."""
        voiced = self._speaker is not None and self._speaker.takes(spoken=spoken)
        try:
            if self._writes:
                await asyncio.wait(self._writes)
            await self._keep_words(text, turn_id=turn.turn_id, spoken=spoken)
            reply = await turn.run(await self._composer(turn.turn_id))
        except asyncio.CancelledError:
            self._end_turn(
                TurnFailed(turn_id=turn.turn_id, text=turn.text, reason="", cancelled=True)
            )
        except AssistantError as error:
            self._end_turn(self._failed(turn, error))
        except Exception as error:  # the turn's boundary: a bug ends the turn alone
            logger.exception("Turn %s failed", turn.turn_id)
            bug = AssistantError(
                _("Something went wrong inside Parley ({error}).").format(
                    error=type(error).__name__
                ),
                hint=_("What had arrived is kept. The log has the details."),
            )
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
                )
            )

    async def _keep_words(self, text: str, *, turn_id: str, spoken: bool) -> None:
        """Store the person's words, whole even if the turn is stopped meanwhile."""
        storing = asyncio.create_task(
            self._history.append("user", [TextBlock(text=text)], turn_id=turn_id, spoken=spoken)
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
            text = self._waiting.popleft()
            self.signal(Signal.TEXT_SUBMITTED)
            self.emit(Notice(code="busy", text="", resolved=True))
            self._start(text, spoken=False)

    def _report(self, error: AssistantError) -> None:
        self.emit(
            Notice(
                code="store_failed", text=error.message, hint=error.hint, severity=Severity.ERROR
            )
        )


def _as_shown(entry: Entry) -> HistoryMessage | None:
    content = entry.message.content
    if any(isinstance(block, ToolResultBlock) for block in content):
        return None
    shown = HistoryMessage(
        message_id=entry.uuid,
        role=entry.role,
        text=entry.message.text,
        tools=tuple(block.name for block in content if isinstance(block, ToolUseBlock)),
        partial=entry.partial,
    )
    return shown if shown.text.strip() or shown.tools else replace(shown, partial=True)
