"""`run_command`: one line for the user's shell, in the workspace."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Protocol

from pydantic import BaseModel, Field

from assistant.call_ending import CallEnding, ending_data
from assistant.errors import ToolError
from assistant.foreign_text import with_hidden_written
from assistant.locale import _, mark
from assistant.tools.system.shell import CommandResult
from assistant.tools.tool import (
    InvalidInputError,
    Permission,
    ToolContext,
    ToolOutcome,
    ToolResult,
)
from assistant.tools.toolset import Toolset, tool

MAX_COMMAND: Final = 4_000
USUAL_S: Final = 60
MAX_S: Final = 600
_MARGIN_S: Final = 5.0
"""What the call has beyond the command's own time, to end it and tell what it printed."""


class RunCommandInput(BaseModel):
    """Input of `run_command`."""

    command: Annotated[
        str, Field(min_length=1, max_length=MAX_COMMAND, description="Line for the shell")
    ]
    time_limit_s: Annotated[int, Field(ge=1, le=MAX_S, description="Seconds it may take")] = USUAL_S


class CommandRunner(Protocol):
    """Runs lines of a shell."""

    @property
    def name(self) -> str:
        """The shell's name, for the user."""
        ...

    async def run(self, line: str, *, folder: Path, time_s: float) -> CommandResult:
        """Run a line and kill what it leaves behind.

        Raises:
            ToolError: If it cannot be started.
        """
        ...


class CommandTools(Toolset):
    """Runs commands."""

    def __init__(self, shell: CommandRunner) -> None:
        self._shell = shell

    @tool(Permission.RESTRICTED, mark("Runs a command"))
    async def run_command(self, wanted: RunCommandInput, context: ToolContext) -> ToolResult:
        """Run it.

        Raises:
            InvalidInputError: If the line has characters that no line has.
            ToolError: If it cannot be started.
        """
        written = with_hidden_written(wanted.command)
        if written != wanted.command:
            raise InvalidInputError((f"command: it contains what does not show: {written}",))
        if not wanted.command.strip():
            raise InvalidInputError(("command: it is empty",))
        try:
            await asyncio.to_thread(context.workspace.mkdir, parents=True, exist_ok=True)
        except OSError as error:
            raise ToolError(f"The workspace folder cannot be used: {error}.") from error
        context.allow(wanted.time_limit_s + _MARGIN_S)
        ran = await self._shell.run(
            wanted.command, folder=context.workspace, time_s=wanted.time_limit_s
        )
        return _result(ran, wanted.time_limit_s)

    @run_command.explain
    async def command_to_run(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        """Command, folder and time limit as they would be used."""
        return "\n".join(
            (
                _("Folder: {folder}").format(folder=context.workspace),
                _("Shell: {shell}").format(shell=self._shell.name),
                _("Time limit: {seconds} s").format(seconds=arguments.get("time_limit_s", USUAL_S)),
                # Last, so that none of its own lines can be taken for one of these.
                _("Command: {command}").format(command=arguments.get("command", "")),
            )
        )


def _result(ran: CommandResult, time_limit_s: int) -> ToolResult:
    outcome = ToolOutcome.OK
    if ran.was_late:
        head = f"It took longer than {time_limit_s} seconds and was ended with all it had started."
        outcome = ToolOutcome.TIMEOUT
    elif ran.was_flooding:
        head = "It printed without end and was ended with all it had started."
        outcome = ToolOutcome.ERROR
    elif ran.exit_code:
        head = f"Exit code {ran.exit_code}."
        outcome = ToolOutcome.ERROR
    else:
        head = "Exit code 0."
    output = ran.output.rstrip("\n")
    if not output:
        head += " It printed nothing."
    return ToolResult(
        content=f"{head}\n{output}".rstrip("\n"),
        outcome=outcome,
        data={
            **({} if ran.exit_code is None else {"exit_code": ran.exit_code}),
            **(ending_data(CallEnding.TOO_LONG) if ran.was_late else {}),
        },
    )
