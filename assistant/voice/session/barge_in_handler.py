"""The user and the assistant speak at once: who gives way.

Engine thread. The listener tells how far speech over the voice has come (`barge_in`); here the voice
is lowered, held, given up or taken up again. While it is lowered or held the conversation is in the
state *speaking*: only the playback knows. Whatever happens, the voice is neither low nor held for
longer than the user speaks plus `ANSWER_LIMIT_S`.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol, assert_never

from assistant.background_tasks import BackgroundTasks
from assistant.errors import AssistantError
from assistant.voice.events import Samples, VoiceSuspected, VoiceWithdrawn
from assistant.voice.protocols import AudioOutput, Transcriber, Transcript
from assistant.voice.turn_taking.backchannel import OverlapMeaning, classify_overlap
from assistant.voice.turn_taking.self_echo import is_self_echo

_log = logging.getLogger(__name__)

DUCKED: Final = 0.25
"""Volume of a voice over which the user may be speaking."""
ANSWER_LIMIT_S: Final = 2.0
"""Seconds that a recogniser may take to say what was said; then it was nothing (LiveKit's limit)."""
SPEECH_LIMIT_S: Final = 3.0
"""Seconds after which speech must have become an interruption or have ended; a listener that tells
neither has gone."""
LINES: Final = 3
"""Lines that may be in the air: one that ended a moment ago, the one that sounds, and the one that
begins while the speech is being understood."""
_LEAST_OWN_WORDS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTranscript:
    """Words said over the voice that are understood already."""

    transcript: Transcript
    speech_end: float


class BargeInOwner(Protocol):
    """Who leads the conversation."""

    @property
    def is_urgent(self) -> bool:
        """Whether the user is being asked something, so that any word is meant."""
        ...

    @property
    def bias(self) -> Sequence[str]:
        """Labels that are likely to be said."""
        ...

    def understands(self, transcript: Transcript) -> bool:
        """Whether words said over a question mean anything to it."""
        ...

    def interrupt(self, *, since: float | None, known: KnownTranscript | None = None) -> None:
        """The user takes the turn.

        Args:
            since: When what they say began; None only listens from now on.
            known: What they said so far, if it is understood already.
        """
        ...

    def overlap_over(self) -> None:
        """Nobody speaks over the voice any more."""
        ...


class _Level(Enum):
    FULL = "full"
    DUCKED = "ducked"
    HELD = "held"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    since: float
    speech_end: float
    audio: Samples


class BargeInHandler:
    """Decides about speech over the assistant's voice.

    Args:
        owner: Who leads the conversation.
        player: The speaker.
        transcriber: Understands what was said over the voice.
        tasks: Holds what is under way.
    """

    def __init__(
        self,
        *,
        owner: BargeInOwner,
        player: AudioOutput,
        transcriber: Transcriber,
        tasks: BackgroundTasks,
    ) -> None:
        self._owner = owner
        self._player = player
        self._transcriber = transcriber
        self._tasks = tasks
        self._level = _Level.FULL
        self._since: float | None = None  # of the speech that goes on
        self._said: deque[_Said] = deque()  # not understood yet
        self._judging: asyncio.Task[None] | None = None
        self._watchdog: asyncio.TimerHandle | None = None
        self._lines: deque[str] = deque(maxlen=LINES)

    @property
    def saying(self) -> Sequence[str]:
        """The lines that were said last, in order."""
        return tuple(self._lines)

    @property
    def is_open(self) -> bool:
        """Whether somebody speaks over the voice, or what they said is not understood yet."""
        return self._since is not None or bool(self._said)

    @property
    def since(self) -> float | None:
        """When the first speech began about which nothing is decided; None if there is none."""
        return self._said[0].since if self._said else self._since

    def line_began(self, text: str) -> None:
        """A line begins to be heard."""
        self._lines.append(text)

    # What the listener tells.

    def suspected(self, event: VoiceSuspected) -> None:
        """Something like speech: lower the voice."""
        self._since = event.speech_start
        self._watch()
        if self._owner.is_urgent:
            self._hold()
        elif self._level is _Level.FULL:
            self._level = _Level.DUCKED
            self._player.duck(DUCKED)

    def held(self) -> None:
        """The speech goes on: fall silent; if the user was asked, give way."""
        if self._since is None:
            return
        if self._owner.is_urgent:
            self.sure()
            return
        self._watch()
        self._hold()

    def sure(self) -> None:
        """The speech is an interruption, whatever it says."""
        self._give_way(since=self.since)

    def withdrawn(self, event: VoiceWithdrawn) -> None:
        """The speech ended: what it said decides."""
        if self._since is None:
            return
        since, self._since = self._since, None
        self._unwatch()
        if event.audio is not None:
            self._said.append(_Said(since=since, speech_end=event.speech_end, audio=event.audio))
            if self._judging is None:
                self._judging = self._tasks.spawn(self._judge_all(), "understand an aside")
        self._settle()

    # Ends.

    def clear(self) -> float | None:
        """Forget what is said over the voice; what was held goes on, if it was not stopped.

        Returns:
            When the first speech began about which nothing was decided; None if there is none.
        """
        since = self._forget()
        self._restore()
        return since

    def _forget(self) -> float | None:
        since, self._since = self.since, None
        self._said.clear()
        self._unwatch()
        judging, self._judging = self._judging, None
        if judging is not None and judging is not asyncio.current_task():
            judging.cancel()
        return since

    def _give_way(self, *, since: float | None, known: KnownTranscript | None = None) -> None:
        self._forget()
        self._owner.interrupt(since=since, known=known)
        self._restore()  # after the voice was stopped: not a word of it is heard again

    def _settle(self) -> None:
        if not self.is_open and self._level is not _Level.FULL:
            self._restore()
            self._owner.overlap_over()

    def _restore(self) -> None:
        level, self._level = self._level, _Level.FULL
        match level:
            case _Level.FULL:
                pass
            case _Level.DUCKED:
                self._player.unduck()
            case _Level.HELD:
                self._player.resume()
            case _:
                assert_never(level)

    def _hold(self) -> None:
        if self._level is not _Level.HELD:
            self._level = _Level.HELD
            self._player.hold()

    def _watch(self) -> None:
        self._unwatch()
        loop = asyncio.get_running_loop()
        self._watchdog = loop.call_later(SPEECH_LIMIT_S, self._give_up_waiting)

    def _unwatch(self) -> None:
        if self._watchdog is not None:
            self._watchdog.cancel()
            self._watchdog = None

    def _give_up_waiting(self) -> None:
        _log.warning("Speech over the voice neither ended nor became an interruption")
        self._watchdog = self._since = None
        self._settle()

    # What was said.

    async def _judge_all(self) -> None:
        try:
            while self._said:
                said = self._said[0]
                transcript = await self._understand(said.audio)
                self._said.popleft()
                if transcript is not None and self._decide(said, transcript):
                    return
        finally:
            if self._judging is asyncio.current_task():
                self._judging = None
                self._said.clear()
                self._settle()

    async def _understand(self, audio: Samples) -> Transcript | None:
        try:
            async with asyncio.timeout(ANSWER_LIMIT_S):
                return await self._transcriber.transcribe(audio, bias=self._owner.bias)
        except TimeoutError:
            _log.info("What was said over the voice was not understood in time")
        except AssistantError as error:
            _log.info("What was said over the voice was not understood: %s", error.message)
        return None

    def _decide(self, said: _Said, transcript: Transcript) -> bool:
        """Draw the consequence of what was said; return whether it ends the voice."""
        aside = self._meaning(transcript)
        _log.debug("Said over the voice, %s: %s", aside.value, transcript.text)
        match aside:
            case OverlapMeaning.NOTHING | OverlapMeaning.BACKCHANNEL | OverlapMeaning.OWN_WORDS:
                return False
            case OverlapMeaning.STOP:
                self._give_way(since=None)
                return True
            case OverlapMeaning.WORDS:
                known = KnownTranscript(transcript=transcript, speech_end=said.speech_end)
                self._give_way(since=said.since, known=known)
                return True
            case _:
                assert_never(aside)

    def _meaning(self, transcript: Transcript) -> OverlapMeaning:
        text = transcript.text
        aside = classify_overlap(text, saying=self._lines)
        if not self._owner.is_urgent or aside is OverlapMeaning.NOTHING:
            return aside
        # An answer may well be in the words of what is read, and a hum is an answer too.
        if is_self_echo(text, self._lines, least=_LEAST_OWN_WORDS):
            return OverlapMeaning.OWN_WORDS
        if aside is OverlapMeaning.STOP or self._owner.understands(transcript):
            return OverlapMeaning.WORDS
        return OverlapMeaning.NOTHING  # a cough, or an echo that was misheard: reading goes on
