"""Permission as a layer around a tool, so that no tool can forget to ask.

`GuardedTool` wraps any tool that is not Safe by itself and by the user's settings. What the model,
a tool or a server says never changes a class and never confirms: the user sees the real name and
the real arguments.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from typing_extensions import override

from assistant.call_ending import CallEnding, ending_data
from assistant.tools.tool import (
    CallQuestion,
    IsSensitive,
    Permission,
    Tool,
    ToolContext,
    ToolOutcome,
    ToolResult,
)

CONFIRMATION_NEEDED: Final = "이 작업은 확인이 필요합니다"
"""First line of every refusal, for the model; verbatim in every language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallApproved:
    """The call may run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRefused:
    """The call may not run."""

    reason: str
    """For the model."""
    notice: str = ""
    """For the user, in their language; empty if they refused it themselves."""
    ending: CallEnding | None = None
    """What the call is shown as; None if that is a failure."""


class Confirmer(Protocol):
    """Who asks the user."""

    async def confirm(
        self, tool: Tool[Any], arguments: Mapping[str, Any], context: ToolContext
    ) -> CallApproved | CallRefused:
        """Ask whether this call may run, unless that was settled before.

        Raises:
            StoreError: If the question cannot be stored.
        """
        ...


class GuardedTool:
    """A tool that runs only once it is allowed; otherwise the tool it wraps.

    Args:
        tool: What is wrapped.
        permission: The class it is treated as.
        is_enabled: Whether a Restricted tool was enabled in the settings.
        confirmer: Asks the user.
    """

    def __init__(
        self,
        tool: Tool[Any],
        *,
        permission: Permission,
        is_enabled: bool,
        confirmer: Confirmer,
    ) -> None:
        self._tool = tool
        self._is_enabled = is_enabled
        self._confirmer = confirmer
        self.permission = permission
        self.name = tool.name
        self.aliases = tool.aliases
        self.description = tool.description
        self.purpose = tool.purpose
        self.input_schema = tool.input_schema
        self.interactive = tool.interactive
        self.is_question = tool.is_question
        self.is_sensitive = tool.is_sensitive

    @property
    def is_off(self) -> bool:
        """Whether the settings keep it from running at all."""
        return self.permission is Permission.RESTRICTED and not self._is_enabled

    @property
    def unavailable(self) -> str | None:
        return self._tool.unavailable

    def validate(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Accept any input: permission comes before validation."""
        return arguments

    async def explain(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        return await self._tool.explain(arguments, context)

    async def question(
        self, arguments: Mapping[str, Any], context: ToolContext
    ) -> CallQuestion | None:
        return await self._tool.question(arguments, context)

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Ask, validate, run.

        Raises:
            InvalidInputError: If the input does not fit.
            AssistantError: If the tool failed in a way that the model may read.
        """
        if self.is_off:
            return refusal(
                "This tool is switched off in the settings.", ending=CallEnding.SWITCHED_OFF
            )
        match await self._confirmer.confirm(self, arguments, context):
            case CallRefused() as refused:
                return refusal(refused.reason, notice=refused.notice, ending=refused.ending)
            case CallApproved():
                return await self._tool.run(self._tool.validate(arguments), context)


class PartlyGuardedTool(GuardedTool):
    """A Safe tool some of whose calls the user confirms.

    Args:
        tool: What is wrapped.
        is_sensitive: Tells which calls.
        confirmer: Asks the user.
    """

    def __init__(self, tool: Tool[Any], *, is_sensitive: IsSensitive, confirmer: Confirmer) -> None:
        super().__init__(tool, permission=Permission.SAFE, is_enabled=True, confirmer=confirmer)
        self._guarded = GuardedTool(
            tool, permission=Permission.SENSITIVE, is_enabled=True, confirmer=confirmer
        )
        self._judge = is_sensitive

    @override
    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Ask where this call must be confirmed, validate, run."""
        if await self._judge(arguments, context):
            return await self._guarded.run(arguments, context)
        return await self._tool.run(self._tool.validate(arguments), context)


def refusal(reason: str, *, notice: str = "", ending: CallEnding | None = None) -> ToolResult:
    """Result of a call that was not allowed."""
    return ToolResult(
        content=f"{CONFIRMATION_NEEDED}\n{reason}",
        outcome=ToolOutcome.REFUSED,
        notice=notice,
        data={"is_refused": True, **(ending_data(ending) if ending is not None else {})},
    )
