"""Calls the program that runs with a home, from another process. Any loop.

A second surface, such as the MCP server or `parley ask`, puts its questions to the user through
the window that is open already.
"""

import asyncio
import math
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import httpx2
from pydantic import TypeAdapter, ValidationError

from assistant.bounded_body import BodyBounds, body_bounds
from assistant.channels.web.client.address_file import ProgramAddress, proven_address
from assistant.channels.web.client.http_answers import fields_of
from assistant.channels.web.client.running_agents import RunningAgents
from assistant.channels.web.client.running_sync import RunningSync
from assistant.channels.web.client.running_telegram import RunningTelegram
from assistant.errors import QuestionError, UnreachableError
from assistant.locale import _
from assistant.questions.model.question import QuestionSet, Response

_TIMEOUT: Final = httpx2.Timeout(10.0, read=35.0)
_PATIENT: Final = httpx2.Timeout(10.0, read=None)
"""For the call that waits for the user."""
_BOUNDS: Final = BodyBounds(max_bytes=64 * 1024 * 1024, time_s=math.inf)
"""What is said of a conversation is a few megabytes at most; an answer may take the user days."""
_GREETING_TIMEOUT_S: Final = 2.0
_MAX_SOURCE: Final = 100
"""Characters that are said of who asks."""
_NOT_SENT: Final = {
    "id",
    "purpose",
    "voice_confirm",
    "allowed_channels",
    "tool_use_id",
    "amends",
    "raw",
    "round",
    "version",
}
"""What a program cannot say of its questions, or need not."""

_responses: Final[TypeAdapter[Response]] = TypeAdapter(Response)


class RunningProgram:
    """The program that runs.

    Args:
        http: Speaks to it, with its token.
    """

    def __init__(self, *, http: httpx2.AsyncClient) -> None:
        self._http = http
        self.agents: Final = RunningAgents(http=http)
        self.sync: Final = RunningSync(http=http)
        self.telegram: Final = RunningTelegram(http=http)

    async def answers(self) -> bool:
        """Whether it is there and knows the token; a file may outlive the program it tells of."""
        try:
            answer = await self._http.get("/api/task/session", timeout=_GREETING_TIMEOUT_S)
        except httpx2.HTTPError:
            return False
        # A conversation that was left for a day is not known any more; the program is.
        return answer.status_code in {200, 404} and "success" in fields_of(answer)

    async def ask(self, questions: QuestionSet) -> Response:
        """Put questions on every surface of the program and wait for the response.

        They are taken back if the caller is cancelled.

        Args:
            questions: What is asked; `source` says who asks.

        Raises:
            UnreachableError: If the program is gone, or goes before there is a response.
            QuestionError: If it does not ask such questions.
        """
        body = questions.model_dump(mode="json", exclude=_NOT_SENT)
        body["source"] = questions.source[:_MAX_SOURCE]
        # The question lives as long as this call does, however either end goes.
        answer = await self._call("POST", "/api/task/ask", json=body, timeout=_PATIENT)
        try:
            return _responses.validate_python(answer.get("response"))
        except ValidationError as error:
            raise _unreachable() from error

    async def _call(self, method: str, path: str, **content: Any) -> Mapping[str, Any]:
        """Return the fields of a success."""
        try:
            answer = await self._http.request(method, path, **content)
        except httpx2.HTTPError as error:
            raise _unreachable() from error
        fields = fields_of(answer)
        if answer.status_code == 200:
            return fields
        if answer.status_code in {400, 413, 429}:
            raise QuestionError(str(fields.get("message", answer.status_code)))
        raise _unreachable()


@asynccontextmanager
async def reach_program(path: Path) -> AsyncGenerator[RunningProgram | None]:
    """Reach the program that runs with a home.

    Args:
        path: The file in which it says where it is (`Home.api_file`).

    Yields:
        The program, or None if none runs.
    """
    address = await asyncio.to_thread(proven_address, path)
    if address is None:
        yield None
        return
    async with connect(address) as http:
        program = RunningProgram(http=http)
        yield program if await program.answers() else None


def connect(address: ProgramAddress) -> httpx2.AsyncClient:
    """Return a client that knows address and token; whoever gets it closes it."""
    socket = None if address.socket is None else str(address.socket)
    return httpx2.AsyncClient(
        base_url=address.url,
        headers={"Authorization": f"Bearer {address.token}"},
        timeout=_TIMEOUT,
        event_hooks=body_bounds(_BOUNDS),
        transport=None if socket is None else httpx2.AsyncHTTPTransport(uds=socket),
        trust_env=False,  # no proxy stands between two programs of one machine
    )


def _unreachable() -> UnreachableError:
    return UnreachableError(
        _("The running Parley does not answer any more."),
        hint=_("The question was not answered; ask again."),
    )
