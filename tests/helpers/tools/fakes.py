"""Tools, confirmers and audits that do what a test tells them."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from assistant.errors import StoreError
from assistant.questions.model.question import Channel, Origin, QuestionSet, Response
from assistant.storage.model.records import ToolCallRecord
from assistant.tools.permission import CallApproved, CallRefused
from assistant.tools.tool import (
    AnsweredQuestions,
    AskUser,
    CallQuestion,
    InvalidInputError,
    IsSensitive,
    Permission,
    QuestionRounds,
    Tool,
    ToolContext,
    ToolResult,
)

Work = Callable[[Mapping[str, Any], ToolContext], Awaitable[ToolResult]]


async def echo(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
    """Give back the arguments."""
    return ToolResult(content=f"{context.tool_use_id}: {dict(arguments)}")


class ScriptedTool:
    """Implements `Tool`; `runs` lists the calls that got as far as running.

    The input is invalid if it has the key `wrong`.
    """

    def __init__(
        self,
        name: str = "tool",
        work: Work = echo,
        *,
        permission: Permission = Permission.SAFE,
        interactive: bool = False,
        is_question: bool = False,
        aliases: tuple[str, ...] = (),
        unavailable: str | None = None,
    ) -> None:
        self.name = name
        self.aliases = aliases
        self.description = f"Does {name}."
        self.purpose = ""
        self.input_schema: dict[str, Any] = {"type": "object"}
        self.permission = permission
        self.interactive = interactive
        self.is_question = is_question
        self.unavailable = unavailable
        self.is_sensitive: IsSensitive | None = None
        self.runs: list[str] = []
        self._work = work

    def validate(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Refuse input with the key `wrong`."""
        if "wrong" in arguments:
            raise InvalidInputError(("wrong: must not be there", "right: is missing"))
        return arguments

    async def explain(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        """Say nothing."""
        return ""

    async def question(
        self, arguments: Mapping[str, Any], context: ToolContext
    ) -> CallQuestion | None:
        """Leave the words to others."""
        return None

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Do the work."""
        self.runs.append(context.tool_use_id)
        return await self._work(arguments, context)


class ScriptedConfirmer:
    """Implements `Confirmer`; gives the verdict and notes what it was asked."""

    def __init__(self, verdict: CallApproved | CallRefused | None = None) -> None:
        self.verdict: CallApproved | CallRefused = verdict or CallApproved()
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def confirm(
        self, tool: Tool[Any], arguments: Mapping[str, Any], context: ToolContext
    ) -> CallApproved | CallRefused:
        """Give the verdict."""
        self.asked.append((tool.name, dict(arguments)))
        return self.verdict


class ListedAudit:
    """Implements `ToolAudit` with a list; fails if told to."""

    def __init__(self, *, fails: bool = False) -> None:
        self.records: list[ToolCallRecord] = []
        self._fails = fails

    async def add(self, record: ToolCallRecord) -> None:
        """Keep the record."""
        if self._fails:
            raise StoreError("The disk is full.")
        self.records.append(record)


class ScriptedPerson:
    """Implements `AskUser`: answers with what the test gives, when the test gives it."""

    def __init__(self) -> None:
        self.asked: list[QuestionSet] = []
        self._responses: asyncio.Queue[Response] = asyncio.Queue()

    async def __call__(self, questions: QuestionSet) -> AnsweredQuestions:
        """Wait for the next response."""
        self.asked.append(questions)
        return AnsweredQuestions(questions=questions, response=await self._responses.get())

    def answers(self, response: Response) -> None:
        """Give the next response."""
        self._responses.put_nowait(response)


def context(
    ask: AskUser | None = None,
    *,
    channel: Channel = Channel.DESKTOP,
    conversation_id: str = "c1",
    rounds: int = 10,
) -> ToolContext:
    """Return the context of a turn."""
    return ToolContext(
        conversation_id=conversation_id,
        turn_id="t1",
        origin=Origin(channel=channel, conversation_id=conversation_id, turn_id="t1"),
        workspace=Path("/workspace"),
        ask=ask or ScriptedPerson(),
        rounds=QuestionRounds(rounds),
        tool_use_id="toolu_1",
    )
