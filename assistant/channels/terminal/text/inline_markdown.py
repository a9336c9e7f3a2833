"""Marks inside a line of Markdown: emphasis, code, links. Pure.

A mark whose end has not come stops the reading where the line may go on; where it has ended, the
mark is written as it came.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

from assistant.channels.terminal.text.line_wrap import Span

_PUNCTUATION: Final = frozenset("\\`*_{}[]()#+-.!|~<>\"'$%&,/:;=?@^")
_MARKS: Final = {
    "***": "strong",
    "**": "strong",
    "__": "strong",
    "~~": "strike",
    "*": "emphasis",
    "_": "emphasis",
}
_LINK: Final = re.compile(r"\[([^\[\]]*)\]\((\S*?)(?:\s+[\"'][^\"']*[\"'])?\)")
_OPEN_LINK: Final = re.compile(r"\[[^\[\]]*(?:\](?:\([^)]*)?)?")


MAX_MARKED: Final = 300
"""Characters within which a mark has to be closed; what is longer was meant otherwise."""


class _Mark(Enum):
    """What a mark may be besides the beginning of something."""

    OPEN = "open"
    """Its end has not come."""


_Enclosed = tuple[list[Span], int]
"""What stands between two marks, and how many characters all of it takes."""


def inline(source: str, before: str, *, is_whole: bool) -> Iterator[tuple[str, str, int]]:
    """Yield style, text, and where each ends in `source`; stops at a mark that is open still.

    Args:
        source: Words of one line.
        before: The character before it.
        is_whole: Whether it is the end of the line: what is open now is never closed.
    """
    at = 0
    while at < len(source):
        character, following = source[at], source[at + 1 : at + 2]
        if character == "\\" and following and following in _PUNCTUATION:
            yield "", following, at + 2
            at += 2
            continue
        window = source[at : at + MAX_MARKED]
        found = _enclosed(window, source[at - 1] if at else before)
        if found is None:
            yield "", character, at + 1
            at += 1
        elif found is _Mark.OPEN:
            if not is_whole and len(window) < MAX_MARKED:
                return
            run = _run(window)
            yield "", window[:run], at + run
            at += run
        else:
            spans, length = found
            at += length
            for style, text in spans:
                yield style, text, at  # they are taken together


def _enclosed(window: str, before: str) -> _Enclosed | _Mark | None:
    """Return what the mark encloses that `window` begins with; None if it is no mark."""
    match window[0]:
        case "`":
            return _code_span(window)
        case "[":
            return _link(window)
        case _:
            mark = next((mark for mark in _MARKS if window.startswith(mark)), None)
            return None if mark is None else _emphasised(window, mark, before)


def _run(window: str) -> int:
    """Return how often the first character is repeated."""
    return len(window) - len(window.lstrip(window[0]))


def _code_span(window: str) -> _Enclosed | _Mark:
    run = _run(window)
    closing = re.compile(rf"(?<!`)`{{{run}}}(?!`)").search(window, run)
    if closing is None:
        return _Mark.OPEN
    inner = window[run : closing.start()]
    if inner.startswith(" ") and inner.endswith(" ") and inner.strip():
        inner = inner[1:-1]
    return [("code", inner)], closing.end()


def _link(window: str) -> _Enclosed | _Mark | None:
    found = _LINK.match(window)
    if found is None:
        opened = _OPEN_LINK.match(window)
        return _Mark.OPEN if opened is not None and opened.end() == len(window) else None
    words, target = found[1] or found[2], found[2]
    spans: list[Span] = [("link", words)]
    if target and target != words:
        spans.append(("target", f" ({target})"))
    return spans, found.end()


def _emphasised(window: str, mark: str, before: str) -> _Enclosed | _Mark | None:
    following = window[len(mark) : len(mark) + 1]
    if not following:
        return _Mark.OPEN
    if following.isspace() or (mark[0] == "_" and before.isalnum()) or following == mark[0]:
        return None
    end = _closing(window, mark)
    if end is None:
        return _Mark.OPEN
    inner = inline(window[len(mark) : end], mark[0], is_whole=True)
    spans = [(style or _MARKS[mark], text) for style, text, _end in inner]
    return spans, end + len(mark)


def _closing(window: str, mark: str) -> int | None:
    """Return where the mark is that closes the one which `window` begins with."""
    at = window.find(mark, len(mark) + 1)
    while at >= 0:
        after = window[at + len(mark) : at + len(mark) + 1]
        if len(mark) == 1 and after == mark:  # a double one, which closes nothing of this
            at = window.find(mark, at + 2)
            continue
        is_closing = not window[at - 1].isspace() and window[at - 1] != "\\"
        if is_closing and not (mark[0] == "_" and after.isalnum()):
            return at
        at = window.find(mark, at + 1)
    return None
