"""The MCP server: puts the questions of other programs to the user, in both eras of the protocol.

The user is asked on their own surfaces, and in the form of a client that shows one. Until 2025 a
client holds its call open meanwhile; from 2026 on the form is the result of the call.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable, Mapping
from typing import Any, Final

from mcp.server.caching import CacheHint
from mcp.server.lowlevel.server import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from assistant.channels.mcp.call_waiter import CallWaiter
from assistant.channels.mcp.client_context import (
    ON_A_STREAM,
    Context,
    client_name,
    connection_of,
    first_root,
    hears_progress,
    session_name,
    shows_forms,
)
from assistant.channels.mcp.client_form import ClientForm, nobody_at_client
from assistant.channels.mcp.heartbeat import CLEAR_LIMIT_S, run_detached
from assistant.channels.mcp.held_questions import HeldQuestions
from assistant.channels.mcp.model.asker_name import asker_of, project_of_call
from assistant.channels.mcp.model.call_limit import CALL_LIMIT_S, held_key
from assistant.channels.mcp.model.client_forms import ClientForms
from assistant.channels.mcp.model.elicitation_dialogue import ElicitationState
from assistant.channels.mcp.model.tool_calls import AskCall, read_call, tool_named
from assistant.channels.mcp.model.tool_definitions import (
    INSTRUCTIONS,
    PERMISSION_TOOL,
    TOOL_DEFINITIONS,
)
from assistant.channels.mcp.model.tool_results import (
    error_result,
    nobody_result,
    outcome_result,
    server_closed_result,
)
from assistant.channels.mcp.permission_calls import (
    NOBODY,
    Approve,
    asked_by_call,
    decision_result,
    denied,
    permission_result,
)
from assistant.channels.mcp.question_surfaces import QuestionSurfaces
from assistant.channels.mcp.result_forms import ResultForms
from assistant.clock import Clock
from assistant.errors import (
    AnswerRefused,
    AssistantError,
    UnreachableError,
)
from assistant.questions.model.asker import Asker
from assistant.questions.model.limits import MAX_TIMEOUT_S, PROVIDE_CHOICE_TIMEOUT_S

_log = logging.getLogger(__name__)

NAME: Final = "parley"
GONE_KEY: Final = "parley.gone"
"""What holds, in the scope of a request, the event that its caller has hung up."""
_STATE_TTL_S: Final = 2 * MAX_TIMEOUT_S
"""Longer than any wait, so that whoever is late is told that they are."""
_TOOLS_LAST_MS: Final = 3_600_000
"""How long clients may remember which tools there are; they are always the same."""


class QuestionServer:
    """Answers the calls of clients.

    Args:
        surfaces: Where the user is asked if the client cannot.
        clock: Time.
        version: Of this program.
        timeout_s: How long is waited if a call does not say.
        project: The folder that the client works in, as the user is told.
        is_unattended: Whether it is known that nobody sees the client's forms.
        client_forms: When the client's own form is used.
        call_limit_s: After how long a client that hears no progress gives up on a call.
        has_permissions: Whether the tool for permissions is offered.
        approve: Asks for a permission; None where nobody can be asked for one.
        say: Told in words what goes on, for whoever runs the server.
    """

    def __init__(
        self,
        *,
        surfaces: QuestionSurfaces,
        clock: Clock,
        version: str,
        timeout_s: float = PROVIDE_CHOICE_TIMEOUT_S,
        project: str = "",
        client_forms: ClientForms = "auto",
        call_limit_s: float = CALL_LIMIT_S,
        is_unattended: bool = False,
        has_permissions: bool = False,
        approve: Approve | None = None,
        say: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self._surfaces = surfaces
        self._clock = clock
        self._version = version
        self._timeout_s = timeout_s
        self._project = project
        self._projects: dict[str, str] = {}
        """What the clients of each connection said of it, where it was not known."""
        self._client_forms: ClientForms = client_forms
        self._tools = (*TOOL_DEFINITIONS, PERMISSION_TOOL) if has_permissions else TOOL_DEFINITIONS
        self._approve = approve
        self._held = HeldQuestions()
        """Those that are open between two calls, by their ids."""
        self._nobody_at = {ON_A_STREAM} if is_unattended else set[str]()
        """The connections whose clients answer forms by themselves."""
        self._waiter = CallWaiter(
            surfaces=surfaces,
            held=self._held,
            clock=clock,
            client_forms=client_forms,
            call_limit_s=call_limit_s,
            say=say,
        )
        self._result_forms = ResultForms(
            surfaces=surfaces,
            held=self._held,
            clock=clock,
            client_forms=client_forms,
            elsewhere=self._waiter.elsewhere,
            nobody_there=lambda context: self._remember(connection_of(context)),
        )
        self._calls: set[asyncio.Task[Any]] = set()
        """What is under way."""
        self._is_ending = False

    def build(self) -> Server[Any]:
        """Return the server for the package to run, on any transport."""
        server: Server[Any] = Server(
            NAME,
            version=self._version,
            title="Parley",
            instructions=INSTRUCTIONS,
            cache_hints={"tools/list": CacheHint(ttl_ms=_TOOLS_LAST_MS, scope="public")},
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
        )
        security = RequestStateSecurity.ephemeral(ttl=_STATE_TTL_S)
        server.middleware.append(RequestStateBoundary(security, default_audience=NAME))
        return server

    async def withdraw(self) -> None:
        """Take back every question that is open, as the program ends; their clients are told."""
        self._is_ending = True
        calls = tuple(self._calls)
        for call in calls:
            call.cancel()
        if calls:
            await asyncio.wait(calls, timeout=CLEAR_LIMIT_S)
        await self._held.withdraw()

    async def _list_tools(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=list(self._tools))

    async def _call_tool(
        self, context: Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        work = asyncio.create_task(self._called(context, params), name=f"mcp-{context.request_id}")
        self._calls.add(work)
        gone = None if context.request is None else context.request.scope.get(GONE_KEY)
        watching = None
        if isinstance(gone, asyncio.Event):
            watching = asyncio.create_task(gone.wait(), name=f"mcp-{context.request_id}-gone")
            watching.add_done_callback(lambda _watching: work.cancel())
        try:
            return await run_detached(work)
        except asyncio.CancelledError:
            has_left = isinstance(gone, asyncio.Event) and gone.is_set()
            if (self._is_ending or has_left) and work.cancelled():
                return error_result(server_closed_result())
            raise
        finally:
            self._calls.discard(work)
            if watching is not None:
                watching.cancel()

    async def _called(
        self, context: Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        if params.name == PERMISSION_TOOL.name and PERMISSION_TOOL in self._tools:
            return await self._permitted(context, params.arguments or {})
        tool = tool_named(params.name)
        if tool is None:
            raise MCPError(code=INVALID_PARAMS, message=f"Unknown tool: {params.name}")
        state = None
        if params.request_state is not None:
            state = ElicitationState.model_validate_json(params.request_state)
        try:
            call = read_call(
                tool,
                params.arguments or {},
                set_id=uuid.uuid4().hex if state is None else state.set_id,
                asker=await self._asker_of(context),
                timeout_s=self._timeout_s,
            )
            for note in call.notes:
                _log.warning("Question call %s: %s", params.name, note)
            self._surfaces.check(call.transport)
        except AssistantError as error:
            return error_result(error)
        try:
            return await self._asked(context, params, call, state)
        except AnswerRefused as error:
            return error_result(error)
        except UnreachableError as error:
            _log.warning("Nobody could be asked: %s", error.message)
            return nobody_result(call, error)
        except AssistantError as error:
            _log.warning("A question was not answered: %s", error.message)
            return error_result(error)

    async def _permitted(self, context: Context, arguments: Mapping[str, Any]) -> CallToolResult:
        if self._approve is None:
            return decision_result(denied(NOBODY))
        asked = asked_by_call(arguments, await self._asker_of(context))
        verdict = await self._waiter.decided(context, self._approve(asked))
        return permission_result(asked, verdict)

    async def _asker_of(self, context: Context) -> Asker:
        return asker_of(
            client_name(context),
            project=await self._project_of(context),
            session=session_name(context),
        )

    async def _project_of(self, context: Context) -> str:
        """Return the folder that a call comes from: its own, its client's, or the client's root."""
        if project := project_of_call(context.meta or {}):
            return project
        connection = connection_of(context)
        if self._project or connection is None:
            return self._project
        known = self._projects.get(connection)
        if known is None:
            known = self._projects[connection] = await first_root(context)
        return known

    async def _asked(
        self,
        context: Context,
        params: CallToolRequestParams,
        call: AskCall,
        state: ElicitationState | None,
    ) -> CallToolResult | InputRequiredResult:
        connection = connection_of(context)
        can_show = (
            call.transport == "auto" and self._client_forms != "never" and shows_forms(context)
        )
        has_form = can_show and connection not in self._nobody_at
        if state is not None or (has_form and context.protocol_version in MODERN_PROTOCOL_VERSIONS):
            return await self._result_forms.ask(context, params, call, state)
        form = None
        if has_form:
            form = ClientForm(
                context, clock=self._clock, nobody_there=lambda: self._remember(connection)
            )
        known = [nobody_at_client().message] if can_show and not has_form else []
        if form is not None or connection is None or hears_progress(context):
            return outcome_result(call, await self._waiter.here(context, call, form, known=known))
        key = held_key(connection, params.name, params.arguments)
        return await self._waiter.in_turns(context, call, key, known=known)

    def _remember(self, connection: str | None) -> None:
        """Ask nothing more in the forms of a client that answers them by itself."""
        _log.warning("A client answers its forms by itself; they are not used any more.")
        if connection is not None:
            self._nobody_at.add(connection)
