"""The commands about decisions, through the assembled core."""

import asyncio
from pathlib import Path

from assistant.home import Home
from assistant.protocol.decisions import (
    DecisionsListed,
    ExportDecisions,
    ListDecisions,
    OpenDecision,
)
from assistant.protocol.history import OpenConversation
from assistant.protocol.notices import Notice, Severity
from assistant.storage.store import Store
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.questions.settled import CLAUDE, answered, asked, record
from tests.unit.storage.samples import conversation, message


async def fill(store: Store) -> None:
    """Store a conversation in which a call asked and the answer was changed, and an agent's."""
    await store.conversations.create(conversation(title="The new service"))
    for parent, uuid, text in (
        (None, "m1", "first"),
        ("m1", "m2", "toolu_1"),
        ("m2", "m3", "last"),
    ):
        content = f'[{{"type":"text","text":"{text}"}}]'
        await store.messages.append(message(uuid, parent, role="assistant", content=content))
    await store.questions.add(record(asked(set_id="q1", tool_use_id="toolu_1"), answered()))
    amendment = record(asked(set_id="q2", amends="q1"), answered())
    await store.questions.add(amendment)
    agents = record(asked(set_id="q3", asker=CLAUDE), answered(), conversation_id="agent-s1")
    await store.questions.add(agents)


def notices(running: RunningCore) -> list[str]:
    return [notice.text for notice in running.of(Notice)]


async def test_decisions_are_listed_with_who_asked(home: Home) -> None:
    async with opened(home) as running:
        await fill(running.core.store)
        await running.do(ListDecisions(limit=2))
        listed = await running.until(DecisionsListed)
        assert [one.id for one in listed.decisions] == ["q3", "q2"]
        assert listed.askers == ("Parley", "Claude Code", "webshop")
        rest = ListDecisions(limit=2, before=listed.next)
        await running.do(rest)
        listed = await running.until(DecisionsListed, 2)
        assert (listed.asked, [one.id for one in listed.decisions]) == (rest, ["q1"])
        assert (listed.next, listed.askers) == (None, ())


async def test_two_surfaces_that_ask_at_once_are_both_answered(home: Home) -> None:
    async with opened(home) as running:
        await fill(running.core.store)
        wanted = (ListDecisions(limit=1), ListDecisions(words="database", limit=2))
        await asyncio.gather(*map(running.do, wanted))
        assert {event.asked for event in running.of(DecisionsListed)} == set(wanted)


async def test_a_decision_is_opened_where_it_was_asked(home: Home) -> None:
    async with opened(home) as running:
        store = running.core.store
        await fill(store)
        assert await store.messages.that_asked("c1", "t1", "toolu_1") == "m2"
        assert await store.messages.that_asked("c1", "t1", None) == "m3"
        assert await store.messages.that_asked("c1", "t2", None) is None
        for decision in ("q1", "q2"):
            await running.do(OpenDecision(questions_id=decision))
            assert running.core.conversations.current.conversation_id == "c1"
            await running.do(OpenConversation(conversation_id="c1", message_id="m3"))
        for decision, why in (("q3", "is not kept here"), ("q9", "no such question")):
            await running.do(OpenDecision(questions_id=decision))
            assert why in notices(running)[-1]


async def test_what_became_of_an_export_is_told(home: Home, tmp_path: Path) -> None:
    async with opened(home) as running:
        await fill(running.core.store)
        folder = tmp_path / "records"
        await running.do(ExportDecisions(folder=folder, project="webshop"))
        assert notices(running)[-1] == "1 decision; files written: 1."
        assert [path.name for path in folder.iterdir()] == ["webshop"]
        await running.do(ExportDecisions(folder=next(folder.rglob("*.md"))))
        assert running.of(Notice)[-1].severity is Severity.ERROR
