"""What became of records from other devices when they were stored here."""

from dataclasses import dataclass

from assistant.sync.model.records import RecordKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two devices changed the same thing differently; the user is to choose.

    Until then one of the two stands, on every device the same.
    """

    conflict_id: str
    """Made of what it is about and of both sides; the same wherever it is noticed."""
    key: RecordKey
    field: str
    """Which part of the record."""
    ours: str
    """What this device has to say, as text."""
    theirs: str
    """What another device has to say, as text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What changed on this device."""

    conversations: frozenset[str] = frozenset()
    """Ids of those that came, changed, or have other messages."""
    deleted_conversations: frozenset[str] = frozenset()
    opened_questions: frozenset[str] = frozenset()
    """Ids of those that are pending and were not, or were not here."""
    drafted_questions: frozenset[str] = frozenset()
    """Ids of those that stayed pending and changed."""
    settled_questions: frozenset[str] = frozenset()
    """Ids of those that are not pending any more; deleted ones too."""
    values: frozenset[RecordKey] = frozenset()
    """Settings, documents and updates of these that came, changed or were deleted."""
    remote: frozenset[RecordKey] = frozenset()
    """Accounts and requests of remote channels that came, changed or were deleted."""
    conflicts: tuple[Conflict, ...] = ()
    """Those that appeared; `SyncRepository.conflicts` gives them until they are settled."""
    server_went_back: bool = False
    """Whether the server had an older version than it had given: a copy of it was put back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncCounts:
    """What is not settled yet."""

    waiting: int
    """Records that the server does not have as they are here."""
    held: int
    """Messages and questions that came before their conversation."""
    conflicts: int
    """Conflicts that the user has not settled."""
