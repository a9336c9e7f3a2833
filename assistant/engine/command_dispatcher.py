"""Dispatches commands to their handlers. Engine loop only."""

import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from assistant.errors import AssistantError, ProtocolError
from assistant.locale import _

if TYPE_CHECKING:
    from assistant.protocol.commands import Command

_log = logging.getLogger(__name__)

CommandT = TypeVar("CommandT", bound="Command")
Handler = Callable[[CommandT], Coroutine[Any, Any, None]]


class UnhandledCommandError(ProtocolError):
    """Nobody registered a handler for a command."""


class CommandDispatcher:
    """Hands each command to the one handler of its type."""

    def __init__(self) -> None:
        self._handlers: dict[type[Command], Handler[Any]] = {}

    @property
    def handled(self) -> "frozenset[type[Command]]":
        return frozenset(self._handlers)

    def register(self, kind: type[CommandT], handler: Handler[CommandT]) -> None:
        """Raises ValueError if the command has a handler already."""
        if kind in self._handlers:
            raise ValueError(f"{kind.__name__} has a handler")
        self._handlers[kind] = handler

    def replace(self, kind: type[CommandT], handler: Handler[CommandT]) -> None:
        """Raises ValueError if the command has no handler yet."""
        if kind not in self._handlers:
            raise ValueError(f"{kind.__name__} has no handler")
        self._handlers[kind] = handler

    async def dispatch(self, command: "Command") -> None:
        """Wait until the handler is done.

        Raises:
            UnhandledCommandError: If nobody takes it.
            AssistantError: Whatever its handler raises.
        """
        handler = self._handlers.get(type(command))
        if handler is None:
            raise UnhandledCommandError(f"{type(command).__name__} has no handler")
        await handler(command)

    async def attempt(self, command: "Command") -> AssistantError | None:
        """Have a command handled; returns what the user is told if it was not.

        A bug in a handler is logged, and takes nothing down.
        """
        try:
            await self.dispatch(command)
        except AssistantError as error:
            return error
        except Exception as error:  # noqa: BLE001  # a bug in one command
            _log.exception("Command %s failed", type(command).__name__)
            return AssistantError(
                _("Something went wrong inside Parley ({error}).").format(
                    error=type(error).__name__
                ),
                hint=_("Try again; the log has the details."),
            )
        return None
