"""The voice loop of one engine: what happens goes to the policy, and what it decides is carried out.

Engine thread. The listener and the player tell their events through `call_soon_threadsafe`. The
session answers some events of the conversation with a signal, so it is best the last to subscribe:
others then hear of the event before its consequence. Nothing is decided here (`voice_policy.decide`);
an action is carried out in the same turn of the loop as the event that led to it.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final, assert_never

from assistant.background_tasks import BackgroundTasks
from assistant.clock import Clock
from assistant.coding_agents.model.attention import AlertRules
from assistant.conversation.say_result import SayRejected
from assistant.errors import AssistantError, DeviceError, ProtocolError
from assistant.locale import _
from assistant.protocol.client import Listener
from assistant.protocol.conversation import ConversationOpened, StateChanged, Stop
from assistant.protocol.events import EngineEvent
from assistant.protocol.timers import RingingStopped, TimerRang
from assistant.protocol.turns import TurnFailed, TurnFinished, TurnStarted
from assistant.protocol.voice import (
    MicrophoneLevel,
    Mute,
    PushToTalk,
    SentenceSpoken,
    ToggleMicrophone,
    TranscriptFinal,
    TranscriptInterim,
)
from assistant.questions.model.question import Purpose
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.devices.policy.notices import device_notice
from assistant.voice.events import (
    DeviceChanged,
    LevelMeasured,
    ListenerEvent,
    Samples,
    VoiceStarted,
    WakeHeard,
)
from assistant.voice.listening.speech_input import SpeechInput
from assistant.voice.playout.reply_speaker import ReplySpeaker
from assistant.voice.playout.speech_queue import SpeechPart
from assistant.voice.protocols import (
    AudioInput,
    AudioOutput,
    SpeakerVerifier,
    Synthesiser,
    Transcriber,
    Transcript,
)
from assistant.voice.questions.question_turn import QuestionTurn
from assistant.voice.questions.voice_prompt import HeardWords, VoicePrompts
from assistant.voice.ringing.agent_alerts import AgentAlerts
from assistant.voice.ringing.alarm_ringer import AlarmControl
from assistant.voice.ringing.voice_alarms import VoiceAlarms
from assistant.voice.session.dictated_turn import DictatedTurn
from assistant.voice.session.overlap_transcription import OverlapTranscription
from assistant.voice.session.policy import voice_actions as act
from assistant.voice.session.policy import voice_events
from assistant.voice.session.policy.voice_actions import PlainAction, VoiceAction
from assistant.voice.session.policy.voice_events import PlainEvent, VoiceEvent
from assistant.voice.session.policy.voice_policy import decide
from assistant.voice.session.policy.voice_state import (
    Obstacle,
    Surroundings,
    VoiceOptions,
    VoiceState,
    can_be_asked,
    has_room_for_question,
    is_prompt_open,
    lines_being_said,
)
from assistant.voice.session.question_turns import QuestionTurns
from assistant.voice.session.user_turns import UserTurns, to_heard_words
from assistant.voice.session.voice_checks import is_caller_own
from assistant.voice.session.wake_confirmation import WakeConfirmation
from assistant.voice.turn_taking.addressee import sound_of
from assistant.voice.turn_taking.timeline import TimelineRecorder

_log = logging.getLogger(__name__)

CLOSE_LIMIT_S: Final = 1.0
"""Seconds that closing waits for tasks that were cancelled."""
DUCKED: Final = 0.25
"""Volume of a voice over which the user may be speaking."""
SPEECH_LIMIT_S: Final = 3.0
"""Seconds after which speech must have become an interruption or have ended; a listener that tells
neither has gone."""
QUESTION_LIMIT_S: Final = 60.0
"""Seconds that a voice session stays open for a question that waits on the screen."""

Work = Coroutine[Any, Any, None]


def _is_never_read(_questions_id: str) -> bool:
    return False


class VoiceSession:
    """The voice loop of one engine. `start` it, feed it commands, `aclose` it.

    Implements `conversation.Speaker`. Carries the decisions of the policy out on what listens, speaks
    and asks.

    Args:
        subscribe: Adds a listener to the conversation's events.
        listener: Microphone, wake word, endpointing; None if there is none.
        transcriber: Speech to text; None if there is none, then nothing is listened to.
        synthesiser: Text to speech; None if there is none, then replies are text only.
        clock: The clock that stamps events; the same one the listener and the player use.
        options: What the user set of when it listens, and to what.
        speak_typed_turns: Whether replies to typed words are spoken too.
        long_reply_s: Seconds of a spoken turn's reply after which the user is asked whether to go on;
            None reads everything.
        wake_phrases: The wake words as in the settings; taken off the beginning of what was heard.
        verifier: Tells the user's voice from others; None if every voice counts.
        ring_desk: Keeps the timers that ring; None if there are none.
        agent_rules: Returns when coding agents are heard, and how.
        is_read: Returns whether a question, by its id, is read aloud to the user.
    """

    def __init__(
        self,
        *,
        conversation: ConversationPort,
        subscribe: Callable[[Listener], Callable[[], None]],
        listener: AudioInput | None,
        transcriber: Transcriber | None,
        synthesiser: Synthesiser | None,
        player: AudioOutput | None,
        clock: Clock,
        options: VoiceOptions | None = None,
        speak_typed_turns: bool = False,
        earcons: bool = True,
        long_reply_s: float | None = None,
        wake_phrases: Sequence[str] = (),
        verifier: SpeakerVerifier | None = None,
        ring_desk: AlarmControl | None = None,
        agent_rules: Callable[[], AlertRules] = AlertRules,
        is_read: Callable[[str], bool] = _is_never_read,
    ) -> None:
        self._conversation = conversation
        self._subscribe = subscribe
        self._clock = clock
        self._player = player
        self._transcriber = transcriber
        self._verifier = verifier
        self._synthesiser = synthesiser
        self._state = VoiceState()
        self._options = replace(
            options or VoiceOptions(),
            is_overlap_heard=player is not None and transcriber is not None,
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unsubscribe: Callable[[], None] = _nothing
        self._done = asyncio.Event()
        self._is_update_due = False
        self._key_wait: asyncio.TimerHandle | None = None
        self._overlap_watch: asyncio.TimerHandle | None = None
        self._question_watch: asyncio.TimerHandle | None = None
        self._giving_up: asyncio.Task[None] | None = None
        self._dictated: DictatedTurn | None = None
        self._tasks = BackgroundTasks(
            owner="voice", failed=partial(self._handle, PlainEvent.LISTENING_STALE)
        )
        self._ear = SpeechInput(
            listener=listener if transcriber is not None else None, emit=conversation.emit
        )
        self._speaking = ReplySpeaker(
            handle=self._handle,
            recorder=self._take_recorder,
            prompt_purpose=self._prompt_purpose,
            conversation=conversation,
            synthesiser=synthesiser,
            player=player,
            clock=clock,
            tasks=self._tasks,
            speak_typed_turns=speak_typed_turns,
            earcons=earcons,
            long_reply_s=long_reply_s,
        )
        self._voice = self._speaking.voice
        self._questions = QuestionTurns(
            handle=self._handle,
            is_open=lambda: is_prompt_open(self._state, self._surroundings),
            can_open=lambda: can_be_asked(self._state, self._surroundings),
            has_room=lambda: has_room_for_question(self._state, self._surroundings),
            voice=self._voice,
        )
        self._turns: UserTurns | None = None
        self._overlaps: OverlapTranscription | None = None
        if transcriber is not None:
            self._turns = UserTurns(
                transcriber=transcriber,
                tasks=self._tasks,
                clock=clock,
                bias=self._bias,
                settles=self._settles,
                handle=self._handle,
                take=self._take,
                wake_phrases=wake_phrases,
                verifier=verifier,
            )
            self._overlaps = OverlapTranscription(
                transcriber=transcriber,
                tasks=self._tasks,
                bias=self._bias,
                understood=self._overlap_understood,
            )
        self._calls = WakeConfirmation(
            transcriber=transcriber, tasks=self._tasks, verifier=verifier
        )
        self._ring = VoiceAlarms(
            desk=ring_desk,
            conversation=conversation,
            player=player,
            synthesiser=synthesiser,
            transcriber=transcriber,
            tasks=self._tasks,
            heard=self._carry_out,
            wake_phrases=wake_phrases,
        )
        self._agents = AgentAlerts(
            rules=agent_rules,
            clock=clock,
            are_questions_read=lambda: self._questions.can_open,
            is_read=is_read,
            conversation=conversation,
            player=player,
            synthesiser=synthesiser,
            tasks=self._tasks,
        )
        self._simple = self._simple_actions()

    # Life.

    async def start(self) -> None:
        """Open microphone and speaker and warm the models up; failures become notices."""
        self._loop = asyncio.get_running_loop()
        self._unsubscribe = self._subscribe(self._on_event)
        try:
            await self._voice.start(self._post)
        except AssistantError as error:
            self._voice.tell_unavailable(error.message)
        self._ring.start()
        await self._open_microphone()
        if self._transcriber is not None:
            self._tasks.spawn(
                self._warm_up(self._transcriber.warm_up, self._recogniser_failed),
                "warm the recogniser up",
            )
        if self._synthesiser is not None:
            self._tasks.spawn(
                self._warm_up(self._synthesiser.warm_up, self._voice_failed), "warm the voice up"
            )

    async def aclose(self) -> None:
        """End listening and speaking, in this order, and wait for what is under way; idempotent."""
        self._unsubscribe()
        self._unsubscribe = _nothing
        self._loop = None
        self._break_dictation(_("The voice was switched off."))
        self._handle(PlainEvent.SESSION_CLOSING)
        self._wait_for_key(None)
        self._watch_question(is_left=False)
        await self._ear.aclose()
        await self._tasks.cancel_all(CLOSE_LIMIT_S)
        if self._turns is not None:
            await self._turns.aclose()
        await self._voice.aclose()

    async def wait_until_done(self) -> None:
        """Wait until the input, a file, is at its end and everything was said."""
        await self._done.wait()

    def _post(self, call: Callable[[], None]) -> None:
        """Run `call` on the engine thread; from any thread. Dropped after `aclose`."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop closed while a thread was telling its last
                loop.call_soon_threadsafe(self._call, call)

    @staticmethod
    def _call(call: Callable[[], None]) -> None:
        try:
            call()
        except ProtocolError as error:
            _log.warning("a signal of the voice loop was refused: %s", error.message)

    async def _open_microphone(self) -> None:
        """Open the microphone; failures become notices."""
        self._handle(PlainEvent.MICROPHONE_OPENING)
        try:
            is_opened = await self._ear.start(self._deliver)
        except AssistantError as error:
            self._ear.notify_input_lost(error.message, error.hint)
        else:
            if is_opened:
                self._handle(PlainEvent.MICROPHONE_OPENED)

    async def _warm_up(
        self, warm_up: Callable[[], Work], failed: Callable[[AssistantError], None]
    ) -> None:
        try:
            await warm_up()
        except AssistantError as error:
            failed(error)

    def _recogniser_failed(self, error: AssistantError) -> None:
        self._handle(voice_events.RecognitionFailed(error.message))

    def _voice_failed(self, error: AssistantError) -> None:
        self._voice.give_up(error.message)

    # What happens.

    async def on_command(self, command: ToggleMicrophone | Stop | Mute | PushToTalk) -> None:
        match command:
            case PushToTalk(pressed=True):
                await self._carry_out(voice_events.TalkKeyPressed(self._clock.monotonic()))
            case PushToTalk():
                await self._carry_out(PlainEvent.TALK_KEY_RELEASED)
            case Mute(muted=True):
                self._break_dictation(_("The microphone is muted."))
                await self._carry_out(command)
            case _:
                await self._carry_out(command)

    def leave_questions(self) -> None:
        """Leave the questions of programs to the screen: nobody may hear them now."""
        self._handle(PlainEvent.USER_LEFT)

    def set_locked(self, *, is_locked: bool) -> None:
        """Neither hear nor speak while the screen is locked; what rings goes on, without words."""
        if is_locked is (Obstacle.LOCKED in self._state.obstacles):
            return
        self._ring.says_words = not is_locked
        if is_locked:
            self._break_dictation(_("The screen is locked."))
            self._handle(PlainEvent.SCREEN_LOCKED)
            self._voice.interrupt()
            self._voice.give_up(_("The screen is locked."))
        else:
            self._handle(PlainEvent.SCREEN_UNLOCKED)
            self._tasks.spawn(self._voice.recover(), "speak again")

    async def dictate(self, released: asyncio.Event) -> Transcript:
        """Hear what is said until `released`, for another program; once at a time.

        A voice session that is open ends, and what is being said stops: it stays on the screen.

        Raises:
            DeviceError: If nothing can be heard, or not any more.
            ModelFileError: If the recogniser's files are missing.
            ModelLoadError: If it cannot be used.
        """
        if self._transcriber is None or self._dictated is not None:
            raise DeviceError(_("Speech recognition is unavailable. You can still type."))
        if not self._ear.is_started:
            await self._open_microphone()
        self._dictated = DictatedTurn(transcriber=self._transcriber)
        try:
            self._check_ears()
            self._handle(PlainEvent.DICTATION_BEGAN)
            self._voice.interrupt()
            self._voice.give_up(_("You are dictating."))
            return await self._dictated.words(released, let_go=self._ear.let_go)
        finally:
            self._dictated = None
            if Obstacle.DICTATING in self._state.obstacles:
                self._handle(PlainEvent.DICTATION_ENDED)
                if Obstacle.LOCKED not in self._state.obstacles and self._loop is not None:
                    self._tasks.spawn(self._voice.recover(), "speak again")

    def _check_ears(self) -> None:
        """Raises DeviceError if nothing can be heard."""
        obstacles = self._state.obstacles
        if Obstacle.LOCKED in obstacles:
            raise DeviceError(_("The screen is locked."))
        if Obstacle.MUTED in obstacles:
            raise DeviceError(_("The microphone is muted."))
        if not obstacles.isdisjoint({Obstacle.CLOSED, Obstacle.LOST, Obstacle.OVER}):
            raise self._ear.lost

    def _break_dictation(self, reason: str) -> None:
        if self._dictated is not None:
            self._dictated.fail(DeviceError(reason))

    def takes(self, *, spoken: bool) -> bool:
        return self._speaking.takes(spoken=spoken)

    def begins(self) -> None:
        self._handle(PlainEvent.TYPED_TURN_BEGAN)

    @property
    def prompts(self) -> VoicePrompts:
        return self._questions

    def _on_event(self, event: EngineEvent) -> None:
        self._ring.follow(event)
        self._agents.follow(event)
        match event:
            case TimerRang() | RingingStopped():
                self._handle(PlainEvent.LISTENING_STALE)
            case ConversationOpened():
                self._handle(PlainEvent.CONVERSATION_REPLACED)
            case StateChanged():
                self._speaking.follow(event)
                self._handle(event)
            case TurnStarted():
                self._handle(voice_events.TurnBegan(is_spoken=event.spoken))
                self._speaking.follow(event)
            case SentenceSpoken(text=text):
                self._handle(voice_events.LineSaid(text))
            case TurnFailed() | TurnFinished():
                self._speaking.follow(event)
                self._handle(PlainEvent.LISTENING_STALE)
            case _:
                self._speaking.follow(event)

    def _deliver(self, event: ListenerEvent) -> None:
        self._post(partial(self._on_heard, event))

    def _on_heard(self, event: ListenerEvent) -> None:
        self._agents.hear(event)
        if self._dictated is not None and self._dictated.hear(event):
            return
        match event:
            case LevelMeasured(dbfs=dbfs):
                self._conversation.emit(MicrophoneLevel(dbfs=dbfs))
            case DeviceChanged():
                self._conversation.emit(device_notice(event))
            case WakeHeard():
                self._calls.heard(
                    event,
                    saying=lines_being_said(self._state, self._surroundings),
                    called=partial(self._handle, PlainEvent.USER_CALLED),
                    refused=partial(self._handle, PlainEvent.OTHER_VOICE_CALLED),
                )
            case VoiceStarted(audio=audio) if audio is not None and self._verifier is not None:
                self._tasks.spawn(self._check_barge_in(self._verifier, event, audio), "barge-in")
            case _:
                self._handle(event)

    async def _check_barge_in(
        self, verifier: SpeakerVerifier, event: VoiceStarted, audio: Samples
    ) -> None:
        """Check whose voice it is; the assistant's is silent meanwhile."""
        self._handle(replace(event, is_own_voice=await is_caller_own(verifier, audio)))

    # What the parts ask and tell.

    def _take_recorder(self) -> TimelineRecorder:
        """The time line of the words that begin a spoken turn."""
        return self._turns.take_recorder() if self._turns is not None else TimelineRecorder()

    def _prompt_purpose(self) -> Purpose | None:
        """Purpose of the question that holds the prompt."""
        return self._questions.turn.purpose if self._questions.turn is not None else None

    def _bias(self) -> Sequence[str]:
        """Labels that are likely to be said."""
        return self._questions.turn.bias if self._questions.turn is not None else ()

    def _settles(self, words: HeardWords) -> bool:
        """Whether an interim transcript is answer enough not to wait for the end."""
        turn = self._questions.turn
        return self._ring.means(words.text) or (turn is not None and turn.settles(words))

    async def _take(self, words: HeardWords) -> None:
        """Act on a turn of the user."""
        self._conversation.emit(TranscriptFinal(text=words.text, language=words.language))
        await self._speaking.wait_until_cut()
        is_for_alarm = self._ring.means(words.text)
        turn = self._questions.turn
        await self._carry_out(
            voice_events.UtteranceHeard(
                words=words,
                is_for_alarm=is_for_alarm,
                is_request=self._conversation.is_known_request(words.text),
                is_answer=turn is not None and turn.settles(words),
            )
        )

    def _overlap_understood(self, transcript: Transcript | None, audio: Samples) -> None:
        turn = self._questions.turn
        is_answer = (
            transcript is None or turn is None or turn.understands(to_heard_words(transcript))
        )
        self._handle(
            voice_events.OverlapUnderstood(
                transcript=transcript,
                is_answer=is_answer,
                sound=sound_of(audio),
            )
        )

    # What is decided.

    @property
    def _surroundings(self) -> Surroundings:
        return Surroundings(
            dialogue=self._conversation.state,
            is_question_pending=self._conversation.question_pending,
            has_open_choice=self._speaking.has_open_choice,
            is_finishing_turn=self._turns is not None and self._turns.is_finishing_turn,
            is_quiet=self._voice.is_quiet,
            can_speak=self._voice.is_available,
            is_ringing=self._ring.is_on,
            is_rest_offered=self._voice.is_rest_offered,
            is_question_waiting=self._questions.is_waiting,
        )

    def _decide(self, event: VoiceEvent) -> Sequence[VoiceAction]:
        self._state, actions = decide(self._state, event, self._surroundings, self._options)
        self._questions.look()
        return actions

    def _handle(self, event: VoiceEvent) -> None:
        """Decide on an event and act; slow actions go on by themselves."""
        for action in self._decide(event):
            work = self._perform(action)
            if work is not None:
                self._tasks.spawn(work, type(event).__name__)

    async def _carry_out(self, event: VoiceEvent) -> None:
        """Decide on an event and act, to the end."""
        for action in self._decide(event):
            work = self._perform(action)
            if work is not None:
                await work

    def _perform(self, action: VoiceAction) -> Work | None:  # noqa: C901  # one case an action
        match action:
            case PlainAction():
                return self._simple[action]()
            case act.SendSignal(signal):
                self._conversation.signal(signal)
            case act.Listen():
                self._ear.hear(
                    action.mode,
                    no_speech_after_s=action.no_speech_after_s,
                    again=action.again,
                    since=action.since,
                    held=action.held,
                )
            case act.WaitForKey(seconds):
                self._wait_for_key(seconds)
            case act.WatchQuestion(is_left):
                self._watch_question(is_left=is_left)
            case act.TellInputLost(reason, hint):
                self._ear.notify_input_lost(reason, hint)
            case act.TellRecognitionFailed(reason):
                self._ear.notify_no_recognition(reason)
            case act.PlayEarcon(earcon):
                self._speaking.earcon(earcon)
            case act.DraftTurn(progress) if self._turns is not None:
                self._turns.progressed(progress)
            case act.TranscribePause(pause) if self._turns is not None:
                self._turns.paused(pause)
            case act.UnderstandTurn(end) if self._turns is not None:
                self._turns.ended(end)
            case act.ReuseTranscript(transcript=transcript, speech_end=speech_end) if (
                self._turns is not None
            ):
                self._turns.expect(transcript, speech_end=speech_end)
            case act.UnderstandOverlap(audio) if self._overlaps is not None:
                self._overlaps.understand(audio)
            case (
                act.DraftTurn()
                | act.TranscribePause()
                | act.UnderstandTurn()
                | act.ReuseTranscript()
                | act.UnderstandOverlap()
            ):
                pass  # without a recogniser nothing is listened to
            case act.ShowInterim(words):
                self._conversation.emit(
                    TranscriptInterim(text=words.text, tentative=words.tentative)
                )
            case act.ReportReading(pause_id, reading):
                self._ear.read(pause_id, reading)
            case act.Speculate(text, language):
                self._conversation.prepare(
                    text, preview=self._speaking.preview(text, language=language)
                )
            case act.SayToModel(text, goes_on):
                return self._say(text, goes_on=goes_on)
            case act.SpeakPrompt(text):
                self._speaking.prompt(text)
            case act.ReadQuestion(lines):
                for line in lines:
                    self._voice.say(line.text, SpeechPart.QUESTION, pause_s=line.pause_s)
            case act.AnswerPrompt(reply):
                self._questions.apply(lambda turn: turn.answer(reply))
            case act.CommandAlarm(text):
                self._ring.take(text)
            case act.DuckAlarm(is_speaking):
                self._ring.duck_for_user(is_speaking=is_speaking)
            case act.UnderstandForAlarm(speech):
                self._ring.understand(speech)
            case _:
                assert_never(action)
        return None

    def _simple_actions(self) -> Mapping[PlainAction, Callable[[], Work | None]]:
        """What carries out each action that is no more than a name.

        Empty where there is no recogniser, speaker or question to do it.
        """
        ear, speaking, voice = self._ear, self._speaking, self._voice
        player, turns, prompt = self._player, self._turns, self._questions.apply
        return {
            PlainAction.UPDATE_LISTENING: self._update_listening_soon,
            PlainAction.FINISH: self._done.set,
            PlainAction.OPEN_AND_CALL: self._open_and_call,
            PlainAction.END_HELD_TURN: ear.let_go,
            PlainAction.TELL_STILL_LOST: self._tell_still_lost,
            PlainAction.TELL_INPUT_RESTORED: ear.notify_input_restored,
            PlainAction.TELL_OTHERS_REFUSED: ear.notify_others_refused,
            PlainAction.RESUME_TURN: turns.resumed if turns else _nothing,
            PlainAction.DISCARD_TURN: turns.drop if turns else _nothing,
            PlainAction.CANCEL_SPECULATION: self._conversation.cancel_speculation,
            PlainAction.DUCK: partial(player.duck, DUCKED) if player else _nothing,
            PlainAction.UNDUCK: player.unduck if player else _nothing,
            PlainAction.HOLD: player.hold if player else _nothing,
            PlainAction.RESUME: player.resume if player else _nothing,
            PlainAction.WATCH_OVERLAP: partial(self._watch_overlap, SPEECH_LIMIT_S),
            PlainAction.UNWATCH_OVERLAP: partial(self._watch_overlap, None),
            PlainAction.FORGET_OVERLAP: self._overlaps.forget if self._overlaps else _nothing,
            PlainAction.SILENCE_VOICE: speaking.silence,
            PlainAction.CUT_REPLY: speaking.cut_reply,
            PlainAction.GIVE_UP_REPLY: self._begin_giving_up,
            PlainAction.STOP_EVERYTHING: self._stop_everything,
            PlainAction.SILENCE_REPLY: speaking.silence_reply,
            PlainAction.RESET: speaking.reset,
            PlainAction.MUTE_REPLY: partial(speaking.mute, is_muted=True),
            PlainAction.UNMUTE_REPLY: partial(speaking.mute, is_muted=False),
            PlainAction.FORGET_REPLY: voice.forget_reply,
            PlainAction.READ_ON: speaking.read_on,
            PlainAction.DROP_REST: voice.drop_rest,
            PlainAction.TELL_SPEECH_ENDED: partial(voice.stopped, interrupted=False),
            PlainAction.TELL_SPEECH_CUT: partial(voice.stopped, interrupted=True),
            PlainAction.CHECK_SILENCE: speaking.settle,
            PlainAction.WITHDRAW_QUESTION: voice.withdraw_question,
            PlainAction.DISMISS_QUESTIONS: self._questions.dismiss,
            PlainAction.CUT_PROMPT: partial(prompt, QuestionTurn.cut),
            PlainAction.END_READING: partial(prompt, QuestionTurn.end_reading),
            PlainAction.CALL_PROMPT: partial(prompt, QuestionTurn.call),
            PlainAction.LOSE_PROMPT: partial(prompt, QuestionTurn.lose),
            PlainAction.TOUCH_PROMPT: partial(prompt, QuestionTurn.touch),
            PlainAction.SHOW_PROMPT: partial(prompt, QuestionTurn.began),
        }

    def _tell_still_lost(self) -> None:
        self._ear.notify_still_lost(is_lost=Obstacle.LOST in self._state.obstacles)

    def _begin_giving_up(self) -> None:
        if self._giving_up is None or self._giving_up.done():
            stopping = self._speaking.give_up()
            self._giving_up = self._tasks.spawn(self._give_up_reply(stopping), "give a reply up")

    def _update_listening_soon(self) -> None:
        if self._loop is not None and not self._is_update_due:
            self._is_update_due = True
            self._loop.call_soon(self._update_listening)

    def _update_listening(self) -> None:
        self._is_update_due = False
        self._handle(PlainEvent.LISTENING_DUE)

    def _wait_for_key(self, seconds: float | None) -> None:
        if self._key_wait is not None:
            self._key_wait.cancel()
            self._key_wait = None
        if seconds is not None and self._loop is not None:
            self._key_wait = self._loop.call_later(seconds, self._handle, PlainEvent.KEY_WAIT_OVER)

    def _watch_question(self, *, is_left: bool) -> None:
        if not is_left and self._question_watch is not None:
            self._question_watch.cancel()
            self._question_watch = None
        elif is_left and self._question_watch is None and self._loop is not None:
            self._question_watch = self._loop.call_later(QUESTION_LIMIT_S, self._question_abandoned)

    def _question_abandoned(self) -> None:
        self._question_watch = None
        self._handle(PlainEvent.QUESTION_ABANDONED)

    def _watch_overlap(self, seconds: float | None) -> None:
        if self._overlap_watch is not None:
            self._overlap_watch.cancel()
            self._overlap_watch = None
        if seconds is not None and self._loop is not None:
            self._overlap_watch = self._loop.call_later(seconds, self._overlap_timed_out)

    def _overlap_timed_out(self) -> None:
        _log.warning("Speech over the voice neither ended nor became an interruption")
        self._handle(PlainEvent.OVERLAP_TIMED_OUT)

    async def _say(self, text: str, *, goes_on: bool) -> None:
        said = await self._conversation.say(text, spoken=True, goes_on=goes_on)
        if isinstance(said, SayRejected) and said.notice is not None:
            self._speaking.reject()

    async def _open_and_call(self) -> None:
        if not self._ear.is_started:
            await self._open_microphone()
        self._handle(PlainEvent.USER_CALLED)
        self._handle(PlainEvent.CALLED_BY_HAND)

    async def _give_up_reply(self, stopping: Work) -> None:
        await stopping
        self._handle(PlainEvent.REPLY_GIVEN_UP)

    async def _stop_everything(self) -> None:
        await self._speaking.give_up()
        self._handle(PlainEvent.EVERYTHING_STOPPED)


def _nothing() -> None:
    """Do nothing."""
