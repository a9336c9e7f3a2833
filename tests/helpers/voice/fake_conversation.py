"""A conversation without a model: the real table of states, replies made by the test."""

from collections.abc import Callable, Sequence

from assistant.clock import Clock
from assistant.conversation.say_result import SayAccepted, SayRejected, SayResult
from assistant.conversation.turn.speculation import ReplyPreview
from assistant.protocol.client import Listener
from assistant.protocol.conversation import ConversationOpened, StateChanged
from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    DialogueState,
    accepts,
    next_state,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import (
    ReplySegmentFinished,
    RequestSent,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.questions.model.question import Cancelled, Channel, Origin, QuestionSet, Response


class FakeTalk:
    """Implements `Talk` as `Conversation` does; the test plays the model.

    `said` are the words that were taken, `stopped` what had been heard where a turn was stopped,
    `recorded` what had been heard of complete replies.
    """

    def __init__(self, *, clock: Clock) -> None:
        self._clock = clock
        self._listeners: list[Listener] = []
        self._takes: Callable[[bool], bool] = _never
        self._begins: Callable[[], None] = _nothing
        self._turn_count = 0
        self._text = ""
        self._voiced = False
        self._open: dict[str, QuestionSet] = {}
        self.turn_id: str | None = None
        self.state = DialogueState()
        self.events: list[EngineEvent] = []
        self.said: list[tuple[str, bool]] = []
        self.went_on: list[str] = []
        """Those of the words that go on from the turn before."""
        self.stopped: list[str | None] = []
        self.recorded: list[tuple[str, str]] = []
        self.prepared: list[str | None] = []
        """What was to be asked ahead; None where that was given up."""
        self.preview: ReplyPreview | None = None
        """What follows the reply that was asked for ahead; the test plays that reply."""
        self._is_prepared = False
        self.ahead_s = 0.0
        """How long ago a turn's request was sent when it begins."""
        self.key_is_good = True
        self.known_requests: set[str] = set()
        """What is understood without a model."""

    # What a session uses.

    @property
    def question_pending(self) -> bool:
        """Whether a question waits for the user."""
        return bool(self._open)

    def attach(self, *, takes: Callable[[bool], bool], begins: Callable[[], None]) -> None:
        """Let the session decide which replies it speaks."""
        self._takes, self._begins = takes, begins

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def accepts(self, signal: ConversationSignal) -> bool:
        """Whether `signal` is legal now."""
        return accepts(self.state, signal)

    def signal(self, signal: ConversationSignal) -> None:
        """Apply a signal and tell the listeners."""
        old, self.state = self.state, next_state(self.state, signal)
        if old != self.state:
            self.emit(StateChanged(old=old, new=self.state, at=self._clock.monotonic()))

    def emit(self, event: EngineEvent) -> None:
        self.events.append(event)
        for listener in tuple(self._listeners):
            listener(event)

    async def say(self, text: str, *, spoken: bool, goes_on: bool = False) -> SayResult:
        """Start a turn; the test makes its reply."""
        self._is_prepared = False
        if not self.key_is_good:
            if spoken:
                self._signal_if_accepted(ConversationSignal.KEY_REJECTED)
            return SayRejected(notice=Notice(code="model_unavailable", text="No key."))
        if not spoken:
            self._begins()
        await self.stop_turn()
        self.signal(ConversationSignal.UTTERANCE if spoken else ConversationSignal.TEXT_SUBMITTED)
        self._turn_count += 1
        self.turn_id = f"turn-{self._turn_count}"
        self._text = ""
        self._voiced = self._takes(spoken)
        self.said.append((text, spoken))
        if goes_on:
            self.went_on.append(text)
        self.emit(TurnStarted(turn_id=self.turn_id, text=text, spoken=spoken))
        self.emit(RequestSent(turn_id=self.turn_id, ahead_s=self.ahead_s))
        return SayAccepted(turn_id=self.turn_id)

    def is_known_request(self, text: str) -> bool:
        """Whether the test said so."""
        return text in self.known_requests

    def prepare(self, text: str, *, preview: ReplyPreview | None = None) -> None:
        """Note what the model would be asked."""
        self._give_up_preview()
        self.prepared.append(text)
        self.preview = preview
        self._is_prepared = True

    def cancel_speculation(self) -> None:
        """Note that nothing is to be asked ahead."""
        if self._is_prepared:
            self.prepared.append(None)
            self._give_up_preview()
        self._is_prepared = False

    def _give_up_preview(self) -> None:
        if self.preview is not None:
            self.preview.drop()

    async def stop_turn(self, *, heard: str | None = None) -> None:
        """Stop the turn under way."""
        if self.turn_id is None:
            if (
                self.state.phase is ConversationPhase.STREAMING
            ):  # a reply that nobody speaks any more
                self.signal(ConversationSignal.TURN_STOPPED)
            return
        self.stopped.append(heard)
        self._end_turn(cancelled=True, reason="")

    async def record_heard(self, turn_id: str, heard: str) -> None:
        self.recorded.append((turn_id, heard))

    # What a test does in the model's place.

    def reply(self, *deltas: str) -> None:
        for delta in deltas:
            self._text += delta
            self.emit(TextDelta(turn_id=self._turn(), text=delta))

    def finish(self) -> None:
        turn_id = self._turn()
        self.emit(ReplySegmentFinished(turn_id=turn_id))
        self.turn_id = None
        if not self._voiced:
            self._signal_if_accepted(ConversationSignal.REPLY_FINISHED)
        self.emit(
            TurnFinished(
                turn_id=turn_id, text=self._text, stop_reason="end_turn", spoken=self._voiced
            )
        )

    def answer(self, *deltas: str) -> None:
        self.reply(*deltas)
        self.finish()

    def fail(self, reason: str) -> None:
        self._end_turn(cancelled=False, reason=reason)

    def start_tool(self, name: str = "tool") -> None:
        """The model asks for a tool, and it runs."""
        turn_id = self._turn()
        self.emit(ReplySegmentFinished(turn_id=turn_id))
        self._signal_if_accepted(ConversationSignal.TOOLS_REQUESTED)
        self.emit(ToolStarted(turn_id=turn_id, tool_use_id="t", name=name, arguments="{}"))

    def finish_tool(self, name: str = "tool") -> None:
        """The tool gives its result."""
        self.emit(
            ToolFinished(
                turn_id=self._turn(), tool_use_id="t", name=name, content="ok", is_error=False
            )
        )
        self._signal_if_accepted(ConversationSignal.TOOLS_FINISHED)

    def ask(self, questions: QuestionSet) -> Origin:
        """A question of the turn is put to the user."""
        origin = Origin(
            channel=Channel.DESKTOP, conversation_id="c", turn_id=self.turn_id, voice=True
        )
        self._open[questions.id] = questions
        self.emit(QuestionAsked(questions=questions, origin=origin))
        self._signal_if_accepted(ConversationSignal.QUESTION_SHOWN)
        return origin

    def settle(self, questions: QuestionSet, response: Response | None, channel: Channel) -> None:
        self._open.pop(questions.id)
        self.emit(
            QuestionClosed(questions=questions, response=response or Cancelled(), channel=channel)
        )
        self._signal_if_accepted(ConversationSignal.QUESTION_CLOSED)

    def begin_anew(self) -> None:
        """Another conversation is held from now on."""
        if self.turn_id is not None:
            self._end_turn(cancelled=True, reason="")
        self.state = DialogueState()
        self.emit(ConversationOpened(conversation_id="other", resumed=False, model="none"))

    def of(self, *kinds: type[EngineEvent]) -> Sequence[EngineEvent]:
        """Return the events of these kinds, in order."""
        return [event for event in self.events if isinstance(event, kinds)]

    def _turn(self) -> str:
        assert self.turn_id is not None, "no turn is under way"
        return self.turn_id

    def _end_turn(self, *, cancelled: bool, reason: str) -> None:
        turn_id, self.turn_id = self._turn(), None
        self._open.clear()
        if self.state.phase is not ConversationPhase.SPEAKING:
            self._signal_if_accepted(ConversationSignal.TURN_STOPPED)
        self.emit(TurnFailed(turn_id=turn_id, text=self._text, reason=reason, cancelled=cancelled))

    def _signal_if_accepted(self, signal: ConversationSignal) -> None:
        if self.accepts(signal):
            self.signal(signal)


def _never(spoken: bool) -> bool:
    return False


def _nothing() -> None:
    """Do nothing."""
