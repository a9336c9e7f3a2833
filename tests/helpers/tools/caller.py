"""Calls of tools through what every call goes through: registry, permission, runner."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from typing_extensions import override

from assistant.clock import Clock, SystemClock
from assistant.llm.messages_api.messages import ToolUseBlock
from assistant.tools.permission import CallApproved, CallRefused
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.tool import Tool, ToolContext, ToolResult
from tests.helpers.tools.fakes import ListedAudit, ScriptedConfirmer, context


class SignallingConfirmer(ScriptedConfirmer):
    """Also tells when it is asked.

    Attributes:
        was_asked: Set once it was.
    """

    def __init__(self) -> None:
        super().__init__()
        self.was_asked = asyncio.Event()

    @override
    async def confirm(
        self, tool: Tool[Any], arguments: Mapping[str, Any], context: ToolContext
    ) -> CallApproved | CallRefused:
        """Give the verdict."""
        self.was_asked.set()
        return await super().confirm(tool, arguments, context)


class ExplainingConfirmer(SignallingConfirmer):
    """Also has the tool explain the call first, as the question to the user does.

    Attributes:
        explained: What the tool said of each call.
    """

    def __init__(self) -> None:
        super().__init__()
        self.explained: list[str] = []

    @override
    async def confirm(
        self, tool: Tool[Any], arguments: Mapping[str, Any], context: ToolContext
    ) -> CallApproved | CallRefused:
        """Give the verdict."""
        self.explained.append(await tool.explain(arguments, context))
        return await super().confirm(tool, arguments, context)


class Caller:
    """Calls one tool as the model does; nothing that is not Safe runs unasked.

    Attributes:
        confirmer: Is asked for confirmation, and gives it unless a test says otherwise.
        audit: What was written down.
    """

    def __init__(
        self,
        tool: Tool[Any],
        *,
        workspace: Path = Path("/nowhere"),
        clock: Clock | None = None,
        enabled: bool = True,
        confirmer: SignallingConfirmer | None = None,
    ) -> None:
        self.confirmer = confirmer or SignallingConfirmer()
        self.audit = ListedAudit()
        self._tool = tool
        self._context = replace(context(), workspace=workspace)
        registry = ToolRegistry(
            confirmer=self.confirmer, enabled=frozenset({tool.name} if enabled else ())
        )
        registry.add(tool)
        self._runner = ToolRunner(
            registry=registry, clock=clock or SystemClock(), timeout_s=10, audit=self.audit
        )

    @property
    def context(self) -> ToolContext:
        """Where the calls run."""
        return self._context

    async def __call__(self, **arguments: Any) -> ToolResult:
        """Call the tool and return its result."""
        return await self.call(arguments)

    async def call(self, arguments: Mapping[str, Any]) -> ToolResult:
        """Call the tool with any input and return its result."""
        batch = self._runner.batch(
            [ToolUseBlock(id="toolu_1", name=self._tool.name, input=dict(arguments))],
            context=self._context,
            on_event=lambda _event: None,
        )
        await batch.run()
        (result,) = batch.results
        return result

    def begin(self, **arguments: Any) -> "asyncio.Task[ToolResult]":
        """Call the tool in a task of its own, that a test may cancel."""
        return asyncio.ensure_future(self.call(arguments))
