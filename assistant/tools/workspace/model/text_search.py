r"""Where words or a pattern stand in a text. Pure, apart from the time it may take.

Patterns run in the `regex` package, not in `re`: it lets other threads run meanwhile and ends at a
time limit, which a pattern such as `(a+)+$` needs. Plain words go the same way, escaped.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import regex

MAX_PATTERN: Final = 200
"""Characters of what is sought."""
SLICE_S: Final = 0.5
"""Seconds to the next match; a search that is cancelled ends after so long at most."""
MAX_EXCERPT: Final = 200
"""Characters of an excerpt."""
_BEFORE: Final = 80


class PatternError(ValueError):
    """A pattern is no regular expression; the text says why, for the model."""


class TooSlowError(Exception):
    """A pattern took too long on a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextMatch:
    """One place where what is sought stands."""

    line: int
    """From 1."""
    offset: int
    """Where its line begins, in characters; for reading on from there."""
    excerpt: str
    """Of its line."""


Search = Callable[[str], Iterator[TextMatch]]
"""Yields the first match of each line; raises TooSlowError."""


def compiled(pattern: str, *, is_regex: bool, seconds: float = SLICE_S) -> Search:
    """Compile a search that ignores case.

    Args:
        pattern: At most `MAX_PATTERN` characters.
        is_regex: Whether it is a regular expression; where a match begins counts.
        seconds: How long the search of one text may go on from one match to the next.

    Raises:
        PatternError: If it is none.
    """
    import regex  # late: it takes 50 ms to import

    try:
        found = regex.compile(
            pattern if is_regex else regex.escape(pattern, special_only=True),
            regex.IGNORECASE | regex.MULTILINE | regex.VERSION0,
        )
    except (regex.error, RecursionError, OverflowError, ValueError) as error:
        raise PatternError(f"It is no regular expression: {error}.") from error
    return lambda text: _search(found, text, seconds)


def _search(pattern: "regex.Pattern[str]", text: str, seconds: float) -> Iterator[TextMatch]:
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    position = 0
    try:
        while position <= len(text):
            match = pattern.search(text, position, concurrent=True, timeout=seconds)
            if match is None:
                return
            line = bisect_right(starts, match.start()) - 1
            end = starts[line + 1] if line + 1 < len(starts) else len(text) + 1
            yield TextMatch(
                line=line + 1,
                offset=starts[line],
                excerpt=_excerpt(
                    text[starts[line] : end].rstrip("\r\n"), match.start() - starts[line]
                ),
            )
            position = end
    except TimeoutError as error:
        raise TooSlowError from error


def _excerpt(line: str, at: int) -> str:
    begin = 0 if len(line) <= MAX_EXCERPT else max(0, at - _BEFORE)
    end = begin + MAX_EXCERPT
    head, tail = "…" if begin else "", "…" if end < len(line) else ""
    return f"{head}{line[begin:end].strip()}{tail}"
