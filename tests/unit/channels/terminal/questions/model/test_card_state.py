"""What gestures do to a question set."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from assistant.channels.terminal.questions.model.card_rows import CardRowKind
from assistant.channels.terminal.questions.model.card_state import (
    CardMode,
    CardState,
    Outcome,
)
from assistant.questions.form.text_form import FormComplete, FormExit, FormLeft
from assistant.questions.model.question import (
    Answer,
    Draft,
    Option,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from assistant.questions.model.validation import default_draft
from tests.helpers.questions.builders import choice, question_set

ONE = question_set()
SEVERAL = choice("A", "B", "C", id="m", kind=QuestionKind.MULTI, header="Features", text="Which?")
SURE = Question(id="s", kind=QuestionKind.BOOLEAN, text="Go on?")
NAME = Question(id="n", kind=QuestionKind.TEXT, text="What name?")
FORM = question_set(choice(), SEVERAL, SURE, NAME)

Gesture = Callable[[CardState], Outcome]


def asking(questions: QuestionSet = ONE, draft: Draft | None = None) -> CardState:
    return CardState.begin(questions, draft or Draft())


def after(start: CardState, *gestures: Gesture) -> CardState:
    """Return where the gestures lead; none of them ends it."""
    for gesture in gestures:
        outcome = gesture(start)
        assert isinstance(outcome, CardState)
        start = outcome
    return start


def ended(start: CardState, *gestures: Gesture) -> FormComplete | FormLeft:
    """Return what the last of the gestures ends it with."""
    outcome = gestures[-1](after(start, *gestures[:-1]))
    assert isinstance(outcome, FormComplete | FormLeft)
    return outcome


def answers(start: CardState, *gestures: Gesture) -> Sequence[Answer]:
    step = ended(start, *gestures)
    assert isinstance(step, FormComplete)
    return step.answers


def down(at: CardState) -> CardState:
    return at.move(1)


def enter(at: CardState) -> Outcome:
    return at.enter()


def toggle(at: CardState) -> CardState:
    return at.toggle()


def mark(place: int) -> Gesture:
    return lambda at: at.mark(place)


def write(words: str) -> Gesture:
    return lambda at: at.write(words)


# Moving.


@pytest.mark.requirement("Q-TERM-03")
def test_the_pointer_stops_at_both_ends() -> None:
    start = asking()
    assert start.move(-1).focus == 0
    assert start.move(99).focus == len(start.rows) - 1
    assert start.rows[-1].kind is CardRowKind.OTHER


def test_the_pointer_begins_at_the_first_option_of_each_question() -> None:
    assert after(asking(FORM), down, down, enter).focus == 0


# One choice.


def test_enter_answers_with_the_option_under_the_pointer() -> None:
    assert answers(asking(), down, enter) == (Answer(question_id="q1", option_ids=("2",)),)


@pytest.mark.requirement("Q-TERM-03")
def test_a_number_answers_at_once() -> None:
    assert answers(asking(), mark(2)) == (Answer(question_id="q1", option_ids=("3",)),)


@pytest.mark.parametrize("place", [-1, 5, 99])
def test_a_number_without_an_option_does_nothing(place: int) -> None:
    assert asking().mark(place) == asking()


@pytest.mark.requirement("Q-TERM-03")
def test_space_does_nothing_where_one_is_chosen() -> None:
    assert asking().toggle() == asking()


@pytest.mark.requirement("Q-PRES-05", "Q-PRES-33", "Q-PRES-34")
def test_other_opens_a_field_and_its_words_answer() -> None:
    opened = after(asking(), mark(4))
    assert opened.mode is CardMode.OTHER
    assert answers(opened, write(" bun ")) == (Answer(question_id="q1", other="bun"),)


@pytest.mark.requirement("Q-PRES-05", "Q-PRES-33", "Q-PRES-34")
def test_words_that_are_none_leave_the_question_open() -> None:
    refused = after(asking(), mark(4), write("  "))
    assert refused.mode is CardMode.OTHER
    assert refused.message
    assert not after(refused, lambda at: at.returned(), down).message


def test_an_option_takes_the_place_of_words_that_were_being_typed() -> None:
    typed = after(asking(), mark(4), lambda at: at.draft_of("bu"), lambda at: at.escape())
    assert typed.selected.other == "bu"
    assert answers(typed, mark(0)) == (Answer(question_id="q1", option_ids=("1",)),)


# Several.


@pytest.mark.requirement("Q-TERM-03")
def test_enter_confirms_what_is_ticked() -> None:
    start = asking(question_set(SEVERAL))
    chosen = answers(start, toggle, down, down, toggle, enter)
    assert chosen == (Answer(question_id="m", option_ids=("1", "3")),)


@pytest.mark.requirement("Q-TERM-03")
def test_enter_with_nothing_ticked_takes_the_option_under_the_pointer() -> None:
    assert answers(asking(question_set(SEVERAL)), down, enter)[0].option_ids == ("2",)


@pytest.mark.requirement("Q-PRES-05", "Q-PRES-33", "Q-PRES-34")
def test_enter_on_other_with_nothing_ticked_opens_the_field() -> None:
    assert after(asking(question_set(SEVERAL)), lambda at: at.move(9), enter).mode is CardMode.OTHER


def test_a_number_ticks_and_unticks() -> None:
    start = asking(question_set(SEVERAL))
    assert after(start, mark(1)).selected.option_ids == ("2",)
    assert after(start, mark(1), mark(1)).selected.option_ids == ()


def test_other_may_be_ticked_among_others() -> None:
    start = asking(question_set(SEVERAL))
    ticked = after(start, mark(3), mark(0))
    assert ticked.wants_other
    opened = after(ticked, enter)
    assert opened.mode is CardMode.OTHER
    assert answers(opened, write("D")) == (Answer(question_id="m", option_ids=("1",), other="D"),)


def test_unticking_other_takes_its_words_away() -> None:
    draft = Draft(answers={"m": Answer(question_id="m", option_ids=("1",), other="D")})
    start = asking(question_set(SEVERAL), draft).move(3)
    assert start.toggle().selected == Answer(question_id="m", option_ids=("1",))


@pytest.mark.requirement("Q-PRES-20", "Q-PRES-21")
def test_a_rule_that_is_broken_is_told_and_the_question_stays() -> None:
    question = SEVERAL.model_copy(update={"min_choices": 2})
    refused = after(asking(question_set(question)), toggle, enter)
    assert refused.message
    assert refused.selected.option_ids == ("1",)


def test_defaults_are_selected_from_the_start() -> None:
    options = (Option(id="1", label="A", default=True), Option(id="2", label="B"))
    question = SEVERAL.model_copy(update={"options": options})
    questions = question_set(question)
    assert answers(asking(questions, default_draft(questions)), enter)[0].option_ids == ("1",)


# Yes or no, and words.


@pytest.mark.requirement("Q-PRES-08", "Q-PRES-09")
@pytest.mark.parametrize(("place", "boolean"), [(0, True), (1, False)])
def test_yes_and_no_are_rows(place: int, boolean: bool) -> None:
    assert answers(asking(question_set(SURE)), mark(place))[0].boolean is boolean


def test_a_permission_begins_at_no_and_a_number_only_goes_there() -> None:
    questions = question_set(SURE).model_copy(update={"purpose": Purpose.CONFIRM})
    start = asking(questions)
    assert start.rows[start.focus].kind is CardRowKind.NO
    moved = after(start, mark(0))
    assert answers(moved, enter)[0].boolean is True


def test_a_text_is_what_was_written() -> None:
    assert answers(asking(question_set(NAME)), write("Jo\nAnn"))[0].text == "Jo\nAnn"


def test_a_required_text_cannot_be_empty_and_an_optional_one_can() -> None:
    assert after(asking(question_set(NAME)), write("")).message
    optional = NAME.model_copy(update={"required": False})
    assert answers(asking(question_set(optional)), write(""))[0].is_empty


def test_a_text_that_begins_with_a_slash_is_no_command() -> None:
    assert answers(asking(question_set(NAME)), write("/cancel"))[0].text == "/cancel"


# Leaving.


def test_escape_cancels() -> None:
    assert ended(asking(), lambda at: at.escape()) == FormLeft(way=FormExit.CANCEL)


@pytest.mark.requirement("Q-PRES-31", "Q-TERM-14")
def test_escape_does_nothing_where_cancelling_is_not_allowed() -> None:
    questions = ONE.model_copy(update={"allow_cancel": False})
    assert asking(questions).escape() == asking(questions)
    assert CardRowKind.CANCEL not in {row.kind for row in asking(questions).ways().rows}


@pytest.mark.parametrize(
    "opened", [CardMode.OTHER, CardMode.WAYS, CardMode.NOTE, CardMode.NONE_FIT, CardMode.REASON]
)
def test_escape_goes_back_to_the_options_first(opened: CardMode) -> None:
    assert after(replace(asking(), mode=opened), lambda at: at.escape()).mode is CardMode.CHOOSING


def way(kind: CardRowKind) -> list[Gesture]:
    """Return the gestures that take this way."""

    def point(at: CardState) -> CardState:
        kinds = [row.kind for row in at.rows]
        return at.move_to(kinds.index(kind))

    return [lambda at: at.ways(), point, enter]


@pytest.mark.parametrize(
    ("kind", "step"),
    [
        (CardRowKind.DECIDE, FormLeft(way=FormExit.DECIDE)),
        (CardRowKind.LATER, FormLeft(way=FormExit.LATER)),
        (CardRowKind.CANCEL, FormLeft(way=FormExit.CANCEL)),
    ],
)
def test_there_are_ways_to_leave_without_choosing(kind: CardRowKind, step: FormLeft) -> None:
    assert ended(asking(), *way(kind)) == step


def test_none_of_these_takes_words() -> None:
    opened = after(asking(), *way(CardRowKind.NONE_FIT))
    assert opened.mode is CardMode.NONE_FIT
    assert after(opened, write("")).message
    assert ended(opened, write("A graph")) == FormLeft(way=FormExit.NONE_FIT, words="A graph")


@pytest.mark.parametrize("why", ["", "too dear"])
def test_a_cancel_may_say_why(why: str) -> None:
    opened = after(asking(), *way(CardRowKind.CANCEL_WITH_REASON))
    assert opened.mode is CardMode.REASON
    assert ended(opened, write(why)) == FormLeft(way=FormExit.CANCEL, words=why)


def test_a_remark_goes_with_the_answer() -> None:
    noted = after(asking(), *way(CardRowKind.NOTE), write("for now"))
    assert noted.mode is CardMode.CHOOSING
    assert answers(noted, mark(0))[0].note == "for now"


@pytest.mark.requirement("Q-FORM-05", "Q-FORM-12", "Q-PRES-39")
def test_an_optional_question_can_be_left_out() -> None:
    optional = question_set(choice(required=False))
    assert answers(asking(optional), *way(CardRowKind.SKIP))[0].is_empty
    assert CardRowKind.SKIP not in {row.kind for row in asking().ways().rows}


def test_a_permission_is_left_by_yes_no_or_cancel_alone() -> None:
    questions = question_set(SURE).model_copy(update={"purpose": Purpose.CONFIRM})
    assert {row.kind for row in asking(questions).ways().rows} == {
        CardRowKind.NOTE,
        CardRowKind.CANCEL_WITH_REASON,
        CardRowKind.CANCEL,
    }


# Forms.


@pytest.mark.requirement("Q-TERM-10")
def test_questions_come_one_after_the_other_and_end_in_a_review() -> None:
    review = after(asking(FORM), mark(0), toggle, enter, mark(0), write("Jo"))
    assert review.mode is CardMode.REVIEW
    assert review.rows[review.focus].kind is CardRowKind.SUBMIT
    assert [a.question_id for a in answers(review, enter)] == ["q1", "m", "s", "n"]


def test_an_answer_can_be_changed_in_the_review() -> None:
    review = after(asking(FORM), mark(0), toggle, enter, mark(0), write("Jo"))
    again = after(review, lambda at: at.move_to(0), enter)
    assert again.question.id == "q1"
    back = after(again, mark(1))
    assert back.mode is CardMode.REVIEW
    assert answers(back, enter)[0].option_ids == ("2",)


@pytest.mark.requirement("Q-FORM-05", "Q-FORM-12", "Q-PRES-39")
def test_reset_begins_again_with_nothing_chosen() -> None:
    review = after(asking(FORM), mark(0), toggle, enter, mark(0), write("Jo"))
    begun = after(review, down, enter)
    assert begun.question.id == "q1"
    assert begun.form.draft == Draft()


def test_back_goes_to_the_question_before_with_its_selection() -> None:
    second = after(asking(FORM), mark(1))
    first = second.back()
    assert first.question.id == "q1"
    assert first.selected.option_ids == ("2",)
    assert asking(FORM).back().message


@pytest.mark.requirement("Q-FORM-05", "Q-FORM-12", "Q-PRES-39")
def test_words_of_their_own_that_fill_the_last_gap_are_sent_at_once() -> None:
    form = question_set(SURE, choice())
    last = after(asking(form), mark(0), mark(4))
    assert [a.question_id for a in answers(last, write("bun"))] == ["s", "q1"]


def test_changing_an_answer_to_words_of_their_own_is_reviewed_again() -> None:
    form = question_set(choice(), SURE)
    review = after(asking(form), mark(0), mark(0))
    changed = after(review, lambda at: at.move_to(0), enter, mark(4), write("bun"))
    assert changed.mode is CardMode.REVIEW


def test_a_follow_up_comes_right_after_its_parent() -> None:
    parent = choice(follow_ups={"1": (NAME,)})
    assert after(asking(question_set(parent)), mark(0)).question.id == "n"


def test_escape_in_the_review_cancels_all_of_it() -> None:
    review = after(asking(question_set(SURE, NAME)), mark(0), write("Jo"))
    assert ended(review, lambda at: at.escape()) == FormLeft(way=FormExit.CANCEL)


def test_the_ways_of_the_review_lead_back_to_it() -> None:
    review = after(asking(question_set(SURE, NAME)), mark(0), write("Jo"))
    assert after(review, lambda at: at.ways(), lambda at: at.escape()).mode is CardMode.REVIEW


# Selections made elsewhere.


def test_what_was_selected_elsewhere_is_shown() -> None:
    draft = Draft(answers={"m": Answer(question_id="m", option_ids=("2",))})
    changed = asking(question_set(SEVERAL)).with_draft(draft)
    assert changed.selected.option_ids == ("2",)


def test_a_change_elsewhere_reopens_the_review() -> None:
    form = question_set(SURE, NAME)
    review = after(asking(form), mark(0), write("Jo"))
    draft = Draft(answers=review.form.draft.answers | {"n": Answer(question_id="n", text="Al")})
    assert review.with_draft(draft).mode is not CardMode.REVIEW
