"""Connections with the user's database: with the password, and encrypted if there is a passphrase.

The passphrase opens a key that is stored on the server; the key itself is kept in this device's key
store, so that the passphrase is asked for once. Which databases were encrypted, and under which key,
this device remembers (`known_keys.py`): what a server says of itself decides neither what is sent
readable nor what is sealed as the user's. psycopg and the ciphers are loaded with the first
connection. Engine loop only.
"""

import asyncio
import base64
import binascii
import importlib
import platform
from collections.abc import AsyncGenerator, Awaitable, Callable, Set
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, Protocol

from assistant.clock import Clock
from assistant.llm.api_keys import SYNC, SYNC_PASSPHRASE, KeyStore
from assistant.locale import _
from assistant.settings import SyncSettings
from assistant.storage.key_value import StateRepository
from assistant.sync.errors import SyncError, UnknownRecordsError
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.known_keys import KEY_UNKNOWN, KnownKeys
from assistant.sync.model.records import DATA_KEY, Device
from assistant.sync.model.status_text import fault_hint, fault_text
from assistant.sync.record_server import RecordServer

if TYPE_CHECKING:
    from assistant.encryption.content_cipher import ContentCipher
    from assistant.sync.server.stored_key import OpenedKey

_SERVER: Final = "assistant.sync.server.postgres_server"
_ENCRYPTED: Final = ("assistant.sync.server.encrypted_server", "assistant.sync.server.stored_key")
KNOWN_KEYS: Final = "sync.known_keys"
"""The key of the store's state that keeps which databases were encrypted, and with which key."""
_KEY: Final = "parley-data-key:"
"""What a key begins with in the key store, so that a passphrase given by the environment is none."""


class DatabaseAccess(Protocol):
    """How the user's database is reached. Each method raises SyncError."""

    async def open(self, device_id: str) -> RecordServer:
        """A raw connection."""
        ...

    async def encrypt(
        self, device_id: str, passphrase: str, known: Set[bytes]
    ) -> "OpenedKey | None":
        """Encrypt what it holds, as `encrypt_in_place` does."""
        ...


class PostgresAccess:
    """Implements `DatabaseAccess`.

    Args:
        url: Of the database.
        password: Reads the password of its user.
    """

    def __init__(self, url: str, password: Callable[[], Awaitable[str | None]]) -> None:
        self._url = url
        self._password = password

    async def open(self, device_id: str) -> RecordServer:
        """A connection without encryption, or with this cipher."""
        await asyncio.to_thread(importlib.import_module, _SERVER)
        from assistant.sync.model.server_address import read_server_address
        from assistant.sync.server.postgres_server import PostgresServer
        from assistant.sync.server.selector_thread import IS_NEEDED, ThreadedServer

        password = await self._password()
        address = read_server_address(self._url)

        def make() -> RecordServer:
            return PostgresServer(address, password=password, device_id=device_id)

        if not IS_NEEDED:
            return make()
        return ThreadedServer(make)

    async def encrypt(
        self, device_id: str, passphrase: str, known: Set[bytes]
    ) -> "OpenedKey | None":
        from assistant.sync.model.server_address import read_server_address
        from assistant.sync.server.encrypt_in_place import encrypt_in_place
        from assistant.sync.server.selector_thread import run_with_selector

        address = read_server_address(self._url)
        password = await self._password()
        return await run_with_selector(
            lambda: encrypt_in_place(
                address, passphrase, password=password, device_id=device_id, known=known
            )
        )


class ServerConnections:
    """Makes connections for one set of settings.

    Args:
        settings: Where the database is, and what this device is called.
        keys: Has the password, and what opens the records.
        clock: Time.
        state: Keeps which databases were encrypted.
        known_rows: Returns the fingerprints of what this device has stored of a server.
        access: Reaches the database; None for PostgreSQL.
    """

    def __init__(
        self,
        *,
        settings: SyncSettings,
        keys: KeyStore,
        clock: Clock,
        state: StateRepository,
        known_rows: Callable[[str], Awaitable[Set[bytes]]],
        access: DatabaseAccess | None = None,
    ) -> None:
        self._url = settings.url
        self._keys = keys
        self._clock = clock
        self._state = state
        self._known_rows = known_rows
        self._access = access or PostgresAccess(settings.url, lambda: self._secret(SYNC))
        self._cipher: ContentCipher | None = None
        self.is_encrypted = False
        """Whether the last connection was."""

    async def connect(self, device_id: str) -> RecordServer:
        """A connection as this device uses it.

        Raises:
            SyncError: If the server cannot be reached or refuses, the records cannot be opened, or
                the database was encrypted and says that it is not.
        """
        self.is_encrypted = False
        secret = await self._secret(SYNC_PASSPHRASE)
        if secret is None and await self._known_id() is not None:
            raise _passphrase_missing()  # nothing readable goes there, whatever the server says
        plain = await self._access.open(device_id)
        try:
            if secret is None:
                await self._look_for_key(plain)
                return plain
            if self._cipher is None:
                self._cipher = await self._opened(plain, secret, device_id)
                await plain.aclose()  # it may be from before the database was encrypted
                plain = await self._access.open(device_id)
            await self._check_key(plain, self._cipher)
        except BaseException:
            await plain.aclose()
            raise
        from assistant.sync.server.encrypted_server import EncryptedServer

        self.is_encrypted = True
        return EncryptedServer(plain, self._cipher)

    async def was_encrypted(self) -> bool:
        """Whether the database was found encrypted before."""
        return await self._known_id() is not None

    async def begin_again(self) -> None:
        """Treat the database as new: only after the user said so."""
        known = await self._known_keys()
        await self._state.put(KNOWN_KEYS, known.without(self._url).to_json())
        await self._keys.delete(SYNC_PASSPHRASE)
        self._cipher = None

    async def open_records(self, device_id: str, secret: str) -> None:
        """Open a database that another device encrypted; encrypts none.

        Raises:
            SyncError: If the server fails, has no key, or another one than it had.
            EncryptionError: If the secret does not open it.
            ConfigError: If what opens it cannot be kept.
        """
        async with self._registered(device_id) as server:
            from assistant.sync.server.stored_key import open_key

            await self._keep(await open_key(server, secret, known_id=await self._known_id()))

    async def encrypt(self, device_id: str, passphrase: str) -> str | None:
        """Encrypt the database with what it holds; every other device then asks for the passphrase.

        Returns:
            The recovery code; None if another device had just encrypted it, with this passphrase.

        Raises:
            UnknownRecordsError: If it holds records that this device does not know.
            SyncError: If the server fails, or was encrypted before and has no key any more.
            EncryptionError: If it is no passphrase, or not the one that opens.
            ConfigError: If what opens it cannot be kept.
        """
        from assistant.sync.server.stored_key import open_key

        async with self._registered(device_id) as server:
            known_id, opened = await self._known_id(), None
            if known_id is None and not await _has_key(server):
                rows = await self._known_rows(self._url)
                opened = await self._access.encrypt(device_id, passphrase, rows)
            return await self._keep(opened or await open_key(server, passphrase, known_id=known_id))

    async def change_passphrase(self, device_id: str, secret: str, passphrase: str) -> None:
        """Raises as `open_records`."""
        async with self._registered(device_id) as server:
            from assistant.sync.server.stored_key import change_passphrase_of

            known_id = await self._known_id()
            await self._keep(
                await change_passphrase_of(server, secret, passphrase, known_id=known_id)
            )

    async def make_recovery_code(self, device_id: str, secret: str) -> str:
        """Raises as `open_records`."""
        async with self._registered(device_id) as server:
            from assistant.sync.server.stored_key import new_recovery_code_of

            made = await new_recovery_code_of(server, secret, known_id=await self._known_id())
            return await self._keep(made) or ""

    # The key.

    async def _keep(self, opened: "OpenedKey") -> str | None:
        self._cipher = opened.cipher
        key = _KEY + base64.b64encode(opened.cipher.data_key).decode("ascii")
        await self._keys.set(key, SYNC_PASSPHRASE)
        await self._remember(opened.cipher)
        return opened.recovery_code

    async def _look_for_key(self, server: RecordServer) -> None:
        """Remember that a database is encrypted whose key this device lacks."""
        if await _has_key(server):
            known = await self._known_keys()
            await self._state.put(KNOWN_KEYS, known.seen(self._url).to_json())
            raise _passphrase_missing()

    async def _check_key(self, server: RecordServer, cipher: "ContentCipher") -> None:
        """Refuse a database that lost its key, or has another one than this device knows."""
        from assistant.sync.server.stored_key import encryption_gone, key_exchanged

        if not await _has_key(server):
            raise encryption_gone()
        known_id = await self._known_id()
        if known_id not in {None, KEY_UNKNOWN, cipher.key_id}:
            raise key_exchanged()
        await self._remember(cipher)

    async def _opened(self, server: RecordServer, secret: str, device_id: str) -> "ContentCipher":
        for name in _ENCRYPTED:
            await asyncio.to_thread(importlib.import_module, name)
        from assistant.encryption.content_cipher import ContentCipher
        from assistant.encryption.errors import EncryptionError
        from assistant.sync.server.stored_key import open_key

        if secret.startswith(_KEY):
            try:
                return ContentCipher(base64.b64decode(secret.removeprefix(_KEY)))
            except (binascii.Error, ValueError):
                raise SyncError(
                    _("The key of the records is damaged."), fault=SyncFault.PASSPHRASE_MISSING
                ) from None
        await server.register(self._device(device_id))
        known_id, opened = await self._known_id(), None
        try:
            if known_id is None and not await _has_key(server):
                opened = await self._access.encrypt(device_id, secret, frozenset())
            opened = opened or await open_key(server, secret, known_id=known_id)
        except UnknownRecordsError as error:
            raise SyncError(
                _("The database holds records that are not encrypted."),
                hint=_("Encrypt them: parley sync encrypt, or Settings, Devices."),
            ) from error
        except EncryptionError as error:
            raise SyncError(
                error.message, hint=error.hint, fault=SyncFault.PASSPHRASE_WRONG
            ) from error
        return opened.cipher

    # What this device knows.

    async def _known_keys(self) -> KnownKeys:
        return KnownKeys.from_json(await self._state.get(KNOWN_KEYS))

    async def _known_id(self) -> str | None:
        return (await self._known_keys()).of(self._url)

    async def _remember(self, cipher: "ContentCipher") -> None:
        known = await self._known_keys()
        opened = known.opened(self._url, cipher.key_id)
        if opened != known:
            await self._state.put(KNOWN_KEYS, opened.to_json())

    @asynccontextmanager
    async def _registered(self, device_id: str) -> AsyncGenerator[RecordServer]:
        for name in _ENCRYPTED:
            await asyncio.to_thread(importlib.import_module, name)
        server = await self._access.open(device_id)
        try:
            await server.register(self._device(device_id))
            yield server
        finally:
            await server.aclose()

    def _device(self, device_id: str) -> Device:
        """This device without its name, which the server must not read."""
        now = self._clock.now()
        return Device(
            device_id=device_id, name="", platform=platform.system(), added_at=now, seen_at=now
        )

    async def _secret(self, name: str) -> str | None:
        key = await self._keys.get(name)
        return None if key is None else key.secret


async def _has_key(server: RecordServer) -> bool:
    found = await server.record(DATA_KEY)
    return found is not None and found.body is not None


def _passphrase_missing() -> SyncError:
    fault = SyncFault.PASSPHRASE_MISSING
    return SyncError(fault_text(fault), hint=fault_hint(fault), fault=fault)
