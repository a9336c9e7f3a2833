"""The conductor of the voice loop: who may speak, what is listened for, what is made of speech.

Engine thread. The listener and the player tell their events through `call_soon_threadsafe`. The
session answers some events of the conversation with a signal, so it is best the last to subscribe:
others then hear of the event before its consequence. Every change of state goes through the
conversation's table, and what is listened for follows from the state alone, one loop turn later
(`attention.hearing_for`).
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, assert_never

from assistant.clock import Clock
from assistant.conversation.client import Listener
from assistant.conversation.commands import Mute, Stop, ToggleMicrophone
from assistant.conversation.events import (
    ConversationOpened,
    EngineEvent,
    MicrophoneLevel,
    Notice,
    QuestionAsked,
    QuestionClosed,
    ReplySegmentFinished,
    Severity,
    StateChanged,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TranscriptFinal,
    TranscriptInterim,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.conversation.states import Phase, Session, Signal
from assistant.errors import AssistantError, ProtocolError
from assistant.locale import _, mark, text_in
from assistant.questions.model import Purpose
from assistant.voice.attention import hearing_for
from assistant.voice.ear import Ear
from assistant.voice.ending import EndingReply, understand_ending
from assistant.voice.events import (
    InputEnded,
    InputLost,
    InputRestored,
    LevelMeasured,
    ListenerEvent,
    NoSpeech,
    TurnEnded,
    VoicePaused,
    VoiceResumed,
    VoiceStarted,
    WakeHeard,
)
from assistant.voice.floor import Floor, Words
from assistant.voice.ports import Talk
from assistant.voice.protocols import (
    Hearing,
    Listening,
    Playing,
    Synthesiser,
    Transcriber,
    Transcript,
)
from assistant.voice.recognition import Recognition
from assistant.voice.speech import AHEAD_S, Line, Part
from assistant.voice.stand import Stand
from assistant.voice.timeline import Recorder, Stage
from assistant.voice.voicing import Outlook, Voice

_log = logging.getLogger(__name__)

NOT_UNDERSTOOD = mark("I didn't catch that, please say it again")
SHALL_WE_END = mark("Shall we end the conversation?")

CLOSE_LIMIT_S = 1.0
"""Seconds that closing waits for tasks that were cancelled."""


class VoiceSession:
    """The voice loop of one engine. `start` it, feed it commands, `aclose` it.

    Implements `conversation.Speaker`, `voicing.VoiceOwner`, `stand.StandOwner` and `floor.Floors`.

    Args:
        talk: The conversation.
        subscribe: Adds a listener to the conversation's events.
        listener: Microphone, wake word, endpointing; None if there is none.
        transcriber: Speech to text; None if there is none, then nothing is listened to.
        synthesiser: Text to speech; None if there is none, then replies are text only.
        player: The speaker; None if there is none.
        clock: The clock that stamps events; the same one the listener and the player use.
        no_speech_timeout_s: Seconds of silence before listening ends.
        ending_timeout_s: Seconds to answer "shall we end the conversation?".
        barge_in: Whether speech alone interrupts the voice; the wake word always does.
        speak_typed_turns: Whether replies to typed words are spoken too.
        ahead_s: Seconds of audio to synthesise ahead of what is heard.
    """

    def __init__(
        self,
        *,
        talk: Talk,
        subscribe: Callable[[Listener], Callable[[], None]],
        listener: Listening | None,
        transcriber: Transcriber | None,
        synthesiser: Synthesiser | None,
        player: Playing | None,
        clock: Clock,
        no_speech_timeout_s: float = 8.0,
        ending_timeout_s: float = 10.0,
        barge_in: bool = True,
        speak_typed_turns: bool = False,
        ahead_s: float = AHEAD_S,
    ) -> None:
        self._talk = talk
        self._subscribe = subscribe
        self._clock = clock
        self._no_speech_timeout_s = no_speech_timeout_s
        self._ending_timeout_s = ending_timeout_s
        self._barge_in = barge_in
        self._speak_typed_turns = speak_typed_turns
        self._transcriber = transcriber
        self._synthesiser = synthesiser
        self._ear = Ear(listener=listener if transcriber is not None else None)
        self._recognition = Recognition(transcriber=transcriber) if transcriber else None
        self._voice = Voice(
            owner=self,
            emit=talk.emit,
            synthesiser=synthesiser,
            player=player,
            clock=clock,
            ahead_s=ahead_s,
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unsubscribe: Callable[[], None] = _nothing
        self._tasks: set[asyncio.Task[None]] = set()
        self._done = asyncio.Event()

        self._recorder = Recorder()
        self._pause: VoicePaused | None = None
        self._concluding: asyncio.Task[None] | None = None
        self._cutting: asyncio.Task[None] | None = None
        self._stand: Stand | None = None
        self._stand_lock = asyncio.Lock()
        self._asked: dict[str, Purpose] = {}
        self._unrecorded: tuple[str, str] | None = None
        self._turns = 0
        self._is_closing = False
        self._is_deafness_told = False
        self._is_attention_due = False
        self._is_listening_anew = False

    # Life.

    async def start(self) -> None:
        """Open microphone and speaker and warm the models up; what fails becomes a notice."""
        self._loop = asyncio.get_running_loop()
        self._unsubscribe = self._subscribe(self._on_event)
        try:
            await self._voice.start(self._post)
        except AssistantError as error:
            self._voice.tell_unavailable(error.message)
        await self._open_ear()
        if self._transcriber is not None:
            self._spawn(
                self._warm_up(self._transcriber.warm_up(), self._recogniser_failed),
                "warm the recogniser up",
            )
        if self._synthesiser is not None:
            self._spawn(
                self._warm_up(self._synthesiser.warm_up(), self._voice_failed), "warm the voice up"
            )

    async def aclose(self) -> None:
        """End listening and speaking, in this order, and wait for what is under way; idempotent."""
        self._unsubscribe()
        self._unsubscribe = _nothing
        self._loop = None
        if self._stand is not None:
            self._stand.gone()
        await self._ear.aclose()
        self._drop_hearing()
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_LIMIT_S)
        if self._recognition is not None:
            await self._recognition.aclose()
        await self._voice.aclose()

    async def wait_until_done(self) -> None:
        """Wait until the input, a file, is at its end and everything was said."""
        await self._done.wait()

    def _post(self, call: Callable[[], None]) -> None:
        """Run `call` on the engine thread; from any thread. Dropped after `aclose`."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop closed while a thread was telling its last
                loop.call_soon_threadsafe(self._carry_out, call)

    @staticmethod
    def _carry_out(call: Callable[[], None]) -> None:
        try:
            call()
        except ProtocolError as error:
            _log.warning("a signal of the voice loop was refused: %s", error.message)

    def _deliver(self, event: ListenerEvent) -> None:
        self._post(lambda: self._on_heard(event))

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=f"voice: {name}")
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, ProtocolError):
            _log.warning("%s: a signal was refused: %s", task.get_name(), error.message)
        elif error is not None:
            _log.error("%s failed", task.get_name(), exc_info=error)
        if error is not None:
            self._attend_soon()

    async def _open_ear(self) -> None:
        try:
            opened = await self._ear.start(self._deliver)
        except AssistantError as error:
            self._tell_deaf(error.message, error.hint)
        else:
            if not opened:
                return
            self._tell_hearing()
            self._attend_soon()

    async def _warm_up(
        self, warm_up: Coroutine[Any, Any, None], failed: Callable[[AssistantError], None]
    ) -> None:
        try:
            await warm_up
        except AssistantError as error:
            failed(error)

    def _recogniser_failed(self, error: AssistantError) -> None:
        self._ear.is_lost = True
        self._talk.emit(
            Notice(
                code="speech_recognition_unavailable",
                text=_("Speech recognition is unavailable. You can still type."),
                hint=error.message,
            )
        )
        self._attend_soon()

    def _voice_failed(self, error: AssistantError) -> None:
        self._voice.give_up(error.message)

    def _tell_deaf(self, reason: str, hint: str = "") -> None:
        self._is_deafness_told = True
        self._talk.emit(
            Notice(
                code="microphone_missing",
                text=_("The microphone cannot be used: {reason} You can still type.").format(
                    reason=reason
                ),
                hint=hint,
            )
        )

    def _tell_hearing(self) -> None:
        if not self._is_deafness_told:
            return
        self._is_deafness_told = False
        self._talk.emit(
            Notice(
                code="microphone_missing",
                text=_("The microphone works again."),
                severity=Severity.INFO,
                resolved=True,
            )
        )

    # Commands.

    async def on_command(self, command: ToggleMicrophone | Stop | Mute) -> None:
        """Carry out a command of the person's."""
        match command:
            case ToggleMicrophone():
                await self._toggle()
            case Stop():
                await self._stop_all()
            case Mute(muted=muted):
                self._ear.is_muted = muted
                if muted and self._stand is not None:
                    self._stand.gone()
                self._listen_anew()
            case _:
                assert_never(command)

    async def _toggle(self) -> None:
        state = self._talk.state
        if state.phase is Phase.LISTENING:
            self._is_closing = True
            self._drop_hearing()
            self._attend_soon()
        elif state.session is Session.INACTIVE:
            if not self._ear.is_started or self._ear.is_lost:
                await self._open_ear()
            self._wake()
        elif self._stand is not None and self._stand.is_left:
            self._wake()
        elif self._talk.accepts(Signal.MIC_OFF):
            self._talk.signal(Signal.MIC_OFF)
            if self._stand is not None:
                self._stand.gone()
        else:  # listening ends where it would begin again, unless asked for once more
            self._is_closing = not self._is_closing

    async def _stop_all(self) -> None:
        self._is_closing = True
        reply = self._voice.reply
        heard = self._voice.interrupt()
        self._voice.forget_reply()
        self._drop_hearing()
        if reply is not None and reply.is_complete:
            await self._talk.record_heard(reply.turn_id, heard)
        else:
            await self._talk.stop_turn(heard=heard if reply is not None else None)
        if self._talk.accepts(Signal.SESSION_ENDED):
            self._talk.signal(Signal.SESSION_ENDED)
        self._attend_soon()

    # What the conversation tells.

    def takes(self, *, spoken: bool) -> bool:
        """Whether the reply to a message will be spoken."""
        return (spoken or self._speak_typed_turns) and self._voice.is_available

    def begins(self) -> None:
        """A typed message begins a turn: whatever is being said or heard stops now."""
        self._drop_hearing()
        self._silence_reply()

    def _on_event(self, event: EngineEvent) -> None:  # noqa: C901  # one case an event
        match event:
            case ConversationOpened():
                self._begin_anew()
            case StateChanged():
                self._state_changed(event)
            case TurnStarted():
                self._turn_started(event)
            case TextDelta(turn_id=turn_id, text=text):
                if (reply := self._voice.reply_of(turn_id)) is not None:
                    self._voice.feed(reply, text)
            case ReplySegmentFinished(turn_id=turn_id):
                if (reply := self._voice.reply_of(turn_id)) is not None:
                    self._voice.flush(reply)
            case ToolStarted(turn_id=turn_id):
                self._count_tools(turn_id, 1)
            case ToolFinished(turn_id=turn_id):
                self._count_tools(turn_id, -1)
            case QuestionAsked(questions=questions):
                self._asked[questions.id] = questions.purpose
            case QuestionClosed(questions=questions):
                self._asked.pop(questions.id, None)
            case TurnFinished(turn_id=turn_id, spoken=is_ours):
                self._turn_over(turn_id, is_ours=is_ours)
            case TurnFailed():
                self._turn_failed(event)
            case _:
                pass  # the other events are for the channels

    def _begin_anew(self) -> None:
        """Another conversation is held: nothing of the one before is said or heard any more."""
        self._drop_hearing()
        self._voice.interrupt()
        self._voice.forget_reply()
        self._asked.clear()
        self._unrecorded = None
        self._is_closing = False
        self._listen_anew()

    def _turn_started(self, event: TurnStarted) -> None:
        self._drop_hearing()
        self._silence_reply()
        self._turns += 1
        recorder, self._recorder = self._recorder, Recorder()
        if not event.spoken:
            recorder = Recorder()
        if event.spoken or self._speak_typed_turns:
            recorder.mark(Stage.REQUEST, self._clock.monotonic())
            self._voice.begin_reply(event.turn_id, recorder)
            if not self._voice.is_available:
                self._voice.tell_unavailable()

    def _count_tools(self, turn_id: str, change: int) -> None:
        if (reply := self._voice.reply_of(turn_id)) is not None:
            reply.open_tools += change
            self._settle()

    def _turn_over(self, turn_id: str, *, is_ours: bool) -> None:
        """No more text will come; if `is_ours`, it is the session that says when it is over."""
        if (reply := self._voice.reply_of(turn_id)) is not None:
            reply.is_voiced = is_ours
            self._voice.complete(reply)
            self._settle()
        self._attend_soon()

    def _turn_failed(self, event: TurnFailed) -> None:
        if self._unrecorded is not None and self._unrecorded[0] == event.turn_id:
            turn_id, heard = self._unrecorded
            self._unrecorded = None
            self._spawn(self._talk.record_heard(turn_id, heard), "record what was heard")
        is_speaking = self._talk.state.phase is Phase.SPEAKING
        if is_speaking and not event.cancelled:  # what had arrived is said
            self._turn_over(event.turn_id, is_ours=True)
            return
        if self._voice.reply_of(event.turn_id) is not None:
            self._voice.interrupt()
            self._voice.forget_reply()
            self._settle()
        self._attend_soon()

    def _silence_reply(self) -> None:
        """Another turn begins: say no more of the one before, and note what was heard of it."""
        if self._voice.is_quiet:
            return
        reply = self._voice.reply
        heard = self._voice.interrupt()
        self._voice.forget_reply()
        if reply is None:
            return
        if reply.is_complete:
            self._spawn(self._talk.record_heard(reply.turn_id, heard), "record what was heard")
        else:
            self._unrecorded = (reply.turn_id, heard)  # until its turn is stopped and stored

    def _cut_reply(self, heard: str) -> None:
        """The person took the turn: stop the one under way, and note what was heard of it."""
        reply = self._voice.reply
        if reply is not None:
            self._voice.forget_reply()
            self._cutting = self._spawn(
                self._talk.record_heard(reply.turn_id, heard)
                if reply.is_complete
                else self._talk.stop_turn(heard=heard),
                "cut the reply",
            )

    # What the voice tells.

    def line_began(self, line: Line) -> None:
        """A line begins to be heard: the state follows."""
        if line.part is Part.QUESTION and self._stand is not None:
            self._stand.began()
            self._show_question(self._stand.purpose)
        match self._talk.state.phase:
            case Phase.AWAITING_ANSWER | Phase.AWAITING_CONFIRM | Phase.LISTENING:
                self._signal_if_accepted(Signal.QUESTION_SPOKEN)
            case Phase.STREAMING | Phase.TOOL_CALLING:
                self._signal_if_accepted(Signal.FIRST_AUDIO)
            case Phase.IDLE | Phase.SPEAKING:
                pass

    def voice_quiet(self) -> None:
        """Everything that was to be said was said, or cannot be."""
        self._settle()

    def voice_lost(self) -> None:
        """Nothing can be said any more."""
        if self._stand is not None and self._stand.is_reading:
            self._stand.gone()

    def _settle(self) -> None:
        """Draw the consequence of silence, once nothing is left to be said for now."""
        if not self._voice.is_quiet:
            return
        outlook, phase = self._voice.outlook, self._talk.state.phase
        if outlook is Outlook.STREAMING and self._asked:
            outlook = Outlook.TOOLS
        is_asking = self._stand is not None and self._stand.is_asking
        if phase is Phase.SPEAKING:
            if outlook is Outlook.STREAMING and not is_asking:
                return
            self._voice.stopped(interrupted=False)
            if is_asking or outlook is Outlook.OVER:
                self._talk.signal(Signal.PLAYED_OUT)
            else:
                self._talk.signal(Signal.PLAYED_OUT_TOOLS_OPEN)
                for purpose in self._asked.values():
                    self._show_question(purpose)
        else:
            self._voice.stopped(interrupted=False)
            reply = self._voice.reply
            if phase is Phase.STREAMING and reply is not None and reply.is_ours_to_end:
                self._talk.signal(Signal.REPLY_FINISHED)
        if outlook is Outlook.OVER:
            self._voice.forget_reply()
        if self._stand is not None:
            self._stand.fell_silent()

    def _show_question(self, purpose: Purpose) -> None:
        """A question was put while the voice lay over it: say so in the state."""
        confirm = purpose is Purpose.CONFIRM
        if self._talk.state.phase is Phase.TOOL_CALLING:
            self._talk.signal(Signal.CONFIRMATION_SHOWN if confirm else Signal.QUESTION_SHOWN)

    def _prompt(self, text: str) -> None:
        """Say a sentence of ours in the voice's language; show it if nothing can be said."""
        if self._voice.is_available:
            self._voice.say(text_in(self._voice.language, text), Part.PROMPT)
        else:
            self._talk.emit(Notice(code="voice_prompt", text=_(text), severity=Severity.INFO))
            self._settle()

    # What the listener tells.

    def _on_heard(self, event: ListenerEvent) -> None:  # noqa: C901  # one case an event
        match event:
            case WakeHeard():
                self._wake()
            case VoiceStarted():
                self._voice_started()
            case VoicePaused():
                self._paused(event)
            case VoiceResumed():
                self._pause = None
                if self._concluding is None and self._recognition is not None:
                    self._recognition.drop()
            case TurnEnded():
                self._turn_ended(event)
            case NoSpeech():
                self._no_speech()
            case LevelMeasured(dbfs=dbfs):
                self._talk.emit(MicrophoneLevel(dbfs=dbfs))
            case InputEnded():
                self._ear.is_over = True
                if self._pause is not None and self._is_listening:
                    self._conclude(self._pause)
                self._attend_soon()
            case InputLost(reason=reason):
                self._ear.is_lost = True
                self._drop_hearing()
                self._tell_deaf(reason)
                self._attend_soon()
            case InputRestored():
                self._ear.is_lost = False
                self._tell_hearing()
                self._listen_anew()
            case _:
                assert_never(event)

    @property
    def _is_listening(self) -> bool:
        """Whether a turn of the person is being listened to and none is being concluded."""
        return self._talk.state.phase is Phase.LISTENING and self._concluding is None

    def _wake(self) -> None:
        match self._talk.state.phase:
            case Phase.IDLE:
                if not self._ear.can_hear:
                    if not self._ear.is_started:
                        self._tell_deaf(_("none was found."))
                    return
                self._is_closing = False
                self._turns = 0
                self._talk.signal(Signal.WAKE)
            case Phase.SPEAKING:
                self._interrupt()
            case Phase.AWAITING_ANSWER | Phase.AWAITING_CONFIRM:
                if self._stand is not None and self._stand.is_left:
                    self._is_closing = False
                    self._stand.call()
            case Phase.LISTENING | Phase.STREAMING | Phase.TOOL_CALLING:
                pass

    def _voice_started(self) -> None:
        if self._stand is not None:
            self._stand.touched()
        state = self._talk.state
        if state.phase is Phase.SPEAKING and state.session is not Session.INACTIVE:
            self._interrupt()

    def _interrupt(self) -> None:
        """The person takes the turn: fall silent at once and listen."""
        heard = self._voice.interrupt()
        stand = self._stand
        if stand is not None and stand.is_announcing:
            self._talk.signal(Signal.QUESTION_LEFT)  # it is answered elsewhere
        elif self._talk.state.session is Session.ENDING:
            self._talk.signal(Signal.PLAYED_OUT)  # a barge-in would answer the question to end
        else:
            self._talk.signal(Signal.BARGE_IN)
        if stand is not None and (stand.is_asking or stand.is_announcing):
            stand.cut()
        else:
            self._cut_reply(heard)

    def _paused(self, event: VoicePaused) -> None:
        if not self._is_listening or self._recognition is None:
            return
        self._pause = event
        job = self._recognition.paused(event.pause_id, event.audio, bias=self._bias)
        self._spawn(self._take_interim(event, job), "interim transcript")

    async def _take_interim(self, pause: VoicePaused, job: asyncio.Task[Transcript]) -> None:
        await asyncio.wait({job})
        if self._pause is not pause or not self._is_listening:
            return
        if job.cancelled() or job.exception() is not None:
            return  # the end of the turn tries again and tells
        transcript = job.result()
        if not transcript.text:
            return
        self._talk.emit(TranscriptInterim(text=transcript.text))
        words = Words(text=transcript.text, language=transcript.language)
        if self._stand is not None and self._stand.settles(words):
            self._conclude(pause)

    def _turn_ended(self, event: TurnEnded) -> None:
        if self._is_listening:
            self._conclude(event)

    def _conclude(self, event: VoicePaused | TurnEnded) -> None:
        self._pause = None
        self._recorder = Recorder()
        self._recorder.mark(Stage.SPEECH_END, event.speech_end)
        self._recorder.mark(Stage.TURN_END, event.at)
        self._ear.hear(Hearing.WAKE)
        self._concluding = self._spawn(self._understand(event), "understand a turn")

    async def _understand(self, event: VoicePaused | TurnEnded) -> None:
        try:
            transcript = await self._transcribe(event)
            if transcript is None or self._talk.state.phase is not Phase.LISTENING:
                return
            self._recorder.mark(Stage.TRANSCRIPT, self._clock.monotonic())
            self._talk.emit(TranscriptFinal(text=transcript.text, language=transcript.language))
            if self._cutting is not None:
                await asyncio.wait({self._cutting})
            await self._take(transcript)
        finally:
            if self._concluding is asyncio.current_task():
                self._concluding = None
                self._attend_soon()

    async def _transcribe(self, event: VoicePaused | TurnEnded) -> Transcript | None:
        if self._recognition is None:
            return None
        try:
            return await self._recognition.ended(event.pause_id, event.audio, bias=self._bias)
        except AssistantError as error:
            self._recogniser_failed(error)
            return None

    async def _take(self, transcript: Transcript) -> None:
        """Draw the consequence of what was heard."""
        text = transcript.text.strip()
        if self._stand is not None and self._stand.is_asking:
            self._concluding = None
            self._stand.hear(Words(text=text, language=transcript.language))
        elif self._talk.state.session is Session.ENDING:
            await self._take_ending(text)
        elif text:
            await self._talk.say(text, spoken=True)
        else:
            self._talk.signal(Signal.NOT_UNDERSTOOD)
            self._prompt(NOT_UNDERSTOOD)

    async def _take_ending(self, text: str) -> None:
        match understand_ending(text):
            case EndingReply.END:
                self._talk.signal(Signal.SESSION_ENDED)
            case EndingReply.KEEP:
                self._talk.signal(Signal.SESSION_KEPT)
            case EndingReply.UNRECOGNISED:
                self._talk.signal(Signal.UNRECOGNISED)
            case EndingReply.REQUEST:
                await self._talk.say(text, spoken=True)

    def _no_speech(self) -> None:
        if not self._is_listening:
            return
        if self._stand is not None and self._stand.is_asking:
            self._ear.hear(Hearing.WAKE)
            self._stand.silent()
        elif self._talk.state.session is Session.ENDING:
            self._talk.signal(Signal.SESSION_ENDED)
        elif self._talk.question_pending:
            self._talk.signal(Signal.QUESTION_LEFT)
        elif self._turns == 0:
            self._talk.signal(Signal.FALSE_WAKE)
        else:
            self._talk.signal(Signal.SILENCE)
            self._prompt(SHALL_WE_END)

    @property
    def _bias(self) -> Sequence[str]:
        return self._stand.bias if self._stand is not None else ()

    def _drop_hearing(self) -> None:
        """Forget what is being heard."""
        self._pause = None
        if self._concluding is not None and self._concluding is not asyncio.current_task():
            self._concluding.cancel()
            self._concluding = None
        if self._recognition is not None:
            self._recognition.drop()

    # What is listened for.

    def _state_changed(self, event: StateChanged) -> None:
        if event.old.phase is Phase.LISTENING and event.new.phase is not Phase.LISTENING:
            self._drop_hearing()
        self._attend_soon()

    def listen_anew(self) -> None:
        """Listen for another turn of the person."""
        self._listen_anew()

    def _listen_anew(self) -> None:
        self._is_listening_anew = True
        self._attend_soon()

    def _attend_soon(self) -> None:
        if self._loop is not None and not self._is_attention_due:
            self._is_attention_due = True
            self._loop.call_soon(self._attend)

    def _attend(self) -> None:
        """Make what is listened for follow from the state."""
        self._is_attention_due = False
        anew, self._is_listening_anew = self._is_listening_anew, False
        state = self._talk.state
        if state.phase is Phase.LISTENING:
            if self._concluding is not None:
                return
            if self._stand is not None and not self._stand.is_asking and self._ear.can_hear:
                return  # the presenter thinks
            if self._is_closing or not self._ear.can_hear:
                self._end_listening()
                return
        what = hearing_for(state, barge_in=self._barge_in)
        is_ending = state.session is Session.ENDING
        wait_s = self._ending_timeout_s if is_ending else self._no_speech_timeout_s
        self._ear.hear(what, no_speech_after_s=wait_s if what is Hearing.TURN else None, again=anew)
        if self._ear.is_over and self._voice.is_quiet and self._is_at_rest(state.phase):
            self._done.set()

    def _is_at_rest(self, phase: Phase) -> bool:
        """Whether nothing more happens without the person."""
        if phase in {Phase.AWAITING_ANSWER, Phase.AWAITING_CONFIRM}:
            return self._stand is None  # the question is left to others
        return phase is Phase.IDLE

    def _end_listening(self) -> None:
        self._drop_hearing()
        if self._stand is not None:
            self._stand.gone()
        elif self._ear.is_over:
            self._talk.signal(Signal.SESSION_ENDED)
        else:
            self._talk.signal(Signal.MIC_OFF)

    def _signal_if_accepted(self, signal: Signal) -> None:
        if self._talk.accepts(signal):
            self._talk.signal(signal)

    # The floor, for questions.

    @property
    def is_open(self) -> bool:
        """Whether a voice session is under way that can speak and hear."""
        return (
            self._talk.state.session is not Session.INACTIVE
            and not self._is_closing
            and self._voice.is_available
            and self._ear.can_hear
        )

    @property
    def voice_language(self) -> str:
        """ISO 639-1 code of the voice."""
        return self._voice.language

    @asynccontextmanager
    async def floor(
        self, *, purpose: Purpose, shown: Callable[[], None], touched: Callable[[], None]
    ) -> AsyncGenerator[Floor, None]:
        """Wait for the floor and hold it; leaving the context silences the question."""
        async with self._stand_lock:
            stand = Stand(owner=self, purpose=purpose, shown=shown, touched=touched)
            self._stand = stand
            try:
                yield stand
            finally:
                self._stand = None
                self._drop_hearing()
                self._voice.withdraw_question()
                if self._talk.state.phase is Phase.LISTENING:
                    self._ear.hear(Hearing.WAKE)
                self._attend_soon()

    def read_question(self, lines: Sequence[str]) -> None:
        """Say `lines` as a question, then listen."""
        if self._talk.state.phase is Phase.LISTENING:
            self._talk.signal(Signal.QUESTION_SPOKEN)
        for line in lines:
            self._voice.say(line, Part.QUESTION)

    def tell(self, line: str) -> None:
        """Say a line and go on."""
        self._voice.say(line, Part.PROMPT)

    def leave_question(self) -> None:
        """Stop saying and hearing the question; it stays pending."""
        self._drop_hearing()
        self._voice.withdraw_question()
        if self._talk.state.phase in {Phase.LISTENING, Phase.SPEAKING}:
            self._voice.stopped(interrupted=True)
            self._talk.signal(Signal.QUESTION_LEFT)


def _nothing() -> None:
    """Do nothing."""
