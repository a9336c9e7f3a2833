"""Cuts streamed text into what is synthesised at once. Pure.

Sits between `markdown_filter` (which took the Markdown away) and the synthesiser. Every decision is made
at one character and looks at most one visible character ahead, so the same text gives the same
sentences however it arrives, and a sentence leaves at the first character of the next word.

Where a rule is in doubt it joins: a sentence too long costs a little latency, a cut inside a name
is heard.
"""

import re
import unicodedata
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language import SentenceBreaks
from assistant.languages.scripts import Script, script_of

BREATH_CHARS: Final = (30, 45)
"""Length from which the first piece, and the next, may end before a word at which people take
breath, where a sentence has no clause mark: of 70 letters without one the first 30 are heard some
150 ms earlier, and a piece that is not too long is made before the one before it is over."""
_COVERED_CHARS: Final = 60
"""After so much was given, four seconds of speech, any sentence is made in time."""
LONGEST_URL_CHARS: Final = 2000
"""A URL longer than this is cut like anything else."""

_FULL_STOPS: Final = frozenset("。！？｡")
_TERMINATORS: Final = frozenset(".!?…") | _FULL_STOPS
_CLOSERS: Final = frozenset("\"')]}»”’」』）】〉》")
_OPENERS: Final = "\"'([{«“‘「『（【〈《"
_SPACED_CLAUSE_MARKS: Final = frozenset(",;:")
_CLAUSE_MARKS: Final = frozenset("，、；：—")

CLAUSE_MARKS: Final = _SPACED_CLAUSE_MARKS | _CLAUSE_MARKS
"""One of them ends a piece after which its sentence goes on."""

_NO_BREAKS: Final = SentenceBreaks()
_ALL: Final = tuple(known.sentence_breaks for known in LANGUAGES.values())
"""Abbreviations are those of all languages: English ones stand in any text."""
_NEVER_LAST: Final = frozenset[str]().union(*(breaks.never_last for breaks in _ALL))
_BEFORE_NUMBER: Final = frozenset[str]().union(*(breaks.before_number for breaks in _ALL))
_MAY_BE_LAST: Final = frozenset[str]().union(*(breaks.may_be_last for breaks in _ALL))
_LIST_NUMBER: Final = re.compile(r"[(（]?\d{1,3}")
_ORDINAL: Final = re.compile(r"\d{1,2}|[IVXL]+")
_ROMAN: Final = re.compile("[IVXL]+")
_UNSPACED: Final = frozenset({Script.HAN, Script.KANA})
_SIGNS: Final = frozenset("+-−(#€£¥₩$°%￥￦＄％")
"""What belongs to a number beside it."""
_IN_NUMBERS: Final = frozenset("：–—−〜～") | _SIGNS


def clause_chars(language: str) -> int:
    """Length from which a clause of a language is worth saying."""
    return _breaks_of(language).clause_chars


def _breaks_of(language: str) -> SentenceBreaks:
    return LANGUAGES[language].sentence_breaks if language in LANGUAGES else _NO_BREAKS


class SentenceSplitter:
    """Takes text as it comes, gives whole sentences.

    Pieces grow, so that speech begins early and no piece is over before the next is synthesised:
    the first may be a clause or end where one takes breath, then a longer clause, then sentences. Once there is enough to say for
    some seconds, a short sentence is kept for the next one, unless its line ends. Pieces joined are
    the text, apart from white space.

    Args:
        language: ISO 639-1 code of the text.
        first_min_chars: Length from which the first piece may end at a clause; later ones may from
            three times that, until four times that has been given. None takes what suits the
            language.
        max_chars: Longest piece; longer sentences are cut at a clause, else at a space, else
            anywhere, but a URL only beyond `LONGEST_URL_CHARS`.
    """

    def __init__(
        self, language: str, *, first_min_chars: int | None = None, max_chars: int = 200
    ) -> None:
        if max_chars < 1:
            raise ValueError(f"max_chars is {max_chars!r}, not positive")
        self._first_min = clause_chars(language) if first_min_chars is None else first_min_chars
        self._max = max_chars
        self._breaks = _breaks_of(language)
        self._begin()

    def _begin(self) -> None:
        self._text = ""  # the sentence so far, without leading white space
        self._kept = ""  # a short sentence before it, with the white space between
        self._is_ended = False  # `_text` ends in a terminator, closers and white space
        self._is_begun = False  # the beginning of the sentence in `_text` was given already
        self._is_in_number = False  # `_text` ends in a clause mark that a digit may follow: 7：30
        self._given_chars = 0
        self._out: list[str] = []

    @property
    def pending(self) -> str:
        """Text that is not in a sentence yet."""
        return self._kept + self._text

    def feed(self, text: str) -> list[str]:
        """Take the next piece of text; return the sentences that are complete."""
        for character in text:
            self._take(character)
        out, self._out = self._out, []
        return out

    def finish(self) -> list[str]:
        """What is left. The stream may be fed a new text afterwards."""
        self._end_line()
        out = self._out
        self._begin()
        return out

    def _take(self, character: str) -> None:
        if self._is_in_number and not character.isdigit():
            self._end_clause()
        self._is_in_number = character in _CLAUSE_MARKS and self._text[-1:].isdigit()
        if character == "\n":
            self._end_line()
            return
        if character.isspace():
            self._take_space(character)
            return
        if self._is_ended and not self._continues_end(character):
            self._is_ended = False
            if _is_boundary(self._text, character, self._breaks):
                self._end_sentence()
        self._text += character
        self._is_ended = self._is_ended or character in _TERMINATORS
        if character in _CLAUSE_MARKS and not self._is_in_number:
            self._end_clause()
        if len(self._text) > self._max:
            self._cut()

    def _take_space(self, character: str) -> None:
        if not self._text:
            return
        after_mark = self._text[-1] in _SPACED_CLAUSE_MARKS
        if not self._text[-1].isspace():
            self._take_breath()
        self._text += character
        if after_mark:
            self._end_clause()
        if len(self._text) > self._max:
            self._cut()

    def _continues_end(self, character: str) -> bool:
        """Whether the character belongs to the terminator just read, as in `?!` and `.")`."""
        touches = not self._text[-1].isspace()
        return touches and (character in _TERMINATORS or character in _CLOSERS)

    def _end_line(self) -> None:
        self._give(self._kept + self._text)
        self._kept = self._text = ""
        self._is_ended = self._is_begun = False

    def _end_clause(self) -> None:
        if self._given_chars >= 4 * self._first_min:
            return
        enough = self._first_min * (3 if self._given_chars >= self._first_min else 1)
        if len((self._kept + self._text).strip()) >= enough:
            self._end_line()
            self._is_begun = True

    def _take_breath(self) -> None:
        """Emit what precedes the word that has just ended, if people breathe before it."""
        if self._given_chars >= _COVERED_CHARS:
            return
        at = self._text.rfind(" ") + 1
        least = BREATH_CHARS[1 if self._given_chars else 0]
        before = _last_word(self._text[:at])
        if _is_letter(before) or _ROMAN.fullmatch(before):
            return
        if at >= least and self._text[at:] in self._breaks.breaths:
            self._give(self._kept + self._text[:at])
            self._kept, self._text = "", self._text[at:]
            self._is_begun = True

    def _end_sentence(self) -> None:
        if len(self._kept) + len(self._text) > self._max:
            self._give(self._kept)
            self._kept = ""
        sentence = self._kept + self._text
        self._kept = self._text = ""
        # The end of a sentence that is being said does not wait: text may come hardly faster than
        # it is spoken.
        can_wait = self._given_chars >= 4 * self._first_min and not self._is_begun
        self._is_begun = False
        is_short = can_wait and len(sentence.strip()) < self._first_min
        if is_short or not _has_words(sentence):
            self._kept = sentence
        else:
            self._give(sentence)

    def _cut(self) -> None:
        end = _cut_point(self._text, self._max)
        if end is None:
            return
        if len(self._kept) + end > self._max:
            self._give(self._kept)
            self._kept = ""
        self._give(self._kept + self._text[:end])
        self._kept = ""
        self._is_begun = True
        self._text = self._text[end:].lstrip()
        self._is_ended = self._is_ended and bool(self._text)

    def _give(self, sentence: str) -> None:
        sentence = sentence.strip()
        if sentence:
            self._out.append(sentence)
            self._given_chars += len(sentence)


def _is_boundary(text: str, following: str, breaks: SentenceBreaks) -> bool:
    """Whether a sentence ends with `text`, which ends in a terminator, closers and white space."""
    end = text.rstrip()
    is_spaced = len(end) < len(text)
    body = end.rstrip("".join(_CLOSERS))
    mark = body[-1:]
    if mark in _FULL_STOPS:
        return True
    if not is_spaced:
        return _is_unspaced_boundary(body, following)
    if mark == "…" or body.endswith(".."):
        return not following.islower()
    if mark in {"!", "?"}:
        return not (following.islower() and body != end)
    return _is_full_stop(body[:-1], following, breaks)


def _is_unspaced_boundary(body: str, following: str) -> bool:
    """Whether a Western terminator without a space after it ends a Chinese or Korean sentence."""
    if not _is_syllabic(following) or "://" in _last_word(body):
        return False
    return body[-1:] != "." or body.endswith("..") or _is_syllabic(body[-2:-1])


def _is_full_stop(before: str, following: str, breaks: SentenceBreaks) -> bool:
    """Whether a stop between `before` and a space is the end of a sentence."""
    word = _last_word(before).lstrip(_OPENERS)
    lower = word.lower()
    if _LIST_NUMBER.fullmatch(before.strip()):
        return False
    if breaks.has_ordinal_stops and _ORDINAL.fullmatch(word):
        return False
    if lower in _NEVER_LAST:
        return False
    if lower in _BEFORE_NUMBER:
        return not (following.isdigit() or (_is_letter(word) and following.islower()))
    if lower in _MAY_BE_LAST:
        return not (following.islower() or following.isdigit())
    is_initial = len(word) == 1 and word.isascii() and word.isalpha()
    is_acronym = "." in word and all(len(part) == 1 and part.isalpha() for part in word.split("."))
    return not (is_initial or is_acronym)


def _last_word(text: str) -> str:
    return text.rsplit(maxsplit=1)[-1] if text.strip() else ""


def _has_words(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _is_syllabic(character: str) -> bool:
    """Whether the character is of a script written without Western spacing rules."""
    return bool(character) and unicodedata.category(character) == "Lo"


def _cut_point(text: str, limit: int) -> int | None:
    """Where to cut a text that is longer than `limit`, or None to let it grow."""
    for index in range(limit, limit // 3, -1):
        mark = text[index - 1]
        is_spaced = mark in _SPACED_CLAUSE_MARKS and text[index].isspace()
        is_number = text[index].isdigit() and text[index - 2].isdigit()
        if is_spaced or (mark in _CLAUSE_MARKS and not is_number):
            return index
    spaces = [index for index in range(limit, 0, -1) if text[index].isspace()]
    for index in spaces:
        if index > limit // 3 and not _holds_together(text, index):
            return index
    if spaces and not _is_unspaced(text[:limit]):
        return spaces[0]
    if "://" in text and len(text) <= LONGEST_URL_CHARS:
        return len(text) - 1 if text[-1].isspace() else None
    whole = next((at for at in range(limit, limit // 3, -1) if not _is_in_number(text, at)), limit)
    while whole > 1 and unicodedata.combining(text[whole]):
        whole -= 1
    return whole


def _is_unspaced(text: str) -> bool:
    """Whether a text has few spaces for what it says, as Chinese and Japanese have."""
    return any(script_of(character) in _UNSPACED for character in text)


def _is_in_number(text: str, at: int) -> bool:
    """Whether a place is in a number or Western word, or before a unit or numeral."""
    before, following = text[at - 1], text[at]
    if "A" <= following <= "Z":
        return True
    return _may_be_in_number(before) and (_may_be_in_number(following) or before.isdigit())


def _may_be_in_number(character: str) -> bool:
    return character.isascii() or character.isdigit() or character in _IN_NUMBERS


def _holds_together(text: str, space: int) -> bool:
    """Whether the words around a space are read as one: a number and its unit, a name."""
    before, following = _last_word(text[:space]), text[space + 1 : space + 2]
    if not following:
        return True
    if any(map(str.isdigit, before + following)) or following in _SIGNS or before[-1:] in _SIGNS:
        return True
    is_name = before[:1].isupper() or _is_syllabic(before[-1:])
    is_numeral = any(map(_ROMAN.fullmatch, (before, following)))
    return is_numeral or _is_letter(before) or (is_name and following.isupper())


def _is_letter(word: str) -> bool:
    """Whether a word is one letter, which may be a numeral, an initial or part of "p. m."."""
    return len(word.removesuffix(".")) == 1
