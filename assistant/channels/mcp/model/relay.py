"""Passes the messages of one client on to whichever server serves it, also after that one is gone. Pure.

Each server gets the beginning of the connection again, and the calls that have no result yet. Ids of
what a server asks the client are made unique, so that an answer never reaches another server.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from assistant.channels.mcp.model.opening import Opening, is_id, is_object, message_in

_CANCELLED: Final = "notifications/cancelled"
_GONE: Final = "Parley has closed"


class Relay:
    """One client's messages, and the server's.

    Args:
        opening: How the connection began.
    """

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self._server = 0
        """Which server it is."""
        self._is_greeted = True
        """Whether the server has answered the handshake that the client has its answer to."""
        self._calls: dict[int | str, str] = {}
        """The lines of the client's requests without an answer, by their ids."""
        self._asked: dict[str, int | str] = {}
        """What the server has asked the client: its id as the client knows it → as the server does."""

    def begin(self) -> list[str]:
        """Return what a new server hears first."""
        self._server += 1
        self._is_greeted = self._opening.greeting is None
        return [*self._opening.lines, *self._calls.values()]

    def lose(self) -> list[str]:
        """Return what the client hears where the server is gone: what that asked is over."""
        over = [
            _line({"method": _CANCELLED, "params": {"requestId": number, "reason": _GONE}})
            for number in self._asked
        ]
        self._asked.clear()
        return over

    def from_client(self, line: str) -> str | None:
        """Return what the server gets of a line of the client's, if anything."""
        message = message_in(line)
        if message is None:
            return line  # the server knows what to do with it
        number = message.get("id")
        match message.get("method"):
            case None if is_id(number):
                known = self._asked.pop(str(number), None)
                return None if known is None else _line({**message, "id": known})
            case str() if is_id(number):
                self._calls[number] = line
            case method if method == _CANCELLED:
                self._calls.pop(_named(message), None)
            case _:
                pass
        return line

    def is_call(self, line: str) -> bool:
        """Whether a line is a call without an answer, which every server gets."""
        return line in self._calls.values()

    def from_server(self, line: str) -> str | None:
        """Return what the client gets of a line of the server's, if anything."""
        message = message_in(line)
        if message is None:
            return line
        number = message.get("id")
        match message.get("method"):
            case None if is_id(number):
                if not self._is_greeted and number == self._opening.greeting:
                    self._is_greeted = True
                    return None
                self._calls.pop(number, None)
            case str() if is_id(number):
                told = f"{self._server}-{number}"
                self._asked[told] = number
                return _line({**message, "id": told})
            case method if method == _CANCELLED:
                return self._withdrawn(message)
            case _:
                pass
        return line

    def _withdrawn(self, message: Mapping[str, Any]) -> str | None:
        """Return how the client hears that the server takes back what it asked."""
        told = f"{self._server}-{_named(message)}"
        if self._asked.pop(told, None) is None:
            return None
        return _line({**message, "params": {**message["params"], "requestId": told}})


def _named(message: Mapping[str, Any]) -> int | str:
    """Return the id that a cancel names."""
    params = message.get("params")
    number: object = params.get("requestId") if is_object(params) else None
    return number if is_id(number) else ""


def _line(message: Mapping[str, Any]) -> str:
    return json.dumps({"jsonrpc": "2.0", **message})
