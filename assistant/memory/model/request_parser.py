"""What the user's own words want remembered, in the languages that have `MemoryWords`. Pure.

Only a request counts: "remember that I like tea". A user who asks what is remembered, speaks of their
own memory, or has such words translated requests nothing. Only ever give this words that the user
said or typed; what tools, files and web pages say is material.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Final

from assistant.languages.memory_words import MemoryWords
from assistant.memory.model.facts import as_fact
from assistant.memory.model.memory_words import any_of, memory_words
from assistant.memory.model.request import MemoryRequest, RequestedFact
from assistant.memory.model.scope_rules import scope_of

LONG: Final = 1_000
"""Characters from which a message is likely to hold foreign text: then only its first and last
sentence are looked at."""


_QUOTED: Final = re.compile(
    r"\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|`[^`\n]*`|《[^》\n]*》"
)
_BLOCK: Final = re.compile(r"(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\1[^\n]*$|\Z)|^[ \t]*>[^\n]*$")
_END: Final = re.compile(r"(?<=[.!?])(?=\s)|(?<=[。！？])|\n+")
_EDGE: Final = " \t\n.,;:!?。，；：！？、…~"

# Among other sentences some requests are about the task at hand, and not to be remembered.

_GREETING: Final = 12
"""Weight of a sentence that may be no more than a greeting."""


def _compiled(pattern: str | None) -> re.Pattern[str] | None:
    return None if pattern is None else re.compile(pattern, re.IGNORECASE)


class _Requests:
    """The requests of one language, compiled."""

    def __init__(self, words: MemoryWords) -> None:
        self._forms = [
            (
                re.compile(form.pattern, re.IGNORECASE),
                _compiled(form.favour),
                _compiled(form.pointing),
            )
            for form in words.requests
        ]
        self._quotes = words.quotes
        self.for_now = _compiled(words.for_now)

    def fact_in(self, words: str, *, is_question: bool) -> str | None:
        """The fact that a sentence asks to remember; empty if it points at another sentence."""
        for pattern, favour, pointing in self._forms:
            found = pattern.fullmatch(words)
            if found is None:
                continue
            groups = found.groupdict()
            is_favour = favour is not None and favour.search(words) is not None
            if (is_question and not is_favour) or groups.get("other") is not None:
                return None
            fact = groups.get("fact") or ""
            if pointing is not None and pointing.fullmatch(fact.strip()):
                return ""
            return self._unquoted(fact, groups.get("quote"))
        return None

    def _unquoted(self, fact: str, quote: str | None) -> str:
        """The statement without the ending that quotes it."""
        if quote is None:
            return fact
        bare = "".join(quote.split())
        ends = (ending for begun, ending in self._quotes.items() if bare.startswith(begun))
        return fact.strip() + next(ends, "")


@cache
def _requests() -> tuple[_Requests, ...]:
    return tuple(map(_Requests, memory_words()))


def parse_memory_request(text: str) -> MemoryRequest | None:
    """What words ask to remember; None without a request."""
    sentences = _sentences(text)
    weighty = [number for number, sentence in enumerate(sentences) if _weight(sentence) > _GREETING]
    wanted: list[str] = []
    is_pointing = False
    for number, sentence in enumerate(sentences):
        fact = _requested(sentence)
        if fact is None:
            continue
        if not fact:
            fact = _pointed_at(sentences, number)
            is_pointing = is_pointing or fact is None
        if not fact or fact in wanted:
            continue
        is_alone = not any(other != number for other in weighty)
        if is_alone or not _is_for_now(sentence, fact):
            wanted.append(fact)
    if not wanted and not is_pointing:
        return None
    return MemoryRequest(
        facts=tuple(RequestedFact(fact=fact, scope=scope_of(fact)) for fact in wanted)
    )


def _weight(sentence: str) -> int:
    """Length of a sentence in letters of English, roughly."""
    return len(sentence) + sum(not character.isascii() for character in sentence)


def _pointed_at(sentences: Sequence[str], number: int) -> str | None:
    """What "remember that" points at: the sentence before it, or after it at the beginning.

    Returns:
        None if there is none; empty if it is a request itself.
    """
    beside = number + 1 if number == 0 and len(sentences) > 1 else number - 1
    if beside < 0 or _is_question(sentences[beside]):
        return None
    if _requested(sentences[beside]) is not None:
        return ""
    return as_fact(sentences[beside].strip(_EDGE))


def _is_for_now(sentence: str, fact: str) -> bool:
    """Whether a request among other sentences is about the task at hand: "remember to add tests"."""
    if any_of("lasting").search(sentence):
        return False
    words = sentence.strip(_EDGE)
    if any(known.for_now is not None and known.for_now.fullmatch(words) for known in _requests()):
        return True
    return any_of("weak").search(sentence) is not None and any_of("own").match(fact) is None


def _sentences(text: str) -> list[str]:
    """Code and quoted lines are left out."""
    text = _BLOCK.sub("\n", unicodedata.normalize("NFC", text).replace("’", "'")).strip()
    if len(text) <= LONG:
        return _cut(text)
    ends = (_cut(text[:LONG])[:1], _cut(text[-LONG:])[-1:])
    return [sentence for end in ends for sentence in end if len(sentence) < LONG]


def _cut(text: str) -> list[str]:
    """Never inside quotation marks."""
    quoted = [(found.start(), found.end()) for found in _QUOTED.finditer(text)]
    sentences: list[str] = []
    begun = 0
    for found in _END.finditer(text):
        if any(start < found.start() < end for start, end in quoted):
            continue
        sentences.append(text[begun : found.start()])
        begun = found.end()
    sentences.append(text[begun:])
    return [sentence.strip() for sentence in sentences if sentence.strip(_EDGE)]


def _requested(sentence: str) -> str | None:
    """The fact that a sentence asks to remember; empty if it only points at it."""
    is_question = _is_question(sentence)
    words = sentence.strip(_EDGE)
    for known in _requests():
        fact = known.fact_in(words, is_question=is_question)
        if fact is not None:
            return as_fact(fact.strip(_EDGE)) if fact else ""
    return None


def _is_question(sentence: str) -> bool:
    return sentence.rstrip(" \t\"'”").endswith(("?", "？"))
