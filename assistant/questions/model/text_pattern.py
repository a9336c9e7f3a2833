"""Whether words have the form that a regular expression of others' asks for. Pure.

A pattern of others may be made to run for ever, so it is tried only on texts that are short enough
for what its repetitions can cost. One that cannot be tried is no reason to refuse an answer.
"""

import re
import warnings
from functools import lru_cache
from typing import Final

MAX_PATTERN: Final = 300
"""Characters of a pattern that is tried."""
_MAX_STEPS: Final = 1_000_000
_MAX_NESTED: Final = 18
"""Characters of a text that is tried where one repetition stands inside another: each character may
double the work."""
_TOKEN: Final = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?(?:P?<\w+>|[:=!]|<[=!])|\(\?|[()|]"
    r"|(?P<repeat>[*+?]|\{(?P<low>\d*)(?P<comma>,)?(?P<high>\d*)\})[?+]?|.",
    re.DOTALL,
)


def lacks_form(pattern: str, text: str) -> bool:
    """Whether a text surely does not have the form; False too where that cannot be tried."""
    tried = _compiled(pattern)
    if tried is None:
        return False
    expression, repeats, is_nested = tried
    most = _MAX_NESTED if is_nested else _MAX_STEPS ** (1 / max(repeats, 1))
    return len(text) <= most and expression.search(text) is None


def can_be_tried(pattern: str) -> bool:
    """Whether a pattern is one that texts of some length can be tried on."""
    return _compiled(pattern) is not None


@lru_cache(64)
def _compiled(pattern: str) -> tuple[re.Pattern[str], int, bool] | None:
    """Return a pattern with how many of its parts repeat, and whether one stands in another."""
    if len(pattern) > MAX_PATTERN:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            expression = re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return None
    repeats = 0 if pattern.startswith("^") else 1
    is_nested = False
    groups: list[bool] = []
    """Of each open group, whether it holds a repetition or an alternative."""
    last = False
    """Whether what stood last is a group that does."""
    for token in _TOKEN.finditer(pattern):
        mark = token[0]
        if mark.startswith("(") and mark != "()":
            groups.append(False)
            last = False
        elif mark == ")":
            last = groups.pop() if groups else False
            if groups and last:
                groups[-1] = True
        elif mark == "|":
            groups = [True] * len(groups)
            repeats += 1
        elif re.fullmatch(r"\\[1-9]", mark):
            is_nested = True
        elif last and token["low"] is not None and int(token["high"] or token["low"] or 2) > 1:
            return None  # so many tries of a part that may match in many ways
        elif token["repeat"] and _repeats(token):
            is_nested = is_nested or (last and mark[0] != "?")
            repeats += mark[0] != "?"
            groups = [True] * len(groups)
        else:
            last = False
    return expression, repeats, is_nested


def _repeats(token: re.Match[str]) -> bool:
    """Whether a repetition leaves open how often."""
    return token["repeat"] in {"*", "+", "?"} or bool(token["comma"])
