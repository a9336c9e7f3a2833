"""Why a service refused a request, read from whatever it answers with. Pure.

Anthropic's service sends `{"error": {"type": …, "message": …}}`. Servers that imitate it, and what stands
before them, send words instead of the object, `detail` or `message` at the top, lists of these, what
FastAPI says of a request it cannot read, plain text, or a page.
"""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, cast

from pydantic_core import from_json

_INSIDE: Final = ("error", "errors", "detail", "details", "fault", "body", "err", "inner")
"""Fields that hold the reason, as words or as an object."""
_MESSAGES: Final = (
    "message", "Message", "msg", "error_message", "errorMessage", "error_description",
    "description", "reason", "text",
)  # fmt: skip
_QUOTED: Final = ("metadata", "raw", "innererror", "upstream_error")
"""Fields in which a gateway quotes the service behind it, whose own words say more."""
_EVENT_DATA: Final = re.compile(r"^data:\s*(\{.*\})\s*$", re.MULTILINE)
"""A refusal that is written as an event of a stream."""
_SEVERAL: Final = re.compile(r"\s*(\{[^{}]*\})\s*\{")
"""Two objects, one behind the other."""
_TYPES: Final = ("type", "code", "error_code", "status", "__type")
_NAME: Final = re.compile(r"[A-Za-z]\w*[._-]\w+")
"""A failure's name, such as `model_not_found`, where words are expected."""
_IS_TYPE: Final = re.compile(r"(?!error$)\w[\w.#:/-]*")
_MOST_REASONS: Final = 3
"""Of a list; the rest says the same of other fields."""
_DEEPEST: Final = 8
_OF_THE_REQUEST: Final = frozenset({"input", "messages", "prompt", "query", "request", "system"})
_LONGEST_SENTENCE: Final = 500
_LONGEST: Final = 20_000
"""Characters of a body that is no JSON in which a reason is looked for."""
_PAGE: Final = re.compile(r"\s*<(?:!doctype|\?xml|html|head|body|h\d|p|div|center|title)\b", re.I)
_UNSEEN: Final = re.compile(r"<(script|style)\b.*?</\1\s*>", re.I | re.S)
_HEADING: Final = re.compile(r"<(title|h1)\b[^>]*>(.*?)</\1\s*>", re.I | re.S)
_TAG: Final = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """What a service said of a failure."""

    types: tuple[str, ...] = ()
    """What it calls the failure, for programs; the most telling name first."""
    message: str = ""


def read_reason(body: bytes | str) -> Reason:
    """Return what a body says; nothing is known of one that says nothing."""
    text = body if isinstance(body, str) else body.decode("utf-8-sig", "replace")
    try:
        value: object = from_json(text)
    except ValueError:
        if event := _EVENT_DATA.search(text[:_LONGEST]):
            return read_reason(event[1])
        if objects := _SEVERAL.match(text[:_LONGEST]):
            return read_reason(objects[1])
        return Reason(message=_plain(text))
    return reason_in(value)


def reason_in(value: object) -> Reason:
    messages = list(dict.fromkeys(_messages(value, 0))) or list(dict.fromkeys(_sentences(value, 0)))
    return Reason(
        types=tuple(dict.fromkeys(_types(value, 0))),
        message="; ".join(messages[:_MOST_REASONS]),
    )


def _sentences(value: object, depth: int) -> Iterator[str]:
    """Yield what reads as a sentence, whatever its field is called; nothing of the request itself."""
    if depth > _DEEPEST:
        return
    match value:
        case str():
            if 0 < value.strip().count(" ") and len(value) <= _LONGEST_SENTENCE:
                yield value.strip()
        case list():
            for item in cast("list[object]", value):
                yield from _sentences(item, depth + 1)
        case dict():
            for name, item in cast("dict[str, object]", value).items():
                if name not in _OF_THE_REQUEST:
                    yield from _sentences(item, depth + 1)
        case _:
            pass


def _messages(value: object, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    match value:
        case str():
            if inner := _json_inside(value):
                yield from _messages(inner, depth + 1)
            elif words := value.strip():
                yield _plain(words) if _PAGE.match(words) else words
        case list():
            for item in cast("list[object]", value):
                yield from _messages(item, depth + 1)
        case dict():
            fields = cast("dict[str, object]", value)
            place = _place(fields)
            for message in _said(fields, depth + 1):
                yield f"{place}: {message}" if place else message
        case _:
            pass


def _said(fields: Mapping[str, object], depth: int) -> Iterator[str]:
    own = [words for name in _MESSAGES for words in _messages(fields.get(name), depth)][:1]
    inside = [words for name in _INSIDE for words in _inner(fields.get(name), depth)]
    inside += [words for name in _QUOTED for words in _messages(fields.get(name), depth)]
    sentences = [words for words in (*own, *inside) if not _NAME.fullmatch(words)]
    if sentences or own or inside:
        yield from sentences or own or inside
    else:
        yield from _messages(fields.get("title"), depth)


def _inner(value: object, depth: int) -> Iterator[str]:
    """Yield the reasons in a value; of one without any that ASP.NET lists by the field."""
    found = list(_messages(value, depth))
    yield from found
    if not found and isinstance(value, dict):
        for name, several in cast("dict[str, object]", value).items():
            if isinstance(several, list):
                for message in _messages(cast("object", several), depth + 1):
                    yield f"{name}: {message}" if name else message


def _place(fields: Mapping[str, object]) -> str:
    """Return where a request is wrong, as FastAPI says it."""
    loc = fields.get("loc")
    return ".".join(map(str, cast("list[object]", loc))) if isinstance(loc, list) else ""


def _json_inside(text: str) -> object:
    """Return the object that a text is: some gateways quote the service's answer as a string."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        return from_json(text)
    except ValueError:
        return None


def _types(value: object, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    match value:
        case str():
            yield from _types(_json_inside(value), depth + 1)
        case list():
            for item in cast("list[object]", value)[:_MOST_REASONS]:
                yield from _types(item, depth + 1)
        case dict():
            fields = cast("dict[str, object]", value)
            for name in (*_INSIDE, *_QUOTED, "message"):
                yield from _types(fields.get(name), depth + 1)
            for name in (*_TYPES, "error"):
                if isinstance(named := fields.get(name), str) and _IS_TYPE.fullmatch(named):
                    yield named
        case _:
            pass


def _plain(text: str) -> str:
    """Return the words of a body that is no JSON."""
    text = text[:_LONGEST]
    if text.lstrip()[:1] in {"{", "["}:  # JSON that was cut off
        return ""
    if not _PAGE.match(text):
        return "" if "\x00" in text or "\ufffd" in text[:100] else text.strip()
    text = _UNSEEN.sub(" ", text)
    heading = _HEADING.search(text)
    words = _TAG.sub(" ", heading[2] if heading else text)
    return " ".join(html.unescape(words).split())
