"""Connections with the user's database: with the password, and encrypted if there is a passphrase.

The passphrase opens a key that is stored on the server; the key itself is kept in this device's key
store, so that the passphrase is asked for once. psycopg and the ciphers are loaded with the first
connection. Engine loop only.
"""

import asyncio
import base64
import binascii
import importlib
import platform
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from assistant.clock import Clock
from assistant.llm.api_keys import SYNC, SYNC_PASSPHRASE, KeyStore
from assistant.locale import _
from assistant.settings import SyncSettings
from assistant.sync.errors import SyncError
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.records import Device
from assistant.sync.record_server import RecordServer

if TYPE_CHECKING:
    from assistant.encryption.content_cipher import ContentCipher
    from assistant.sync.server.stored_key import OpenedKey

_SERVER: Final = "assistant.sync.server.postgres_server"
_ENCRYPTED: Final = ("assistant.sync.server.encrypted_server", "assistant.sync.server.stored_key")
_FEW: Final = 20
_KEY: Final = "parley-data-key:"
"""What a key begins with in the key store, so that a passphrase given by the environment is none."""


class ServerConnections:
    """Makes connections for one set of settings.

    Args:
        settings: Where the database is, and what this device is called.
        keys: Has the password, and what opens the records.
        clock: Time.
    """

    def __init__(self, *, settings: SyncSettings, keys: KeyStore, clock: Clock) -> None:
        self._settings = settings
        self._keys = keys
        self._clock = clock
        self._cipher: ContentCipher | None = None
        self.is_encrypted = False
        """Whether the last connection was."""

    async def connect(self, device_id: str) -> RecordServer:
        """Return a connection as this device uses it.

        Raises:
            SyncError: If the server cannot be reached or refuses, or the records cannot be opened.
        """
        plain = await self._plain(device_id)
        secret = await self._secret(SYNC_PASSPHRASE)
        if secret is None:
            self.is_encrypted = False
            return plain
        try:
            if self._cipher is None:
                self._cipher = await self._opened(plain, secret, device_id)
        except BaseException:
            await plain.aclose()
            raise
        from assistant.sync.server.encrypted_server import EncryptedServer

        self.is_encrypted = True
        return EncryptedServer(plain, self._cipher)

    async def set_passphrase(self, device_id: str, passphrase: str) -> str | None:
        """Encrypt the database, or open one that another device encrypted.

        What it holds readable is encrypted in place; then each other device asks for the passphrase.

        Returns:
            The recovery code, if it was not encrypted before.

        Raises:
            SyncError: If the server fails.
            EncryptionError: If it is no passphrase, or not the one that opens.
            ConfigError: If what opens it cannot be kept.
        """
        async with self._registered(device_id) as server:
            from assistant.sync.server.stored_key import open_key

            opened = None
            if await _has_plain(server):
                opened = await self._encrypted(device_id, passphrase)
            return await self._keep(opened or await open_key(server, passphrase))

    async def change_passphrase(self, device_id: str, secret: str, passphrase: str) -> None:
        """Use another passphrase; raises as `set_passphrase`."""
        async with self._registered(device_id) as server:
            from assistant.sync.server.stored_key import change_passphrase_of

            await self._keep(await change_passphrase_of(server, secret, passphrase))

    async def make_recovery_code(self, device_id: str, secret: str) -> str:
        """Return a new recovery code; raises as `set_passphrase`."""
        async with self._registered(device_id) as server:
            from assistant.sync.server.stored_key import new_recovery_code_of

            return await self._keep(await new_recovery_code_of(server, secret)) or ""

    async def _encrypted(self, device_id: str, passphrase: str) -> "OpenedKey | None":
        from assistant.sync.model.server_address import read_server_address
        from assistant.sync.server.encrypt_in_place import encrypt_in_place
        from assistant.sync.server.selector_thread import run_with_selector

        address = read_server_address(self._settings.url)
        password = await self._secret(SYNC)
        return await run_with_selector(
            lambda: encrypt_in_place(address, passphrase, password=password, device_id=device_id)
        )

    async def _keep(self, opened: "OpenedKey") -> str | None:
        self._cipher = opened.cipher
        key = _KEY + base64.b64encode(opened.cipher.data_key).decode("ascii")
        await self._keys.set(key, SYNC_PASSPHRASE)
        return opened.recovery_code

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
        if await _has_plain(server):
            raise SyncError(
                _("The database holds records that are not encrypted."),
                hint=_("Encrypt them: parley sync encrypt, or Settings, Devices."),
            )
        try:
            return (await open_key(server, secret)).cipher
        except EncryptionError as error:
            raise SyncError(
                error.message, hint=error.hint, fault=SyncFault.PASSPHRASE_WRONG
            ) from error

    async def _plain(self, device_id: str) -> RecordServer:
        await asyncio.to_thread(importlib.import_module, _SERVER)
        from assistant.sync.model.server_address import read_server_address
        from assistant.sync.server.postgres_server import PostgresServer
        from assistant.sync.server.selector_thread import IS_NEEDED, ThreadedServer

        password = await self._secret(SYNC)
        address = read_server_address(self._settings.url)

        def make() -> RecordServer:
            return PostgresServer(address, password=password, device_id=device_id)

        if not IS_NEEDED:
            return make()
        return ThreadedServer(make)

    @asynccontextmanager
    async def _registered(self, device_id: str) -> AsyncGenerator[RecordServer]:
        for name in _ENCRYPTED:
            await asyncio.to_thread(importlib.import_module, name)
        server = await self._plain(device_id)
        try:
            await server.register(self._device(device_id))
            yield server
        finally:
            await server.aclose()

    def _device(self, device_id: str) -> Device:
        """Return this device without its name, which the server is not to read."""
        now = self._clock.now()
        return Device(
            device_id=device_id, name="", platform=platform.system(), added_at=now, seen_at=now
        )

    async def _secret(self, name: str) -> str | None:
        key = await self._keys.get(name)
        return None if key is None else key.secret


async def _has_plain(server: RecordServer) -> bool:
    """Whether there are records that are not encrypted."""
    from assistant.sync.model.sealed_records import is_sealed

    first = await server.changes(after=0, limit=_FEW)
    return any(record.body is not None and not is_sealed(record) for record in first)
