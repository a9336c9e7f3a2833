"""Read one question with its follow-ups, in any of the spellings that the typed forms use.

`question` and `question_text`, `question_id` and `id`, `context` and `description`, `multiSelect`
and `type` are the same thing. Unknown keys are ignored.
"""

from collections.abc import Mapping
from typing import Any, Final

from assistant.locale import mark
from assistant.questions.formats.conditions import read_dependency
from assistant.questions.formats.input_reader import InputReader, as_list, is_object, nested_path
from assistant.questions.formats.option_reader import read_options
from assistant.questions.formats.rule_reader import TYPED, with_rules
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
from assistant.questions.model.sanitizer import clean_text

_KINDS: Final = {name: kind for kind in QuestionKind for name in kind.traits.type_names}
"""How the typed forms name the kinds."""


def typed_kind(fields: Mapping[str, Any]) -> QuestionKind | None:
    """Return the kind that the type of a question names, if it names one."""
    named = fields.get("type")
    return _KINDS.get(named.casefold()) if isinstance(named, str) else None


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
            told = mark("has {count} entries with follow-ups, at most {most} allowed")
            self._reader.problem(
                "questions", "too_many", told, count=self._count, most=MAX_QUESTIONS_IN_SET
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
        text = reader.text(fields, "question") or reader.text(fields, "question_text")
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
            context=reader.text(fields, "context") or reader.text(fields, "description"),
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
        header = reader.line(fields, "header")
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
        key = "multiSelect" if "multiSelect" in fields else "multi_select"
        is_typed = "question_text" in fields and "question" not in fields
        if named is not None or (is_typed and key not in fields):
            kind = typed_kind(fields)
            if kind is None:
                reader.problem(
                    nested_path(where, "type"),
                    "missing" if named is None else "invalid_value",
                    mark("must be one of {names}"),
                    names=", ".join(TYPE_NAMES),
                )
                return QuestionKind.SINGLE
            return kind
        if key not in fields:
            reader.note(where, "no multiSelect, taken as false")
        return (
            QuestionKind.MULTI
            if reader.flag(fields, key, where, default=False)
            else QuestionKind.SINGLE
        )

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
        value = fields.get("follow_up_questions")
        if value is None:
            return {}
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
            entries = as_list(nested)
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
