"""Memories that are full: rewritten behind the conversation, and facts that wait for room."""

import asyncio

import pytest

from assistant.engine.memory.compactor import WAITING
from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.memory import (
    ArchivedRead,
    CompactMemory,
    FactKept,
    MemoryRead,
    MemorySaved,
    ReadArchived,
    ReadMemory,
    Remember,
    UndoMemory,
)
from assistant.protocol.notices import Notice
from assistant.protocol.turns import ToolFinished
from tests.helpers.engine.memories import remembers, say, text_of, write
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says


def full(limit: int) -> str:
    """Return a memory of different facts that is as long as it may be."""
    lines: list[str] = []
    while sum(map(len, lines)) < limit - 60:
        number = len(lines)
        lines.append(f"- {chr(97 + number % 26) * 20} costs {number} coins\n")
    return (
        "".join(lines)
        + "- the end of the list, which goes on and on".ljust(
            limit - sum(map(len, lines)) - 1, "!"
        )[: limit - sum(map(len, lines)) - 1]
        + "\n"
    )


def shorter(limit: int) -> str:
    """Return a rewriting of `full` that keeps every number."""
    count = full(limit).count("coins")
    return "- the end of the list\n" + "\n".join(f"- item costs {n}" for n in range(count))


@pytest.mark.requirement("MEM-06")
async def test_a_full_memory_is_rewritten_in_the_background_and_the_fact_added(home: Home) -> None:
    old = full(8_000)
    assert len(old) == 8_000
    write(home, MemoryScope.PERSONAL, old)
    model = ScriptedModel(
        [remembers(MemoryScope.PERSONAL, "Likes green tea"), says("Noted."), says(shorter(8_000))]
    )
    async with opened(home, model) as running:
        await say(running, "I like green tea")
        assert "being shortened" in running.of(ToolFinished)[0].content
        await running.until(FactKept)

        text = text_of(home, MemoryScope.PERSONAL)
        assert text.endswith("- Likes green tea\n")
        assert len(text) <= 5_600 + len("- Likes green tea\n")
        await running.do(ReadMemory())
        (archived,) = running.of(MemoryRead)[-1].archive
        assert (archived.scope, archived.characters) == (MemoryScope.PERSONAL, 8_000)
        await running.do(ReadArchived(name=archived.name))
        assert running.of(ArchivedRead)[-1].text == old.strip()
        rewriting = running.model.requests[2]
        assert rewriting.tools == ()
        assert "5600" in rewriting.system[0].text

        shortened = next(n for n in running.of(Notice) if "was shortened" in n.text)
        command = shortened.actions[0].command
        assert isinstance(command, UndoMemory)
        await running.do(command)
        assert text_of(home, MemoryScope.PERSONAL) == old + "- Likes green tea\n"


@pytest.mark.requirement("MEM-06")
@pytest.mark.parametrize(
    "rewriting",
    [
        pytest.param("- nothing is left", id="numbers are lost"),
        pytest.param("Here you are:\n" + shorter(8_000), id="a line is no fact"),
        pytest.param(full(8_000), id="no shorter"),
        pytest.param("", id="empty"),
    ],
)
async def test_a_rewriting_that_loses_something_changes_nothing(home: Home, rewriting: str) -> None:
    write(home, MemoryScope.PERSONAL, full(8_000))
    async with opened(home, ScriptedModel([says(rewriting)])) as running:
        await running.do(Remember(scope=MemoryScope.PERSONAL, fact="Likes green tea"))
        notice = await running.until_notice("memory_full")

        assert "Likes green tea" in notice.text
        assert text_of(home, MemoryScope.PERSONAL) == full(8_000)
        assert not running.of(FactKept)
        assert not list(home.root.rglob("memory-archive"))


@pytest.mark.requirement("MEM-06")
async def test_a_model_that_fails_changes_nothing(home: Home) -> None:
    write(home, MemoryScope.PERSONAL, full(8_000))
    failure = ProviderError("It is overloaded.", category=ErrorCategory.OVERLOADED)
    async with opened(home, ScriptedModel([[failure]])) as running:
        await running.do(Remember(scope=MemoryScope.PERSONAL, fact="Likes green tea"))
        notice = await running.until_notice("memory_full")

        assert "It is overloaded." in notice.hint
        assert text_of(home, MemoryScope.PERSONAL) == full(8_000)


async def test_a_fact_that_waits_for_room_is_not_lost_with_the_end_of_the_program(
    home: Home,
) -> None:
    write(home, MemoryScope.PERSONAL, full(8_000))
    stuck = [Wait(gate=asyncio.Event()), *says(shorter(8_000))]
    async with opened(home, ScriptedModel([stuck])) as running:
        await running.do(Remember(scope=MemoryScope.PERSONAL, fact="Likes green tea"))
        await running.do(Remember(scope=MemoryScope.PERSONAL, fact="Has a cat"))
        await running.settle()
        assert text_of(home, MemoryScope.PERSONAL) == full(8_000)
    async with opened(home, ScriptedModel([says(shorter(8_000))])) as running:
        await running.until(FactKept, 2)
        await running.settle()
        assert text_of(home, MemoryScope.PERSONAL).endswith("- Likes green tea\n- Has a cat\n")
        assert not await running.core.store.state.get(WAITING)
    async with opened(home, ScriptedModel([])) as running:
        await running.settle()
        assert not running.of(FactKept), "once is enough"


async def test_a_fact_that_waited_goes_into_room_that_was_made_meanwhile(home: Home) -> None:
    write(home, MemoryScope.PERSONAL, full(8_000))
    async with opened(home, ScriptedModel([[Wait(gate=asyncio.Event())]])) as running:
        await running.do(Remember(scope=MemoryScope.PERSONAL, fact="Likes green tea"))
        await running.settle()
    write(home, MemoryScope.PERSONAL, "- Has a cat\n")
    model = ScriptedModel([])
    async with opened(home, model) as running:
        await running.until(FactKept)
        assert text_of(home, MemoryScope.PERSONAL) == "- Has a cat\n- Likes green tea\n"
        assert model.requests == []


async def test_a_memory_is_shortened_by_command_and_the_headings_stay(home: Home) -> None:
    write(
        home,
        MemoryScope.AGENT,
        "# Style\n\n- answer in short\n- answer in very short words\n\nBye.\n",
    )
    async with opened(home, ScriptedModel([says("- answer shortly")])) as running:
        await running.do(CompactMemory(scope=MemoryScope.AGENT))
        await running.until(MemorySaved)

        assert running.of(MemorySaved) == [MemorySaved(scope=MemoryScope.AGENT)]
        assert text_of(home, MemoryScope.AGENT) == "# Style\n\n- answer shortly\n\nBye.\n"


async def test_nothing_to_shorten_is_said(home: Home) -> None:
    async with opened(home, ScriptedModel()) as running:
        await running.do(CompactMemory(scope=MemoryScope.AGENT))
        await running.until(MemorySaved)

        assert running.of(MemorySaved)[0].problem
