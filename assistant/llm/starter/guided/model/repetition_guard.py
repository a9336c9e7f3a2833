"""Ends an answer that goes round. Pure.

Small models write the same sentence over and over, or an earlier answer once more.

An answer passes through a guard. Words leave at once, but those of a clause that may turn out to be one
that was said wait until it says something else or is complete. A clause that says again what was said
ends the answer, before it if nothing of it has left.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from assistant.llm.starter.guided.model.plain_words import plain_words, word_count

LEAST_WORDS: Final = 6
"""A shorter clause may be a refrain; it ends an answer the third time."""
LEAST_ALIKE: Final = 0.8
"""Share of the words of the longer of two clauses that the other has too."""
_OTHER_WORDS: Final = 1
"""So many a clause may have that another had not, and still wait."""
_REFRAINS: Final = 2
_LEAST_EARLIER_WORDS: Final = 3
"""A shorter clause of an earlier answer may begin another one."""
_CLAUSE_END: Final = re.compile(r"[.!?;,:…]+[\"'”’)]*(?=\s)|[。！？；，、：]+|\n")
_BROKEN_WORD: Final = re.compile(r"\S*\Z")
_JOIN: Final = re.compile(r"[,;:，、；：]\s*\Z")
"""What leads on to another clause, and does not end a text."""
_CODE: Final = "```"
"""Lines of code repeat each other rightly."""


class RepetitionGuard:
    """Takes the words of one answer as they are written.

    Args:
        earlier: Answers with whose sentences this one is not to begin.

    Attributes:
        is_over: Whether the answer ends here.
        is_echo: Whether it ends because it begins as an earlier one.
        text: What has left.
    """

    def __init__(self, earlier: Iterable[str] = ()) -> None:
        self.is_over = False
        self.is_echo = False
        self.text = ""
        self._written = ""
        """All that came."""
        self._clause = 0
        """Where the clause begins that is being written."""
        self._said: list[Counter[str]] = []
        clauses = (plain_words(each) for text in earlier for each in _clauses(text))
        self._earlier = [words for words in clauses if word_count(words) >= _LEAST_EARLIER_WORDS]
        """Counts until a long clause of its own was said."""

    def feed(self, words: str) -> str:
        """Take the next words; return those that may be seen now."""
        if self.is_over:
            return ""
        self._written += words
        while end := _CLAUSE_END.search(self._written, self._clause):
            if self._goes_round(end.end()):
                return self._end(end.end())
            self._clause = end.end()
        return self._give(self._clause if self._may_repeat() else len(self._written))

    def finish(self) -> str:
        """Return what is left to be seen of an answer that ends here."""
        if self.is_over:
            return ""
        if self._goes_round(len(self._written)):
            return self._end(len(self._written))
        given = self._written[len(self.text) :]
        self.text = self._written
        return given

    def _may_repeat(self) -> bool:
        """Whether the clause that is being written may become one that was said."""
        if self._has_begun_to_leave():
            return False
        clause = self._written[self._clause :]
        broken = _BROKEN_WORD.search(clause) if clause.isascii() else None
        whole = Counter(plain_words(clause[: broken.start()] if broken else clause))
        if any((whole - said).total() <= _OTHER_WORDS for said in self._said):
            return True
        beginning = " ".join(plain_words(clause))
        return any(" ".join(words).startswith(beginning) for words in self._earlier_ones())

    def _goes_round(self, end: int) -> bool:
        """Whether the clause up to a place was said; from now on it was."""
        clause = Counter(plain_words(self._written[self._clause : end]))
        earlier, said, self._said = self._earlier_ones(), self._said, [*self._said, clause]
        if _CODE in self._written:
            return False
        if not self._has_begun_to_leave() and any(
            _are_alike(clause, Counter(words)) for words in earlier
        ):
            self.is_echo = True
            return True
        if _is_long(clause):
            return any(_are_alike(clause, one) for one in said)
        return clause.total() > 1 and said.count(clause) >= _REFRAINS

    def _has_begun_to_leave(self) -> bool:
        return len(self.text) > self._clause

    def _earlier_ones(self) -> list[list[str]]:
        """Return the clauses of earlier answers, until a long one of this one was said."""
        return [] if any(map(_is_long, self._said)) else self._earlier

    def _give(self, end: int) -> str:
        """Have the text leave up to a place, but for what only leads on."""
        given = _JOIN.sub("", self._written[:end])[len(self.text) :]
        self.text += given
        return given

    def _end(self, clause_end: int) -> str:
        """Have the text end before the last clause, or behind it if some of it has left."""
        self.is_over = True
        given = self._give(clause_end if self._has_begun_to_leave() else self._clause)
        last = self.text[-1:]
        if last.isalnum():
            given += "。" if "\u3040" <= last <= "\u9fff" else "."
            self.text += given[-1]
        return given


def _clauses(text: str) -> Iterator[str]:
    begin = 0
    for end in _CLAUSE_END.finditer(text):
        yield text[begin : end.end()]
        begin = end.end()
    yield text[begin:]


def _is_long(clause: Counter[str]) -> bool:
    return word_count(clause.elements()) >= LEAST_WORDS


def _are_alike(one: Counter[str], other: Counter[str]) -> bool:
    return (one & other).total() >= LEAST_ALIKE * max(one.total(), other.total())
