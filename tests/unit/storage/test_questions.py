import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import cast

import pytest

from assistant.storage.model.records import QuestionStatus, SettledStatus
from assistant.storage.questions import QUESTION_TTL
from assistant.storage.store import Store
from tests.unit.storage.samples import START, question

SECOND = timedelta(seconds=1)


async def answer(store: Store, status: str = "answered", channel: str | None = "desktop") -> bool:
    return await store.questions.settle(
        "q1",
        status=cast("SettledStatus", status),
        response_json='{"outcome":"answered"}',
        channel=channel,
        at=START,
    )


async def test_a_question_comes_back_as_it_was_stored(store: Store) -> None:
    record = question(deadline=START + SECOND)

    await store.questions.add(record)

    assert await store.questions.get("q1") == record


async def test_an_unknown_question_is_none(store: Store) -> None:
    assert await store.questions.get("nothing") is None


async def test_a_draft_is_kept_with_the_question(store: Store) -> None:
    await store.questions.add(question())

    await store.questions.save_draft("q1", '{"answers":{"a":1}}')

    (found,) = await store.questions.pending()
    assert found.draft_json == '{"answers":{"a":1}}'


async def test_a_draft_that_comes_after_the_answer_is_ignored(store: Store) -> None:
    await store.questions.add(question())
    await answer(store)

    await store.questions.save_draft("q1", '{"late":true}')

    found = await store.questions.get("q1")
    assert found is not None
    assert found.draft_json == question().draft_json


@pytest.mark.parametrize("status", ["answered", "cancelled", "timeout"])
async def test_a_pending_question_settles(store: Store, status: QuestionStatus) -> None:
    await store.questions.add(question())

    assert await answer(store, status)

    assert await store.questions.get("q1") == replace(
        question(),
        status=status,
        response_json='{"outcome":"answered"}',
        settled_at=START,
        channel="desktop",
    )
    assert await store.questions.pending() == ()


@pytest.mark.parametrize("first", ["answered", "cancelled", "timeout"])
@pytest.mark.parametrize("second", ["answered", "cancelled", "timeout"])
async def test_a_settled_question_does_not_settle_again(
    store: Store, first: SettledStatus, second: SettledStatus
) -> None:
    await store.questions.add(question())
    await answer(store, first)
    before = await store.questions.get("q1")

    won = await store.questions.settle(
        "q1", status=second, response_json='"replayed"', channel="web", at=START + SECOND
    )

    assert not won
    assert await store.questions.get("q1") == before


async def test_an_unknown_question_does_not_settle(store: Store) -> None:
    assert not await answer(store)


async def test_a_question_cannot_settle_as_pending(store: Store) -> None:
    await store.questions.add(question())

    with pytest.raises(ValueError, match="pending"):
        await answer(store, "pending")


async def test_of_two_answers_at_once_exactly_one_wins(store: Store) -> None:
    await store.questions.add(question())

    wins = await asyncio.gather(*(answer(store, channel=f"channel {n}") for n in range(8)))

    assert wins.count(True) == 1
    found = await store.questions.get("q1")
    assert found is not None
    assert found.channel == f"channel {wins.index(True)}"


async def test_answering_one_question_changes_no_other(store: Store) -> None:
    await store.questions.add(question("q1"))
    await store.questions.add(question("q2"))

    await answer(store)

    assert await store.questions.pending() == (question("q2"),)


async def test_pending_questions_come_in_the_order_they_were_asked(store: Store) -> None:
    for questions_id in ("q3", "q1", "q2"):
        await store.questions.add(question(questions_id))

    assert [q.questions_id for q in await store.questions.pending()] == ["q3", "q1", "q2"]


async def test_pending_questions_can_be_asked_for_by_conversation(store: Store) -> None:
    await store.questions.add(question("q1"))
    await store.questions.add(question("q2", conversation_id="c2"))

    assert [q.questions_id for q in await store.questions.pending("c2")] == ["q2"]


async def test_the_history_keeps_answered_questions(store: Store) -> None:
    await store.questions.add(question("q1"))
    await store.questions.add(question("q2"))
    await answer(store)

    history = await store.questions.history("c1")

    assert [(q.questions_id, q.status) for q in history] == [("q1", "answered"), ("q2", "pending")]


async def test_a_question_that_timed_out_opens_again_with_a_new_deadline(store: Store) -> None:
    await store.questions.add(question(deadline=START + SECOND))
    await answer(store, "timeout")
    deadline = START + timedelta(minutes=5)

    assert await store.questions.reopen(
        "q1", questions_json='{"again": 1}', now=START + 2 * SECOND, deadline=deadline
    )

    again = replace(question(deadline=deadline), questions_json='{"again": 1}')
    assert await store.questions.pending() == (again,)


@pytest.mark.parametrize("status", ["answered", "cancelled"])
async def test_only_a_question_that_timed_out_opens_again(store: Store, status: str) -> None:
    await store.questions.add(question())
    await answer(store, status)

    assert not await store.questions.reopen("q1", questions_json="{}", now=START, deadline=START)

    assert await store.questions.pending() == ()


async def test_a_question_older_than_a_day_does_not_open_again(store: Store) -> None:
    await store.questions.add(question())
    await answer(store, "timeout")

    for now, is_open in ((START + QUESTION_TTL, False), (START + QUESTION_TTL - SECOND, True)):
        reopened = await store.questions.reopen("q1", questions_json="{}", now=now, deadline=START)
        assert reopened is is_open


async def test_a_deadline_moves_while_the_question_is_open(store: Store) -> None:
    await store.questions.add(question())

    await store.questions.save_deadline("q1", START + SECOND)
    (found,) = await store.questions.pending()
    assert found.deadline == START + SECOND

    await answer(store)
    await store.questions.save_deadline("q1", START + 2 * SECOND)
    settled = await store.questions.get("q1")
    assert settled is not None
    assert settled.deadline == START + SECOND


async def test_reading_questions_walks_an_index_and_not_what_was_settled(store: Store) -> None:
    for n in range(40):
        await store.questions.add(question(f"old{n}", conversation_id=f"c{n % 20}"))
    await store.database.write(
        lambda connection: connection.execute("UPDATE questions SET status = 'answered'")
    )
    await store.questions.add(question())
    statements: list[str] = []
    await store.database.read(lambda connection: connection.set_trace_callback(statements.append))

    assert len(await store.questions.pending()) == 1
    assert len(await store.questions.history("c1")) == 3
    assert await store.questions.get("q1") is not None

    await store.database.read(lambda connection: connection.set_trace_callback(None))
    plans = [
        await store.database.read(
            lambda connection, statement=statement: [
                str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}")
            ]
        )
        for statement in statements
        if statement.startswith("SELECT")
    ]
    assert len(plans) == 3
    for plan, index in zip(
        plans,
        ("INDEX questions_pending", "INDEX questions_by_conversation", "autoindex_questions"),
        strict=True,
    ):
        assert len(plan) == 1, "and nothing is sorted"
        assert index in plan[0]
