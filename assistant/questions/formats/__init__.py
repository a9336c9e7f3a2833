"""The forms a question arrives in, each turned into one `QuestionSet`. Pure.

Strict about what is unsafe or would be ambiguous, liberal about spelling variants; an error names
every limit that is broken, and every coercion is a note for the log.
"""

from assistant.questions.formats.detection import ACCEPTED_FORMS, parse_any
from assistant.questions.formats.input_reader import ParsedQuestions
from assistant.questions.formats.reader_policy import TEMPLATE, TOOL, ReaderPolicy
from assistant.questions.formats.tool_input import (
    parse_definition,
    parse_tool_input,
    questions_as_written,
)
from assistant.questions.formats.tool_schema import ADVERTISED_SCHEMA, validate_strict
from assistant.questions.model.question_tool import TOOL_NAME, TOOL_TITLE, is_question_tool

__all__ = [
    "ACCEPTED_FORMS",
    "ADVERTISED_SCHEMA",
    "TEMPLATE",
    "TOOL",
    "TOOL_NAME",
    "TOOL_TITLE",
    "ParsedQuestions",
    "ReaderPolicy",
    "is_question_tool",
    "parse_any",
    "parse_definition",
    "parse_tool_input",
    "questions_as_written",
    "validate_strict",
]
