"""Where keys are kept: the environment, the system's key store, or a file only the user can read.

The environment wins. The key store is reached through `keyring`, whose back ends may hang on a
locked or absent D-Bus service: each call runs on a daemon thread with a limit, and a store that
did not answer once is not asked again. Every failure falls back to the file and is shown as a
notice. A key is never part of a `repr`, a log record or an error.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final, Protocol, TypeVar, cast

from assistant.errors import ConfigError
from assistant.locale import _
from assistant.private_files import keep_private, sole_writer, write_private
from assistant.toml_text import parse_toml

_log = logging.getLogger(__name__)

SERVICE: Final = "parley"
"""The name our entries carry in the system's key store."""
ANTHROPIC: Final = "anthropic"
TELEGRAM: Final = "telegram"
"""The token of the Telegram bot."""
SYNC: Final = "sync"
"""The password of the database through which the user's devices are kept alike."""
SYNC_PASSPHRASE: Final = "sync-passphrase"
"""What opens the records in that database."""
VARIABLES: Final = {
    ANTHROPIC: "ANTHROPIC_API_KEY",
    TELEGRAM: "PARLEY_TELEGRAM_TOKEN",
    SYNC: "PARLEY_SYNC_PASSWORD",
    SYNC_PASSPHRASE: "PARLEY_SYNC_PASSPHRASE",
}
"""The environment variable of each key."""
_CHOSEN: Final = frozenset({SYNC, SYNC_PASSPHRASE})
"""Those that a user makes up, who may use any characters and spaces."""
STORE_TIMEOUT_S: Final = 3.0
"""A key store that must ask for a password needs longer; it is used from the next start on."""

T = TypeVar("T")


class KeyPlace(Enum):
    """Where a key was found or put."""

    ENVIRONMENT = "environment"
    STORE = "store"
    FILE = "file"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key and where it came from."""

    secret: str = field(repr=False)
    place: KeyPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedKey:
    """Where a key went."""

    place: KeyPlace
    notice: str | None = None
    """What the user should know about it, or None."""


class KeyringBackend(Protocol):
    """The part of `keyring` that is used. Any exception means that the store does not work."""

    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None:
        """Remove a password that exists."""
        ...


def is_usable_key(secret: str | None) -> bool:
    """Whether a key can stand in a header: visible ASCII without spaces."""
    return bool(secret) and secret.isascii() and secret.isprintable() and " " not in secret


def system_backend() -> KeyringBackend:
    """Return the system's key store; loading it takes a tenth of a second and may block."""
    import keyring

    return cast("KeyringBackend", keyring.get_keyring())


class StoreUnavailableError(Exception):
    """The system's key store is absent, locked, broken, or does not answer."""


class KeyStore:
    """Reads and writes keys by name.

    Args:
        keys_file: Used where there is no key store; created with mode 0600.
        environment: The process's environment.
        load_backend: Returns the system's key store; called on a worker thread.
        timeout_s: How long one call of the key store may take.
    """

    def __init__(
        self,
        *,
        keys_file: Path,
        environment: Mapping[str, str] | None = None,
        load_backend: Callable[[], KeyringBackend] = system_backend,
        timeout_s: float = STORE_TIMEOUT_S,
    ) -> None:
        self._file = keys_file
        self._environment = os.environ if environment is None else environment
        self._load_backend = load_backend
        self._timeout_s = timeout_s
        self._has_hung = False
        self._faults: set[str] = set()
        """Those of the key store that are in the log: one of them lasts, and keys are read often."""

    async def get(self, name: str = ANTHROPIC) -> ApiKey | None:
        """Return the key, or None if there is none that can be read."""
        variable = VARIABLES.get(name)
        from_environment = self._environment.get(variable, "").strip() if variable else ""
        if from_environment:
            return ApiKey(secret=from_environment, place=KeyPlace.ENVIRONMENT)
        try:
            stored = await self._in_store(lambda store: store.get_password(SERVICE, name))
        except StoreUnavailableError:
            stored = None
        if stored:
            return ApiKey(secret=stored, place=KeyPlace.STORE)
        from_file = (await asyncio.to_thread(self._read_file)).get(name)
        return None if not from_file else ApiKey(secret=from_file, place=KeyPlace.FILE)

    async def set(self, secret: str, name: str = ANTHROPIC) -> SavedKey:
        """Keep a key in the system's key store, or else in the file.

        Raises:
            ConfigError: If it cannot be a key, or neither place can be written.
        """
        secret = secret.strip()
        if not (is_usable_key(secret) or (name in _CHOSEN and secret and secret.isprintable())):
            raise ConfigError(
                _("That does not look like a key."),
                hint=_("Copy it once more, without spaces or line breaks."),
            )
        try:
            await self._in_store(lambda store: store.set_password(SERVICE, name, secret))
        except StoreUnavailableError:
            await asyncio.to_thread(self._write_file, name, secret)
            return self._saved(name, KeyPlace.FILE)
        await asyncio.to_thread(self._write_file, name, None)
        return self._saved(name, KeyPlace.STORE)

    async def delete(self, name: str = ANTHROPIC) -> None:
        """Remove a key from the key store and the file; one that does not exist is no error.

        Raises:
            ConfigError: If the file holds it and cannot be written.
        """

        def remove(store: KeyringBackend) -> None:
            if store.get_password(SERVICE, name) is not None:
                store.delete_password(SERVICE, name)

        try:
            await self._in_store(remove)
        except StoreUnavailableError:
            _log.info("the key store could not be asked to forget the key %s", name)
        await asyncio.to_thread(self._write_file, name, None)

    def _saved(self, name: str, place: KeyPlace) -> SavedKey:
        variable = VARIABLES.get(name)
        if variable and self._environment.get(variable, "").strip():
            return SavedKey(
                place=place,
                notice=_(
                    "The key in the environment variable {variable} is used as long as it is set."
                ).format(variable=variable),
            )
        return SavedKey(place=place, notice=self.notice(place))

    def notice(self, place: KeyPlace) -> str | None:
        """Return what the user should know about a key that is kept there, or None."""
        if place is not KeyPlace.FILE:
            return None
        return _(
            "This system has no key store that works, so the key is in the file {file},"
            " readable by you alone."
        ).format(file=self._file)

    async def _in_store(self, call: Callable[[KeyringBackend], T]) -> T:
        if self._has_hung:
            raise StoreUnavailableError
        future: Future[T] = Future()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = call(self._load_backend())
            except Exception as error:  # noqa: BLE001  # back ends raise what their library raises
                self._log_once(type(error).__name__)
                future.set_exception(StoreUnavailableError())
            else:
                future.set_result(result)

        # A daemon, not an executor's thread: one that hangs must not keep the program from ending.
        threading.Thread(target=work, name="key-store", daemon=True).start()
        try:
            async with asyncio.timeout(self._timeout_s):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            self._has_hung = True
            _log.warning("the system's key store did not answer in %.1f s", self._timeout_s)
            raise StoreUnavailableError from None

    def _log_once(self, fault: str) -> None:
        if fault not in self._faults:
            self._faults.add(fault)
            _log.info("the system's key store does not work: %s", fault)

    def _read_file(self) -> dict[str, str]:
        try:
            return self._load_file()
        except (OSError, ValueError) as error:
            _log.warning("the keys file cannot be read: %s", type(error).__name__)
            return {}

    def _load_file(self) -> dict[str, str]:
        try:
            text = self._file.read_text(encoding="utf-8")
            if keep_private(self._file):
                _log.warning("the keys file was readable by others; it no longer is")
        except FileNotFoundError:
            return {}
        return {name: value for name, value in parse_toml(text).items() if isinstance(value, str)}

    def _write_file(self, name: str, secret: str | None) -> None:
        import tomlkit  # not before the window is there: nothing but writing needs it

        try:
            if secret is None and name not in self._load_file():
                return
            with sole_writer(self._file):
                keys = {key: value for key, value in self._load_file().items() if key != name}
                if secret is not None:
                    keys[name] = secret
                write_private(self._file, tomlkit.dumps(keys))
        except (OSError, ValueError) as error:
            raise ConfigError(
                _("The key cannot be written to {file}.").format(file=self._file),
                hint=_("Mend or remove that file, or check the folder, and try again."),
            ) from error
