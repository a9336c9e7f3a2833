"""`list_decisions`: what the user decided, in all conversations and for coding agents."""

from datetime import date, tzinfo
from typing import Annotated, Any, Final, Protocol

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.decision_log.decision import Decision, DecisionPage
from assistant.decision_log.decision_query import DecisionQuery
from assistant.decision_log.decision_words import (
    asker_text,
    chosen_text,
    note_lines,
    outcome_text,
    question_text,
)
from assistant.locale import mark
from assistant.tools.history.archive_tool import day_begin
from assistant.tools.history.search_conversations import MAX_QUERY
from assistant.tools.tool import (
    InvalidInputError,
    ModelTool,
    Permission,
    ToolContext,
    ToolResult,
)

LIST_DECISIONS: Final = "list_decisions"
MAX_RESULTS: Final = 20


class DecisionArchive(Protocol):
    """The decisions that are stored."""

    async def page(self, query: DecisionQuery, *, limit: int) -> DecisionPage:
        """Return the last decisions that a query looks for; raises StoreError."""
        ...


class ListDecisionsInput(BaseModel):
    """Input of `list_decisions`."""

    query: Annotated[
        str, Field(max_length=MAX_QUERY, description="Words of the question or the answer")
    ] = ""
    project: Annotated[str, Field(max_length=200, description="A project, or who asked")] = ""
    since: Annotated[date | None, Field(description="First day, YYYY-MM-DD")] = None
    until: Annotated[date | None, Field(description="Last day, YYYY-MM-DD")] = None


class ListDecisions(ModelTool[ListDecisionsInput]):
    """Tells what the user decided.

    Args:
        description: For the model.
        decisions: Where they are.
        zone: The user's zone; the machine's if None.
    """

    name = LIST_DECISIONS
    purpose = mark("Tells what you decided, and when")
    input_model = ListDecisionsInput
    permission = Permission.SAFE

    def __init__(
        self, *, description: str, decisions: DecisionArchive, zone: tzinfo | None = None
    ) -> None:
        super().__init__(description)
        self._decisions = decisions
        self._zone = zone

    @override
    async def run(self, arguments: ListDecisionsInput, context: ToolContext) -> ToolResult:
        """Tell it.

        Raises:
            InvalidInputError: If the days are none.
            StoreError: If the store cannot be read.
        """
        since = day_begin(arguments.since, "since", self._zone)
        until = day_begin(arguments.until, "until", self._zone, days=1)
        if since is not None and until is not None and since >= until:
            raise InvalidInputError(("until: It is before since.",))
        query = DecisionQuery(
            words=arguments.query.strip(),
            project=arguments.project.strip(),
            since=since,
            until=until,
        )
        page = await self._decisions.page(query, limit=MAX_RESULTS)
        data = {"decisions": list(map(self._data, page.decisions))}
        if not page.decisions:
            return ToolResult(content="The user decided nothing of this kind.", data=data)
        lines = ["What the user decided, the last first; who asked wrote the questions."]
        lines += map(self._line, page.decisions)
        if page.next is not None:
            lines.append("There is more: give more words, or days.")
        return ToolResult(content="\n".join(lines), data=data)

    def _line(self, decision: Decision) -> str:
        """Return a decision as a model reads it."""
        when = f"{decision.decided_at.astimezone(self._zone):%Y-%m-%d %H:%M}"
        line = f"- {when}, {asker_text(decision)} asked: {question_text(decision)}"
        line += f"\n  {decision.kind.value}: {outcome_text(decision)}"
        line += "".join(f"\n  Note: {note}" for note in note_lines(decision))
        return line + ("\n  It was changed later." if decision.changed_by else "")

    def _data(self, decision: Decision) -> dict[str, Any]:
        return {
            "id": decision.id,
            "kind": decision.kind.value,
            "question": question_text(decision),
            "chosen": "; ".join(map(chosen_text, decision.points)),
            "reason": decision.reason,
            "asker": "" if decision.asker is None else decision.asker.title,
            "decided_at": decision.decided_at.astimezone(self._zone).isoformat(),
        }
