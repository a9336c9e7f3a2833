"""`remember`: the model keeps a fact beyond the conversation."""

from typing import Annotated, Literal, Protocol, assert_never

from pydantic import BaseModel, Field

from assistant.call_ending import CallEnding, ending_data
from assistant.errors import MemoryFileError
from assistant.locale import mark
from assistant.memory.model.facts import MAX_FACT, as_fact
from assistant.memory.model.file_edits import AlreadyKnown, MemoryFull
from assistant.memory.model.outcomes import KeptFact
from assistant.memory.model.scope import MemoryScope
from assistant.tools.outgoing.disclosure_text import influences_text
from assistant.tools.outgoing.model.disclosure import influences_of
from assistant.tools.outgoing.model.text_source import TextSource
from assistant.tools.tool import (
    InvalidInputError,
    Permission,
    ToolContext,
    ToolOutcome,
    ToolResult,
)
from assistant.tools.toolset import Toolset, tool


class RememberInput(BaseModel):
    """Input of `remember`."""

    scope: Annotated[
        Literal["personal", "workspace", "agent"], Field(description="Whom the fact concerns")
    ]
    fact: Annotated[
        str, Field(min_length=1, max_length=MAX_FACT, description="One sentence on its own")
    ]


class Rememberer(Protocol):
    """Keeps facts."""

    async def remember(
        self, scope: MemoryScope, fact: str, *, influences: str = ""
    ) -> KeptFact | AlreadyKnown | MemoryFull | None:
        """Keep a fact.

        Args:
            scope: Whom it concerns.
            fact: What is kept.
            influences: Whose words may have wanted it kept, for the user; empty if nobody else's.

        Returns:
            What became of it; `MemoryFull` if room is being made for it; None if the user does not
            allow it.

        Raises:
            MemoryFileError: If it could not be written.
        """
        ...


class Remembering(Toolset):
    """Keeps facts that the model finds important."""

    def __init__(self, rememberer: Rememberer) -> None:
        self._rememberer = rememberer

    @tool(Permission.SAFE, mark("Keeps a fact about you"))
    async def remember(self, wanted: RememberInput, context: ToolContext) -> ToolResult:
        fact = as_fact(wanted.fact)
        if not fact:
            raise InvalidInputError(("fact: It says nothing.",))
        scope = MemoryScope(wanted.scope)
        read = [text for text in await context.texts() if text.source is not TextSource.DESCRIPTION]
        influences = influences_text(influences_of(read))
        try:
            outcome = await self._rememberer.remember(scope, fact, influences=influences)
        except MemoryFileError:
            return ToolResult(
                content="It could not be written to the disk. The person was told; go on.",
                outcome=ToolOutcome.ERROR,
            )
        match outcome:
            case KeptFact(alike=alike) if alike:
                return ToolResult(
                    content=f"Kept: {outcome.fact}\nKnown beside it: {alike}\n"
                    "If that is not true any more, forget it."
                )
            case KeptFact(replaced=""):
                return ToolResult(content=f"Kept: {outcome.fact}")
            case KeptFact():
                return ToolResult(content=f"Kept: {outcome.fact}\nIn place of: {outcome.replaced}")
            case AlreadyKnown():
                return ToolResult(content=f"Known already: {outcome.fact}")
            case MemoryFull():
                return ToolResult(
                    content="This memory is full. It is being shortened; the fact is added then."
                )
            case None:
                return ToolResult(
                    content="The person has switched off that you keep facts by yourself.",
                    outcome=ToolOutcome.REFUSED,
                    data=ending_data(CallEnding.SWITCHED_OFF),
                )
            case _:
                assert_never(outcome)
