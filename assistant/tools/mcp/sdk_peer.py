"""Servers by the `mcp` package, in both eras of the protocol. Importing this takes a while."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from typing import Any, Final, TypeVar

import anyio
import httpx2
import mcp_types as types
from mcp import Client
from mcp.client import ClientRequestContext, IncomingMessage
from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from assistant import __version__
from assistant.backoff import backoff_s
from assistant.failure_reason import connection_reason
from assistant.llm.api_keys import KeyStore
from assistant.locale import _
from assistant.mcp_server import HttpTarget, ServerConfig, StdioTarget
from assistant.questions.formats.input_reader import as_fields, as_list
from assistant.tools.mcp.model.call_result import parts_text
from assistant.tools.mcp.model.input_schema import read_schema
from assistant.tools.mcp.model.peer import Elicit, OnProgress, ServerError, innermost
from assistant.tools.mcp.model.redirect import can_sign_in
from assistant.tools.mcp.model.safe_names import bounded_text
from assistant.tools.mcp.model.server_offer import (
    CallAnswer,
    PromptArgument,
    RemotePrompt,
    RemoteResource,
    RemoteTool,
    ServerContent,
    ServerData,
    ServerLink,
    ServerOffer,
    ServerText,
)
from assistant.tools.mcp.server_log import ServerLog
from assistant.tools.mcp.sign_in import StoredSignIn, silence_sdk, stored_sign_in
from assistant.tools.mcp.transports import (
    Streams,
    http_streams,
    last_error_output,
    process_streams,
)

_log = logging.getLogger(__name__)

TOOLS_S: Final = 20.0
"""Seconds for the list of its tools."""
LIST_S: Final = 8.0
"""Seconds for a list that a server can do without."""
MAX_TOOLS: Final = 128
MAX_RESOURCES: Final = 500
MAX_PROMPTS: Final = 200
_MAX_PAGES: Final = 20
_MAX_LISTENS: Final = 5
"""Times in a row that news of a server may break off before it counts as lost."""
_URL_WANTED: Final = -32042
"""Error of a call that needs the user to open an address first (protocol 2025-11-25)."""
_MAX_REASON: Final = 500

T = TypeVar("T")


@contextlib.asynccontextmanager
async def connected(
    config: ServerConfig,
    elicit: Elicit | None,
    *,
    log: ServerLog,
    keys: KeyStore,
    handshake_s: float,
) -> AsyncGenerator["McpPeer"]:
    """Connect for as long as the context is open; see `McpConnector`.

    Args:
        config: The server, filled in.
        elicit: Puts what it asks; without it the server is told that it cannot ask.
        log: Of the server.
        keys: Keeps how the user signed in.
        handshake_s: Seconds it has to start and answer.

    Raises:
        ServerError: If it cannot be reached.
    """
    silence_sdk()
    auth = await stored_sign_in(config, keys) if can_sign_in(config) else None
    peer = McpPeer(elicit or _unasked, log, auth, tools_s=min(TOOLS_S, handshake_s))
    client = Client(
        _streams(config, log, peer, auth),
        client_info=types.Implementation(name="Parley", version=__version__),
        elicitation_callback=None if elicit is None else peer.elicited,
        message_handler=peer.heard,
    )
    async with contextlib.AsyncExitStack() as stack:
        with _reached(log), peer.refused_without_sign_in():
            try:
                async with asyncio.timeout(handshake_s):
                    await stack.enter_async_context(client)
            except TimeoutError as error:
                raise ServerError(
                    _("It did not answer in time."),
                    plain="It did not answer in time.",
                    is_lost=True,
                ) from error
        peer.use(client)
        yield peer


def _streams(
    config: ServerConfig, log: ServerLog, peer: "McpPeer", auth: StoredSignIn | None
) -> contextlib.AbstractAsyncContextManager[Streams]:
    ended, on_left_out = peer.ended.set, peer.leave_out
    match config.target:
        case StdioTarget() as command:
            return process_streams(command, log=log, ended=ended, on_left_out=on_left_out)
        case HttpTarget() as address:
            return http_streams(address, ended=ended, on_left_out=on_left_out, auth=auth)


async def _unasked(_params: Mapping[str, Any]) -> None:
    """Refuse what a server asks though it was told that it cannot."""


class McpPeer:
    """Implements `ServerPeer`.

    Args:
        elicit: Puts what the server asks.
        log: Of the server.
        auth: The user's sign-in at the server, where one can be.
    """

    def __init__(
        self,
        elicit: Elicit,
        log: ServerLog,
        auth: StoredSignIn | None = None,
        *,
        tools_s: float = TOOLS_S,
    ) -> None:
        self._tools_s = tools_s
        self._auth = auth
        self._log = log
        self._left_out: list[str] = []
        self._has_failed = False
        self.title = ""
        self.ended = asyncio.Event()
        """Set when the server says nothing more."""
        self._elicit = elicit
        self._changed: Callable[[], None] = lambda: None
        self._entered: Client | None = None

    @property
    def is_signed_in(self) -> bool:
        return self._auth is not None and self._auth.is_signed_in

    @property
    def unread(self) -> str:
        return self._log.unread

    def leave_out(self, method: str, names: Sequence[str]) -> None:
        """Note unreadable entries of a list."""
        _log.warning("An MCP server lists %d entries that cannot be read", len(names))
        self._left_out += names
        text = f"{method}: these entries cannot be read: {', '.join(names)}"
        self._log.note(bounded_text(text, _MAX_REASON))

    @contextlib.contextmanager
    def refused_without_sign_in(self) -> Generator[None]:
        """Report that the user must sign in, where the server's refusal means that."""
        try:
            with _translated():
                yield
        except ServerError as error:
            if self._auth is not None and self._auth.problem is not None:
                raise self._auth.problem from error
            raise

    def use(self, client: Client) -> None:
        self._entered = client
        info = client.server_info
        if info is not None:
            self.title = f"{info.title or info.name} {info.version}".strip()
        # The package would check results by a schema of the server's, on this loop and without a
        # bound; the results are words for the model, which need none.
        client.session.validate_tool_result = _any_result

    @property
    def _client(self) -> Client:
        if self._entered is None:
            raise RuntimeError("The server is not connected yet")
        return self._entered

    async def offer(self) -> ServerOffer:
        """Everything the server offers now.

        Raises:
            ServerError: If it does not say.
        """
        client = self._client
        able = client.server_capabilities
        self._left_out, self._has_failed = [], False
        tools: Sequence[types.Tool] = ()
        resources: Sequence[types.Resource] = ()
        templates: Sequence[types.ResourceTemplate] = ()
        prompts: Sequence[types.Prompt] = ()
        with self.refused_without_sign_in():
            if able.tools is not None:
                with self._spared("tools"):
                    async with asyncio.timeout(self._tools_s):
                        tools = await _pages(client.list_tools, lambda page: page.tools, MAX_TOOLS)
            if able.resources is not None:
                with self._spared("resources"):
                    async with asyncio.timeout(LIST_S):
                        resources = await _pages(
                            client.list_resources, lambda page: page.resources, MAX_RESOURCES
                        )
                with self._spared(""):  # servers need not have templates
                    async with asyncio.timeout(LIST_S):
                        templates = await _pages(
                            client.list_resource_templates,
                            lambda page: page.resource_templates,
                            MAX_RESOURCES,
                        )
            if able.prompts is not None:
                with self._spared("prompts"):
                    async with asyncio.timeout(LIST_S):
                        prompts = await _pages(
                            client.list_prompts, lambda page: page.prompts, MAX_PROMPTS
                        )
        # Looking through what may be large schemas would keep the loop from all else.
        understood_tools = await asyncio.to_thread(
            lambda: [_tool(tool) for tool in tools if not _is_task_only(tool)]
        )
        return ServerOffer(
            tools=tuple(understood_tools),
            resources=(*map(_resource, resources), *map(_template, templates)),
            prompts=tuple(_prompt(prompt) for prompt in prompts),
            left_out=tuple(self._left_out),
            is_partial=self._has_failed,
        )

    @contextlib.contextmanager
    def _spared(self, name: str) -> Generator[None]:
        """Go on without a list that the server refuses, as long as it answers.

        Args:
            name: Of the list, for the user; empty if it need not be mentioned.
        """
        try:
            yield
        except (MCPError, ValidationError, TimeoutError) as error:
            if isinstance(error, MCPError) and error.code == types.CONNECTION_CLOSED:
                raise
            if self._auth is not None and self._auth.problem is not None:
                raise
            if isinstance(error, MCPError) and error.code == types.METHOD_NOT_FOUND:
                return  # it has none, whatever it said of itself
            _log.warning("An MCP server does not list its %s", name or "templates")
            _log.debug("The list that failed", exc_info=error)
            if name:
                self._left_out.append(name)
                self._has_failed = True
            self._log.note(f"It does not list its {name or 'templates'}: {type(error).__name__}")

    async def call_tool(
        self, name: str, arguments: Mapping[str, Any], on_progress: OnProgress
    ) -> CallAnswer:
        """Call a tool; cancelling tells the server.

        Raises:
            ServerError: If the server says no, breaks the protocol or is gone.
        """

        async def report(progress: float, total: float | None, message: str | None) -> None:
            on_progress(progress, total, message)

        with self.refused_without_sign_in(), _perhaps_done():
            try:
                result = await self._client.call_tool(
                    name, dict(arguments), progress_callback=report
                )
            except MCPError as error:
                if error.code != _URL_WANTED:
                    raise
                return await self._visited(error.data)
        return CallAnswer(
            parts=tuple(_part(block) for block in result.content),
            structured=result.structured_content,
            is_error=bool(result.is_error),
        )

    async def read_resource(self, uri: str) -> tuple[ServerContent, ...]:
        """Raises ServerError if the server refuses, breaks the protocol or is gone."""
        with self.refused_without_sign_in():
            result = await self._client.read_resource(uri, cache_mode="bypass")
        return tuple(_contents(each) for each in result.contents)

    async def get_prompt(self, name: str, arguments: Mapping[str, str]) -> str:
        """Raises ServerError if the server refuses, breaks the protocol or is gone."""
        with self.refused_without_sign_in():
            result = await self._client.get_prompt(name, dict(arguments))
        return parts_text([_part(message.content) for message in result.messages])

    async def check(self) -> None:
        """Raises ServerError if the server no longer answers."""
        with self.refused_without_sign_in():
            session, version = self._client.session, self._client.protocol_version
            if version in MODERN_PROTOCOL_VERSIONS:
                await session.send_discover(version)  # discover() would return what is known
            else:
                await session.send_request(types.PingRequest(), types.EmptyResult)

    async def watch(self, changed: Callable[[], None]) -> None:
        """Report changes of the offer until the server's stream ends."""
        self._changed = changed
        listening = asyncio.create_task(self._listen()) if self._is_modern else None
        try:
            await self.ended.wait()
        finally:
            self._changed = lambda: None
            if listening is not None:
                listening.cancel()
                await asyncio.wait({listening})

    async def elicited(
        self,
        context: ClientRequestContext,
        params: types.ElicitRequestParams,
    ) -> types.ElicitResult | types.ErrorData:
        """Put a server's question; the SDK calls it, several at once."""
        fields = params.model_dump(by_alias=True, mode="json", exclude_none=True)
        action = await self._elicit(fields)
        if action is None:
            return types.ErrorData(
                code=types.INVALID_REQUEST, message="This question cannot be put to the person."
            )
        return types.ElicitResult.model_validate(action)

    async def heard(self, message: IncomingMessage) -> None:
        """Note a notification; the SDK calls it."""
        match message:
            case (
                types.ToolListChangedNotification()
                | types.ResourceListChangedNotification()
                | types.PromptListChangedNotification()
            ):
                self._changed()
            case Exception():
                _log.debug("An MCP message cannot be read", exc_info=message)
            case _:
                pass

    @property
    def _is_modern(self) -> bool:
        return self._client.protocol_version in MODERN_PROTOCOL_VERSIONS

    async def _listen(self) -> None:
        """Subscribe to changes, as servers of the newer protocol require."""
        failures = 0
        while failures < _MAX_LISTENS:
            try:
                async with self._client.listen(
                    tools_list_changed=True,
                    prompts_list_changed=True,
                    resources_list_changed=True,
                ) as news:
                    if failures:
                        self._changed()  # what was missed meanwhile
                    failures = 0
                    async for _event in news:
                        self._changed()
                return  # the server ended it: there is no more news
            except ListenNotSupportedError:
                return
            except MCPError as error:
                if error.code in {types.METHOD_NOT_FOUND, types.INVALID_PARAMS}:
                    return
                failures += 1
            except (SubscriptionLost, TimeoutError):
                failures += 1
            await asyncio.sleep(backoff_s(failures))
        self.ended.set()

    async def _visited(self, data: object) -> CallAnswer:
        """Ask the user to open the addresses that a call needs opened first."""
        fields = as_fields(data)
        wanted = [as_fields(each) for each in as_list(fields.get("elicitations")) or ()][:3]
        actions = [await self._elicit({**each, "mode": "url"}) for each in wanted]
        has_all = bool(actions) and all(a is not None and a["action"] == "accept" for a in actions)
        words = (
            "The person has opened the address the server wants. Call again once they say that they"
            " are done there."
            if has_all
            else "The server wants an address opened first. The person did not open it."
        )
        return CallAnswer(parts=(ServerText(text=words),), is_error=True)


async def _any_result(name: str, result: types.CallToolResult) -> None: ...


async def _pages(fetch: Any, items: Callable[[Any], Sequence[T]], limit: int) -> list[T]:
    """All pages of a list, at most `limit` items."""
    found: list[T] = []
    cursor: str | None = None
    for _page in range(_MAX_PAGES):
        page = await fetch(cursor=cursor, cache_mode="refresh")
        found += items(page)
        cursor = page.next_cursor
        if cursor is None or len(found) >= limit:
            break
    if len(found) > limit:
        _log.warning("An MCP server lists %d entries; %d are taken", len(found), limit)
    return found[:limit]


@contextlib.contextmanager
def _reached(log: ServerLog) -> Generator[None]:
    """Add to an unreachable server's error what it wrote last."""
    try:
        with _translated():
            yield
    except ServerError as error:
        tail = last_error_output(log)
        if tail and error.is_lost:
            hint = _("It wrote: {words}").format(words=tail)
            raise ServerError(error.message, hint=hint, is_lost=True) from error
        raise


@contextlib.contextmanager
def _translated() -> Generator[None]:
    """Turn errors into ServerError."""
    try:
        yield
    except ServerError:
        raise
    except BaseExceptionGroup as group:
        error = innermost(group)
        if not isinstance(error, Exception):
            raise
        raise _as_server_error(error) from group
    except (
        MCPError,
        httpx2.HTTPError,
        httpx2.StreamError,
        OSError,
        anyio.ClosedResourceError,
        anyio.BrokenResourceError,
        ValidationError,
        RuntimeError,
        ValueError,
    ) as error:
        raise _as_server_error(error) from error


@contextlib.contextmanager
def _perhaps_done() -> Generator[None]:
    """Add to a failed call's error whether it may have been done."""
    try:
        with _translated():
            yield
    except ServerError as error:
        cause = error.__cause__
        is_answered = isinstance(cause, MCPError) and cause.code != types.CONNECTION_CLOSED
        error.may_be_done = not is_answered and not isinstance(cause, httpx2.ConnectError)
        raise


def _as_server_error(error: Exception) -> ServerError:
    match error:
        case ServerError():
            return error
        case MCPError():
            reason = bounded_text(error.message, _MAX_REASON)
            if error.code == types.CONNECTION_CLOSED:
                return ServerError(
                    _("It ended the connection."), plain="It ended the connection.", is_lost=True
                )
            return ServerError(
                _("It says: {reason}").format(reason=reason),
                plain=f"It says: {reason}",
                is_lost=error.code in {types.INTERNAL_ERROR, types.INVALID_REQUEST},
            )
        case ValidationError():
            return ServerError(
                _("It answered in a way that breaks the protocol."),
                plain="It answered in a way that breaks the protocol.",
            )
        case (
            httpx2.HTTPError()
            | OSError()
            | anyio.ClosedResourceError()
            | anyio.BrokenResourceError()
        ):
            reason = bounded_text(str(error), _MAX_REASON) or type(error).__name__
            reason = bounded_text(connection_reason(error), _MAX_REASON) or type(error).__name__
            return ServerError(
                _("It cannot be reached: {reason}").format(reason=reason),
                plain=f"It cannot be reached: {reason}",
                is_lost=True,
            )
        case _:
            reason = bounded_text(str(error), _MAX_REASON) or type(error).__name__
            return ServerError(
                _("It broke off: {problem}").format(problem=reason),
                plain=f"It broke off: {reason}",
                is_lost=True,
            )


def _tool(tool: types.Tool) -> RemoteTool:
    return RemoteTool(
        name=tool.name,
        title=tool.title or "",
        description=tool.description or "",
        input=read_schema(tool.input_schema),
    )


def _is_task_only(tool: types.Tool) -> bool:
    """Whether a tool runs only as a task of the older protocol, which is not supported."""
    return tool.execution is not None and tool.execution.task_support == "required"


def _resource(resource: types.Resource) -> RemoteResource:
    return RemoteResource(
        uri=resource.uri,
        name=resource.title or resource.name,
        description=resource.description or "",
        mime_type=resource.mime_type or "",
    )


def _template(template: types.ResourceTemplate) -> RemoteResource:
    return RemoteResource(
        uri=template.uri_template,
        name=template.title or template.name,
        description=template.description or "",
        mime_type=template.mime_type or "",
        is_template=True,
    )


def _prompt(prompt: types.Prompt) -> RemotePrompt:
    return RemotePrompt(
        name=prompt.name,
        title=prompt.title or "",
        description=prompt.description or "",
        arguments=tuple(
            PromptArgument(
                name=argument.name,
                description=argument.description or "",
                is_required=bool(argument.required),
            )
            for argument in prompt.arguments or ()
        ),
    )


def _part(block: types.ContentBlock) -> ServerContent:
    match block:
        case types.TextContent():
            return ServerText(text=block.text)
        case types.ImageContent() | types.AudioContent():
            return ServerData(mime_type=block.mime_type, base64=block.data)
        case types.ResourceLink():
            return ServerLink(resource=_resource(block))
        case types.EmbeddedResource():
            return _contents(block.resource)


def _contents(resource: types.TextResourceContents | types.BlobResourceContents) -> ServerContent:
    match resource:
        case types.TextResourceContents():
            return ServerText(text=resource.text, uri=resource.uri)
        case types.BlobResourceContents():
            return ServerData(
                mime_type=resource.mime_type or "", base64=resource.blob, uri=resource.uri
            )
