"""Read one field of a form by which an MCP server asks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from assistant.locale import mark
from assistant.questions.formats.field_schema import PlainField, value_id
from assistant.questions.formats.input_reader import InputReader, as_list, nested_path
from assistant.questions.formats.option_reader import check_label, check_options
from assistant.questions.formats.rule_reader import RuleKeys, with_rules
from assistant.questions.model.limits import MAX_DESCRIPTION, MAX_ID
from assistant.questions.model.question import (
    AnswerInput,
    Option,
    Question,
    QuestionKind,
    TextFormat,
)
from assistant.questions.model.question_words import asks_for_secret
from assistant.questions.model.sanitizer import clean_text, label_key, one_line

_KEYS: Final = RuleKeys(
    min_length="minLength",
    max_length="maxLength",
    min_choices="minItems",
    max_choices="maxItems",
)
_ENUM, _ITEMS = "enum", "items.enum"
_NUMBERS: Final = {"number": TextFormat.NUMBER, "integer": TextFormat.INTEGER}
_FORMATS: Final = frozenset(
    {TextFormat.EMAIL, TextFormat.URI, TextFormat.DATE, TextFormat.DATE_TIME}
)


class FieldReader:
    """Reads one field of a form.

    Args:
        reader: Takes what is wrong.
        name: Of the field.
        field: Its schema.
        where: Where it stands.
        is_alone: Whether it is all that the form asks for.
    """

    def __init__(
        self, reader: InputReader, name: str, field: PlainField, where: str, *, is_alone: bool
    ) -> None:
        self._reader = reader
        self._name = name
        self._field = field
        self._schema = field.schema
        self._where = where
        self._is_alone = is_alone
        self._is_required = False

    def question(self, *, required: bool) -> Question | None:
        """Return the question that asks for this field; None if it is left out.

        Args:
            required: Whether the form has to have it. Where null will do, the user may leave it out.
        """
        reader, name = self._reader, self._name
        for note in self._field.notes:
            reader.note(self._where, note)
        self._is_required = required
        if not name or len(name) > MAX_ID or clean_text(name) != name:
            template = mark("has a name that cannot be used")
            if not self._is_alone:
                return self._leave_out("", template)
            reader.problem(self._where, "invalid_value", template)
        title = reader.line(self._schema, "title")
        context = reader.text(self._schema, "description")
        if asks_for_secret(f"{name.replace('_', ' ')} {title}", context):
            reader.note(self._where, "seems to ask for a secret, which a form must not")
        kind = self._kind()
        if kind is None:
            return None
        options = self._options() if kind.traits.input is AnswerInput.OPTIONS else ()
        if options is None:
            return None
        question = Question(
            id=name,
            kind=kind,
            text=title or name,
            context=context,
            options=options,
            required=required and not self._field.is_nullable,
            text_format=_NUMBERS.get(self._schema["type"], TextFormat.PLAIN)
            if kind is QuestionKind.TEXT
            else TextFormat.PLAIN,
        )
        return with_rules(reader, question, self._rules(), self._where, _KEYS)

    def _rules(self) -> Mapping[str, Any]:
        """Return the schema without a format that the protocol does not have."""
        named = self._schema.get("format")
        if named is None or named in _FORMATS:
            return self._schema
        self._reader.note(self._where, "format unknown; left out")
        return {key: value for key, value in self._schema.items() if key != "format"}

    def _kind(self) -> QuestionKind | None:
        schema = self._schema
        if "enum" in schema:
            is_yes_or_no = len(schema["enum"]) == 2 and {True, False} == {
                value for value in schema["enum"] if isinstance(value, bool)
            }
            return QuestionKind.BOOLEAN if is_yes_or_no else QuestionKind.SINGLE
        match schema["type"]:
            case "string" | "number" | "integer":
                return QuestionKind.TEXT
            case "boolean":
                return QuestionKind.BOOLEAN
            case "array":
                return QuestionKind.MULTI
            case "object":
                template = mark("has fields of its own, which a form must not")
                return self._leave_out("type", template)
            case _:
                template = mark("must be string, number, integer, boolean or array")
                return self._leave_out("type", template)

    def _leave_out(self, key: str, template: str, **values: object) -> None:
        """Refuse the form for a field that it has to have; another is left out of it."""
        if self._is_dispensable:
            told = f"{key} {template.format(**values)}; left out".strip()
            self._reader.note(self._where, told)
        else:
            where = nested_path(self._where, key) if key else self._where
            self._reader.problem(where, "invalid_value", template, **values)

    @property
    def _is_dispensable(self) -> bool:
        """Whether the form goes without this field."""
        return not self._is_required or self._field.is_nullable

    def _options(self) -> tuple[Option, ...] | None:
        """Read the values of a choice and what they are called."""
        reader, field, where = self._reader, self._field, self._where
        if field.items is not None:
            field, where = field.items, nested_path(where, "items")
            if any(value_id(value) is None for value in field.schema.get("enum", ())):
                return self._leave_out(_ITEMS, mark("must be texts"))
        values = as_list(field.schema.get("enum"))
        if not values:
            return self._leave_out(_ENUM if "enum" in self._schema else _ITEMS, mark("is missing"))
        defaults = self._defaults()
        options: list[Option] = []
        known: list[str] = []
        for n, (value, title, about) in enumerate(
            zip(values, _told_apart(values, field.titles), field.descriptions, strict=True)
        ):
            if repr(value) in known:
                reader.note(where, "a value that is listed twice, asked for once")
                continue
            known.append(repr(value))
            here = f"{where}[{n}]"
            option_id = value_id(value)
            if option_id is None or len(option_id) > MAX_ID or not _is_storable(option_id):
                template = mark("must be text of at most {most} characters")
                if self._is_alone or not self._is_dispensable:
                    reader.problem(here, "invalid_value", template, most=MAX_ID)
                    continue
                return self._leave_out(_ENUM, template, most=MAX_ID)
            label = one_line(clean_text(title)) if title else ""
            label = label or one_line(clean_text(option_id)) or '""'
            check_label(reader, label, here)
            options.append(
                Option(
                    id=option_id,
                    label=label,
                    description=clean_text(about, multiline=True)[:MAX_DESCRIPTION],
                    default=value in defaults,
                )
            )
        check_options(reader, options, where)
        return tuple(options)

    def _defaults(self) -> Sequence[object]:
        value: object = self._schema.get("default")
        listed = as_list(value)
        return [] if value is None else [value] if listed is None else listed


def _told_apart(values: Sequence[object], titles: Sequence[str | None]) -> Iterator[str | None]:
    """Yield what each value is called, with the value behind it where several have one name."""
    names = Counter(label_key(title) for title in titles if title)
    for value, title in zip(values, titles, strict=True):
        is_shared = title is not None and names[label_key(title)] > 1
        yield f"{title} ({value_id(value)})" if is_shared else title


def _is_storable(text: str) -> bool:
    """Whether `text` has no half of a surrogate pair, which JSON can carry and UTF-8 cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
