"""What a call says of the client that makes it."""

import logging
from typing import Any, Final

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import ListRootsRequest, ListRootsResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from assistant.channels.mcp.model.asker_name import project_in

_log = logging.getLogger(__name__)

ON_A_STREAM: Final = "stream"
"""The connection of a client that is the only one."""
_ROOTS_S: Final = 1.0
"""How long a client may take to say where it works; a question does not wait for longer."""
_THREAD_KEY: Final = "threadId"
"""Under which Codex says in `_meta` which of its sessions calls."""

Context = ServerRequestContext[Any, Any]


def connection_of(context: Context) -> str | None:
    """Return what a connection is known by; None where each call has one of its own."""
    if context.request is None:  # a stream, on which there is one client
        return ON_A_STREAM
    session: str | None = context.request.headers.get("mcp-session-id")
    return session


def client_name(context: Context) -> str:
    """Return what the client says that it is."""
    client = context.session.client_params
    return "" if client is None else client.client_info.title or client.client_info.name


def session_name(context: Context) -> str:
    """Return what the client calls its session; empty where it does not say."""
    named = None if context.meta is None else context.meta.get(_THREAD_KEY)
    return named if isinstance(named, str) else ""


def shows_forms(context: Context) -> bool:
    """Whether the client said that it shows forms, and can be asked to."""
    capabilities = context.session.client_capabilities
    elicitation = None if capabilities is None else capabilities.elicitation
    if elicitation is None or (elicitation.form is None and elicitation.url is not None):
        return False
    is_modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS
    return is_modern or context.session.can_send_request


def hears_progress(context: Context) -> bool:
    """Whether a client wants to hear that a wait goes on, and so can wait for long."""
    return context.meta is not None and "progress_token" in context.meta


async def first_root(context: Context) -> str:
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
