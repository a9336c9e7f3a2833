"""Read JSON that a model wrote as text where an array or object is wanted. Pure."""

import re
from typing import Final, cast

from assistant.questions.formats.lenient_json import loads

MAX_LAYERS: Final = 4
"""How many times a text is read as JSON, or a wrapper taken off."""
_OPENS_JSON: Final = re.compile(r"\s*(?:[\[{［｛]|[\"“]\s*[\[{\\])")
_FENCED: Final = re.compile(r"\s*(?:`{3,}|~{3,})[\w+.-]*\s*(.*?)\s*(?:`{3,}|~{3,})\s*", re.DOTALL)
_CLOSES: Final = {"{": "}", "[": "]"}


def decoded(value: object, notes: list[str] | None = None) -> object:
    """Return a text that is JSON as the array or object it means, and anything else as it is.

    Args:
        value: What was written.
        notes: Takes what was odd.
    """
    for _layer in range(MAX_LAYERS):
        if not isinstance(value, str):
            break
        fenced = _FENCED.fullmatch(value)
        text = fenced[1] if fenced else value
        if not opens_json(text):
            break
        read = loaded(text)
        if not isinstance(read, str | dict | list):
            break
        if notes is not None:
            notes.append("JSON inside a string")
        value = cast("object", read)
    return value


def loaded(text: str) -> object:
    """Read JSON that words may follow; None if it is none."""
    closing = max(text.rfind(mark) for mark in ']}］｝"”')
    for candidate in dict.fromkeys((text, text[: closing + 1], _balanced(text))):
        try:
            return loads(candidate)
        except (ValueError, RecursionError):
            continue
    return None


def _balanced(text: str) -> str:
    """Return JSON with the brackets that were forgotten inside it; as it is if its end is missing."""
    written: list[str] = []
    open_ones: list[str] = []
    is_string = is_escaped = False
    for sign in text:
        if is_string:
            is_string = is_escaped or sign != '"'
            is_escaped = sign == "\\" and not is_escaped
        elif sign == '"':
            is_string = True
        elif sign in _CLOSES:
            open_ones.append(_CLOSES[sign])
        elif sign in _CLOSES.values():
            while open_ones and open_ones[-1] != sign:
                written.append(open_ones.pop())
            if not open_ones:
                break
            open_ones.pop()
        written.append(sign)
    return text if is_string or open_ones else "".join(written)


def opens_json(text: str) -> bool:
    """Whether a text begins like an array or object, or a string with one."""
    return _OPENS_JSON.match(text) is not None
