"""A question's rules, once for all surfaces: what gestures do to a question card."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.card.card_view import ButtonKind
from assistant.questions.card.gestures import (
    OTHER,
    Back,
    Cancel,
    ChooseOption,
    CloseWords,
    Confirm,
    Gesture,
    GiveAnswer,
    LetAssistantDecide,
    OpenWords,
    PutOff,
    RefuseAll,
    Reset,
    Review,
    Revise,
    SelectOption,
    Skip,
    StopAsking,
    Submit,
    TakeWords,
    WordsFor,
    WriteWords,
)
from assistant.questions.card.question_card import AnswersGiven, CardEnd, QuestionCard
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Later,
    Method,
    NoneFit,
    Option,
    Provenance,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    YouDecide,
)
from assistant.questions.model.validation import check, check_response, default_draft
from tests.helpers.questions.builders import choice, question_set
from tests.helpers.questions.strategies import question_sets

ONE = question_set()
SEVERAL = choice("A", "B", "C", id="m", kind=QuestionKind.MULTI, header="Features", text="Which?")
SURE = Question(id="s", kind=QuestionKind.BOOLEAN, text="Go on?", header="Start")
NAME = Question(id="n", kind=QuestionKind.TEXT, text="What name?", header="Name")
FORM = question_set(choice(), SEVERAL, SURE, NAME)
PERMISSION = question_set(SURE).model_copy(update={"purpose": Purpose.CONFIRM})
CONFLICT = question_set(SURE).model_copy(update={"purpose": Purpose.CONFLICT})
FIXED = ONE.model_copy(update={"allow_cancel": False})


def card_of(questions: QuestionSet | Question = ONE, draft: Draft | None = None) -> QuestionCard:
    asked = question_set(questions) if isinstance(questions, Question) else questions
    return QuestionCard.begin(asked, draft)


def after(card: QuestionCard, *gestures: Gesture) -> QuestionCard:
    for gesture in gestures:
        card = card.apply(gesture)
    return card


def answers(card: QuestionCard, *gestures: Gesture) -> Sequence[Answer]:
    """Return the answers that the gestures send."""
    ended = after(card, *gestures).ended
    assert isinstance(ended, AnswersGiven)
    return ended.answers


def selected(card: QuestionCard, question_id: str) -> Answer:
    """Return what is selected for a question so far."""
    return card.draft.answers.get(question_id, Answer(question_id=question_id))


def open_question(card: QuestionCard) -> str | None:
    """Return the id of the open question; None in the review."""
    question = card.view().question
    return None if question is None else question.id


def choose(option_id: str, question_id: str = "q1") -> ChooseOption:
    return ChooseOption(question_id=question_id, option_id=option_id)


def select(option_id: str, question_id: str = "m", *, is_on: bool | None = None) -> SelectOption:
    return SelectOption(question_id=question_id, option_id=option_id, is_on=is_on)


def opened(words_for: WordsFor) -> OpenWords:
    return OpenWords(words_for=words_for)


def words(text: str) -> TakeWords:
    return TakeWords(words=text)


def write(question_id: str, words_for: WordsFor, text: str) -> WriteWords:
    return WriteWords(question_id=question_id, words_for=words_for, words=text)


FILL_FORM: Sequence[Gesture] = (
    choose("1"),
    select("1"),
    Confirm(question_id="m"),
    write("n", WordsFor.ANSWER, "Jo"),
    Revise(question_id="n"),
    Confirm(question_id="n"),
    choose("true", "s"),
)
"""Answers `FORM` by buttons alone, so that it ends in the review."""


# One option.


@pytest.mark.parametrize("is_selected_first", [False, True])
def test_a_chosen_option_answers(*, is_selected_first: bool) -> None:
    before = [SelectOption(question_id="q1", option_id="1")] if is_selected_first else []
    assert answers(card_of(), *before, choose("3")) == (
        Answer(question_id="q1", option_ids=("3",)),
    )


def test_a_selected_option_answers_once_it_is_confirmed() -> None:
    marked = after(card_of(), select("2", "q1"), select("3", "q1"))
    assert marked.ended is None
    assert selected(marked, "q1").option_ids == ("3",)
    assert answers(marked, Confirm(question_id="q1"))[0].option_ids == ("3",)


def test_nothing_chosen_is_told_until_something_is() -> None:
    refused = after(card_of(), Confirm(question_id="q1"))
    assert (refused.message, refused.ended) == ("Please choose an option.", None)
    assert not after(refused, select("1", "q1")).message


@pytest.mark.requirement("Q-PRES-08", "Q-PRES-09")
@pytest.mark.parametrize(("option_id", "boolean"), [("true", True), ("false", False)])
def test_yes_and_no_are_rows(option_id: str, boolean: bool) -> None:
    assert [row.id for row in card_of(SURE).view().rows] == ["true", "false"]
    assert answers(card_of(SURE), choose(option_id, "s"))[0].boolean is boolean


@pytest.mark.requirement("Q-PRES-37")
def test_a_preselection_is_shown_and_answers_only_when_it_is_confirmed() -> None:
    options = (Option(id="1", label="A", default=True), Option(id="2", label="B"))
    questions = question_set(SEVERAL.model_copy(update={"options": options}))
    for draft in (None, default_draft(questions)):
        card = card_of(questions, draft)
        assert [row.is_chosen for row in card.view().rows] == [True, False, False]
        assert answers(card, Confirm(question_id="m"))[0].option_ids == ("1",)


def test_a_restored_choice_leaves_one_question_alone_open() -> None:
    draft = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})
    card = card_of(ONE, draft)
    assert open_question(card) == "q1"
    assert answers(card, Confirm(question_id="q1"))[0].option_ids == ("2",)


# Several.


@pytest.mark.requirement("Q-TERM-03")
def test_ticks_are_confirmed_in_the_authors_order() -> None:
    ticked = after(card_of(SEVERAL), select("3"), select("1"), select("2"), select("2"))
    assert answers(ticked, Confirm(question_id="m"))[0].option_ids == ("1", "3")


def test_a_tick_that_names_its_state_does_nothing_twice() -> None:
    ticked = after(card_of(SEVERAL), select("1", is_on=True))
    assert after(ticked, select("1", is_on=True)) == ticked
    assert selected(after(ticked, select("1", is_on=False)), "m").option_ids == ()


@pytest.mark.requirement("Q-TERM-03")
def test_an_option_chosen_among_several_is_taken_alone_or_confirms_the_ticks() -> None:
    assert answers(card_of(SEVERAL), choose("2", "m"))[0].option_ids == ("2",)
    ticked = after(card_of(SEVERAL), select("1"))
    assert answers(ticked, choose("2", "m"))[0].option_ids == ("1",)


def test_no_more_than_the_most_can_be_ticked_and_fewer_than_the_fewest_not_confirmed() -> None:
    most = SEVERAL.model_copy(update={"max_choices": 1})
    full = after(card_of(most), select("1"), select("2"))
    assert full.message == "No more than 1 can be chosen. Take one back first."
    assert selected(full, "m").option_ids == ("1",)
    assert selected(after(full, select("1")), "m").option_ids == ()
    fewest = SEVERAL.model_copy(update={"min_choices": 2})
    few = after(card_of(fewest), select("1"), Confirm(question_id="m"))
    assert few.message
    assert selected(few, "m").option_ids == ("1",)


# Words.


@pytest.mark.requirement("Q-PRES-05", "Q-PRES-33", "Q-PRES-34")
@pytest.mark.parametrize("opening", [choose(OTHER), select(OTHER, "q1"), opened(WordsFor.OTHER)])
def test_own_words_answer(opening: Gesture) -> None:
    card = after(card_of(), opening)
    field = card.view().field
    assert field is not None
    assert (field.words_for, field.prompt) == (WordsFor.OTHER, "Please specify:")
    assert answers(card, words(" bun ")) == (Answer(question_id="q1", other="bun"),)


@pytest.mark.requirement("Q-PRES-33", "Q-PRES-34")
@pytest.mark.parametrize("finish", [words("  "), Confirm(question_id="q1")])
def test_an_open_field_without_words_answers_nothing(finish: Gesture) -> None:
    refused = after(card_of(), select("1", "q1"), opened(WordsFor.OTHER), finish)
    assert refused.ended is None
    assert refused.message == "Please write your own answer or choose an option."
    assert not after(refused, select("2", "q1")).message


def test_an_option_takes_the_place_of_words_that_were_being_written() -> None:
    written = after(card_of(), write("q1", WordsFor.OTHER, "bu"))
    assert selected(written, "q1").other == "bu"
    assert answers(written, choose("1")) == (Answer(question_id="q1", option_ids=("1",)),)


@pytest.mark.parametrize("asked", [choice(), SEVERAL])
def test_words_of_a_field_that_is_left_are_dropped(asked: Question) -> None:
    card = after(card_of(asked), write(asked.id, WordsFor.OTHER, "Figs"), CloseWords())
    assert selected(card, asked.id).is_empty
    assert card.view().field is None


def test_own_words_are_ticked_beside_options_and_then_written() -> None:
    ticked = after(card_of(SEVERAL), select(OTHER), select("1"))
    assert [row.mark for row in ticked.view().rows] == ["☑", "☐", "☐", "☑"]
    asked = after(ticked, Confirm(question_id="m"))
    assert (asked.message, asked.ended) == ("", None)
    assert answers(asked, words("D")) == (Answer(question_id="m", option_ids=("1",), other="D"),)


def test_own_words_beside_ticks_may_be_kept_for_later_ticks() -> None:
    card = after(card_of(SEVERAL), opened(WordsFor.OTHER), TakeWords(words="D", confirms=False))
    assert (card.ended, card.view().field) == (None, None)
    both = answers(card, select("1"), Confirm(question_id="m"))
    assert both == (Answer(question_id="m", option_ids=("1",), other="D"),)


def test_unticking_own_words_takes_them_away() -> None:
    draft = Draft(answers={"m": Answer(question_id="m", option_ids=("1",), other="D")})
    assert selected(after(card_of(question_set(SEVERAL), draft), select(OTHER)), "m") == Answer(
        question_id="m", option_ids=("1",)
    )


def test_a_text_is_what_was_written() -> None:
    assert card_of(NAME).view().field is not None
    assert answers(card_of(NAME), words("Jo\nAnn"))[0].text == "Jo\nAnn"
    assert answers(card_of(NAME), words("/cancel"))[0].text == "/cancel"


def test_a_text_that_breaks_its_rule_is_told_and_kept() -> None:
    short = NAME.model_copy(update={"min_length": 5})
    refused = after(card_of(short), words("abc"))
    assert refused.message
    assert selected(refused, "n").text == "abc"


def test_a_required_text_cannot_be_empty_and_an_optional_one_can() -> None:
    assert after(card_of(NAME), words("")).message == "Please write an answer."
    optional = NAME.model_copy(update={"required": False})
    assert answers(card_of(optional), words(""))[0].is_empty


def test_an_answer_that_was_understood_is_taken_or_told() -> None:
    assert answers(card_of(), GiveAnswer(answer=Answer(question_id="q1", option_ids=("2",))))
    refused = after(card_of(), GiveAnswer(answer=Answer(question_id="q1", option_ids=("9",))))
    assert (refused.ended, bool(refused.message)) == (None, True)


@pytest.mark.parametrize("by_field", [False, True])
def test_a_note_goes_with_whatever_is_answered(*, by_field: bool) -> None:
    noting = (
        [opened(WordsFor.NOTE), words("slowly")]
        if by_field
        else [write("q1", WordsFor.NOTE, "slowly")]
    )
    card = after(card_of(), *noting)
    assert (card.ended, card.view().field) == (None, None)
    assert answers(card, choose("1"))[0].note == "slowly"
    given = GiveAnswer(answer=Answer(question_id="q1", option_ids=("2",)))
    assert answers(card, given)[0].note == "slowly"


# Leaving.


@pytest.mark.parametrize(
    ("gestures", "ended"),
    [
        ([LetAssistantDecide()], LetAssistantDecide()),
        ([PutOff()], PutOff()),
        ([Cancel()], Cancel()),
        ([Cancel(reason="too dear")], Cancel(reason="too dear")),
        ([opened(WordsFor.REASON), words("")], Cancel()),
        ([opened(WordsFor.REASON), words("too dear")], Cancel(reason="too dear")),
        ([RefuseAll(words=" A graph ")], RefuseAll(words="A graph")),
        ([opened(WordsFor.NONE_FIT), words("/dev/null")], RefuseAll(words="/dev/null")),
    ],
)
def test_there_are_ways_to_leave_without_choosing(gestures: list[Gesture], ended: CardEnd) -> None:
    assert after(card_of(), *gestures).ended == ended


@pytest.mark.parametrize("left", [RefuseAll(words=" "), RefuseAll(words="x" * 1001)])
def test_what_would_fit_has_to_be_said_and_not_at_any_length(left: Gesture) -> None:
    refused = after(card_of(), left)
    assert refused.message
    assert refused.ended is None


@pytest.mark.requirement("Q-PRES-39", "Q-FORM-05", "Q-FORM-12")
def test_an_optional_question_can_be_left_out() -> None:
    optional = card_of(choice(required=False))
    assert answers(optional, select("1", "q1"), Skip(question_id="q1"))[0].is_empty
    assert optional.view().button(ButtonKind.SKIP) is not None
    assert card_of().view().button(ButtonKind.SKIP) is None


ALL_WAYS = {"you_decide", "none_fit", "later", "cancel_with_reason", "cancel"}


@pytest.mark.requirement("Q-PRES-31", "Q-TERM-14")
@pytest.mark.parametrize(
    ("questions", "ways"),
    [
        (ONE, {*ALL_WAYS, "note"}),
        (question_set(SURE), {*ALL_WAYS, "note"} - {"none_fit"}),
        (FIXED, {"note", "you_decide", "none_fit", "later"}),
        (PERMISSION, {"cancel_with_reason", "cancel"}),
        (CONFLICT, {"cancel"}),
        (ONE.model_copy(update={"round": 2}), {*ALL_WAYS, "note", "stop_asking"}),
        (question_set(choice(required=False), SURE), {*ALL_WAYS, "note", "skip"}),
    ],
)
def test_the_ways_that_are_offered(questions: QuestionSet, ways: set[str]) -> None:
    view = card_of(questions).view()
    assert {button.kind.value for button in view.ways} == ways
    assert view.is_guarded is (questions.purpose is not Purpose.ASK)


def test_a_permission_says_what_its_own_words_and_leaving_it_mean() -> None:
    rule = Option(id="rule-0", label="Always allow", by_click=True)
    question = choice("Deny", allow_other=True)
    question = question.model_copy(update={"options": (*question.options, rule)})
    asked = question_set(question).model_copy(update={"purpose": Purpose.PERMISSION})
    view = card_of(asked).view()
    assert [(row.caption, row.description) for row in view.rows[-2:]] == [
        ("Always allow", "With the mouse only"),
        ("Deny and say why", "The program reads your words"),
    ]
    (leaving,) = view.ways
    assert (leaving.caption, leaving.gesture) == ("Decide there", Cancel())


@pytest.mark.parametrize(
    ("questions", "gesture", "reason"),
    [
        (FIXED, Cancel(), RefusalReason.NOT_ALLOWED),
        (FIXED, Cancel(reason="too dear"), RefusalReason.NOT_ALLOWED),
        (FIXED, opened(WordsFor.REASON), RefusalReason.NOT_ALLOWED),
        (ONE, StopAsking(), RefusalReason.NOT_ALLOWED),
        (ONE, Skip(question_id="q1"), RefusalReason.NOT_ALLOWED),
        (CONFLICT, LetAssistantDecide(), RefusalReason.NOT_ALLOWED),
        (CONFLICT, PutOff(), RefusalReason.NOT_ALLOWED),
        (CONFLICT, RefuseAll(words="x"), RefusalReason.NOT_ALLOWED),
        (CONFLICT, opened(WordsFor.NONE_FIT), RefusalReason.NOT_ALLOWED),
        (PERMISSION, write("s", WordsFor.NOTE, "x"), RefusalReason.INVALID),
        (ONE, choose("1", "no"), RefusalReason.NOT_FOUND),
        (ONE, choose("9"), RefusalReason.INVALID),
        (ONE, select("9", "q1"), RefusalReason.INVALID),
        (ONE, write("q1", WordsFor.ANSWER, "x"), RefusalReason.INVALID),
        (ONE, words("x"), RefusalReason.INVALID),
        (question_set(NAME), choose("1", "n"), RefusalReason.INVALID),
        (question_set(NAME), write("n", WordsFor.OTHER, "x"), RefusalReason.INVALID),
        (question_set(SURE), choose("maybe", "s"), RefusalReason.INVALID),
        (question_set(SURE), choose(OTHER, "s"), RefusalReason.INVALID),
        (question_set(SURE), select(OTHER, "s"), RefusalReason.INVALID),
    ],
)
def test_what_is_not_offered_is_refused(
    questions: QuestionSet, gesture: Gesture, reason: RefusalReason
) -> None:
    with pytest.raises(AnswerRefused) as refused:
        card_of(questions).apply(gesture)
    assert refused.value.reason is reason


# Forms.


@pytest.mark.requirement("Q-TERM-10", "Q-PRES-36")
def test_questions_come_one_after_the_other_and_end_in_a_review() -> None:
    card, seen = card_of(FORM), [open_question(card_of(FORM))]
    for gesture in (choose("1"), choose("1", "m"), choose("true", "s")):
        card = card.apply(gesture)
        seen.append(open_question(card))
    assert seen == ["q1", "m", "s", "n"]
    card = after(card_of(FORM), *FILL_FORM)
    assert open_question(card) is None
    assert [one.question_id for one in answers(card, Submit())] == ["q1", "m", "s", "n"]


@pytest.mark.requirement("Q-FORM-12")
def test_a_button_that_fills_the_last_gap_does_not_send_the_form() -> None:
    card = after(card_of(question_set(choice(), SURE)), select("1", "q1"), select("true", "s"))
    assert (card.ended, open_question(card)) == (None, None)


@pytest.mark.requirement("Q-FORM-05", "Q-FORM-11", "Q-FORM-12", "Q-PRES-39")
@pytest.mark.parametrize(
    ("last", "gestures"),
    [
        (choice(), [choose(OTHER), words("bun")]),
        (choice(), [GiveAnswer(answer=Answer(question_id="q1", option_ids=("1",)))]),
        (NAME, [words("Jo")]),
        (NAME, [write("n", WordsFor.ANSWER, "Jo"), Confirm(question_id="n", by_words=True)]),
    ],
)
def test_words_that_fill_the_last_gap_send_the_form(
    last: Question, gestures: list[Gesture]
) -> None:
    card = after(card_of(question_set(SURE, last)), choose("true", "s"))
    assert len(answers(card, *gestures)) == 2


def test_words_do_not_send_a_form_that_has_a_gap() -> None:
    card = after(card_of(question_set(choice(), SURE)), choose(OTHER), words("bun"))
    assert (card.ended, open_question(card)) == (None, "s")


@pytest.mark.requirement("Q-FORM-12")
@pytest.mark.parametrize(
    "gestures",
    [
        [choose(OTHER), words("bun")],
        [GiveAnswer(answer=Answer(question_id="q1", other="bun"))],
        [write("q1", WordsFor.OTHER, "bun"), Confirm(question_id="q1", by_words=True)],
    ],
)
def test_an_answer_that_is_changed_to_own_words_is_reviewed_again(gestures: list[Gesture]) -> None:
    review = after(card_of(question_set(choice(), SURE)), choose("1"), choose("true", "s"))
    changed = after(review, Revise(question_id="q1"), *gestures)
    assert (changed.ended, open_question(changed)) == (None, None)
    assert answers(changed, Submit())[0].other == "bun"


def test_an_answer_can_be_changed_in_the_review() -> None:
    review = after(card_of(FORM), *FILL_FORM)
    again = after(review, Revise(question_id="q1"))
    assert open_question(again) == "q1"
    assert [row.id for row in again.view().rows if row.is_chosen] == ["1"]
    assert answers(again, choose("2"), Submit())[0].option_ids == ("2",)


@pytest.mark.requirement("Q-FORM-04", "Q-FORM-05", "Q-PRES-39")
def test_reset_begins_again_with_nothing_chosen() -> None:
    begun = after(card_of(FORM), *FILL_FORM, Reset())
    assert (open_question(begun), begun.draft) == ("q1", Draft())
    assert begun.view().progress.done == 0


def test_back_goes_to_the_question_before_with_its_selection() -> None:
    first = after(card_of(FORM), choose("2"), Back())
    assert open_question(first) == "q1"
    assert selected(first, "q1").option_ids == ("2",)
    assert after(card_of(FORM), Back()).message == "This is the first question."
    assert open_question(after(card_of(FORM), *FILL_FORM, Back())) == "n"


def test_a_question_is_taken_out_of_turn() -> None:
    later = after(card_of(FORM), Revise(question_id="s"))
    assert open_question(later) == "s"
    assert open_question(after(later, choose("true", "s"))) == "q1"


@pytest.mark.requirement("Q-ROUND-06")
def test_follow_ups_come_with_the_option_that_they_hang_on() -> None:
    asks = card_of(choice(follow_ups={"1": (NAME,)}))
    called = after(asks, choose("1"))
    assert open_question(called) == "n"
    assert after(called, Submit()).message == "Still open: Name"
    gone = after(called, Revise(question_id="q1"), choose("2"))
    assert open_question(gone) is None
    with pytest.raises(AnswerRefused):
        gone.apply(write("n", WordsFor.ANSWER, "x"))


@pytest.mark.requirement("Q-FORM-10")
@pytest.mark.parametrize("gesture", [Submit(), Review()])
def test_a_form_is_not_sent_while_a_question_is_open_and_names_it(gesture: Gesture) -> None:
    card = after(card_of(question_set(choice(), SURE)), gesture)
    assert card.message == "Still open: Database, Start"
    assert (card.ended, open_question(card)) == (None, "q1")


def test_a_form_is_reviewed_while_only_optional_questions_are_open() -> None:
    form = question_set(choice(), NAME.model_copy(update={"required": False}))
    assert card_of(form).view().button(ButtonKind.REVIEW) is None
    card = after(card_of(form), choose("1"))
    assert card.view().button(ButtonKind.REVIEW) is not None
    review = after(card, Review())
    assert [summary.text for summary in review.view().summaries] == [
        "✔ Database: PostgreSQL",
        "○ 2. Name  (optional)",
    ]
    assert answers(review, Submit())[1].is_empty


def test_a_single_question_is_never_reviewed() -> None:
    assert after(card_of(choice(required=False)), Review()).view().question is not None
    assert after(card_of(choice(required=False)), Submit()).ended is None


def test_a_gesture_that_another_surface_has_overtaken_changes_nothing() -> None:
    card = after(card_of(question_set(choice(), SURE)), choose("1"))
    assert after(card, Confirm(question_id="q1")) == card
    again = after(card, choose("true", "s"), Revise(question_id="q1"))
    assert after(again, choose("1"), Revise(question_id="q1"), Submit()).ended is None


def test_a_card_that_has_ended_takes_nothing_more() -> None:
    ended = after(card_of(), Cancel())
    assert after(ended, choose("1")) is ended


# What the view says.


def test_the_view_says_where_the_user_is() -> None:
    view = after(card_of(FORM), choose("2")).view()
    assert (view.place, view.progress.done, view.progress.total) == (2, 1, 4)
    assert [(one.text, one.is_open) for one in view.summaries] == [
        ("✔ Database: SQLite", False),
        ("○ 2. Features", True),
        ("○ 3. Start", False),
        ("○ 4. Name", False),
    ]


def test_a_permission_says_what_it_allows() -> None:
    assert [row.caption for row in card_of(PERMISSION).view().rows] == ["Allow", "Do not allow"]


def test_a_long_form_is_shown_in_parts() -> None:
    form = question_set(*(choice(id=f"q{n}") for n in range(1, 9)))
    view = after(card_of(form), *(choose("1", f"q{n}") for n in range(1, 7))).view()
    assert (view.progress.part, view.progress.parts) == (2, 2)
    assert [one.number for one in view.summaries] == [7, 8]


# Selections made elsewhere.


def test_what_was_selected_elsewhere_is_shown() -> None:
    draft = Draft(answers={"m": Answer(question_id="m", option_ids=("2",))})
    card = card_of(SEVERAL).with_draft(draft)
    assert answers(card, Confirm(question_id="m"))[0].option_ids == ("2",)


def test_a_question_that_is_taken_back_elsewhere_leaves_the_review_and_its_field() -> None:
    review = after(card_of(question_set(choice(), SURE)), choose("1"), choose("true", "s"))
    assert open_question(review.with_draft(Draft())) == "q1"
    writing = after(review, Revise(question_id="q1"), opened(WordsFor.OTHER))
    blue = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})
    assert writing.with_draft(blue).view().field is not None
    begun = after(card_of(question_set(choice(), SURE)), opened(WordsFor.OTHER))
    assert begun.with_draft(blue).view().field is None


# Responses.


BY_CLICK = Provenance(
    channel=Channel.DESKTOP, method=Method.CLICK, at=datetime(2026, 1, 2, tzinfo=UTC)
)
BY_VOICE = BY_CLICK.model_copy(update={"method": Method.VOICE})


@pytest.mark.parametrize("by", [BY_CLICK, BY_VOICE])
@pytest.mark.parametrize(
    ("gesture", "kind", "fields", "is_typed"),
    [
        (choose("1"), Answered, {}, False),
        (GiveAnswer(answer=Answer(question_id="q1", other="x")), Answered, {}, True),
        (LetAssistantDecide(), YouDecide, {}, False),
        (RefuseAll(words="x"), NoneFit, {"words": "x"}, True),
        (PutOff(), Later, {}, False),
        (Cancel(), Cancelled, {"text": "", "reason": CancelReason.USER}, False),
        (Cancel(reason="x"), Cancelled, {"text": "x"}, True),
        (StopAsking(), Cancelled, {"reason": CancelReason.EXIT}, False),
    ],
)
def test_each_way_is_a_response_of_its_own_and_words_are_typed(
    by: Provenance, gesture: Gesture, kind: type, fields: dict[str, Any], *, is_typed: bool
) -> None:
    card = after(card_of(ONE.model_copy(update={"round": 2})), gesture)
    response = card.response(by)
    assert isinstance(response, kind)
    assert response.model_dump().items() >= fields.items()
    wanted = Method.TYPED if is_typed and by is BY_CLICK else by.method
    assert response.model_dump()["provenance"]["method"] == wanted


def test_there_is_no_response_before_the_end() -> None:
    with pytest.raises(ValueError, match="not ended"):
        card_of().response(BY_CLICK)


# Whatever is done.


def some_gesture(card: QuestionCard, data: st.DataObject) -> Gesture:
    """Return a gesture, offered or not."""
    view = card.view()
    known = [question.id for question in card.questions.walk()]
    question_id = data.draw(st.sampled_from(known))
    options = [*card.questions.find(question_id).choice_ids, OTHER, "nowhere"]
    option_id = data.draw(st.sampled_from(options))
    text = data.draw(st.sampled_from(["", " ", "7", "own words", "a@b.c", "x" * 1001]))
    words_for = data.draw(st.sampled_from(WordsFor))
    offered = [button.gesture for button in (*view.buttons, *view.ways)]
    offered += [row.choose for row in view.rows] + [row.select for row in view.rows]
    offered += [summary.revise for summary in view.summaries]
    others: list[Gesture] = [
        ChooseOption(question_id=question_id, option_id=option_id),
        SelectOption(question_id=question_id, option_id=option_id),
        Confirm(question_id=question_id, by_words=data.draw(st.booleans())),
        OpenWords(words_for=words_for, question_id=question_id),
        WriteWords(question_id=question_id, words_for=words_for, words=text),
        TakeWords(words=text, confirms=data.draw(st.booleans())),
        GiveAnswer(answer=Answer(question_id=question_id, other=text)),
        *(CloseWords(), Skip(question_id=question_id), Revise(question_id=question_id)),
        *(Back(), Review(), Submit(), RefuseAll(words=text), Cancel(reason=text)),
    ]
    return data.draw(st.sampled_from([*offered, *others]))


@given(question_sets(), st.data())
def test_whatever_is_done_the_card_stays_whole_and_the_desk_takes_its_response(
    questions: QuestionSet, data: st.DataObject
) -> None:
    card, drafts = QuestionCard.begin(questions), [Draft(), default_draft(questions)]
    for _step in range(data.draw(st.integers(1, 12))):
        if data.draw(st.integers(0, 9)) == 0:
            card = card.with_draft(data.draw(st.sampled_from(drafts)))
        gesture, before = some_gesture(card, data), card
        view = before.view()
        offered = {button.gesture for button in (*view.buttons, *view.ways)}
        offered |= {row.choose for row in view.rows} | {row.select for row in view.rows}
        try:
            card = before.apply(gesture)
        except AnswerRefused:
            assert gesture not in offered
            continue
        drafts.append(card.draft)
        if card.ended is not None:
            response = card.response(BY_CLICK)
            assert check_response(questions, response, Channel.DESKTOP) == response
            return
        view = card.view()
        assert (view.question is not None) or card.is_form
        assert {*card.draft.answers} <= {q.id for q in questions.walk()}
        assert QuestionCard.begin(questions, card.draft).draft == card.draft
        if view.question is None:
            sent = after(card, Submit()).ended
            assert isinstance(sent, AnswersGiven)
            assert set(check(questions, sent.answers)) <= set(sent.answers)
