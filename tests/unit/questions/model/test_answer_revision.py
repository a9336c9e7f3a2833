"""Which answers may be changed after they were given."""

import pytest

from assistant.questions.model.answer_revision import can_change, can_go_back
from assistant.questions.model.question import (
    Cancelled,
    Later,
    NoneFit,
    Purpose,
    QuestionRoute,
    Response,
    TimedOut,
    YouDecide,
)
from tests.helpers.engine.running_core import chose, provenance
from tests.helpers.questions.builders import choice, question_set

ASKED = question_set(choice("A", "B", id="q")).model_copy(update={"route": QuestionRoute.TOOL})
HERE = provenance()
CHOSEN = chose(ASKED, q="1")


@pytest.mark.parametrize(
    ("response", "change", "back"),
    [
        (None, False, False),
        (CHOSEN, True, True),
        (YouDecide(provenance=HERE), True, True),
        (NoneFit(words="x", provenance=HERE), True, True),
        (Later(provenance=HERE), False, False),
        (Cancelled(provenance=HERE), False, True),
        (TimedOut(after_s=1), False, True),
    ],
)
def test_what_may_be_done_depends_on_what_became_of_it(
    response: Response | None, change: bool, back: bool
) -> None:
    assert can_change(ASKED, response) is change
    assert can_go_back(ASKED, response) is back


@pytest.mark.parametrize("route", list(QuestionRoute))
def test_only_what_the_model_asked_here_can_be_changed(route: QuestionRoute) -> None:
    questions = ASKED.model_copy(update={"route": route})
    may = route in {QuestionRoute.TOOL, QuestionRoute.TEXT}
    assert can_change(questions, CHOSEN) is may
    assert can_go_back(questions, CHOSEN) is may


def test_a_permission_that_was_used_cannot_be_changed() -> None:
    permission = ASKED.model_copy(update={"purpose": Purpose.CONFIRM})
    assert not can_change(permission, CHOSEN)
    assert not can_go_back(permission, CHOSEN)
