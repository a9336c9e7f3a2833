"""The parts of the voice loop without sound: scripted in seconds on the running loop's time."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from assistant.errors import AssistantError
from assistant.voice.audio.loudness import white_noise
from assistant.voice.events import (
    ClipFinished,
    ClipStarted,
    ListenerEvent,
    NoSpeech,
    PlaybackEvent,
    Samples,
    TurnEnded,
    VoiceHeld,
    VoicePaused,
    VoiceProgressed,
    VoiceResumed,
    VoiceStarted,
    VoiceSuspected,
    VoiceWithdrawn,
    WakeHeard,
)
from assistant.voice.protocols import Clip, ClipProgress, ListeningMode, Transcript
from assistant.voice.turn_taking.endpointing_delay import TurnVerdict
from assistant.voice.turn_taking.text_completeness import PauseReading

RATE_HZ = 100
"""Sample rate of the fake voice: low, for only durations matter."""
_CALL = np.zeros(16, np.float32)
_SOUNDING = 32 * 1024
"""Samples that carry the level of an utterance, before those that carry its words."""


class FakeVerifier:
    """Implements `SpeakerVerifier`: `is_own` is what is told, at once or never."""

    def __init__(self) -> None:
        self.is_own: bool | None = True
        self.is_stuck = False

    async def is_own_voice(self, audio: Samples, *, is_call: bool = False) -> bool | None:
        """Tell what the test says."""
        if self.is_stuck:
            await asyncio.Event().wait()
        return self.is_own

    async def aclose(self) -> None:
        """There is no thread."""


class FakeListener:
    """Implements `AudioInput`. The test says what the user does; silence is counted by itself.

    `orders` are the changes of what is listened for, with their time-outs; `since` is from when on
    the last turn counts, `held` whether only letting go of the talk key ends it, `let_gos` when that
    was let go of. `dbfs` is how loud is said what is said next, if that is to matter.
    """

    def __init__(self, *, error: AssistantError | None = None) -> None:
        self.error = error
        self.dbfs: float | None = None
        self.orders: list[tuple[ListeningMode, float | None]] = []
        self.is_open = False
        self.hearing = ListeningMode.OFF
        self.since: float | None = None
        self.held = False
        self.let_gos: list[float] = []
        self.readings: list[tuple[int, PauseReading]] = []
        self._deliver: Callable[[ListenerEvent], None] | None = None
        self._loop = asyncio.get_running_loop()
        self._silence: asyncio.TimerHandle | None = None
        self._pauses = 0
        self._is_paused = False

    def start(self, deliver: Callable[[ListenerEvent], None]) -> None:
        if self.error is not None:
            raise self.error
        self._deliver = deliver
        self.is_open = True
        self.hearing = ListeningMode.WAKE

    def hear(
        self,
        what: ListeningMode,
        *,
        no_speech_after_s: float | None = None,
        since: float | None = None,
        held: bool = False,
    ) -> None:
        """Change what is listened for."""
        self.orders.append((what, no_speech_after_s))
        self.hearing, self.since, self.held = what, since, held
        self._stop_counting()
        if what is ListeningMode.TURN and no_speech_after_s is not None:
            self._silence = self._loop.call_later(no_speech_after_s, self._silent)

    def let_go(self) -> None:
        """The talk key went up."""
        self.let_gos.append(self._loop.time())

    def read(self, pause_id: int, reading: PauseReading) -> None:
        """The words of a pause are known."""
        self.readings.append((pause_id, reading))

    def stop(self) -> None:
        """Close the microphone; on whichever thread."""
        self.is_open = False
        self._deliver = None

    def tell(self, event: ListenerEvent) -> None:
        if self._deliver is not None:
            self._deliver(event)

    def wake(self) -> None:
        """The wake word is said."""
        self.tell(WakeHeard(at=self._loop.time(), phrase="hey jarvis", score=0.9, said=_CALL))

    def begin(self) -> None:
        self._stop_counting()
        self.tell(VoiceStarted(at=self._loop.time(), level_dbfs=self.dbfs, audio=_CALL))

    def suspect(self) -> None:
        """Something like speech has begun over the assistant's voice, 0.13 s ago."""
        self.tell(VoiceSuspected(at=self._loop.time(), speech_start=self._loop.time() - 0.13))

    def go_on(self) -> None:
        self.tell(VoiceHeld(at=self._loop.time()))

    def withdraw(self, text: str | None) -> None:
        """It ended 0.2 s ago; it said `text`, or was too short for a word."""
        audio = None if text is None else audio_that_says(text, self.dbfs)
        now = self._loop.time()
        self.tell(VoiceWithdrawn(at=now, speech_end=now - 0.2, audio=audio))

    def progress(self, text: str) -> None:
        """The user has said `text` and goes on."""
        self.tell(VoiceProgressed(at=self._loop.time(), audio=audio_that_says(text, self.dbfs)))

    def pause(self, text: str, *, speech_end: float | None = None) -> None:
        """A provisional pause after `text`, which is what `FakeTranscriber` will read."""
        self._pauses += 1
        self._is_paused = True
        at = self._loop.time()
        end = at if speech_end is None else speech_end
        self.tell(
            VoicePaused(
                at=at,
                speech_end=end,
                pause_id=self._pauses,
                audio=audio_that_says(text, self.dbfs),
            )
        )

    def resume(self) -> None:
        self._is_paused = False
        self.tell(VoiceResumed(at=self._loop.time()))

    def end(
        self, text: str, *, silence_s: float = 0.4, verdict: TurnVerdict = TurnVerdict.LIKELY
    ) -> None:
        """The turn that says `text` is over, at the pause before if there was one."""
        if not self._is_paused:
            self._pauses += 1
        self._is_paused = False
        at = self._loop.time()
        self.tell(
            TurnEnded(
                at=at,
                speech_end=at - silence_s,
                pause_id=self._pauses,
                audio=audio_that_says(text, self.dbfs),
                verdict=verdict,
            )
        )

    def _silent(self) -> None:
        self.tell(NoSpeech(at=self._loop.time()))

    def _stop_counting(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None


def audio_that_says(text: str, dbfs: float | None = None) -> Samples:
    """Encode `text` as samples, which `FakeTranscriber` reads, after two seconds at a level if given."""
    words = np.array([ord(character) for character in text], np.float32)
    if dbfs is None:
        return words
    return np.concatenate((white_noise(_SOUNDING, dbfs=dbfs), words))


def _words_in(audio: Samples) -> str:
    is_sounding = len(audio) >= _SOUNDING and abs(audio[0]) < 1  # no letter has such a code
    words = audio[_SOUNDING:] if is_sounding else audio
    return "".join(chr(int(sample)) for sample in words)


@dataclass
class FakeTranscriber:
    """Implements `Transcriber`: reads the text out of the samples, `seconds` later.

    `heard` are the texts that were asked for, `finished` those that were not cancelled, `drafted`
    those that were drafted to the end; `has_time` is whether anything is drafted, `drafts_pauses`
    whether pauses are too.
    """

    seconds: float = 0.3
    language: str = "en"
    error: AssistantError | None = None
    heard: list[str] = field(default_factory=list[str])
    finished: list[str] = field(default_factory=list[str])
    biases: list[Sequence[str]] = field(default_factory=list[Sequence[str]])
    drafted: list[str] = field(default_factory=list[str])
    has_time: bool = True
    drafts_pauses: bool = False

    async def transcribe(self, audio: Samples, *, bias: Sequence[str] = ()) -> Transcript:
        text = _words_in(audio)
        self.heard.append(text)
        self.biases.append(bias)
        await asyncio.sleep(self.seconds)
        if self.error is not None:
            raise self.error
        self.finished.append(text)
        return Transcript(text=text, language=self.language, seconds=self.seconds)

    async def draft(
        self, audio: Samples, *, bias: Sequence[str] = (), at_pause: bool = False
    ) -> Transcript | None:
        """Read the text out of the samples; of a pause in a third of the time."""
        if not (self.drafts_pauses if at_pause else self.has_time):
            return None
        await asyncio.sleep(self.seconds / 3 if at_pause else self.seconds)
        if self.error is not None:
            raise self.error
        self.drafted.append(_words_in(audio))
        return Transcript(text=self.drafted[-1], language=self.language, seconds=self.seconds)

    async def warm_up(self) -> None:
        """Be ready."""

    async def aclose(self) -> None:
        """Be done."""


@dataclass
class FakeSynthesiser:
    """Implements `Synthesiser`: `seconds_per_word` of silence for each word, `seconds` later.

    `others` are the languages it speaks beside `language`; `languages` are those of what was said.
    `errors` are raised for a language; `to_fetch` are voices that are known and not here.
    """

    seconds: float = 0.1
    seconds_per_word: float = 0.5
    language: str = "en"
    error: AssistantError | None = None
    warm_up_error: AssistantError | None = None
    said: list[str] = field(default_factory=list[str])
    others: frozenset[str] = frozenset()
    languages: list[str | None] = field(default_factory=list["str | None"])
    warmed: list[str | None] = field(default_factory=list["str | None"])
    errors: dict[str | None, AssistantError] = field(
        default_factory=dict["str | None", AssistantError]
    )
    to_fetch: dict[str, str] = field(default_factory=dict[str, str])

    def voice_to_fetch(self, language: str) -> str | None:
        """Return the voice that is known for `language`."""
        return self.to_fetch.get(language)

    def speaks(self, language: str) -> bool:
        """Whether there is a voice for `language`."""
        return language == self.language or language in self.others

    async def synthesise(self, text: str, *, language: str | None = None) -> tuple[Samples, int]:
        await asyncio.sleep(self.seconds)
        if self.error is not None:
            raise self.error
        if language in self.errors:
            raise self.errors[language]
        self.said.append(text)
        self.languages.append(language)
        words = len(text.split())
        return np.zeros(round(words * self.seconds_per_word * RATE_HZ), np.float32), RATE_HZ

    async def warm_up(self, *, language: str | None = None) -> None:
        self.warmed.append(language)
        if language in self.errors:
            raise self.errors[language]
        if self.warm_up_error is not None:
            raise self.warm_up_error

    async def aclose(self) -> None:
        """Be done."""


class FakePlayer:
    """Implements `AudioOutput`: clips take as long as they are, `latency_s` after they are queued.

    `played` are the texts that began to be heard, with their times; `stops` when it was silenced;
    `volume` and `is_held` how it sounds now, `holds` when it was held, `resumed` from which second of
    its clip it went on; `cues` when a tone was mixed over it, and its samples; `ringing` what is
    repeated now, `rings` all that was, with their times, `ring_volume` how loud.
    """

    def __init__(self, *, latency_s: float = 0.05, error: AssistantError | None = None) -> None:
        self.latency_s = latency_s
        self.error = error
        self.is_open = False
        self.played: list[tuple[float, str]] = []
        self.stops: list[float] = []
        self.cues: list[tuple[float, Samples]] = []
        self.volume = 1.0
        self.ringing: Samples | None = None
        self.rings: list[tuple[float, Samples]] = []
        self.ring_volume = 1.0
        self.is_held = False
        self.holds: list[float] = []
        self.resumed: list[float] = []
        self._position_s = 0.0
        self._heard_s = 0.0
        self._loop = asyncio.get_running_loop()
        self._deliver: Callable[[PlaybackEvent], None] | None = None
        self._queue: list[Clip] = []
        self._timer: asyncio.TimerHandle | None = None
        self._started_at: float | None = None

    def start(self, deliver: Callable[[PlaybackEvent], None]) -> None:
        if self.error is not None:
            raise self.error
        self._deliver = deliver
        self.is_open = True

    def tell(self, event: PlaybackEvent) -> None:
        if self._deliver is not None:
            self._deliver(event)

    def play(self, clip: Clip) -> None:
        self._queue.append(clip)
        if self._timer is None and not self.is_held:
            self._timer = self._loop.call_later(self.latency_s, self._begin)

    def withdraw(self, clip_id: int) -> bool:
        """Take a clip out of the queue that has not begun."""
        begun = 0 if self._started_at is None else 1
        kept = [clip for n, clip in enumerate(self._queue) if n < begun or clip.clip_id != clip_id]
        was_there, self._queue = len(kept) < len(self._queue), kept
        if not kept and self._timer is not None:
            self._cancel()
        return was_there

    def cue(self, samples: Samples, sample_rate_hz: int) -> None:
        """Mix a tone over what plays."""
        self.cues.append((self._loop.time(), samples))

    def ring(self, samples: Samples, sample_rate_hz: int) -> None:
        self.ringing = samples
        self.rings.append((self._loop.time(), samples))

    def duck_ring(self, factor: float) -> None:
        self.ring_volume = factor

    def stop_ring(self) -> None:
        self.ringing = None

    def duck(self, factor: float) -> None:
        self.volume = factor

    def unduck(self) -> None:
        self.volume = 1.0

    def hold(self) -> None:
        """Stop where it is and keep the queue."""
        if self.is_held:
            return
        self.is_held = True
        self.holds.append(self._loop.time())
        self._settle()
        self._cancel()

    def resume(self) -> None:
        """Go on from 0.4 s before, or from the beginning of a clip that has just begun."""
        self.volume = 1.0
        if not self.is_held:
            return
        self.is_held = False
        if self._started_at is not None:
            self._position_s = self._position_s - 0.4 if self._position_s > 1 else 0.0
            self.resumed.append(self._position_s)
            self._go_on()
        elif self._queue:
            self._timer = self._loop.call_later(self.latency_s, self._begin)

    def stop_now(self) -> ClipProgress | None:
        self.stops.append(self._loop.time())
        heard = None
        if self._started_at is not None:
            self._settle()
            clip = self._queue[0]
            share = self._heard_s / _duration_s(clip)
            heard = ClipProgress(clip_id=clip.clip_id, fraction=min(share, 1.0))
        self._cancel()
        self._started_at = None
        self._queue.clear()
        self.volume, self.is_held = 1.0, False
        return heard

    @property
    def is_idle(self) -> bool:
        """Whether nothing is queued or sounding."""
        return not self._queue

    def close(self) -> None:
        """Close the speaker; on whichever thread."""
        self.is_open = False
        self._deliver = None

    def _begin(self) -> None:
        clip, now = self._queue[0], self._loop.time()
        self._position_s = self._heard_s = 0.0
        self.played.append((now, clip.text))
        self._go_on()
        self.tell(ClipStarted(at=now, clip_id=clip.clip_id))

    def _go_on(self) -> None:
        self._started_at = self._loop.time()
        rest_s = _duration_s(self._queue[0]) - self._position_s
        self._timer = self._loop.call_later(rest_s, self._end)

    def _settle(self) -> None:
        """Note how far the clip that plays has come."""
        if self._started_at is not None and self._timer is not None:
            self._position_s += self._loop.time() - self._started_at
            self._heard_s = max(self._heard_s, self._position_s)
            self._started_at = self._loop.time()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _end(self) -> None:
        clip = self._queue.pop(0)
        self._timer = self._started_at = None
        self.tell(ClipFinished(at=self._loop.time(), clip_id=clip.clip_id))
        if self._queue:
            self._begin()


def _duration_s(clip: Clip) -> float:
    return clip.samples.size / clip.sample_rate_hz
