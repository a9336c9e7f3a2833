"""Read one question with its follow-ups, in any of the spellings that the typed forms use.

`question` and `question_text`, `question_id` and `id`, `context` and `description`, `multiSelect`
and `type` are the same thing. Unknown keys are ignored.
"""

from collections.abc import Mapping
from typing import Any, Final

from assistant.locale import mark
from assistant.questions.formats.conditions import read_dependency
from assistant.questions.formats.input_reader import (
    InputReader,
    as_finite,
    as_list,
    is_object,
    nested_path,
)
from assistant.questions.formats.json_in_text import decoded
from assistant.questions.formats.option_reader import read_options
from assistant.questions.formats.question_keys import (
    QUESTION_KEYS,
    option_list_key,
    question_key,
)
from assistant.questions.formats.rule_reader import TYPED, with_rules
from assistant.questions.formats.unwrapping import unwrapped_questions
from assistant.questions.model.limits import (
    ADVERTISED_HEADER,
    MAX_HEADER,
    MAX_LEVELS,
    MAX_QUESTIONS_IN_SET,
)
from assistant.questions.model.question import (
    TYPE_NAMES,
    AnswerInput,
    Markers,
    Question,
    QuestionKind,
)
from assistant.questions.model.sanitizer import clean_text, one_line

_KINDS: Final = {name: kind for kind in QuestionKind for name in kind.traits.type_names}
"""How the typed forms name the kinds."""
_OTHER_NAMES: Final = {
    QuestionKind.SINGLE: "radio|singlechoice|select|choice|dropdown",
    QuestionKind.MULTI: "multiselect|multiple|multichoice|checkboxes|multiplechoices|multipleselect",
    QuestionKind.TEXT: "freetext|freeform|string|input|textinput|open|openended|textarea|shorttext",
    QuestionKind.BOOLEAN: "yesno|bool|yesorno|truefalse",
}
_LENIENT_KINDS: Final = {
    name: kind for kind, names in _OTHER_NAMES.items() for name in names.split("|")
}
"""How models name them besides, without case, `_` and `-`."""
_SEVERAL: Final = (
    "multiselect",
    "multiple",
    "multi",
    "multiplechoice",
    "multichoice",
    "allowmultiple",
    "allowmultiselect",
    "allowmultipleselections",
    "multipleselection",
    "multipleselections",
    "selectmultiple",
    "canselectmultiple",
    "ismultiselect",
    "ismultiple",
)
"""What says whether several options may be chosen, without case, `_` and `-`."""
_MODES: Final = ("selectiontype", "selectionmode", "selecttype", "mode", "selection")
_MODE_NAMES: Final = {
    "multiple": True,
    "multi": True,
    "many": True,
    "multiselect": True,
    "single": False,
    "one": False,
}
_MOST_CHOICES: Final = ("maxselections", "maxselect", "maxselected", "maxchoices", "maxanswers")
"""What says how many options may be chosen at most."""


def typed_kind(fields: Mapping[str, Any], *, is_strict: bool = False) -> QuestionKind | None:
    """Return the kind that the type of a question names, if it names one.

    Args:
        fields: The question.
        is_strict: Whether only the names of the typed forms count.
    """
    named = fields.get("type")
    if not isinstance(named, str):
        return None
    kind = _KINDS.get(named.casefold())
    return kind if kind or is_strict else _LENIENT_KINDS.get(_folded(named).replace(" ", ""))


def question_text(reader: InputReader, fields: Mapping[str, Any]) -> str:
    """Return what a question asks, under whichever key its text stands."""
    for key in QUESTION_KEYS:
        if text := reader.prose(fields, key):
            return text
    return "" if reader.policy.is_strict else reader.prose(fields, question_key(fields))


def asks_for_several(reader: InputReader, fields: Mapping[str, Any], where: str) -> bool | None:
    """Return whether a question lets several options be chosen; None if it says nothing of it.

    The advertised key counts before what other programs call it, and a yes or no before how many.
    """
    keys = {_folded(str(key)): key for key in reversed(list(fields))}
    for name in _SEVERAL:
        if name in keys:
            return reader.flag(fields, keys[name], where, default=False)
    for name in _MODES:
        mode = fields[keys[name]] if name in keys else None
        if isinstance(mode, str) and (number := _MODE_NAMES.get(_folded(mode))) is not None:
            return number
    for name in _MOST_CHOICES:
        number = _number(fields[keys[name]]) if name in keys else None
        if number is not None:
            return number != 1
    return None


def _number(value: object) -> float | None:
    """Return a number, which may be written as text."""
    if isinstance(value, str) and value.strip().isdecimal():
        return float(value)
    return as_finite(value)


def _folded(key: str) -> str:
    """Return the form in which two spellings of a key are the same."""
    return key.casefold().replace("_", "").replace("-", "")


class QuestionReader:
    """Reads the questions of one input and counts them.

    Args:
        reader: Takes what is wrong.
    """

    def __init__(self, reader: InputReader) -> None:
        self._reader = reader
        self._count = 0

    def check_count(self) -> None:
        """Refuse more questions than a set may have."""
        if self._count > MAX_QUESTIONS_IN_SET:
            template = mark("has {count} entries with follow-ups, at most {most} allowed")
            self._reader.problem(
                "questions", "too_many", template, count=self._count, most=MAX_QUESTIONS_IN_SET
            )

    def question(
        self, fields: object, *, default_id: str, where: str, level: int = 1
    ) -> Question | None:
        """Read one question and its follow-ups; None if it cannot be used.

        Args:
            fields: The question.
            default_id: Its id if it names none.
            where: Where it stands.
            level: How deep it is nested, from 1.
        """
        reader = self._reader
        self._count += 1
        if not is_object(fields):
            reader.problem(where, "wrong_type", mark("must be an object"))
            return None
        if level > MAX_LEVELS:
            reader.too_deep(where, level)
            return None
        given_id = reader.text(fields, "question_id") or reader.text(fields, "id")
        question_id = reader.claim_id(given_id, default_id, where)
        text = question_text(reader, fields)
        if not text:
            reader.problem(nested_path(where, "question"), "missing", mark("is missing or empty"))
        kind = self._kind(fields, where)
        has_other = kind.traits.input is AnswerInput.OPTIONS and (
            reader.policy.has_other or reader.flag(fields, "allow_other", where, default=False)
        )
        options = read_options(reader, fields, kind, where, has_other=has_other)
        question = Question(
            id=question_id,
            kind=kind,
            text=text,
            header=self._header(fields, where),
            context=reader.prose(fields, "context") or reader.prose(fields, "description"),
            options=options,
            required=reader.flag(fields, "required", where, default=True),
            allow_other=has_other,
        )
        update = {
            "follow_ups": self._follow_ups(
                fields,
                keys=frozenset(question.choice_ids),
                parent_id=question_id,
                where=where,
                level=level,
            ),
            "depends_on": read_dependency(reader, fields, where),
            "markers": self._markers(fields, where),
        }
        question = question.model_copy(update=update)
        return with_rules(reader, question, fields, where, TYPED)

    def _header(self, fields: Mapping[str, Any], where: str) -> str | None:
        reader = self._reader
        header = one_line(reader.prose(fields, "header"))
        if not header:
            reader.unlike_advertised(where, "no header")
            return None
        if len(header) > MAX_HEADER:
            reader.too_long(nested_path(where, "header"), len(header), MAX_HEADER)
        elif len(header) > ADVERTISED_HEADER[1]:
            reader.unlike_advertised(where, f"header of {len(header)} characters")
        return header

    def _kind(self, fields: Mapping[str, Any], where: str) -> QuestionKind:
        reader = self._reader
        named = fields.get("type")
        several = asks_for_several(reader, fields, where)
        is_typed = "question_text" in fields and "question" not in fields
        if named is not None or (is_typed and several is None):
            kind = typed_kind(fields, is_strict=reader.policy.is_strict)
            if kind is None:
                reader.problem(
                    nested_path(where, "type"),
                    "missing" if named is None else "invalid_value",
                    mark("must be one of {names}"),
                    names=", ".join(TYPE_NAMES),
                )
                return QuestionKind.SINGLE
            if reader.policy.is_strict:
                return kind
            has_options = bool(fields.get(option_list_key(fields)))
            if has_options and kind is not typed_kind(fields, is_strict=True):
                kind = kind if kind is QuestionKind.MULTI else QuestionKind.SINGLE
            return QuestionKind.MULTI if several and kind is QuestionKind.SINGLE else kind
        if several is None:
            reader.note(where, "no multiSelect, taken as false")
        return QuestionKind.MULTI if several else QuestionKind.SINGLE

    def _markers(self, fields: Mapping[str, Any], where: str) -> Markers:
        named = fields.get("markers", Markers.NUMBERS.value)
        if not isinstance(named, str) or named not in set(Markers):
            self._reader.fault(
                where, "markers", "invalid_value", mark("must be numbers or letters")
            )
            return Markers.NUMBERS
        return Markers(named)

    def _follow_ups(
        self,
        fields: Mapping[str, Any],
        *,
        keys: frozenset[str] | set[str],
        parent_id: str,
        where: str,
        level: int,
    ) -> dict[str, tuple[Question, ...]]:
        reader = self._reader
        value: object = fields.get("follow_up_questions")
        if value is None:
            return {}
        if not reader.policy.is_strict:
            value = decoded(value)
        if not is_object(value):
            reader.problem(
                nested_path(where, "follow_up_questions"), "wrong_type", mark("must be an object")
            )
            return {}
        result: dict[str, tuple[Question, ...]] = {}
        n = 0
        for key, nested in value.items():
            option_id = clean_text(key)
            here = nested_path(where, f"follow_up_questions[{key!r}]")
            if option_id not in keys:
                reader.note(where, "follow-up questions of an option that does not exist")
            entries = as_list(nested if reader.policy.is_strict else unwrapped_questions(nested)[0])
            if entries is None:
                reader.problem(here, "wrong_type", mark("must be an array"))
                continue
            read: list[Question] = []
            for position, entry in enumerate(entries):
                n += 1
                question = self.question(
                    entry,
                    default_id=f"{parent_id}.{n}",
                    where=f"{here}[{position}]",
                    level=level + 1,
                )
                if question is not None:
                    read.append(question)
            result[option_id] = tuple(read)
        return result
