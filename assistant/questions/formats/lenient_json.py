"""Read JSON as models write it: with comments, other quotes, and commas too many or missing. Pure.

What is put right is spelling, never content: every string and number of the text is in the result,
in its order, and nothing else is. A text that leaves a doubt about what was meant is refused. The
libraries that repair JSON guess there, and a guess is no question to put to a user.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from assistant.foreign_text import ZERO_WIDTH

DOUBLE_QUOTES: Final = '"“”„‟＂'
SINGLE_QUOTES: Final = "'‘’‚＇"
QUOTES: Final = DOUBLE_QUOTES + SINGLE_QUOTES

OPENING_BRACES: Final = "{[｛［"
COLONS: Final = ":："
COMMAS: Final = ",，"
STRICT_MARKS: Final = {"，": ",", "：": ":", "｛": "{", "｝": "}", "［": "[", "］": "]"}
"""Full-width marks, and what they are in JSON."""
SPACE: Final = rf"[\s{ZERO_WIDTH}]"
"""What may stand between tokens."""
_CLOSING: Final = {"{": "}", "[": "]"}
LITERALS: Final = {
    "true": "true",
    "false": "false",
    "null": "null",
    "True": "true",
    "False": "false",
    "None": "null",
}
_TOKEN: Final = re.compile(
    rf"(?P<space>{SPACE}+|//[^\n]*|\#[^\n]*|/\*.*?\*/)"
    rf"|(?P<mark>[{{}}\[\]｛｝［］{COMMAS}{COLONS}])"
    rf"|(?P<quote>[{QUOTES}])"
    r"|(?P<word>[\w.+$-]+)",
    re.DOTALL,
)
_BEHIND_KEY: Final = re.compile(rf"{SPACE}*[{COLONS}]")
_BEHIND_STRING: Final = re.compile(
    rf"{SPACE}*(?:\Z|[{COMMAS}{COLONS}}}\]｝］#]|//|/\*)|[^\S\n]*\n{SPACE}*[{QUOTES}{{\[｛［`~]"
)
_ESCAPED: Final = re.compile(rf'{SPACE}*[\[{{](?:{SPACE}|\\[nrt]|[\[{{])*\\"')
"""The beginning of JSON whose every quote is escaped, as if it stood in a string."""
_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_NAME: Final = re.compile(r"[^\W\d][\w$-]*")
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_KEPT_ESCAPES: Final = frozenset('"\\/bfnrt')


# Only `"` and `'` are surely what they seem; writers mix up the pairs of the others.
_STRING_STOPS: Final = (
    dict.fromkeys(DOUBLE_QUOTES, re.compile(rf"[{DOUBLE_QUOTES}\\]"))
    | dict.fromkeys(SINGLE_QUOTES, re.compile(rf"[{SINGLE_QUOTES}\\]"))
    | {quote: re.compile(rf"[{quote}\\]") for quote in "\"'"}
)


def string_stops(quote: str) -> re.Pattern[str]:
    """Return what a string which `quote` began is to be searched for: its ends, and escapes."""
    return _STRING_STOPS[quote]


def loads(text: str, *, may_be_open: bool = False) -> Any:
    """Read one value.

    Args:
        text: JSON, JSON with comments, JSON5, or a Python literal of such a shape.
        may_be_open: Whether brackets may lack their ends, which are then at the end of the text.

    Raises:
        ValueError: If it is none of these, or leaves a doubt about what was meant.
        RecursionError: If it is nested too deeply.
    """
    try:
        return json.loads(text)
    except ValueError:
        if _ESCAPED.match(text):
            text = json.loads(f'"{text}"', strict=False)
        return json.loads("".join(_strict(text, may_be_open=may_be_open)))


def _strict(text: str, *, may_be_open: bool) -> Iterator[str]:
    """Yield the tokens of `text` as strict JSON spells them."""
    ends: list[str] = []
    comma = ""
    """A comma that stands here unless the bracket ends."""
    is_behind_value = False
    for token in _tokens(text):
        if token in _CLOSING.values():
            if not ends or ends.pop() != token:
                raise ValueError(f"a {token} that closes nothing")
            comma, is_behind_value = "", True
            yield token
        elif token == ",":
            if not is_behind_value:
                raise ValueError("a comma with nothing before it")
            comma, is_behind_value = ",", False
        elif token == ":":
            if not is_behind_value:
                raise ValueError("a colon with nothing before it")
            is_behind_value = False
            yield token
        else:
            if is_behind_value and token[0] not in '"{[':
                raise ValueError("two values with no comma between them")
            yield "," if is_behind_value else comma
            comma, is_behind_value = "", token not in _CLOSING
            if token in _CLOSING:
                ends.append(_CLOSING[token])
            yield token
    if ends and not may_be_open:
        raise ValueError("a bracket that is not closed")
    yield from reversed(ends)


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ValueError(f"{text[at]!r} outside a string")
        at = found.end()
        match found.lastgroup:
            case "mark":
                yield STRICT_MARKS.get(found[0], found[0])
            case "quote":
                content, at = _string(text, at, found[0])
                yield content
            case "word":
                yield _word(found[0], is_key=_BEHIND_KEY.match(text, at) is not None)
            case _:
                pass


def _word(word: str, *, is_key: bool) -> str:
    if is_key and _NAME.fullmatch(word):
        return json.dumps(word)
    if word in LITERALS:
        return LITERALS[word]
    if _NUMBER.fullmatch(word):
        return word
    raise ValueError(f"{word[:40]!r} outside a string")


def _string(text: str, begin: int, quote: str) -> tuple[str, int]:
    """Return a string as JSON, and the place behind its last quote.

    A quote ends it where something stands behind that can follow a string; any other is a part of
    the content that was not escaped.
    """
    at, inner, last = begin, 0, -1
    while found := string_stops(quote).search(text, at):
        if found[0] == "\\":
            at = found.end() + 1
            continue
        at = found.end()
        if _BEHIND_STRING.match(text, at):
            is_key = _BEHIND_KEY.match(text, at) is not None
            if (inner % 2 and quote in DOUBLE_QUOTES) or (inner and is_key):
                raise ValueError("a quote inside a string that may be its end")
            return _quoted(_without_triple(text[begin : found.start()], quote)), at
        if quote in DOUBLE_QUOTES and last >= 0 and text[last : found.start()].isspace():
            raise ValueError("two strings with no comma between them")
        inner, last = inner + 1, at
    raise ValueError("a string that does not end")


def _without_triple(content: str, quote: str) -> str:
    """Return what stands between the quotes of a Python string with three of them."""
    pair = quote * 2
    return content[2:-2] if len(content) > 4 and content[:2] == content[-2:] == pair else content


def _quoted(content: str) -> str:
    """Return content, in which there may be escapes, as a JSON string."""
    parts: list[str] = []
    at = 0
    for found in _ESCAPE.finditer(content):
        parts.append(_plain(content[at : found.start()]))
        escaped = found[1]
        if len(escaped) > 1 or escaped in _KEPT_ESCAPES:
            parts.append(found[0])
        elif escaped in QUOTES:
            parts.append(_plain(escaped))
        elif escaped != "\n":
            parts.append(_plain(found[0]))
        at = found.end()
    parts.append(_plain(content[at:]))
    return f'"{"".join(parts)}"'


def _plain(content: str) -> str:
    return json.dumps(content, ensure_ascii=False)[1:-1]
