"""Finds out whether a sentence is a template, whole, and what its slots hold. Pure.

A matcher is made for one text. Values are read where they stand and are tried longest first; free
text is tried shortest first, so that what follows it in the template is found.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, assert_never

from assistant.intents.template import Assignment, Choice, Slot, Template, Word

SIGNS: Final = frozenset(' \t,.;:!?…¿¡"“”„«»()-–—、。，！？；：「」『』《》~·')
"""What parts words and means nothing between them."""
NOT: Final = "!"
"""Begins a word of a template that must not stand there."""
ANYTHING: Final = "anything"
"""The slot whose words are of no use: it may stand twice in a template, for different ones."""
GAP: Final = "_"
"""Stands in a template for a blank that must be there, where words are not spaced."""
_IN_FIGURE: Final = frozenset(".,:;/-–—~'")
"""What between two digits makes one figure of them, of which no part is a value: 7:30, 5-10."""
_DASHES: Final = frozenset("-–—~")
_HANGUL: Final = re.compile(r"[\uac00-\ud7a3]")
Found = tuple[int, Any]
"""Where a value ends, and the value."""
SlotReader = Callable[["Words", int], Sequence[Found]]
"""Reads what stands at a place; every way in which it can be read, the likeliest first."""
Slots = Mapping[str, Any]


class Words:
    """One text, as it is compared.

    Args:
        text: As `folding.cleaned` returns it.
        folded: The same folded.
        is_spaced: Whether blanks part words.
        fillers: Folded; they are passed over.
    """

    def __init__(self, text: str, folded: str, *, is_spaced: bool, fillers: frozenset[str]) -> None:
        self.text = text
        self.folded = folded
        self.is_spaced = is_spaced
        self._fillers = fillers
        self._starts: dict[int, int] = {}

    def _is_parted(self, at: int) -> bool:
        """Whether a filler may begin or end here, and is not part of a word."""
        if not self.is_boundary(at):
            return False
        return not (_HANGUL.match(self.folded[at - 1 : at]) and self.runs_on(at))

    def runs_on(self, at: int) -> bool:
        """Whether a Hangul particle continues the word here, even after a digit."""
        return self.folded[at - 1 : at].isalnum() and bool(_HANGUL.match(self.folded[at:]))

    def start_of(self, word: str, at: int) -> int:
        """Where a template's word may begin; a sign is not skipped for a sign."""
        if word[0] not in SIGNS:
            return self.start(at)
        return at + 1 if self.folded[at : at + 1] == " " else at

    def start_of_sum(self, at: int) -> int:
        """Where a sum may begin: a bracket or a minus before the next word is part of it."""
        start = self.start(at)
        while start > at and self.folded[start - 1] in "(- ":
            start -= 1
        while start < len(self.folded) and self.folded[start] == " ":
            start += 1
        return start

    def start(self, at: int) -> int:
        """Where the next word begins, from this place on."""
        known = self._starts.get(at)
        if known is None:
            known = self._starts[at] = self._start(at)
        return known

    def _start(self, at: int) -> int:
        while True:
            at = self._after_signs(at)
            end = max((self.end_of(filler, at) for filler in self._fillers), default=-1)
            if end < 0 or not (self._is_parted(at) and self._is_parted(end)):
                return at
            at = end

    def _after_signs(self, at: int) -> int:
        """End of the signs without meaning; a minus, or a dash between numbers, has one."""
        folded, place = self.folded, at
        if self.is_in_figure(at):
            return at
        while place < len(folded) and folded[place] in SIGNS:
            if self._is_minus(place):
                return place
            place += 1
        is_range = (
            _DASHES.intersection(folded[at:place])
            and folded[at - 1 : at].isdigit()
            and folded[place : place + 1].isdigit()
        )
        return at if is_range else place

    def _is_minus(self, at: int) -> bool:
        """Whether the sign here belongs to the number that follows."""
        if self.folded[at] not in _DASHES or not self.folded[at + 1 : at + 2].isdigit():
            return False
        before = self.folded[at - 1 : at]
        return self.folded[at] != "~" and not (before.isascii() and before.isalnum())

    def is_in_figure(self, at: int) -> bool:
        """Whether a place touches a sign between two digits."""
        folded = self.folded
        return any(
            sign > 0
            and folded[sign : sign + 1] in _IN_FIGURE
            and folded[sign - 1].isdigit()
            and folded[sign + 1 : sign + 2].isdigit()
            for sign in (at, at - 1)
        )

    def is_gap(self, at: int) -> bool:
        """Whether a sign or blank is here."""
        return at < len(self.folded) and self.folded[at] in SIGNS

    def is_boundary(self, at: int) -> bool:
        """Whether a word may begin or end here."""
        if self.is_in_figure(at):
            return False
        if not self.is_spaced or not 0 < at < len(self.folded):
            return True
        before, after = self.folded[at - 1], self.folded[at]
        if not before.isalnum() or not (after.isalnum() or after == "'"):
            return True
        return before.isdigit() != after.isdigit()

    def end_of(self, word: str, at: int) -> int:
        """End of a word that begins exactly here, or -1.

        Apostrophes may be missing; so may blanks, where words are not spaced.
        """
        folded, place = self.folded, at
        if self.is_spaced and "'" not in word:
            return at + len(word) if folded.startswith(word, at) else -1
        for n, char in enumerate(word):
            if char == " " and not self.is_spaced:
                continue
            if n and not self.is_spaced:
                while place < len(folded) and folded[place] == " ":
                    place += 1
            if place < len(folded) and folded[place] == char:
                place += 1
            elif char == "'":
                if place < len(folded) and folded[place] == " ":
                    place += 1
            else:
                return -1
        return place

    def is_end(self, at: int) -> bool:
        """Whether only signs are left."""
        return self.start(at) == len(self.folded) and self.is_boundary(at)

    def phrase_ends(self, at: int, *, most: int) -> Iterator[int]:
        """Yield the ends of the next words, the longest first, at most `most`."""
        ends: list[int] = []
        length = len(self.folded)
        while len(ends) < most and at < length:
            while at < length and self.folded[at] in " -":
                at += 1
            start = at
            while at < length and not (self.folded[at].isspace() or self.folded[at] in SIGNS):
                at += 1
                if at < length and self.folded[at - 1].isdigit() != self.folded[at].isdigit():
                    break
            if at == start:
                break
            ends.append(at)
        yield from reversed(ends)


class SentenceMatcher:
    """Tries templates on one text.

    Args:
        words: The text.
        readers: What reads each slot.
    """

    def __init__(self, words: Words, readers: Mapping[str, SlotReader]) -> None:
        self._words = words
        self._readers = readers
        self._read: dict[tuple[str, int], Sequence[Found]] = {}

    def matches(self, template: Template, at: int) -> Iterator[tuple[int, Slots]]:
        """Yield the end of each match that begins here, with its slots."""
        return self._match(template, at, {})

    def _match(self, nodes: Template, at: int, found: Slots) -> Iterator[tuple[int, Slots]]:
        if not nodes:
            yield at, found
            return
        node, rest = nodes[0], nodes[1:]
        match node:
            case Word():
                end = self._end_of(node, at)
                if end >= 0:
                    yield from self._match(rest, end, found)
            case Choice(options=options):
                for option in options:
                    if self._may_begin(option, at):
                        yield from self._match((*option, *rest), at, found)
            case Assignment(name=name, value=value):
                if found.get(name, value) == value:
                    yield from self._match(rest, at, {**found, name: value})
            case Slot(name=name):
                for end, value in self._values(name, at):
                    if name == ANYTHING or found.get(name, value) == value:
                        yield from self._match(rest, end, {**found, name: value})
            case _:
                assert_never(node)

    def _may_begin(self, nodes: Template, at: int) -> bool:
        """Whether the template's first word is here; most templates fail at it."""
        first = nodes[0] if nodes else None
        return not isinstance(first, Word) or self._end_of(first, at) >= 0

    def _end_of(self, word: Word, at: int) -> int:
        """End of a template's word that is here, or -1."""
        words = self._words
        if word.text[0] == NOT:
            end = words.end_of(word.text[1:], words.start(at))
            return at if end < 0 or not words.is_boundary(end) else -1
        if word.text == GAP:
            return at if words.is_gap(at) else -1
        if word.is_glued:
            return words.end_of(word.text, at)
        start = words.start_of(word.text, at)
        end = words.end_of(word.text, start)  # first, because most words are not there
        return end if end >= 0 and words.is_boundary(start) else -1

    def _values(self, name: str, at: int) -> Sequence[Found]:
        start = self._words.start_of_sum(at) if name == "expression" else self._words.start(at)
        if start == len(self._words.folded) or not self._words.is_boundary(start):
            return ()
        known = self._read.get((name, start))
        if known is None:
            known = self._read[name, start] = [
                found
                for found in self._readers[name](self._words, start)
                if not self._words.is_in_figure(found[0])
            ]
        return known
