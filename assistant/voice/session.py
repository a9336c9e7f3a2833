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
from assistant.conversation.states import Phase, Session, Signal
from assistant.conversation.tooling import RingingStopped, TimerRang
from assistant.errors import AssistantError, ProtocolError
from assistant.questions.model import Purpose
from assistant.questions.spoken.reading import Line
from assistant.voice.attending import Attending
from assistant.voice.calls import Calls
from assistant.voice.controls import Controls
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
from assistant.voice.outcome import Outcome
from assistant.voice.ports import Talk
from assistant.voice.protocols import (
    Hearing,
    Listening,
    Playing,
    Synthesiser,
    Transcriber,
)
from assistant.voice.ring_ear import RingEar
from assistant.voice.ringing import RingDesk, Ringing
from assistant.voice.speaking import Speaking
from assistant.voice.speech import AHEAD_S, Part
from assistant.voice.stand import Stand
from assistant.voice.talk_key import TalkKey
from assistant.voice.tasks import Tasks
from assistant.voice.timeline import Recorder
from assistant.voice.turn_text import Reading
from assistant.voice.yielding import Yielding

_log = logging.getLogger(__name__)

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
        ring_desk: Keeps the timers that ring; None if there are none.
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
        ring_desk: RingDesk | None = None,
    ) -> None:
        self._talk = talk
        self._subscribe = subscribe
        self._transcriber = transcriber
        self._synthesiser = synthesiser
        self._ear = Ear(listener=listener if transcriber is not None else None, emit=talk.emit)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unsubscribe: Callable[[], None] = _nothing
        self._tasks = Tasks(failed=self.attend_soon)
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
        self._ringing: Ringing | None = None
        self._ring_ear: RingEar | None = None
        if ring_desk is not None:
            self._ringing = Ringing(
                desk=ring_desk,
                talk=talk,
                player=player,
                synthesiser=synthesiser,
                tasks=self._tasks,
            )
        if self._ringing is not None and transcriber is not None:
            self._ring_ear = RingEar(
                owner=self,
                talk=talk,
                ear=self._ear,
                ringing=self._ringing,
                transcriber=transcriber,
                tasks=self._tasks,
                is_open=not push_to_talk,
                wake_phrases=wake_phrases,
            )
        self._outcome = Outcome(
            owner=self, talk=talk, speaking=self._speaking, silences=self._silences
        )
        self._calls = Calls(transcriber=transcriber, tasks=self._tasks)
        self._key = TalkKey()
        self._attending = Attending(
            owner=self,
            talk=talk,
            ear=self._ear,
            key=self._key,
            barge_in=barge_in,
            push_to_talk=push_to_talk,
            no_speech_timeout_s=no_speech_timeout_s,
            ending_timeout_s=ending_timeout_s,
        )
        self._controls = Controls(
            owner=self,
            talk=talk,
            ear=self._ear,
            key=self._key,
            attending=self._attending,
            speaking=self._speaking,
            tasks=self._tasks,
            clock=clock,
        )
        self._yielding = Yielding(
            owner=self,
            talk=talk,
            ear=self._ear,
            speaking=self._speaking,
            attending=self._attending,
            controls=self._controls,
            outcome=self._outcome,
            intake=self._intake,
            player=player,
            transcriber=transcriber,
            tasks=self._tasks,
        )
        self._stand: Stand | None = None
        self._stand_lock = asyncio.Lock()

    # Life.

    async def start(self) -> None:
        """Open microphone and speaker and warm the models up; what fails becomes a notice."""
        self._loop = asyncio.get_running_loop()
        self._attending.start()
        self._unsubscribe = self._subscribe(self._on_event)
        try:
            await self._voice.start(self._post)
        except AssistantError as error:
            self._voice.tell_unavailable(error.message)
        if self._ringing is not None:
            self._ringing.start()
        await self.open_ear()
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
        self.drop_hearing()
        self._attending.stop()
        self.drop_overlap()
        await self._tasks.cancel_all(CLOSE_LIMIT_S)
        if self._intake is not None:
            await self._intake.aclose()
        await self._voice.aclose()

    async def wait_until_done(self) -> None:
        """Wait until the input, a file, is at its end and everything was said."""
        await self._attending.done.wait()

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

    async def open_ear(self) -> None:
        """Open the microphone; what fails becomes a notice."""
        try:
            opened = await self._ear.start(self._deliver)
        except AssistantError as error:
            self._ear.tell_deaf(error.message, error.hint)
        else:
            if not opened:
                return
            self._ear.tell_hearing()
            self.attend_soon()

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
        self.attend_soon()

    def _voice_failed(self, error: AssistantError) -> None:
        self._voice.give_up(error.message)

    # Commands.

    async def on_command(self, command: ToggleMicrophone | Stop | Mute | PushToTalk) -> None:
        """Carry out a command of the person's."""
        await self._controls.carry_out(command)

    # What the conversation tells.

    def takes(self, *, spoken: bool) -> bool:
        """Whether the reply to a message will be spoken."""
        return self._speaking.takes(spoken=spoken)

    def begins(self) -> None:
        """A typed message begins a turn: whatever is being said or heard stops now."""
        self.drop_hearing()
        self.drop_overlap()
        self._key.forget()
        self._speaking.silence_reply()

    def _on_event(self, event: EngineEvent) -> None:
        if self._ringing is not None:
            self._ringing.follow(event)
        match event:
            case TimerRang() | RingingStopped():
                self.attend_soon()
            case ConversationOpened():  # nothing of the one before is said or heard any more
                self.drop_hearing()
                self.drop_overlap()
                self._key.forget()
                self._speaking.begin_anew()
                self._attending.is_closing = False
                self.listen_anew()
            case StateChanged():
                self._speaking.follow(event)
                self._state_changed(event)
            case TurnStarted():
                self.drop_hearing()
                self.drop_overlap()
                self._speaking.follow(event)
                self.attend_soon()
            case SentenceSpoken(text=text):
                self._yielding.line_began(text)
            case TurnFailed() | TurnFinished():
                self._speaking.follow(event)
                self.attend_soon()
            case _:
                self._speaking.follow(event)

    def spoken_recorder(self) -> Recorder:
        """Return the time line of the words that begin a spoken turn."""
        return self._intake.take_recorder() if self._intake is not None else Recorder()

    # What the listener tells.

    def _on_heard(self, event: ListenerEvent) -> None:  # noqa: C901  # one case an event
        if self._ring_ear is not None and self._ring_ear.hears(event):
            return
        match event:
            case WakeHeard():
                self._calls.heard(event, saying=self._yielding.saying, called=self.wake)
            case VoiceStarted():
                self._voice_started()
            case VoicePaused() if self._intake is not None:
                self._intake.paused(event)
            case VoiceResumed() if self._intake is not None:
                self._intake.resumed()
            case TurnEnded() if self._intake is not None:
                self._intake.ended(event)
            case VoiceSuspected() | VoiceHeld() | VoiceWithdrawn():
                self._yielding.heard_over_voice(event)
            case VoicePaused() | VoiceResumed() | TurnEnded():
                pass  # without a recogniser nothing is listened to
            case NoSpeech():
                self.no_speech()
            case LevelMeasured(dbfs=dbfs):
                self._talk.emit(MicrophoneLevel(dbfs=dbfs))
            case InputEnded():
                self._ear.is_over = True
                if self._intake is not None:
                    self._intake.input_ended()
                self.attend_soon()
            case InputLost(reason=reason, hint=hint):
                self._ear.is_lost = True
                self.drop_hearing()
                self.drop_overlap()
                self._key.forget()
                self._ear.tell_deaf(reason, hint)
                self.attend_soon()
            case InputRestored():
                self._ear.is_lost = False
                self._ear.tell_hearing()
                self.listen_anew()
            case DeviceChanged():
                self._talk.emit(device_notice(event))
            case _:
                assert_never(event)

    @property
    def is_concluding(self) -> bool:
        """Whether a turn that is over is being understood."""
        return self._intake is not None and self._intake.is_concluding

    def wake(self) -> None:
        """The person calls, by the wake word or by hand."""
        match self._talk.state.phase:
            case Phase.IDLE:
                if not self._ear.can_hear:
                    self._ear.tell_still_deaf()
                    return
                self._attending.is_closing = False
                self._attending.is_called = True
                self._talk.signal(Signal.WAKE)
            case Phase.SPEAKING:
                self._attending.is_closing = False
                self._attending.is_called = True
                self._yielding.interrupt(since=None)
                self.drop_overlap()
            case Phase.AWAITING_ANSWER | Phase.AWAITING_CONFIRM:
                if self.waits_for_call:
                    self._attending.is_closing = False
                    self._called()
            case Phase.LISTENING | Phase.STREAMING | Phase.TOOL_CALLING:
                pass

    @property
    def waits_for_call(self) -> bool:
        """Whether a question was left that the person can come back to, or go on without."""
        if self._talk.state.phase not in {Phase.AWAITING_ANSWER, Phase.AWAITING_CONFIRM}:
            return False
        if self._stand is not None:
            return self._stand.is_left
        return not self._talk.question_pending

    def _called(self) -> None:
        """The person calls while a question waits that was left."""
        if self._stand is not None:
            self._stand.call()
        else:  # no turn waits for it: it stays on the screen, and the person is heard
            self._attending.is_called = True
            self._talk.signal(Signal.TURN_STOPPED)

    def _voice_started(self) -> None:
        if self._stand is not None:
            self._stand.touched()
        self._yielding.voice_started()

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
        if self._ringing is not None and self._ringing.means(words.text):
            return True
        return self._stand is not None and self._stand.settles(words)

    @property
    def may_guess(self) -> bool:
        """Whether what is being said is for the model."""
        is_for_ringing = self._ringing is not None and self._ringing.is_on
        return self._stand is None and not is_for_ringing

    def turn_read(self, pause_id: int, reading: Reading) -> None:
        """Tell the listener what the words of a pause look like: it decides when a turn is over."""
        self._ear.read(pause_id, reading)

    def turn_taken(self) -> None:
        """The turn is over: hear no more of it."""
        self._attending.is_called = False
        self._key.settle()
        self._attending.rest()

    def turn_understood(self) -> None:
        """Listen on if that is the state."""
        self.attend_soon()

    async def take(self, words: Words) -> None:
        """Draw the consequence of what was heard."""
        await self._outcome.take(words)

    def no_speech(self) -> None:
        """Nothing was said for the time that is waited."""
        if not self.is_listening or self.is_concluding:
            return
        self._attending.is_called = False
        self._attending.rest()  # that turn is over for the listener, even where the state stays the same
        if self._key.is_up:
            self._outcome.silence()
        else:
            self._key.forget()
            self._outcome.silent_press(ends=self._attending.ends_after_a_turn)

    def drop_hearing(self) -> None:
        """Forget what is being heard."""
        if self._intake is not None:
            self._intake.drop()

    def drop_overlap(self) -> None:
        """Forget what is being said over the voice."""
        self._yielding.clear()

    # What is listened for.

    def _state_changed(self, event: StateChanged) -> None:
        old, new = event.old.phase, event.new.phase
        if old is Phase.LISTENING and new is not Phase.LISTENING:
            self.drop_hearing()
            self._key.settle()
        self._yielding.state_changed(event)
        self.attend_soon()

    def listen_anew(self) -> None:
        """Listen for another turn of the person."""
        self._attending.anew()

    def attend_soon(self) -> None:
        """Let what is listened for follow from the state."""
        self._attending.soon()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is being said."""
        return self._voice.is_quiet

    @property
    def is_talked_over(self) -> bool:
        """Whether the person speaks as they did over the voice, which ended before a tool ran."""
        return self._yielding.is_talked_over

    @property
    def over_ringing(self) -> Hearing | None:
        """What is listened for because something rings; None if nothing is."""
        return None if self._ring_ear is None else self._ring_ear.hearing

    def _silences(self, text: str) -> bool:
        return self._ringing is not None and self._ringing.take(text)

    def give_way(self) -> None:
        """The talk key is down: end what is being said or made."""
        self.drop_overlap()
        self._yielding.interrupt(since=self._key.since)

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
            and not self._attending.is_closing
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
                self.drop_hearing()
                self.drop_overlap()
                self._voice.withdraw_question()
                self._speaking.settle()  # what was silenced tells of no end
                if self._talk.state.phase is Phase.LISTENING:
                    self._attending.rest()
                self.attend_soon()

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
        self.drop_hearing()
        self.drop_overlap()
        self._voice.withdraw_question()
        if self._talk.state.phase in {Phase.LISTENING, Phase.SPEAKING}:
            self._voice.stopped(interrupted=True)
            self._talk.signal(Signal.QUESTION_LEFT)


def _nothing() -> None:
    """Do nothing."""
