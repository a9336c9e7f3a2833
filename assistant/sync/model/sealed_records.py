"""Tells records that a passphrase encrypted from others. Pure."""

from assistant.sync.model.records import RecordKind, ServerRecord

SEALED = "sealed"
"""The one field of a body that is encrypted."""


def is_sealed(record: ServerRecord) -> bool:
    """Whether a record is encrypted, or holds the key."""
    return record.key.kind is RecordKind.DATA_KEY or (
        record.body is not None and set(record.body) == {SEALED}
    )
