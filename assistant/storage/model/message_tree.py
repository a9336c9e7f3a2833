"""The tree of a conversation's messages: its branches, and which is the present one. Pure.

Every function takes the messages of one conversation in the order of their stamps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from assistant.storage.model.records import MessageRecord


class MessageLink(Protocol):
    """What the tree knows of a message."""

    @property
    def uuid(self) -> str: ...

    @property
    def parent_uuid(self) -> str | None:
        """None for a first message."""
        ...

    @property
    def role(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """The way from the first message to the latest.

    Where a message is gone or its id is damaged, the way goes on with the last message before the
    gap that no other follows; in a conversation without branches that is the one before it.
    """

    messages: tuple[MessageRecord, ...]
    missing_parent: str | None
    """The message that one of them follows but that is not there, or None; the latest such."""
    is_circular: bool = False
    """Whether the parents led in a circle, which was cut open."""


def latest_branch(records: Sequence[MessageRecord]) -> Branch:
    """Follow the parents back from the latest leaf.

    A leaf is a message that no other follows; the latest is the last one in `records`. What cannot
    be reached from it (an older branch) is left out.

    Returns:
        The branch, oldest first; empty if there are no messages.
    """
    parents = {record.parent_uuid for record in records}
    leaf = next((r for r in reversed(records) if r.uuid not in parents), None)
    if leaf is None and records:
        return _follow(records, records[-1], is_circular=True)
    return _follow(records, leaf)


def branch_to(records: Sequence[MessageRecord], uuid: str | None) -> Branch:
    """Follow the parents back from one message; the latest branch if there is no such message."""
    end = next((record for record in records if record.uuid == uuid), None)
    return latest_branch(records) if end is None else _follow(records, end)


def leaf_below(links: Sequence[MessageLink], uuid: str) -> str | None:
    """End of the latest branch that holds a message.

    Returns:
        The id of the last message that follows it, however far, and that no other
        follows; its own id if none does; None if there is no such message.
    """
    if all(link.uuid != uuid for link in links):
        return None
    children: dict[str, list[int]] = {}
    for place, link in enumerate(links):
        if link.parent_uuid is not None:
            children.setdefault(link.parent_uuid, []).append(place)
    below = {uuid}
    found, latest = uuid, -1
    todo = [uuid]
    while todo:
        following = children.get(todo.pop(), [])
        for place in following:
            child = links[place].uuid
            if child in below:  # a circle
                continue
            below.add(child)
            todo.append(child)
            if place > latest and child not in children:
                found, latest = child, place
    return found


def forks(links: Sequence[MessageLink]) -> Mapping[tuple[str | None, str], tuple[str, ...]]:
    """Where a conversation splits into branches.

    Returns:
        By message and role, the ids of the messages of this role that follow it, in their order;
        only where there are several. None stands for the beginning.
    """
    following: dict[tuple[str | None, str], list[str]] = {}
    for link in links:
        following.setdefault((link.parent_uuid, link.role), []).append(link.uuid)
    return {place: tuple(uuids) for place, uuids in following.items() if len(uuids) > 1}


def _follow(
    records: Sequence[MessageRecord], leaf: MessageRecord | None, *, is_circular: bool = False
) -> Branch:
    by_uuid = {record.uuid: record for record in records}
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
        before = by_uuid.get(record.parent_uuid)
        if before is None:
            missing = missing or record.parent_uuid
            before = _last_before_gap(records, record)
        record = before
    return Branch(messages=tuple(reversed(found)), missing_parent=missing, is_circular=is_circular)


def _last_before_gap(
    records: Sequence[MessageRecord], after: MessageRecord
) -> MessageRecord | None:
    followed = {record.parent_uuid for record in records}
    earlier = records[: records.index(after)]
    return next((record for record in reversed(earlier) if record.uuid not in followed), None)
