"""Selects the message groups to send: the newest, and those with a waiting question. Pure.

The start of the window stays the same from request to request, so that the service can use its
prompt cache. When the window is too large, its start moves by a large step.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from assistant.conversation.context.model.message_groups import (
    MessageGroup,
    ReplayOptions,
    newest_spans,
    read_group,
    span_of,
)
from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.replay import joined
from assistant.llm.messages_api.messages import Message

MIN_MESSAGES: Final = 5
"""Messages that are kept however long they are (CTX-10)."""
ROOM: Final = 0.75
"""What of its bounds a window fills when it has been moved: the rest is for what is said next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowBounds:
    """How much a window may hold."""

    messages: int
    """A call and its result count as one."""
    characters: int

    def lowered(self) -> "WindowBounds":
        """For a window that was moved."""
        return WindowBounds(
            messages=min(self.messages, max(MIN_MESSAGES, int(self.messages * ROOM))),
            characters=int(self.characters * ROOM),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextWindow:
    """What is sent of a conversation."""

    groups: tuple[MessageGroup, ...]
    """Oldest first."""
    begins: int
    """Index of the entry from which on everything is sent; before it, only groups that wait."""

    @property
    def messages(self) -> tuple[Message, ...]:
        return joined(message for group in self.groups for message in group.messages)

    @property
    def size(self) -> int:
        """In characters."""
        return sum(group.size for group in self.groups)

    @property
    def weight(self) -> int:
        """Count messages, a call and its result as one."""
        return sum(group.weight for group in self.groups)


def select_window(
    entries: Sequence[HistoryEntry],
    *,
    reading: ReplayOptions,
    bounds: WindowBounds,
    anchor: str | None = None,
    waiting: Collection[str] = (),
) -> ContextWindow:
    """Choose what is sent.

    The newest group is always in it, and groups until there are `MIN_MESSAGES` messages unless the
    bounds allow fewer.

    Args:
        entries: The history, oldest first.
        reading: How it is read.
        bounds: How much may be sent.
        anchor: Id of the message that the last window began with. As long as the bounds allow, the
            new one begins there too; else it is moved so far that room is left.
        waiting: Ids of the turns in which a question waits for its answer.
    """
    pinned = _pinned(entries, reading, waiting)
    window = _choose(entries, reading, bounds, anchor)
    if not any(group.first < window.begins for group in pinned):
        return window
    left = bounds.characters - sum(group.size for group in pinned)
    window = _choose(
        entries, reading, WindowBounds(messages=bounds.messages, characters=left), anchor
    )
    older = (group for group in pinned if group.first < window.begins)
    return ContextWindow(groups=(*older, *window.groups), begins=window.begins)


def _choose(
    entries: Sequence[HistoryEntry],
    reading: ReplayOptions,
    bounds: WindowBounds,
    anchor: str | None,
) -> ContextWindow:
    kept = _Kept()
    is_full = False
    for first, end in newest_spans(entries):
        group = read_group(entries, first, end, reading)
        if group is None:
            continue
        if not kept.add(group, bounds):
            is_full = True
            break
        if entries[first].uuid == anchor:
            break
    if is_full and anchor is not None:
        moved = _Kept()
        for group in kept.groups:
            if not moved.add(group, bounds.lowered()):
                break
        kept = moved
    return ContextWindow(
        groups=tuple(reversed(kept.groups)), begins=kept.groups[-1].first if kept.groups else 0
    )


class _Kept:
    """Groups that are kept, newest first, as many as the bounds allow."""

    def __init__(self) -> None:
        self.groups: list[MessageGroup] = []
        self._messages = self._characters = 0

    def add(self, group: MessageGroup, bounds: WindowBounds) -> bool:
        """Keep a group if there is room; returns whether there was."""
        messages = self._messages + group.weight
        characters = self._characters + group.size
        if self.groups and (
            messages > bounds.messages
            or (characters > bounds.characters and self._messages >= MIN_MESSAGES)
        ):
            return False
        self.groups.append(group)
        self._messages, self._characters = messages, characters
        return True


def _pinned(
    entries: Sequence[HistoryEntry], reading: ReplayOptions, waiting: Collection[str]
) -> tuple[MessageGroup, ...]:
    found: dict[int, MessageGroup] = {}
    wanted = set(waiting)
    for index in range(len(entries) - 1, -1, -1):
        if not wanted:
            break
        if entries[index].turn_id in wanted:
            wanted.discard(entries[index].turn_id)
            first, end = span_of(entries, index)
            if (group := read_group(entries, first, end, reading)) is not None:
                found[first] = group
    return tuple(found[first] for first in sorted(found))
