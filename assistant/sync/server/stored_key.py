"""The user's wrapped data key on the server: the one record there that is readable as it is.

The device that encrypts the database stores it (`encrypt_in_place.py`); the others fetch it and open
it with theirs. A device remembers the id of the key: a server that has none any more, or another one,
is refused.
"""

import asyncio
import json
from dataclasses import dataclass, replace

from assistant.encryption.content_cipher import ContentCipher
from assistant.encryption.errors import EncryptionError
from assistant.encryption.wrapped_key import (
    PassphraseCost,
    WrappedKey,
    change_passphrase,
    new_recovery_code,
    read_wrapped_key,
    unlock,
)
from assistant.locale import _
from assistant.sync.errors import SyncError
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.records import DATA_KEY, Body, LocalRecord
from assistant.sync.model.status_text import fault_hint, fault_text
from assistant.sync.record_server import RecordServer


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedKey:
    """The user's key, as it is on the server now."""

    cipher: ContentCipher
    """Its `data_key` is for the system's key store, so that the passphrase is asked for once."""
    recovery_code: str | None
    """To be shown and printed now, if it was made just now."""
    stored: WrappedKey
    version: int


async def open_key(server: RecordServer, secret: str, *, known_id: str | None = None) -> OpenedKey:
    """Open the key on a server; makes none.

    Args:
        server: Not the encrypted one around it.
        secret: The passphrase, or the recovery code.
        known_id: The id of the key as this device knows it; None or KEY_UNKNOWN if it knows none.

    Raises:
        WrongPassphraseError: If it is neither.
        EncryptionError: If the key on the server is damaged.
        SyncError: If the server fails, has no key, or another one than is known.
    """
    there = await server.record(DATA_KEY)
    if there is None or there.body is None:
        raise encryption_gone() if known_id is not None else _not_encrypted()
    stored = read_wrapped_key(json.dumps(there.body))
    cipher = await asyncio.to_thread(unlock, stored, secret)
    if known_id and cipher.key_id != known_id:
        raise key_exchanged()
    return OpenedKey(cipher=cipher, recovery_code=None, stored=stored, version=there.version)


async def change_passphrase_of(
    server: RecordServer,
    secret: str,
    new: str,
    *,
    known_id: str | None = None,
    cost: PassphraseCost | None = None,
) -> OpenedKey:
    """Wrap the key with another passphrase; nothing else changes.

    Raises what `open_key` does, and EncryptionError if another device changed it just now.
    """
    opened = await open_key(server, secret, known_id=known_id)
    changed = await asyncio.to_thread(change_passphrase, opened.stored, secret, new, cost=cost)
    return await _replace(server, opened, changed, opened.recovery_code)


async def new_recovery_code_of(
    server: RecordServer, secret: str, *, known_id: str | None = None
) -> OpenedKey:
    """Replace the recovery code; the old one stops working. Raises as `change_passphrase_of`."""
    opened = await open_key(server, secret, known_id=known_id)
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
    body: Body = key.model_dump(mode="json")
    return LocalRecord(key=DATA_KEY, body=body, base_version=base_version, sequence=0)


def encryption_gone() -> SyncError:
    """The error for a database that was encrypted and now claims not to be."""
    fault = SyncFault.ENCRYPTION_GONE
    return SyncError(fault_text(fault), hint=fault_hint(fault), fault=fault)


def key_exchanged() -> SyncError:
    """The error for a database whose key was replaced."""
    return SyncError(
        _("The key in the database is not the one that your devices use."),
        hint=_("Nothing was sent or taken in: whoever runs it may have exchanged the key."),
        fault=SyncFault.FOREIGN_RECORDS,
    )


def _not_encrypted() -> SyncError:
    return SyncError(
        _("The database is not encrypted."), hint=_("Encrypt it with: parley sync encrypt")
    )
