"""What the presence modules ask the buses of the desktop. Linux only."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import Any, Final, cast

_log = logging.getLogger(__name__)

PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_ANSWER_S: Final = 5.0
_LOOK_S: Final = 600.0
"""So often it is asked without a signal."""


async def on_bus(bus: str, follow: Callable[[Any], Coroutine[Any, Any, None]]) -> None:
    """Follow what a bus tells until it is gone."""
    buses: Any = import_module("jeepney.io.asyncio")
    try:
        connection: Any = await buses.open_dbus_connection(bus)
        try:
            async with buses.DBusRouter(connection) as router:
                await follow(router)
        finally:
            await connection.close()
    except (OSError, EOFError, KeyError, ValueError, RuntimeError, buses.RouterClosed) as error:
        _log.info("A bus tells nothing more: %s", type(error).__name__)


async def changed(signals: asyncio.Queue[Any]) -> None:
    """Wait for a signal; a bus that is gone sends none, and is found out by asking."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_LOOK_S):
            await signals.get()


async def ask_for(router: Any, rule: Any) -> None:
    await _answer(router, jeepney().message_bus.AddMatch(rule))


async def call(
    router: Any, name: str, path: str, interface: str, method: str, *arguments: str
) -> object:
    """Return the first value of an answer; None where nobody answers. Starts no service."""
    package = jeepney()
    address = package.DBusAddress(path, bus_name=name, interface=interface)
    signature = "s" * len(arguments) or None
    message = package.new_method_call(address, method, signature, arguments)
    message.header.flags |= package.MessageFlag.no_auto_start
    return await _answer(router, message)


async def _answer(router: Any, message: Any) -> object:
    try:
        async with asyncio.timeout(_ANSWER_S):
            reply = await router.send_and_get_reply(message)
    except TimeoutError:
        return None
    if reply.header.message_type is not jeepney().MessageType.method_return or not reply.body:
        return None
    value: object = reply.body[0]
    return cast("tuple[str, object]", value)[1] if isinstance(value, tuple) else value


def jeepney() -> Any:
    """Return the package, which has no types; imported when it is first needed."""
    return import_module("jeepney")
