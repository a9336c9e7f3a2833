"""Lines that are likely to be said next: bounded, made one at a time, given up without a trace."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import looptime
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import ModelLoadError
from assistant.voice.events import Samples
from assistant.voice.playout.likely_lines import LikelyLines, LineSound, Synthesis

virtual_time = [pytest.mark.asyncio, pytest.mark.looptime]
RATE_HZ = 1000
LINES = st.lists(st.sampled_from(["a", "b", "c", "dd", "eee", "ffff"]), max_size=6)


@dataclass
class Voice:
    """Speaks a line in a second; a letter lasts a second."""

    begun: list[str] = field(default_factory=list[str])
    cancelled: list[str] = field(default_factory=list[str])
    under_way: int = 0
    most_under_way: int = 0
    broken: frozenset[str] = frozenset()

    def synthesise(self, line: LineSound) -> Synthesis:
        return asyncio.create_task(self._speak(line[0]))

    async def _speak(self, text: str) -> tuple[Samples, int]:
        self.begun.append(text)
        self.under_way += 1
        self.most_under_way = max(self.under_way, self.most_under_way)
        try:
            await asyncio.sleep(1)
        except asyncio.CancelledError:
            self.cancelled.append(text)
            raise
        finally:
            self.under_way -= 1
        if text in self.broken:
            raise ModelLoadError("no voice")
        return np.ones(RATE_HZ * len(text), np.float32), RATE_HZ


@dataclass
class Kept:
    """`LikelyLines` that makes the next line whenever one is there, as an idle voice does."""

    voice: Voice = field(default_factory=Voice)
    most_lines: int = 8
    most_s: float = 20.0

    def __post_init__(self) -> None:
        self.lines = LikelyLines(
            synthesise=self.voice.synthesise,
            made=self.go_on,
            most_lines=self.most_lines,
            most_s=self.most_s,
        )

    def go_on(self) -> None:
        self.lines.make_next()

    def expect(self, *texts: str) -> None:
        self.lines.expect([(text, None) for text in texts])
        self.lines.make_next()

    def take(self, text: str, language: str | None = None) -> Synthesis | None:
        return self.lines.take((text, language))


class TestLikelyLines:
    pytestmark = virtual_time

    async def test_they_are_made_one_after_the_other(self) -> None:
        kept = Kept()
        kept.expect("a", "b", "c")
        await asyncio.sleep(1.5)
        assert kept.voice.begun == ["a", "b"]
        await asyncio.sleep(5)
        assert kept.voice.begun == ["a", "b", "c"]
        assert kept.voice.most_under_way == 1

    async def test_what_is_there_is_taken_once_and_what_is_being_made_is_waited_for(self) -> None:
        kept = Kept()
        kept.expect("a", "b")
        await asyncio.sleep(1.5)
        made, coming = kept.take("a"), kept.take("b")
        assert made is not None
        assert made.done()
        assert coming is not None
        assert not coming.done()
        assert (await coming)[0].size == RATE_HZ
        assert kept.take("a") is None
        assert kept.take("b") is None

    async def test_another_language_is_another_line(self) -> None:
        kept = Kept()
        kept.expect("a")
        await asyncio.sleep(2)
        assert kept.take("a", "de") is None

    async def test_others_take_their_place_and_what_is_there_of_them_is_kept(self) -> None:
        kept = Kept()
        kept.expect("a", "b", "c")
        await asyncio.sleep(1.5)
        kept.expect("a", "d")
        await asyncio.sleep(5)
        assert kept.voice.cancelled == ["b"]
        assert kept.voice.begun == ["a", "b", "d"]
        assert kept.take("b") is None
        assert kept.take("c") is None
        assert kept.take("a") is not None

    async def test_at_rest_none_is_begun_and_what_is_there_is_kept(self) -> None:
        kept = Kept()
        kept.expect("a", "b", "c")
        await asyncio.sleep(1.5)
        kept.lines.rest()
        await asyncio.sleep(5)
        assert kept.voice.begun == ["a", "b"]
        assert kept.take("a") is not None
        assert kept.take("b") is not None

    async def test_a_line_that_fails_is_no_ones_error_and_the_last(self) -> None:
        kept = Kept(voice=Voice(broken=frozenset({"b"})))
        kept.expect("a", "b", "c")
        await asyncio.sleep(5)
        assert kept.voice.begun == ["a", "b"]
        assert kept.take("b") is None
        assert kept.take("a") is not None


@given(
    steps=st.lists(
        st.one_of(
            LINES,
            st.sampled_from(["rest", "take a", "take eee"]),
            st.floats(0.1, 3.0, allow_nan=False),
        ),
        max_size=12,
    ),
    most_lines=st.integers(0, 4),
    most_s=st.integers(0, 6),
)
def test_nothing_is_taken_but_the_line_itself_and_never_more_is_kept_than_may_be(
    steps: Sequence[list[str] | str | float], most_lines: int, most_s: int
) -> None:
    async def run() -> None:
        kept = Kept(most_lines=most_lines, most_s=most_s)
        for step in steps:
            match step:
                case "rest":
                    kept.lines.rest()
                case str():
                    wanted = step.removeprefix("take ")
                    job = kept.take(wanted)
                    if job is not None:
                        assert (await job)[0].size == RATE_HZ * len(wanted)
                case list():
                    kept.expect(*step)
                case _:
                    await asyncio.sleep(step)
            await asyncio.sleep(0)  # what is done is told of
            assert kept.lines.seconds <= most_s
            assert kept.voice.most_under_way <= 1
        kept.expect()
        await asyncio.sleep(2)
        assert kept.lines.seconds == 0
        assert kept.voice.under_way == 0

    with asyncio.Runner(loop_factory=looptime.new_event_loop) as runner:
        runner.run(run())
