"""The MCP server: puts the questions of other programs to the user, in both eras of the protocol.

Clients that can show a form are asked to (`elicitation`); for the others the user is asked on their
own surfaces. Until 2025 a client holds the call open meanwhile. From 2026 on it gets the form as the
result of the call and calls again with what was filled in; what is known by then travels with it,
sealed.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable
from typing import Any, Final

import anyio
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CONNECTION_CLOSED,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ElicitResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from assistant.channels.mcp.heartbeat import CLEAR_LIMIT_S, Heartbeat, run_detached
from assistant.channels.mcp.model.elicitation_dialogue import ElicitationDialogue, ElicitationState
from assistant.channels.mcp.model.forms import style_of
from assistant.channels.mcp.model.tool_calls import AskCall, AskResult, read_call, tool_named
from assistant.channels.mcp.model.tool_definitions import INSTRUCTIONS, TOOLS
from assistant.channels.mcp.model.tool_results import (
    INPUT,
    error_result,
    input_required_result,
    outcome_result,
    server_closed_result,
)
from assistant.channels.mcp.question_surfaces import QuestionSurfaces
from assistant.clock import Clock
from assistant.errors import AnswerRefused, AssistantError, QuestionError, RefusalReason
from assistant.locale import _
from assistant.questions.model.limits import MAX_TIMEOUT_S, PROVIDE_CHOICE_TIMEOUT_S
from assistant.questions.model.question import Response, TimedOut
from assistant.questions.model.sanitizer import clean_text, one_line

_log = logging.getLogger(__name__)

NAME: Final = "parley"
BY_FORM: Final = "elicitation"
"""The transport, where the client shows a form."""
_STATE_TTL_S: Final = 2 * MAX_TIMEOUT_S
"""Longer than any wait, so that whoever is late is told that they are."""
_MAX_NAME: Final = 60
_MOST_REMEMBERED: Final = 4096
"""Forms of which is remembered that they were answered."""
_TOOLS_LAST_MS: Final = 3_600_000
"""How long clients may remember which tools there are; they are always the same."""

Context = ServerRequestContext[Any, Any]


class QuestionServer:
    """Answers the calls of clients.

    Args:
        surfaces: Where the user is asked if the client cannot.
        clock: Time.
        version: Of this program.
        timeout_s: How long is waited if a call does not say.
        say: Told in words what goes on, for whoever runs the server.
    """

    def __init__(
        self,
        *,
        surfaces: QuestionSurfaces,
        clock: Clock,
        version: str,
        timeout_s: float = PROVIDE_CHOICE_TIMEOUT_S,
        say: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self._surfaces = surfaces
        self._clock = clock
        self._version = version
        self._timeout_s = timeout_s
        self._say = say
        self._answered: dict[str, int] = {}
        """The last round of each form that was answered, by the id of the set."""
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

    async def _list_tools(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=list(TOOLS))

    async def _call_tool(
        self, context: Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        work = asyncio.create_task(self._called(context, params), name=f"mcp-{context.request_id}")
        self._calls.add(work)
        try:
            return await run_detached(work)
        except asyncio.CancelledError:
            if self._is_ending and work.cancelled():
                return error_result(server_closed_result())
            raise
        finally:
            self._calls.discard(work)

    async def _called(
        self, context: Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
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
                source=_source(context),
                timeout_s=self._timeout_s,
            )
            for note in call.notes:
                _log.warning("Question call %s: %s", params.name, note)
            self._surfaces.check(call.transport)
            return await self._asked(context, params, call, state)
        except (QuestionError, AnswerRefused) as error:
            return error_result(error)
        except AssistantError as error:
            _log.warning("A question could not be put: %s", error.message)
            return error_result(error)

    async def _asked(
        self,
        context: Context,
        params: CallToolRequestParams,
        call: AskCall,
        state: ElicitationState | None,
    ) -> CallToolResult | InputRequiredResult:
        if call.transport == "auto" and _shows_forms(context):
            if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
                return self._by_result(context, params, call, state)
            asked = await self._by_request(context, call)
            if asked is not None:
                return outcome_result(call, asked)
        return outcome_result(call, await self._here(context, call))

    def _by_result(
        self,
        context: Context,
        params: CallToolRequestParams,
        call: AskCall,
        state: ElicitationState | None,
    ) -> CallToolResult | InputRequiredResult:
        """Ask by the result of the call: the client calls again with the form filled in."""
        now = self._clock.now()
        style = style_of(context.protocol_version)
        if state is None:
            begun = ElicitationDialogue.begin(call.questions, style=style, now=now)
            return input_required_result(begun)
        dialogue = ElicitationDialogue(questions=call.questions, style=style, state=state)
        step: ElicitationDialogue | Response | None = dialogue.expired(now)
        if step is None:
            given = (params.input_responses or {}).get(INPUT)
            if isinstance(given, ElicitResult):
                self._take_round(state)
                step = dialogue.take(given.action, given.content, now=now)
            else:
                step = dialogue.again()
        if isinstance(step, ElicitationDialogue):
            return input_required_result(step)
        return outcome_result(call, AskResult(response=step, transport=BY_FORM))

    def _take_round(self, state: ElicitationState) -> None:
        """Note that a round is answered.

        Raises:
            AnswerRefused: `ALREADY_ANSWERED` if it was before: the state that a client carries can
                be sent twice.
        """
        if state.round <= self._answered.get(state.set_id, 0):
            raise AnswerRefused(
                RefusalReason.ALREADY_ANSWERED, _("This question is already answered")
            )
        self._answered.pop(state.set_id, None)
        self._answered[state.set_id] = state.round
        while len(self._answered) > _MOST_REMEMBERED:
            del self._answered[next(iter(self._answered))]

    async def _by_request(self, context: Context, call: AskCall) -> AskResult | None:
        """Ask by requests to the client while its call is open; None if it cannot after all."""
        style = style_of(context.protocol_version)
        dialogue = ElicitationDialogue.begin(call.questions, style=style, now=self._clock.now())
        async with self._heartbeat(context, call).beating():
            while True:
                try:
                    given = await self._form_of(context, dialogue)
                except MCPError as error:
                    if error.code == CONNECTION_CLOSED:
                        raise
                    _log.info("The client showed no form: error %d", error.code)
                    return None
                except ValidationError:
                    step: ElicitationDialogue | Response = dialogue.again()
                else:
                    if given is None:
                        step = TimedOut(after_s=call.questions.timeout_s or 0.0)
                    else:
                        step = dialogue.take(given.action, given.content, now=self._clock.now())
                if not isinstance(step, ElicitationDialogue):
                    return AskResult(response=step, transport=BY_FORM)
                dialogue = step

    async def _form_of(
        self, context: Context, dialogue: ElicitationDialogue
    ) -> ElicitResult | None:
        """Have the client show the form of this round; None if nobody filled it in in time."""
        form = dialogue.form()
        deadline, left_s = dialogue.state.deadline, None
        if deadline is not None:
            left_s = max(0.0, (deadline - self._clock.now()).total_seconds())
        with anyio.move_on_after(left_s):
            return await context.session.elicit_form(
                form.message, form.schema, related_request_id=context.request_id
            )
        return None

    async def _here(self, context: Context, call: AskCall) -> AskResult:
        """Ask on the user's own surfaces."""
        heartbeat = self._heartbeat(context, call)

        def opened(url: str) -> None:
            line = _("A question can be answered at {url}").format(url=url)
            self._say(line)
            heartbeat.say(line)

        async with heartbeat.beating():
            return await self._surfaces.ask(call, opened)

    def _heartbeat(self, context: Context, call: AskCall) -> Heartbeat:
        total = call.questions.timeout_s

        async def report(seconds: float, message: str) -> None:
            # Past the total, the user is still busy with the question.
            known = total if total is not None and seconds <= total else None
            await context.session.report_progress(seconds, known, message)

        return Heartbeat(
            report=report, clock=self._clock, message=_("Waiting for the person's answer.")
        )


def _shows_forms(context: Context) -> bool:
    """Whether the client said that it shows forms, and can be asked to."""
    capabilities = context.session.client_capabilities
    elicitation = None if capabilities is None else capabilities.elicitation
    if elicitation is None or (elicitation.form is None and elicitation.url is not None):
        return False
    is_modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS
    return is_modern or context.session.can_send_request


def _source(context: Context) -> str:
    """Return who asks, as the user is told; the client says it of itself."""
    client = context.session.client_params
    name = ""
    if client is not None:
        info = client.client_info
        name = one_line(clean_text(info.title or info.name))[:_MAX_NAME]
    return _("{name} (MCP)").format(name=name) if name else _("A program (MCP)")
