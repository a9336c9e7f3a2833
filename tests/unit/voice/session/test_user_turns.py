"""What an interim transcript does: it is shown, read, guessed on, and may settle a question."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from assistant.background_tasks import BackgroundTasks
from assistant.errors import AssistantError, ModelLoadError
from assistant.protocol.events import EngineEvent
from assistant.protocol.voice import TranscriptFinal, TranscriptInterim
from assistant.voice.events import TurnEnded, VoicePaused
from assistant.voice.questions.voice_prompt import HeardWords
from assistant.voice.session.speculation_trigger import SpeculationTrigger
from assistant.voice.session.user_turns import UserTurns
from assistant.voice.turn_taking.text_completeness import TextCompleteness
from tests.helpers.loop_clock import LoopClock
from tests.helpers.voice.fake_conversation import FakeTalk
from tests.helpers.voice.fakes import FakeTranscriber, audio_that_says

pytestmark = pytest.mark.looptime


@dataclass
class Owner:
    """Implements `UserTurnsOwner`; writes down what it is told."""

    settling: Sequence[str] = ()
    is_listening: bool = True
    may_guess: bool = True
    bias: Sequence[str] = ("SQLite",)
    readings: list[tuple[int, TextCompleteness]] = field(
        default_factory=list[tuple[int, TextCompleteness]]
    )
    taken: list[str] = field(default_factory=list[str])
    taken_at: list[float] = field(default_factory=list[float])
    errors: list[AssistantError] = field(default_factory=list[AssistantError])

    def settles(self, words: HeardWords) -> bool:
        """Whether these words are answer enough."""
        return words.text in self.settling

    def turn_read(self, pause_id: int, reading: TextCompleteness) -> None:
        """Note what the words look like."""
        self.readings.append((pause_id, reading))

    def turn_taken(self) -> None:
        """The turn is over."""
        self.taken_at.append(asyncio.get_running_loop().time())

    async def take(self, words: HeardWords) -> None:
        """Note what was understood."""
        self.taken.append(words.text)

    def turn_understood(self) -> None:
        """Nothing more to do."""

    def recogniser_failed(self, error: AssistantError) -> None:
        """Note the failure."""
        self.errors.append(error)


@dataclass
class Stage:
    """An intake and everything around it."""

    owner: Owner
    intake: UserTurns
    transcriber: FakeTranscriber
    talk: FakeTalk
    events: list[EngineEvent]

    async def pause(self, text: str, pause_id: int = 1, *, wait_s: float = 0.5) -> VoicePaused:
        """The user pauses after `text`."""
        at = asyncio.get_running_loop().time()
        event = VoicePaused(
            at=at, speech_end=at - 0.06, pause_id=pause_id, audio=audio_that_says(text)
        )
        self.intake.paused(event)
        await asyncio.sleep(wait_s)
        return event


@asynccontextmanager
async def stage(owner: Owner | None = None) -> AsyncGenerator[Stage, None]:
    owner = owner or Owner()
    transcriber = FakeTranscriber(seconds=0.3)
    talk = FakeTalk(clock=LoopClock())
    events: list[EngineEvent] = []

    def failed() -> None:
        raise AssertionError("a task of the intake failed")

    tasks = BackgroundTasks(failed=failed)
    intake = UserTurns(
        owner=owner,
        transcriber=transcriber,
        tasks=tasks,
        emit=events.append,
        clock=LoopClock(),
        guessing=SpeculationTrigger(talk=talk, is_on=True),
    )
    try:
        yield Stage(owner, intake, transcriber, talk, events)
    finally:
        await intake.aclose()
        await tasks.cancel_all(1.0)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Set a timer for", TextCompleteness.DANGLING),
        ("Set a timer for five minutes.", TextCompleteness.FINISHED),
        ("Stop.", TextCompleteness.SHORT),
        ("two", TextCompleteness.OPEN),
        ("", TextCompleteness.EMPTY),
    ],
)
async def test_the_words_of_a_pause_are_shown_and_read(
    text: str, reading: TextCompleteness
) -> None:
    async with stage() as it:
        await it.pause(text, 7)
        assert it.owner.readings == [(7, reading)]
        shown = [event.text for event in it.events if isinstance(event, TranscriptInterim)]
        assert shown == ([text] if text else [])
        assert it.owner.taken == []


async def test_the_model_is_not_asked_ahead_about_words_that_dangle() -> None:
    async with stage() as it:
        await it.pause("Set a timer for")
        assert it.talk.prepared == []
        it.intake.resumed()
        await it.pause("Set a timer for five minutes.", 2)
        assert it.talk.prepared == ["Set a timer for five minutes."]


async def test_an_answer_that_settles_is_taken_at_the_pause_and_not_read() -> None:
    async with stage(Owner(settling=["the second one"], may_guess=False)) as it:
        paused = await it.pause("the second one")
        assert it.owner.taken == ["the second one"]
        assert it.owner.readings == []
        assert it.owner.taken_at[0] - paused.at == pytest.approx(0.3, abs=0.01)
        assert it.transcriber.heard == ["the second one"]
        assert it.transcriber.biases == [("SQLite",)]


@pytest.mark.parametrize("text", ["the second one and", "two or", "the first, um"])
async def test_an_answer_that_dangles_never_settles(text: str) -> None:
    async with stage(Owner(settling=[text])) as it:
        await it.pause(text)
        assert it.owner.taken == []
        assert it.owner.readings == [(1, TextCompleteness.DANGLING)]


async def test_the_end_of_a_pause_that_was_read_needs_no_second_transcription() -> None:
    async with stage() as it:
        paused = await it.pause("What time is it?")
        it.intake.ended(
            TurnEnded(at=paused.at, speech_end=paused.speech_end, pause_id=1, audio=paused.audio)
        )
        await asyncio.sleep(0.01)
        assert it.owner.taken == ["What time is it?"]
        assert it.transcriber.heard == ["What time is it?"]
        final = [event for event in it.events if isinstance(event, TranscriptFinal)]
        assert [event.text for event in final] == ["What time is it?"]


async def test_words_after_which_the_person_went_on_are_not_read() -> None:
    async with stage() as it:
        await it.pause("Set a timer", wait_s=0.1)
        it.intake.resumed()
        await asyncio.sleep(1)
        assert it.owner.readings == []
        assert it.transcriber.finished == []


async def test_a_recogniser_that_fails_reads_nothing_and_is_told_of_at_the_end() -> None:
    async with stage() as it:
        it.transcriber.error = ModelLoadError("broken")
        paused = await it.pause("Hello")
        assert it.owner.readings == []
        it.intake.ended(TurnEnded(at=1, speech_end=1, pause_id=1, audio=paused.audio))
        await asyncio.sleep(0.01)
        assert len(it.owner.errors) == 1
