"""The append-only history of one conversation, in memory and in the store.

Lives on the engine thread. A message is stored before anything acts on it. The turn saves a
streaming reply at intervals, and completes it or leaves it `partial`.
"""

import asyncio
import json
import logging
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from assistant.clock import Clock
from assistant.conversation.history.model.embedded_choice import visible_text
from assistant.errors import StoreError
from assistant.llm.messages_api.messages import Block, Message, Role, TextBlock, blocks
from assistant.locale import _
from assistant.storage.messages import MessageRepository
from assistant.storage.model.records import MessageRecord

_log = logging.getLogger(__name__)

BETWEEN_SEGMENTS = "\n\n"
"""Shown between what a turn says before its tools and after them; not stored."""

Place = tuple[str | None, str]
"""Where messages may stand beside each other: the message they follow, and their role."""


_META: Final = TypeAdapter(dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """One message of the history."""

    uuid: str
    parent_uuid: str | None
    turn_id: str
    message: Message
    created_at: datetime
    partial: bool = False
    """Cut off by the user, a failure or a crash."""
    spoken: bool = False
    """A user message that was heard, not typed."""
    heard: str | None = None
    """How much of a reply the user heard before they interrupted it; None if all or unspoken."""
    stop_reason: str | None = None
    model: str | None = None
    results: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    """What tools gave back for history and programs, by the id of the call; JSON values only."""
    answers: str | None = None
    """Id of the questions that this message of the user's answers; None for words of their own."""
    ended: bool = False
    """The turn ended here before it was complete: the user stopped it, or it failed."""
    closing: bool = False
    """After these results the model closes the turn without tools."""
    finished_at: datetime | None = None
    """When a reply was stored as complete; None for other messages."""

    @property
    def role(self) -> Role:
        """Whose message it is."""
        return self.message.role


class History:
    """The messages of one conversation."""

    def __init__(self, *, conversation_id: str, store: MessageRepository, clock: Clock) -> None:
        self.conversation_id = conversation_id
        self._store = store
        self._clock = clock
        self._entries: list[HistoryEntry] = []
        self._forks: dict[Place, list[str]] = {}
        self.n_unreadable = 0
        """How many messages of this branch are damaged, or a newer program's, and left out."""

    @property
    def entries(self) -> Sequence[HistoryEntry]:
        """Messages of the present branch, oldest first."""
        return self._entries

    async def load(self) -> None:
        """Read what is stored.

        Raises:
            StoreError: If the store cannot be read.
        """
        records = await self._store.chain(self.conversation_id)
        # Ten thousand messages take a tenth of a second to be understood: not on the loop.
        self._entries, forks = await asyncio.gather(
            asyncio.to_thread(to_history_entries, records),
            self._store.forks(self.conversation_id),
        )
        self.n_unreadable = len(records) - len(self._entries)
        self._forks = {place: list(uuids) for place, uuids in forks.items()}

    @property
    def siblings(self) -> Mapping[str, tuple[str, ...]]:
        """Messages in one place on different branches, by the id of each.

        They follow the same message and have the same role; in order.
        """
        several = [tuple(uuids) for uuids in self._forks.values() if len(uuids) > 1]
        return {uuid: uuids for uuids in several for uuid in uuids}

    def entry(self, message_id: str) -> HistoryEntry:
        """Raises KeyError if this branch has no such message."""
        for entry in self._entries:
            if entry.uuid == message_id:
                return entry
        raise KeyError(message_id)

    def rewind(self, message_id: str | None) -> None:
        """Go back to a message: the next one follows it, on a branch of its own.

        What came after it stays stored on its branch. That one stays the latest until something is
        added here.

        Args:
            message_id: The message; None to go back to before the first.

        Raises:
            KeyError: If this branch has no such message.
        """
        index = 0 if message_id is None else self._entries.index(self.entry(message_id)) + 1
        if index < len(self._entries):
            left = self._entries[index]
            known = self._forks.setdefault((left.parent_uuid, left.role), [])
            if left.uuid not in known:
                known.append(left.uuid)
        del self._entries[index:]

    async def append(
        self,
        role: Role,
        content: Sequence[Block],
        *,
        turn_id: str,
        spoken: bool = False,
        answers: str | None = None,
        at: datetime | None = None,
    ) -> HistoryEntry:
        """Add a complete message; stored when this returns.

        Raises:
            StoreError: If it cannot be stored; the history is unchanged then.
        """
        entry = self._new(role, content, turn_id=turn_id, spoken=spoken)
        entry = replace(entry, answers=answers, created_at=at or entry.created_at)
        await self._store.append(self._record(entry))
        self._add(entry)
        return entry

    def imagine(self, text: str, *, turn_id: str, at: datetime) -> Sequence[HistoryEntry]:
        """The history as it would be with these spoken words at its end."""
        words = self._new("user", [TextBlock(text=text)], turn_id=turn_id, spoken=True)
        return (*self._entries, replace(words, created_at=at))

    def begin_results(self, *, turn_id: str) -> HistoryEntry:
        """An empty results message for `save`; not yet part of the history."""
        return self._new("user", (), turn_id=turn_id, partial=True)

    async def end_turn(self, turn_id: str) -> None:
        """Mark a turn as ended early, so that it is not resumed.

        Raises:
            StoreError: If it cannot be stored.
        """
        if self._entries and self._entries[-1].turn_id == turn_id:
            await self.save(replace(self._entries[-1], ended=True))

    def begin_reply(self, *, turn_id: str, model: str) -> HistoryEntry:
        """An empty reply for `save`; not yet part of the history."""
        return self._new("assistant", (), turn_id=turn_id, partial=True, model=model)

    async def save(self, entry: HistoryEntry) -> None:
        """Store a message in place of its earlier version.

        Raises:
            StoreError: If it cannot be stored.
        """
        if entry.role == "assistant" and not entry.partial and entry.finished_at is None:
            entry = replace(entry, finished_at=self._clock.now())
        await self._store.checkpoint(self._record(entry))
        for index in range(len(self._entries) - 1, -1, -1):
            if self._entries[index].uuid == entry.uuid:
                self._entries[index] = entry
                return
        last = self._entries[-1].uuid if self._entries else None
        if entry.parent_uuid == last:  # else it was left behind on another branch meanwhile
            self._add(entry)

    async def mark_heard(self, turn_id: str, heard: str, *, after: str | None = None) -> None:
        """Note that the user interrupted the reply of a turn after hearing `heard` of it.

        What they heard may span several messages of the turn: each keeps its share, the messages
        after the interruption none. It is counted in what was shown, which leaves out a choice.

        Args:
            heard: What was heard, from the beginning of the reply.
            after: Id of the message after which the reply began, if the turn was taken up there.

        Raises:
            StoreError: If it cannot be stored.
        """
        rest = heard
        begin = next((n + 1 for n, e in enumerate(self._entries) if e.uuid == after), 0)
        of_turn = [e for e in self._entries[begin:] if e.turn_id == turn_id]
        for entry in [e for e in of_turn if e.role == "assistant"]:
            text = visible_text(entry.message.text)
            share, rest = (text, rest[len(text) :]) if len(rest) > len(text) else (rest, "")
            rest = rest.removeprefix(BETWEEN_SEGMENTS)
            if share != text:
                await self.save(replace(entry, heard=share))

    def _add(self, entry: HistoryEntry) -> None:
        self._entries.append(entry)
        known = self._forks.get((entry.parent_uuid, entry.role))
        if known is not None and entry.uuid not in known:
            known.append(entry.uuid)

    def _new(
        self,
        role: Role,
        content: Sequence[Block],
        *,
        turn_id: str,
        spoken: bool = False,
        partial: bool = False,
        model: str | None = None,
    ) -> HistoryEntry:
        return HistoryEntry(
            uuid=str(uuid.uuid4()),
            parent_uuid=self._entries[-1].uuid if self._entries else None,
            turn_id=turn_id,
            message=Message(role=role, content=tuple(content)),
            created_at=self._clock.now(),
            partial=partial,
            spoken=spoken,
            model=model,
        )

    def _record(self, entry: HistoryEntry) -> MessageRecord:
        meta = {
            "spoken": entry.spoken or None,
            "heard": entry.heard,
            "stop_reason": entry.stop_reason,
            "model": entry.model,
            "results": entry.results or None,
            "answers": entry.answers,
            "ended": entry.ended or None,
            "closing": entry.closing or None,
            "finished_at": entry.finished_at.isoformat() if entry.finished_at else None,
        }
        return MessageRecord(
            uuid=entry.uuid,
            parent_uuid=entry.parent_uuid,
            conversation_id=self.conversation_id,
            turn_id=entry.turn_id,
            role=entry.role,
            content=blocks.dump_json(entry.message.content).decode(),
            status="partial" if entry.partial else "complete",
            created_at=entry.created_at,
            meta=json.dumps(
                {key: value for key, value in meta.items() if value is not None}, ensure_ascii=False
            ),
        )


def to_history_entries(records: Iterable[MessageRecord]) -> list[HistoryEntry]:
    """Damaged ones are left out, and no other with them."""
    entries: list[HistoryEntry] = []
    for record in records:
        try:
            entries.append(to_history_entry(record))
        except StoreError as error:
            _log.warning("%s", error.message)
    return entries


def to_history_entry(record: MessageRecord) -> HistoryEntry:
    """Return a stored message.

    Raises:
        StoreError: If it cannot be understood.
    """
    written = f'{{"role":"{record.role}","content":{record.content}}}'  # read once, as one message
    try:
        message = Message.model_validate_json(written)
        meta = _META.validate_json(record.meta)
    except ValidationError as error:
        raise StoreError(
            _("Message {id} of the conversation cannot be read.").format(id=record.uuid),
            hint=_("Start a new conversation; the stored one is left as it is."),
        ) from error
    return HistoryEntry(
        uuid=record.uuid,
        parent_uuid=record.parent_uuid,
        turn_id=record.turn_id or "",
        message=message,
        created_at=record.created_at,
        partial=record.status == "partial",
        spoken=bool(meta.get("spoken")),
        heard=meta.get("heard"),
        stop_reason=meta.get("stop_reason"),
        model=meta.get("model"),
        results=meta.get("results") or {},
        answers=meta.get("answers"),
        ended=bool(meta.get("ended")),
        closing=bool(meta.get("closing")),
        finished_at=_moment(meta.get("finished_at")),
    )


def _moment(text: object) -> datetime | None:
    """None if it is missing or malformed."""
    if not isinstance(text, str):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
