"""The sessions of coding agents at the running program, as another process asks. Any loop."""

from typing import Final

import httpx2
from pydantic import TypeAdapter, ValidationError

from assistant.channels.web.client.http_answers import fields_of_success
from assistant.coding_agents.model.session_board import SessionBoard
from assistant.errors import UnreachableError
from assistant.locale import _

_boards: Final[TypeAdapter[SessionBoard]] = TypeAdapter(SessionBoard)


class RunningAgents:
    """What the running program knows of coding agents.

    Args:
        http: Speaks to it, with its token.
    """

    def __init__(self, *, http: httpx2.AsyncClient) -> None:
        self._http = http

    async def board(self) -> SessionBoard:
        """Return how their sessions stand.

        Raises:
            UnreachableError: If the program is gone, or is an older one.
        """
        try:
            answer = await self._http.get("/api/agents")
            return _boards.validate_python(fields_of_success(answer).get("board"))
        except (httpx2.HTTPError, ValidationError) as error:
            raise UnreachableError(_("The running Parley does not answer any more.")) from error
