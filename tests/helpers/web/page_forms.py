"""Questions for pages, and somebody who hears what a page tells the desk."""

import json
from typing import Any

from assistant.channels.web.pages.model.actions import PageAction, read_action
from assistant.questions.model.question import Option, Question, QuestionKind, QuestionSet
from tests.helpers.questions.builders import choice, question_set

TOPPINGS = Question(
    id="toppings",
    kind=QuestionKind.MULTI,
    text="Which toppings?",
    header="Toppings",
    options=(
        Option(id="cheese", label="Cheese"),
        Option(id="olives", label="Olives", description="Black ones", recommended=True),
        Option(id="basil", label="Basil"),
    ),
    allow_other=True,
)
NAME = Question(id="name", kind=QuestionKind.TEXT, text="What name?", header="Name")
SURE = Question(id="sure", kind=QuestionKind.BOOLEAN, text="Shall I begin?", header="Start")


def form(*questions: Question, **changes: object) -> QuestionSet:
    """Return a form; a choice, several, a text and a yes or no if no questions are given."""
    made = question_set(*(questions or (choice(), TOPPINGS, NAME, SURE)), id="form")
    return made.model_copy(update=changes)


def does(what: str, **fields: Any) -> PageAction:
    """Return what a page would send."""
    return read_action(json.dumps({"do": what, **fields}))
