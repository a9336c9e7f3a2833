"""Whether a call might carry what is the user's to a place they did not name. Pure.

Nothing is forbidden here: what might be disclosed is shown to the user, who decides. Where no words
of others are in the conversation nobody can have made the model send anything, and what the user
allowed holds. Otherwise each part of what would be sent is looked at:

- an address that the user wrote, or that stands whole in a text others wrote, adds nothing;
- what the user says in this conversation may be sent, except numbers and names that identify;
- what the place was sent before, or says itself, is known there;
- what is the user's, plain or encoded, and what nobody can read, is shown;
- so is any other data, if there is something of the user's that it might put in other words.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final
from urllib.parse import unquote

from assistant.foreign_text import with_hidden_written, without_hidden
from assistant.tools.outgoing.model.outgoing_call import OutgoingCall, OutgoingPart
from assistant.tools.outgoing.model.readings import (
    decodings,
    is_cjk,
    is_telling,
    squeezed,
    unreadable_words,
    words,
)
from assistant.tools.outgoing.model.text_source import TextSource, TracedText

MOST_PATH_WORDS: Final = 12
"""Words of a path that is taken for a place."""
MOST_KNOWN_WORDS: Final = 4
"""Words of a place's own, and small numbers, that a call may put together: more of them can say in
their order what no single one says."""
_JOINED: Final = 64
"""Characters of a part that may be a chunk of something encoded."""
_SPELLED: Final = 5
"""Letters of a word from which it is looked for inside others."""
_SPACES: Final = re.compile(r"[^\S\n]{3,}|[\t\v\f]|[^\S\n]$")
"""White space that nobody writes in an address, and that nobody counts."""
_SEARCHED: Final = 10_000
"""Characters of a part in which words are looked for inside others."""


class DisclosureKind(Enum):
    """Why a part of what is sent is shown."""

    PRIVATE = "private"
    """It says what is the user's."""
    ENCODED = "encoded"
    """It hides what is the user's."""
    UNREADABLE = "unreadable"
    """Nobody can read it: it may be anything."""
    PERSONAL = "personal"
    """A number or name that the user said, and that tells them apart."""
    ADDED = "added"
    """Data that the model chose; it may put in other words what is the user's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisclosedPart:
    """A part of what is sent, and why it is shown."""

    label: str
    value: str
    kind: DisclosureKind
    matched: tuple[str, ...] = ()
    """The words of the user's that it holds."""
    source: TextSource | None = None
    """Where these are from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """What a call might give away."""

    places: tuple[str, ...]
    parts: tuple[DisclosedPart, ...]
    influences: tuple[tuple[TextSource, str], ...]
    """Whose words are in the conversation, each with its place."""


def influences_of(texts: Sequence[TracedText]) -> tuple[tuple[TextSource, str], ...]:
    """Whose words in a conversation may want something of the model."""
    return tuple(dict.fromkeys((t.source, t.place) for t in texts if t.source.is_foreign))


def disclosure_of(call: OutgoingCall, texts: Sequence[TracedText]) -> Disclosure | None:
    """What the user has to see of a call, whatever they allowed before.

    Args:
        call: What it would send, and where.
        texts: Of the conversation it is made in.

    Returns:
        None if the call may be treated as the user allowed.
    """
    influences = influences_of(texts)
    if not influences:
        return None
    known = _Knowledge(texts, call.places)
    parts = [shown for part in call.parts for shown in _shown(part, known)]
    if not parts:
        chunks = [part.value for part in call.parts if len(part.value) <= _JOINED]
        if len(chunks) > 1 and (hidden := known.hidden_in("".join(chunks))) is not None:
            parts.append(hidden)
    if not parts:
        parts = _put_together(call, known)
    if not parts:
        return None
    return Disclosure(places=call.places, parts=tuple(parts), influences=influences)


def _put_together(call: OutgoingCall, known: "_Knowledge") -> list[DisclosedPart]:
    """Parts that put known words together, if these are enough to say something."""
    if not known.is_strict:
        return []
    chosen = [
        DisclosedPart(
            label=part.label,
            value=part.value,
            kind=DisclosureKind.ADDED,
            matched=tuple(own),
        )
        for part in call.parts
        if part.is_data or part.key
        if not (part.address and known.is_written(part.address))
        if not known.was_sent(part)
        if (own := known.chosen_words(part))
    ]
    return chosen if sum(len(part.matched) for part in chosen) > MOST_KNOWN_WORDS else []


def _shown(part: OutgoingPart, known: "_Knowledge") -> Iterator[DisclosedPart]:
    """Yield the part if it must be shown."""
    if part.address and known.is_written(part.address):
        return
    is_host = bool(part.address) and part.label.endswith("host") and not part.is_data
    if is_host and known.names(part.value):
        return

    def because(
        kind: DisclosureKind, matched: Sequence[str] = (), source: TextSource | None = None
    ) -> DisclosedPart:
        return DisclosedPart(
            label=part.label, value=part.value, kind=kind, matched=tuple(matched), source=source
        )

    is_known_key = all(known.is_public(word) for word in words(part.key))
    said = part.value if is_known_key else f"{part.key} {part.value}"
    private = known.private_words(said)
    if private:
        yield because(DisclosureKind.PRIVATE, list(private), next(iter(private.values())))
        return
    hidden = known.hidden_in(part.value)
    if hidden is not None:
        yield because(DisclosureKind.ENCODED, hidden.matched, hidden.source)
        return
    unreadable = [with_hidden_written(part.value)] if _hides(part) else []
    unreadable += [
        word
        for word in unreadable_words(said)
        if not known.is_public(word) and not known.is_free(word)
    ]
    if unreadable:
        is_users = all(known.is_said(word) for word in unreadable)
        yield because(
            DisclosureKind.PERSONAL if is_users else DisclosureKind.UNREADABLE, unreadable
        )
        return
    is_data = part.is_data or known.has_pictures or len(words(part.value)) > MOST_PATH_WORDS
    if not is_data or not known.is_strict:
        return
    chosen = words(part.value) or part.value.split()
    added = [word for word in chosen if not known.is_public(word) and not known.is_said(word)]
    if added:
        yield because(DisclosureKind.ADDED, added)


class _Knowledge:
    """What is known of the words in a conversation, as seen from where something is sent."""

    def __init__(self, texts: Sequence[TracedText], places: Sequence[str]) -> None:
        self._texts = texts
        self._places = places
        self._said = _joined(texts, TextSource.USER)
        self._said_words = frozenset(words(self._said))
        self._sent = [_words_at(place, texts, is_sent=True) for place in places]
        self._of_places = [_words_at(place, texts, is_sent=False) for place in places]
        self._private = [text for text in texts if text.source.is_private]
        self.has_pictures = any(text.source is TextSource.SCREEN for text in texts)
        """Whether something of the user's cannot be compared."""
        was_read = any(
            text.source.is_foreign and text.source is not TextSource.DESCRIPTION for text in texts
        )
        self.is_strict = was_read and bool(self._private)
        """Whether data that is nobody's words is shown too."""

    @cached_property
    def _private_words(self) -> dict[str, TextSource]:
        return {
            word: text.source
            for text in reversed(self._private)
            for word in words(text.text)
            if is_telling(word)
        }

    @cached_property
    def _private_letters(self) -> list[tuple[str, TextSource]]:
        return [(squeezed(text.text), text.source) for text in self._private]

    @cached_property
    def _link_texts(self) -> list[str]:
        return [
            form
            for text in self._texts
            if text.source.offers_links
            for form in dict.fromkeys((text.text, unquote(text.text)))
        ]

    def is_written(self, address: str) -> bool:
        """Whether an address stands in full in the user's or others' words."""
        forms = dict.fromkeys((address, unquote(address)))
        return any(_has_address(self._link_texts, form) for form in forms)

    def names(self, host: str) -> bool:
        """Whether the user's or others' words name a host."""
        return _has_host(self._link_texts, host)

    @cached_property
    def _is_named(self) -> bool:
        """Whether the user named the place; of a server's hosts, all of them."""
        return all(_has_host([self._said], p) for p in self._places[1:] or self._places)

    def is_public(self, word: str) -> bool:
        """Whether each place was sent the word, or says it itself."""
        folded = word.casefold()
        known = zip(self._sent, self._of_places, strict=True)
        return all(folded in sent or folded in own for sent, own in known)

    def is_said(self, word: str) -> bool:
        """Whether the user says the word in this conversation."""
        folded = word.casefold()
        if is_cjk(folded):
            return _is_covered(folded, self._said)
        return folded in self._said_words

    def is_free(self, word: str) -> bool:
        """Whether sending the word tells the place nothing that the user did not want sent."""
        if all(word.casefold() in sent for sent in self._sent):
            return True
        return self.is_said(word) and (self._is_named or not _is_identifying(word))

    def was_sent(self, part: OutgoingPart) -> bool:
        """Whether each place was sent the part before, under the same name."""
        line = _word_line(f"{part.key} {part.value}")
        return all(any(line in sent for sent in self._sent_lines[p]) for p in self._places)

    @cached_property
    def _sent_lines(self) -> dict[str, list[str]]:
        sent = [text for text in self._texts if text.source is TextSource.SENT]
        return {
            place: [_word_line(unquote(text.text)) for text in sent if text.place == place]
            for place in self._places
        }

    def chosen_words(self, part: OutgoingPart) -> list[str]:
        """Words of a part that the user does not say, however well they are known."""
        said = part.value if part.value else part.key
        if not part.value and all(self.is_public(word) for word in words(part.key)):
            return []
        return [word for word in words(said) if not self.is_said(word)]

    def private_words(self, text: str) -> dict[str, TextSource]:
        """Private words of a text, by source."""
        found: dict[str, TextSource] = {}
        for word in words(text):
            if not is_telling(word) or self.is_free(word):
                continue
            source = self._source_of(word)
            if source is not None:
                found[word] = source
        return found or self._contained(text)

    def _source_of(self, word: str) -> TextSource | None:
        if word in self._private_words:
            return self._private_words[word]
        pairs = [word[n : n + 2] for n in range(len(word) - 1)] if is_cjk(word) else []
        pairs = [pair for pair in pairs if is_cjk(pair) and not _is_covered(pair, self._said)]
        is_long = len(word) >= 2 * _SPELLED
        for letters, source in self._private_letters:
            if any(pair in letters for pair in pairs) or (is_long and word in letters):
                return source
        return None

    def _contained(self, text: str) -> dict[str, TextSource]:
        """Private words inside others, or spread over several."""
        letters = "".join(word for word in words(text[:_SEARCHED]) if not self.is_free(word))
        return {
            word: source
            for word, source in self._private_words.items()
            if len(word) >= (4 if word.isdigit() else _SPELLED) and word in letters
            if not self.is_free(word)
        }

    def hidden_in(self, text: str) -> DisclosedPart | None:
        """What a text hides that is private."""
        if not self._private:
            return None
        for reading in decodings(text):
            found = {
                word: source
                for word in words(reading)
                if len(word) > (1 if is_cjk(word) else 3) and is_telling(word)
                if (source := self._source_of(word)) is not None
            }
            if found:
                return DisclosedPart(
                    label="",
                    value=text,
                    kind=DisclosureKind.ENCODED,
                    matched=tuple(found),
                    source=next(iter(found.values())),
                )
        return None


def _word_line(text: str) -> str:
    return f" {' '.join(words(text))} "


def _hides(part: OutgoingPart) -> bool:
    is_spaced = bool(part.address) and _SPACES.search(part.value) is not None
    return is_spaced or without_hidden(part.value) != part.value


def _joined(texts: Sequence[TracedText], source: TextSource) -> str:
    said = "\n".join(text.text for text in texts if text.source is source)
    return unicodedata.normalize("NFKC", said).casefold()


def _words_at(place: str, texts: Sequence[TracedText], *, is_sent: bool) -> frozenset[str]:
    """Words that a place was sent, or those of some length that it says itself."""
    here = [text for text in texts if text.place == place]
    if is_sent:
        return frozenset(w for t in here if t.source is TextSource.SENT for w in words(t.text))
    return frozenset(w for t in here if t.source.is_foreign for w in words(t.text) if len(w) > 2)


def _is_identifying(word: str) -> bool:
    return sum(character.isdigit() for character in word) > 3 or (
        len(word) > 5 and not word.isalpha() and not word.isdigit()
    )


def _is_covered(word: str, text: str) -> bool:
    """Whether a word can be put together from pieces of two characters and more of a text."""
    at = 0
    while at < len(word):
        end = next((n for n in range(len(word), at + 1, -1) if word[at:n] in text), None)
        if end is None:
            return False
        at = end
    return True


_BEFORE: Final = r"(?<![A-Za-z0-9_%.@-])"


def _has_address(texts: Sequence[str], address: str) -> bool:
    """Whether an address stands in a text as a whole, not as part of another."""
    host, slash, rest = address.partition("://")[2].removesuffix("/").partition("/")
    after = r"/?(?![A-Za-z0-9%/?&=#_~+@-]|[.,:;!][A-Za-z0-9])"
    pattern = re.compile(f"{_BEFORE}(?i:{re.escape(host)}){slash}{re.escape(rest)}{after}")
    return any(pattern.search(text) for text in texts)


def _has_host(texts: Sequence[str], host: str) -> bool:
    """Whether a host, or the name of a server, stands in a text as a whole."""
    name = re.escape(host.removeprefix("www."))
    pattern = re.compile(
        rf"(?i)(?<![A-Za-z0-9_%@-])(?:www\.)?{name}(?![A-Za-z0-9_-]|\.[A-Za-z0-9])"
    )
    return any(pattern.search(text) for text in texts)
