"""Take off what models write around, or instead of, the calls and questions they make. Pure.

All lenient doors read through here, whether a call was made or a choice stands in a model's words:
JSON inside a string, at any level and spelled as `lenient_json` allows; one object instead of an
array of one; a map instead of an array of objects; other keys for the same thing. Each is noted.
What leaves a doubt about what was meant stays as it was written, for the reader to refuse.
`option_unwrapping` does the same for options.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from assistant.questions.formats.input_reader import as_fields, as_list, is_object
from assistant.questions.formats.json_in_text import MAX_LAYERS, decoded, opens_json
from assistant.questions.formats.lenient_json import DOUBLE_QUOTES, QUOTES
from assistant.questions.formats.option_unwrapping import is_option
from assistant.questions.formats.question_keys import (
    KNOWN_KEYS,
    QUESTION_KEYS,
    option_list_key,
    question_key,
)
from assistant.questions.model.question_tool import is_question_tool

_OPTION_LIST: Final = re.compile(r"options?[ _-]?(?:list|array|json|text)", re.IGNORECASE)
"""What `options` is called as well."""
_NUMBERED_OPTION: Final = re.compile(
    r"(?:option|choice|answer)[ _-]?(\d{1,2}|[a-z])|(?:options|choices)[.\[](\d{1,2})\]?",
    re.IGNORECASE,
)
"""Keys of a question that hold an option each."""
_WRAPPER_KEYS: Final = (
    "input", "function", "arguments", "parameters", "params", "args", "kwargs", "data", "json",
    "payload", "request", "body",
)  # fmt: skip
"""What a call is wrapped in, besides the name of the tool."""
_QUESTIONS: Final = re.compile(r"questions?[_-]?(?:list|array|json)|questions", re.IGNORECASE)
"""What `questions` is called as well."""
_WRITTEN_QUESTION: Final = re.compile(
    rf"[{QUOTES}]question(?:_text)?[{QUOTES}]\s*[:：]\s*[{DOUBLE_QUOTES}]([^{DOUBLE_QUOTES}\\]+)"
)
"""The text of a question in JSON that cannot be read."""


def unwrapped_call(value: object) -> tuple[Mapping[str, Any], Sequence[str]]:
    """Return the input of a call as an object with `questions`, or one question; and what was odd.

    Args:
        value: What the model wrote: an object, an array of questions, or either as text.
    """
    notes: list[str] = []
    for _layer in range(MAX_LAYERS):
        value = decoded(value, notes)
        if isinstance(value, str) and (begin := re.search(r"[{｛]", value)):
            value = decoded(value[begin.start() :], notes)
        entries = as_list(value)
        if entries is not None:
            notes.append("the questions without the object around them")
            return {"questions": entries}, notes
        fields = _with_known_case(as_fields(value))
        if (text := _lone_question(fields)) is not None:
            notes.append("the text of a question instead of the question")
            return {**fields, "questions": [{**fields, "question": text}]}, notes
        nested = decoded(fields.get("question"))
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
    fields = as_fields(decoded(value))
    return as_list(decoded(fields.get("questions"))) is not None or _is_question(fields)


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
    value = decoded(value, notes)
    for _layer in range(MAX_LAYERS):
        if not is_object(value) or "questions" not in value:
            break
        notes.append("wrapped once more")
        value = decoded(value["questions"], notes)
    if is_object(value):
        if _are_questions_by_text(value):
            notes.append("a map of questions to options")
            value = [{"question": text, "options": each} for text, each in value.items()]
        elif _is_question(value):
            notes.append("an object instead of an array")
            value = [value]
        elif value and all(is_object(decoded(entry)) for entry in value.values()):
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
    read = [each for entry in entries for each in _inside(decoded(entry, notes), notes)]
    return [_tidied(entry, notes) for entry in read], notes


def _are_questions_by_text(value: Mapping[str, Any]) -> bool:
    """Whether an object has the options of each question under its text."""
    return bool(value) and all(
        name.lower() not in KNOWN_KEYS
        and bool(entries := as_list(each))
        and all(isinstance(one, str) or is_option(as_fields(one)) for one in entries)
        for name, each in value.items()
    )


def _inside(entry: object, notes: list[str]) -> list[Any]:
    """Return the questions of a group of them, or the one that an entry is."""
    fields = as_fields(entry)
    inner: object = decoded(fields.get("questions"), notes)
    if _is_question(fields) or not (entries := as_list(inner) or ([inner] if _asks(inner) else [])):
        return [entry]
    notes.append("questions inside a question")
    return [decoded(each, notes) for each in entries]


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
        if name != key and name not in fields and name in KNOWN_KEYS:
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


def _lone_question(fields: Mapping[str, Any]) -> str | None:
    """Return the text that stands for the questions, where its options stand beside it."""
    value: object = fields.get("questions")
    entries = as_list(value)
    if entries is not None:
        value = entries[0] if len(entries) == 1 else None
    if not isinstance(value, str) or opens_json(value):
        return None
    return value if option_list_key(fields) in fields else None


def _is_question(fields: Mapping[str, Any]) -> bool:
    return isinstance(fields.get(question_key(fields)), str) and (
        any(key in fields for key in QUESTION_KEYS) or option_list_key(fields) in fields
    )
