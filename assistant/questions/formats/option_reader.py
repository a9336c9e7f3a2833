"""Read the options of one question."""

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.locale import mark
from assistant.questions.formats.input_reader import (
    InputReader,
    as_fields,
    as_list,
    is_object,
    nested_path,
)
from assistant.questions.formats.model_text import plain_label
from assistant.questions.formats.option_unwrapping import unwrapped_options
from assistant.questions.formats.preselection import split_recommended
from assistant.questions.formats.question_keys import option_list_key
from assistant.questions.model.limits import (
    ADVERTISED_LABEL,
    ADVERTISED_LABEL_WORDS,
    ADVERTISED_OPTIONS,
    MAX_DESCRIPTION,
    MAX_ID,
    MAX_LABEL,
)
from assistant.questions.model.question import AnswerInput, Option, QuestionKind
from assistant.questions.model.question_words import question_words
from assistant.questions.model.sanitizer import clean_text, label_key, one_line


def only_says_other(label: str) -> bool:
    """Whether a label only says: something else, or the user's own words."""
    key = split_recommended(label_key(label))[0]
    return any(words.only_says_other(key) for words in question_words())


def read_options(
    reader: InputReader,
    fields: Mapping[str, Any],
    kind: QuestionKind,
    where: str,
    *,
    has_other: bool,
) -> tuple[Option, ...]:
    """Read the options, without one that only says `Other` where that is always there.

    Args:
        reader: Takes what is wrong.
        fields: The question.
        kind: How it is answered; only choices have options.
        where: Where it stands.
        has_other: Whether the user's own words are an answer anyway.
    """
    if kind.traits.input is not AnswerInput.OPTIONS:
        if fields.get("options"):
            reader.note(where, f"options of a {kind.value} question left out")
        return ()
    entries = option_entries(reader, fields, where)
    if entries is None:
        return ()
    options: list[Option] = []
    given = {_option_id(entry) for entry in entries}
    for n, (entry, (label, address)) in enumerate(
        zip(entries, _labels(reader, entries), strict=True)
    ):
        if has_other and only_says_other(label):
            reader.note(where, "an option for the person's own words is always there; merged")
        else:
            here = nested_path(where, f"options[{n}]")
            place = str(n + 1)
            place = "" if place in given else place
            options.append(_option(reader, entry, label, address, place, here))
    check_options(reader, options, where)
    return _one_default(reader, options, kind, where)


def option_entries(reader: InputReader, fields: Mapping[str, Any], where: str) -> list[Any] | None:
    """Return the options of a question, unwrapped where the route is lenient; None is a problem."""
    key, notes = "options", ()
    if reader.policy.is_strict:
        entries = as_list(fields.get(key))
    else:
        key = option_list_key(fields)
        entries, notes = unwrapped_options(fields, key)
    field = nested_path(where, key)
    for note in notes:
        reader.note(field, note)
    if entries is None and fields.get(key) is None:
        reader.problem(field, "missing", mark("is missing"))
    elif entries is None:
        reader.problem(field, "wrong_type", mark("must be an array of options"))
    return entries


def check_options(reader: InputReader, options: Sequence[Option], where: str) -> None:
    """Check what concerns the options of a question together."""
    most = reader.policy.max_options
    if not 1 <= len(options) <= most:
        reader.wrong_count(nested_path(where, "options"), len(options), most)
    elif len(options) < ADVERTISED_OPTIONS[0]:
        reader.unlike_advertised(where, "only one option")
    unique = {mark("has the same id twice"): [option.id for option in options]}
    if reader.policy.answers_by_label:
        labels = [label_key(option.label) for option in options if option.label]
        unique[mark("has the same label twice")] = labels
    for told, values in unique.items():
        if len(set(values)) < len(values):
            reader.problem(nested_path(where, "options"), "duplicate", told)
    if any(option.recommended for option in options[1:]) and not options[0].recommended:
        reader.unlike_advertised(where, "the recommended option is not the first")


def check_label(reader: InputReader, label: str, where: str) -> None:
    """Check one label, without its `(Recommended)`."""
    if not label:
        reader.problem(nested_path(where, "label"), "missing", mark("is missing or empty"))
    elif len(label) > MAX_LABEL:
        reader.too_long(nested_path(where, "label"), len(label), MAX_LABEL)
    elif len(label) > ADVERTISED_LABEL[1]:
        reader.unlike_advertised(where, f"label of {len(label)} characters")
    elif len(label.split()) > ADVERTISED_LABEL_WORDS:
        reader.unlike_advertised(where, f"label of {len(label.split())} words")


def _labels(reader: InputReader, entries: Sequence[object]) -> list[tuple[str, str]]:
    """Return each label as it is shown, and the address it links to, if any.

    Markup stays where two labels would be the same without it.
    """
    written = [_label(entry) for entry in entries]
    as_they_are = [(label, "") for label in written]
    if not reader.policy.has_markup:
        return as_they_are
    plain = [plain_label(label) for label in written]
    shown = {label_key(label) for label, _address in plain}
    if len(shown) < len({label_key(label) for label in written}):
        return as_they_are
    return [(one_line(label), address) for label, address in plain]


def _label(entry: object) -> str:
    label = as_fields(entry).get("label") if is_object(entry) else entry
    return one_line(clean_text(label)) if isinstance(label, str) else ""


def _option_id(entry: object) -> str:
    value = as_fields(entry).get("id")
    if isinstance(value, str):
        return clean_text(value)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def _option(
    reader: InputReader, entry: object, label: str, address: str, place: str, where: str
) -> Option:
    label, recommended = split_recommended(label)
    check_label(reader, label, where)
    fields = as_fields(entry)
    # Where another has its place as an id, the label tells a model what was chosen; a number would not.
    option_id = _option_id(entry) or place or label
    if len(option_id) > MAX_ID:
        reader.too_long(nested_path(where, "id"), len(option_id), MAX_ID)
    description = reader.prose(fields, "description")
    if address and address not in description:
        description = f"{description} ({address})" if description else address
    if not description:
        reader.unlike_advertised(where, "no description")
    elif len(description) > MAX_DESCRIPTION:
        reader.too_long(nested_path(where, "description"), len(description), MAX_DESCRIPTION)
    return Option(
        id=option_id,
        label=label,
        description=description,
        default=reader.flag(fields, "default", where, default=False),
        recommended=recommended or reader.flag(fields, "recommended", where, default=False),
        preview=reader.text(fields, "preview") or None,
        spoken=reader.line(fields, "spoken"),
    )


def _one_default(
    reader: InputReader, options: Sequence[Option], kind: QuestionKind, where: str
) -> tuple[Option, ...]:
    if kind.traits.is_multiple or sum(option.default for option in options) < 2:
        return tuple(options)
    reader.note(where, "several defaults of a single choice, the first is kept")
    first = next(option for option in options if option.default)
    return tuple(
        option if option is first else option.model_copy(update={"default": False})
        for option in options
    )
