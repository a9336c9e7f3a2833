"""Dispatches commands to their handlers. Engine loop only."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from assistant.errors import ProtocolError
from assistant.protocol.commands import Command

CommandT = TypeVar("CommandT", bound=Command)
Handler = Callable[[CommandT], Coroutine[Any, Any, None]]


class UnhandledCommandError(ProtocolError):
    """Nobody registered a handler for a command."""


class CommandDispatcher:
    """Hands each command to the one handler of its type."""

    def __init__(self) -> None:
        self._handlers: dict[type[Command], Handler[Any]] = {}

    @property
    def handled(self) -> frozenset[type[Command]]:
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

    async def dispatch(self, command: Command) -> None:
        """Wait until the handler is done.

        Raises:
            UnhandledCommandError: If nobody takes it.
            AssistantError: Whatever its handler raises.
        """
        handler = self._handlers.get(type(command))
        if handler is None:
            raise UnhandledCommandError(f"{type(command).__name__} has no handler")
        await handler(command)
