"""Hearing what is said to something that rings, while the conversation does not listen.

Engine thread. No wake word is needed for "stop" then. A word or two come whole from the watch over
speech that overlaps the assistant's voice; for more a turn is opened that is nobody's but the
ring's: what it says is for what rings, or begins with the wake word, or is forgotten.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol

from assistant.background_tasks import BackgroundTasks
from assistant.errors import AssistantError
from assistant.protocol.conversation_state import ConversationPhase, ConversationSignal
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.events import (
    ListenerEvent,
    NoSpeech,
    Samples,
    TurnEnded,
    VoiceHeld,
    VoicePaused,
    VoiceResumed,
    VoiceStarted,
    VoiceSuspected,
    VoiceWithdrawn,
)
from assistant.voice.listening.speech_input import SpeechInput
from assistant.voice.protocols import ListeningMode, Transcriber, Transcript
from assistant.voice.questions.question_turn import QuestionTurn
from assistant.voice.ringing.alarm_ringer import AlarmRinger
from assistant.voice.turn_taking.text_completeness import assess_completeness
from assistant.voice.turn_taking.wake_phrase import strip_wake_phrases

NO_SPEECH_S: Final = 4.0
"""A turn in which nothing more is said is closed after so long."""
_BUSY: Final = frozenset({ConversationPhase.LISTENING, ConversationPhase.SPEAKING})
"""Phases in which the conversation hears by itself."""


class AlarmRepliesOwner(Protocol):
    """Who hears."""

    @property
    def stand(self) -> QuestionTurn | None:
        """The question that holds the floor."""
        ...

    @property
    def has_unfinished_barge_in(self) -> bool:
        """Whether the user speaks as they did over the voice, which has ended."""
        ...

    def wake(self) -> None:
        """The user calls."""
        ...

    def update_listening_soon(self) -> None:
        """Let what is listened for follow from the state."""
        ...


class AlarmReplies:
    """Hears for what rings.

    Args:
        owner: Who hears.
        talk: The conversation.
        ear: The listener.
        ringing: What rings.
        transcriber: Understands what was said.
        tasks: Holds what is under way.
        is_open: Whether anything may be listened to without being announced.
        wake_phrases: As in the settings.
    """

    def __init__(
        self,
        *,
        owner: AlarmRepliesOwner,
        talk: ConversationPort,
        ear: SpeechInput,
        ringing: AlarmRinger,
        transcriber: Transcriber,
        tasks: BackgroundTasks,
        is_open: bool,
        wake_phrases: Sequence[str] = (),
    ) -> None:
        self._owner = owner
        self._talk = talk
        self._ear = ear
        self._ringing = ringing
        self._transcriber = transcriber
        self._tasks = tasks
        self._is_open = is_open
        self._wake_phrases = tuple(wake_phrases)
        self._since: float | None = None
        self._has_turn = False
        self._paused: tuple[int, Transcript] | None = None

    @property
    def hearing(self) -> ListeningMode | None:
        """What is listened for; None if that is the conversation's matter."""
        if not self._is_ours:
            self._has_turn = False
            return None
        return ListeningMode.TURN if self._has_turn else ListeningMode.BARGE_IN

    @property
    def _is_ours(self) -> bool:
        return (
            self._is_open
            and self._ringing.is_on
            and self._owner.stand is None
            and not self._owner.has_unfinished_barge_in
            and self._talk.state.phase not in _BUSY
        )

    def hears(self, event: ListenerEvent) -> bool:
        """Take an event of the listener; whether it was for what rings."""
        if not self._is_ours:
            return False
        match event:
            case VoiceSuspected(speech_start=speech_start):
                self._since = speech_start
                self._ringing.talked_to(is_talking=True)
            case VoiceStarted():
                self._ringing.talked_to(is_talking=True)
                self._open_turn()
            case VoiceWithdrawn(audio=audio):
                self._ringing.talked_to(is_talking=False)
                if audio is not None:
                    self._tasks.spawn(self._understand(audio), "hear for what rings")
            case VoicePaused():
                self._tasks.spawn(self._take_pause(event), "hear a pause for what rings")
            case TurnEnded(pause_id=pause_id, audio=audio):
                known, self._paused = self._paused, None
                self._close_turn()
                if known is None or known[0] != pause_id:
                    self._tasks.spawn(self._understand(audio), "hear for what rings")
                else:
                    self._tasks.spawn(self._take_whole(known[1]), "hear for what rings")
            case NoSpeech():
                self._close_turn()
            case VoiceHeld() | VoiceResumed():
                pass
            case _:
                return False
        return True

    def _open_turn(self) -> None:
        """Speech is longer than a word: hear all of it, from its beginning."""
        if not self._has_turn:
            self._has_turn = True
            since, self._since = self._since, None
            self._ear.hear(
                ListeningMode.TURN, no_speech_after_s=NO_SPEECH_S, again=True, since=since
            )

    def _close_turn(self) -> None:
        self._has_turn = False
        self._ringing.talked_to(is_talking=False)
        self._owner.update_listening_soon()

    async def _take_pause(self, pause: VoicePaused) -> None:
        """Understand what was said so far; the listener decides by it whether that was all."""
        transcript = await self._transcribe(pause.audio)
        if transcript is None or not self._is_ours or not self._has_turn:
            return
        if self._ringing.take(self._rest(transcript)):
            self._close_turn()
            return
        self._paused = (pause.pause_id, transcript)
        reading = assess_completeness(
            transcript.text, transcript.language, logprob=transcript.avg_logprob
        )
        self._ear.read(pause.pause_id, reading)

    async def _understand(self, audio: Samples) -> None:
        transcript = await self._transcribe(audio)
        if transcript is not None and self._is_ours:
            await self._take_whole(transcript)

    async def _transcribe(self, audio: Samples) -> Transcript | None:
        try:
            transcript = await self._transcriber.transcribe(audio)
        except AssistantError:
            return None  # the window still stops it, and that nothing is understood is told
        return replace(transcript, text=transcript.text.strip())

    async def _take_whole(self, transcript: Transcript) -> None:
        """Draw the consequence of all that was said."""
        rest = self._rest(transcript)
        if self._ringing.take(rest):
            return
        is_called = rest != transcript.text
        if is_called and self._talk.state.phase is ConversationPhase.IDLE:
            self._owner.wake()
            if rest and self._talk.accepts(ConversationSignal.UTTERANCE):
                await self._talk.say(rest, spoken=True)

    def _rest(self, transcript: Transcript) -> str:
        return strip_wake_phrases(transcript.text, self._wake_phrases)
