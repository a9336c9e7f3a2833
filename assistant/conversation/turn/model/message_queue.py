"""Queues messages until the current turn ends. Pure."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from assistant.protocol.messages import Attachment

MAX_WAITING: Final = 5
"""Messages of the user's own that may wait while a turn is under way (G-22)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserMessage:
    """What the user said, or what an answer of theirs says."""

    text: str
    spoken: bool = False
    answers: str | None = None
    """Id of the questions this answers; None for words of their own."""
    words_id: str = ""
    """Names them while they wait."""
    attachments: tuple[Attachment, ...] = ()
    """Files that go with them."""
    turn_id: str = ""
    """Of the turn that they begin; empty for any."""


class MessageQueue:
    """The words that wait, oldest first. Answers are never refused for want of room."""

    def __init__(self) -> None:
        self._words: deque[UserMessage] = deque()

    def __bool__(self) -> bool:
        return bool(self._words)

    @property
    def own(self) -> tuple[UserMessage, ...]:
        """The user's own words, oldest first; not answers to questions."""
        return tuple(words for words in self._words if words.answers is None)

    def add(self, words: UserMessage) -> bool:
        """Queue words; returns whether there was room."""
        if words.answers is None and len(self.own) >= MAX_WAITING:
            return False
        self._words.append(words)
        return True

    def pop(self) -> UserMessage:
        """Remove what has waited longest; raises IndexError if nothing waits."""
        return self._words.popleft()

    def clear(self) -> None:
        self._words.clear()

    def holds(self, questions_id: str) -> bool:
        """Whether the answer to these questions waits."""
        return any(words.answers == questions_id for words in self._words)

    def withdraw(self, words_id: str) -> bool:
        """Drop the user's own words; returns whether they waited."""
        kept = deque(w for w in self._words if w.answers is not None or w.words_id != words_id)
        waited, self._words = len(kept) < len(self._words), kept
        return waited

    def withdraw_answer(self, questions_id: str) -> None:
        """Drop the answer to these questions."""
        self._words = deque(w for w in self._words if w.answers != questions_id)
