"""Pauses what other programs play (MPRIS, over D-Bus), and has it go on again, even after a crash.

Only players that play are paused, and only what was paused here goes on: not what the user started or
stopped meanwhile. Which these are is written to a file first. Linux only; each call has a connection
of its own.
"""

import json
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

from assistant.clock import Clock
from assistant.private_files import make_private_folder, write_private
from assistant.voice.devices.call_timeouts import CallTimeoutError, TimedCalls

_log = logging.getLogger(__name__)

PREFIX: Final = "org.mpris.MediaPlayer2."
_PATH: Final = "/org/mpris/MediaPlayer2"
_PLAYER: Final = "org.mpris.MediaPlayer2.Player"
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_MIRRORS: Final = (f"{PREFIX}playerctld",)
"""Stand for another player, which is there as well."""
_LIMIT_S: Final = 2.0
_ANSWER_S: Final = 0.5
FORGOTTEN: Final = timedelta(minutes=10)
"""What was paused longer ago, before a crash, stays so: music out of the blue is no help."""


class MediaPausing:
    """Pauses players and has them go on. One call at a time.

    Args:
        record: The file that says what is paused; in a folder for the user alone.
        clock: Says when they were paused.
        is_on: Whether anything is paused at all; what is paused goes on in any case.
        bus: Address of the session's bus; `SESSION` finds it.
    """

    def __init__(
        self,
        *,
        record: Path,
        clock: Clock,
        is_on: bool = True,
        bus: str = "SESSION",
    ) -> None:
        self._record = record
        self._clock = clock
        self._is_on = is_on
        self._bus = bus
        self._calls = TimedCalls("media players")

    def lower(self) -> None:
        """Pause what plays."""
        if self._is_on:
            self._try(self._pause)

    def restore(self) -> None:
        """Have what was paused here go on."""
        if self._record.exists():
            self._try(self._play)

    def _try(self, call: Callable[["_Players"], None]) -> None:
        def connected() -> None:
            with _Players(self._bus) as players:
                call(players)

        try:
            self._calls.run(connected, _LIMIT_S)
        except (CallTimeoutError, OSError, KeyError, ValueError, RuntimeError) as error:
            _log.info("Players of other programs are left as they are: %s", type(error).__name__)

    def _pause(self, players: "_Players") -> None:
        playing = [owner for owner in players.owners() if players.status(owner) == "Playing"]
        new = [owner for owner in playing if players.get(owner, "CanPause") is not False]
        if new:
            self._write([*self._read(), *new])
            for owner in new:
                players.do(owner, "Pause")

    def _play(self, players: "_Players") -> None:
        paused = set(self._read())
        for owner in players.owners():
            if owner in paused and players.status(owner) == "Paused":
                players.do(owner, "Play")
        self._record.unlink(missing_ok=True)

    def _read(self) -> list[str]:
        """The unique names of the programs; none if they were paused too long ago."""
        with suppress(FileNotFoundError):
            try:
                kept: Any = json.loads(self._record.read_text(encoding="utf-8"))
                if self._clock.now() - datetime.fromisoformat(kept["at"]) <= FORGOTTEN:
                    return [str(owner) for owner in kept["players"]]
            except (ValueError, TypeError, KeyError):
                _log.warning("The record of paused players cannot be read")
        return []

    def _write(self, players: list[str]) -> None:
        make_private_folder(self._record.parent)
        kept = {"at": self._clock.now().isoformat(), "players": list(dict.fromkeys(players))}
        write_private(self._record, json.dumps(kept))


class _Players:
    """The players on a bus; blocking. A context manager.

    Raises:
        OSError: If there is no bus, or it goes; so do its methods.
        KeyError: If it is not known where the bus is.
    """

    def __init__(self, bus: str) -> None:
        self._jeepney: Any = import_module("jeepney")
        blocking: Any = import_module("jeepney.io.blocking")
        self._connection: Any = blocking.open_dbus_connection(bus)

    def __enter__(self) -> "_Players":
        return self

    def __exit__(self, *_problem: object) -> None:
        self._connection.close()

    def owners(self) -> list[str]:
        """Return the unique name of each program with a player."""
        bus = self._jeepney.message_bus
        names: Any = self._answer(bus.ListNames()) or ()
        found = [
            self._answer(bus.GetNameOwner(name))
            for name in names
            if name.startswith(PREFIX) and name not in _MIRRORS
        ]
        return list(dict.fromkeys(str(owner) for owner in found if owner))

    def status(self, owner: str) -> object:
        """Return `Playing`, `Paused` or `Stopped`; None if it does not say."""
        return self.get(owner, "PlaybackStatus")

    def get(self, owner: str, name: str) -> object:
        """Return a property; None if the player does not say."""
        value = self._call(owner, _PROPERTIES, "Get", "ss", (_PLAYER, name))
        return cast("tuple[str, object]", value)[1] if isinstance(value, tuple) else None

    def do(self, owner: str, method: str) -> None:
        """Call a method of the player."""
        self._call(owner, _PLAYER, method, None, ())

    def _call(
        self, owner: str, interface: str, method: str, signature: str | None, body: Any
    ) -> Any:
        address = self._jeepney.DBusAddress(_PATH, bus_name=owner, interface=interface)
        return self._answer(self._jeepney.new_method_call(address, method, signature, body))

    def _answer(self, message: Any) -> Any:
        """Return the first value of the answer; None for an error, or none in time."""
        try:
            reply = self._connection.send_and_get_reply(message, timeout=_ANSWER_S)
        except TimeoutError:
            return None
        is_answer = reply.header.message_type is self._jeepney.MessageType.method_return
        return reply.body[0] if is_answer and reply.body else None
