"""What is typed of words that were dictated: spoken marks, own words, taking back, joining. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from assistant.folded_text import folded
from assistant.languages.dictation_words import DictationWords
from assistant.languages.lexicon import WritingScript

_PAUSES: Final = r",.;:!?…，。、；：！？"
"""Marks that the recogniser writes for a pause."""
_LIGHT: Final = r",;:，、；："
"""Those of them that a spoken mark takes the place of, whatever it is."""
_ENDS: Final = frozenset(".!?…。！？\n")
_CAPITAL: Final = "\x00"
"""Stands where a sentence begins."""
_WORD: Final = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class DictatedPiece:
    """What one hold of the key says."""

    text: str
    """To be typed."""
    scratches: int = 0
    """So many pieces before it are to be taken back first."""


def read_piece(
    heard: str, words: DictationWords, writing: WritingScript, own_words: Sequence[str] = ()
) -> DictatedPiece:
    """Return what is typed of a transcript.

    Args:
        heard: As the recogniser wrote it.
        words: Those of its language.
        writing: How that language is written.
        own_words: The user's names and words, as they are spelt.
    """
    heard = typeable(heard).replace("\n", " ")
    rest, scratches = _taken_back(heard, words, writing)
    return DictatedPiece(
        text=_with_marks(with_own_words(rest, own_words), words, writing), scratches=scratches
    )


def typeable(text: str) -> str:
    """Return a text composed, without characters that no key stands for."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(c for c in composed if c == "\n" or unicodedata.category(c)[0] != "C")


def joined_to(
    before: str,
    piece: str,
    words: DictationWords,
    writing: WritingScript,
    common_words: frozenset[str] = frozenset(),
) -> str:
    """Return a piece as it goes on from the one that was typed just before.

    Args:
        before: Empty if nothing was.
        piece: Not empty.
        words: Those of the piece's language.
        writing: How that language is written.
        common_words: Its commonest words, which no sentence goes on with in a capital.
    """
    if not before or not piece:
        return piece
    if before.rstrip(" ")[-1:] in _ENDS:
        piece = piece[0].upper() + piece[1:]
    else:
        piece = _going_on(piece, words, common_words)
    is_close = before[-1].isspace() or before.endswith(tuple(words.openings.values()))
    is_close = is_close or piece.startswith((*words.marks.values(), "\n"))
    if is_close or writing is WritingScript.CHARACTERS:
        return piece
    return f" {piece}"


def with_own_words(text: str, own_words: Sequence[str]) -> str:
    """Return a text in which the user's own words are spelt as they spell them."""
    spelt = {folded(word).replace(" ", ""): word for word in own_words if word.strip()}
    if not spelt:
        return text
    longest = 1 + max(len(word.split()) for word in own_words)
    found = list(_WORD.finditer(text))
    done, parts, at = 0, list[str](), 0
    while at < len(found):
        for count in range(min(longest, len(found) - at), 0, -1):
            first, last = found[at], found[at + count - 1]
            said = text[first.start() : last.end()]
            meant = spelt.get(folded(said).replace(" ", ""))
            if meant is not None and _is_one_run(text, found[at : at + count]):
                parts += (text[done : first.start()], meant)
                done, at = last.end(), at + count
                break
        else:
            at += 1
    return "".join((*parts, text[done:]))


def _is_one_run(text: str, words: Sequence[re.Match[str]]) -> bool:
    """Whether nothing but blanks and hyphens is between words."""
    pairs = zip(words, words[1:], strict=False)
    return all(not text[a.end() : b.start()].strip(" -") for a, b in pairs)


def _going_on(piece: str, words: DictationWords, common_words: frozenset[str]) -> str:
    """Return a piece in the midst of a sentence: without the capital that it begins with."""
    first = _WORD.match(piece)
    if first is None:
        return piece
    word = first[0].lower().replace("’", "'")
    if word in common_words and word not in words.always_capital:
        return piece[0].lower() + piece[1:]
    return piece


def _taken_back(heard: str, words: DictationWords, writing: WritingScript) -> tuple[str, int]:
    """Return what is left of a piece, and how many pieces before it are taken back."""
    scratches, start = 0, 0
    for found in _scratches(words, writing).finditer(heard):
        if heard[start : found.start()].strip(f" {_PAUSES}"):
            start = found.end()  # the words of this piece so far
        else:
            scratches, start = scratches + 1, found.end()
    return heard[start:].strip(), scratches


@lru_cache(maxsize=16)
def _scratches(words: DictationWords, writing: WritingScript) -> re.Pattern[str]:
    return re.compile(
        rf"{_edge(writing)}(?:{_any_of(words.scratch)})\s*(?:[{_PAUSES}]+\s*|$)", re.IGNORECASE
    )


@lru_cache(maxsize=16)
def _spoken_marks(words: DictationWords, writing: WritingScript) -> re.Pattern[str]:
    ending = "" if writing is WritingScript.CHARACTERS else r"(?!\w)"
    return re.compile(
        rf"(?P<before>[\s{_PAUSES}]*){_edge(writing)}(?P<said>{_any_of(words.by_phrase)}){ending}"
        rf"(?P<after>\s*[{_PAUSES}]*\s*)",
        re.IGNORECASE,
    )


def _edge(writing: WritingScript) -> str:
    return "" if writing is WritingScript.CHARACTERS else r"(?<!\w)"


def _any_of(phrases: Iterable[str]) -> str:
    by_length = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    found = (r"\s+".join(map(re.escape, phrase.split())) for phrase in by_length)
    return "|".join(found) or "(?!)"


def _with_marks(text: str, words: DictationWords, writing: WritingScript) -> str:
    blank = "" if writing is WritingScript.CHARACTERS else " "
    spoken = _spoken_marks(words, writing)

    def mark_of(found: re.Match[str]) -> str:
        said = " ".join(found["said"].lower().split())
        if not _is_mark(found, said):
            return found[0]
        mark = words.by_phrase[said]
        if said in words.breaks:
            kept = found["before"].translate(str.maketrans("", "", _LIGHT)).rstrip()
            return f"{kept}{mark}{_CAPITAL}"
        if said in words.openings:
            return f"{found['before'].rstrip(f' {_LIGHT}')}{blank}{mark}"
        capital = _CAPITAL if mark[-1] in _ENDS else ""
        return f"{mark}{blank}{capital}"

    def _is_mark(found: re.Match[str], said: str) -> bool:
        last = _last_word(text[: found.start()])
        is_set_off = bool(found["before"].strip()) or found.end() == len(text)
        is_set_off = is_set_off or spoken.match(text, found.end()) is not None
        if last in words.never_after and not found["before"].strip():
            return False
        return is_set_off or said not in words.doubtful

    marked = spoken.sub(mark_of, text)
    marked = re.sub(
        rf"{_CAPITAL}+(\s*)(\w?)", lambda found: f"{found[1]}{found[2].upper()}", marked
    )
    marked = re.sub(r" *\n *", "\n", marked)
    marked = re.sub(r" {2,}", " ", marked)
    return marked.strip(" ")


def _last_word(text: str) -> str:
    return (text.split() or [""])[-1].strip(_PAUSES).lower()
