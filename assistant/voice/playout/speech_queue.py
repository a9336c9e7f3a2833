"""The assistant's mouth: lines of text → synthesis → playback, in order and without gaps.

Engine thread; the synthesiser and the player have threads of their own. One line is synthesised at
a time, and only while little audio is waiting, so that an interruption wastes little. Lines that
wait are text and bounded by the longest reply.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, assert_never

import numpy as np

from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.voice.events import (
    ClipFinished,
    ClipStarted,
    DeviceChanged,
    OutputLost,
    OutputRestored,
    PlaybackEvent,
    Samples,
)
from assistant.voice.playout.likely_lines import (
    LikelyLines,
    LineSound,
    Synthesis,
    has_failed,
)
from assistant.voice.protocols import AudioOutput, Clip, Synthesiser

AHEAD_S = 5.0
"""Seconds of audio synthesised ahead of what is heard, as LiveKit's sentence pacer does."""

_SILENCE = 10 ** (-50 / 20)
"""What is quieter is no words: -50 dBFS, as the synthesiser trims and the mixer tells a start."""

_log = logging.getLogger(__name__)


class SpeechPart(Enum):
    """What a line is part of."""

    REPLY = "reply"
    PROMPT = "prompt"
    OFFER = "offer"
    """Asks whether the rest of a long reply is to be said."""
    QUESTION = "question"
    FILLER = "filler"
    """Fills the silence while a tool runs; dropped if there is something to say before it sounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechLine:
    """A sentence or clause to be said."""

    text: str
    part: SpeechPart
    turn_id: str | None = None
    """The turn a reply's line belongs to."""
    pause_s: float = 0.0
    """Silence after it, which counts as part of it."""
    language: str | None = None
    """ISO 639-1 code of its language; None for that of the voice."""
    goes_on: bool = False
    """It is the beginning of a sentence, whose next line follows."""


class SpeechListener(Protocol):
    """Whoever wants to know how the speech goes on. Called on the engine thread."""

    def line_synthesised(self, line: SpeechLine, at: float) -> None:
        """The audio of `line` is ready."""
        ...

    def line_started(self, line: SpeechLine, at: float) -> None:
        """The first sample of `line` left the program."""
        ...

    def line_unspoken(self, line: SpeechLine, reason: str) -> None:
        """The voice of the line's own language cannot be used; other lines are said."""
        ...

    def fell_silent(self) -> None:
        """Everything was said, or cannot be."""
        ...

    def voice_lost(self, reason: str) -> None:
        """Speech output failed; the queue is dropped. `fell_silent` follows."""
        ...

    def voice_restored(self) -> None:
        """Speech output works again."""
        ...

    def speaker_changed(self, event: DeviceChanged) -> None:
        """Speech goes through another speaker."""
        ...


def heard_text(finished: Sequence[str], current: str, fraction: float) -> str:
    """What a person heard of a reply that was cut off.

    Args:
        finished: Lines that were said to their end.
        current: The line that was being said, or an empty string.
        fraction: How much of it had been heard, 0 to 1.

    Returns:
        The finished lines and as many whole words of the current one as the fraction covers; of
        a line written without blanks, as many characters.
    """
    heard = list(finished)
    fraction = min(max(fraction, 0.0), 1.0)
    words = current.split()
    if len(words) > 1:
        heard.append(" ".join(words[: int(len(words) * fraction)]))
    else:
        heard.append(current[: int(len(current) * fraction)])
    return " ".join(part for part in heard if part)


def _spoken_share(samples: Samples, limit: int) -> float:
    """Share of a clip before its final silence, at most `limit` samples."""
    loud = np.flatnonzero(np.abs(samples[:limit]) > _SILENCE)
    return (int(loud[-1]) + 1 if loud.size else limit) / samples.size


@dataclass(slots=True, kw_only=True)
class _Queued:
    line: SpeechLine
    duration_s: float
    spoken_share: float
    """How much of the clip is words; the rest is the silence after them."""
    started: bool = False


def _sound(line: SpeechLine) -> LineSound:
    """What determines how a line sounds."""
    return f"{line.text}," if line.goes_on else line.text, line.language  # a comma keeps it up


class SpeechQueue:
    """Says lines one after the other. `start` it before use, `aclose` it after."""

    def __init__(
        self,
        *,
        synthesiser: Synthesiser,
        player: AudioOutput,
        listener: SpeechListener,
        clock: Clock,
        ahead_s: float = AHEAD_S,
    ) -> None:
        self._synthesiser = synthesiser
        self._player = player
        self._listener = listener
        self._clock = clock
        self._ahead_s = ahead_s
        self._lines: deque[SpeechLine] = deque()
        self._clips: dict[int, _Queued] = {}
        self._next_clip_id = 1
        self._finished: list[SpeechLine] = []
        self._work = asyncio.Event()
        self._job: Synthesis | None = None
        self._held: tuple[SpeechLine, Synthesis] | None = None
        """A line that may never be said."""
        self._likely = LikelyLines(synthesise=self._begin_synthesis, made=self._work.set)
        self._claimed: tuple[SpeechLine, Synthesis] | None = None
        """A line that waits and was begun before."""
        self._saying: SpeechLine | None = None
        self._worker: asyncio.Task[None] | None = None
        self._deliver: Callable[[PlaybackEvent], None] | None = None
        self._opening: asyncio.Future[None] | None = None
        self._is_speaker_lost = False
        self._is_voice_broken = False

    @property
    def language(self) -> str:
        return self._synthesiser.language

    def speaks(self, language: str) -> bool:
        return self._synthesiser.speaks(language)

    def voice_to_fetch(self, language: str) -> str | None:
        return self._synthesiser.voice_to_fetch(language)

    @property
    def is_available(self) -> bool:
        return not (self._worker is None or self._is_speaker_lost or self._is_voice_broken)

    @property
    def is_quiet(self) -> bool:
        return not self._lines and self._job is None and not self._clips

    @property
    def is_sounding(self) -> bool:
        """Whether a line has begun to be heard and is not over."""
        return any(queued.started for queued in self._clips.values())

    async def start(self, post: Callable[[Callable[[], None]], object]) -> None:
        """Open the speaker.

        Args:
            post: Runs a callable on the engine thread; called on the player's thread.

        Raises:
            DeviceError: If no speaker can be opened.
        """

        def deliver(event: PlaybackEvent) -> None:
            post(lambda: self._played(event))

        self._deliver = deliver
        await self._open()

    async def _open(self) -> None:
        deliver = self._deliver
        if deliver is None:
            return
        self._opening = asyncio.ensure_future(asyncio.to_thread(self._player.start, deliver))
        await asyncio.shield(self._opening)  # a thread cannot be cancelled; `aclose` waits for it
        self._is_speaker_lost = False
        if self._worker is None:
            self._worker = asyncio.create_task(self._run(), name="speech")

    async def try_again(self) -> None:
        """Retry a speaker or voice that had failed.

        Raises:
            DeviceError: If no speaker can be opened.
            ModelLoadError: If the voice cannot be used.
        """
        if self.is_available:
            return
        if self._worker is None:
            await self._open()
        if self._is_voice_broken:
            await self._synthesiser.warm_up()
            self._is_voice_broken = False
        if self.is_available:
            self._listener.voice_restored()

    async def prepare(self, language: str) -> None:
        """Load the voice of `language` ahead of its first line.

        Raises:
            ModelLoadError: If the voice cannot be used.
        """
        await self._synthesiser.warm_up(language=language)

    def cue(self, samples: Samples, sample_rate_hz: int) -> None:
        self._player.cue(samples, sample_rate_hz)

    def say(self, line: SpeechLine) -> None:
        """Queue a line. Dropped if speech output failed."""
        if self.is_available:
            self._claim(line)
            self._lines.append(line)
            self._work.set()

    def prefetch(self, line: SpeechLine) -> Callable[[], None]:
        """Synthesise a line that may be said soon, in place of the earlier one.

        It counts as nothing until it is said; then it plays at once.

        Returns:
            What gives it up, unless it was said.
        """
        self._drop_held()
        if not self.is_available:
            return self._drop_held
        job = self._synthesise(line)
        job.add_done_callback(has_failed)
        held = self._held = (line, job)
        return lambda: self._drop_held(held)

    def expect(self, lines: Sequence[SpeechLine]) -> None:
        """Synthesise likely next lines while idle.

        They replace earlier ones, and count as nothing until they are said.
        """
        self._likely.expect([_sound(line) for line in lines] if self.is_available else ())
        self._work.set()

    def rest(self) -> None:
        self._likely.rest()

    def _drop_held(self, held: tuple[SpeechLine, Synthesis] | None = None) -> None:
        """Drop the prefetched line, if it is this or none is named."""
        if self._held is not None and held in (None, self._held):
            self._held[1].cancel()
            self._held = None

    def _claim(self, line: SpeechLine) -> None:
        """Use the prefetched synthesis of a line that sounds the same."""
        if self._held is not None and _sound(self._held[0]) == _sound(line):
            job, self._held = self._held[1], None
        else:
            job = self._likely.take(_sound(line))
        if job is not None:
            self._claimed = (line, job)

    def _synthesise(self, line: SpeechLine) -> Synthesis:
        return self._begin_synthesis(_sound(line))

    def _begin_synthesis(self, sound: LineSound) -> Synthesis:
        text, language = sound
        return asyncio.create_task(
            self._synthesiser.synthesise(text, language=language), name="synthesise a line"
        )

    def interrupt(self, turn_id: str | None = None) -> str:
        """Stop within 10 ms and drop the queue. `fell_silent` is not called.

        Returns:
            What was heard of the reply of `turn_id`; empty if it is None.
        """
        cut = None if self.is_quiet else self._player.stop_now()
        finished = [line for line in self._finished if self._is_of(line, turn_id)]
        current, fraction = "", 0.0
        if cut is not None:
            for clip_id, queued in sorted(self._clips.items()):
                if not self._is_of(queued.line, turn_id):
                    continue
                if clip_id < cut.clip_id:
                    finished.append(queued.line)
                elif clip_id == cut.clip_id:
                    current, fraction = queued.line.text, cut.fraction / queued.spoken_share
        self._drop()
        return heard_text([line.text for line in finished], current, fraction)

    def give_up(self, reason: str) -> None:
        """The voice itself failed, for `reason`."""
        if not self._is_voice_broken:
            self._is_voice_broken = True
            self._fall_away(reason)

    def withdraw_question(self) -> None:
        """Drop what is left of a question; if any of it may be sounding, stop at once."""
        if any(queued.line.part is SpeechPart.QUESTION for queued in self._clips.values()):
            self.interrupt()
            return
        self._withdraw(SpeechPart.QUESTION)

    def withdraw_fillers(self) -> None:
        """Drop fillers that do not sound yet."""
        self._withdraw(SpeechPart.FILLER)

    def take_back(
        self, is_unwanted: Callable[[SpeechLine], bool], taken: Callable[[SpeechLine], None]
    ) -> bool:
        """Drop lines that have not begun to be heard; `fell_silent` is not called.

        Args:
            is_unwanted: Asked of each line, the one that would be said last first.
            taken: Called with each that is dropped, before the next is judged.

        Returns:
            Whether there were any.
        """
        before = len(self._lines) + len(self._clips) + (self._saying is not None)
        kept: list[SpeechLine] = []
        for line in reversed(self._lines):
            if is_unwanted(line):
                taken(line)
            else:
                kept.append(line)
        self._lines.clear()
        self._lines.extendleft(kept)
        if self._saying is not None and is_unwanted(self._saying):
            taken(self._saying)
            self._cancel_job()
        for clip_id, queued in sorted(self._clips.items(), reverse=True):
            if is_unwanted(queued.line) and self._player.withdraw(clip_id):
                taken(queued.line)
                del self._clips[clip_id]
        self._work.set()
        return len(self._lines) + len(self._clips) + (self._saying is not None) < before

    def _withdraw(self, part: SpeechPart) -> None:
        """Drop lines that are not synthesised yet."""
        kept = [line for line in self._lines if line.part is not part]
        self._lines.clear()
        self._lines.extend(kept)
        if self._saying is not None and self._saying.part is part:
            self._cancel_job()

    async def aclose(self) -> None:
        """Fall silent, end the worker and close the speaker; idempotent."""
        self._drop()
        self._drop_held()
        self._likely.expect(())
        if self._opening is not None:
            await asyncio.gather(self._opening, return_exceptions=True)
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.cancel()
            await asyncio.wait({worker})
        await asyncio.to_thread(self._player.close)

    @staticmethod
    def _is_of(line: SpeechLine, turn_id: str | None) -> bool:
        return turn_id is not None and line.turn_id == turn_id

    def _drop(self) -> None:
        self._lines.clear()
        self._clips.clear()
        self._finished.clear()
        if self._claimed is not None:
            self._claimed[1].cancel()
            self._claimed = None
        self._cancel_job()

    def _cancel_job(self) -> None:
        if self._job is not None:
            self._job.cancel()
        self._job = self._saying = None

    def _wants_more(self) -> bool:
        """Whether to synthesise the next line now: one always waits behind the one that sounds."""
        if not self._lines:
            return False
        waiting = [queued for queued in self._clips.values() if not queued.started]
        ahead_s = sum(queued.duration_s for queued in self._clips.values())
        return not waiting or ahead_s < self._ahead_s

    async def _run(self) -> None:
        while True:
            await self._work.wait()
            if not self._wants_more():
                self._work.clear()
                self._likely.make_next()
                continue
            line = self._lines.popleft()
            claimed, self._claimed = self._claimed, None
            is_held = claimed is not None and claimed[0] is line
            job = claimed[1] if claimed is not None and is_held else self._synthesise(line)
            self._job, self._saying = job, line
            try:
                await asyncio.wait({job})
            finally:
                job.cancel()
            if self._job is not job:
                continue  # dropped meanwhile
            self._job = self._saying = None
            self._synthesised(line, job)

    def _synthesised(self, line: SpeechLine, job: asyncio.Task[tuple[Samples, int]]) -> None:
        error = None if job.cancelled() else job.exception()
        if isinstance(error, AssistantError) and line.language not in (None, self.language):
            self._listener.line_unspoken(line, error.message)
            self._fall_silent_if_done()
            return
        if job.cancelled() or error is not None:
            if not isinstance(error, AssistantError):
                _log.error("synthesis failed", exc_info=error)
            self.give_up(error.message if isinstance(error, AssistantError) else "")
            return
        samples, sample_rate_hz = job.result()
        if not samples.size:
            self._fall_silent_if_done()
            return
        self._listener.line_synthesised(line, self._clock.monotonic())
        pause = np.zeros(round(line.pause_s * sample_rate_hz), np.float32)
        samples = np.concatenate((samples, pause)) if pause.size else samples
        clip = Clip(
            clip_id=self._next_clip_id,
            text=line.text,
            samples=samples,
            sample_rate_hz=sample_rate_hz,
        )
        self._next_clip_id += 1
        self._clips[clip.clip_id] = _Queued(
            line=line,
            duration_s=samples.size / sample_rate_hz,
            spoken_share=_spoken_share(samples, samples.size - pause.size),
        )
        self._player.play(clip)

    def _played(self, event: PlaybackEvent) -> None:
        match event:
            case ClipStarted(at=at, clip_id=clip_id):
                queued = self._clips.get(clip_id)
                if queued is None:
                    return  # dropped before it was heard of
                queued.started = True
                self._forget_other_turns(queued.line)
                self._work.set()
                self._listener.line_started(queued.line, at)
            case ClipFinished(clip_id=clip_id):
                queued = self._clips.pop(clip_id, None)
                if queued is None:
                    return
                self._finished.append(queued.line)
                self._work.set()
                self._fall_silent_if_done()
            case OutputLost(reason=reason):
                self._is_speaker_lost = True
                self._fall_away(reason)
            case OutputRestored():
                self._is_speaker_lost = False
                if self.is_available:
                    self._listener.voice_restored()
            case DeviceChanged():
                self._listener.speaker_changed(event)
            case _:
                assert_never(event)

    def _forget_other_turns(self, line: SpeechLine) -> None:
        if line.turn_id is not None:
            self._finished = [done for done in self._finished if done.turn_id == line.turn_id]

    def _fall_silent_if_done(self) -> None:
        if self.is_quiet:
            self._listener.fell_silent()

    def _fall_away(self, reason: str) -> None:
        self._drop()
        self._listener.voice_lost(reason)
        self._listener.fell_silent()
