"""A question in the middle of a spoken turn, by the second: presenter, prompt and session together."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest
from typing_extensions import override

from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    QuestionSet,
    Response,
)
from assistant.voice.events import InputEnded, Samples
from assistant.voice.protocols import Transcript
from assistant.voice.questions.presenter import VoicePresenter
from assistant.voice.session.policy.voice_state import VoiceOptions
from assistant.voice.turn_taking.endpointing_delay import TurnVerdict
from tests.helpers.clock import ManualClock
from tests.helpers.questions.builders import choice, chose, question_set
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.voice.fakes import FakeTranscriber
from tests.helpers.voice.session_harness import VoiceHarness
from tests.unit.voice.questions.test_presenter import chosen_options

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

READING_S = 16.0
"""Long enough to read the question about four databases."""


@dataclass
class Asked:
    """A question that the presenter puts on a stage."""

    stage: VoiceHarness
    presenter: VoicePresenter
    questions: QuestionSet
    task: "asyncio.Task[Response | None]"

    async def answered(self) -> Response | None:
        """Return the response, settle with it, and let the turn end."""
        await self.stage.wait(0)
        assert self.task.done(), "no answer yet"
        response = self.task.result()
        if response is not None:
            self.stage.talk.settle(self.questions, response, Channel.VOICE)
            self.stage.talk.finish_tool()
            self.stage.talk.answer("Done.")
        return response


@asynccontextmanager
async def _asked(
    questions: QuestionSet | None = None, *, stage: VoiceHarness | None = None
) -> AsyncGenerator[tuple[VoiceHarness, Asked]]:
    questions = questions or question_set()
    async with (stage or VoiceHarness()).running() as stage:
        presenter = VoicePresenter(prompts=stage.session.prompts, clock=ManualClock())
        await stage.wake_and_say("set it up")
        stage.talk.start_tool("ask_user_question")
        origin = stage.talk.ask(questions)
        assert presenter.fits(questions, origin)
        task = asyncio.create_task(
            presenter.present(questions, Draft(), FakePresentation()), name="present"
        )
        try:
            yield stage, Asked(stage, presenter, questions, task)
        finally:
            task.cancel()
            await asyncio.wait([task])


async def test_a_question_is_read_answered_by_voice_and_the_reply_follows() -> None:
    async with _asked() as (stage, asked):
        await stage.wait(READING_S)
        assert stage.state == "listening/active"
        await stage.say("the second one")
        await stage.wait(0.1)
        assert chosen_options(await asked.answered()) == [("2",)]
        await stage.wait(5)
        assert stage.lines[-3:] == ["Which one, or something else?", "2, SQLite.", "Done."]
        assert stage.path[-2:] == ["speaking/active", "listening/active"]
        assert stage.talk.said == [("set it up", True)]


async def test_a_soft_answer_whose_words_come_late_is_taken_and_others_are_not() -> None:
    stage = VoiceHarness()
    stage.listener.dbfs = -22.0
    async with _asked(stage=stage) as (stage, asked):
        await stage.wait(READING_S)
        stage.transcriber.seconds = 4.0
        for softer_by, text in ((13, "it will be cloudy"), (12, "the second one")):
            assert not asked.task.done()
            assert stage.state == "listening/active"
            stage.listener.dbfs = -22.0 - softer_by
            stage.listener.begin()
            await stage.wait(0.5)
            stage.listener.pause(text)
            await stage.wait(2.5)
            stage.listener.end(text, silence_s=2.5, verdict=TurnVerdict.DOUBTFUL)
            await stage.wait(2)
        assert chosen_options(await asked.answered()) == [("2",)]


@pytest.mark.requirement("Q-VOICE-08")
async def test_a_number_over_the_reading_stops_it_and_answers_at_the_pause() -> None:
    async with _asked() as (stage, asked):
        await stage.wait(8)
        stage.listener.begin()
        await stage.wait(0)
        assert stage.player.is_idle
        await stage.wait(0.3)
        stage.listener.pause("two")
        await stage.wait(0.31)
        assert chosen_options(await asked.answered()) == [("2",)]
        assert "Which one, or something else?" not in stage.lines


@pytest.mark.parametrize("text", ["Pre-up.", "I see.", "the weather"])
async def test_a_few_words_that_mean_nothing_to_the_question_let_it_be_read_on(text: str) -> None:
    async with _asked() as (stage, asked):
        await stage.wait(8)
        stage.listener.suspect()
        await stage.wait(0.2)
        stage.listener.withdraw(text)
        await stage.until_state("listening/active")
        assert not asked.task.done()
        assert stage.lines[-1] == "Which one, or something else?"


@pytest.mark.parametrize(("text", "option"), [("two", "2"), ("that one", "3")])
async def test_a_few_words_that_answer_stop_the_reading(text: str, option: str) -> None:
    async with _asked() as (stage, asked):
        while not any("MySQL" in line for line in stage.lines):
            await stage.wait(0.1)
        stage.listener.suspect()
        await stage.wait(0.2)
        stage.listener.withdraw(text)
        await stage.wait(0.5)
        stage.listener.begin()
        stage.listener.end(text)
        await stage.wait(0.5)
        assert chosen_options(await asked.answered()) == [(option,)]
        assert "Which one, or something else?" not in stage.lines


async def test_that_one_is_the_option_that_is_being_read() -> None:
    async with _asked() as (stage, asked):
        while not any("MySQL" in line for line in stage.lines):
            await stage.wait(0.1)
        await stage.say("that one")
        await stage.wait(0.5)
        assert chosen_options(await asked.answered()) == [("3",)]


async def test_a_click_while_it_is_read_silences_it_and_the_turn_goes_on() -> None:
    async with _asked() as (stage, asked):
        await stage.wait(3)
        assert stage.state == "speaking/active"
        asked.task.cancel()
        await stage.wait(0)
        assert stage.player.is_idle
        stage.talk.settle(asked.questions, chose("1"), Channel.DESKTOP)
        stage.talk.finish_tool()
        stage.talk.answer("PostgreSQL it is.")
        await stage.wait(3)
        assert stage.path[-4:] == [
            "tool_calling/active",
            "streaming/active",
            "speaking/active",
            "listening/active",
        ]
        assert stage.lines[-1] == "PostgreSQL it is."


TWO = question_set(choice(), choice("Python", "Rust", id="q2", text="Which language?"))
CLICKED = Draft(answers={"q1": Answer(question_id="q1", option_ids=("3",))})


@pytest.mark.parametrize(
    ("after_s", "state"), [(3, "speaking/active"), (READING_S + 4, "listening/active")]
)
async def test_a_choice_on_the_screen_silences_its_question_and_the_next_is_read(
    after_s: float, state: str
) -> None:
    async with _asked(TWO) as (stage, asked):
        await stage.wait(after_s)
        assert stage.state == state
        asked.presenter.update_draft(asked.questions.id, CLICKED)
        await stage.wait(READING_S)
        assert stage.lines.count("Question 1 of 2.") == 1
        assert stage.lines.count("Question 2 of 2.") == 1
        assert stage.state == "listening/active"
        await stage.say("Rust")
        await stage.wait(0.5)
        assert chosen_options(await asked.answered()) == [("3",), ("2",)]
        await stage.wait(5)
        assert stage.state == "listening/active"


async def test_the_last_choice_on_the_screen_leaves_the_question_to_it() -> None:
    async with _asked() as (stage, asked):
        await stage.wait(3)
        asked.presenter.update_draft(asked.questions.id, CLICKED)
        await stage.wait(8)
        assert await asked.answered() is None
        assert stage.lines[-1] == "Please confirm it on the screen."
        assert stage.player.is_idle
        stage.talk.settle(asked.questions, chose("3"), Channel.DESKTOP)
        stage.talk.finish_tool()
        stage.talk.answer("Done.")
        await stage.wait(2)
        assert stage.path[-2:] == ["speaking/active", "listening/active"]


async def test_after_three_answers_not_understood_it_is_left_on_the_screen() -> None:
    async with _asked(question_set(choice(allow_other=False))) as (stage, asked):
        for _ in range(3):
            await stage.until_state("listening/active")
            await stage.say("banana bread")
            await stage.wait(0.1)
        await stage.wait(5)
        assert await asked.answered() is None
        assert stage.lines[-1] == "It stays on the screen."
        assert stage.state == "awaiting_answer/active"
        stage.talk.settle(asked.questions, chose("1"), Channel.DESKTOP)
        stage.talk.finish_tool()
        stage.talk.answer("Done.")
        await stage.wait(2)
        assert stage.path[-2:] == ["speaking/active", "listening/active"]


@pytest.mark.requirement("Q-VOICE-11")
async def test_silence_reads_it_once_more_then_the_wake_word_calls_for_it() -> None:
    async with _asked() as (stage, asked):
        await stage.wait(2 * (READING_S + 8))
        assert stage.lines.count("Which one, or something else?") == 2
        assert stage.state == "awaiting_answer/active"
        await stage.wait(60)
        assert stage.lines.count("Which one, or something else?") == 2
        stage.listener.wake()
        await stage.wait(READING_S)
        assert stage.lines.count("Which one, or something else?") == 3
        await stage.say("two")
        await stage.wait(0.5)
        assert isinstance(await asked.answered(), Answered)


async def test_an_input_that_ends_leaves_the_question_open() -> None:
    async with _asked() as (stage, asked):
        await stage.wait(READING_S)
        stage.listener.tell(InputEnded(at=0))
        await stage.session.wait_until_done()
        assert await asked.answered() is None
        assert stage.state == "awaiting_answer/active"


async def test_a_question_that_ends_with_the_turn_lets_the_session_listen() -> None:
    async with _asked() as (stage, asked):
        await stage.wait(3)
        asked.task.cancel()
        await stage.talk.stop_turn()
        await stage.wait(1)
        assert stage.state == "listening/active"
        assert stage.player.is_idle


class FaintTranscriber(FakeTranscriber):
    """Understands every turn, but is not sure of any."""

    @override
    async def transcribe(self, audio: Samples, *, bias: Sequence[str] = ()) -> Transcript:
        """Understand one turn."""
        return replace(await super().transcribe(audio, bias=bias), avg_logprob=-0.6)


async def test_what_was_heard_faintly_is_read_back_first() -> None:
    async with _asked(stage=VoiceHarness(transcriber=FaintTranscriber())) as (stage, asked):
        await stage.wait(READING_S)
        await stage.say("the second one")
        await stage.wait(8)
        assert stage.lines[-1] == "2, SQLite. Is that right?"
        assert not asked.task.done()
        await stage.say("yes")
        await stage.wait(2)
        assert chosen_options(await asked.answered()) == [("2",)]
    assert stage.transcriber.biases[-1][-4:] == ("one", "two", "three", "four")


# What is asked about a question while it waits.

NOTED = question_set(
    choice().model_copy(update={"context": "The data is small. " + "It grows slowly. " * 20})
).model_copy(update={"title": "Storage", "round": 2, "total_rounds": 3})


async def _read_out(stage: VoiceHarness) -> None:
    """Wait until what was begun is read to its end."""
    await stage.until_state("speaking/active")
    await stage.until_state("listening/active")


@pytest.mark.requirement("Q-VOICE-10", "Q-ROUND-15")
async def test_a_note_is_offered_and_read_when_asked_for_without_the_model() -> None:
    async with _asked(NOTED) as (stage, asked):
        await stage.until_state("listening/active")
        assert stage.lines[:2] == ["Round 2 of 3.", "Storage."]
        assert "There is more to this; say “read the note”." in stage.lines
        before = len(stage.lines)
        await stage.say("read the note")
        await _read_out(stage)
        assert stage.lines[before:][0] == "The data is small."
        assert stage.lines[before:].count("It grows slowly.") == 20
        assert stage.lines[-1] == "Which one, or something else?"
        await stage.say("two")
        await stage.wait(0.1)
        assert chosen_options(await asked.answered()) == [("2",)]
        assert stage.talk.said == [("set it up", True)], "none of it is asked of the model"


@pytest.mark.requirement("Q-VOICE-08")
async def test_a_number_over_the_note_stops_it_and_answers() -> None:
    async with _asked(NOTED) as (stage, asked):
        await stage.until_state("listening/active")
        await stage.say("tell me the background")
        await stage.wait(4)
        assert stage.state == "speaking/active"
        await stage.say("the second one")
        await stage.wait(0.5)
        assert chosen_options(await asked.answered()) == [("2",)]
        assert stage.lines.count("It grows slowly.") < 25


async def test_a_request_over_the_reading_stops_it_and_is_answered() -> None:
    async with _asked(NOTED) as (stage, asked):
        await stage.wait(3)
        assert stage.state == "speaking/active"
        await stage.say("what is this about")
        await _read_out(stage)
        assert not asked.task.done()
        assert "Database." in stage.lines
        assert stage.lines[-1] == "Which one, or something else?"


@pytest.mark.requirement("Q-VOICE-11")
async def test_silence_after_a_request_reads_the_question_again_and_leaves_it() -> None:
    async with _asked(NOTED) as (stage, asked):
        await stage.until_state("listening/active")
        await stage.say("what is this about")
        await _read_out(stage)
        before = len(stage.lines)
        await stage.wait(VoiceOptions().no_speech_timeout_s)
        await _read_out(stage)
        assert stage.lines[before:][:2] == ["Round 2 of 3.", "Storage."]
        after = len(stage.lines)
        await stage.wait(2 * VoiceOptions().no_speech_timeout_s)
        assert not asked.task.done()
        assert len(stage.lines) == after
