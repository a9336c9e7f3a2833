"""Timers that ring through the voice's own stream, and what is said to them.

Engine thread. The sound is repeated under everything else and ducked while the user or the
assistant speaks. What the user says is understood here where the conversation does not listen
(`voice_alarms`), and asked of here where it does: "stop" and "later" never reach the model.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

from assistant.background_tasks import BackgroundTasks
from assistant.conversation.intents.alarm_command import (
    SnoozeAlarm,
    StopAlarm,
    parse_alarm_command,
)
from assistant.errors import AssistantError
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.events import EngineEvent
from assistant.protocol.timers import RingingStopped, TimerRang, timer_title
from assistant.timer import Timer, TimerKind
from assistant.voice.audio.earcons import RATE_HZ
from assistant.voice.audio.ringtone import ring_loop
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.events import Samples
from assistant.voice.playout.player import resampled
from assistant.voice.protocols import AudioOutput, Synthesiser
from assistant.voice.text.language_detection import detect_request_language

DUCKED: Final = 0.15
"""What is left of the loudness while somebody speaks: -16 dB."""
MOST_WORDS: Final = 3
"""Labels that are said where many ring at once."""
WORDS_WITHIN_S: Final = 1.0
"""So long the tone waits for the words; later they are put in."""
_LOUDEST_FIRST: Final = (TimerKind.ALARM, TimerKind.TIMER, TimerKind.REMINDER)


class AlarmControl(Protocol):
    """Who keeps what rings. Engine thread; nothing waits."""

    @property
    def ringing(self) -> Sequence[Timer]:
        """What rings now."""
        ...

    def stop_soon(self) -> None:
        """Stop all that rings."""
        ...

    def snooze_soon(self, seconds: float | None) -> None:
        """Snooze all that rings; None leaves the time open."""
        ...


class AlarmRinger:
    """Sounds what rings.

    Args:
        desk: Keeps what rings; None if there is nothing that could.
        synthesiser: Says what it is for; None if there is no voice.

    Attributes:
        says_words: Whether it is said what each is for.
    """

    def __init__(
        self,
        *,
        desk: AlarmControl | None,
        conversation: ConversationPort,
        player: AudioOutput | None,
        synthesiser: Synthesiser | None,
        tasks: BackgroundTasks,
    ) -> None:
        self._desk = desk
        self._conversation = conversation
        self._player = player
        self._synthesiser = synthesiser
        self._tasks = tasks
        self._ringing: dict[str, Timer] = {}
        self._composing: asyncio.Task[None] | None = None
        self._is_user_speaking = False
        self.says_words = True

    @property
    def is_on(self) -> bool:
        return bool(self._ringing)

    def start(self) -> None:
        """Sound what rings already."""
        if self._desk is not None and self._desk.ringing:
            self._ringing = {entry.timer_id: entry for entry in self._desk.ringing}
            self._sound()

    def follow(self, event: EngineEvent) -> None:
        if self._desk is None:
            return
        match event:
            case TimerRang(timer=timer, was_missed=False):
                self._ringing[timer.timer_id] = timer
                self._sound()
            case RingingStopped(timer_id=timer_id):
                if self._ringing.pop(timer_id, None) is not None:
                    self._sound()
            case StateChanged():
                self._duck()
            case _:
                pass

    def duck_for_user(self, *, is_speaking: bool) -> None:
        """Lower the ring while the user speaks."""
        self._is_user_speaking = is_speaking
        self._duck()

    def means(self, text: str) -> bool:
        """Whether words are meant for what rings."""
        return self.is_on and parse_alarm_command(text) is not None

    def take(self, text: str) -> None:
        """Apply words to what rings."""
        if self._desk is None or not self.is_on:
            return
        match parse_alarm_command(text):
            case StopAlarm():
                self._desk.stop_soon()
            case SnoozeAlarm(seconds=seconds):
                self._desk.snooze_soon(seconds)
            case None:
                pass

    def _duck(self) -> None:
        if self._player is None or not self.is_on:
            return
        is_busy = self._conversation.state.phase in {
            ConversationPhase.LISTENING,
            ConversationPhase.SPEAKING,
        }
        self._player.duck_ring(DUCKED if is_busy or self._is_user_speaking else 1.0)

    def _sound(self) -> None:
        """Sound what rings now, or nothing."""
        if self._composing is not None:
            self._composing.cancel()
            self._composing = None
        if self._player is None:
            return
        if not self._ringing:
            self._player.stop_ring()
            return
        self._duck()
        self._composing = self._tasks.spawn(self._compose(self._player), "compose what rings")

    async def _compose(self, player: AudioOutput) -> None:
        entries = tuple(self._ringing.values())
        kind = next(kind for kind in _LOUDEST_FIRST if any(kind is one.kind for one in entries))
        speaking = asyncio.ensure_future(self._words(entries))
        try:
            done, _later = await asyncio.wait({speaking}, timeout=WORDS_WITHIN_S)
            if not done:
                player.ring(ring_loop(kind), RATE_HZ)
            words = await speaking
        finally:
            speaking.cancel()
        if words or done:
            player.ring(ring_loop(kind, words), RATE_HZ)

    async def _words(self, entries: Sequence[Timer]) -> Sequence[Samples]:
        """Labels of ringing timers, spoken; nothing without a voice."""
        spoken: list[Samples] = []
        if self._synthesiser is None or not self.says_words:
            return spoken
        # Words that would stop it are not said: the microphone may hear them.
        said = [one for one in entries if one.label and parse_alarm_command(one.label) is None]
        for entry in said[:MOST_WORDS]:
            home = self._synthesiser.language
            language = detect_request_language(
                entry.label, heard=None, home=home, speaks=self._synthesiser.speaks
            )
            text = timer_title(entry.kind, entry.label, language=language)
            try:
                samples, rate_hz = await self._synthesiser.synthesise(text, language=language)
            except AssistantError:
                return spoken  # it rings without; that there is no voice is told elsewhere
            spoken.append(await asyncio.to_thread(resampled, samples, rate_hz, RATE_HZ))
        return spoken
