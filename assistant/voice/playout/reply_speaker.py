"""Follows the turns of a conversation with the voice: replies as they stream, prompts, failures.

Tones tell what words would be too slow for, and a short sentence fills a long silence.

Engine thread. `SpeechOutput` says things and tells when a line begins and when it falls silent; the
session decides which signal of the conversation that is.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from assistant.background_tasks import BackgroundTasks
from assistant.clock import Clock
from assistant.conversation.turn.speculation import ReplyPreview
from assistant.locale import _
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import (
    ConversationPhase,
    VoiceSessionState,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import (
    ReplyRestarted,
    ReplySegmentFinished,
    RequestSent,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.protocol.voice import TranscriptFinal
from assistant.questions.model.question import Purpose, QuestionRoute
from assistant.voice.audio.earcons import Earcon
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.playout.fillers import AwaitedPart, FillerScheduler
from assistant.voice.playout.reply_outlook import ReplyOutlook
from assistant.voice.playout.speech_output import SpeechOutput
from assistant.voice.playout.speech_queue import SpeechLine, SpeechPart
from assistant.voice.protocols import AudioOutput, Synthesiser
from assistant.voice.session.policy.voice_events import (
    LineBegan,
    PlainEvent,
    VoiceEvent,
    VoiceFellSilent,
)
from assistant.voice.text.language_detection import detect_request_language
from assistant.voice.text.reply_sentences import SpokenReply
from assistant.voice.text.spoken_phrases import BROKEN_OFF, NO_ANSWER
from assistant.voice.turn_taking.timeline import TimelineRecorder, TurnStage


class ReplySpeaker:
    """Follows the turns of a conversation with the voice. Implements `SpeechOutputListener`.

    Args:
        handle: Takes what the voice tells.
        recorder: Returns the time line of the words that begin a spoken turn.
        prompt_purpose: Says why the question is put that holds the prompt; None if there is none.
        clock: Stamps the stages of a turn.
        speak_typed_turns: Whether replies to typed words are spoken too.
        long_reply_s: Seconds of the reply to spoken words after which the user is asked whether to go
            on; None says everything.
    """

    def __init__(
        self,
        *,
        handle: Callable[[VoiceEvent], None],
        recorder: Callable[[], TimelineRecorder],
        prompt_purpose: Callable[[], Purpose | None],
        conversation: ConversationPort,
        synthesiser: Synthesiser | None,
        player: AudioOutput | None,
        clock: Clock,
        tasks: BackgroundTasks,
        speak_typed_turns: bool,
        earcons: bool = True,
        long_reply_s: float | None = None,
    ) -> None:
        self._handle = handle
        self._take_recorder = recorder
        self._prompt_purpose = prompt_purpose
        self._earcons = earcons
        self._conversation = conversation
        self._clock = clock
        self._tasks = tasks
        self._speak_typed_turns = speak_typed_turns
        self._long_reply_s = long_reply_s
        self.voice = SpeechOutput(
            listener=self,
            emit=conversation.emit,
            synthesiser=synthesiser,
            player=player,
            clock=clock,
        )
        self._asked: dict[str, Purpose] = {}
        self._choices: set[str] = set()
        self._unrecorded: tuple[str, str] | None = None
        self._heard = ""
        self._cutting: asyncio.Task[None] | None = None
        self._heard_language: str | None = None
        self._is_reply_heard = False
        self._is_muted = False
        self._fillers = FillerScheduler(awaited=self._awaited, say=self._fill)

    # What the conversation tells.

    def takes(self, *, spoken: bool) -> bool:
        return (spoken or self._speak_typed_turns) and self.voice.is_available

    def follow(self, event: EngineEvent) -> None:
        """Take an event of the conversation."""
        match event:
            case StateChanged():
                self._state_changed(event)
            case TranscriptFinal(language=language):
                self._heard_language = language
            case TurnStarted():
                self._turn_started(event)
            case RequestSent():
                self._request_sent(event)
            case TextDelta() | ReplySegmentFinished() | ReplyRestarted():
                self._reply_goes_on(event)
            case ToolStarted(turn_id=turn_id):
                self._count_tools(turn_id, 1)
            case ToolFinished(turn_id=turn_id):
                self._count_tools(turn_id, -1)
            case QuestionAsked():
                self._question_asked(event)
            case QuestionClosed(questions=questions):
                self._asked.pop(questions.id, None)
                self._choices.discard(questions.id)
            case TurnFinished():
                self._turn_finished(event)
            case TurnFailed():
                self._turn_failed(event)
            case _:
                pass  # the other events change nothing that is said

    def earcon(self, kind: Earcon) -> None:
        """Play a tone over speech, if tones are wanted; nothing waits for it."""
        if self._earcons:
            self.voice.earcon(kind)

    def _state_changed(self, event: StateChanged) -> None:
        if (
            event.old.session is VoiceSessionState.INACTIVE
            and event.new.session is not VoiceSessionState.INACTIVE
        ):
            is_users = self._prompt_purpose() is None  # else a question opened the session
            if event.new.phase is ConversationPhase.LISTENING and is_users:
                self.earcon(Earcon.WAKE)
            self._tasks.spawn(self.voice.recover(), "try the voice again")
        if event.new.session is VoiceSessionState.INACTIVE:
            self.voice.drop_rest()

    def _question_asked(self, event: QuestionAsked) -> None:
        """Remember a question that the turn waits for, or that a spoken turn ended with."""
        questions = event.questions
        is_others = event.origin.turn_id is None
        if is_others or not event.is_presented or questions.amends is not None:
            return
        if questions.route is not QuestionRoute.TEXT:
            self._asked[questions.id] = questions.purpose
            self._fillers.plan()
        elif event.origin.voice:
            self._choices.add(questions.id)

    @property
    def has_open_choice(self) -> bool:
        """Whether a choice at the end of a spoken turn waits for the user."""
        return bool(self._choices)

    def reset(self) -> None:
        """Another conversation is current: stop speaking the last one."""
        self.drop_reply()
        self.voice.drop_rest()
        self._asked.clear()
        self._choices.clear()
        self._unrecorded = None

    def read_on(self) -> None:
        """Read on in the reply whose rest was offered."""
        self.voice.read_on()
        self.settle()

    def drop_reply(self) -> tuple[SpokenReply | None, str]:
        """Stop speaking; returns the reply under way, and what was heard of it."""
        reply, heard = self.voice.reply, self.voice.interrupt()
        self.voice.forget_reply()
        self._fillers.plan()
        return reply, heard

    def _turn_started(self, event: TurnStarted) -> None:
        if event.answers is None:  # the answer before is still being read back
            self.silence_reply()
        if event.spoken:
            self.earcon(Earcon.END_OF_TURN)
        recorder = self._take_recorder() if event.spoken else TimelineRecorder()
        if event.spoken or self._speak_typed_turns:
            self._begin_reply(event, recorder)
            if not self.voice.is_available:
                self.voice.tell_unavailable()
        self._is_reply_heard = self._is_muted = False
        self._fillers.begin()

    def _request_sent(self, event: RequestSent) -> None:
        """Note when; possibly before the user's turn was over."""
        if (reply := self.voice.reply_of(event.turn_id)) is not None:
            reply.recorder.mark(TurnStage.REQUEST, self._clock.monotonic() - event.ahead_s)

    def _reply_goes_on(self, event: TextDelta | ReplySegmentFinished | ReplyRestarted) -> None:
        reply = self.voice.reply_of(event.turn_id)
        if reply is None or self._is_muted:
            return
        match event:
            case TextDelta(text=text):
                self.voice.feed(reply, text)
            case ReplySegmentFinished():
                self.voice.end_segment(reply)
            case ReplyRestarted():
                reply.restart()

    def _begin_reply(self, event: TurnStarted, recorder: TimelineRecorder) -> None:
        heard, self._heard_language = self._heard_language if event.spoken else None, None
        asked = self._language_of(event.text, heard)
        limit_s = self._long_reply_s if event.spoken else None
        self.voice.begin_reply(event.turn_id, recorder, asked=asked, limit_s=limit_s)
        if asked is not None and asked != self.voice.home_language and self.voice.speaks(asked):
            self._tasks.spawn(self.voice.prepare(asked), "load the voice of the language")

    def preview(self, text: str, *, language: str | None) -> ReplyPreview:
        """Prepares the reply to words that may not be final.

        Args:
            language: What the recogniser took them for.
        """
        return self.voice.preview_reply(asked=self._language_of(text, language))

    def _language_of(self, text: str, heard: str | None) -> str | None:
        """Language of the user's words; None without words."""
        if not text:
            return None
        home = self.voice.home_language
        return detect_request_language(text, heard=heard, home=home, speaks=self.voice.speaks)

    def _count_tools(self, turn_id: str, change: int) -> None:
        if (reply := self.voice.reply_of(turn_id)) is not None:
            reply.open_tools += change
            if change > 0:
                self._fillers.tool_began()
            self.settle()
            self._fillers.plan()

    def _turn_finished(self, event: TurnFinished) -> None:
        reply = self.voice.reply_of(event.turn_id)
        if event.reason and event.spoken and reply is not None:  # the reply is not whole
            self.voice.flush(reply)
            self._say_failure(BROKEN_OFF if event.text.strip() else NO_ANSWER)
        self._turn_over(event.turn_id, is_ours=event.spoken)

    def _turn_over(self, turn_id: str, *, is_ours: bool) -> None:
        """No more text will come; if `is_ours`, the session says when it is over."""
        if (reply := self.voice.reply_of(turn_id)) is not None:
            reply.is_voiced = is_ours
            # A voice that came back begins no reply that is over for the conversation.
            is_heard = is_ours or self._conversation.state.phase is ConversationPhase.SPEAKING
            self.voice.complete(reply, aloud=is_heard and not self._is_muted)
            self.settle()

    def _turn_failed(self, event: TurnFailed) -> None:
        if self._unrecorded is not None and self._unrecorded[0] == event.turn_id:
            turn_id, heard = self._unrecorded
            self._unrecorded = None
            self._tasks.spawn(
                self._conversation.record_heard(turn_id, heard), "record what was heard"
            )
        reply = self.voice.reply_of(event.turn_id)
        is_speaking = self._conversation.state.phase is ConversationPhase.SPEAKING
        if is_speaking and not event.cancelled:  # what had arrived is said
            if reply is not None:
                self.voice.flush(reply)
                self._say_failure(BROKEN_OFF if event.text.strip() else NO_ANSWER)
            self._turn_over(event.turn_id, is_ours=True)
            return
        if reply is not None:
            self.drop_reply()
            self.settle()
            if not event.cancelled:
                self._say_failure(NO_ANSWER)

    def _say_failure(self, text: str) -> None:
        """Say in a voice session that the answer failed or broke off; the window says why."""
        state = self._conversation.state
        if (
            state.session is not VoiceSessionState.INACTIVE
            and state.phase is not ConversationPhase.IDLE
        ):
            self._tell_failure(text)

    def reject(self) -> None:
        """Say that spoken words were rejected; the window says why."""
        self._tell_failure(NO_ANSWER)

    def _tell_failure(self, text: str) -> None:
        self.earcon(Earcon.ERROR)
        if self.voice.is_available:
            self.voice.remark(text, SpeechPart.PROMPT)

    def silence_reply(self) -> None:
        """Another turn begins: stop speaking the last one, and note what was heard of it."""
        self.voice.drop_rest()
        if self.voice.is_quiet:
            return
        reply, heard = self.drop_reply()
        if reply is None:
            return
        if reply.is_complete:
            self._tasks.spawn(
                self._conversation.record_heard(reply.turn_id, heard), "record what was heard"
            )
        else:
            self._unrecorded = (reply.turn_id, heard)  # until its turn is stopped and stored

    def mute(self, *, is_muted: bool) -> None:
        """Mute or unmute the reply under way; it is followed either way."""
        self._is_muted = is_muted

    def silence(self) -> None:
        """The user took the turn: stop at once."""
        self._heard = self.voice.interrupt()

    def cut_reply(self) -> None:
        """Stop the turn whose voice was silenced, and note what was heard of it."""
        reply = self.voice.reply
        if reply is not None:
            self.voice.forget_reply()
            self._cutting = self._tasks.spawn(
                self._conversation.record_heard(reply.turn_id, self._heard)
                if reply.is_complete
                else self._conversation.stop_turn(heard=self._heard),
                "cut the reply",
            )

    def give_up(self) -> Coroutine[Any, Any, None]:
        """Stop speaking; the result stops the turn.

        Notes then how much of the reply was heard.
        """
        dropped = self.drop_reply()
        self.voice.drop_rest()
        return self._stop_turn(*dropped)

    async def _stop_turn(self, reply: SpokenReply | None, heard: str) -> None:
        is_over = reply is not None and reply.is_complete
        if reply is not None and is_over:
            await self._conversation.record_heard(reply.turn_id, heard)
        await self._conversation.stop_turn(heard=None if reply is None or is_over else heard)

    async def wait_until_cut(self) -> None:
        """Wait until the interrupted turn is over."""
        if self._cutting is not None:
            await asyncio.wait({self._cutting})

    # What the voice tells.

    def line_began(self, line: SpeechLine) -> None:
        """A line begins to be heard."""
        purpose = self._prompt_purpose() if line.part is SpeechPart.QUESTION else None
        is_reply = line.part is SpeechPart.REPLY
        self._is_reply_heard |= is_reply
        self._handle(LineBegan(purpose=purpose, is_reply=is_reply))

    def voice_quiet(self) -> None:
        """Everything was said, or cannot be."""
        self._fillers.fell_silent()
        self.settle()
        self._fillers.plan()

    def voice_lost(self) -> None:
        """Speech output failed."""
        self._handle(PlainEvent.VOICE_LOST)

    def settle(self) -> None:
        """Report silence, once nothing is left to be said for now."""
        if not self.voice.is_quiet:
            return
        outlook, reply = self.voice.outlook, self.voice.reply
        if outlook is ReplyOutlook.STREAMING and self._asked:
            outlook = ReplyOutlook.TOOLS
        self._handle(
            VoiceFellSilent(
                outlook=outlook,
                ended_with_question=self.voice.ended_with_question,
                is_ours_to_end=reply is not None and reply.is_ours_to_end,
                asked=tuple(self._asked.values()),
            )
        )

    def _awaited(self) -> AwaitedPart | None:
        """What the silence waits for; None if the user is asked, or nothing is to come."""
        is_silent = self.voice.is_available and self.voice.is_quiet and not self._is_muted
        if not is_silent or self._asked or self._prompt_purpose() is not None:
            return None
        match self.voice.outlook:
            case ReplyOutlook.TOOLS:
                return AwaitedPart.TOOL
            case ReplyOutlook.STREAMING if not self._is_reply_heard:
                return AwaitedPart.MODEL
            case _:
                return None

    def _fill(self, text: str) -> None:
        self.voice.remark(text, SpeechPart.FILLER)

    def prompt(self, text: str) -> None:
        """Say a sentence of ours in the conversation's language; show it if speech fails."""
        if self.voice.is_available:
            self.voice.remark(text, SpeechPart.PROMPT)
        else:
            self._conversation.emit(
                Notice(code="voice_prompt", text=_(text), severity=Severity.INFO)
            )
            self.settle()
