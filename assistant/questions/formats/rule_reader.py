"""Read what an answer has to keep to: formats, smallest and largest, what it starts from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from assistant.locale import mark
from assistant.questions.formats.input_reader import FaultCode, InputReader, as_finite
from assistant.questions.model.limits import MAX_TEXT
from assistant.questions.model.question import AnswerInput, Question, TextFormat
from assistant.questions.model.text_pattern import can_be_tried
from assistant.questions.model.text_rules import NUMERIC, broken_rule, plain_number


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleKeys:
    """What the rules are called in one form."""

    text_format: str = "format"
    minimum: str = "minimum"
    maximum: str = "maximum"
    min_length: str = "min_length"
    max_length: str = "max_length"
    pattern: str = "pattern"
    min_choices: str = "min_choices"
    max_choices: str = "max_choices"
    default: str = "default"


TYPED: Final = RuleKeys()


def with_rules(
    reader: InputReader, question: Question, fields: Mapping[str, Any], where: str, keys: RuleKeys
) -> Question:
    """Return the question with the rules that its fields name.

    A rule that makes no sense, or that no answer could keep to, is a fault; so is a default that
    the rules forbid.
    """
    rules = _Rules(reader, fields, where, keys)
    match question.traits.input:
        case AnswerInput.TEXT:
            update = rules.of_text(question)
        case AnswerInput.YES_NO:
            update = rules.of_boolean()
        case AnswerInput.OPTIONS if question.traits.is_multiple:
            update = rules.of_choices(len(question.options) + question.allow_other)
        case AnswerInput.OPTIONS:
            update = {}
    return question.model_copy(update=update)


class _Rules:
    def __init__(
        self, reader: InputReader, fields: Mapping[str, Any], where: str, keys: RuleKeys
    ) -> None:
        self._reader = reader
        self._fields = fields
        self._where = where
        self._keys = keys

    def of_text(self, question: Question) -> dict[str, object]:
        text_format = question.text_format
        if text_format is TextFormat.PLAIN:
            text_format = self._format()
        update: dict[str, object] = {"text_format": text_format}
        if text_format in NUMERIC:
            low, high = self._number(self._keys.minimum), self._number(self._keys.maximum)
            update |= self._pair("minimum", low, "maximum", high, self._keys.maximum)
        else:
            low, high = (
                self._length(key, MAX_TEXT)
                for key in (self._keys.min_length, self._keys.max_length)
            )
            update |= self._pair("min_length", low, "max_length", high, self._keys.max_length)
            update["pattern"] = self._pattern()
        default = self._default_text(question.model_copy(update=update))
        return update | {"default_text": default}

    def of_boolean(self) -> dict[str, object]:
        value = self._fields.get(self._keys.default)
        if value is not None and not isinstance(value, bool):
            self._fault(self._keys.default, "wrong_type", mark("must be true or false"))
            return {}
        return {"default_boolean": value}

    def of_choices(self, most: int) -> dict[str, object]:
        low = self._length(self._keys.min_choices, most)
        high = self._length(self._keys.max_choices, None)
        if high == 0:
            self._fault(self._keys.max_choices, "invalid_value", mark("must be above 0"))
            high = None
        return self._pair("min_choices", low, "max_choices", high, self._keys.max_choices)

    def _format(self) -> TextFormat:
        named = self._fields.get(self._keys.text_format)
        if named is None:
            return TextFormat.PLAIN
        if not isinstance(named, str) or named not in set(TextFormat):
            template, names = mark("must be one of {names}"), ", ".join(TextFormat)
            self._fault(self._keys.text_format, "invalid_value", template, names=names)
            return TextFormat.PLAIN
        return TextFormat(named)

    def _pattern(self) -> str:
        value = self._fields.get(self._keys.pattern)
        if value is None:
            return ""
        if not isinstance(value, str) or not can_be_tried(value):
            template = mark("is no regular expression that can be tried")
            self._fault(self._keys.pattern, "invalid_value", template)
            return ""
        return value

    def _pair(
        self, low: str, lowest: float | None, high: str, highest: float | None, key: str
    ) -> dict[str, object]:
        if lowest is not None and highest is not None and lowest > highest:
            self._fault(key, "invalid_value", mark("is below the smallest allowed"))
            return {}
        return {low: lowest, high: highest}

    def _number(self, key: str) -> float | None:
        value = self._fields.get(key)
        number = as_finite(value)
        if value is not None and number is None:
            self._fault(key, "wrong_type", mark("must be a number"))
        return number

    def _length(self, key: str, most: int | None) -> int | None:
        value = self._fields.get(key)
        if value is None:
            return None
        number = as_finite(value)
        if number is None or number < 0 or not number.is_integer():
            self._fault(key, "wrong_type", mark("must be a whole number, 0 or more"))
            return None
        if (
            most is not None
            and number > most
            and key
            in {
                self._keys.min_length,
                self._keys.min_choices,
            }
        ):
            template = mark("is {number:.0f}, at most {most} can be given")
            self._fault(key, "invalid_value", template, number=number, most=most)
            return None
        return int(number)

    def _default_text(self, question: Question) -> str:
        value = self._fields.get(self._keys.default)
        if value is None:
            return ""
        number = as_finite(value)
        if question.text_format in NUMERIC and number is not None:
            text = plain_number(number)
        elif isinstance(value, str):
            text = self._reader.text(self._fields, self._keys.default)
        else:
            self._fault(self._keys.default, "wrong_type", mark("does not fit the type"))
            return ""
        if text and (len(text) > MAX_TEXT or broken_rule(question, text) is not None):
            self._fault(self._keys.default, "invalid_value", mark("is no valid answer"))
            return ""
        return text

    def _fault(self, key: str, code: FaultCode, template: str, **values: object) -> None:
        self._reader.fault(self._where, key, code, template, **values)
