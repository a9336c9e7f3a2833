"""Write questions in the typed form: `question_id`, `question_text`, `type`, `options`.

What the form has no key for is written under further keys, and only where it departs from what is
usual; a reader that does not know them ignores them. `parse_definition` reads everything back.
"""

from typing import Any

from assistant.questions.model.question import (
    Markers,
    Option,
    Question,
    TextFormat,
)
from assistant.questions.model.text_rules import NUMERIC


def dump_question(question: Question) -> dict[str, Any]:
    """Return one question with its follow-ups."""
    result: dict[str, Any] = {
        "question_id": question.id,
        "header": question.header or "",
        "question_text": question.text,
        "description": question.context,
        "type": question.traits.type_names[0],
        "options": [_dump_option(option) for option in question.options],
        "required": question.required,
        "follow_up_questions": {
            option_id: [dump_question(nested) for nested in below]
            for option_id, below in question.follow_ups.items()
        },
    }
    if question.allow_other:
        result["allow_other"] = True
    if question.depends_on is not None:
        result["depends_on"] = {
            "question_id": question.depends_on.question_id,
            "in": list(question.depends_on.option_ids),
        }
    if question.markers is not Markers.NUMBERS:
        result["markers"] = question.markers.value
    return result | _dump_rules(question)


def _dump_option(option: Option) -> dict[str, Any]:
    result: dict[str, Any] = {
        "id": option.id,
        "label": option.label,
        "description": option.description,
        "default": option.default,
    }
    if option.recommended:
        result["recommended"] = True
    if option.preview is not None:
        result["preview"] = option.preview
    if option.spoken:
        result["spoken"] = option.spoken
    return result


def _dump_rules(question: Question) -> dict[str, Any]:
    is_plain = question.text_format is TextFormat.PLAIN
    is_number = question.text_format in NUMERIC
    rules = {
        "format": None if is_plain else question.text_format.value,
        "minimum": question.minimum if is_number else None,
        "maximum": question.maximum if is_number else None,
        "min_length": question.min_length,
        "max_length": question.max_length,
        "pattern": question.pattern,
        "min_choices": question.min_choices,
        "max_choices": question.max_choices,
        "default": question.default_text or question.default_boolean,
    }
    return {key: value for key, value in rules.items() if value is not None and value != ""}
