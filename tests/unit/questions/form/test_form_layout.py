import pytest

from assistant.questions.form.form_layout import FormLayout, layout_of, safe_choice_id
from assistant.questions.model.question import FALSE, Option, Purpose, Question, QuestionSet
from tests.unit.channels.desktop.conversation.samples import (
    asked,
    boolean,
    multi,
    options,
    permission,
    single,
    text,
)

FOLLOWED = single("parent", follow_ups={"red": (text("child"),)})


@pytest.mark.requirement("Q-DLG-01")
@pytest.mark.parametrize(
    ("questions", "layout"),
    [
        pytest.param(asked(single(count=4)), FormLayout.BUTTONS, id="four options"),
        pytest.param(asked(single(count=5)), FormLayout.SINGLE, id="five options"),
        pytest.param(
            asked(single(options=options("A", "B", default="A"))),
            FormLayout.SINGLE,
            id="preselected",
        ),
        pytest.param(asked(FOLLOWED), FormLayout.FORM, id="follow-ups"),
        pytest.param(asked(multi()), FormLayout.SINGLE, id="several choices"),
        pytest.param(asked(text()), FormLayout.SINGLE, id="text"),
        pytest.param(asked(boolean()), FormLayout.SINGLE, id="yes or no"),
        pytest.param(permission(), FormLayout.BUTTONS, id="permission"),
        pytest.param(
            asked(boolean(), purpose=Purpose.END_SESSION), FormLayout.BUTTONS, id="end the session"
        ),
        pytest.param(asked(single("1"), single("2")), FormLayout.FORM, id="two questions"),
    ],
)
def test_the_layout_follows_from_the_question(questions: QuestionSet, layout: FormLayout) -> None:
    assert layout_of(questions) is layout


@pytest.mark.parametrize(
    ("question", "choice"),
    [
        (boolean(), FALSE),
        (single(options=(Option(id="deny", label="No"), Option(id="ok", label="Yes"))), "deny"),
        (single(options=options("Go", "Stay")), "stay"),
        (text(), None),
    ],
)
def test_the_safe_choice_is_the_one_that_lets_nothing_happen(
    question: Question, choice: str | None
) -> None:
    assert safe_choice_id(question) == choice
