"""A database whose owner wants what is not theirs: it hides, puts back, invents, reorders, swaps.

Usage::

    database = HostileDatabase()
    connections = device_connections(database)   # through `access`
    database.wipe()                              # it says that it is new
    database.invent(RecordKind.SETTING, "tools.take_screenshot", {"value": "safe"})
"""

import json
from collections.abc import Callable, Set
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from assistant.encryption.wrapped_key import PassphraseCost, create
from assistant.sync.errors import UnknownRecordsError
from assistant.sync.model.bodies import digest, fingerprint, to_json
from assistant.sync.model.records import DATA_KEY, Body, LocalRecord, RecordKey, RecordKind
from assistant.sync.record_server import RecordServer
from assistant.sync.server.encrypted_server import seal
from assistant.sync.server.stored_key import OpenedKey, key_record
from tests.helpers.sync.memory_server import MemoryDatabase, Row

CHEAP: Final = PassphraseCost(iterations=1, lanes=1, memory_kib=128)
OWNER: Final = "owner"
"""The device in whose name the owner writes."""


@dataclass(slots=True)
class HostileDatabase(MemoryDatabase):
    """What the devices have in common, with what its owner does to it.

    Implements `DatabaseAccess`, too.
    """

    before: dict[RecordKey, Row] = field(default_factory=dict[RecordKey, Row])
    """What it held when it was last copied."""

    # For devices.

    async def open(self, device_id: str) -> RecordServer:
        """See `DatabaseAccess`."""
        return self.connect(device_id)

    async def encrypt(self, device_id: str, passphrase: str, known: Set[bytes]) -> OpenedKey | None:
        """See `DatabaseAccess`; as `encrypt_in_place` does it."""
        if DATA_KEY in self.rows:
            return None
        unknown = [row for row in self.rows.values() if _fingerprint(row) not in known]
        if unknown:
            raise UnknownRecordsError.of(len(unknown))
        made, cipher, code = create(passphrase, cost=CHEAP)
        sealed: dict[RecordKey, Row] = {}
        for row in self.rows.values():
            record = LocalRecord(
                key=row.key,
                body=None if row.body is None else json.loads(row.body),
                base_version=row.version - 1,
                sequence=0,
            )
            there = seal(cipher, record)
            body = None if there.body is None else json.dumps(there.body)
            sealed[there.key] = replace(row, key=there.key, body=body, change=self._next())
        self.rows = sealed
        self._put(DATA_KEY, key_record(made).body, device_id=device_id)
        return OpenedKey(cipher=cipher, recovery_code=code, stored=made, version=1)

    # For the owner.

    def copy(self) -> None:
        """Keep what it holds, for `put_back`."""
        self.before = dict(self.rows)

    def put_back(self) -> None:
        """Hold what it held when it was last copied."""
        self.rows = dict(self.before)

    def wipe(self) -> None:
        """Hold nothing, as a new one."""
        self.rows.clear()
        self.newest_change = 0

    def remove_key(self) -> None:
        """Say that it is not encrypted."""
        self.rows.pop(DATA_KEY, None)

    def hide_records(self) -> None:
        """Hold nothing but the key."""
        self.rows = {key: row for key, row in self.rows.items() if key == DATA_KEY}

    def swap_key(self, passphrase: str) -> None:
        """Have another key, which a passphrase opens."""
        made, _cipher, _code = create(passphrase, cost=CHEAP)
        self._put(DATA_KEY, key_record(made).body)

    def invent(self, kind: RecordKind, key: str, body: Body | None) -> None:
        """Write a record."""
        self._put(RecordKey(kind, key), body)

    def exchange_bodies(self, chance: Random) -> None:
        """Put the content of a record into another one."""
        names = [key for key in self.rows if key != DATA_KEY]
        if len(names) > 1:
            one, other = chance.sample(names, 2)
            self.rows[one] = replace(
                self.rows[one], body=self.rows[other].body, change=self._next()
            )

    def raise_version(self, chance: Random) -> None:
        """Give a record out as a newer one."""
        if self.rows:
            key = chance.choice(list(self.rows))
            row = self.rows[key]
            self.rows[key] = replace(row, version=row.version + 1, change=self._next())

    def reorder(self, chance: Random) -> None:
        """Give the changes another order."""
        places = [row.change for row in self.rows.values()]
        chance.shuffle(places)
        for place, (key, row) in zip(places, list(self.rows.items()), strict=True):
            self.rows[key] = replace(row, change=place)

    def moves(self, chance: Random, passphrase: str) -> tuple[Callable[[], None], ...]:
        """Return what the owner can do; with what of the user's passphrase opens, if they had it."""
        return (
            self.copy,
            self.put_back,
            self.wipe,
            self.remove_key,
            self.hide_records,
            lambda: self.swap_key("the owner's own"),
            lambda: self.swap_key(passphrase),
            lambda: self.invent(RecordKind.SETTING, "tools.shot", {"value": "forged"}),
            lambda: self.invent(RecordKind.SETTING, "ui.language", {"sealed": "AAAA"}),
            lambda: self.exchange_bodies(chance),
            lambda: self.raise_version(chance),
            lambda: self.reorder(chance),
        )

    def _put(self, key: RecordKey, body: Body | None, *, device_id: str = OWNER) -> None:
        row = self.rows.get(key)
        self.rows[key] = Row(
            key=key,
            body=None if body is None else json.dumps(body, sort_keys=True),
            version=1 if row is None else row.version + 1,
            change=self._next(),
            device_id=device_id,
            written_at=self.clock.now(),
        )

    def _next(self) -> int:
        self.newest_change += 1
        return self.newest_change


def _fingerprint(row: Row) -> bytes:
    text = None if row.body is None else digest(to_json(json.loads(row.body)))
    return fingerprint(row.key, row.version, text)
