"""What every form needs to be read: fields with their types, and a list of what is wrong."""

import dataclasses
import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NoReturn, TypeGuard, cast

from assistant.errors import QuestionError
from assistant.foreign_text import storable
from assistant.locale import _, mark
from assistant.questions.formats.model_text import plain_prose
from assistant.questions.formats.reader_policy import ReaderPolicy
from assistant.questions.model.limits import MAX_ID, MAX_LEVELS
from assistant.questions.model.question import QuestionRoute, QuestionSet
from assistant.questions.model.sanitizer import clean_text, one_line
from assistant.questions.model.unique_ids import ids_of

FaultCode = Literal[
    "missing",
    "wrong_type",
    "invalid_value",
    "too_few",
    "too_many",
    "too_long",
    "too_deep",
    "duplicate",
    "unknown_reference",
    "cycle",
]
_WORDS_FOR_TRUTH: Final = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuestions:
    """A question set, and what was put right on the way."""

    questions: QuestionSet
    notes: tuple[str, ...]
    """One line for the log for each coercion or oddity; carries ids and numbers, no content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputProblem:
    """Something for which a question cannot be asked."""

    field: str
    """Where, as a path from the top of the input."""
    code: FaultCode
    template: str
    """What, as the English id of a translation."""
    values: Mapping[str, object] = dataclasses.field(default_factory=dict[str, object])
    """What the template is filled in with."""

    @property
    def text(self) -> str:
        """What, as an English sentence that begins with the field."""
        return f"{self.field or 'input'} {self.template.format(**self.values)}"

    @property
    def localized(self) -> str:
        """What, as a sentence in the language of the interface."""
        return _("{field} {problem}").format(
            field=self.field or _("input"), problem=_(self.template).format(**self.values)
        )


class InputReader:
    """Reads one input and collects everything that is wrong with it or was put right.

    Args:
        policy: What the route accepts.
        stem: What the input is called in notes.
        earlier: What this session was asked before.
    """

    def __init__(
        self, *, policy: ReaderPolicy, stem: str, earlier: Sequence[QuestionSet] = ()
    ) -> None:
        self.policy = policy
        self.problems: list[InputProblem] = []
        self.notes: list[str] = []
        self.places: dict[str, str] = {}
        """Question id → where its question stands."""
        self._stem = stem
        self.earlier = {question.id: question for one in earlier for question in one.walk()}
        """The questions of the session so far, by id."""
        self._taken = frozenset(taken for one in earlier for taken in ids_of(one))

    def problem(self, field: str, code: FaultCode, template: str, **values: object) -> None:
        """Record that `field` makes the questions impossible to ask; the template is marked."""
        problem = InputProblem(field=field, code=code, template=template, values=values)
        self.problems.append(problem)

    def too_long(self, field: str, count: int, most: int) -> None:
        """Record that a text has too many characters."""
        template = mark("has {count} characters, at most {most} allowed")
        self.problem(field, "too_long", template, count=count, most=most)

    def too_deep(self, field: str, level: int) -> None:
        """Record that a question hangs below too many others."""
        template = mark("is nested {level} levels deep, at most {most} allowed")
        self.problem(field, "too_deep", template, level=level, most=MAX_LEVELS)

    def wrong_count(self, field: str, count: int, most: int) -> None:
        """Record that a list has no entries, or too many."""
        template = mark("has {count} entries, 1 to {most} allowed")
        self.problem(field, "too_many" if count else "too_few", template, count=count, most=most)

    def note(self, where: str, text: str) -> None:
        """Record something odd that does not matter."""
        self.notes.append(f"{self._stem} {where or 'input'}: {text}")

    def unlike_advertised(self, where: str, text: str) -> None:
        """Record what a model is told to write otherwise; programs may write it."""
        if not self.policy.is_strict:
            self.note(where, text)

    def fault(self, where: str, key: str, code: FaultCode, template: str, **values: object) -> None:
        """Record something that a strict route refuses and a lenient one leaves out."""
        if self.policy.is_strict:
            self.problem(nested_path(where, key), code, template, **values)
        else:
            self.note(where, f"{key} {template.format(**values)}; left out")

    def refuse_if_broken(self) -> None:
        """Raise QuestionError if there is a problem; it names each one."""
        if self.problems:
            again = (
                "call the tool" if self.policy.route is QuestionRoute.TOOL else "send the questions"
            )
            refuse(self.problems, hint=f"Correct the named fields and {again} again.")

    def text(self, fields: Mapping[str, Any], key: str) -> str:
        """Return the cleaned text of a field, or an empty string."""
        value: object = fields.get(key)
        return clean_text(value, multiline=True) if isinstance(value, str) else ""

    def prose(self, fields: Mapping[str, Any], key: str) -> str:
        """Return the cleaned text of a field as it is shown, without markup of a model's."""
        text = self.text(fields, key)
        return plain_prose(text) if self.policy.has_markup else text

    def line(self, fields: Mapping[str, Any], key: str) -> str:
        """Return the cleaned text of a field as one line, or an empty string."""
        return one_line(self.text(fields, key))

    def flag(self, fields: Mapping[str, Any], key: str, where: str, *, default: bool) -> bool:
        """Return a field that is true or false."""
        value = fields.get(key, default)
        if value is None and not self.policy.is_strict:
            self.note(where, f"{key} is null")
            return default
        if not (isinstance(value, bool) or self.policy.is_strict):
            meant = truth_of(value)
            if meant is not None:
                self.note(where, f"{key} as {'text' if isinstance(value, str) else 'a number'}")
                return meant
        if not isinstance(value, bool):
            self.problem(nested_path(where, key), "wrong_type", mark("must be true or false"))
            return default
        return value

    def claim_id(self, given: str, default: str, where: str) -> str:
        """Return an id that no other question of the session has."""
        wanted = given or default
        if len(wanted) > MAX_ID:
            self.too_long(nested_path(where, "question_id"), len(wanted), MAX_ID)
        result, n = wanted, 1
        while result in self.places or result in self._taken:
            n += 1
            result = f"{wanted}#{n}"
        if n > 1 and self.policy.is_strict:
            self.problem(nested_path(where, "question_id"), "duplicate", mark("was given before"))
        elif n > 1:
            self.note(where, "question id given before, made unique")
        self.places[result] = where
        return result


def refuse(problems: Collection[InputProblem], *, hint: str) -> NoReturn:
    """Raise the QuestionError that names these problems."""
    texts = tuple(storable(problem.text) for problem in problems)
    raise QuestionError(
        "The questions cannot be asked: " + "; ".join(texts) + ".",
        problems=texts,
        details=tuple(
            {"field": storable(problem.field), "code": problem.code, "message": text}
            for problem, text in zip(problems, texts, strict=True)
        ),
        hint=hint,
        localized=_("The questions cannot be asked: {problems}.").format(
            problems="; ".join(storable(problem.localized) for problem in problems)
        ),
    )


def nested_path(where: str, key: str) -> str:
    """Return the path of a key of the object at `where`; the top of the input has none."""
    return f"{where}.{key}" if where else key


def is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether `value` is a JSON object."""
    return isinstance(value, Mapping)


def as_fields(value: object) -> Mapping[str, Any]:
    """Return `value` if it is an object, else an empty one."""
    return value if is_object(value) else {}


def as_list(value: object) -> list[Any] | None:
    """Return `value` if it is an array, else None."""
    return cast("list[Any]", value) if isinstance(value, list) else None


def truth_of(value: object) -> bool | None:
    """Return what models write for true or false, or None if it is neither."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _WORDS_FOR_TRUTH.get(value.strip().casefold())
    number = as_finite(value)
    return None if number not in {0, 1} else bool(number)


def is_count(value: object) -> TypeGuard[int]:
    """Whether `value` is a whole number above zero."""
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def as_finite(value: object) -> float | None:
    """Return `value` if it is a finite number, else None; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def as_record(value: object) -> str:
    """Return an input as it is kept with the questions, as JSON.

    Raises:
        QuestionError: If it is nested deeper than can be written.
    """
    try:
        return json.dumps(value)
    except RecursionError:
        problem = InputProblem(field="", code="too_deep", template=mark("is nested too deeply"))
        refuse([problem], hint="Leave out what is not part of the questions.")
