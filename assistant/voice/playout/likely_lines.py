"""Lines that are likely to be said next, synthesised while there is nothing else to synthesise.

Engine thread. One is made at a time, and only when asked for. Nothing is said, shown or reported of
them: a line that sounds the same takes its audio.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from assistant.voice.events import Samples

MOST_LINES: Final = 8
"""Lines that are kept; the options of one page of a question are seven at most."""
MOST_S: Final = 20.0
"""Seconds of audio that are kept, 1.8 MB of a voice with 22,050 Hz."""

LineSound = tuple[str, str | None]
"""What decides how a line sounds: its words as they are synthesised, and its language."""
Synthesis = asyncio.Task[tuple[Samples, int]]


def has_failed(job: Synthesis) -> bool:
    """Whether it ended without audio; retrieves an error that no other caller may."""
    return job.done() and (job.cancelled() or job.exception() is not None)


class LikelyLines:
    """What was made of lines that may never be said.

    Args:
        synthesise: Begins to synthesise a line.
        made: Called when one is there, so that the next can be begun.
    """

    def __init__(
        self,
        *,
        synthesise: Callable[[LineSound], Synthesis],
        made: Callable[[], None],
        most_lines: int = MOST_LINES,
        most_s: float = MOST_S,
    ) -> None:
        self._synthesise = synthesise
        self._made = made
        self._most_lines = most_lines
        self._most_s = most_s
        self._waiting: deque[LineSound] = deque()
        self._jobs: dict[LineSound, Synthesis] = {}
        self._begun: Synthesis | None = None

    @property
    def seconds(self) -> float:
        made = [job.result() for job in self._jobs.values() if job.done() and not has_failed(job)]
        return sum(samples.size / rate_hz for samples, rate_hz in made if samples.size)

    def expect(self, lines: Sequence[LineSound]) -> None:
        """Expect these, the likeliest first, in place of others; keeps their finished audio."""
        wanted = list(dict.fromkeys(lines))[: self._most_lines]
        for unlikely in self._jobs.keys() - wanted:
            self._jobs.pop(unlikely).cancel()
        self._waiting = deque(line for line in wanted if line not in self._jobs)

    def rest(self) -> None:
        """Begin no more of them; keeps finished audio."""
        self._waiting.clear()

    def make_next(self) -> None:
        """Begin the next line, unless the last one is still being made."""
        if self._waiting and (self._begun is None or self._begun.done()):
            line = self._waiting.popleft()
            self._begun = self._jobs[line] = job = self._synthesise(line)
            job.add_done_callback(lambda job: self._finished(line, job))

    def take(self, line: LineSound) -> Synthesis | None:
        """The finished or running synthesis of a line, removed from the cache."""
        job = self._jobs.pop(line, None)
        return None if job is None or has_failed(job) else job

    def _finished(self, line: LineSound, job: Synthesis) -> None:
        is_kept = self._jobs.get(line) is job
        if is_kept and (has_failed(job) or self.seconds > self._most_s):
            del self._jobs[line]
            self.rest()
        self._made()
