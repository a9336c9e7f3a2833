"""Holds messages that wait for the current turn, and notifies the user. Engine loop only."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.conversation.say_result import SayQueued, SayRejected
from assistant.conversation.turn.model.message_queue import MessageQueue, UserMessage
from assistant.locale import _
from assistant.protocol.conversation import QueuedMessagesChanged
from assistant.protocol.notices import Notice, Severity

if TYPE_CHECKING:
    from assistant.protocol.events import EngineEvent


def queue_full_notice() -> Notice:
    return Notice(
        code="busy",
        text=_("Five messages are waiting already; this one was not taken."),
        hint=_("Wait for the reply, or stop it."),
    )


class QueueNotifier:
    """Words that wait, oldest first."""

    def __init__(self, *, emit: "Callable[[EngineEvent], None]") -> None:
        self._emit = emit
        self._waiting = MessageQueue()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def enqueue(self, words: UserMessage) -> SayQueued | SayRejected:
        """Queue words; a full queue becomes a notice."""
        words = replace(words, words_id=uuid.uuid4().hex)
        if not self._waiting.add(words):
            notice = queue_full_notice()
            self._emit(notice)
            return SayRejected(notice=notice)
        if words.answers is None:
            self._emit(
                Notice(
                    code="busy",
                    text=_("Your message waits for the reply that is under way."),
                    severity=Severity.INFO,
                )
            )
            self._tell()
        return SayQueued(words_id=words.words_id)

    def pop(self) -> UserMessage:
        """Remove what has waited longest; raises IndexError if nothing waits.

        Call `taken` once a turn begins with it: words that leave the queue before a turn began with
        them were taken back.
        """
        self._emit(Notice(code="busy", text="", resolved=True))
        return self._waiting.pop()

    def taken(self, words: UserMessage) -> None:
        """A turn began with words from the queue."""
        if words.answers is None:
            self._tell()

    def withdraw(self, words_id: str) -> None:
        """Drop the user's own words if they still wait."""
        if self._waiting.withdraw(words_id):
            self._forgot()

    def clear(self) -> None:
        """Drop everything."""
        had_own = bool(self._waiting.own)
        self._waiting.clear()
        if had_own:
            self._forgot()

    def holds_answer(self, questions_id: str) -> bool:
        """Whether the answer to these questions waits."""
        return self._waiting.holds(questions_id)

    def withdraw_answer(self, questions_id: str) -> None:
        """Drop the answer to these questions."""
        self._waiting.withdraw_answer(questions_id)

    def _forgot(self) -> None:
        if not self._waiting.own:
            self._emit(Notice(code="busy", text="", resolved=True))
        self._tell()

    def listed(self) -> QueuedMessagesChanged:
        """Return the words of the user's own that wait, as listeners are told of them."""
        own = tuple((words.words_id, words.text) for words in self._waiting.own)
        files = {one.words_id: one.attachments for one in self._waiting.own if one.attachments}
        return QueuedMessagesChanged(waiting=own, attachments=files)

    def _tell(self) -> None:
        self._emit(self.listed())
