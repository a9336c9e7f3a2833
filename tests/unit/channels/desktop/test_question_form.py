import pytest

from assistant.channels.desktop.question_form import (
    FALSE,
    TRUE,
    Layout,
    QuestionForm,
    layout_of,
    refusing_choice,
)
from assistant.questions.model import Answer, Draft, Option, Purpose, Question, QuestionSet
from tests.unit.channels.desktop.samples import (
    asked,
    boolean,
    multi,
    options,
    permission,
    single,
    text,
)

FOLLOWED = single("parent", follow_ups={"red": (text("child"),), "blue": (multi("other"),)})


@pytest.mark.parametrize(
    ("questions", "layout"),
    [
        pytest.param(asked(single(count=4)), Layout.BUTTONS, id="four options"),
        pytest.param(asked(single(count=5)), Layout.SINGLE, id="five options"),
        pytest.param(
            asked(single(options=options("A", "B", default="A"))), Layout.SINGLE, id="preselected"
        ),
        pytest.param(asked(FOLLOWED), Layout.FORM, id="follow-ups"),
        pytest.param(asked(multi()), Layout.SINGLE, id="several choices"),
        pytest.param(asked(text()), Layout.SINGLE, id="text"),
        pytest.param(asked(boolean()), Layout.SINGLE, id="yes or no"),
        pytest.param(permission(), Layout.BUTTONS, id="permission"),
        pytest.param(
            asked(boolean(), purpose=Purpose.END_SESSION), Layout.BUTTONS, id="end the session"
        ),
        pytest.param(asked(single("1"), single("2")), Layout.FORM, id="two questions"),
    ],
)
def test_the_layout_follows_from_the_question(questions: QuestionSet, layout: Layout) -> None:
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
    assert refusing_choice(question) == choice


def test_one_choice_replaces_another() -> None:
    form = QuestionForm(asked(single()))
    form.choose("q", "red")
    form.choose("q", "blue")
    assert form.answer("q").option_ids == ("blue",)


def test_several_choices_stay_in_the_authors_order_and_go_when_chosen_again() -> None:
    form = QuestionForm(asked(multi()))
    for option in ("basil", "cheese", "olives", "cheese"):
        form.choose("m", option)
    assert form.answer("m").option_ids == ("olives", "basil")


def test_words_replace_a_choice_of_one_and_join_a_choice_of_several() -> None:
    form = QuestionForm(asked(single(), multi()))
    form.choose("q", "red")
    form.write_other("q", " purple ")
    form.choose("m", "basil")
    form.write_other("m", "ham")
    assert form.answer("q") == Answer(question_id="q", other="purple")
    assert form.answer("m") == Answer(question_id="m", option_ids=("basil",), other="ham")
    form.choose("q", "red")
    assert form.answer("q").other is None


def test_a_choice_that_is_not_offered_is_refused() -> None:
    form = QuestionForm(asked(single(), boolean()))
    with pytest.raises(KeyError):
        form.choose("q", "mauve")
    with pytest.raises(KeyError):
        form.choose("b", "maybe")


def test_yes_and_no_are_choices() -> None:
    form = QuestionForm(asked(boolean()))
    form.choose("b", TRUE)
    assert form.answer("b").boolean is True
    assert form.choices("b") == (TRUE,)
    form.choose("b", FALSE)
    assert form.answer("b").boolean is False


def test_a_required_question_cannot_be_settled_empty() -> None:
    form = QuestionForm(asked(text()))
    form.write_text("n", "  ")
    assert not form.settle("n")
    form.write_text("n", " Ada ")
    assert form.settle("n")
    assert form.answers() == (Answer(question_id="n", text="Ada"),)


def test_an_optional_question_may_be_left_out_and_a_required_one_not() -> None:
    form = QuestionForm(asked(text(required=False), single()))
    form.skip("n")
    assert form.is_settled("n")
    assert form.answer("n").is_empty
    with pytest.raises(ValueError, match="required"):
        form.skip("q")


def test_a_preselection_is_shown_and_settles_nothing() -> None:
    form = QuestionForm(asked(multi(options=options("A", "B", default="B"))))
    assert form.choices("m") == ("b",)
    assert form.current is not None
    assert form.draft() == Draft()
    assert form.settle("m")
    assert form.answers()[0].option_ids == ("b",)


def test_follow_ups_stand_after_their_parent_and_go_with_its_choice() -> None:
    form = QuestionForm(asked(FOLLOWED, text("last")))
    assert [q.id for q in form.visible] == ["parent", "last"]
    form.choose("parent", "red")
    form.write_text("child", "words")
    assert form.settle("child")
    assert [q.id for q in form.visible] == ["parent", "child", "last"]
    form.choose("parent", "blue")
    assert [q.id for q in form.visible] == ["parent", "other", "last"]
    form.choose("parent", "red")
    assert form.answer("child").is_empty
    assert not form.is_settled("child")


def test_a_visible_follow_up_blocks_completion_and_a_hidden_one_does_not() -> None:
    form = QuestionForm(asked(FOLLOWED))
    form.choose("parent", "red")
    assert form.settle("parent")
    assert form.current is not None
    assert form.current.id == "child"
    form.choose("parent", "green")
    assert form.settle("parent")
    assert form.current is None


def test_changing_an_answer_opens_its_question_again() -> None:
    form = QuestionForm(asked(single("1"), single("2")))
    form.choose("1", "red")
    assert form.settle("1")
    assert form.settled_count == 1
    form.choose("1", "blue")
    assert not form.is_settled("1")


def test_reset_forgets_everything() -> None:
    form = QuestionForm(asked(single("1"), single("2")))
    form.choose("1", "red")
    form.settle("1")
    form.reset()
    assert form.settled_count == 0
    assert form.answers()[0].is_empty


def test_a_draft_comes_back_with_the_selections_made() -> None:
    questions = asked(single("1"), multi("2"), text("3"))
    form = QuestionForm(questions)
    form.choose("1", "red")
    form.settle("1")
    form.choose("2", "basil")
    form.write_text("3", "half a na")
    restored = QuestionForm(questions, Draft.model_validate_json(form.draft().model_dump_json()))
    assert restored.answers() == form.answers()
    assert restored.is_settled("1")
    assert not restored.is_settled("2")
    assert not restored.is_settled("3")
