"""What the user typed and what became of it: a message, an answer, or nothing yet. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from assistant.questions.model.question import (
    Answered,
    Cancelled,
    Later,
    Method,
    NoneFit,
    Response,
    TimedOut,
    YouDecide,
)


def was_typed(response: Response) -> bool:
    """Whether a response is an answer in words that somebody typed."""
    match response:
        case Answered() | NoneFit() | YouDecide():
            return response.provenance.method is Method.TYPED
        case Later() | Cancelled() | TimedOut():
            return False
        case _:
            assert_never(response)


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingMessagesChange:
    """What is different about the words that wait: keys and texts."""

    new: tuple[tuple[int, str], ...] = ()
    gone: tuple[tuple[int, str], ...] = ()


class PendingMessages:
    """The typed words that no turn has taken yet, oldest first, by key.

    Words that were sent while a question took them are *offered* to it. Words that wait for the turn
    under way have an id by which the engine knows them.
    """

    def __init__(self) -> None:
        self._last = 0
        self._texts: dict[int, str] = {}
        self._offered: dict[int, str] = {}
        self._waiting: dict[int, str] = {}

    def __iter__(self) -> Iterator[int]:
        return iter(tuple(self._texts))

    def add(self, text: str, *, offered_to: str | None) -> int:
        """Note words that were sent; returns their key."""
        self._last += 1
        self._texts[self._last] = text
        if offered_to is not None:
            self._offered[self._last] = offered_to
        return self._last

    def misfit(self) -> None:
        """The last words that were offered are no answer."""
        if self._offered:
            self._offered.popitem()

    def take(self, text: str) -> int | None:
        """Take out the words a turn begins with; returns their key, or None if they are not here."""
        key = next((key for key, words in self._texts.items() if words == text), None)
        if key is not None:
            del self._texts[key]
            self._offered.pop(key, None)
            self._waiting.pop(key, None)
        return key

    @property
    def waiting(self) -> tuple[str, ...]:
        """The words that wait, oldest first."""
        return tuple(self._texts[key] for key in self._waiting)

    @property
    def open(self) -> tuple[str, ...]:
        """The words that neither wait nor are known to be taken, oldest first."""
        return tuple(text for key, text in self._texts.items() if key not in self._waiting)

    def words_id(self, key: int) -> str | None:
        """Return the id of words that wait, or None if these do not."""
        return self._waiting.get(key)

    def follow(self, waiting: Sequence[tuple[str, str]]) -> PendingMessagesChange:
        """Take over which words wait now.

        Args:
            waiting: Ids and texts, oldest first.

        Returns:
            What was not sent from here, and what waits no longer although no turn took it.
        """
        ids = {words_id for words_id, _text in waiting}
        gone = tuple(
            (key, self._texts.pop(key))
            for key, words_id in tuple(self._waiting.items())
            if words_id not in ids
        )
        for key, _text in gone:
            del self._waiting[key]
            self._offered.pop(key, None)
        new: list[tuple[int, str]] = []
        known = set(self._waiting.values())
        for words_id, text in waiting:
            if words_id in known:
                continue
            key = next(
                (k for k, t in self._texts.items() if t == text and k not in self._waiting), None
            )
            if key is None:
                key = self.add(text, offered_to=None)
                new.append((key, text))
            self._waiting[key] = words_id
        return PendingMessagesChange(new=tuple(new), gone=gone)

    def settle(self, questions_id: str) -> tuple[int, ...]:
        """Take out what was offered to a question that is settled; returns the keys."""
        keys = tuple(key for key, offered in self._offered.items() if offered == questions_id)
        for key in keys:
            del self._offered[key]
            self._texts.pop(key, None)
            self._waiting.pop(key, None)
        return keys

    def clear(self) -> None:
        """Forget everything; keys are not used again."""
        self._texts.clear()
        self._offered.clear()
        self._waiting.clear()
