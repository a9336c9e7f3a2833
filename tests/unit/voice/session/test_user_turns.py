"""How a turn of the user becomes words, at a pause and at its end."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from assistant.background_tasks import BackgroundTasks
from assistant.errors import ModelLoadError
from assistant.voice.events import TurnEnded, VoicePaused, VoiceProgressed
from assistant.voice.questions.voice_prompt import HeardWords
from assistant.voice.session.policy.voice_events import (
    InterimHeard,
    PlainEvent,
    RecognitionFailed,
    RollingHeard,
    VoiceEvent,
)
from assistant.voice.session.user_turns import UserTurns
from assistant.voice.stt.policy.rolling_transcript import RollingTranscript
from assistant.voice.turn_taking.text_completeness import TextCompleteness
from tests.helpers.loop_clock import LoopClock
from tests.helpers.voice.fakes import FakeTranscriber, audio_that_says

pytestmark = pytest.mark.looptime


@dataclass
class Stage:
    """Turns, and what is told of them. Pauses and ends go in as the policy lets them."""

    settling: Sequence[str] = ()
    interims: list[InterimHeard] = field(default_factory=list[InterimHeard])
    rolling: list[RollingHeard] = field(default_factory=list[RollingHeard])
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
            case RollingHeard():
                self.rolling.append(event)
            case RecognitionFailed(reason):
                self.errors.append(reason)
            case _:
                assert event == PlainEvent.UTTERANCE_TAKEN

    async def _take(self, words: HeardWords) -> None:
        self.taken.append(words.text)

    def _failed(self) -> None:
        raise AssertionError("a task of the turns failed")

    async def progress(self, text: str, *, wait_s: float = 0.5) -> None:
        """The user has said `text` and goes on."""
        at = asyncio.get_running_loop().time()
        self.turns.progressed(VoiceProgressed(at=at, audio=audio_that_says(text, -30.0)))
        await asyncio.sleep(wait_s)

    async def pause(self, text: str, pause_id: int = 1, *, wait_s: float = 0.5) -> VoicePaused:
        """The user pauses after `text`."""
        at = asyncio.get_running_loop().time()
        event = VoicePaused(
            at=at, speech_end=at - 0.06, pause_id=pause_id, audio=audio_that_says(text, -30.0)
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


async def test_words_are_told_while_they_are_spoken() -> None:
    async with stage() as it:
        await it.progress("Set a time")
        await it.progress("Set a timer for")
        await it.progress("Set a timer for five minutes.")
        assert [event.shown.tentative for event in it.rolling] == [
            "Set a time",
            " timer for",
            " five minutes",
        ]
        last = it.rolling[-1]
        assert (last.words.text, last.shown.confirmed) == (
            "Set a timer for five minutes.",
            "Set a timer for",
        )
        assert last.completeness is TextCompleteness.FINISHED
        assert it.transcriber.heard == []


async def test_a_pause_withdraws_the_draft_and_goes_on_from_what_was_shown() -> None:
    async with stage() as it:
        await it.progress("Set a")
        await it.progress("Set a timer", wait_s=0.1)
        await it.pause("Set a timer")
        assert it.transcriber.drafted == ["Set a"]
        assert it.interims[-1].shown == RollingTranscript("Set a", " timer")
        it.turns.resumed()
        await it.progress("Set a timer for")
        assert it.rolling[-1].shown == RollingTranscript("Set a timer", " for")


async def test_a_quick_draft_of_a_pause_is_told_before_its_words() -> None:
    async with stage() as it:
        it.transcriber.drafts_pauses = True
        await it.pause("What time is it?", wait_s=0.2)
        assert [event.words.text for event in it.rolling] == ["What time is it?"]
        assert it.interims == []
        await asyncio.sleep(0.2)
        assert [event.words.text for event in it.interims] == ["What time is it?"]
        await it.pause("What time is it in", 2, wait_s=0.05)
        it.turns.resumed()
        await asyncio.sleep(0.5)
        assert len(it.rolling) == len(it.interims) == 1


async def test_one_draft_runs_at_a_time_and_the_next_turn_begins_with_nothing_shown() -> None:
    async with stage() as it:
        await it.progress("Set a", wait_s=0.1)
        await it.progress("Set a timer")
        assert it.transcriber.drafted == ["Set a"]
        await it.progress("Set a timer", wait_s=0.1)
        it.turns.drop()
        await asyncio.sleep(0.5)
        assert it.transcriber.drafted == ["Set a"]
        await it.progress("What")
        assert it.rolling[-1].shown == RollingTranscript("", "What")


async def test_a_draft_that_fails_or_finds_no_time_or_no_words_is_not_told() -> None:
    async with stage() as it:
        await it.progress("")
        it.transcriber.has_time = False
        await it.progress("What")
        it.transcriber.has_time = True
        it.transcriber.error = ModelLoadError("damaged")
        await it.progress("What time")
        assert it.rolling == []
        assert it.errors == []


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
