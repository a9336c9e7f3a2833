"""The user's wrapped data key on the server: the one record there that is readable as it is.

The first device that sets a passphrase stores it; the others fetch it and open it with theirs.
"""

import asyncio
import json
from dataclasses import dataclass, replace
from typing import Final

from assistant.encryption.content_cipher import ContentCipher
from assistant.encryption.errors import EncryptionError
from assistant.encryption.wrapped_key import (
    PassphraseCost,
    WrappedKey,
    change_passphrase,
    create,
    new_recovery_code,
    read_wrapped_key,
    unlock,
)
from assistant.locale import _
from assistant.sync.model.records import Body, LocalRecord, RecordKey, RecordKind
from assistant.sync.record_server import RecordServer

_KEY: Final = RecordKey(RecordKind.DATA_KEY, "data-key")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedKey:
    """The user's key, as it is on the server now."""

    cipher: ContentCipher
    """Its `data_key` is for the system's key store, so that the passphrase is asked for once."""
    recovery_code: str | None
    """To be shown and printed now, if it was made just now."""
    stored: WrappedKey
    version: int


async def open_key(
    server: RecordServer, secret: str, *, cost: PassphraseCost | None = None
) -> OpenedKey:
    """Open the key on a server, or make one if there is none.

    Args:
        server: Where this device is registered; not the encrypted one around it.
        secret: The passphrase; the recovery code for a key that is there.
        cost: What a guess at the passphrase of a new key costs.

    Raises:
        WrongPassphraseError: If it is neither.
        EncryptionError: If it is too short, or the key on the server is damaged.
        SyncError: If the server fails.
    """
    made, cipher, code = await asyncio.to_thread(create, secret, cost=cost)
    result = await server.push([key_record(made)])
    if not result.refused:
        return OpenedKey(cipher=cipher, recovery_code=code, stored=made, version=1)
    (there,) = result.refused
    stored = read_wrapped_key(json.dumps(there.body))
    cipher = await asyncio.to_thread(unlock, stored, secret)
    return OpenedKey(cipher=cipher, recovery_code=None, stored=stored, version=there.version)


async def change_passphrase_of(
    server: RecordServer, secret: str, new: str, *, cost: PassphraseCost | None = None
) -> OpenedKey:
    """Wrap the key on a server with another passphrase; nothing else there changes.

    Raises what `open_key` does, and EncryptionError if another device changed it just now.
    """
    opened = await open_key(server, secret, cost=cost)
    changed = await asyncio.to_thread(change_passphrase, opened.stored, secret, new, cost=cost)
    return await _replace(server, opened, changed, opened.recovery_code)


async def new_recovery_code_of(
    server: RecordServer, secret: str, *, cost: PassphraseCost | None = None
) -> OpenedKey:
    """Make another recovery code; the one before opens no more. Raises as `change_passphrase_of`."""
    opened = await open_key(server, secret, cost=cost)
    changed, code = await asyncio.to_thread(new_recovery_code, opened.stored, secret)
    return await _replace(server, opened, changed, code)


async def _replace(
    server: RecordServer, opened: OpenedKey, changed: WrappedKey, code: str | None
) -> OpenedKey:
    result = await server.push([key_record(changed, base_version=opened.version)])
    if result.refused:
        raise EncryptionError(_("Another device has just changed the passphrase."))
    return replace(opened, recovery_code=code, stored=changed, version=opened.version + 1)


def key_record(key: WrappedKey, *, base_version: int = 0) -> LocalRecord:
    """Return the record of a key."""
    body: Body = key.model_dump(mode="json")
    return LocalRecord(key=_KEY, body=body, base_version=base_version, sequence=0)
