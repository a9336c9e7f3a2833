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
from assistant.conversation.commands import Mute, PushToTalk, Stop, ToggleMicrophone
from assistant.conversation.events import (
    ConversationOpened,
    EngineEvent,
    MicrophoneLevel,
    SentenceSpoken,
    StateChanged,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.conversation.states import Phase, Session, Signal, State
from assistant.errors import AssistantError, ProtocolError
from assistant.questions.model import Purpose
from assistant.questions.spoken.reading import Line
from assistant.voice.attention import hearing_for
from assistant.voice.device_notices import device_notice
from assistant.voice.ear import Ear
from assistant.voice.events import (
    DeviceChanged,
    InputEnded,
    InputLost,
    InputRestored,
    LevelMeasured,
    ListenerEvent,
    NoSpeech,
    TurnEnded,
    VoiceHeld,
    VoicePaused,
    VoiceResumed,
    VoiceStarted,
    VoiceSuspected,
    VoiceWithdrawn,
    WakeHeard,
)
from assistant.voice.floor import Floor, Words
from assistant.voice.guessing import Guessing
from assistant.voice.intake import Intake
from assistant.voice.outcome import Outcome, Overlapped
from assistant.voice.overlap import Known, Overlap
from assistant.voice.own_words import contains_phrase
from assistant.voice.ports import Talk
from assistant.voice.protocols import (
    Hearing,
    Listening,
    Playing,
    Synthesiser,
    Transcriber,
)
from assistant.voice.speaking import Speaking
from assistant.voice.speech import AHEAD_S, Part
from assistant.voice.stand import Stand
from assistant.voice.talk_key import TalkKey
from assistant.voice.tasks import Tasks
from assistant.voice.timeline import Recorder
from assistant.voice.turn_text import Reading
from assistant.voice.wake_phrase import spoken_phrase

_log = logging.getLogger(__name__)

HELD_LIMIT_S = 60.0
"""Seconds the talk key may be held in silence; nobody does, but a key-up can be lost."""
CLOSE_LIMIT_S = 1.0
"""Seconds that closing waits for tasks that were cancelled."""


class VoiceSession:
    """The voice loop of one engine. `start` it, feed it commands, `aclose` it.

    Implements `conversation.Speaker` and `floor.Floors`, and owns what listens, speaks and asks.

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
        earcons: Whether tones are played.
        wake_phrases: The wake words as in the settings; taken off the beginning of what was heard.
        speculate: Whether the model is asked before a turn is certain to be over.
        push_to_talk: Whether the person is listened to only while they hold the talk key, or after
            they called.
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
        earcons: bool = True,
        wake_phrases: Sequence[str] = (),
        speculate: bool = False,
        push_to_talk: bool = False,
    ) -> None:
        self._talk = talk
        self._clock = clock
        self._subscribe = subscribe
        self._no_speech_timeout_s = no_speech_timeout_s
        self._ending_timeout_s = ending_timeout_s
        self._barge_in = barge_in and not push_to_talk
        self._push_to_talk = push_to_talk
        self._transcriber = transcriber
        self._synthesiser = synthesiser
        self._ear = Ear(listener=listener if transcriber is not None else None, emit=talk.emit)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unsubscribe: Callable[[], None] = _nothing
        self._tasks = Tasks(failed=self._attend_soon)
        self._done = asyncio.Event()
        self._speaking = Speaking(
            owner=self,
            talk=talk,
            synthesiser=synthesiser,
            player=player,
            clock=clock,
            tasks=self._tasks,
            speak_typed_turns=speak_typed_turns,
            ahead_s=ahead_s,
            earcons=earcons,
        )
        self._voice = self._speaking.voice
        self._intake: Intake | None = None
        if transcriber is not None:
            self._intake = Intake(
                owner=self,
                transcriber=transcriber,
                tasks=self._tasks,
                emit=talk.emit,
                clock=clock,
                guessing=Guessing(talk=talk, is_on=speculate),
                wake_phrases=wake_phrases,
            )
        self._outcome = Outcome(owner=self, talk=talk, speaking=self._speaking)
        self._overlap: Overlap | None = None
        if transcriber is not None and player is not None:
            self._overlap = Overlap(
                owner=self, player=player, transcriber=transcriber, tasks=self._tasks
            )
        self._key = TalkKey()
        self._since: float | None = None  # when the speech began that opens the next turn
        self._is_called = False  # by the wake word or the button, since the last turn
        self._breaking: asyncio.Task[None] | None = None
        self._silence: asyncio.TimerHandle | None = None
        self._stand: Stand | None = None
        self._stand_lock = asyncio.Lock()
        self._is_closing = False
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
            self._tasks.spawn(
                self._warm_up(self._transcriber.warm_up(), self.recogniser_failed),
                "warm the recogniser up",
            )
        if self._synthesiser is not None:
            self._tasks.spawn(
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
        self._drop_overlap()
        self._count_no_silence()
        await self._tasks.cancel_all(CLOSE_LIMIT_S)
        if self._intake is not None:
            await self._intake.aclose()
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

    async def _open_ear(self) -> None:
        try:
            opened = await self._ear.start(self._deliver)
        except AssistantError as error:
            self._ear.tell_deaf(error.message, error.hint)
        else:
            if not opened:
                return
            self._ear.tell_hearing()
            self._attend_soon()

    async def _warm_up(
        self, warm_up: Coroutine[Any, Any, None], failed: Callable[[AssistantError], None]
    ) -> None:
        try:
            await warm_up
        except AssistantError as error:
            failed(error)

    def recogniser_failed(self, error: AssistantError) -> None:
        """Speech cannot be understood: tell, and listen no more."""
        self._ear.tell_no_recognition(error.message)
        self._attend_soon()

    def _voice_failed(self, error: AssistantError) -> None:
        self._voice.give_up(error.message)

    # Commands.

    async def on_command(self, command: ToggleMicrophone | Stop | Mute | PushToTalk) -> None:
        """Carry out a command of the person's."""
        match command:
            case ToggleMicrophone():
                await self._toggle()
            case Stop():
                await self._stop_all()
            case Mute(muted=muted):
                self._ear.is_muted = muted
                self._drop_overlap()
                self._key.forget()
                if muted and self._stand is not None:
                    self._stand.gone()
                self.listen_anew()
            case PushToTalk(pressed=True):
                await self._press()
            case PushToTalk():
                self._release()
            case _:
                assert_never(command)

    async def _toggle(self) -> None:
        state = self._talk.state
        if state.phase is Phase.LISTENING:
            self._is_closing = True
            self._drop_hearing()
            self._attend_soon()
        elif state.session is Session.INACTIVE:
            await self._call()
        elif self._stand is not None and self._stand.is_left:
            self._wake()
        elif self._talk.accepts(Signal.MIC_OFF):
            self._talk.signal(Signal.MIC_OFF)
            if self._stand is not None:
                self._stand.gone()
        else:  # listening ends where it would begin again, unless asked for once more
            self._is_closing = not self._is_closing

    async def _call(self) -> None:
        """Open a session by hand."""
        self._ear.is_understood = True  # the recogniser may be mended by now
        if not self._ear.is_started:
            await self._open_ear()
        self._wake()

    async def _press(self) -> None:
        """The talk key went down: whatever goes on gives way to the person."""
        if not self._key.press(self._clock.monotonic()):
            return
        self._is_closing = False
        phase = self._talk.state.phase
        if phase is Phase.IDLE:
            await self._call()
        elif phase in {Phase.AWAITING_ANSWER, Phase.AWAITING_CONFIRM}:
            self._wake()
        elif phase is Phase.LISTENING and not self._is_concluding:
            self._drop_hearing()
        if not self._ear.can_hear:
            self._key.forget()
        self.listen_anew()  # speaking and processing end there as well

    def _release(self) -> None:
        """The talk key went up: the turn is over, if there is one."""
        is_heard = self.is_listening and not self._is_concluding
        if is_heard and self._key.is_down:
            self._attend()  # a press so short that its turn has not been opened yet
        if self._key.release(is_heard=is_heard and self.is_listening):
            self._ear.let_go()
        else:
            self._attend_soon()

    async def _break_off(self) -> None:
        """Give up the turn under way, for the person speaks."""
        reply, heard = self._speaking.drop_reply()
        await self._talk.stop_turn(heard=heard if reply is not None else None)
        if self._talk.state.phase is Phase.IDLE:
            self._wake()
        self._attend_soon()

    def _break_off_soon(self) -> None:
        if self._breaking is None or self._breaking.done():
            self._breaking = self._tasks.spawn(self._break_off(), "break a turn off")

    async def _stop_all(self) -> None:
        self._is_closing = True
        self._key.forget()
        self._drop_overlap()
        reply, heard = self._speaking.drop_reply()
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
        return self._speaking.takes(spoken=spoken)

    def begins(self) -> None:
        """A typed message begins a turn: whatever is being said or heard stops now."""
        self._drop_hearing()
        self._drop_overlap()
        self._key.forget()
        self._speaking.silence_reply()

    def _on_event(self, event: EngineEvent) -> None:
        match event:
            case ConversationOpened():  # nothing of the one before is said or heard any more
                self._drop_hearing()
                self._drop_overlap()
                self._key.forget()
                self._speaking.begin_anew()
                self._is_closing = False
                self.listen_anew()
            case StateChanged():
                self._speaking.follow(event)
                self._state_changed(event)
            case TurnStarted():
                self._drop_hearing()
                self._drop_overlap()
                self._speaking.follow(event)
                self._attend_soon()
            case SentenceSpoken(text=text) if self._overlap is not None:
                self._overlap.line_began(text)
            case TurnFailed() | TurnFinished():
                self._speaking.follow(event)
                self._attend_soon()
            case _:
                self._speaking.follow(event)

    def spoken_recorder(self) -> Recorder:
        """Return the time line of the words that begin a spoken turn."""
        return self._intake.take_recorder() if self._intake is not None else Recorder()

    # What the listener tells.

    def _on_heard(self, event: ListenerEvent) -> None:  # noqa: C901  # one case an event
        match event:
            case WakeHeard(phrase=phrase):
                self._woken(phrase)
            case VoiceStarted():
                self._voice_started()
            case VoicePaused() if self._intake is not None:
                self._intake.paused(event)
            case VoiceResumed() if self._intake is not None:
                self._intake.resumed()
            case TurnEnded() if self._intake is not None:
                self._intake.ended(event)
            case VoiceSuspected() | VoiceHeld() | VoiceWithdrawn():
                self._heard_over_voice(event)
            case VoicePaused() | VoiceResumed() | TurnEnded():
                pass  # without a recogniser nothing is listened to
            case NoSpeech():
                self._no_speech()
            case LevelMeasured(dbfs=dbfs):
                self._talk.emit(MicrophoneLevel(dbfs=dbfs))
            case InputEnded():
                self._ear.is_over = True
                if self._intake is not None:
                    self._intake.input_ended()
                self._attend_soon()
            case InputLost(reason=reason, hint=hint):
                self._ear.is_lost = True
                self._drop_hearing()
                self._drop_overlap()
                self._key.forget()
                self._ear.tell_deaf(reason, hint)
                self._attend_soon()
            case InputRestored():
                self._ear.is_lost = False
                self._ear.tell_hearing()
                self.listen_anew()
            case DeviceChanged():
                self._talk.emit(device_notice(event))
            case _:
                assert_never(event)

    @property
    def _is_concluding(self) -> bool:
        """Whether a turn that is over is being understood."""
        return self._intake is not None and self._intake.is_concluding

    def _wake(self) -> None:
        match self._talk.state.phase:
            case Phase.IDLE:
                if not self._ear.can_hear:
                    self._ear.tell_still_deaf()
                    return
                self._is_closing = False
                self._is_called = True
                self._speaking.turns = 0
                self._talk.signal(Signal.WAKE)
            case Phase.SPEAKING:
                self._is_called = True
                self.interrupt(since=None)
                self._drop_overlap()
            case Phase.AWAITING_ANSWER | Phase.AWAITING_CONFIRM:
                if self._stand is not None and self._stand.is_left:
                    self._is_closing = False
                    self._stand.call()
            case Phase.LISTENING | Phase.STREAMING | Phase.TOOL_CALLING:
                pass

    def _woken(self, phrase: str) -> None:
        """The wake word was heard; what the voice says itself does not count."""
        said = self._overlap.saying if self._overlap is not None else ()
        if self._talk.state.phase is Phase.SPEAKING and contains_phrase(
            said, spoken_phrase(phrase)
        ):
            _log.info("The wake word was heard while the voice was saying it")
            return
        self._wake()

    def _voice_started(self) -> None:
        if self._stand is not None:
            self._stand.touched()
        state = self._talk.state
        if state.session is Session.INACTIVE or self._overlap is None:
            return
        if state.phase is Phase.SPEAKING or self._overlap.is_open:
            self._overlap.sure()

    def _heard_over_voice(self, event: VoiceSuspected | VoiceHeld | VoiceWithdrawn) -> None:
        if self._overlap is None:
            return
        match event:
            case VoiceSuspected():
                state = self._talk.state
                is_over_voice = state.phase is Phase.SPEAKING and self._ear.can_hear
                if is_over_voice and state.session is not Session.INACTIVE:
                    self._overlap.suspected(event)
            case VoiceHeld():
                self._overlap.held()
            case VoiceWithdrawn():
                self._overlap.withdrawn(event)

    @property
    def is_urgent(self) -> bool:
        """Whether the person is being asked something, so that any word is meant."""
        stand = self._stand
        is_read_to = stand is not None and (stand.is_reading or stand.is_announcing)
        return is_read_to or self._talk.state.session is Session.ENDING

    def interrupt(self, *, since: float | None, known: Known | None = None) -> None:
        """The person takes the turn: fall silent at once and listen."""
        saying = self._overlap.saying if self._overlap is not None else ()
        match self._talk.state.phase:
            case Phase.SPEAKING:
                self._fall_silent()
            case Phase.STREAMING | Phase.TOOL_CALLING:  # the voice came to its end meanwhile
                self._break_off_soon()
            case _:
                return
        self._since = since
        self._outcome.overlapped = Overlapped(saying=saying, is_cut=True)
        if known is not None and self._intake is not None:
            self._intake.expect(known.transcript, speech_end=known.speech_end)

    def overlap_over(self) -> None:
        """Nobody speaks over the voice any more."""
        self._attend_soon()

    def _fall_silent(self) -> None:
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
            self._speaking.cut_reply(heard)

    # What was understood.

    @property
    def is_listening(self) -> bool:
        """Whether a turn of the person is listened to."""
        return self._talk.state.phase is Phase.LISTENING

    @property
    def bias(self) -> Sequence[str]:
        """Labels that are likely to be said."""
        return self._stand.bias if self._stand is not None else ()

    def settles(self, words: Words) -> bool:
        """Whether an interim transcript answers a question."""
        return self._stand is not None and self._stand.settles(words)

    @property
    def may_guess(self) -> bool:
        """Whether what is being said is for the model."""
        return self._stand is None

    def turn_read(self, pause_id: int, reading: Reading) -> None:
        """Tell the listener what the words of a pause look like: it decides when a turn is over."""
        self._ear.read(pause_id, reading)

    def turn_taken(self) -> None:
        """The turn is over: hear no more of it."""
        self._is_called = False
        self._key.settle()
        self.rest()

    def rest(self) -> None:
        """Hear the wake word alone until something else is to be heard."""
        self._ear.hear(Hearing.WAKE)

    def turn_understood(self) -> None:
        """Listen on if that is the state."""
        self._attend_soon()

    async def take(self, words: Words) -> None:
        """Draw the consequence of what was heard."""
        await self._outcome.take(words)

    def _no_speech(self) -> None:
        if not self.is_listening or self._is_concluding:
            return
        self._is_called = False
        self.rest()  # that turn is over for the listener, even where the state stays the same
        if self._key.is_up:
            self._outcome.silence()
        else:
            self._key.forget()
            self._outcome.silent_press(ends=self._push_to_talk)

    def _drop_hearing(self) -> None:
        """Forget what is being heard."""
        if self._intake is not None:
            self._intake.drop()

    def _drop_overlap(self) -> None:
        """Forget what is being said over the voice."""
        if self._overlap is not None:
            self._overlap.clear()

    # What is listened for.

    def _state_changed(self, event: StateChanged) -> None:
        old, new = event.old.phase, event.new.phase
        if old is Phase.LISTENING and new is not Phase.LISTENING:
            self._drop_hearing()
            self._since = self._outcome.overlapped = None
            self._key.settle()
        if event.new.session is Session.INACTIVE:
            self._drop_overlap()
        elif new is Phase.LISTENING and self._overlap is not None:
            saying, since = self._overlap.saying, self._overlap.clear()
            if since is not None:  # the voice came to its end while the person spoke
                self._since = since
                self._outcome.overlapped = Overlapped(saying=saying, is_cut=False)
        self._attend_soon()

    def listen_anew(self) -> None:
        """Listen for another turn of the person."""
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
        self._count_no_silence()
        state = self._talk.state
        if self._key.is_down and self._gives_way(state.phase):
            return
        if state.phase is Phase.LISTENING:
            if self._is_concluding:
                return
            if self._stand is not None and not self._stand.is_asking and self._ear.can_hear:
                return  # the presenter thinks
            is_uncalled = self._push_to_talk and self._key.is_up and not self._is_called
            if is_uncalled and self._stand is not None:
                self._wait_for_the_key()
                return
            if self._is_closing or is_uncalled or not self._ear.can_hear:
                self._end_listening()
                return
            self._listen(state, anew=anew)
        elif not self._is_still_heard:
            self._ear.hear(hearing_for(state, barge_in=self._barge_in), again=anew)
        if self._ear.is_over and self._voice.is_quiet and self._is_at_rest(state.phase):
            self._done.set()

    def _listen(self, state: State, *, anew: bool) -> None:
        """Listen for a turn of the person."""
        since, self._since = self._since, None
        held = not self._key.is_up
        wait_s = HELD_LIMIT_S if held else self._no_speech_timeout_s
        if state.session is Session.ENDING and not held:
            wait_s = self._ending_timeout_s
        self._ear.hear(
            Hearing.TURN,
            no_speech_after_s=wait_s,
            again=anew or since is not None,
            since=since,
            held=held,
        )

    @property
    def _is_still_heard(self) -> bool:
        """Whether the person still speaks as they did when the voice ended before a tool ran."""
        is_made = self._talk.state.phase in {Phase.STREAMING, Phase.TOOL_CALLING}
        return is_made and self._overlap is not None and self._overlap.is_open

    def _gives_way(self, phase: Phase) -> bool:
        """With the talk key down, end what goes on; return whether something did."""
        match phase:
            case Phase.SPEAKING:
                self._drop_overlap()
                self.interrupt(since=self._key.since)
                return True
            case Phase.STREAMING | Phase.TOOL_CALLING:
                self._since = self._key.since
                self._break_off_soon()
                return True
            case _:
                return False

    def _wait_for_the_key(self) -> None:
        """A question was put to somebody who is heard only while they hold the talk key."""
        self.rest()
        if self._stand is not None and self._stand.is_asking and self._loop is not None:
            self._silence = self._loop.call_later(self._no_speech_timeout_s, self._no_speech)

    def _count_no_silence(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    def _is_at_rest(self, phase: Phase) -> bool:
        """Whether nothing more happens without the person."""
        if phase in {Phase.AWAITING_ANSWER, Phase.AWAITING_CONFIRM}:
            return self._stand is None  # the question is left to others
        return phase is Phase.IDLE

    def _end_listening(self) -> None:
        self._drop_hearing()
        if self._stand is not None:
            self._stand.gone()
        elif self._talk.question_pending:
            self._talk.signal(Signal.QUESTION_LEFT)
        elif self._ear.is_over:
            self._talk.signal(Signal.SESSION_ENDED)
        else:
            self._talk.signal(Signal.MIC_OFF)

    # The floor, for questions.

    @property
    def stand(self) -> Stand | None:
        """The question that holds the floor."""
        return self._stand

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
                self._drop_overlap()
                self._voice.withdraw_question()
                if self._talk.state.phase is Phase.LISTENING:
                    self._ear.hear(Hearing.WAKE)
                self._attend_soon()

    def read_question(self, lines: Sequence[Line]) -> None:
        """Say `lines` as a question, then listen."""
        if self._talk.state.phase is Phase.LISTENING:
            self._talk.signal(Signal.QUESTION_SPOKEN)
        for line in lines:
            self._voice.say(line.text, Part.QUESTION, pause_s=line.pause_s)

    def tell(self, line: Line) -> None:
        """Say a line and go on."""
        self._voice.say(line.text, Part.PROMPT, pause_s=line.pause_s)

    def leave_question(self) -> None:
        """Stop saying and hearing the question; it stays pending."""
        self._drop_hearing()
        self._drop_overlap()
        self._voice.withdraw_question()
        if self._talk.state.phase in {Phase.LISTENING, Phase.SPEAKING}:
            self._voice.stopped(interrupted=True)
            self._talk.signal(Signal.QUESTION_LEFT)


def _nothing() -> None:
    """Do nothing."""
