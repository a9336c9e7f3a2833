import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.form.form_state import FormState
from assistant.questions.model.question import (
    FALSE,
    TRUE,
    Answer,
    Dependency,
    Draft,
    Option,
    Question,
    TextFormat,
)
from assistant.questions.model.validation import check, default_draft
from tests.unit.channels.desktop.conversation.samples import (
    asked,
    boolean,
    multi,
    options,
    single,
    text,
)

FOLLOWED = single("parent", follow_ups={"red": (text("child"),), "blue": (multi("other"),)})


def test_words_replace_a_choice_of_one_and_join_a_choice_of_several() -> None:
    form = FormState.begin(asked(single(), multi()))
    form = form.choose("q", "red")
    form = form.write_other("q", " purple ")
    form = form.choose("m", "basil")
    form = form.write_other("m", "ham")
    assert form.answer("q") == Answer(question_id="q", other="purple")
    assert form.answer("m") == Answer(question_id="m", option_ids=("basil",), other="ham")
    form = form.choose("q", "red")
    assert form.answer("q").other is None


def test_a_choice_that_is_not_offered_is_refused() -> None:
    form = FormState.begin(asked(single(), boolean()))
    with pytest.raises(KeyError):
        form.choose("q", "mauve")
    with pytest.raises(KeyError):
        form.choose("b", "maybe")


def test_a_required_question_cannot_be_settled_empty() -> None:
    form = FormState.begin(asked(text()))
    form = form.write_text("n", "  ")
    assert form.settle("n") == form
    form = form.write_text("n", " Ada ")
    form = form.settle("n")
    assert form.is_settled("n")
    assert form.answers() == (Answer(question_id="n", text="Ada"),)


@pytest.mark.requirement("Q-ROUND-01", "Q-ROUND-02", "Q-ROUND-07")
def test_follow_ups_stand_after_their_parent_and_go_with_its_choice() -> None:
    form = FormState.begin(asked(FOLLOWED, text("last")))
    assert [q.id for q in form.visible] == ["parent", "last"]
    form = form.choose("parent", "red")
    form = form.write_text("child", "words")
    form = form.settle("child")
    assert form.is_settled("child")
    assert [q.id for q in form.visible] == ["parent", "child", "last"]
    form = form.choose("parent", "blue")
    assert [q.id for q in form.visible] == ["parent", "other", "last"]
    form = form.choose("parent", "red")
    assert form.answer("child").is_empty
    assert not form.is_settled("child")


def test_a_draft_comes_back_with_the_selections_made() -> None:
    questions = asked(single("1"), multi("2"), text("3"))
    form = FormState.begin(questions)
    form = form.choose("1", "red")
    form = form.settle("1")
    form = form.choose("2", "basil")
    form = form.write_text("3", "half a na")
    restored = FormState.begin(questions, Draft.model_validate_json(form.draft.model_dump_json()))
    assert [restored.answer(id) for id in "123"] == [form.answer(id) for id in "123"]
    assert restored.answer("3").text == "half a na"
    assert restored.is_settled("1")
    assert not restored.is_settled("2")
    assert not restored.is_settled("3")


# Defaults, rules, notes.


def test_texts_and_yes_or_no_start_from_their_defaults() -> None:
    form = FormState.begin(asked(text(default_text="Ada"), boolean(default_boolean=False)))
    assert form.answer("n").text == "Ada"
    assert form.choices("b") == (FALSE,)
    assert form.settled_count == 0


def test_the_draft_a_question_starts_from_settles_nothing() -> None:
    questions = asked(single("1", options=options("A", "B", default="B")), single("2"))
    form = FormState.begin(questions, default_draft(questions))
    assert form.choices("1") == ("b",)
    assert form.settled_count == 0
    chosen = Draft(answers={"1": Answer(question_id="1", option_ids=("a",))})
    assert FormState.begin(questions, chosen).settled_count == 1


def test_of_two_defaults_of_one_choice_the_first_is_selected() -> None:
    both = tuple(Option(id=id, label=id, default=True) for id in "ab")
    assert FormState.begin(asked(single(options=both))).choices("q") == ("a",)


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
    form = FormState.begin(asked(question))
    form = form.write_text("n", wrong)
    assert form.problem("n")
    assert form.settle("n") == form
    form = form.write_text("n", right)
    assert form.problem("n") == ""
    form = form.settle("n")
    assert form.is_settled("n")
    assert form.answers()[0].text == right


def test_a_note_stays_beside_the_answer_whatever_is_chosen() -> None:
    form = FormState.begin(asked(single(), text(), boolean()))
    for question_id in ("q", "n", "b"):
        form = form.write_note(question_id, " because ")
    form = form.choose("q", "red")
    form = form.choose("q", "blue")
    form = form.write_text("n", "Ada")
    form = form.choose("b", TRUE)
    assert [form.answer(id).note for id in "qnb"] == ["because"] * 3
    form = form.write_note("q", "  ")
    assert form.answer("q").note is None


# Follow-ups and conditions.


def test_follow_ups_hang_on_yes_and_no_too() -> None:
    asks = boolean(follow_ups={"true": (text("why"),)})
    form = FormState.begin(asked(asks))
    form = form.choose("b", TRUE)
    assert [q.id for q in form.visible] == ["b", "why"]
    form = form.choose("b", FALSE)
    assert [q.id for q in form.visible] == ["b"]


@pytest.mark.requirement("Q-ROUND-03", "Q-ROUND-04")
def test_follow_ups_nest_and_those_of_every_tick_show() -> None:
    deep = multi(
        "top",
        follow_ups={
            "cheese": (single("mid", follow_ups={"red": (text("low"),)}),),
            "basil": (text("side"),),
        },
    )
    form = FormState.begin(asked(deep))
    assert [q.id for q in form.visible] == ["top"]
    form = form.choose("top", "basil")
    form = form.choose("top", "cheese")
    form = form.choose("mid", "red")
    assert [q.id for q in form.visible] == ["top", "mid", "low", "side"]
    form = form.write_text("low", "words")
    form = form.choose("top", "cheese")
    assert [q.id for q in form.visible] == ["top", "side"]
    assert form.draft.answers.keys() == {"top"}


def test_a_question_with_a_condition_shows_only_while_it_holds() -> None:
    needs = Dependency(question_id="1", option_ids=("red",))
    form = FormState.begin(asked(single("1"), text("2", depends_on=needs), text("3")))
    assert [q.id for q in form.visible] == ["1", "3"]
    form = form.choose("1", "red")
    assert [q.id for q in form.visible] == ["1", "2", "3"]


# Parts, order, review.


@pytest.mark.requirement("Q-FORM-07", "Q-FORM-08")
@pytest.mark.parametrize(("count", "parts"), [(1, [1]), (6, [6]), (7, [6, 1]), (13, [6, 6, 1])])
def test_long_forms_come_in_parts_of_six(count: int, parts: list[int]) -> None:
    form = FormState.begin(asked(*(single(f"q{n}") for n in range(count))))
    assert [len(page) for page in form.pages] == parts


def test_the_part_is_that_of_the_open_question() -> None:
    ids = [f"q{n}" for n in range(13)]
    form = FormState.begin(asked(*(single(id) for id in ids)))
    seen: list[int] = []
    for id in ids:
        seen.append(form.page)
        form = form.choose(id, "red")
        form = form.settle(id)
        assert form.is_settled(id)
    assert seen == [0] * 6 + [1] * 6 + [2]
    assert form.current is None
    assert [answer.question_id for answer in form.answers()] == ids
    form = form.open("q7")
    assert form.page == 1


def test_a_form_can_be_reviewed_when_only_optional_questions_are_open() -> None:
    form = FormState.begin(asked(single("1"), text("2", required=False), text("3", required=False)))
    with pytest.raises(ValueError, match="required"):
        form.review()
    form = form.choose("1", "red")
    form = form.settle("1")
    assert form.is_settled("1")
    form = form.write_text("3", "filled in, not confirmed")
    form = form.review()
    assert form.current is None
    assert [form.is_settled(id) for id in "123"] == [True, False, True]
    assert form.answers()[1] == Answer(question_id="2")
    form = form.open("1")
    form = form.choose("1", "blue")
    form = form.settle("1")
    assert form.is_settled("1")
    assert form.current is None


def test_a_preselection_that_nobody_confirmed_is_not_sent() -> None:
    optional = single("2", required=False, options=options("A", "B", default="B"))
    form = FormState.begin(asked(single("1"), optional))
    form = form.choose("1", "red")
    form = form.settle("1")
    form = form.review()
    assert form.answers()[1].option_ids == ()


# What is chosen elsewhere.


def draft(*answers: Answer) -> Draft:
    return Draft(answers={answer.question_id: answer for answer in answers})


@pytest.mark.parametrize(
    "elsewhere",
    [
        pytest.param(Draft(), id="reset"),
        pytest.param(draft(Answer(question_id="1", option_ids=("red",))), id="one taken back"),
        pytest.param(
            draft(
                Answer(question_id="1", option_ids=("red",)),
                Answer(question_id="2"),
            ),
            id="no tick left",
        ),
    ],
)
@pytest.mark.requirement("Q-FORM-05", "Q-FORM-10")
def test_what_was_taken_back_elsewhere_is_open_again(elsewhere: Draft) -> None:
    form = FormState.begin(asked(single("1"), multi("2")))
    form = form.choose("1", "red").settle("1").choose("2", "basil").settle("2")
    assert form.current is None
    for shown in (form.with_draft(elsewhere), form.follow(elsewhere)):
        assert shown.answer("2").is_empty
        assert [question.id for question in shown.missing][-1] == "2"
        assert shown.draft == elsewhere


def test_what_elsewhere_leaves_empty_or_too_little_is_open_again() -> None:
    """An optional question is taken without an answer, and one of two ticks is an answer."""
    form = FormState.begin(
        asked(single("1"), multi("2", required=False), multi("3", min_choices=2))
    )
    form = form.choose("1", "red").settle("1").choose("2", "basil").settle("2")
    form = form.choose("3", "basil").choose("3", "olives").settle("3")
    assert form.current is None
    red, basil, both = (
        Answer(question_id="1", option_ids=("red",)),
        Answer(question_id="2", option_ids=("basil",)),
        Answer(question_id="3", option_ids=("olives", "basil")),
    )
    assert form.with_draft(draft(red, basil, both)).current is None
    for elsewhere, is_open in (
        (draft(red, both), "2"),
        (draft(red, basil), "3"),
        (draft(red, basil, both.model_copy(update={"option_ids": ("olives",)})), "3"),
    ):
        assert not form.with_draft(elsewhere).is_settled(is_open)
        assert not form.follow(elsewhere).is_settled(is_open)


def test_half_done_ticks_of_elsewhere_are_confirmed_here() -> None:
    form = FormState.begin(asked(single("1"), multi("2"), single("3")))
    red, basil = (
        Answer(question_id="1", option_ids=("red",)),
        Answer(question_id="2", option_ids=("basil",)),
    )
    shown = form.with_draft(draft(red, basil))
    assert shown.current is not None
    assert shown.current.id == "2"
    confirmed = shown.settle("2").with_draft(draft(red, basil.model_copy(update={"note": "fresh"})))
    assert confirmed.is_settled("2")


# Whatever is done.

EVERYTHING = asked(
    single("1", follow_ups={"red": (multi("1a", min_choices=1),), "blue": (text("1b"),)}),
    multi("2", max_choices=2, required=False),
    text("3", text_format=TextFormat.INTEGER, required=False),
    boolean("4", required=False, default_boolean=True),
    text("5", depends_on=Dependency(question_id="4", option_ids=(TRUE,)), default_text="Ada"),
    single("6", required=False, options=options("A", "B", default="B")),
)
DEEDS = (
    *("choose", "choose", "other", "text", "note", "settle", "settle", "skip", "open"),
    *("review", "reset", "with_draft", "follow"),
)


def after(form: FormState, deed: str, place: int, draft: Draft) -> FormState:
    """Return what a gesture, or a draft from another channel, makes of a form."""
    question = form.visible[place % len(form.visible)]
    choices = question.choice_ids
    match deed:
        case "choose" if choices and not form.is_full(question.id):
            return form.choose(question.id, choices[place % len(choices)])
        case "other" if question.allow_other:
            return form.write_other(question.id, "own words")
        case "text" if not choices:
            return form.write_text(question.id, ["", "7", "no number"][place % 3])
        case "note":
            return form.write_note(question.id, "because")
        case "skip" if not question.required:
            return form.skip(question.id)
        case "open":
            return form.open(question.id)
        case "review" if form.can_review:
            return form.review()
        case "reset":
            return form.reset()
        case "with_draft":
            return form.with_draft(draft)
        case "follow":
            return form.follow(draft)
        case _:
            return form.settle(question.id)


@given(st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 8)), max_size=12))
def test_whatever_is_done_the_form_stays_whole_and_its_answers_are_taken(
    steps: list[tuple[str, int]],
) -> None:
    """The form and the desk share their rules, so a complete form is never given back.

    The desk leaves out what hangs on a pre-selection that nobody confirmed.
    """
    form = FormState.begin(EVERYTHING)
    drafts = [Draft(), default_draft(EVERYTHING)]
    for deed, place in steps:
        form = after(form, deed, place, drafts[place % len(drafts)])
        drafts.append(form.draft)
        shown = [question.id for question in form.visible]
        assert {*form.draft.answers, *form.settled} <= set(shown)
        assert [answer.question_id for answer in form.answers()] == shown
        assert form.can_review if form.current is None else form.current.id in shown
        assert form.follow(form.draft) == form
        for other in drafts:
            assert form.with_draft(other).draft == form.follow(other).draft
        assert FormState.begin(EVERYTHING, form.draft).visible == form.visible
    if form.can_review:
        assert set(check(EVERYTHING, form.answers())) <= set(form.answers())
