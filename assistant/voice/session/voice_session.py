"""The conductor of the voice loop: who may speak, what is listened for, what is made of speech.

Engine thread. The listener and the player tell their events through `call_soon_threadsafe`. The
session answers some events of the conversation with a signal, so it is best the last to subscribe:
others then hear of the event before its consequence. Every change of state goes through the
conversation's table, and what is listened for follows from the state alone, one loop turn later
(`attention.listening_mode_for`).
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, assert_never

from assistant.background_tasks import BackgroundTasks
from assistant.clock import Clock
from assistant.errors import AssistantError, ProtocolError
from assistant.protocol.client import Listener
from assistant.protocol.conversation import ConversationOpened, StateChanged, Stop
from assistant.protocol.conversation_state import ConversationPhase, ConversationSignal
from assistant.protocol.events import EngineEvent
from assistant.protocol.timers import RingingStopped, TimerRang
from assistant.protocol.turns import TurnFailed, TurnFinished, TurnStarted
from assistant.protocol.voice import (
    MicrophoneLevel,
    Mute,
    PushToTalk,
    SentenceSpoken,
    ToggleMicrophone,
)
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.devices.policy.notices import device_notice
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
from assistant.voice.listening.speech_input import SpeechInput
from assistant.voice.playout.reply_speaker import ReplySpeaker
from assistant.voice.playout.speech_queue import AHEAD_S
from assistant.voice.protocols import (
    AudioInput,
    AudioOutput,
    ListeningMode,
    Synthesiser,
    Transcriber,
)
from assistant.voice.questions.question_turn import QuestionTurn
from assistant.voice.questions.voice_prompt import HeardWords, VoicePrompts
from assistant.voice.ringing.alarm_ringer import AlarmControl
from assistant.voice.ringing.voice_alarms import VoiceAlarms
from assistant.voice.session.interruption import InterruptionHandler
from assistant.voice.session.listening_control import ListeningControl
from assistant.voice.session.question_turns import QuestionTurns
from assistant.voice.session.speculation_trigger import SpeculationTrigger
from assistant.voice.session.user_controls import UserControls
from assistant.voice.session.user_turns import UserTurns
from assistant.voice.session.utterance_router import UtteranceRouter
from assistant.voice.session.wake_confirmation import WakeConfirmation
from assistant.voice.turn_taking.push_to_talk import PushToTalkKey
from assistant.voice.turn_taking.text_completeness import TextCompleteness
from assistant.voice.turn_taking.timeline import TimelineRecorder

_log = logging.getLogger(__name__)

CLOSE_LIMIT_S = 1.0
"""Seconds that closing waits for tasks that were cancelled."""


class VoiceSession:
    """The voice loop of one engine. `start` it, feed it commands, `aclose` it.

    Implements `conversation.Speaker`, and owns what listens, speaks and asks.

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
        push_to_talk: Whether the user is listened to only while they hold the talk key, or after
            they called.
        ring_desk: Keeps the timers that ring; None if there are none.
    """

    def __init__(
        self,
        *,
        talk: ConversationPort,
        subscribe: Callable[[Listener], Callable[[], None]],
        listener: AudioInput | None,
        transcriber: Transcriber | None,
        synthesiser: Synthesiser | None,
        player: AudioOutput | None,
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
        ring_desk: AlarmControl | None = None,
    ) -> None:
        self._talk = talk
        self._subscribe = subscribe
        self._transcriber = transcriber
        self._synthesiser = synthesiser
        self._ear = SpeechInput(
            listener=listener if transcriber is not None else None, emit=talk.emit
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unsubscribe: Callable[[], None] = _nothing
        self._tasks = BackgroundTasks(owner="voice", failed=self.update_listening_soon)
        self._speaking = ReplySpeaker(
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
        self._intake: UserTurns | None = None
        if transcriber is not None:
            self._intake = UserTurns(
                owner=self,
                transcriber=transcriber,
                tasks=self._tasks,
                emit=talk.emit,
                clock=clock,
                guessing=SpeculationTrigger(talk=talk, is_on=speculate),
                wake_phrases=wake_phrases,
            )
        self._ring = VoiceAlarms(
            desk=ring_desk,
            owner=self,
            talk=talk,
            ear=self._ear,
            player=player,
            synthesiser=synthesiser,
            transcriber=transcriber,
            tasks=self._tasks,
            is_open=not push_to_talk,
            wake_phrases=wake_phrases,
        )
        self._outcome = UtteranceRouter(
            owner=self, talk=talk, speaking=self._speaking, silences=self._ring.take
        )
        self._calls = WakeConfirmation(transcriber=transcriber, tasks=self._tasks)
        self._key = PushToTalkKey()
        self._attending = ListeningControl(
            owner=self,
            talk=talk,
            ear=self._ear,
            key=self._key,
            barge_in=barge_in,
            push_to_talk=push_to_talk,
            no_speech_timeout_s=no_speech_timeout_s,
            ending_timeout_s=ending_timeout_s,
        )
        self._controls = UserControls(
            owner=self,
            talk=talk,
            ear=self._ear,
            key=self._key,
            attending=self._attending,
            speaking=self._speaking,
            tasks=self._tasks,
            clock=clock,
        )
        self._yielding = InterruptionHandler(
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
        self._standing = QuestionTurns(
            owner=self,
            talk=talk,
            ear=self._ear,
            speaking=self._speaking,
            attending=self._attending,
        )

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
        self._ring.start()
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
        self._standing.gone()
        await self._ear.aclose()
        self.discard_turn()
        self._attending.stop()
        self.discard_barge_in()
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
            self._ear.notify_input_lost(error.message, error.hint)
        else:
            if not opened:
                return
            self._ear.notify_input_restored()
            self.update_listening_soon()

    async def _warm_up(
        self, warm_up: Coroutine[Any, Any, None], failed: Callable[[AssistantError], None]
    ) -> None:
        try:
            await warm_up
        except AssistantError as error:
            failed(error)

    def recogniser_failed(self, error: AssistantError) -> None:
        """Speech cannot be understood: tell, and listen no more."""
        self._ear.notify_no_recognition(error.message)
        self.update_listening_soon()

    def _voice_failed(self, error: AssistantError) -> None:
        self._voice.give_up(error.message)

    # Commands.

    async def on_command(self, command: ToggleMicrophone | Stop | Mute | PushToTalk) -> None:
        """Carry out a command of the user's."""
        await self._controls.carry_out(command)

    # What the conversation tells.

    def takes(self, *, spoken: bool) -> bool:
        """Whether the reply to a message will be spoken."""
        return self._speaking.takes(spoken=spoken)

    def begins(self) -> None:
        """A typed message begins a turn: whatever is being said or heard stops now."""
        self.discard_turn()
        self.discard_barge_in()
        self._key.forget()
        self._speaking.silence_reply()

    def _on_event(self, event: EngineEvent) -> None:
        self._ring.follow(event)
        match event:
            case TimerRang() | RingingStopped():
                self.update_listening_soon()
            case ConversationOpened():  # nothing of the one before is said or heard any more
                self.discard_turn()
                self.discard_barge_in()
                self._key.forget()
                self._speaking.begin_anew()
                self._attending.is_closing = False
                self.restart_listening()
            case StateChanged():
                self._speaking.follow(event)
                self._state_changed(event)
            case TurnStarted():
                self.discard_turn()
                self.discard_barge_in()
                self._speaking.follow(event)
                self.update_listening_soon()
            case SentenceSpoken(text=text):
                self._yielding.line_began(text)
            case TurnFailed() | TurnFinished():
                self._speaking.follow(event)
                self.update_listening_soon()
            case _:
                self._speaking.follow(event)

    def spoken_recorder(self) -> TimelineRecorder:
        """Return the time line of the words that begin a spoken turn."""
        return self._intake.take_recorder() if self._intake is not None else TimelineRecorder()

    # What the listener tells.

    def _on_heard(self, event: ListenerEvent) -> None:  # noqa: C901  # one case an event
        if self._ring.hears(event):
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
                self.update_listening_soon()
            case InputLost(reason=reason, hint=hint):
                self._ear.is_lost = True
                self.discard_turn()
                self.discard_barge_in()
                self._key.forget()
                self._ear.notify_input_lost(reason, hint)
                self.update_listening_soon()
            case InputRestored():
                self._ear.is_lost = False
                self._ear.notify_input_restored()
                self.restart_listening()
            case DeviceChanged():
                self._talk.emit(device_notice(event))
            case _:
                assert_never(event)

    @property
    def is_finishing_turn(self) -> bool:
        """Whether a turn that is over is being understood."""
        return self._intake is not None and self._intake.is_finishing_turn

    def wake(self) -> None:
        """The user calls, by the wake word or by hand."""
        match self._talk.state.phase:
            case ConversationPhase.IDLE:
                if not self._ear.can_hear:
                    self._ear.notify_still_lost()
                    return
                self._attending.is_closing = False
                self._attending.is_called = True
                self._talk.signal(ConversationSignal.WAKE)
            case ConversationPhase.SPEAKING:
                self._attending.is_closing = False
                self._attending.is_called = True
                self._yielding.interrupt(since=None)
                self.discard_barge_in()
            case ConversationPhase.AWAITING_ANSWER | ConversationPhase.AWAITING_CONFIRM:
                if self.waits_for_call:
                    self._attending.is_closing = False
                    self._standing.called()
            case (
                ConversationPhase.LISTENING
                | ConversationPhase.STREAMING
                | ConversationPhase.TOOL_CALLING
            ):
                pass

    @property
    def waits_for_call(self) -> bool:
        """Whether a question was left that the user can come back to, or go on without."""
        return self._standing.waits_for_call

    def _voice_started(self) -> None:
        self._standing.touched()
        self._yielding.voice_started()

    # What was understood.

    @property
    def is_listening(self) -> bool:
        """Whether a turn of the user is listened to."""
        return self._talk.state.phase is ConversationPhase.LISTENING

    @property
    def bias(self) -> Sequence[str]:
        """Labels that are likely to be said."""
        return self._standing.bias

    def settles(self, words: HeardWords) -> bool:
        """Whether an interim transcript answers a question."""
        return self._ring.means(words.text) or self._standing.settles(words)

    @property
    def may_guess(self) -> bool:
        """Whether what is being said is for the model."""
        return self.stand is None and not self._ring.is_on

    def turn_read(self, pause_id: int, reading: TextCompleteness) -> None:
        """Tell the listener what the words of a pause look like: it decides when a turn is over."""
        self._ear.read(pause_id, reading)

    def turn_taken(self) -> None:
        """The turn is over: hear no more of it."""
        self._attending.is_called = False
        self._key.settle()
        self._attending.rest()

    def turn_understood(self) -> None:
        """Listen on if that is the state."""
        self.update_listening_soon()

    async def take(self, words: HeardWords) -> None:
        """Draw the consequence of what was heard."""
        await self._outcome.take(words)

    def no_speech(self) -> None:
        """Nothing was said for the time that is waited."""
        if not self.is_listening or self.is_finishing_turn:
            return
        self._attending.is_called = False
        self._attending.rest()  # that turn is over for the listener, even where the state stays the same
        if self._key.is_up:
            self._outcome.silence()
        else:
            self._key.forget()
            self._outcome.handle_silent_press(ends=self._attending.ends_after_a_turn)

    def discard_turn(self) -> None:
        """Forget what is being heard."""
        if self._intake is not None:
            self._intake.drop()

    def discard_barge_in(self) -> None:
        """Forget what is being said over the voice."""
        self._yielding.clear()

    # What is listened for.

    def _state_changed(self, event: StateChanged) -> None:
        old, new = event.old.phase, event.new.phase
        if old is ConversationPhase.LISTENING and new is not ConversationPhase.LISTENING:
            self.discard_turn()
            self._key.settle()
        self._yielding.state_changed(event)
        self.update_listening_soon()

    def restart_listening(self) -> None:
        """Listen for another turn of the user."""
        self._attending.anew()

    def update_listening_soon(self) -> None:
        """Let what is listened for follow from the state."""
        self._attending.soon()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is being said."""
        return self._voice.is_quiet

    @property
    def has_unfinished_barge_in(self) -> bool:
        """Whether the user speaks as they did over the voice, which ended before a tool ran."""
        return self._yielding.has_unfinished_barge_in

    @property
    def alarm_listening_mode(self) -> ListeningMode | None:
        """What is listened for because something rings; None if nothing is."""
        return self._ring.hearing

    def give_way(self) -> None:
        """The talk key is down: end what is being said or made."""
        self.discard_barge_in()
        self._yielding.interrupt(since=self._key.since)

    # The floor, for questions.

    @property
    def floors(self) -> VoicePrompts:
        """Hands the floor to questions."""
        return self._standing

    @property
    def stand(self) -> QuestionTurn | None:
        """The question that holds the floor."""
        return self._standing.stand


def _nothing() -> None:
    """Do nothing."""
