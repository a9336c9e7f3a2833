"""Shows Parley's questions through an MCP server, if the user configured one."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, cast

from assistant.engine.mcp.servers import McpServers
from assistant.errors import AssistantError
from assistant.locale import _
from assistant.questions.formats.provide_choice import PROVIDE_CHOICE_NAME
from assistant.tools.mcp.model.server_offer import CallAnswer, ServerText


class ChoiceServer:
    """A server's `provide_choice`, which shows a choice.

    Args:
        server: Returns the name of the one; empty for none.
    """

    def __init__(self, *, servers: McpServers, server: Callable[[], str]) -> None:
        self._servers: Final = servers
        self._server = server

    @property
    def is_there(self) -> bool:
        """Whether it can be called now."""
        server = self._server()
        return bool(server) and self._servers.offers(server, PROVIDE_CHOICE_NAME)

    async def choose(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Raises AssistantError if the server is gone, or reports a failure."""
        answer = await self._servers.call(self._server(), PROVIDE_CHOICE_NAME, arguments)
        if answer.is_error:
            raise AssistantError(
                _("The MCP server {server} could not show a question.").format(
                    server=self._server()
                )
            )
        return _record(answer)


def _record(answer: CallAnswer) -> Mapping[str, Any]:
    """The record in a result, even if it came as text only."""
    candidates: list[object] = [answer.structured]
    for part in answer.parts:
        if isinstance(part, ServerText):
            with suppress(ValueError, RecursionError):
                candidates.append(json.loads(part.text))
    for candidate in candidates:
        if isinstance(candidate, dict):
            return cast("Mapping[str, Any]", candidate)
    return {}
