"""A tool of an MCP server, as one of ours."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any, Final

from assistant.locale import _
from assistant.mcp_server import ServerConfig, ServerState
from assistant.questions.form.similar_questions import carry_over_response
from assistant.questions.model.question import Cancelled, CancelReason, QuestionSet, Response
from assistant.tools.mcp.connection import ServerConnection
from assistant.tools.mcp.model.call_result import failure, late_remark, tool_result
from assistant.tools.mcp.model.configuration import LONGEST_CALL_S
from assistant.tools.mcp.model.peer import ServerError, SignInRequiredError
from assistant.tools.mcp.model.safe_names import MAX_DESCRIPTION, bounded_text
from assistant.tools.mcp.model.server_offer import RemoteTool
from assistant.tools.model.permission_classes import fingerprint_of
from assistant.tools.tool import InvalidInputError, Permission, ToolContext, ToolResult

PROGRESS_S: Final = 0.25
"""Seconds between two reports of progress that are passed on."""
CEILING_S: Final = float(LONGEST_CALL_S)
"""Seconds a call may take in all while it reports progress, the user's time not counted."""
_MAX_PROGRESS: Final = 200


OnProgress = Callable[[ToolContext, str, float | None], None]
"""Passes on how far a call is: what is said of it, and a share from 0 to 1 or None."""


class CallAsker:
    """Puts a server's questions as questions of the turn; implements `ElicitationAsker`.

    They count as the model's do: a server cannot ask without end.
    """

    def __init__(self, context: ToolContext) -> None:
        self._context = context

    async def ask(self, questions: QuestionSet) -> Response:
        """Ask the user, unless the turn has asked too often.

        Returns:
            The response under the server's own names, whatever ids the questions were put under.

        Raises:
            StoreError: If they cannot be stored.
        """
        if self._context.rounds.is_used_up:
            return Cancelled(reason=CancelReason.CLIENT)
        self._context.rounds.take()
        asked = await self._context.ask(questions)
        return carry_over_response(asked.response, asked.questions, questions)

    def waiting(self) -> contextlib.AbstractContextManager[None]:
        """Pause the call's time limit inside the block."""
        return self._context.waiting_for_user()


def allow_own_time(config: ServerConfig, context: ToolContext) -> None:
    """Set a call's time limit to that of its server's entry, if any."""
    if config.timeout_s is not None:
        context.allow(config.timeout_s)


class ServerTool:
    """Implements `Tool`. Its class is Sensitive, whatever the server says of it."""

    purpose = ""
    aliases: tuple[str, ...] = ()
    permission = Permission.SENSITIVE
    interactive = False
    is_question = False
    is_sensitive = None

    def __init__(
        self,
        *,
        name: str,
        remote: RemoteTool,
        connection: ServerConnection,
        on_progress: OnProgress,
    ) -> None:
        self.name = name
        self.remote: Final = remote
        self.server = connection.config.name
        """For the list of tools."""
        words = bounded_text(remote.description or remote.title, MAX_DESCRIPTION, multiline=True)
        self.description = f"From the MCP server {self.server!r}. {words}".rstrip()
        self.input_schema = dict(remote.input.advertised)
        self.fingerprint = fingerprint_of(self.description, self.input_schema)
        """A class that the user gives it holds for this alone."""
        self._connection = connection
        self._on_progress = on_progress

    @property
    def unavailable(self) -> str | None:
        """Why it cannot be used now."""
        if self._connection.standing is ServerState.CONNECTED:
            return None
        if self._connection.standing is ServerState.SIGN_IN:
            return failure(SignInRequiredError(self.server), server=self.server).content
        return (
            f"The MCP server {self.server!r} is not connected at the moment. It is being tried again"
            " in the background; do without its tools for now."
        )

    def validate(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Validate against the server's schema.

        Raises:
            InvalidInputError: If it does not fit.
        """
        fitted = self.remote.input.fitted(arguments)
        problems = self.remote.input.problems(fitted)
        if problems:
            raise InvalidInputError(problems)
        return fitted

    async def explain(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        """Whose tool it is, and what the server calls it."""
        return _("This is {tool} of the MCP server {server}. What is sent leaves Parley.").format(
            tool=bounded_text(self.remote.name, 100), server=self.server
        )

    async def question(self, arguments: Mapping[str, Any], context: ToolContext) -> None:
        """Asked in the usual words."""

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Call the tool; its time counts from the last progress it reported."""
        allow_own_time(self._connection.config, context)
        report = _Report(context, self._on_progress)
        try:
            answer = await self._connection.call_tool(
                self.remote.name, arguments, on_progress=report, asker=CallAsker(context)
            )
        except ServerError as error:
            return failure(error, server=self.server)
        except asyncio.CancelledError:
            if context.limit is not None:
                context.limit.remark = late_remark(self._connection.unread)
            raise
        return await asyncio.to_thread(
            tool_result,
            answer,
            server=self.server,
            tool=self.remote.name,
            takes_images=context.takes_images,
        )


class _Report:
    """Passes progress on, not too often, and gives the call its time again."""

    def __init__(self, context: ToolContext, on_progress: OnProgress) -> None:
        self._context = context
        self._on_progress = on_progress
        self._each_s = context.limit.seconds if context.limit is not None else None
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time() - PROGRESS_S
        self._renewed = self._loop.time()
        self._left = CEILING_S
        self._reached: float | None = None

    def __call__(self, progress: float, total: float | None, message: str | None) -> None:
        now = self._loop.time()
        if now - self._last < PROGRESS_S:
            return
        self._last = now
        if self._reached is None or progress > self._reached:
            self._reached = progress
            self._renew(now)
        share = progress / total if total is not None and total > 0 else None
        text = bounded_text(message, _MAX_PROGRESS) if message else ""
        self._on_progress(self._context, text, None if share is None else min(1.0, max(0.0, share)))

    def _renew(self, now: float) -> None:
        """Restart the call's time, as long as it has not used too much of it."""
        if self._each_s is None:
            return
        # What lies between and is longer than the limit was the user's time.
        self._left -= min(self._each_s, now - self._renewed)
        self._renewed = now
        if self._left > 0:
            self._context.allow(min(self._each_s, self._left))
