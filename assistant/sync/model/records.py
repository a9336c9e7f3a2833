"""What travels between devices: records with versions, one kind for each thing that is stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

Body = Mapping[str, object]
"""A JSON object: what a record says."""


class RecordKind(StrEnum):
    """What a record is of."""

    CONVERSATION = "conversation"
    MESSAGE = "message"
    QUESTION = "question"
    SETTING = "setting"
    DOCUMENT = "document"
    """The beginning of a Markdown file that is merged line by line: made once, by one device."""
    DOCUMENT_UPDATE = "document_update"
    """One change of such a file; never changes itself."""
    REMOTE_ACCOUNT = "remote_account"
    """A user of a remote channel who may talk to Parley."""
    REMOTE_REQUEST = "remote_request"
    """What came from such a user, until it is done."""
    DATA_KEY = "data_key"
    """The user's wrapped data key, if contents are encrypted; no device keeps it as a record."""


@dataclass(frozen=True, slots=True, order=True)
class RecordKey:
    """Names a record; the same on every device."""

    kind: RecordKind
    key: str


DATA_KEY: Final = RecordKey(RecordKind.DATA_KEY, "data-key")
"""The one record of its kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalRecord:
    """A record that changed on this device and that the server does not have so."""

    key: RecordKey
    body: Body | None
    """None: it was deleted."""
    base_version: int
    """The version that the change was made to; 0 for one that the server never had."""
    sequence: int
    """Of the change in the outbox; a later change of the record has a greater one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRecord:
    """A record as the server has it."""

    key: RecordKey
    body: Body | None
    """None: it was deleted, and stays so."""
    version: int
    """From 1; one more with each change."""
    change: int
    """Its place among all changes; greater than that of every change that was stored before."""
    device_id: str
    """Who wrote this version."""
    written_at: datetime
    """By the server's clock; aware, in UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushResult:
    """What became of records that were sent."""

    accepted: Mapping[RecordKey, int]
    """The version that each has now."""
    refused: tuple[ServerRecord, ...]
    """What the server has instead of those that were made to an older version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """One of the user's devices."""

    device_id: str
    name: str
    """As the user reads it, such as the host's name."""
    platform: str
    added_at: datetime
    seen_at: datetime
    """When the server last heard of it."""
    is_removed: bool = False
    """The user took it away: it must not write any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to do something that one device alone may do, until it expires."""

    name: str
    device_id: str
    token: int
    """Fencing token: greater with each new holder. The server refuses an older one."""
    expires_at: datetime
    """By the server's clock; aware, in UTC."""
