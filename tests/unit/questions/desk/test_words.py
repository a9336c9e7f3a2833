"""Words that the chat offers to a question, and a model that reads them.

The window's line, the API and whatever else offers words to the desk.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from typing_extensions import override

from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.card.chat_answer import (
    AdvancedByText,
    NotForQuestion,
    OfferResult,
    RejectedText,
    SettledByText,
)
from assistant.questions.model.question import (
    Answer,
    Answered,
    CancelReason,
    Channel,
    Draft,
    Later,
    Origin,
    Purpose,
    QuestionSet,
    Response,
)
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.questions.spoken.understanding import Understanding
from tests.helpers.questions.answer_reader import ScriptedReader, reports
from tests.helpers.questions.builders import ORIGIN, by_click, chose, question_set
from tests.helpers.questions.desk_world import DeskWorld, ask, give_up, make_world, settle_down
from tests.helpers.questions.presenters import FakePresenter
from tests.helpers.questions.words_contract import COLOUR, PETS, UNCLEAR, WordsContract

pytestmark = pytest.mark.looptime


class _OfferDriver:
    """Offers words to the desk."""

    def __init__(self, world: DeskWorld, questions: QuestionSet) -> None:
        self._world = world
        self._set_id = questions.id
        self._offer: asyncio.Task[OfferResult] | None = None
        self._presenter = FakePresenter()
        world.desk.register(self._presenter)
        self.asked = ask(world, questions)

    async def say(self, words: str) -> None:
        await settle_down()
        offering = self._world.desk.offer(ORIGIN.conversation_id, words, Channel.DESKTOP)
        self._offer = asyncio.create_task(offering)

    async def told(self) -> str:
        assert self._offer is not None
        offer = await self._offer
        if isinstance(offer, RejectedText):
            return offer.why
        assert isinstance(offer, NotForQuestion)  # a permission never takes what is typed there
        return ""

    async def draft_elsewhere(self, draft: Draft) -> None:
        await self._world.desk.save_draft(self._set_id, draft)

    async def withdraw(self) -> None:
        await self._world.desk.cancel(questions_id=self._set_id, reason=CancelReason.CLIENT)
        if self._offer is not None:
            await asyncio.wait({self._offer})

    def is_open(self) -> bool:
        closed = [response for _id, response, channel in self._world.told.closed if channel]
        return not closed

    def drafts(self) -> list[Draft]:
        return [pending.draft for pending in self._world.desk.pending()]

    async def response(self) -> Response | None:
        return await self.asked


class TestOfferedWords(WordsContract):
    """Offers in, results out."""

    @asynccontextmanager
    async def opened(
        self, questions: QuestionSet, reader: ScriptedReader
    ) -> AsyncGenerator[_OfferDriver]:
        driver = _OfferDriver(make_world(reader=reader), questions)
        yield driver
        await driver.withdraw()
        await give_up(driver.asked)


def slow(*script: dict[str, object]) -> ScriptedReader:
    """Return a model whose reply is on its way until it is released."""
    reader = ScriptedReader(script)
    reader.released.clear()
    return reader


async def shown(world: DeskWorld, questions: QuestionSet) -> "asyncio.Task[Response]":
    world.desk.register(FakePresenter())
    task = ask(world, questions)
    await settle_down()
    return task


def offer(world: DeskWorld, words: str) -> "asyncio.Task[OfferResult]":
    return asyncio.create_task(world.desk.offer(ORIGIN.conversation_id, words, Channel.DESKTOP))


async def test_a_click_while_the_model_reads_wins_and_the_reading_does_nothing() -> None:
    reader = slow(reports("3"))
    world = make_world(reader=reader)
    task = await shown(world, question_set(PETS))
    words = offer(world, UNCLEAR)
    await reader.asked.wait()
    await world.desk.respond("set1", chose("2", question_id="p"), Channel.DESKTOP)
    reader.released.set()
    assert await task == chose("2", question_id="p")
    with pytest.raises(AnswerRefused) as error:
        await words
    assert error.value.reason is RefusalReason.ALREADY_ANSWERED


async def test_later_words_take_the_place_of_those_that_are_read() -> None:
    reader = slow(reports("3"))
    world = make_world(reader=reader)
    task = await shown(world, question_set(PETS))
    first = offer(world, UNCLEAR)
    await reader.asked.wait()
    second = offer(world, "dog")
    assert isinstance(await second, SettledByText)
    assert isinstance(await first, AdvancedByText)
    reader.released.set()
    answered = await task
    assert isinstance(answered, Answered)
    assert answered.answers == (Answer(question_id="p", option_ids=("2",)),)


async def test_what_was_put_off_meanwhile_stays_put_off() -> None:
    reader = slow(reports("3"))
    world = make_world(reader=reader)
    task = await shown(world, question_set(PETS))
    words = offer(world, UNCLEAR)
    await reader.asked.wait()
    await world.desk.respond("set1", Later(provenance=by_click()), Channel.DESKTOP)
    assert isinstance(await task, Later)
    reader.released.set()
    with pytest.raises(AnswerRefused) as error:
        await words
    assert error.value.reason is RefusalReason.CLOSED
    assert [pending.id for pending in world.desk.pending()] == ["set1"]


async def test_in_a_form_what_was_clicked_meanwhile_stands() -> None:
    reader = slow(reports("3"))
    world = make_world(reader=reader)
    task = await shown(world, question_set(PETS, COLOUR))
    words = offer(world, UNCLEAR)
    await reader.asked.wait()
    clicked = Draft(answers={"p": Answer(question_id="p", option_ids=("2",))})
    await world.desk.save_draft("set1", clicked)
    await settle_down()
    reader.released.set()
    overtaken = await words
    assert isinstance(overtaken, AdvancedByText)
    assert overtaken.list.at == "c"
    assert [pending.draft for pending in world.desk.pending()] == [clicked]
    await give_up(task)


async def test_in_a_form_what_is_read_answers_the_question_that_the_words_were_for() -> None:
    reader = ScriptedReader([reports("3"), reports("1")])
    world = make_world(reader=reader)
    task = await shown(world, question_set(PETS, COLOUR))
    first = await offer(world, UNCLEAR)
    assert isinstance(first, AdvancedByText)
    assert first.list.at == "c"
    assert isinstance(await offer(world, "whichever is warmer"), SettledByText)
    answered = await task
    assert isinstance(answered, Answered)
    assert [answer.option_ids for answer in answered.answers] == [("3",), ("1",)]
    assert [unread.question.id for unread in reader.seen] == ["p", "c"]


async def test_the_program_may_end_while_the_model_reads() -> None:
    reader = slow(reports("3"))
    world = make_world(reader=reader)
    task = await shown(world, question_set(PETS))
    words = offer(world, UNCLEAR)
    await reader.asked.wait()
    await world.desk.aclose()
    with pytest.raises(AnswerRefused):
        await words
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_words_for_the_end_of_a_session_are_not_read() -> None:
    reader = ScriptedReader([reports("1")])
    world = make_world(reader=reader)
    asked = question_set(PETS).model_copy(update={"purpose": Purpose.END_SESSION})
    task = await shown(world, asked)
    assert isinstance(await offer(world, UNCLEAR), NotForQuestion)
    assert reader.seen == []
    await give_up(task)


class _Broken(ScriptedReader):
    """A reader with a bug."""

    @override
    async def read(self, unread: UnreadWords, origin: Origin | None = None) -> Understanding | None:
        raise ValueError("a bug")


async def test_a_reader_with_a_bug_leaves_the_question_to_the_rules(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = make_world(reader=_Broken())
    task = await shown(world, question_set(PETS))
    assert isinstance(await offer(world, UNCLEAR), RejectedText)
    assert "were not read" in caplog.text
    await give_up(task)
