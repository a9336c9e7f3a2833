"""Clients of our MCP server, and the surfaces that it asks on."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from mcp import Client
from mcp.client import ClientRequestContext
from mcp_types import (
    CallToolResult,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitResult,
    Implementation,
    TextContent,
)

from assistant.channels.mcp.model.call_limit import CALL_LIMIT_S
from assistant.channels.mcp.model.client_forms import ClientForms
from assistant.channels.mcp.model.tool_calls import AskResult
from assistant.channels.mcp.question_surfaces import Opened, QuestionSurfaces
from assistant.channels.mcp.server import QuestionServer
from assistant.clock import Clock
from assistant.errors import UnreachableError
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Method,
    Provenance,
    QuestionSet,
    Response,
)
from tests.helpers.loop_clock import LoopClock

CHOICE: dict[str, Any] = {
    "title": "Database",
    "prompt": "The importer needs a store. Which one? It cannot be changed later.",
    "type": "single_select",
    "options": [
        {"label": "PostgreSQL", "description": "A server"},
        {"label": "SQLite", "description": "A file"},
        {"label": "None", "description": ""},
    ],
    "allow_cancel": True,
}
QUESTION: dict[str, Any] = {
    "question_id": "auth_strategy_01",
    "question_text": "Which authentication strategy?",
    "header": "Auth",
    "type": "multiple_choice",
    "options": [
        {"id": "oauth", "label": "OAuth 2.0", "description": "Sign in elsewhere"},
        {"id": "jwt", "label": "JWT", "description": "Tokens of our own"},
    ],
}
AT = datetime(2026, 1, 2, tzinfo=UTC)


def chosen(questions: QuestionSet, *option_ids: str, note: str | None = None) -> Answered:
    """Return the answer to the first question of a set, given in the window."""
    answer = Answer(question_id=questions.questions[0].id, option_ids=option_ids, note=note)
    return Answered(
        answers=(answer,),
        provenance=Provenance(channel=Channel.DESKTOP, method=Method.CLICK, at=AT),
    )


class FakeSurface:
    """Implements `Surface`: waits for what the test says.

    Args:
        transport: What it is called.
        url: The page that it opens, if any.
        is_there: Whether somebody can be asked there.
    """

    def __init__(
        self, transport: str = "desktop", *, url: str | None = None, is_there: bool = True
    ) -> None:
        self.transport = transport
        self.url = url
        self.is_free = True
        self.is_there = is_there
        self.asked: dict[str, QuestionSet] = {}
        """By title."""
        self.withdrawn: list[str] = []
        self.clearing_s = 0.0
        """How long it takes to withdraw a question."""
        self.changed = asyncio.Event()
        self._responses: dict[str, asyncio.Future[Response]] = {}

    async def ask(self, questions: QuestionSet, opened: Opened) -> AskResult:
        """Wait for `answer`."""
        if not self.is_there:
            raise UnreachableError(f"Nobody is at the {self.transport}.")
        key = questions.title or questions.questions[0].text
        self.asked[key] = questions
        if self.url is not None:
            opened(self.url)
        future: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._responses[key] = future
        self.changed.set()
        try:
            response = await future
        except asyncio.CancelledError:
            await asyncio.sleep(self.clearing_s)
            self.withdrawn.append(key)
            self.changed.set()
            raise
        return AskResult(response=response, transport=self.transport, url=self.url)

    async def until(self, count: int = 1) -> None:
        """Wait until so many questions were put."""
        while len(self.asked) < count:
            self.changed.clear()
            await self.changed.wait()

    async def until_withdrawn(self) -> None:
        """Wait until one was withdrawn."""
        while not self.withdrawn:
            self.changed.clear()
            await self.changed.wait()

    def answer(self, key: str, response: Response) -> None:
        """Answer the question with a title."""
        self._responses[key].set_result(response)


class Person:
    """Fills in the forms that a client shows, one after the other.

    Args:
        answers: What comes back for each form.
        after_s: How long they read before they answer.
    """

    def __init__(self, *answers: ElicitResult, after_s: float = 0.0) -> None:
        self.forms: list[ElicitRequestFormParams] = []
        self.withdrawn = 0
        """How many forms were taken back."""
        self.asked = asyncio.Event()
        """Set with the first form."""
        self._answers = list(answers)
        self._after_s = after_s

    async def fill_in(
        self, context: ClientRequestContext, params: ElicitRequestParams
    ) -> ElicitResult:
        """Take a form; waits for ever when there is no answer left."""
        assert isinstance(params, ElicitRequestFormParams)
        self.forms.append(params)
        self.asked.set()
        try:
            if not self._answers:
                await asyncio.Event().wait()
            await asyncio.sleep(self._after_s)
        except asyncio.CancelledError:
            self.withdrawn += 1
            raise
        return self._answers.pop(0)


def accepted(**content: Any) -> ElicitResult:
    """Return a form that was filled in."""
    return ElicitResult(action="accept", content=content)


def question_server(
    *surfaces: FakeSurface,
    clock: Clock | None = None,
    client_forms: ClientForms = "auto",
    is_unattended: bool = False,
    project: str = "",
    has_permissions: bool = False,
    call_limit_s: float = CALL_LIMIT_S,
) -> QuestionServer:
    """Return our server over these surfaces."""
    return QuestionServer(
        surfaces=QuestionSurfaces(surfaces, absent={"terminal": "Use auto or web."}),
        clock=clock or LoopClock(),
        version="1.2.3",
        client_forms=client_forms,
        is_unattended=is_unattended,
        project=project,
        has_permissions=has_permissions,
        call_limit_s=call_limit_s,
    )


def client_of(server: QuestionServer, mode: str, person: Person | None = None) -> Client:
    """Return a client of an era: `legacy` or `auto`, the latest. With a person it shows forms."""
    return Client(
        server.build(),
        mode=mode,
        client_info=Implementation(name="tester", version="1", title="The Tester"),
        elicitation_callback=None if person is None else person.fill_in,
    )


def record(result: CallToolResult) -> Mapping[str, Any]:
    """Return the record of a result that is no error."""
    assert not result.is_error, text(result)
    content: Mapping[str, Any] = result.structured_content
    return content


def text(result: CallToolResult) -> str:
    """Return the words of a result."""
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text
