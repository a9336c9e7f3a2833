"""The tools that look into memory and forget."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, Protocol

from pydantic import BaseModel, Field

from assistant.errors import MemoryFileError
from assistant.locale import mark
from assistant.memory.model.facts import MAX_FACT, FactSimilarity, compare, key_of
from assistant.memory.model.outcomes import ForgottenFact
from assistant.memory.model.scope import MemoryScope
from assistant.memory.search import MemoryLine, matching_lines
from assistant.tools.model.name_matcher import AmbiguousMatch, NoMatch, UniqueMatch, choose
from assistant.tools.model.wording import one_line, shortened
from assistant.tools.tool import Permission, ToolContext, ToolOutcome, ToolResult
from assistant.tools.toolset import Toolset, tool

MAX_LINES: Final = 60
_MOST_FACTS: Final = 20
"""Facts that programs are given."""
_MAX_LINE: Final = 400
"""Characters of a line."""
_CERTAIN: Final = frozenset({FactSimilarity.SAME, FactSimilarity.WITHIN, FactSimilarity.BEYOND})
"""How a fact must be like the one that is to be forgotten."""
_OFFERED: Final = 8
"""Facts that are named when it is not clear which is meant."""


class RecallInput(BaseModel):
    """Input of `recall`."""

    query: Annotated[
        str, Field(max_length=200, description="Words to look for; empty for all that is kept")
    ] = ""


class ForgetInput(BaseModel):
    """Input of `forget`."""

    fact: Annotated[
        str, Field(min_length=1, max_length=MAX_FACT, description="The fact as memory says it")
    ]
    scope: Annotated[
        Literal["personal", "workspace", "agent"] | None,
        Field(description="Which memory says it; leave it out to look in all"),
    ] = None


class RememberedFacts(Protocol):
    """What is remembered."""

    async def remembered(self) -> tuple[MemoryLine, ...]:
        """Every line of memory, present and past."""
        ...

    async def forget(self, scope: MemoryScope, fact: str) -> ForgottenFact | None:
        """Remove a fact, with a notice that can undo it.

        Returns:
            None if the memory does not say it.

        Raises:
            MemoryFileError: If it could not be written; a notice says so.
        """
        ...


class MemoryTools(Toolset):
    """Looks into memory and takes facts out of it."""

    def __init__(self, memory: RememberedFacts) -> None:
        self._memory = memory

    @tool(Permission.SAFE, mark("Looks up what it knows about you"))
    async def recall(self, wanted: RecallInput, context: ToolContext) -> ToolResult:
        found = matching_lines(wanted.query, await self._memory.remembered())
        if not found:
            return ToolResult(
                content="Nothing of that is in memory, nor was it. Perhaps it was said:"
                " try search_conversations.",
            )
        lines = ["This is or was in memory:"]
        lines += [_line(one) for one in found[:MAX_LINES]]
        if len(found) > MAX_LINES:
            lines.append(f"and {len(found) - MAX_LINES} more lines; give more words")
        facts = [shortened(one_line(one.text), _MAX_LINE) for one in found if one.until is None]
        return ToolResult(content="\n".join(lines), data={"facts": facts[:_MOST_FACTS]})

    @tool(Permission.SAFE, mark("Forgets a fact about you"))
    async def forget(self, wanted: ForgetInput, context: ToolContext) -> ToolResult:
        lines = await self._memory.remembered()
        facts = [
            line
            for line in lines
            if line.until is None
            and line.is_fact
            and (wanted.scope is None or line.scope.value == wanted.scope)
        ]
        match choose(wanted.fact, [fact.text for fact in facts]):
            case UniqueMatch(index) if compare(facts[index].text, wanted.fact) in _CERTAIN:
                return await self._forget(facts[index], context)
            case UniqueMatch(index):  # only spelled alike: coffee, toffee
                return _unclear([facts[index]])
            case AmbiguousMatch(indexes):
                return _unclear([facts[n] for n in indexes])
            case NoMatch(near):
                found = matching_lines(wanted.fact, facts) or tuple(facts[n] for n in near)
                return _unclear(found)

    async def _forget(self, fact: MemoryLine, context: ToolContext) -> ToolResult:
        try:
            done = await self._memory.forget(fact.scope, fact.text)
        except MemoryFileError:
            return ToolResult(
                content="It could not be written to the disk. The person was told; go on.",
                outcome=ToolOutcome.ERROR,
            )
        if done is None:
            return ToolResult(
                content="The memory was changed just now; look again.", outcome=ToolOutcome.ERROR
            )
        content = f"Forgotten: {one_line(done.fact)} ({done.scope.value})"
        left = [
            line
            for line in await self._memory.remembered()
            if key_of(line.text) == key_of(fact.text)
        ]
        now = [line.scope.value for line in left if line.until is None]
        if now:
            content += f"\nThe {' and the '.join(now)} memory says it too."
        if len(left) > len(now):
            content += "\nEarlier versions of the memory, which are kept, still say it."
        return ToolResult(
            content=content,
            data={"scope": done.scope.value},
        )


def _line(one: MemoryLine) -> str:
    when = "" if one.until is None else f", until {one.until.astimezone():%Y-%m-%d}"
    return f"- {shortened(one_line(one.text), _MAX_LINE)} ({one.scope.value}{when})"


def _unclear(facts: Sequence[MemoryLine]) -> ToolResult:
    if not facts:
        return ToolResult(
            content="Memory says no such fact; nothing was forgotten. What the person wrote there"
            " otherwise they can change in the memory window.",
            outcome=ToolOutcome.ERROR,
        )
    listed = "\n".join(f"- {one_line(one.text)} ({one.scope.value})" for one in facts[:_OFFERED])
    return ToolResult(
        content=f"It is not clear which is meant; nothing was forgotten:\n{listed}\n"
        "If the person's words do not say it, ask them. Then call again with the fact as it stands"
        " here.",
        outcome=ToolOutcome.ERROR,
    )
