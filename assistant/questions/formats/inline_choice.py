"""Read the choices that a model writes into its words, and write them.

Three shapes: `user_choice`, one question; `user_choice_group`, several, where `type` may be left
out; `user_choices`, a form. A call of the question tool that was written as text is read as a group. Any question may have others below it, by option id, in either spelling.
A choice is read liberally, for nobody can send it back to be mended:
what is missing for it to be asked makes it no choice, and its text stays visible.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from assistant.locale import mark
from assistant.questions.formats.input_reader import (
    InputProblem,
    InputReader,
    ParsedQuestions,
    as_fields,
    as_list,
    as_record,
    is_object,
    nested_path,
    refuse,
)
from assistant.questions.formats.json_in_text import decoded
from assistant.questions.formats.option_reader import only_says_other, read_options
from assistant.questions.formats.option_unwrapping import unwrapped_options
from assistant.questions.formats.question_reader import (
    QuestionReader,
    asks_for_several,
    question_text,
    typed_kind,
)
from assistant.questions.formats.reader_policy import ReaderPolicy
from assistant.questions.formats.unwrapping import (
    unwrapped_questions,
)
from assistant.questions.formats.written_call import written_input
from assistant.questions.model.limits import (
    MAX_HEADER,
    MAX_LEVELS,
    MAX_OPTIONS_IN_TEXT,
    MAX_QUESTIONS_IN_SET,
)
from assistant.questions.model.question import (
    AnswerInput,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
)
from assistant.questions.model.sanitizer import clean_text, one_line

SINGLE, FORM, GROUP = "user_choice", "user_choices", "user_choice_group"
"""What the `type` of a choice says."""
_SEPARATOR: Final = re.compile(r"(?<=[^\W_])[_-](?=[^\W_])")
CHOICE_TYPES: Final = {name.replace("_", ""): name for name in (SINGLE, FORM, GROUP)}
"""The same by its spelling without case, `_` and `-`."""
OPTIONS_IGNORED: Final = "user_choices_options_ignored"
"""Noted where a `user_choices` has `options` instead of `choices`, and is no choice for it."""

_POLICY: Final = ReaderPolicy(
    route=QuestionRoute.TEXT,
    max_questions=MAX_QUESTIONS_IN_SET,
    max_options=MAX_OPTIONS_IN_TEXT,
    is_strict=False,
    has_other=True,
    answers_by_label=False,
    has_markup=True,
)
_TOO_MANY: Final = mark("has {count} entries, at most {most} allowed")
_TOO_MANY_BELOW: Final = mark("has {count} entries with follow-ups, at most {most} allowed")
_TOO_MANY_HINT: Final = (
    f"Show the questions as a text list, or ask them in parts of at most {MAX_QUESTIONS_IN_SET}."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedChoiceInput:
    """A choice as far as it could be read."""

    title: str
    description: str
    questions: tuple[Question, ...]
    problems: tuple[InputProblem, ...]
    """Why it cannot be asked, apart from how many questions it has."""
    notes: tuple[str, ...]


def has_choice_shape(value: Mapping[str, Any]) -> bool:
    """Whether an object is meant as a choice: its type says so, or it is a group without type.

    A group without type is told from other objects by its members: each has a question and
    options. `{"question", "options"}` without type is an ordinary object.
    """
    if "type" in value:
        return choice_type(value) is not None
    members = as_list(value.get("choices"))
    return bool(members) and all(
        {"question", "question_text"} & set(fields) and {"options", "choices"} & set(fields)
        for fields in map(as_fields, members or ())
    )


def choice_type(value: Mapping[str, Any]) -> str | None:
    """Return which choice an object says it is, in any spelling of the name; None if none."""
    named = value.get("type")
    return CHOICE_TYPES.get(folded_type(named)) if isinstance(named, str) else None


def folded_type(name: str) -> str:
    """Return the form in which two spellings of a type are the same: `user-choice`, `userChoice`."""
    return _SEPARATOR.sub("", name).casefold()


def read_choice(choice: Mapping[str, Any], *, form_id: str) -> ParsedChoiceInput:
    """Read an object that has the shape of a choice.

    Args:
        choice: The object.
        form_id: Stem of the question ids.
    """
    reader = InputReader(policy=_POLICY, stem=form_id or "choice")
    kind = choice_type(choice) or GROUP
    call = None if has_choice_shape(choice) else written_input(choice)
    if kind == SINGLE:
        read = [_question(reader, choice, form_id, "q1", "")]
        title = description = ""
    elif call is not None:
        read = list(_called(reader, call, form_id))
        title = description = ""
    elif kind == FORM:
        read = list(_form(reader, choice, form_id))
        title, description = reader.prose(choice, "title"), reader.prose(choice, "description")
    else:
        read = list(_group(reader, choice, form_id))
        title, description = question_text(reader, choice), _background(reader, choice)
    return ParsedChoiceInput(
        title=title,
        description=description,
        questions=tuple(question for question in read if question is not None),
        problems=tuple(reader.problems),
        notes=tuple(reader.notes),
    )


def parse_text_choice(
    choice: Mapping[str, Any],
    *,
    form_id: str,
    source: str = "",
    round: int = 1,
    timeout_s: float | None = None,
    is_list: bool = False,
) -> ParsedQuestions:
    """Turn a choice that was found in the model's words into a question set.

    Options are numbered where they have no ids, and all of them where an id is there twice; the
    fifth option and further ones are cut, with a note.

    Args:
        choice: What `questions.choices` found.
        form_id: Becomes the set's id and the stem of its questions' ids; unique.
        source: Who asks, as shown to the user.
        round: Which question of the turn this is, from 1.
        timeout_s: Seconds to answer; None waits for ever.
        is_list: Whether the set will be shown as a text list, which may be of any length.

    Raises:
        QuestionError: If the choice has more than 24 questions and is to be a form; the hint says
            that a text list can still show it. Or if it is no choice.
    """
    if not has_choice_shape(choice) and written_input(choice) is None:
        refuse(
            [
                InputProblem(
                    field="type",
                    code="invalid_value",
                    template=mark("must be one of {names}"),
                    values={"names": _TYPES},
                )
            ],
            hint="Correct the named field.",
        )
    read = read_choice(choice, form_id=form_id)
    if read.problems:
        refuse(read.problems, hint="Correct the named fields.")
    questions = QuestionSet(
        id=form_id,
        questions=read.questions,
        title=read.title,
        description=read.description,
        source=source,
        route=QuestionRoute.TEXT,
        raw=as_record(choice),
        timeout_s=timeout_s,
        round=round,
    )
    count = sum(1 for _ in questions.walk())
    if count > MAX_QUESTIONS_IN_SET and not is_list:
        has_follow_ups = count > len(read.questions)
        problem = InputProblem(
            field="questions" if choice_type(choice) == FORM else "choices",
            code="too_many",
            template=_TOO_MANY_BELOW if has_follow_ups else _TOO_MANY,
            values={"count": count, "most": MAX_QUESTIONS_IN_SET},
        )
        refuse([problem], hint=_TOO_MANY_HINT)
    return ParsedQuestions(questions=questions, notes=read.notes)


_TYPES: Final = ", ".join((SINGLE, GROUP, FORM))


def _called(
    reader: InputReader, call: Mapping[str, Any], form_id: str
) -> Iterator[Question | None]:
    """Read the input of a call that was written as text, as a group is read."""
    if "questions" not in call:
        call = {"questions": [call]}
    for n, (where, entry) in enumerate(_members(reader, call, "questions"), start=1):
        fields = as_fields(entry)
        if _wants_words(fields, may_lack_options=False):
            yield _words(reader, fields, f"{form_id}:q{n}", where)
        else:
            yield _question(reader, fields, form_id, f"q{n}", where)


def _group(
    reader: InputReader, choice: Mapping[str, Any], form_id: str
) -> Iterator[Question | None]:
    for n, (where, entry) in enumerate(_members(reader, choice, "choices"), start=1):
        fields = as_fields(entry)
        if _wants_words(fields, may_lack_options=False):
            yield _words(reader, fields, f"{form_id}:q{n}", where)
            continue
        if typed_kind(fields) is None and choice_type(fields) not in {SINGLE, None}:
            template = mark("must be one of {names}")
            reader.problem(nested_path(where, "type"), "invalid_value", template, names=SINGLE)
        yield _question(reader, fields, form_id, f"q{n}", where)


def _form(
    reader: InputReader, choice: Mapping[str, Any], form_id: str
) -> Iterator[Question | None]:
    for n, (where, entry) in enumerate(_members(reader, choice, "questions"), start=1):
        fields = as_fields(entry)
        if "options" in fields and "choices" not in fields:
            reader.note(where, OPTIONS_IGNORED)
        number = reader.line(fields, "id") or f"q{n}"
        if _wants_words(fields, may_lack_options=True):
            yield _words(reader, fields, f"{form_id}:{number}", where)
        else:
            yield _question(reader, fields, form_id, number, where, ("choices",))


def _wants_words(fields: Mapping[str, Any], *, may_lack_options: bool) -> bool:
    """Whether a question of several is answered in the user's own words, or by yes or no.

    Args:
        fields: The question.
        may_lack_options: Whether one that names no options says so by that alone.
    """
    given = [fields[key] for key in ("options", "choices") if fields.get(key) is not None]
    if any(given):
        return False
    kind = typed_kind(fields)
    is_typed = kind is not None and kind.traits.input is not AnswerInput.OPTIONS
    return is_typed or bool(given) or may_lack_options


def _words(
    reader: InputReader, fields: Mapping[str, Any], number: str, where: str
) -> Question | None:
    kind = typed_kind(fields)
    is_typed = kind is not None and kind.traits.input is not AnswerInput.OPTIONS
    typed = {
        **fields,
        "type": fields["type"] if is_typed else QuestionKind.TEXT.traits.type_names[0],
    }
    typed.pop("id", None)
    return QuestionReader(reader).question(typed, default_id=number, where=where)


def _members(reader: InputReader, choice: Mapping[str, Any], key: str) -> list[tuple[str, Any]]:
    entries = as_list(unwrapped_questions(choice.get(key))[0])
    if not entries:
        reader.problem(key, "missing", mark("is missing or empty"))
        return []
    return [(f"{key}[{n}]", entry) for n, entry in enumerate(entries)]


def _question(
    reader: InputReader,
    fields: Mapping[str, Any],
    form_id: str,
    number: str,
    where: str,
    option_keys: Sequence[str] = ("options", "choices"),
    level: int = 1,
) -> Question | None:
    text = question_text(reader, fields)
    if not text:
        reader.problem(nested_path(where, "question"), "missing", mark("is missing or empty"))
    key = next((key for key in option_keys if fields.get(key)), option_keys[-1])
    entries, notes = unwrapped_options(fields, key)
    for note in notes:
        reader.note(nested_path(where, key), note)
    if not entries:
        reader.problem(nested_path(where, key), "missing", mark("is missing or empty"))
        return None
    several = asks_for_several(reader, fields, where) or typed_kind(fields) is QuestionKind.MULTI
    kind = QuestionKind.MULTI if several else QuestionKind.SINGLE
    kept = {"options": _kept_options(reader, entries, where)}
    options = read_options(reader, kept, kind, where, has_other=True)
    question = Question(
        id=reader.claim_id(reader.line(fields, "question_id"), f"{form_id}:{number}", where),
        kind=kind,
        text=text,
        header=_header(reader, fields, where),
        context=_background(reader, fields),
        options=options,
        required=reader.flag(fields, "required", where, default=True),
        allow_other=True,
    )
    below = _follow_ups(reader, fields, form_id, number, where, level)
    if not below.keys() <= set(question.choice_ids):
        reader.note(where, "follow-up questions of an option that does not exist")
    return question.model_copy(update={"follow_ups": below})


def _follow_ups(
    reader: InputReader,
    fields: Mapping[str, Any],
    form_id: str,
    number: str,
    where: str,
    level: int,
) -> dict[str, tuple[Question, ...]]:
    """Read the questions below a question, by option id; a list under this key is something else."""
    result: dict[str, tuple[Question, ...]] = {}
    n = 0
    follow_ups = decoded(fields.get("follow_up_questions"))
    for option_id, nested in as_fields(follow_ups).items():
        here = nested_path(where, f"follow_up_questions[{option_id!r}]")
        read: list[Question | None] = []
        for position, entry in enumerate(as_list(unwrapped_questions(nested)[0]) or ()):
            n += 1
            place, below = f"{here}[{position}]", f"{number}.{n}"
            read.append(_follow_up(reader, as_fields(entry), form_id, below, place, level + 1))
        result[clean_text(option_id)] = tuple(question for question in read if question is not None)
    return result


def _follow_up(
    reader: InputReader,
    fields: Mapping[str, Any],
    form_id: str,
    number: str,
    where: str,
    level: int,
) -> Question | None:
    """Read a question below another: a choice, or one of the typed form."""
    if level > MAX_LEVELS:
        reader.too_deep(where, level)
        return None
    kind = typed_kind(fields)
    if kind is None or kind.traits.input is AnswerInput.OPTIONS:
        return _question(reader, fields, form_id, number, where, level=level)
    default_id = f"{form_id}:{number}"
    return QuestionReader(reader).question(fields, default_id=default_id, where=where, level=level)


def _kept_options(reader: InputReader, entries: Sequence[Any], where: str) -> list[Any]:
    """Return the options that are shown, with ids only where those are unique."""
    places = [n for n, entry in enumerate(entries) if not _is_other(entry)]
    kept = list(entries)
    if len(places) > MAX_OPTIONS_IN_TEXT:
        reader.note(where, f"{len(places)} options, the first {MAX_OPTIONS_IN_TEXT} are kept")
        del kept[places[MAX_OPTIONS_IN_TEXT] :]
    ids = [str(fields["id"]) for fields in map(as_fields, kept) if "id" in fields]
    if len(set(ids)) < len(ids):
        reader.note(where, "the same option id twice, all numbered by position")
        kept = [{**entry, "id": None} if is_object(entry) else entry for entry in kept]
    return kept


def _is_other(entry: object) -> bool:
    label = entry if isinstance(entry, str) else as_fields(entry).get("label")
    return isinstance(label, str) and only_says_other(label)


def _background(reader: InputReader, fields: Mapping[str, Any]) -> str:
    return reader.prose(fields, "context") or reader.prose(fields, "description")


def _header(reader: InputReader, fields: Mapping[str, Any], where: str) -> str | None:
    header = one_line(reader.prose(fields, "header"))
    if len(header) > MAX_HEADER:
        reader.note(where, f"header of {len(header)} characters left out")
        return None
    return header or None
