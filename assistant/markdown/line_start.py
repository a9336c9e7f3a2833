"""What a line of Markdown begins with, while it arrives. Pure.

The marks of a line are asked for one after the other, each from behind the one before.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

LONGEST: Final = 64
"""Characters behind which a mark is taken for what it looks like."""
_SHORTEST_FENCE: Final = 3
_SHORTEST_RULE: Final = 3
_BLANKS: Final = " \t"
_RULE_SIGNS: Final = "-*_=+•"
_BULLETS: Final = "-*+•"


class LineMark(Enum):
    """What may stand at the beginning of a line, or behind another mark."""

    QUOTE = auto()
    BULLET = auto()
    NUMBER = auto()
    BOX = auto()
    """Of a task."""
    HEADING = auto()
    RULE = auto()
    FENCE = auto()
    """It opens a block of code."""
    CODE = auto()
    """Within such a block."""
    FENCE_END = auto()
    TABLE = auto()
    DIVIDER = auto()
    """The line below the head of a table without bars at its sides."""
    TEXT = auto()
    """No further mark."""


_WRITTEN: Final = {
    "#": (
        LineMark.HEADING,
        re.compile(r"#{1,6}(?=[ \t]|\Z)"),
        re.compile(r"#{1,6}[ \t]*"),
    ),
    "[": (
        LineMark.BOX,
        re.compile(r"\[[ xX]\](?=[ \t])"),
        re.compile(r"\[(?:[ xX](?:\][ \t]*)?)?"),
    ),
    "0": (
        LineMark.NUMBER,
        re.compile(r"\d{1,9}[.)](?=[ \t])"),
        re.compile(r"\d{1,9}(?:[.)][ \t]*)?"),
    ),
}
"""By their first sign, of numbers any: what each mark is, how it is written, how it may begin."""


@dataclass(frozen=True, slots=True)
class LineStart:
    """A mark."""

    mark: LineMark
    length: int = 0
    """Characters it takes, with the blanks around it."""
    sign: str = ""
    """How it was written."""
    indent: int = 0
    """Blanks before it."""


_TEXT: Final = LineStart(LineMark.TEXT)


def line_start(line: str, *, is_over: bool, has_box: bool = False) -> LineStart | None:
    """Return the mark that the rest of a line begins with; None as long as that is open.

    Args:
        line: As much of it as has come, without its end.
        is_over: Whether that is all of it.
        has_box: Whether the box of a task may stand here.
    """
    head = line[: LONGEST + 1]
    is_whole, is_over = is_over, is_over or len(head) > LONGEST
    rest = head.lstrip(_BLANKS)
    before = len(head) - len(rest)
    if not rest:
        return _TEXT if is_over else None
    match rest[0]:
        case ">":
            if len(rest) == 1 and not is_over:
                return None
            return LineStart(LineMark.QUOTE, before + 1 + rest[1:2].isspace(), ">", before)
        case "|":
            return LineStart(LineMark.TABLE)
        case "`" | "~":
            return _fence(rest, is_over=is_over)
        case sign if sign in _RULE_SIGNS:
            if not is_whole and line[-1] in sign + _BLANKS and not rest.strip(sign + _BLANKS):
                return None  # however long it is
            return _rule_or_bullet(before, line.lstrip(_BLANKS), is_over=is_whole)
        case sign:
            kind = "0" if sign.isascii() and sign.isdecimal() else sign
            if kind not in _WRITTEN or (sign == "[" and not has_box):
                return _TEXT
            mark, whole, may_be = _WRITTEN[kind]
            if may_be.fullmatch(rest) and not is_over:
                return None
            return _marked(mark, before, rest, whole)


def _marked(mark: LineMark, before: int, rest: str, pattern: re.Pattern[str]) -> LineStart:
    found = pattern.match(rest)
    if found is None:
        return _TEXT
    blanks = len(rest) - len(rest[found.end() :].lstrip(_BLANKS))
    return LineStart(mark, before + blanks, found[0], before)


def _fence(rest: str, *, is_over: bool) -> LineStart | None:
    info = rest.lstrip(rest[0])
    run = rest[: len(rest) - len(info)]
    if len(run) < _SHORTEST_FENCE:
        return _TEXT if info or is_over else None
    if rest[0] == "`" and "`" in info:  # such as ```` ```one line``` ````
        return _TEXT
    return LineStart(LineMark.FENCE, 0, run) if is_over else None


def _rule_or_bullet(before: int, rest: str, *, is_over: bool) -> LineStart | None:
    sign = rest[0]
    behind = rest.lstrip(sign + _BLANKS)
    if not behind:
        is_rule = sign in "-*_=" and rest.count(sign) >= _SHORTEST_RULE
        if not is_over:
            return None
        return LineStart(LineMark.RULE, 0, sign, before) if is_rule else _TEXT
    if sign in _BULLETS and rest[1] in _BLANKS:
        blanks = len(rest) - len(rest[1:].lstrip(_BLANKS))
        return LineStart(LineMark.BULLET, before + blanks, sign, before)
    is_divider = sign == "-" and behind[0] in "|:" and not rest[: -len(behind)].strip("-" + _BLANKS)
    return LineStart(LineMark.DIVIDER) if is_divider else _TEXT
