"""What each route accepts: the limits and leniency of the one reader."""

from dataclasses import dataclass, replace
from typing import Final

from assistant.questions.model.limits import (
    MAX_OPTIONS_OF_A_FIELD,
    MAX_OPTIONS_PER_CALL,
    MAX_OPTIONS_PER_DEFINITION,
    MAX_PROVIDE_CHOICE_TIMEOUT_S,
    MAX_QUESTIONS_IN_SET,
    MAX_QUESTIONS_PER_CALL,
    MAX_TIMEOUT_S,
)
from assistant.questions.model.question import QuestionRoute


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderPolicy:
    """How one route reads a question."""

    route: QuestionRoute
    max_questions: int
    """Questions side by side; follow-ups count only towards the whole set."""
    max_options: int
    is_strict: bool
    """Refuse what a lenient route repairs: an id given twice, a flag as text, an array in a
    string, a rule that makes no sense."""
    has_other: bool
    """Whether the user's own words are always an answer; else only where `allow_other` says so.
    """
    answers_by_label: bool
    """Whether the answer goes back as labels, so that no two options may have the same one."""
    max_timeout_s: float = MAX_TIMEOUT_S
    has_markup: bool = False
    """Whether marks of Markdown, entities and escapes stand in texts, for a model wrote them."""


TOOL: Final = ReaderPolicy(
    route=QuestionRoute.TOOL,
    max_questions=MAX_QUESTIONS_PER_CALL,
    max_options=MAX_OPTIONS_PER_CALL,
    is_strict=False,
    has_other=True,
    answers_by_label=True,
    has_markup=True,
)
"""A model calls the question tool."""
TEMPLATE: Final = replace(TOOL, max_options=MAX_OPTIONS_PER_DEFINITION, has_markup=False)
"""A model has a prepared question put, whose options may be files."""
BY_HAND: Final = replace(TEMPLATE, route=QuestionRoute.API, max_questions=MAX_QUESTIONS_IN_SET)
"""Somebody writes questions into a file, as freely as a model and as many as a program."""
DEFINITION: Final = ReaderPolicy(
    route=QuestionRoute.API,
    max_questions=MAX_QUESTIONS_IN_SET,
    max_options=MAX_OPTIONS_PER_DEFINITION,
    is_strict=True,
    has_other=False,
    answers_by_label=False,
)
"""A program defines questions, over HTTP or MCP."""
PROVIDE_CHOICE: Final = ReaderPolicy(
    route=QuestionRoute.PROVIDE_CHOICE,
    max_questions=1,
    max_options=MAX_OPTIONS_PER_DEFINITION,
    is_strict=True,
    has_other=False,
    answers_by_label=False,
    max_timeout_s=MAX_PROVIDE_CHOICE_TIMEOUT_S,
)
ELICITATION: Final = ReaderPolicy(
    route=QuestionRoute.ELICITATION,
    max_questions=MAX_QUESTIONS_IN_SET,
    max_options=MAX_OPTIONS_OF_A_FIELD,
    is_strict=False,
    has_other=False,
    answers_by_label=False,
)
"""An MCP server asks by a form."""
