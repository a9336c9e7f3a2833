import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.form.question_form import (
    FALSE,
    TRUE,
    FormLayout,
    QuestionForm,
    layout_of,
    safe_choice_id,
)
from assistant.questions.model.question import (
    Answer,
    Dependency,
    Draft,
    Option,
    Purpose,
    Question,
    QuestionSet,
    TextFormat,
)
from assistant.questions.model.validation import check, default_draft
from tests.unit.channels.desktop.conversation.samples import (
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
    assert [restored.answer(id) for id in "123"] == [form.answer(id) for id in "123"]
    assert restored.answer("3").text == "half a na"
    assert restored.is_settled("1")
    assert not restored.is_settled("2")
    assert not restored.is_settled("3")


# Defaults, rules, notes.


def test_texts_and_yes_or_no_start_from_their_defaults() -> None:
    form = QuestionForm(asked(text(default_text="Ada"), boolean(default_boolean=False)))
    assert form.answer("n").text == "Ada"
    assert form.choices("b") == (FALSE,)
    assert form.settled_count == 0


def test_the_draft_a_question_starts_from_settles_nothing() -> None:
    questions = asked(single("1", options=options("A", "B", default="B")), single("2"))
    form = QuestionForm(questions, default_draft(questions))
    assert form.choices("1") == ("b",)
    assert form.settled_count == 0
    chosen = Draft(answers={"1": Answer(question_id="1", option_ids=("a",))})
    assert QuestionForm(questions, chosen).settled_count == 1


def test_of_two_defaults_of_one_choice_the_first_is_selected() -> None:
    both = tuple(Option(id=id, label=id, default=True) for id in "ab")
    assert QuestionForm(asked(single(options=both))).choices("q") == ("a",)


@pytest.mark.parametrize(
    ("question", "wrong", "right"),
    [
        (text(text_format=TextFormat.DATE), "2026-13-40", "2026-11-22"),
        (text(text_format=TextFormat.EMAIL), "me", "me@example.org"),
        (text(text_format=TextFormat.INTEGER, minimum=1.0, maximum=5.0), "9", "3"),
        (text(text_format=TextFormat.NUMBER), "many", "2.5"),
        (text(min_length=4), "abc", "abcd"),
    ],
)
def test_words_must_have_the_form_that_the_question_wants(
    question: Question, wrong: str, right: str
) -> None:
    form = QuestionForm(asked(question))
    form.write_text("n", wrong)
    assert form.problem("n")
    assert not form.settle("n")
    form.write_text("n", right)
    assert form.problem("n") == ""
    assert form.settle("n")
    assert form.answers()[0].text == right


def test_too_few_options_are_refused_and_no_more_fit_than_the_most() -> None:
    form = QuestionForm(asked(multi(min_choices=2, max_choices=2)))
    form.choose("m", "basil")
    assert form.problem("m")
    assert not form.is_full("m")
    form.choose("m", "cheese")
    assert form.problem("m") == ""
    assert form.is_full("m")


def test_a_note_stays_beside_the_answer_whatever_is_chosen() -> None:
    form = QuestionForm(asked(single(), text(), boolean()))
    for question_id in ("q", "n", "b"):
        form.write_note(question_id, " because ")
    form.choose("q", "red")
    form.choose("q", "blue")
    form.write_text("n", "Ada")
    form.choose("b", TRUE)
    assert [form.answer(id).note for id in "qnb"] == ["because"] * 3
    form.write_note("q", "  ")
    assert form.answer("q").note is None


def test_a_note_alone_is_no_answer() -> None:
    form = QuestionForm(asked(single()))
    form.write_note("q", "hm")
    assert not form.settle("q")


# Follow-ups and conditions.


def test_follow_ups_hang_on_yes_and_no_too() -> None:
    asks = boolean(follow_ups={"true": (text("why"),)})
    form = QuestionForm(asked(asks))
    form.choose("b", TRUE)
    assert [q.id for q in form.visible] == ["b", "why"]
    form.choose("b", FALSE)
    assert [q.id for q in form.visible] == ["b"]


def test_follow_ups_nest_and_those_of_every_tick_show() -> None:
    deep = multi(
        "top",
        follow_ups={
            "cheese": (single("mid", follow_ups={"red": (text("low"),)}),),
            "basil": (text("side"),),
        },
    )
    form = QuestionForm(asked(deep))
    assert [q.id for q in form.visible] == ["top"]
    form.choose("top", "basil")
    form.choose("top", "cheese")
    form.choose("mid", "red")
    assert [q.id for q in form.visible] == ["top", "mid", "low", "side"]
    form.write_text("low", "words")
    form.choose("top", "cheese")
    assert [q.id for q in form.visible] == ["top", "side"]
    assert form.draft().answers.keys() == {"top"}


def test_a_question_with_a_condition_shows_only_while_it_holds() -> None:
    needs = Dependency(question_id="1", option_ids=("red",))
    form = QuestionForm(asked(single("1"), text("2", depends_on=needs), text("3")))
    assert [q.id for q in form.visible] == ["1", "3"]
    form.choose("1", "red")
    assert [q.id for q in form.visible] == ["1", "2", "3"]


# Parts, order, review.


@pytest.mark.parametrize(("count", "parts"), [(1, [1]), (6, [6]), (7, [6, 1]), (13, [6, 6, 1])])
def test_long_forms_come_in_parts_of_six(count: int, parts: list[int]) -> None:
    form = QuestionForm(asked(*(single(f"q{n}") for n in range(count))))
    assert [len(page) for page in form.pages] == parts


def test_the_part_is_that_of_the_open_question() -> None:
    ids = [f"q{n}" for n in range(13)]
    form = QuestionForm(asked(*(single(id) for id in ids)))
    seen: list[int] = []
    for id in ids:
        seen.append(form.page)
        form.choose(id, "red")
        assert form.settle(id)
    assert seen == [0] * 6 + [1] * 6 + [2]
    assert form.current is None
    assert [answer.question_id for answer in form.answers()] == ids
    form.open("q7")
    assert form.page == 1


def test_a_question_can_be_taken_out_of_turn() -> None:
    form = QuestionForm(asked(single("1"), single("2"), single("3")))
    form.open("3")
    assert form.current is not None
    assert form.current.id == "3"
    form.choose("3", "red")
    assert form.settle("3")
    assert form.current.id == "1"


def test_a_form_can_be_reviewed_when_only_optional_questions_are_open() -> None:
    form = QuestionForm(asked(single("1"), text("2", required=False), text("3", required=False)))
    with pytest.raises(ValueError, match="required"):
        form.review()
    form.choose("1", "red")
    assert form.settle("1")
    form.write_text("3", "filled in, not confirmed")
    form.review()
    assert form.current is None
    assert [form.is_settled(id) for id in "123"] == [True, False, True]
    assert form.answers()[1] == Answer(question_id="2")
    form.open("1")
    form.choose("1", "blue")
    assert form.settle("1")
    assert form.current is None


def test_a_preselection_that_nobody_confirmed_is_not_sent() -> None:
    optional = single("2", required=False, options=options("A", "B", default="B"))
    form = QuestionForm(asked(single("1"), optional))
    form.choose("1", "red")
    form.settle("1")
    form.review()
    assert form.answers()[1].option_ids == ()


def test_what_must_be_answered_is_named() -> None:
    form = QuestionForm(asked(single("1"), text("2", required=False), text("3")))
    form.choose("1", "red")
    assert form.settle("1")
    assert [q.id for q in form.missing] == ["3"]


@given(st.lists(st.tuples(st.sampled_from("abcdefg"), st.sampled_from("123")), max_size=25))
def test_whatever_is_done_the_answers_are_ones_the_desk_takes(
    steps: list[tuple[str, str]],
) -> None:
    """The form and the desk share their rules, so a complete form is never given back."""
    questions = asked(
        single("1", follow_ups={"red": (multi("1a", min_choices=1),)}),
        multi("2", max_choices=2, required=False),
        text("3", text_format=TextFormat.INTEGER, required=False),
    )
    form = QuestionForm(questions)
    for deed, target in steps:
        shown = form.visible
        question = shown[int(target) % len(shown)]
        match deed:
            case "a" | "b" if question.options:
                option = question.options[0 if deed == "a" else -1].id
                if not form.is_full(question.id):
                    form.choose(question.id, option)
            case "c" if question.allow_other:
                form.write_other(question.id, "own words")
            case "d" if not question.options:
                form.write_text(question.id, target if target != "1" else "no number")
            case "e":
                form.settle(question.id)
            case "f" if not question.required:
                form.skip(question.id)
            case "g" if form.can_review:
                form.review()
            case _:
                form.open(question.id)
    answers = form.answers()
    assert [a.question_id for a in answers] == [q.id for q in form.visible]
    if form.can_review:
        assert check(questions, answers) == answers
