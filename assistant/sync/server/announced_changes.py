"""Changes that notifications told whole, so that they need not be asked for. No I/O."""

import base64
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from assistant.sync.model.records import RecordKey, RecordKind, ServerRecord
from assistant.sync.server.record_body import decoded

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_BEYOND: Final = 2**63
"""No version and no change of the database."""
_MOST: Final = 1000
"""Records that are kept for who does not ask; each came in less than 8,000 bytes."""


class AnnouncedChanges:
    """Keeps what was announced without a gap, until it is asked for."""

    def __init__(self) -> None:
        self._records: dict[RecordKey, ServerRecord] = {}
        """The newest of each, in the order of their changes."""
        self._after = self._newest = 0
        """All changes behind the one, up to the other, are kept."""

    def take(self, announcement: str) -> None:
        """Keep a notification's record; skip one that cannot be read."""
        try:
            change = json.loads(announcement)
            after = int(change["after"])
            records = [_record(*row) for row in change["records"]]
            newest = records[-1].change
        except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
            return
        if after != self._newest or len(self._records) > _MOST:
            self._records.clear()
            self._after = after
        for record in records:
            self._records.pop(record.key, None)
            self._records[record.key] = record
        self._newest = newest

    def after(self, place: int, limit: int) -> Sequence[ServerRecord]:
        """Changes after a place; forgets earlier ones. Empty if any between is missing."""
        if not self._after <= place < self._newest:
            return ()
        self._records = {key: one for key, one in self._records.items() if one.change > place}
        self._after = place
        return tuple(self._records.values())[:limit]


def _record(
    kind: str,
    key: str,
    version: int,
    change: int,
    device_id: str,
    body: str | None,
    written_at: int,
) -> ServerRecord:
    if not (type(key) is type(device_id) is str and type(version) is type(change) is int):
        raise TypeError("A row holds something of another type.")
    if not (0 < version < _BEYOND and 0 < change < _BEYOND):
        raise ValueError("No row has this number.")
    return ServerRecord(
        key=RecordKey(RecordKind(kind), key),
        body=None if body is None else decoded(base64.b64decode(body)),
        version=version,
        change=change,
        device_id=device_id,
        written_at=_EPOCH + timedelta(microseconds=written_at),
    )
