"""Conflicts before the user, over a desk in memory, in virtual time."""

import asyncio
from collections.abc import Sequence

import pytest

from assistant.background_tasks import BackgroundTasks
from assistant.engine.sync.conflict_questions import ConflictQuestions, OpenConflict
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    Option,
    Question,
    QuestionKind,
)
from tests.helpers.questions.builders import ORIGIN, by_click
from tests.helpers.questions.desk_world import DeskWorld, make_world, settle_down

pytestmark = [pytest.mark.looptime, pytest.mark.asyncio]

QUESTION = Question(
    id="counts",
    kind=QuestionKind.SINGLE,
    text="Which name counts?",
    options=(Option(id="0", label="Garden"), Option(id="1", label="Roses")),
)


class Source:
    """Implements `ConflictSource` with one conflict, which is over once it is decided."""

    def __init__(self) -> None:
        self.decided: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.is_over = False
        self.question = QUESTION

    async def conflicts(self) -> Sequence[OpenConflict]:
        if self.is_over:
            return []
        return [
            OpenConflict(
                conflict_id="c1", title="A name", question=self.question, decide=self._decide
            )
        ]

    async def _decide(self, answer: Answer) -> None:
        await self.gate.wait()
        self.decided += answer.option_ids
        self.is_over = True


def conflicts_of(world: DeskWorld, source: Source) -> ConflictQuestions:
    return ConflictQuestions(
        sources=(source,),
        desk=world.desk,
        origin=lambda: ORIGIN,
        spawn=BackgroundTasks().spawn,
        changed=lambda: None,
    )


def pending(world: DeskWorld) -> list[str]:
    return [one.id for one in world.desk.pending()]


def garden(question: Question = QUESTION) -> Answered:
    return Answered(
        answers=(Answer(question_id=question.id, option_ids=("0",)),), provenance=by_click()
    )


async def test_a_conflict_is_put_and_decided_once() -> None:
    world, source = make_world(), Source()
    conflicts = conflicts_of(world, source)
    await conflicts.review()
    await conflicts.review()
    await settle_down()
    (shown,) = conflicts.open
    assert pending(world) == [shown.questions_id]

    await world.desk.respond(shown.questions_id, garden(), Channel.DESKTOP)
    await settle_down()
    assert source.decided == ["0"]
    assert conflicts.open == ()


async def test_what_was_cancelled_before_is_known_by_the_question_it_is_asked_with_now() -> None:
    world, source = make_world(), Source()
    first = conflicts_of(world, source)
    await first.review()
    await settle_down()
    cancelled = Cancelled(provenance=by_click())
    await world.desk.respond(first.open[0].questions_id, cancelled, Channel.DESKTOP)

    again = conflicts_of(world, source)  # as after a restart
    await again.review()
    await settle_down()
    (shown,) = again.open
    assert pending(world) == [shown.questions_id]

    third = conflicts_of(world, source)
    await third.review()
    await settle_down()
    assert pending(world) == [shown.questions_id]
    assert [one.questions_id for one in third.open] == pending(world)

    source.is_over = True
    await third.review()
    await settle_down()
    assert pending(world) == []


async def test_a_conflict_is_asked_in_the_language_of_now_with_what_was_chosen() -> None:
    world, source = make_world(), Source()
    await conflicts_of(world, source).review()
    await settle_down()
    chosen = Draft(answers={"counts": Answer(question_id="counts", option_ids=("1",))})
    (old,) = pending(world)
    await world.desk.save_draft(old, chosen)

    source.question = QUESTION.model_copy(update={"text": "어느 이름으로 할까요?"})
    again = conflicts_of(world, source)  # as after a restart in another language
    await again.review()
    await settle_down()
    (shown,) = world.desk.pending()
    assert shown.id != old
    assert shown.questions.questions[0].text == "어느 이름으로 할까요?"
    assert shown.draft == chosen
    assert [one.questions_id for one in again.open] == [shown.id]
    await world.desk.respond(shown.id, garden(), Channel.DESKTOP)
    await settle_down()
    assert source.decided == ["0"]


async def test_a_conflict_is_not_asked_again_while_it_is_being_decided() -> None:
    world, source = make_world(), Source()
    conflicts = conflicts_of(world, source)
    await conflicts.review()
    await settle_down()
    source.gate.clear()
    await world.desk.respond(pending(world)[0], garden(), Channel.DESKTOP)
    await settle_down()

    await conflicts.review()
    await settle_down()
    assert pending(world) == []
    source.gate.set()
    await settle_down()
    assert source.decided == ["0"]


async def test_a_conflict_that_could_not_be_put_is_put_with_the_next_review() -> None:
    world, source = make_world(), Source()
    conflicts = conflicts_of(world, source)
    world.store.is_broken = True
    await conflicts.review()
    await settle_down()
    assert conflicts.open == ()

    world.store.is_broken = False
    await conflicts.review()
    await settle_down()
    assert len(pending(world)) == 1
