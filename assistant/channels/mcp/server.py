"""The MCP server: puts the questions of other programs to the user, in both eras of the protocol.

The user is asked on their own surfaces, and in the form of a client that shows one. Until 2025 a client holds the call open meanwhile. From 2026 on it gets the form as the
result of the call and calls again with what was filled in; what is known by then travels with it,
sealed.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable, Sequence
from typing import Any, Final

from mcp.server.caching import CacheHint
from mcp.server.lowlevel.server import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ElicitResult,
    InputRequiredResult,
    ListRootsRequest,
    ListRootsResult,
    ListToolsResult,
    PaginatedRequestParams,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from assistant.channels.mcp.client_form import ClientForm, Context, nobody_at_client, shows_forms
from assistant.channels.mcp.heartbeat import CLEAR_LIMIT_S, Heartbeat, run_detached
from assistant.channels.mcp.held_questions import KEPT_S, HeldQuestion, HeldQuestions
from assistant.channels.mcp.model.asker_name import asker_name, project_in
from assistant.channels.mcp.model.call_limit import CALL_LIMIT_S, held_key
from assistant.channels.mcp.model.client_forms import FORM, ClientForms
from assistant.channels.mcp.model.elicitation_dialogue import ElicitationDialogue, ElicitationState
from assistant.channels.mcp.model.forms import style_of
from assistant.channels.mcp.model.tool_calls import AskCall, AskResult, read_call, tool_named
from assistant.channels.mcp.model.tool_definitions import INSTRUCTIONS, TOOLS
from assistant.channels.mcp.model.tool_results import (
    INPUT,
    error_result,
    input_required_result,
    nobody_result,
    outcome_result,
    server_closed_result,
    still_open_result,
)
from assistant.channels.mcp.question_surfaces import QuestionSurfaces
from assistant.clock import Clock
from assistant.errors import (
    AnswerRefused,
    AssistantError,
    RefusalReason,
    UnreachableError,
)
from assistant.locale import _
from assistant.questions.model.limits import MAX_TIMEOUT_S, PROVIDE_CHOICE_TIMEOUT_S
from assistant.questions.model.question import Cancelled, CancelReason, Response, TimedOut

_log = logging.getLogger(__name__)

NAME: Final = "parley"
GONE_KEY: Final = "parley.gone"
"""What holds, in the scope of a request, the event that its caller has hung up."""
ON_A_STREAM: Final = "stream"
"""The connection of a client that is the only one."""
_STATE_TTL_S: Final = 2 * MAX_TIMEOUT_S
"""Longer than any wait, so that whoever is late is told that they are."""
_MOST_REMEMBERED: Final = 4096
"""Forms of which is remembered that they were answered."""
_ROOTS_S: Final = 1.0
"""How long a client may take to say where it works; a question does not wait for longer."""
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
        is_unattended: bool = False,
        say: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self._surfaces = surfaces
        self._clock = clock
        self._version = version
        self._timeout_s = timeout_s
        self._say = say
        self._project = project
        self._projects: dict[str, str] = {}
        """What the clients of each connection said of it, where it was not known."""
        self._client_forms: ClientForms = client_forms
        self._held = HeldQuestions()
        """Those that are open between two calls, by their ids."""
        self._sent_at: dict[str, float] = {}
        """When the form of each question was sent that a client shows as the result of its call."""
        self._nobody_at = {ON_A_STREAM} if is_unattended else set[str]()
        """The connections whose clients answer forms by themselves."""
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
        await self._held.withdraw()

    async def _list_tools(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=list(TOOLS))

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
                source=asker_name(_client_name(context), await self._project_of(context)),
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

    async def _project_of(self, context: Context) -> str:
        """Return the folder that a client works in: the one it was started in, else its root."""
        connection = _connection(context)
        if self._project or connection is None:
            return self._project
        known = self._projects.get(connection)
        if known is None:
            known = self._projects[connection] = await _first_root(context)
        return known

    async def _asked(
        self,
        context: Context,
        params: CallToolRequestParams,
        call: AskCall,
        state: ElicitationState | None,
    ) -> CallToolResult | InputRequiredResult:
        connection = _connection(context)
        can_show = (
            call.transport == "auto" and self._client_forms != "never" and shows_forms(context)
        )
        has_form = can_show and connection not in self._nobody_at
        if state is not None or (has_form and context.protocol_version in MODERN_PROTOCOL_VERSIONS):
            return await self._by_result(context, params, call, state)
        form = None
        if has_form:
            form = ClientForm(
                context, clock=self._clock, nobody_there=lambda: self._remember(connection)
            )
        known = [nobody_at_client().message] if can_show and not has_form else []
        if form is not None or connection is None or _hears_progress(context):
            return outcome_result(call, await self._here(context, call, form, known=known))
        return await self._in_turns(context, params, call, connection, known=known)

    async def _by_result(
        self,
        context: Context,
        params: CallToolRequestParams,
        call: AskCall,
        state: ElicitationState | None,
    ) -> CallToolResult | InputRequiredResult:
        """Ask by the result of the call: the client calls again with the form filled in.

        With a running Parley the question is open there meanwhile. The protocol cannot take a form
        back: what it brings after an answer there is not read.
        """
        style = style_of(context.protocol_version)
        key = call.questions.id
        if state is None:
            begun = ElicitationDialogue.begin(call.questions, style=style, now=self._clock.now())
            if self._client_forms == "auto" and self._surfaces.has_window:
                self._held.put(key, lambda opened: self._surfaces.ask_in_window(call, opened))
            return self._form_sent(begun)
        dialogue = ElicitationDialogue(questions=call.questions, style=style, state=state)
        given = (params.input_responses or {}).get(INPUT)
        shown_for_s = self._clock.monotonic() - self._sent_at.pop(key, 0.0)
        if isinstance(given, ElicitResult):
            self._take_round(state)
        there = self._held.find(key)
        if there is not None and _has_answer(there.task):
            self._held.drop(key)
            return outcome_result(call, there.task.result())
        step: ElicitationDialogue | Response | None = dialogue.expired(self._clock.now())
        if step is None and not isinstance(given, ElicitResult):
            step = dialogue.again()
        elif step is None and isinstance(given, ElicitResult):
            if dialogue.is_from_nobody(given.action, given.content, after_s=shown_for_s):
                self._remember(_connection(context))
            else:
                step = dialogue.take(given.action, given.content, now=self._clock.now())
        if isinstance(step, ElicitationDialogue):
            return self._form_sent(step)
        is_unusable = isinstance(step, Cancelled) and step.reason is CancelReason.CLIENT
        if step is None or is_unusable or (isinstance(step, TimedOut) and there is not None):
            return outcome_result(call, await self._elsewhere(context, call))
        if (ending := self._held.drop(key)) is not None:
            await asyncio.wait({ending})
        return outcome_result(call, AskResult(response=step, transport=FORM))

    def _form_sent(self, dialogue: ElicitationDialogue) -> InputRequiredResult:
        """Return what has the client show a form, and note when."""
        key = dialogue.questions.id
        self._sent_at[key] = self._clock.monotonic()
        while len(self._sent_at) > _MOST_REMEMBERED:
            del self._sent_at[next(iter(self._sent_at))]
        if self._held.find(key) is not None:
            self._held.keep(key, dialogue.questions.timeout_s or KEPT_S)
        return input_required_result(dialogue)

    async def _elsewhere(self, context: Context, call: AskCall) -> AskResult:
        """Ask where the client's form asks nobody: where the question is open, else anywhere."""
        key = call.questions.id
        there = self._held.find(key)
        if there is not None:
            self._held.resume(key)
            try:
                return await self._waited_for(context, call, there)
            except UnreachableError as error:
                _log.info("The question is not open any more: %s", error.message)
            finally:
                self._held.drop(key)
        return await self._here(context, call, None, known=[nobody_at_client().message])

    async def _in_turns(
        self,
        context: Context,
        params: CallToolRequestParams,
        call: AskCall,
        connection: str,
        *,
        known: Sequence[str],
    ) -> CallToolResult:
        """Ask for a client that gives up on calls: it is told in time to call again.

        The same call finds the same question, with what was chosen in it so far.
        """
        key = held_key(connection, params.name, params.arguments)
        held = self._held.find(key)
        if held is not None and held.is_awaited:  # two questions that are alike, asked at once
            return outcome_result(call, await self._here(context, call, None, known=known))
        if held is None:
            held = self._held.put(key, lambda opened: self._surfaces.ask(call, opened, known=known))
        self._held.resume(key)
        held.is_awaited = True
        try:
            async with asyncio.timeout(CALL_LIMIT_S):
                asked = await self._waited_for(context, call, held)
        except TimeoutError:
            self._held.keep(key)
            return still_open_result(call, url=held.url)
        except BaseException:
            if (ending := self._held.drop(key)) is not None:
                await asyncio.wait({ending})
            raise
        finally:
            held.is_awaited = False
        self._held.drop(key)
        return outcome_result(call, asked)

    def _remember(self, connection: str | None) -> None:
        """Ask nothing more in the forms of a client that answers them by itself."""
        _log.warning("A client answers its forms by itself; they are not used any more.")
        if connection is not None:
            self._nobody_at.add(connection)

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

    async def _here(
        self,
        context: Context,
        call: AskCall,
        form: ClientForm | None,
        *,
        known: Sequence[str] = (),
    ) -> AskResult:
        """Ask on the user's own surfaces, and in the client's form where it has one.

        Args:
            context: The call.
            call: What is asked.
            form: The client's form.
            known: Why nobody can be asked in it, where that is known.
        """
        held = HeldQuestion(
            lambda opened: self._surfaces.ask(
                call, opened, form=form, forms=self._client_forms, known=known
            ),
            name=f"ask-{call.questions.id}",
        )
        try:
            return await self._waited_for(context, call, held)
        finally:
            held.task.cancel()
            await asyncio.wait({held.task})

    async def _waited_for(self, context: Context, call: AskCall, held: HeldQuestion) -> AskResult:
        """Wait for the answer, and tell the client meanwhile that the wait goes on."""
        heartbeat = self._heartbeat(context, call)

        def opened(url: str) -> None:
            line = _("A question can be answered at {url}").format(url=url)
            self._say(line)
            heartbeat.say(line)

        silence = held.listen(opened)
        try:
            async with heartbeat.beating():
                return await asyncio.shield(held.task)
        finally:
            silence()

    def _heartbeat(self, context: Context, call: AskCall) -> Heartbeat:
        total = call.questions.timeout_s

        async def report(seconds: float, message: str) -> None:
            # Past the total, the user is still busy with the question.
            known = total if total is not None and seconds <= total else None
            await context.session.report_progress(seconds, known, message)

        return Heartbeat(
            report=report, clock=self._clock, message=_("Waiting for the person's answer.")
        )


def _connection(context: Context) -> str | None:
    """Return what a connection is known by; None where each call has one of its own."""
    if context.request is None:  # a stream, on which there is one client
        return ON_A_STREAM
    session: str | None = context.request.headers.get("mcp-session-id")
    return session


async def _first_root(context: Context) -> str:
    """Return the first folder that a client says it works in, if it says any."""
    capabilities = context.session.client_capabilities
    if capabilities is None or capabilities.roots is None or not context.session.can_send_request:
        return ""
    try:
        listed = await context.session.send_request(
            ListRootsRequest(),
            ListRootsResult,
            request_read_timeout_seconds=_ROOTS_S,
            metadata=ServerMessageMetadata(related_request_id=context.request_id),
        )
    except (MCPError, ValidationError) as error:
        _log.info("The client did not say where it works: %r", error)
        return ""
    return project_in([str(root.uri) for root in listed.roots])


def _hears_progress(context: Context) -> bool:
    """Whether a client wants to hear that a wait goes on, and so can wait for long."""
    return context.meta is not None and "progress_token" in context.meta


def _has_answer(task: "asyncio.Task[AskResult]") -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


def _client_name(context: Context) -> str:
    """Return what the client says that it is."""
    client = context.session.client_params
    return "" if client is None else client.client_info.title or client.client_info.name
