"""Builds the HTTP API of a core and publishes its address. Engine loop only.

Imports the HTTP libraries; `assembly/web/api_switch.py` decides when.
"""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from assistant.assembly.mcp.program_socket import open_program_socket
from assistant.assembly.web.conversation_directory import ConversationDirectory
from assistant.channels.web.api.agent_routes import AgentRoutes
from assistant.channels.web.api.answer_service import AnswerService
from assistant.channels.web.api.conversation_routes import ConversationRoutes
from assistant.channels.web.api.engine_socket import EngineSocket
from assistant.channels.web.api.event_stream import EventLog
from assistant.channels.web.api.question_service import QuestionService
from assistant.channels.web.api.requested_pages import RequestedPages
from assistant.channels.web.api.routes import ApiRoutes
from assistant.channels.web.api.sessions import ApiSessions
from assistant.channels.web.api.sync_routes import SyncRoutes
from assistant.channels.web.api.telegram_routes import TelegramRoutes
from assistant.channels.web.client.address_file import (
    ProgramAddress,
    private_socket_path,
    published_address,
)
from assistant.channels.web.pages.registry import PageRegistry
from assistant.channels.web.pages.routes import page_routes
from assistant.channels.web.server.guard import LargeBody
from assistant.channels.web.server.http_server import open_server
from assistant.channels.web.server.model.tokens import new_token
from assistant.engine.coding_agents.agent_processes import AgentProcesses
from assistant.engine.coding_agents.hook_desk import HookDesk
from assistant.engine.core import Core
from assistant.engine.questions.question_list import QuestionList
from assistant.protocol.questions import PastAnswer, ReopenTimedOutQuestion
from assistant.settings import ApiSettings

if TYPE_CHECKING:
    from assistant.assembly.mcp.relay_greeting import RelayGreeting
    from assistant.channels.mcp.server import QuestionServer


_MAX_MESSAGE: Final = 24 * 1024 * 1024
"""Bytes of a message with files; as much as a terminal may send over the socket."""


class _ThisServer:
    """Implements `PageHost` with the server that has the API."""

    def __init__(self) -> None:
        self.url = ""
        """Set once it listens."""

    @asynccontextmanager
    async def lease(self) -> AsyncGenerator[str]:
        yield self.url


@asynccontextmanager
async def open_api(core: Core, settings: ApiSettings) -> AsyncGenerator[ProgramAddress]:
    """Serve the API of a core, and pages for its questions, until the context ends.

    Args:
        settings: Its port and token.

    Raises:
        OSError: If the port cannot be had or the address cannot be written.
    """
    plan = core.plan
    token = settings.token or new_token()
    events = EventLog(current=lambda: core.conversations.current.conversation_id)
    answering = AnswerService(desk=core.desk, clock=plan.clock)
    question_service = QuestionService(
        desk=core.desk,
        questions=core.store.questions,
        max_rounds=lambda: core.conversation_factory.settings.questions.max_rounds,
        numbered=core.agents.numbered,
    )
    pages = PageRegistry(
        clock=plan.clock,
        arm_ms=lambda: core.conversation_factory.settings.questions.arm_delay_ms,
        reopen=partial(_reopen, core),
    )
    host = _ThisServer()
    requested = RequestedPages(desk=core.desk, pages=pages, host=host)
    sessions = ApiSessions(
        conversations=core.store.conversations,
        questions=core.store.questions,
        clock=plan.clock,
    )
    conversation_routes = ConversationRoutes(
        token=token,
        conversations=core.conversations,
        sessions=sessions,
        desk=core.desk,
        events=events,
        listed=QuestionList(
            pending=core.desk.pending,
            records=core.store.questions,
            clock=plan.clock,
            emit=core.emit,
        ).read,
        put_again=core.commands.dispatch,
        past_answers=partial(_past_answers, core),
        revise=core.commands.dispatch,
        clock=plan.clock,
    )
    engine = EngineSocket(
        token=token,
        subscribe=core.subscribe,
        standing=core.answers.standing,
        attempt=core.commands.attempt,
        pending=core.desk.pending,
        spawn=core.spawn,
        clock=plan.clock,
    )
    sync = SyncRoutes(token=token, do=core.commands.dispatch)
    telegram = TelegramRoutes(token=token, do=core.commands.dispatch, clock=plan.clock)
    agents = AgentRoutes(token=token, board=lambda: core.agents.board)
    api = ApiRoutes(
        token=token,
        sessions=sessions,
        answering=answering,
        question_service=question_service,
        conversations=ConversationDirectory(core=core),
        events=events,
        pages=requested,
        others=(conversation_routes.router, sync.router, telegram.router, agents.router),
    )

    hooks = HookDesk(
        questions=core.agent_questions,
        sessions=core.agents,
        processes=AgentProcesses(sessions=core.agents, spawn=core.spawn),
        works_in=core.projects.heard,
    )

    def mcp_server(greeting: "RelayGreeting") -> "QuestionServer":
        # The package of MCP takes long to import; with the first client, on its thread.
        from assistant.assembly.mcp.server import build_program_server

        return build_program_server(
            greeting,
            core.conversation_factory.settings.questions,
            question_service=question_service,
            sessions=sessions,
            approve=core.agent_questions.decide,
            clock=plan.clock,
        )

    async with AsyncExitStack() as stack:
        for listener in (events, answering, question_service, requested, sync, telegram):
            stack.callback(core.subscribe(listener.on_event))
        routes = [api.router, engine.router, page_routes(pages)]
        path = stack.enter_context(private_socket_path(plan.home.api_file))
        large = LargeBody(path="/api/task/message", max_bytes=_MAX_MESSAGE, token=token)
        served = await stack.enter_async_context(
            open_server(routes, port=settings.port, path=path, large=large)
        )
        host.url = served.url
        stack.push_async_callback(requested.aclose)
        stack.push_async_callback(engine.aclose)
        relays = stack.enter_context(private_socket_path(plan.home.api_file, "mcp"))
        await stack.enter_async_context(
            open_program_socket(relays, token=token, build=mcp_server, hear=hooks.hear)
        )
        yield stack.enter_context(
            published_address(
                plan.home.api_file, url=served.url, token=token, socket=path, mcp_socket=relays
            )
        )


def _reopen(core: Core, questions_id: str) -> None:
    """Reopen a question that timed out, as the window does; returns at once."""
    core.spawn(_reopened(core, questions_id), f"page-reopens-{questions_id}")


async def _past_answers(core: Core) -> tuple[PastAnswer, ...]:
    return (await core.answers.read()).past_answers()


async def _reopened(core: Core, questions_id: str) -> None:
    await core.commands.dispatch(ReopenTimedOutQuestion(questions_id=questions_id))
