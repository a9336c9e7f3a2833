"""Take off what models write around, or instead of, the options of a question. Pure."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from assistant.questions.formats.input_reader import as_finite, as_list, is_object
from assistant.questions.formats.json_in_text import MAX_LAYERS, decoded, loaded
from assistant.questions.formats.lenient_json import DOUBLE_QUOTES
from assistant.questions.formats.question_keys import OPTION_LIST_KEYS

_LABEL_KEYS: Final = (
    "label", "text", "title", "name", "option", "answer", "choice", "content", "caption", "value",
)  # fmt: skip
"""The keys of a label; the first that holds a text or number counts, or an object that has one."""
_LAST_LABEL_KEYS: Final = ("id", "key")
"""What is the label where an option has no other, if it is a word."""
_ONE_OPTION: Final = frozenset({"option", "item", "choice", "answer"})
"""Keys of a list of options that say one."""
_DESCRIPTION_KEYS: Final = ("description", "desc", "detail", "details", "explanation")
_OPTION_KEYS: Final = frozenset(
    {*_LABEL_KEYS, *_DESCRIPTION_KEYS, "id", "key", "default", "recommended", "preview", "spoken"}
)
_LIST_LINE: Final = re.compile(r"\s*(?:[-*+•]|(\d{1,2}|[A-Za-z])[.)])\s+(\S.*)")
_NUMBERED: Final = re.compile(r"(?:^|\s)\(?(\d{1,2})[.)]\s+")
"""Before each of several options on one line."""
_OPTION_TAG: Final = re.compile(r"<(option|choice|item|li)\b[^<>]*>\s*(.*?)\s*</\1>", re.DOTALL)
_SEPARATORS: Final = ("\n", "|", ";", "；")
"""What parts options that are written in one text; the first that is there counts. Not a comma, which
a sentence has as well."""
_LONGEST_LISTED: Final = 40
"""Characters of an option on the same line as others; longer ones are sentences."""
_OPTION_ID: Final = re.compile(r"\d+|[A-Za-z]|(?:option|opt|choice|answer|item|o|c)[ _-]?\w{1,2}")
"""Keys of a map that number its options, rather than label them."""


def unwrapped_options(
    fields: Mapping[str, Any], key: str
) -> tuple[list[Any] | None, Sequence[str]]:
    """Return the options under a key as texts and objects with `label`, and what was odd.

    None is returned where there are none, or where they cannot be read as options.
    """
    notes: list[str] = []
    value = decoded(fields.get(key), notes)
    if is_object(value) and len(value) == 1:
        (name, inner), *_others = value.items()
        if name in OPTION_LIST_KEYS or (name in _ONE_OPTION and as_list(inner) is not None):
            notes.append("wrapped once more")
            value = decoded(inner, notes)
    if isinstance(value, str):
        lines = [_LIST_LINE.fullmatch(line) for line in value.strip().split("\n")]
        if len(lines) > 1 and all(lines):
            notes.append("a list in Markdown instead of an array")
            value = [line[2].strip() for line in lines if line]
        elif listed := _listed(value):
            notes.append("a text instead of an array")
            value = listed
    if is_object(value):
        if is_option(value):
            notes.append("one option without the array around it")
            value = [value]
        else:
            notes.append("a map of options instead of an array")
            value = list(_mapped(value))
    entries = as_list(value)
    if entries is None:
        return None, notes
    inner = as_list(entries[0]) if len(entries) == 1 else None
    if inner is not None:
        notes.append("an array in an array")
        entries = inner
    if None in entries and any(entry is not None for entry in entries):
        notes.append("null among the options, left out")
        entries = [entry for entry in entries if entry is not None]
    return [_option(entry, notes) for entry in entries], notes


def _listed(text: str) -> list[str]:
    """Return options that are written in one text; none if it may be one sentence."""
    if tagged := [found[2] for found in _OPTION_TAG.finditer(text)]:
        return tagged
    if text.lstrip()[:1] in DOUBLE_QUOTES and (read := loaded(f"[{text}]")) is not None:
        return [each for each in cast("list[object]", read) if isinstance(each, str)]
    places = [found for found in _NUMBERED.finditer(text) if "\n" not in text]
    if [found[1] for found in places] == [str(n + 1) for n in range(len(places))][: len(places)]:
        ends = [*(found.start() for found in places[1:]), len(text)]
        if len(places) > 1 and places[0].start() == 0:
            return [text[f.end() : end].strip(" ,;") for f, end in zip(places, ends, strict=True)]
    separator = next((sign for sign in _SEPARATORS if sign in text.strip()), None)
    if separator is None:
        return []
    parts = [part.strip() for part in text.strip().split(separator)]
    is_list = all(parts) and (
        separator == "\n" or all(len(part) <= _LONGEST_LISTED for part in parts)
    )
    return parts if is_list else []


def _mapped(fields: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the options of a map: by an id each, or by their labels."""
    are_ids = all(_OPTION_ID.fullmatch(str(key)) for key in fields)
    for key, value in fields.items():
        if is_object(value):
            label = _labelled(value)
            own = {"label": key} if label is None else {"id": key, "label": label}
            yield _with_description(own, value) | own if "id" not in value else {**own, **value}
        elif are_ids and value is not None:
            yield {"id": key, "label": value}
        else:
            description = (
                value if isinstance(value, str) or as_finite(value) is None else str(value)
            )
            yield {"label": key, "description": description}


def _option(entry: object, notes: list[str]) -> object:
    entry = decoded(entry, notes)
    if isinstance(entry, bool):
        return json.dumps(entry)
    if as_finite(entry) is not None:
        return str(entry)
    pair = as_list(entry)
    if pair is not None and len(pair) == 2 and all(isinstance(part, str) for part in pair):
        notes.append("an option as an array of label and description")
        return {"label": pair[0], "description": pair[1]}
    if not is_object(entry):
        return entry
    label = _labelled(entry)
    small = {str(key).strip().lower(): value for key, value in entry.items()}
    if label is None and (label := _labelled(small)) is not None:
        notes.append("keys in capitals")
        entry = small
    if label is None and not entry.keys() - _OPTION_KEYS:
        key = next((key for key in _LAST_LABEL_KEYS if _is_word(entry.get(key))), "")
        if key:
            notes.append(f"{key} instead of a label")
            entry = {"label": entry[key], **({"id": entry["id"]} if "id" in entry else {})}
            label = _labelled(entry)
    if label is None and len(entry) == 1 and not is_option(entry):
        notes.append("an option as a map of one")
        return next(_mapped(entry))
    if label is None or ("label" in entry and entry["label"] == label):
        return entry
    if "label" not in entry:
        notes.append("a label under another key")
    return _with_description({"label": label}, entry) | {"label": label}


def is_option(entry: Mapping[str, Any]) -> bool:
    """Whether an object has a label, or no key but those of an option."""
    return "label" in entry or (bool(entry) and set(entry) <= _OPTION_KEYS)


def _is_word(value: object) -> bool:
    """Whether something can be read as a label; a number or a letter only counts options."""
    label = _labelled({"label": value})
    return label is not None and len(label) > 1 and not label.isdecimal()


def _labelled(entry: Mapping[str, Any], depth: int = 0) -> str | None:
    """Return the label of an option, if it has one under any of its keys."""
    for key in _LABEL_KEYS:
        value: object = entry.get(key)
        if is_object(value) and depth < MAX_LAYERS:
            value = _labelled(value, depth + 1)
        several = as_list(value)
        if several is not None and len(several) == 1:
            value = several[0]
        if as_finite(value) is not None:
            return str(value)
        if isinstance(value, str) and value.strip():
            return value
    return None


def _with_description(own: dict[str, Any], entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an option with its description under the key that is read, and its other fields."""
    found = next((entry[key] for key in _DESCRIPTION_KEYS if entry.get(key) is not None), None)
    described = {} if found is None else {"description": found}
    return {**own, **entry, **described}
