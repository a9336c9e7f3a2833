"""Take off what models write around, or instead of, the arrays and objects of a question. Pure.

All lenient doors read through here, whether a call was made or a choice stands in a model's words:
JSON inside a string, at any level and spelled as `lenient_json` allows; one object instead of an
array of one; a map instead of an array of objects; texts and numbers instead of objects; other keys
for the same thing. Each is noted. What leaves a doubt about what was meant stays as it was written,
for the reader to refuse.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from assistant.questions.formats.input_reader import as_fields, as_finite, as_list, is_object
from assistant.questions.formats.lenient_json import DOUBLE_QUOTES, QUOTES, loads
from assistant.questions.model.question_tool import is_question_tool

QUESTION_KEYS: Final = ("question", "question_text")
"""The keys of the text of a question, the one that is advertised first."""
_FURTHER_QUESTION_KEYS: Final = ("prompt", "text", "query", "message", "title", "q", "ask")
_OPTION_LIST_KEYS: Final = (
    "options",
    "choices",
    "answers",
    "items",
    "suggestions",
    "follow_up",
    "buttons",
    "values",
    "selections",
    "alternatives",
    "enum",
)
"""The advertised key, and what other tools of this kind call it."""
_LABEL_KEYS: Final = (
    "label", "text", "title", "name", "option", "answer", "choice", "content", "caption", "value",
)  # fmt: skip
"""The keys of a label; the first that holds a text or number counts, or an object that has one."""
_LAST_LABEL_KEYS: Final = ("id", "key")
"""What is the label where an option has no other, if it is a word."""
_ONE_OPTION: Final = frozenset({"option", "item", "choice", "answer"})
"""Keys of a list of options that say one."""
_OPTION_LIST: Final = re.compile(r"options?[ _-]?(?:list|array|json|text)", re.IGNORECASE)
"""What `options` is called as well."""
_NUMBERED_OPTION: Final = re.compile(
    r"(?:option|choice|answer)[ _-]?(\d{1,2}|[a-z])|(?:options|choices)[.\[](\d{1,2})\]?",
    re.IGNORECASE,
)
"""Keys of a question that hold an option each."""
_DESCRIPTION_KEYS: Final = ("description", "desc", "detail", "details", "explanation")
_OPTION_KEYS: Final = frozenset(
    {*_LABEL_KEYS, *_DESCRIPTION_KEYS, "id", "key", "default", "recommended", "preview", "spoken"}
)
_KNOWN_KEYS: Final = frozenset(
    {*QUESTION_KEYS, *_FURTHER_QUESTION_KEYS, *_OPTION_LIST_KEYS, "header", "type", "description"}
)
_WRAPPER_KEYS: Final = (
    "input", "function", "arguments", "parameters", "params", "args", "kwargs", "data", "json",
    "payload", "request", "body",
)  # fmt: skip
"""What a call is wrapped in, besides the name of the tool."""
_MAX_LAYERS: Final = 4
"""How many times a text is read as JSON, or a wrapper taken off."""
_QUESTIONS: Final = re.compile(r"questions?[_-]?(?:list|array|json)|questions", re.IGNORECASE)
"""What `questions` is called as well."""
_OPENS_JSON: Final = re.compile(r"\s*(?:[\[{［｛]|[\"“]\s*[\[{\\])")
_FENCED: Final = re.compile(r"\s*(?:`{3,}|~{3,})[\w+.-]*\s*(.*?)\s*(?:`{3,}|~{3,})\s*", re.DOTALL)
_WRITTEN_QUESTION: Final = re.compile(
    rf"[{QUOTES}]question(?:_text)?[{QUOTES}]\s*[:：]\s*[{DOUBLE_QUOTES}]([^{DOUBLE_QUOTES}\\]+)"
)
"""The text of a question in JSON that cannot be read."""
_LIST_LINE: Final = re.compile(r"\s*(?:[-*+•]|(\d{1,2}|[A-Za-z])[.)])\s+(\S.*)")
_NUMBERED: Final = re.compile(r"(?:^|\s)\(?(\d{1,2})[.)]\s+")
"""Before each of several options on one line."""
_OPTION_TAG: Final = re.compile(r"<(option|choice|item|li)\b[^<>]*>\s*(.*?)\s*</\1>", re.DOTALL)
_SEPARATORS: Final = ("\n", "|", ";", "；")
"""What parts options that are written in one text; the first that is there counts. Not a comma, which
a sentence has as well."""
_LONGEST_LISTED: Final = 40
"""Characters of an option on the same line as others; longer ones are sentences."""
_CLOSES: Final = {"{": "}", "[": "]"}
_OPTION_ID: Final = re.compile(r"\d+|[A-Za-z]|(?:option|opt|choice|answer|item|o|c)[ _-]?\w{1,2}")
"""Keys of a map that number its options, rather than label them."""


def unwrapped_call(value: object) -> tuple[Mapping[str, Any], Sequence[str]]:
    """Return the input of a call as an object with `questions`, or one question; and what was odd.

    Args:
        value: What the model wrote: an object, an array of questions, or either as text.
    """
    notes: list[str] = []
    for _layer in range(_MAX_LAYERS):
        value = _decoded(value, notes)
        if isinstance(value, str) and (begin := re.search(r"[{｛]", value)):
            value = _decoded(value[begin.start() :], notes)
        entries = as_list(value)
        if entries is not None:
            notes.append("the questions without the object around them")
            return {"questions": entries}, notes
        fields = _with_known_case(as_fields(value))
        if (text := _lone_question(fields)) is not None:
            notes.append("the text of a question instead of the question")
            return {**fields, "questions": [{**fields, "question": text}]}, notes
        nested = _decoded(fields.get("question"), [])
        is_nested = not isinstance(nested, str | None)
        is_whole = "questions" in fields or (_is_question(fields) and not is_nested)
        if is_whole or (is_nested and option_list_key(fields) in fields):
            return fields, notes
        inner = [
            fields[key] for key in fields if key in _WRAPPER_KEYS or is_question_tool(str(key))
        ] or [each for each in fields.values() if _asks(each)]
        if is_nested:
            inner = [[nested] if is_object(nested) else nested]
        if len(inner) != 1:
            return fields, notes
        notes.append("wrapped once more")
        value = inner[0]
    return as_fields(value), notes


def _asks(value: object) -> bool:
    """Whether a value is an object that holds a question, or several."""
    fields = as_fields(_decoded(value, []))
    return as_list(_decoded(fields.get("questions"), [])) is not None or _is_question(fields)


def _with_known_case(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the input of a call with `questions` written as it is read."""
    if "questions" in fields:
        return fields
    named = [key for key in fields if _QUESTIONS.fullmatch(key)]
    return {**fields, "questions": fields[named[0]]} if len(named) == 1 else fields


def unwrapped_questions(value: object) -> tuple[object, Sequence[str]]:
    """Return what is written as the questions of a call as an array, and what was odd.

    It comes back as it was where it cannot be read as one.
    """
    notes: list[str] = []
    value = _decoded(value, notes)
    for _layer in range(_MAX_LAYERS):
        if not is_object(value) or "questions" not in value:
            break
        notes.append("wrapped once more")
        value = _decoded(value["questions"], notes)
    if is_object(value):
        if _are_questions_by_text(value):
            notes.append("a map of questions to options")
            value = [{"question": text, "options": each} for text, each in value.items()]
        elif _is_question(value):
            notes.append("an object instead of an array")
            value = [value]
        elif value and all(is_object(_decoded(entry, [])) for entry in value.values()):
            notes.append("a map instead of an array")
            value = list(value.values())
        elif value:
            value = [value]
    entries = as_list(value)
    if entries is None:
        return value, notes
    inner = as_list(entries[0]) if len(entries) == 1 else None
    if inner is not None:
        notes.append("an array in an array")
        entries = inner
    read = [each for entry in entries for each in _inside(_decoded(entry, notes), notes)]
    return [_tidied(entry, notes) for entry in read], notes


def _are_questions_by_text(value: Mapping[str, Any]) -> bool:
    """Whether an object has the options of each question under its text."""
    return bool(value) and all(
        name.lower() not in _KNOWN_KEYS
        and bool(entries := as_list(each))
        and all(isinstance(one, str) or _is_option(as_fields(one)) for one in entries)
        for name, each in value.items()
    )


def _inside(entry: object, notes: list[str]) -> list[Any]:
    """Return the questions of a group of them, or the one that an entry is."""
    fields = as_fields(entry)
    inner: object = _decoded(fields.get("questions"), notes)
    if _is_question(fields) or not (entries := as_list(inner) or ([inner] if _asks(inner) else [])):
        return [entry]
    notes.append("questions inside a question")
    return [_decoded(each, notes) for each in entries]


def unwrapped_options(
    fields: Mapping[str, Any], key: str
) -> tuple[list[Any] | None, Sequence[str]]:
    """Return the options under a key as texts and objects with `label`, and what was odd.

    None is returned where there are none, or where they cannot be read as options.
    """
    notes: list[str] = []
    value = _decoded(fields.get(key), notes)
    if is_object(value) and len(value) == 1:
        (name, inner), *_others = value.items()
        if name in _OPTION_LIST_KEYS or (name in _ONE_OPTION and as_list(inner) is not None):
            notes.append("wrapped once more")
            value = _decoded(inner, notes)
    if isinstance(value, str):
        lines = [_LIST_LINE.fullmatch(line) for line in value.strip().split("\n")]
        if len(lines) > 1 and all(lines):
            notes.append("a list in Markdown instead of an array")
            value = [line[2].strip() for line in lines if line]
        elif listed := _listed(value):
            notes.append("a text instead of an array")
            value = listed
    if is_object(value):
        if _is_option(value):
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


def unwrapped_map(value: object) -> tuple[object, Sequence[str]]:
    """Return what is written as an object, which may be JSON inside a string, and what was odd."""
    notes: list[str] = []
    return _decoded(value, notes), notes


def option_list_key(fields: Mapping[str, Any]) -> str:
    """Return the key under which a question has its options."""
    return next(
        (key for key in _OPTION_LIST_KEYS if fields.get(key) is not None), _OPTION_LIST_KEYS[0]
    )


def question_key(fields: Mapping[str, Any]) -> str:
    """Return the key under which a question has its text."""
    return next(
        (
            key
            for key in (*QUESTION_KEYS, *_FURTHER_QUESTION_KEYS)
            if isinstance(fields.get(key), str)
        ),
        QUESTION_KEYS[0],
    )


def question_texts(call: object) -> list[str]:
    """Return what a call asks as far as that can be read, also where it cannot be asked."""
    fields = unwrapped_call(call)[0]
    entries = unwrapped_questions(fields["questions"])[0] if "questions" in fields else [fields]
    asked = [as_fields(entry) for entry in as_list(entries) or ()]
    texts = [text for one in asked if isinstance(text := one.get(question_key(one)), str)]
    if not texts and isinstance(call, str):
        texts = [found[1] for found in _WRITTEN_QUESTION.finditer(call)]
    return [text for text in texts if text.strip()]


def _tidied(entry: object, notes: list[str]) -> object:
    """Return a question with its keys as they are advertised, and its text as one text."""
    if not is_object(entry):
        return entry
    fields = dict(entry)
    _gather_options(fields, notes)
    for key in entry:
        name = str(key).strip().lower()
        if name != key and name not in fields and name in _KNOWN_KEYS:
            notes.append(f"{name} written as {key!r}")
            fields[name] = fields.pop(key)
    key = next((key for key in QUESTION_KEYS if key in fields), "")
    inner: object = fields.get(key)
    several = as_list(inner)
    if several is not None and len(several) == 1:
        inner = several[0]
    if is_object(inner):
        fields = {**inner, **{name: each for name, each in fields.items() if name != key}}
        inner = inner.get(question_key(inner))
    if isinstance(inner, str) and inner != fields.get(key):
        notes.append("the text of a question wrapped once more")
        fields[key] = inner
    return fields


def _gather_options(fields: dict[str, Any], notes: list[str]) -> None:
    """Put options that stand under keys of their own, or under another name, where they are read."""
    if option_list_key(fields) in fields:
        return
    named = [key for key in fields if _OPTION_LIST.fullmatch(str(key))]
    if len(named) == 1:
        notes.append(f"options written as {named[0]!r}")
        fields["options"] = fields.pop(named[0])
        return
    numbered = [key for key in fields if _NUMBERED_OPTION.fullmatch(str(key))]
    if len(numbered) > 1:
        notes.append("an option under each of several keys")
        fields["options"] = [fields.pop(key) for key in numbered]


def _listed(text: str) -> list[str]:
    """Return options that are written in one text; none if it may be one sentence."""
    if tagged := [found[2] for found in _OPTION_TAG.finditer(text)]:
        return tagged
    if text.lstrip()[:1] in DOUBLE_QUOTES and (read := _loaded(f"[{text}]")) is not None:
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


def _lone_question(fields: Mapping[str, Any]) -> str | None:
    """Return the text that stands for the questions, where its options stand beside it."""
    value: object = fields.get("questions")
    entries = as_list(value)
    if entries is not None:
        value = entries[0] if len(entries) == 1 else None
    if not isinstance(value, str) or _OPENS_JSON.match(value):
        return None
    return value if option_list_key(fields) in fields else None


def _is_question(fields: Mapping[str, Any]) -> bool:
    return isinstance(fields.get(question_key(fields)), str) and (
        any(key in fields for key in QUESTION_KEYS) or option_list_key(fields) in fields
    )


def _decoded(value: object, notes: list[str]) -> object:
    """Return a text that is JSON as the array or object it means, and anything else as it is."""
    for _layer in range(_MAX_LAYERS):
        if not isinstance(value, str):
            break
        fenced = _FENCED.fullmatch(value)
        text = fenced[1] if fenced else value
        if not _OPENS_JSON.match(text):
            break
        read = _loaded(text)
        if not isinstance(read, str | dict | list):
            break
        notes.append("JSON inside a string")
        value = cast("object", read)
    return value


def _loaded(text: str) -> object:
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
    entry = _decoded(entry, notes)
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
    if label is None and len(entry) == 1 and not _is_option(entry):
        notes.append("an option as a map of one")
        return next(_mapped(entry))
    if label is None or ("label" in entry and entry["label"] == label):
        return entry
    if "label" not in entry:
        notes.append("a label under another key")
    return _with_description({"label": label}, entry) | {"label": label}


def _is_option(entry: Mapping[str, Any]) -> bool:
    return "label" in entry or (bool(entry) and set(entry) <= _OPTION_KEYS)


def _is_word(value: object) -> bool:
    """Whether something can be read as a label; a number or a letter only counts options."""
    label = _labelled({"label": value})
    return label is not None and len(label) > 1 and not label.isdecimal()


def _labelled(entry: Mapping[str, Any], depth: int = 0) -> str | None:
    """Return the label of an option, if it has one under any of its keys."""
    for key in _LABEL_KEYS:
        value: object = entry.get(key)
        if is_object(value) and depth < _MAX_LAYERS:
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
