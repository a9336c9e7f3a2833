"""A server of records that reads nothing of what it keeps.

What it still sees: how many records of which kind there are, about how long each is, who wrote it
and when, which lease a device holds, and that a record was deleted. What it still can do: keep
something back, put an older state back as a whole, and delete.
"""

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from typing_extensions import override

from assistant.encryption.content_cipher import ContentCipher
from assistant.encryption.errors import DamagedContentError
from assistant.locale import _
from assistant.sync.errors import SyncError
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.records import (
    Body,
    Device,
    Lease,
    LocalRecord,
    PushResult,
    RecordKey,
    RecordKind,
    ServerRecord,
)
from assistant.sync.model.sealed_records import SEALED
from assistant.sync.record_server import RecordServer
from assistant.sync.server.forwarding_server import ForwardingServer

_DEVICE_NAME, _EFFECT = "device name", "effect"
"""Kinds of names that are not of records."""


class EncryptedServer(ForwardingServer):
    """Hands calls on with bodies sealed and keys, names blinded.

    Versions, changes and leases stay the server's. A method that finds what the user's passphrase
    did not seal raises SyncError: records by others are not taken in.
    """

    def __init__(self, inner: RecordServer, cipher: ContentCipher) -> None:
        super().__init__(inner)
        self._cipher = cipher

    @override
    async def register(self, device: Device) -> None:
        await self._inner.register(
            replace(device, name=blind_device_name(self._cipher, device.name))
        )

    @override
    async def devices(self) -> Sequence[Device]:
        return tuple(
            replace(device, name=self._device_name(device))
            for device in await self._inner.devices()
        )

    @override
    async def push(self, records: Sequence[LocalRecord]) -> PushResult:
        result = await self._inner.push([seal(self._cipher, record) for record in records])
        accepted = {self._key(key): version for key, version in result.accepted.items()}
        sent = {record.key: record.body for record in records}
        refused: list[ServerRecord] = []
        for record in map(self._opened, result.refused):
            # Sealed twice, a body looks like two; the server cannot tell that it was sent before.
            if record.body is not None and record.body == sent[record.key]:
                accepted[record.key] = record.version
            else:
                refused.append(record)
        return PushResult(accepted=accepted, refused=tuple(refused))

    @override
    async def changes(self, *, after: int, limit: int) -> Sequence[ServerRecord]:
        while True:
            page = await self._inner.changes(after=after, limit=limit)
            found = tuple(map(self._opened, (r for r in page if r.key.kind != RecordKind.DATA_KEY)))
            if found or not page:
                return found
            after = page[-1].change

    @override
    async def record(self, key: RecordKey) -> ServerRecord | None:
        blinded = RecordKey(key.kind, self._cipher.blind(key.kind, key.key))
        found = await self._inner.record(blinded)
        return None if found is None else self._opened(found)

    @override
    async def begin_effect(self, lease: Lease, effect: str) -> bool:
        return await self._inner.begin_effect(lease, blind_effect(self._cipher, effect))

    @override
    async def claim(self, name: str) -> bool:
        return await self._inner.claim(blind_effect(self._cipher, name))

    def _opened(self, record: ServerRecord) -> ServerRecord:
        key = self._key(record.key)
        if record.body is None:
            return replace(record, key=key)
        try:
            sealed = base64.b64decode(str(record.body.get(SEALED)), validate=True)
            plain = self._cipher.open(key.kind, key.key, record.version, sealed)
        except (DamagedContentError, binascii.Error, ValueError) as error:
            raise _foreign() from error
        return replace(record, key=key, body=cast("Body", json.loads(plain)))

    def _key(self, blinded: RecordKey) -> RecordKey:
        try:
            return RecordKey(blinded.kind, self._cipher.unblind(blinded.kind, blinded.key))
        except DamagedContentError as error:
            raise _foreign() from error

    def _device_name(self, device: Device) -> str:
        try:
            return self._cipher.unblind(_DEVICE_NAME, device.name)
        except DamagedContentError:  # one that does not encrypt; the user can take it away
            return device.name


def seal(cipher: ContentCipher, record: LocalRecord) -> LocalRecord:
    """Encrypt a record for the server."""
    kind, key = record.key.kind, record.key.key
    blinded = RecordKey(kind, cipher.blind(kind, key))
    if record.body is None:
        return replace(record, key=blinded)
    plain = json.dumps(record.body, separators=(",", ":")).encode("ascii")
    sealed = cipher.seal(kind, key, record.base_version + 1, plain)
    return replace(record, key=blinded, body={SEALED: base64.b64encode(sealed).decode("ascii")})


def blind_device_name(cipher: ContentCipher, name: str) -> str:
    """Encrypt a device's name for the server."""
    return cipher.blind(_DEVICE_NAME, name)


def blind_effect(cipher: ContentCipher, name: str) -> str:
    """Hash an effect's name for the server."""
    return cipher.blind(_EFFECT, name)


def _foreign() -> SyncError:
    return SyncError(
        _("The server holds contents that were not encrypted with this passphrase."),
        hint=_("Every device needs the same passphrase, from the first one on."),
        fault=SyncFault.FOREIGN_RECORDS,
    )
