"""Read the input of an `ask_user_question` call, liberally.

Two shapes are accepted: `{"questions": [...]}` as advertised, and one typed question without the
array, `{"question_text", "type", "options"}`. Entries of either may use the other's keys. Unknown
keys are ignored; they stay in the recorded call.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeGuard, cast

from assistant.errors import QuestionError
from assistant.questions.cleaning import clean_text, label_key, one_line
from assistant.questions.formats.preselection import preselect, split_recommended
from assistant.questions.limits import (
    ADVERTISED_HEADER,
    ADVERTISED_LABEL,
    ADVERTISED_LABEL_WORDS,
    ADVERTISED_OPTIONS,
    MAX_DESCRIPTION,
    MAX_HEADER,
    MAX_LABEL,
    MAX_LEVELS,
    MAX_OPTIONS_PER_CALL,
    MAX_QUESTIONS_IN_SET,
    MAX_QUESTIONS_PER_CALL,
    MAX_TIMEOUT_S,
)
from assistant.questions.model import Kind, OnTimeout, Option, Question, QuestionSet

_OTHER_LABELS: Final = frozenset({"other", "기타", "직접 입력", "其他"})
_KINDS: Final = {
    "multiple_choice": Kind.SINGLE,
    "single_select": Kind.SINGLE,
    "single": Kind.SINGLE,
    "checkbox": Kind.MULTI,
    "multi_select": Kind.MULTI,
    "multi": Kind.MULTI,
    "text": Kind.TEXT,
    "boolean": Kind.BOOLEAN,
}
_BOOLEAN_KEYS: Final = frozenset({"true", "false"})
_WORDS_FOR_TRUTH: Final = {"true": True, "false": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuestions:
    """A question set, and what was put right on the way."""

    questions: QuestionSet
    notes: tuple[str, ...]
    """One line for the log for each coercion or oddity; carries ids and numbers, no content."""


def parse_tool_input(
    input: Mapping[str, Any],
    *,
    tool_use_id: str,
    source: str = "",
    round: int = 1,
    timeout_s: float | None = None,
) -> ParsedQuestions:
    """Turn the input of a question tool call into a question set.

    Args:
        input: The arguments of the call, as the model wrote them.
        tool_use_id: Id of the call; becomes the set's id and the stem of its questions' ids.
        source: Who asks, as shown to the person.
        round: Which question of the turn this is, from 1.
        timeout_s: Seconds to answer if the call names none; None waits for ever.

    Raises:
        QuestionError: If a field is missing or a limit is broken; `problems` names each one.
    """
    reader = _Reader(tool_use_id)
    entries = reader.entries(input)
    questions = [
        reader.question(entry, default_id=f"{tool_use_id}:{n}", where=where, level=1)
        for n, (where, entry) in enumerate(entries, start=1)
    ]
    if reader.count > MAX_QUESTIONS_IN_SET:
        reader.problem(
            f"the set has {reader.count} questions with follow-ups, "
            f"at most {MAX_QUESTIONS_IN_SET} allowed"
        )
    kept = tuple(question for question in questions if question is not None)
    asked_timeout, on_timeout = reader.waiting(input)
    if reader.problems:
        raise QuestionError(
            "The questions cannot be asked: " + "; ".join(reader.problems) + ".",
            problems=tuple(reader.problems),
            hint="Correct the named fields and call the tool again.",
        )
    supplied = _fields(input.get("answers"))
    if supplied:
        reader.note("answers", "supplied with the call, used as pre-selection only")
    total = input.get("total_rounds")
    return ParsedQuestions(
        questions=QuestionSet(
            id=tool_use_id,
            questions=preselect(kept, supplied),
            title=reader.text(input, "title"),
            description=reader.text(input, "description") if "questions" in input else "",
            source=source,
            metadata_source=reader.text(_fields(input.get("metadata")), "source"),
            tool_use_id=tool_use_id,
            timeout_s=asked_timeout if asked_timeout is not None else timeout_s,
            on_timeout=on_timeout,
            round=round,
            total_rounds=total if _is_count(total) and total >= round else None,
        ),
        notes=tuple(reader.notes),
    )


def _fields(value: object) -> Mapping[str, Any]:
    """Return `value` if it is an object, else an empty one."""
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


class _Reader:
    """Reads one call and collects everything that is wrong with it or was put right."""

    def __init__(self, tool_use_id: str) -> None:
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.count = 0
        self._tool_use_id = tool_use_id
        self._ids: set[str] = set()

    def problem(self, text: str) -> None:
        self.problems.append(text)

    def note(self, where: str, text: str) -> None:
        self.notes.append(f"{self._tool_use_id} {where}: {text}")

    def entries(self, call: Mapping[str, Any]) -> list[tuple[str, Any]]:
        """Return the questions of the call, each with the place it stands at."""
        if "questions" not in call:
            if "question_text" in call or "question" in call:
                return [("input", call)]
            self.problem("questions is missing")
            return []
        value: object = call["questions"]
        if isinstance(value, str):
            value = self._decoded(value)
        if isinstance(value, Mapping):
            self.note("questions", "an object instead of an array")
            value = [cast("Mapping[str, Any]", value)]
        if not isinstance(value, list):
            self.problem("questions must be an array")
            return []
        found = cast("list[Any]", value)
        if not 1 <= len(found) <= MAX_QUESTIONS_PER_CALL:
            self.problem(
                f"questions has {len(found)} entries, 1 to {MAX_QUESTIONS_PER_CALL} allowed"
            )
        return [(f"questions[{n}]", entry) for n, entry in enumerate(found)]

    def _decoded(self, value: str) -> object:
        try:
            decoded: object = json.loads(value)
        except ValueError:
            return value
        self.note("questions", "JSON inside a string")
        return decoded

    def question(
        self, entry: object, *, default_id: str, where: str, level: int
    ) -> Question | None:
        """Read one question and its follow-ups; None if it cannot be used."""
        self.count += 1
        if not isinstance(entry, Mapping):
            self.problem(f"{where} must be an object")
            return None
        fields = cast("Mapping[str, Any]", entry)
        if level > MAX_LEVELS:
            self.problem(f"{where} is nested {level} levels deep, at most {MAX_LEVELS} allowed")
            return None
        question_id = self._unique_id(fields, default_id, where)
        text = self.text(fields, "question") or self.text(fields, "question_text")
        if not text:
            self.problem(f"{where}.question is missing or empty")
        kind = self._kind(fields, where)
        options, other_id = self._options(fields, kind, where)
        return Question(
            id=question_id,
            kind=kind,
            text=text,
            header=self._header(fields, where),
            context=self.text(fields, "context") or self.text(fields, "description"),
            options=options,
            required=self._flag(fields, "required", where, default=True),
            allow_other=kind in {Kind.SINGLE, Kind.MULTI},
            follow_ups=self._follow_ups(
                fields,
                keys=_BOOLEAN_KEYS if kind is Kind.BOOLEAN else {o.id for o in options},
                ignored=other_id,
                parent_id=question_id,
                where=where,
                level=level,
            ),
        )

    def text(self, fields: Mapping[str, Any], key: str) -> str:
        """Return the cleaned text of a field, or an empty string."""
        value = fields.get(key)
        return clean_text(value, multiline=True) if isinstance(value, str) else ""

    def _unique_id(self, fields: Mapping[str, Any], default: str, where: str) -> str:
        given = self.text(fields, "question_id") or self.text(fields, "id")
        wanted = given or default
        result, n = wanted, 1
        while result in self._ids:
            n += 1
            result = f"{wanted}#{n}"
        if n > 1:
            self.note(where, "question id given before, made unique")
        self._ids.add(result)
        return result

    def _header(self, fields: Mapping[str, Any], where: str) -> str | None:
        header = one_line(self.text(fields, "header"))
        if not header:
            self.note(where, "no header")
            return None
        if len(header) > MAX_HEADER:
            self.problem(
                f"{where}.header has {len(header)} characters, at most {MAX_HEADER} allowed"
            )
        elif len(header) > ADVERTISED_HEADER[1]:
            self.note(where, f"header of {len(header)} characters")
        return header

    def _kind(self, fields: Mapping[str, Any], where: str) -> Kind:
        named = fields.get("type")
        if named is not None:
            kind = _KINDS.get(named.casefold()) if isinstance(named, str) else None
            if kind is None:
                self.problem(
                    f"{where}.type must be one of multiple_choice, checkbox, text, boolean"
                )
                return Kind.SINGLE
            return kind
        key = "multiSelect" if "multiSelect" in fields else "multi_select"
        if key not in fields:
            self.note(where, "no multiSelect, taken as false")
        return Kind.MULTI if self._flag(fields, key, where, default=False) else Kind.SINGLE

    def _flag(self, fields: Mapping[str, Any], key: str, where: str, *, default: bool) -> bool:
        value = fields.get(key, default)
        if isinstance(value, str) and value.casefold() in _WORDS_FOR_TRUTH:
            self.note(where, f"{key} as text")
            return _WORDS_FOR_TRUTH[value.casefold()]
        if not isinstance(value, bool):
            self.problem(f"{where}.{key} must be true or false")
            return default
        return value

    def _options(
        self, fields: Mapping[str, Any], kind: Kind, where: str
    ) -> tuple[tuple[Option, ...], str | None]:
        """Read the options; the id of one that only said `Other` comes second."""
        if kind in {Kind.TEXT, Kind.BOOLEAN}:
            if fields.get("options"):
                self.note(where, f"options of a {kind.value} question left out")
            return (), None
        value = fields.get("options")
        if not isinstance(value, list):
            self.problem(f"{where}.options is missing")
            return (), None
        entries = cast("list[Any]", value)
        options: list[Option] = []
        other_id: str | None = None
        for n, entry in enumerate(entries):
            label = self._label(entry)
            if label_key(label) in _OTHER_LABELS:
                self.note(where, "an option for the person's own words is always there; merged")
                other_id = self._option_id(entry) or str(n + 1)
            else:
                options.append(
                    self._option(entry, label, len(options) + 1, f"{where}.options[{n}]")
                )
        if not 1 <= len(options) <= MAX_OPTIONS_PER_CALL:
            self.problem(
                f"{where}.options has {len(options)} entries, 1 to {MAX_OPTIONS_PER_CALL} allowed"
            )
        elif len(options) < ADVERTISED_OPTIONS[0]:
            self.note(where, "only one option")
        self._check_options(options, where)
        return self._one_default(options, kind, where), other_id

    def _label(self, entry: object) -> str:
        if isinstance(entry, str):
            return one_line(clean_text(entry))
        return one_line(self.text(_fields(entry), "label"))

    def _option_id(self, entry: object) -> str:
        if not isinstance(entry, Mapping):
            return ""
        value = cast("Mapping[str, Any]", entry).get("id")
        return (
            clean_text(value) if isinstance(value, str) else str(value) if _is_count(value) else ""
        )

    def _option(self, entry: object, label: str, position: int, where: str) -> Option:
        label, recommended = split_recommended(label)
        fields = _fields(entry)
        if not label:
            self.problem(f"{where}.label is missing or empty")
        elif len(label) > MAX_LABEL:
            self.problem(f"{where}.label has {len(label)} characters, at most {MAX_LABEL} allowed")
        elif len(label) > ADVERTISED_LABEL[1]:
            self.note(where, f"label of {len(label)} characters")
        elif len(label.split()) > ADVERTISED_LABEL_WORDS:
            self.note(where, f"label of {len(label.split())} words")
        description = self.text(fields, "description")
        if not description:
            self.note(where, "no description")
        elif len(description) > MAX_DESCRIPTION:
            self.problem(
                f"{where}.description has {len(description)} characters, "
                f"at most {MAX_DESCRIPTION} allowed"
            )
        return Option(
            id=self._option_id(entry) or str(position),
            label=label,
            description=description,
            default=self._flag(fields, "default", where, default=False),
            recommended=recommended or self._flag(fields, "recommended", where, default=False),
            preview=self.text(fields, "preview") or None,
        )

    def _check_options(self, options: Sequence[Option], where: str) -> None:
        for what, values in (
            ("id", [o.id for o in options]),
            ("label", [label_key(o.label) for o in options if o.label]),
        ):
            if len(set(values)) < len(values):
                self.problem(f"{where}.options has the same {what} twice")
        if any(o.recommended for o in options[1:]) and not options[0].recommended:
            self.note(where, "the recommended option is not the first")

    def _one_default(self, options: Sequence[Option], kind: Kind, where: str) -> tuple[Option, ...]:
        if kind is Kind.MULTI or sum(o.default for o in options) < 2:
            return tuple(options)
        self.note(where, "several defaults of a single choice, the first is kept")
        first = next(o for o in options if o.default)
        return tuple(o if o is first else o.model_copy(update={"default": False}) for o in options)

    def _follow_ups(
        self,
        fields: Mapping[str, Any],
        *,
        keys: frozenset[str] | set[str],
        ignored: str | None,
        parent_id: str,
        where: str,
        level: int,
    ) -> dict[str, tuple[Question, ...]]:
        value = fields.get("follow_up_questions")
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.problem(f"{where}.follow_up_questions must be an object")
            return {}
        result: dict[str, tuple[Question, ...]] = {}
        n = 0
        for option_id, nested in cast("Mapping[str, Any]", value).items():
            here = f"{where}.follow_up_questions[{option_id!r}]"
            if option_id not in keys or option_id == ignored:
                self.note(where, "follow-up questions of an option that does not exist")
            if not isinstance(nested, list):
                self.problem(f"{here} must be an array")
                continue
            read: list[Question] = []
            for entry in cast("list[Any]", nested):
                n += 1
                question = self.question(
                    entry, default_id=f"{parent_id}.{n}", where=f"{here}[{n - 1}]", level=level + 1
                )
                if question is not None:
                    read.append(question)
            result[option_id] = tuple(read)
        return result

    def waiting(self, call: Mapping[str, Any]) -> tuple[float | None, OnTimeout]:
        """Read how long the call wants to wait, and what an expired wait means."""
        seconds: object = call.get("timeout_s")
        result: float | None = None
        if isinstance(seconds, (int, float)) and not isinstance(seconds, bool):
            if 1 <= seconds <= MAX_TIMEOUT_S:
                result = float(seconds)
            else:
                self.problem(f"timeout_s must be between 1 and {MAX_TIMEOUT_S:.0f}")
        elif seconds is not None:
            self.problem("timeout_s must be a number of seconds")
        behaviour = call.get("on_timeout", OnTimeout.WAIT.value)
        if behaviour not in set(OnTimeout):
            self.problem("on_timeout must be wait or default")
            return result, OnTimeout.WAIT
        return result, OnTimeout(behaviour)
