"""Which messages of a conversation are its present branch. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.storage.records import MessageRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """The way from the first message to the latest."""

    messages: tuple[MessageRecord, ...]
    missing_parent: str | None
    """The message that the first one follows but that is not there, or None."""
    is_circular: bool = False
    """Whether the parents led in a circle, which was cut open."""


def latest_branch(records: Sequence[MessageRecord]) -> Branch:
    """Follow the parents back from the latest leaf.

    A leaf is a message that no other follows; the latest is the last one in `records`. What
    cannot be reached from it (an older branch, or messages before a gap) is left out.

    Args:
        records: The messages of one conversation in the order they were stored.

    Returns:
        The branch, oldest first; empty if there are no messages.
    """
    by_uuid = {record.uuid: record for record in records}
    parents = {record.parent_uuid for record in records}
    leaf = next((r for r in reversed(records) if r.uuid not in parents), None)
    is_circular = False
    if leaf is None and records:
        leaf, is_circular = records[-1], True
    found: list[MessageRecord] = []
    seen: set[str] = set()
    missing: str | None = None
    record = leaf
    while record is not None:
        if record.uuid in seen:
            is_circular = True
            break
        found.append(record)
        seen.add(record.uuid)
        if record.parent_uuid is None:
            break
        missing = record.parent_uuid
        record = by_uuid.get(record.parent_uuid)
        if record is not None:
            missing = None
    return Branch(messages=tuple(reversed(found)), missing_parent=missing, is_circular=is_circular)
