"""The part of the API that tells how the sessions of coding agents stand. Engine loop only."""

from collections.abc import Callable
from typing import Final

from fastapi import APIRouter

from assistant.channels.web.api.model.bodies import Success
from assistant.channels.web.server.openapi import ApiCall, add_calls
from assistant.channels.web.server.token_route import token_route_class
from assistant.coding_agents.model.board_text import waiting_text
from assistant.coding_agents.model.session_board import SessionBoard


class AgentsBody(Success):
    """How the sessions stand, in the order in which they began."""

    board: SessionBoard


class AgentRoutes:
    """The routes.

    Args:
        token: What a caller must know.
        board: Returns how the sessions stand now.
    """

    def __init__(self, *, token: str, board: Callable[[], SessionBoard]) -> None:
        self._board = board
        self.router: Final = APIRouter(route_class=token_route_class(token))
        add_calls(self.router, (ApiCall("GET", "/agents", self.listed, AgentsBody),))

    async def listed(self) -> AgentsBody:
        """Tell what the sessions of coding agents do, since when, and which of them wait."""
        board = self._board()
        return AgentsBody(message=waiting_text(board), board=board)
