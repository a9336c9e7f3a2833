"""What every surface that takes words must do with those that the rules cannot read.

A surface's tests derive a class from `WordsContract` and open a driver, which gives words by the
surface's real input. A script stands for the model.
"""

import asyncio
from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager
from typing import Final, Protocol

import pytest

from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Draft,
    Purpose,
    QuestionRoute,
    QuestionSet,
    Response,
)
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.answer_reader import Report, ScriptedReader, reports
from tests.helpers.questions.builders import choice, question_set

UNCLEAR: Final = "hm, whichever my sister has"
"""Words that name none of the options."""
PETS: Final = choice(
    "Cat", "Dog", "Parrot", id="p", header="Pet", text="Which pet?", allow_other=False
)
COLOUR: Final = choice(
    "Red", "Green", id="c", header="Colour", text="Which colour?", allow_other=False
)
AGENTS: Final = question_set(PETS).model_copy(
    update={
        "route": QuestionRoute.API,
        "asker": Asker(agent="Claude Code", project="webshop", number=2),
    }
)


class WordsDriver(Protocol):
    """One question set on a surface that takes words."""

    async def say(self, words: str) -> None:
        """Give words as the user would; returns when the surface has them."""
        ...

    async def told(self) -> str:
        """Wait until the surface tells the user something after the words; return it."""
        ...

    async def draft_elsewhere(self, draft: Draft) -> None:
        """Have another surface change the selections."""
        ...

    async def withdraw(self) -> None:
        """Take the question away: it was answered elsewhere, or cancelled."""
        ...

    def is_open(self) -> bool:
        """Whether nothing was answered here."""
        ...

    def drafts(self) -> list[Draft]:
        """Return the selections that the desk heard of."""
        ...

    async def response(self) -> Response | None:
        """Return what the surface gave the desk."""
        ...


class WordsContract(ABC):
    """The tests of a surface; a class of its own derives from it and opens its driver."""

    @abstractmethod
    def opened(
        self, questions: QuestionSet, reader: ScriptedReader
    ) -> AbstractAsyncContextManager[WordsDriver]:
        """Put a question set on the surface, with a script for the model."""

    async def test_what_the_rules_are_certain_of_is_not_read(self) -> None:
        reader = ScriptedReader([reports("3")])
        async with self.opened(question_set(PETS), reader) as driver:
            await driver.say("the dog please")
            assert await _answer(driver) == ("2",)
        assert reader.seen == []

    async def test_what_the_model_reads_is_taken(self) -> None:
        reader = ScriptedReader([reports("3")])
        async with self.opened(question_set(PETS), reader) as driver:
            await driver.say(UNCLEAR)
            assert await _answer(driver) == ("3",)
        (unread,) = reader.seen
        assert (unread.question.id, unread.words) == ("p", UNCLEAR)

    @pytest.mark.parametrize(
        "report",
        [
            pytest.param(None, id="no report in time"),
            pytest.param(reports(means="unclear"), id="unclear"),
            pytest.param(reports("9"), id="an unknown id"),
            pytest.param(reports("1", "2"), id="two options where one is wanted"),
            pytest.param(reports(means="own_words"), id="own words that are not allowed"),
            pytest.param({"means": "options", "option_ids": "1"}, id="no list"),
        ],
    )
    async def test_without_a_report_of_what_was_offered_it_asks_back(self, report: Report) -> None:
        async with self.opened(question_set(PETS), ScriptedReader([report])) as driver:
            await driver.say(UNCLEAR)
            await driver.told()
            assert driver.is_open()
            await driver.say("dog")
            assert await _answer(driver) == ("2",)

    async def test_an_answer_to_a_program_is_read_back_and_taken_after_a_yes(self) -> None:
        async with self.opened(AGENTS, ScriptedReader([reports("3")])) as driver:
            await driver.say(UNCLEAR)
            assert "Parrot" in await driver.told()
            assert driver.is_open()
            await driver.say("yes")
            assert await _answer(driver) == ("3",)

    async def test_a_cancel_is_asked_about_before_it_counts(self) -> None:
        reader = ScriptedReader([reports(means="command", command="cancel")])
        async with self.opened(question_set(PETS), reader) as driver:
            await driver.say(UNCLEAR)
            assert "Do you want to cancel this?" in await driver.told()
            assert driver.is_open()
            await driver.say("yes")
            async with asyncio.timeout(PATIENCE_S):
                cancelled = await driver.response()
            assert isinstance(cancelled, Cancelled)
            assert cancelled.text == UNCLEAR  # the reason is the user's own

    @pytest.mark.parametrize("purpose", [Purpose.CONFIRM, Purpose.PERMISSION])
    async def test_words_for_a_permission_are_never_read(self, purpose: Purpose) -> None:
        reader = ScriptedReader([reports("1")])
        asked = question_set(PETS).model_copy(update={"purpose": purpose, "voice_confirm": True})
        async with self.opened(asked, reader) as driver:
            await driver.say(UNCLEAR)
            await driver.told()
            assert driver.is_open()
        assert reader.seen == []

    async def test_a_reading_that_comes_after_the_question_was_withdrawn_does_nothing(
        self,
    ) -> None:
        reader = ScriptedReader([reports("3")])
        reader.released.clear()
        async with self.opened(question_set(PETS), reader) as driver:
            await driver.say(UNCLEAR)
            await reader.asked.wait()
            await driver.withdraw()
            reader.released.set()
            await _settle_down()
            assert driver.is_open()

    async def test_in_a_form_the_answer_of_elsewhere_wins_over_a_late_reading(self) -> None:
        reader = ScriptedReader([reports("3")])
        reader.released.clear()
        async with self.opened(question_set(PETS, COLOUR), reader) as driver:
            await driver.say(UNCLEAR)
            await reader.asked.wait()
            clicked = Answer(question_id=PETS.id, option_ids=("2",))
            await driver.draft_elsewhere(Draft(answers={PETS.id: clicked}))
            reader.released.set()
            await _settle_down()
            assert driver.is_open()
            given = [draft.answers.get(PETS.id) for draft in driver.drafts()]
            assert all(answer in (clicked, None) for answer in given)


async def _answer(driver: WordsDriver) -> tuple[str, ...]:
    async with asyncio.timeout(PATIENCE_S):
        answered = await driver.response()
    assert isinstance(answered, Answered)
    return answered.answers[0].option_ids


async def _settle_down() -> None:
    """Let everything that is ready run."""
    for _turn in range(20):
        await asyncio.sleep(0)
