"""`recall` and `forget`, through registry, permission and runner."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from assistant.errors import MemoryFileError
from assistant.memory.model.outcomes import ForgottenFact
from assistant.memory.model.scope import MemoryScope
from assistant.memory.search import MemoryLine
from assistant.tools.memory.memory_tools import MAX_LINES, MemoryTools
from assistant.tools.tool import Permission, ToolOutcome
from tests.helpers.tools.caller import Caller

AT = datetime(2026, 1, 2, 12, tzinfo=UTC)


def line(text: str, scope: MemoryScope = MemoryScope.PERSONAL, **more: Any) -> MemoryLine:
    return replace(MemoryLine(scope=scope, text=text, is_fact=True), **more)


LINES = (
    line("uses PostgreSQL", MemoryScope.WORKSPACE),
    line("answers briefly", MemoryScope.AGENT),
    line("likes green tea"),
    line("likes toffee"),
    line("A person of few words.", is_fact=False),
    line("lived in Berlin", until=AT),
)


class ListedMemory:
    """Implements `Forgetter` over a list."""

    def __init__(self, *lines: MemoryLine) -> None:
        self.lines = list(lines)
        self.problem: MemoryFileError | None = None
        self.is_gone = False

    async def remembered(self) -> tuple[MemoryLine, ...]:
        """Return the lines."""
        return tuple(self.lines)

    async def forget(self, scope: MemoryScope, fact: str) -> ForgottenFact | None:
        """Take a line out."""
        if self.problem is not None:
            raise self.problem
        if self.is_gone:
            return None
        self.lines.remove(line(fact, scope))
        return ForgottenFact(change_id="1", scope=scope, fact=fact)


def recaller(memory: ListedMemory) -> Caller:
    tool = MemoryTools(memory).recall
    assert tool.permission is Permission.SAFE
    return Caller(tool)


def forgetter(memory: ListedMemory) -> Caller:
    tool = MemoryTools(memory).forget
    assert tool.permission is Permission.SAFE
    return Caller(tool)


async def test_memory_is_told_with_where_and_until_when() -> None:
    call = recaller(ListedMemory(*LINES))

    assert (await call(query="berlin")).content == (
        f"This is or was in memory:\n- lived in Berlin (personal, until {AT.astimezone():%Y-%m-%d})"
    )
    every = await call()
    assert len(every.content.splitlines()) == 6
    assert "- uses PostgreSQL (workspace)" in every.content
    nothing = await call(query="zebra")
    assert nothing.outcome is ToolOutcome.OK


async def test_much_is_cut_and_stays_one_line_each() -> None:
    memory = ListedMemory(*(line(f"tea {n}\x1b[2J\u202e " + "x" * 999) for n in range(99)))

    result = await recaller(memory)(query="tea")

    assert len(result.content.splitlines()) == MAX_LINES + 2
    assert "and 39 more lines" in result.content
    assert not set(result.content) & {"\x1b", "\u202e"}


@pytest.mark.parametrize("fact", ["likes green tea", "Likes green tea!", "green tea"])
async def test_a_fact_that_is_clear_is_forgotten(fact: str) -> None:
    memory = ListedMemory(*LINES)

    result = await forgetter(memory)(fact=fact)

    assert result.content == "Forgotten: likes green tea (personal)"
    assert line("likes green tea") not in memory.lines
    assert len(memory.lines) == len(LINES) - 1


async def test_where_else_it_is_said_is_told() -> None:
    memory = ListedMemory(
        line("likes tea"), line("likes tea", MemoryScope.AGENT), line("likes tea", until=AT)
    )

    result = await forgetter(memory)(fact="likes tea", scope="personal")

    assert result.content.splitlines() == [
        "Forgotten: likes tea (personal)",
        "The agent memory says it too.",
        "Earlier versions of the memory, which are kept, still say it.",
    ]


@pytest.mark.parametrize(
    ("fact", "named"),
    [
        ("likes", ["likes green tea", "likes toffee"]),
        ("likes coffee", ["likes toffee"]),
        ("the tea that I like", ["likes green tea"]),
    ],
)
async def test_what_is_not_clear_is_asked_back(fact: str, named: list[str]) -> None:
    memory = ListedMemory(*LINES)

    result = await forgetter(memory)(fact=fact)

    assert result.outcome is ToolOutcome.ERROR
    assert all(f"- {one} (personal)" in result.content for one in named)
    assert "nothing was forgotten" in result.content
    assert memory.lines == list(LINES)


@pytest.mark.parametrize(
    "arguments",
    [
        {"fact": "zebra"},
        {"fact": "A person of few words."},
        {"fact": "lived in Berlin"},
        {"fact": "likes green tea", "scope": "workspace"},
    ],
)
async def test_what_memory_does_not_say_as_a_fact_is_left(arguments: dict[str, Any]) -> None:
    memory = ListedMemory(*LINES)

    result = await forgetter(memory).call(arguments)

    assert result.outcome is ToolOutcome.ERROR
    assert memory.lines == list(LINES)


@pytest.mark.parametrize(
    "arguments",
    [{}, {"fact": ""}, {"fact": "x" * 301}, {"fact": "x", "scope": "all"}, {"fact": ["x"]}],
)
async def test_input_that_does_not_fit_is_refused(arguments: dict[str, Any]) -> None:
    result = await forgetter(ListedMemory(*LINES)).call(arguments)

    assert result.outcome is ToolOutcome.INVALID


async def test_a_disk_that_fails_is_told() -> None:
    memory = ListedMemory(*LINES)
    memory.problem = MemoryFileError("The disk is full.")
    assert "could not be written" in (await forgetter(memory)(fact="likes toffee")).content

    memory.problem, memory.is_gone = None, True
    assert "changed just now" in (await forgetter(memory)(fact="likes toffee")).content
