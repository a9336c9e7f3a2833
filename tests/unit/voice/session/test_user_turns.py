"""How a turn of the user becomes words, at a pause and at its end."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from assistant.background_tasks import BackgroundTasks
from assistant.errors import ModelLoadError
from assistant.voice.events import TurnEnded, VoicePaused
from assistant.voice.questions.voice_prompt import HeardWords
from assistant.voice.session.policy.voice_events import (
    InterimHeard,
    PlainEvent,
    RecognitionFailed,
    VoiceEvent,
)
from assistant.voice.session.user_turns import UserTurns
from assistant.voice.turn_taking.text_completeness import TextCompleteness
from tests.helpers.loop_clock import LoopClock
from tests.helpers.voice.fakes import FakeTranscriber, audio_that_says

pytestmark = pytest.mark.looptime


@dataclass
class Stage:
    """Turns, and what is told of them. Pauses and ends go in as the policy lets them."""

    settling: Sequence[str] = ()
    interims: list[InterimHeard] = field(default_factory=list[InterimHeard])
    taken: list[str] = field(default_factory=list[str])
    errors: list[str] = field(default_factory=list[str])
    transcriber: FakeTranscriber = field(default_factory=lambda: FakeTranscriber(seconds=0.3))

    def __post_init__(self) -> None:
        self.tasks = BackgroundTasks(failed=self._failed)
        self.turns = UserTurns(
            transcriber=self.transcriber,
            tasks=self.tasks,
            clock=LoopClock(),
            bias=lambda: ("SQLite",),
            settles=lambda words: words.text in self.settling,
            handle=self._handle,
            take=self._take,
        )

    def _handle(self, event: VoiceEvent) -> None:
        match event:
            case InterimHeard():
                self.interims.append(event)
            case RecognitionFailed(reason):
                self.errors.append(reason)
            case _:
                assert event == PlainEvent.UTTERANCE_TAKEN

    async def _take(self, words: HeardWords) -> None:
        self.taken.append(words.text)

    def _failed(self) -> None:
        raise AssertionError("a task of the turns failed")

    async def pause(self, text: str, pause_id: int = 1, *, wait_s: float = 0.5) -> VoicePaused:
        """The user pauses after `text`."""
        at = asyncio.get_running_loop().time()
        event = VoicePaused(
            at=at, speech_end=at - 0.06, pause_id=pause_id, audio=audio_that_says(text)
        )
        self.turns.paused(event)
        await asyncio.sleep(wait_s)
        return event


@asynccontextmanager
async def stage(settling: Sequence[str] = ()) -> AsyncGenerator[Stage, None]:
    it = Stage(settling=settling)
    try:
        yield it
    finally:
        await it.turns.aclose()
        await it.tasks.cancel_all(1.0)


@pytest.mark.parametrize(
    ("text", "completeness"),
    [
        ("Set a timer for", TextCompleteness.DANGLING),
        ("Set a timer for five minutes.", TextCompleteness.FINISHED),
        ("Stop.", TextCompleteness.SHORT),
        ("two", TextCompleteness.OPEN),
        ("", TextCompleteness.EMPTY),
    ],
)
async def test_the_words_of_a_pause_are_told_with_what_they_look_like(
    text: str, completeness: TextCompleteness
) -> None:
    async with stage() as it:
        await it.pause(text, 7)
        (interim,) = it.interims
        assert (interim.pause_id, interim.words.text) == (7, text)
        assert interim.completeness is completeness
        assert not interim.settles
        assert it.taken == []


async def test_an_answer_that_settles_is_told_so_and_its_pause_can_be_the_end() -> None:
    async with stage(settling=["the second one"]) as it:
        await it.pause("the second one")
        (interim,) = it.interims
        assert interim.settles
        it.turns.ended(None)
        await asyncio.sleep(0.01)
        assert it.taken == ["the second one"]
        assert it.transcriber.heard == ["the second one"]
        assert it.transcriber.biases == [("SQLite",)]


async def test_the_end_of_a_pause_that_was_read_needs_no_second_transcription() -> None:
    async with stage() as it:
        paused = await it.pause("What time is it?")
        it.turns.ended(
            TurnEnded(at=paused.at, speech_end=paused.speech_end, pause_id=1, audio=paused.audio)
        )
        assert it.turns.is_finishing_turn
        await asyncio.sleep(0.01)
        assert it.taken == ["What time is it?"]
        assert it.transcriber.heard == ["What time is it?"]
        assert not it.turns.is_finishing_turn


async def test_an_end_without_a_pause_ends_nothing() -> None:
    async with stage() as it:
        it.turns.ended(None)
        assert not it.turns.is_finishing_turn


async def test_words_after_which_the_user_went_on_are_not_told() -> None:
    async with stage() as it:
        await it.pause("Set a timer", wait_s=0.1)
        it.turns.resumed()
        await asyncio.sleep(1)
        assert it.interims == []
        assert it.transcriber.finished == []


async def test_a_turn_that_is_dropped_is_not_taken() -> None:
    async with stage() as it:
        it.turns.ended(TurnEnded(at=1, speech_end=1, pause_id=1, audio=audio_that_says("Hello")))
        await asyncio.sleep(0.1)
        it.turns.drop()
        await asyncio.sleep(1)
        assert it.taken == []
        assert not it.turns.is_finishing_turn


async def test_a_recogniser_that_fails_tells_nothing_at_a_pause_and_is_told_of_at_the_end() -> None:
    async with stage() as it:
        it.transcriber.error = ModelLoadError("broken")
        paused = await it.pause("Hello")
        assert it.interims == []
        it.turns.ended(TurnEnded(at=1, speech_end=1, pause_id=1, audio=paused.audio))
        await asyncio.sleep(0.01)
        assert it.errors == ["broken"]
