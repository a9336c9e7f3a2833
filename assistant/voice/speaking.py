"""What speech does to the state: replies said as they stream, prompts, questions, interruptions.

Engine thread. `voicing` says things and tells when a line begins and when it falls silent; here it is
decided which signal of the conversation that is. Above stands the session, which listens.
"""

import asyncio
from typing import Protocol

from assistant.clock import Clock
from assistant.conversation.events import (
    EngineEvent,
    Notice,
    QuestionAsked,
    QuestionClosed,
    ReplySegmentFinished,
    RequestSent,
    Severity,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.conversation.states import Phase, Signal
from assistant.locale import _, text_in
from assistant.questions.model import Door, Purpose
from assistant.voice.ports import Talk
from assistant.voice.protocols import Playing, Synthesiser
from assistant.voice.reply import Reply
from assistant.voice.speech import Line, Part
from assistant.voice.stand import Stand
from assistant.voice.tasks import Tasks
from assistant.voice.timeline import Recorder, Stage
from assistant.voice.voicing import Outlook, Voice


class SpeakingOwner(Protocol):
    """Who listens, and may hold the floor for a question."""

    @property
    def stand(self) -> Stand | None:
        """The question that holds the floor."""
        ...

    def spoken_recorder(self) -> Recorder:
        """Return the time line of the words that begin a spoken turn."""
        ...


class Speaking:
    """Follows the turns of a conversation with the voice. Implements `voicing.VoiceOwner`.

    Args:
        owner: Who listens.
        talk: The conversation.
        synthesiser: Text to speech; None if there is none.
        player: The speaker; None if there is none.
        clock: Stamps the stages of a turn.
        tasks: Holds what is under way.
        speak_typed_turns: Whether replies to typed words are spoken too.
        ahead_s: Seconds of audio to synthesise ahead.
    """

    def __init__(
        self,
        *,
        owner: SpeakingOwner,
        talk: Talk,
        synthesiser: Synthesiser | None,
        player: Playing | None,
        clock: Clock,
        tasks: Tasks,
        speak_typed_turns: bool,
        ahead_s: float,
    ) -> None:
        self._owner = owner
        self._talk = talk
        self._clock = clock
        self._tasks = tasks
        self._speak_typed_turns = speak_typed_turns
        self.voice = Voice(
            owner=self,
            emit=talk.emit,
            synthesiser=synthesiser,
            player=player,
            clock=clock,
            ahead_s=ahead_s,
        )
        self.turns = 0
        """Turns begun since it was set to 0."""
        self._asked: dict[str, Purpose] = {}
        self._unrecorded: tuple[str, str] | None = None
        self._cutting: asyncio.Task[None] | None = None

    # What the conversation tells.

    def takes(self, *, spoken: bool) -> bool:
        """Whether the reply to a message will be spoken."""
        return (spoken or self._speak_typed_turns) and self.voice.is_available

    def follow(self, event: EngineEvent) -> None:
        """Take an event of the conversation."""
        match event:
            case TurnStarted():
                self._turn_started(event)
            case RequestSent():
                self._request_sent(event)
            case TextDelta() | ReplySegmentFinished():
                self._reply_goes_on(event)
            case ToolStarted(turn_id=turn_id):
                self._count_tools(turn_id, 1)
            case ToolFinished(turn_id=turn_id):
                self._count_tools(turn_id, -1)
            case QuestionAsked():
                self._question_asked(event)
            case QuestionClosed(questions=questions):
                self._asked.pop(questions.id, None)
            case TurnFinished(turn_id=turn_id, spoken=is_ours):
                self._turn_over(turn_id, is_ours=is_ours)
            case TurnFailed():
                self._turn_failed(event)
            case _:
                pass  # the other events change nothing that is said

    def _question_asked(self, event: QuestionAsked) -> None:
        """Remember a question that the turn waits for."""
        questions = event.questions
        if event.is_presented and questions.door is not Door.TEXT and questions.amends is None:
            self._asked[questions.id] = questions.purpose

    def begin_anew(self) -> None:
        """Another conversation is held: say nothing more of the one before."""
        self.drop_reply()
        self._asked.clear()
        self._unrecorded = None

    def drop_reply(self) -> tuple[Reply | None, str]:
        """Say nothing more; return the reply that was being made or said, and what was heard."""
        reply, heard = self.voice.reply, self.voice.interrupt()
        self.voice.forget_reply()
        return reply, heard

    def _turn_started(self, event: TurnStarted) -> None:
        self.silence_reply()
        self.turns += 1
        recorder = self._owner.spoken_recorder() if event.spoken else Recorder()
        if event.spoken or self._speak_typed_turns:
            self.voice.begin_reply(event.turn_id, recorder)
            if not self.voice.is_available:
                self.voice.tell_unavailable()

    def _request_sent(self, event: RequestSent) -> None:
        """Note when; that may have been before the turn of the person was over."""
        if (reply := self.voice.reply_of(event.turn_id)) is not None:
            reply.recorder.mark(Stage.REQUEST, self._clock.monotonic() - event.ahead_s)

    def _reply_goes_on(self, event: TextDelta | ReplySegmentFinished) -> None:
        reply = self.voice.reply_of(event.turn_id)
        if reply is None:
            return
        if isinstance(event, TextDelta):
            self.voice.feed(reply, event.text)
        else:
            self.voice.flush(reply)

    def _count_tools(self, turn_id: str, change: int) -> None:
        if (reply := self.voice.reply_of(turn_id)) is not None:
            reply.open_tools += change
            self.settle()

    def _turn_over(self, turn_id: str, *, is_ours: bool) -> None:
        """No more text will come; if `is_ours`, it is the session that says when it is over."""
        if (reply := self.voice.reply_of(turn_id)) is not None:
            reply.is_voiced = is_ours
            self.voice.complete(reply)
            self.settle()

    def _turn_failed(self, event: TurnFailed) -> None:
        if self._unrecorded is not None and self._unrecorded[0] == event.turn_id:
            turn_id, heard = self._unrecorded
            self._unrecorded = None
            self._tasks.spawn(self._talk.record_heard(turn_id, heard), "record what was heard")
        is_speaking = self._talk.state.phase is Phase.SPEAKING
        if is_speaking and not event.cancelled:  # what had arrived is said
            self._turn_over(event.turn_id, is_ours=True)
            return
        if self.voice.reply_of(event.turn_id) is not None:
            self.drop_reply()
            self.settle()

    def silence_reply(self) -> None:
        """Another turn begins: say no more of the one before, and note what was heard of it."""
        if self.voice.is_quiet:
            return
        reply, heard = self.drop_reply()
        if reply is None:
            return
        if reply.is_complete:
            self._tasks.spawn(
                self._talk.record_heard(reply.turn_id, heard), "record what was heard"
            )
        else:
            self._unrecorded = (reply.turn_id, heard)  # until its turn is stopped and stored

    def cut_reply(self, heard: str) -> None:
        """The person took the turn: stop the one under way, and note what was heard of it."""
        reply = self.voice.reply
        if reply is not None:
            self.voice.forget_reply()
            self._cutting = self._tasks.spawn(
                self._talk.record_heard(reply.turn_id, heard)
                if reply.is_complete
                else self._talk.stop_turn(heard=heard),
                "cut the reply",
            )

    async def wait_until_cut(self) -> None:
        """Wait until the turn that was interrupted is over."""
        if self._cutting is not None:
            await asyncio.wait({self._cutting})

    # What the voice tells.

    def line_began(self, line: Line) -> None:
        """A line begins to be heard: the state follows."""
        stand = self._owner.stand
        if line.part is Part.QUESTION and stand is not None:
            stand.began()
            self._show_question(stand.purpose)
        match self._talk.state.phase:
            case Phase.AWAITING_ANSWER | Phase.AWAITING_CONFIRM | Phase.LISTENING:
                self._signal_if_accepted(Signal.QUESTION_SPOKEN)
            case Phase.STREAMING | Phase.TOOL_CALLING:
                self._signal_if_accepted(Signal.FIRST_AUDIO)
            case Phase.IDLE | Phase.SPEAKING:
                pass

    def voice_quiet(self) -> None:
        """Everything that was to be said was said, or cannot be."""
        self.settle()

    def voice_lost(self) -> None:
        """Nothing can be said any more."""
        stand = self._owner.stand
        if stand is not None and stand.is_reading:
            stand.gone()

    def settle(self) -> None:
        """Draw the consequence of silence, once nothing is left to be said for now."""
        if not self.voice.is_quiet:
            return
        outlook, phase = self.voice.outlook, self._talk.state.phase
        if outlook is Outlook.STREAMING and self._asked:
            outlook = Outlook.TOOLS
        stand = self._owner.stand
        is_asking = stand is not None and stand.is_asking
        if phase is Phase.SPEAKING:
            if outlook is Outlook.STREAMING and not is_asking:
                return
            self.voice.stopped(interrupted=False)
            if is_asking or outlook is Outlook.OVER:
                self._talk.signal(Signal.PLAYED_OUT)
            else:
                self._talk.signal(Signal.PLAYED_OUT_TOOLS_OPEN)
                for purpose in self._asked.values():
                    self._show_question(purpose)
        else:
            self.voice.stopped(interrupted=False)
            reply = self.voice.reply
            if phase is Phase.STREAMING and reply is not None and reply.is_ours_to_end:
                self._talk.signal(Signal.REPLY_FINISHED)
        if outlook is Outlook.OVER:
            self.voice.forget_reply()
        if stand is not None:
            stand.fell_silent()

    def _show_question(self, purpose: Purpose) -> None:
        """A question was put while the voice lay over it: say so in the state."""
        confirm = purpose is Purpose.CONFIRM
        if self._talk.state.phase is Phase.TOOL_CALLING:
            self._talk.signal(Signal.CONFIRMATION_SHOWN if confirm else Signal.QUESTION_SHOWN)

    def prompt(self, text: str) -> None:
        """Say a sentence of ours in the voice's language; show it if nothing can be said."""
        if self.voice.is_available:
            self.voice.say(text_in(self.voice.language, text), Part.PROMPT)
        else:
            self._talk.emit(Notice(code="voice_prompt", text=_(text), severity=Severity.INFO))
            self.settle()

    def _signal_if_accepted(self, signal: Signal) -> None:
        if self._talk.accepts(signal):
            self._talk.signal(signal)
