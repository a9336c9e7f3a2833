"""`recall`: the model looks into memory, and into what it said before."""

from typing import Annotated, Final, Protocol

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.locale import mark
from assistant.memory.search import MemoryLine, matching_lines
from assistant.tools.model.wording import one_line, shortened
from assistant.tools.tool import ModelTool, Permission, ToolContext, ToolResult

MAX_LINES: Final = 60
_MOST_FACTS: Final = 20
"""Facts that programs are given."""
_MAX_LINE: Final = 400
"""Characters of a line."""


class RecallInput(BaseModel):
    """Input of `recall`."""

    query: Annotated[
        str, Field(max_length=200, description="Words to look for; empty for all that is kept")
    ] = ""


class Recaller(Protocol):
    """Knows what is remembered."""

    async def remembered(self) -> tuple[MemoryLine, ...]:
        """Every line of memory, present and past."""
        ...


class RecallTool(ModelTool[RecallInput]):
    """Looks into memory."""

    name = "recall"
    purpose = mark("Looks up what it knows about you")
    input_model = RecallInput
    permission = Permission.SAFE

    def __init__(self, *, description: str, recaller: Recaller) -> None:
        super().__init__(description)
        self._recaller = recaller

    @override
    async def run(self, arguments: RecallInput, context: ToolContext) -> ToolResult:
        """Search memory."""
        found = matching_lines(arguments.query, await self._recaller.remembered())
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


def _line(one: MemoryLine) -> str:
    when = "" if one.until is None else f", until {one.until.astimezone():%Y-%m-%d}"
    return f"- {shortened(one_line(one.text), _MAX_LINE)} ({one.scope.value}{when})"
