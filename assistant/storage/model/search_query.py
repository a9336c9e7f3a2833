"""How words are cut for the search index, and how a query becomes one that cannot be wrong. Pure.

SQLite's tokenizer parts words at spaces and signs, which Chinese and Japanese do not write and which
Korean writes around whole phrases. So each of their characters becomes a word of its own here, and a
query of several of them a phrase: one character or ten, they are found wherever they stand.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

INDEX_VERSION: Final = "1"
"""Changes whenever `cut` does, so that the index is made again."""

MAX_QUERY: Final = 400
"""Characters of a query that are looked at."""
MAX_WORDS: Final = 12
"""Words of a query that are looked for."""

ALONE: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"  # Korean
    "\u2e80-\u2fdf\u3005\u3007\u3040-\u312f\u31a0-\u31ff\uff66-\uff9f"  # kana, bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Chinese characters
    "\u2600-\u27bf\U0001f000-\U0001faff"  # pictures
)
"""Characters that are words of their own, as the inside of a class of a regular expression."""

_JOINERS: Final = re.compile("[\u200d\ufe0e\ufe0f]")
_PART: Final = re.compile(r'["“”„«»]([^"“”„«»]*)(["“”„«»]?)|([^\s"“”„«»]+)')


# These two are compiled when something is looked for: that takes longer than importing the module.


@cache
def _alone() -> re.Pattern[str]:
    return re.compile(f"([{ALONE}])")


@cache
def _token() -> re.Pattern[str]:
    return re.compile(f"[{ALONE}]|(?:(?![{ALONE}])[^\\W_])+")


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """One word or phrase of a query."""

    text: str
    is_exact: bool = False
    """It stood in quotes: its last word is not the beginning of a longer one."""

    @property
    def tokens(self) -> tuple[str, ...]:
        return tokens(self.text)


def normal(text: str) -> str:
    """Compose letters with their marks where one character exists."""
    return unicodedata.normalize("NFC", text)


def tokens(text: str) -> tuple[str, ...]:
    return tuple(_token().findall(text))


def index_text(text: str) -> str:
    return _alone().sub(r" \1 ", _JOINERS.sub("", normal(text).replace("\x00", " ")))


def read_query(query: str) -> tuple[SearchTerm, ...]:
    """Words and phrases in quotes; all of them must be found.

    An open quote holds a phrase that is still being written. Terms without a letter, number or
    picture are left out.
    """
    found: list[SearchTerm] = []
    text = normal(query[:MAX_QUERY].encode("utf-8", "replace").decode())
    for quoted, end, plain in _PART.findall(text):
        sought = SearchTerm(plain or quoted, is_exact=bool(end) and not plain)
        if sought.tokens and sought not in found:
            found.append(sought)
    return tuple(found[:MAX_WORDS])


def expression(sought: tuple[SearchTerm, ...]) -> str:
    """The FTS5 expression; empty if there is nothing to look for.

    Every word stands in quotes and holds none, so no query can be a faulty expression:
    https://www.sqlite.org/fts5.html, section 3.
    """
    last = len(sought) - 1
    return " AND ".join(_phrase(one, is_last=place == last) for place, one in enumerate(sought))


def as_phrase(sought: tuple[SearchTerm, ...]) -> SearchTerm | None:
    """The phrase that several words of a query make when they stand together."""
    if len(sought) < 2:
        return None
    return SearchTerm(" ".join(one.text for one in sought), is_exact=sought[-1].is_exact)


def _phrase(sought: SearchTerm, *, is_last: bool) -> str:
    phrase = f'"{index_text(sought.text)}"'
    return phrase + " *" if _may_go_on(sought, is_last=is_last) else phrase


def _may_go_on(sought: SearchTerm, *, is_last: bool) -> bool:
    """Whether the last word may be the beginning of a longer one.

    One letter may only where it is being written: thousands of words begin with it.
    """
    word = sought.tokens[-1]
    return not sought.is_exact and (is_last or len(word) > 1) and _alone().fullmatch(word) is None
