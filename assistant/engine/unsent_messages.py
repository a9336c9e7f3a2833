"""Stores queued messages so that the end of the program does not lose them. Engine loop only.

They are stored with their conversation. When a later run opens it, they return as
`UnsentMessagesReturned` for the user to review and send. They stay stored until a new message is
sent there.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, cast

from pydantic import TypeAdapter, ValidationError

from assistant.background_tasks import Spawn
from assistant.errors import StoreError
from assistant.protocol.conversation import (
    ConversationOpened,
    QueuedMessagesChanged,
    UnsentMessagesReturned,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import Attachment
from assistant.protocol.turns import TurnFailed, TurnStarted, UserMessageStored
from assistant.storage.key_value import StateRepository

_log = logging.getLogger(__name__)

KEY: Final = "words_waiting:"
"""Under which they are stored; the id of the conversation follows, so they are deleted with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsentMessage:
    """What the user wanted to send."""

    text: str
    attachments: tuple[Attachment, ...] = ()


_message: Final = TypeAdapter(UnsentMessage)


_SHORT: Final = 100_000
"""Characters that are read at once; with files it may be a hundred megabytes."""


class UnsentMessages:
    """Follows which words wait."""

    def __init__(
        self,
        *,
        kept: StateRepository,
        emit: Callable[[EngineEvent], None],
        spawn: Spawn,
    ) -> None:
        self._kept = kept
        self._emit = emit
        self._spawn = spawn
        self._conversation_id = ""
        self._waiting: tuple[UnsentMessage, ...] = ()
        self._stored: tuple[UnsentMessage, ...] = ()
        self._turn: str | None = None
        """A turn that began with words of the user's own, which are not in the history yet.

        They wait no longer, and are nowhere else.
        """
        self._writing = asyncio.Lock()

    def on_event(self, event: EngineEvent) -> None:
        """Store queued texts before anything can end; remove them once they are said and stored."""
        match event:
            case ConversationOpened():
                self._opened(event.conversation_id)
            case TurnStarted() if event.answers is None and not event.resumed:
                self._turn = event.turn_id
            case QueuedMessagesChanged():
                self._waiting = tuple(
                    UnsentMessage(text=text, attachments=event.attachments.get(words_id, ()))
                    for words_id, text in event.waiting
                )
                if self._turn is None:
                    self._write_soon()
            case UserMessageStored() | TurnFailed() if event.turn_id == self._turn:
                self._turn = None
                self._write_soon()
            case _:
                pass

    def _opened(self, conversation_id: str) -> None:
        before, self._conversation_id = self._conversation_id, conversation_id
        if before == conversation_id:
            return
        # What waited in the conversation that is left went back to the user.
        left, self._waiting, self._stored, self._turn = self._stored, (), (), None
        if before and left:
            self._spawn(self._store(before, ()), "kept-words")
        self._spawn(self._bring_back(conversation_id), "kept-words")

    async def _bring_back(self, conversation_id: str) -> None:
        try:
            async with self._writing:
                found = await self._kept.get(KEY + conversation_id)
        except StoreError as error:
            _log.warning("Words that waited cannot be read: %s", error.message)
            return
        if conversation_id != self._conversation_id or not found:
            return
        reading = self._stored = (UnsentMessage(text=""),)
        messages = _read(found) if len(found) < _SHORT else await asyncio.to_thread(_read, found)
        if self._stored is not reading:
            return  # something was said meanwhile, or another conversation was opened
        self._stored = messages
        if not messages:
            return
        self._emit(
            UnsentMessagesReturned(
                conversation_id=conversation_id,
                texts=tuple(one.text for one in messages if one.text),
                attachments=tuple(file for one in messages for file in one.attachments),
            )
        )

    def _write_soon(self) -> None:
        if self._waiting != self._stored:
            self._stored = self._waiting
            self._spawn(self._store(self._conversation_id, self._waiting), "kept-words")

    async def _store(self, conversation_id: str, messages: tuple[UnsentMessage, ...]) -> None:
        try:
            async with self._writing:  # what waited later is stored later
                if messages:
                    written = await asyncio.to_thread(_written, messages)
                    await self._kept.put(KEY + conversation_id, written)
                else:
                    await self._kept.forget(KEY + conversation_id)
        except StoreError as error:
            _log.warning("Words that wait cannot be stored: %s", error.message)


def _written(messages: Sequence[UnsentMessage]) -> str:
    """Return messages as they are stored: one without files is its text."""
    return json.dumps(
        [
            one.text if not one.attachments else _message.dump_python(one, mode="json")
            for one in messages
        ]
    )


def _read(stored: str | None) -> tuple[UnsentMessage, ...]:
    """Empty if the text is malformed."""
    try:
        found: object = json.loads(stored or "[]")
    except ValueError:
        return ()
    if not isinstance(found, list):
        return ()
    messages: list[UnsentMessage] = []
    for one in cast("list[object]", found):
        match one:
            case str():
                messages.append(UnsentMessage(text=one))
            case _:
                with suppress(ValidationError):
                    messages.append(_message.validate_python(one))
    return tuple(messages)
