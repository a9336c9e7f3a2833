"""All that the voice loop has to do with what rings: sounding it, and hearing for it.

Engine thread. Without timers there is nothing to it; without a recogniser it sounds, and nothing is
heard for it.
"""

from collections.abc import Sequence

from assistant.background_tasks import BackgroundTasks
from assistant.protocol.events import EngineEvent
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.events import ListenerEvent
from assistant.voice.listening.speech_input import SpeechInput
from assistant.voice.protocols import AudioOutput, ListeningMode, Synthesiser, Transcriber
from assistant.voice.ringing.alarm_replies import AlarmReplies, AlarmRepliesOwner
from assistant.voice.ringing.alarm_ringer import AlarmControl, AlarmRinger


class VoiceAlarms:
    """What rings, as the session sees it.

    Args:
        desk: Keeps the timers that ring; None if there are none.
        owner: Who hears.
        talk: The conversation.
        ear: The listener.
        player: The speaker; None if there is none.
        synthesiser: Says what it is for; None if there is no voice.
        transcriber: Understands what was said; None if there is none.
        tasks: Holds what is under way.
        is_open: Whether anything may be listened to without being announced.
        wake_phrases: As in the settings.
    """

    def __init__(
        self,
        *,
        desk: AlarmControl | None,
        owner: AlarmRepliesOwner,
        talk: ConversationPort,
        ear: SpeechInput,
        player: AudioOutput | None,
        synthesiser: Synthesiser | None,
        transcriber: Transcriber | None,
        tasks: BackgroundTasks,
        is_open: bool,
        wake_phrases: Sequence[str],
    ) -> None:
        self._ringing: AlarmRinger | None = None
        self._ear: AlarmReplies | None = None
        if desk is None:
            return
        self._ringing = AlarmRinger(
            desk=desk, talk=talk, player=player, synthesiser=synthesiser, tasks=tasks
        )
        if transcriber is not None:
            self._ear = AlarmReplies(
                owner=owner,
                talk=talk,
                ear=ear,
                ringing=self._ringing,
                transcriber=transcriber,
                tasks=tasks,
                is_open=is_open,
                wake_phrases=wake_phrases,
            )

    @property
    def is_on(self) -> bool:
        """Whether something rings."""
        return self._ringing is not None and self._ringing.is_on

    @property
    def hearing(self) -> ListeningMode | None:
        """What is listened for because something rings; None if nothing is."""
        return None if self._ear is None else self._ear.hearing

    def start(self) -> None:
        """Sound what rings already."""
        if self._ringing is not None:
            self._ringing.start()

    def follow(self, event: EngineEvent) -> None:
        """Take an event of the engine."""
        if self._ringing is not None:
            self._ringing.follow(event)

    def hears(self, event: ListenerEvent) -> bool:
        """Take an event of the listener; whether it was for what rings."""
        return self._ear is not None and self._ear.hears(event)

    def means(self, text: str) -> bool:
        """Whether words are meant for what rings."""
        return self._ringing is not None and self._ringing.means(text)

    def take(self, text: str) -> bool:
        """Do what words say to what rings; whether they said anything to it."""
        return self._ringing is not None and self._ringing.take(text)
