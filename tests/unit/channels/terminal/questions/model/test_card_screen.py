"""Where the pointer goes on a question card, and what keys do there."""

from collections.abc import Callable

import pytest

from assistant.channels.terminal.questions.model.card_screen import (
    CardPanel,
    CardScreen,
    CardStop,
    LookBack,
    Outcome,
)
from assistant.questions.card.card_view import ButtonKind, CardButton, CardRow, CardSummary
from assistant.questions.card.gestures import Cancel, LetAssistantDecide, WordsFor
from assistant.questions.card.question_card import AnswersGiven
from assistant.questions.model.question import (
    Answer,
    Draft,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from assistant.questions.model.round_history import EarlierRound
from tests.helpers.questions.builders import choice, chose, question_set

ONE = question_set()
SEVERAL = question_set(choice("A", "B", "C", id="m", kind=QuestionKind.MULTI, text="Which?"))
SURE = Question(id="s", kind=QuestionKind.BOOLEAN, text="Go on?")
NAME = Question(id="n", kind=QuestionKind.TEXT, text="What name?")
FORM = question_set(choice(), SURE)
PERMISSION = question_set(SURE).model_copy(update={"purpose": Purpose.CONFIRM})

Key = Callable[[CardScreen], Outcome]


def screen_of(questions: QuestionSet = ONE, draft: Draft | None = None) -> CardScreen:
    return CardScreen.begin(questions, draft or Draft())


def after(screen: CardScreen, *keys: Key) -> CardScreen:
    for key in keys:
        outcome = key(screen)
        assert isinstance(outcome, CardScreen)
        screen = outcome
    return screen


def chosen(screen: CardScreen, *keys: Key) -> tuple[str, ...]:
    """Return what the keys answer a single question with."""
    ended = after(screen, *keys).card.ended
    assert isinstance(ended, AnswersGiven)
    return ended.answers[0].choices


def down(at: CardScreen) -> CardScreen:
    return at.move(1)


def enter(at: CardScreen) -> Outcome:
    return at.enter()


def toggle(at: CardScreen) -> CardScreen:
    return at.toggle()


def escape(at: CardScreen) -> CardScreen:
    return at.escape()


def ways(at: CardScreen) -> CardScreen:
    return at.ways()


def mark(place: int) -> Key:
    return lambda at: at.mark(place)


def press(*keys: str) -> Key:
    def pressed(at: CardScreen) -> CardScreen:
        for key in keys:
            at = at.press(key)
        return at

    return pressed


def point(kind: ButtonKind) -> Key:
    """Return what moves the pointer to a button."""

    def moved(at: CardScreen) -> CardScreen:
        kinds = [stop.kind if isinstance(stop, CardButton) else None for stop in at.stops]
        return at.move_to(kinds.index(kind))

    return moved


def pointed(screen: CardScreen) -> CardStop:
    return screen.stops[screen.focus]


# Moving.


@pytest.mark.requirement("Q-TERM-03")
def test_the_pointer_stops_at_both_ends() -> None:
    start = screen_of()
    assert start.move(-1).focus == 0
    last = pointed(start.move(99))
    assert isinstance(last, CardRow)
    assert last.is_other


def test_the_pointer_begins_at_the_first_row_of_each_question_and_at_the_send_button() -> None:
    second = after(screen_of(FORM), down, down, enter)
    assert second.focus == 0
    sent = pointed(after(second, enter))
    assert isinstance(sent, CardButton)
    assert sent.kind is ButtonKind.SUBMIT


def test_the_pointer_stays_when_the_question_does() -> None:
    assert after(screen_of(SEVERAL), down, toggle).focus == 1
    left = after(screen_of(), mark(4), escape)
    assert (left.focus, left.field) == (4, None)


def test_a_move_takes_the_message_away() -> None:
    refused = after(screen_of(), mark(4), lambda at: at.write(""))
    assert refused.view.message
    assert not after(refused, escape, down).view.message


# Enter, Space and numbers.


@pytest.mark.parametrize(
    ("questions", "keys", "options"),
    [
        (ONE, [down, enter], ("2",)),
        (ONE, [mark(2)], ("3",)),
        (ONE, [toggle, enter], ("1",)),
        (SEVERAL, [toggle, down, down, toggle, enter], ("1", "3")),
        (SEVERAL, [down, enter], ("2",)),
        (SEVERAL, [mark(1), mark(0), mark(1), enter], ("1",)),
        (question_set(SURE), [mark(1)], ("false",)),
        (PERMISSION, [mark(0), enter], ("true",)),
        (PERMISSION, [enter], ("false",)),
    ],
)
@pytest.mark.requirement("Q-TERM-03")
def test_keys_answer(questions: QuestionSet, keys: list[Key], options: tuple[str, ...]) -> None:
    assert chosen(screen_of(questions), *keys) == options


@pytest.mark.parametrize("place", [-1, 5, 99])
def test_a_number_without_an_option_does_nothing(place: int) -> None:
    assert screen_of().mark(place) == screen_of()


@pytest.mark.parametrize("start", [screen_of(), screen_of(question_set(NAME))])
def test_space_ticks_only_where_several_may_be_ticked(start: CardScreen) -> None:
    assert start.toggle() == start


@pytest.mark.requirement("Q-PRES-05", "Q-PRES-33", "Q-PRES-34")
@pytest.mark.parametrize("questions", [ONE, SEVERAL])
def test_enter_on_own_words_opens_their_field(questions: QuestionSet) -> None:
    field = after(screen_of(questions), lambda at: at.move(9), enter).field
    assert field is not None
    assert field.words_for is WordsFor.OTHER


MONTHS = question_set(choice(*(f"Month {chr(65 + n)}" for n in range(12))))


def test_a_number_that_goes_on_is_collected_pointed_at_and_taken_back() -> None:
    typed = after(screen_of(MONTHS), press("1"))
    assert (typed.typed, typed.focus, typed.card.ended) == ("1", 0, None)
    assert after(typed, press("2")).focus == 11
    assert chosen(typed, press("2"), lambda at: at.take_typed()) == ("12",)
    assert chosen(typed, enter) == ("1",)
    assert after(typed, escape).typed == after(typed, lambda at: at.erase()).typed == ""
    unknown = after(typed, press("9"))
    assert unknown.view.message == "There are only the options 1 to 12."
    assert after(unknown, enter).card.ended is None


# Lists in place of the question.


def test_the_ways_are_a_list_with_the_look_back_behind_those_of_the_question() -> None:
    past = EarlierRound(questions=ONE, response=chose("1"))
    opened = CardScreen.begin(FORM, Draft(), earlier=[past]).ways()
    assert [stop.kind if isinstance(stop, CardButton) else stop for stop in opened.stops] == [
        ButtonKind.NOTE,
        LookBack(),
        ButtonKind.DECIDE,
        ButtonKind.NONE_FIT,
        ButtonKind.LATER,
        ButtonKind.CANCEL_WITH_REASON,
        ButtonKind.CANCEL,
    ]
    looking = after(opened, down, enter)
    assert (looking.panel, pointed(looking)) == (CardPanel.EARLIER, past)


def test_a_way_is_taken_or_opens_its_field() -> None:
    decided = after(screen_of(), ways, point(ButtonKind.DECIDE), enter)
    assert decided.card.ended == LetAssistantDecide()
    noting = after(screen_of(), ways, point(ButtonKind.NOTE), enter)
    assert noting.field is not None
    noted = after(noting, lambda at: at.write("for now"))
    assert (noted.panel, noted.field, noted.focus) == (CardPanel.QUESTION, None, 0)


@pytest.mark.parametrize("keys", [[ways], [ways, ways], [mark(4)], [ways, enter]])
def test_escape_goes_back_to_the_question_first(keys: list[Key]) -> None:
    back = after(screen_of(), *keys)
    back = back if back.panel is CardPanel.QUESTION and back.field is None else back.escape()
    assert (back.panel, back.field, back.card.ended) == (CardPanel.QUESTION, None, None)
    assert back.escape().card.ended == Cancel()


def test_the_review_has_ways_too_and_they_lead_back_to_it() -> None:
    review = after(screen_of(FORM), mark(0), mark(0))
    assert isinstance(review.stops[0], CardSummary)
    assert after(review, ways, escape).view.is_review
    again = after(review, lambda at: at.move_to(0), enter)
    assert again.view.shown_question.id == "q1"
    assert review.escape().card.ended == Cancel()


def test_escape_does_nothing_where_cancelling_is_not_allowed() -> None:
    fixed = screen_of(ONE.model_copy(update={"allow_cancel": False}))
    assert fixed.escape() == fixed


# Selections made elsewhere.


def test_a_change_elsewhere_leaves_the_pointer_where_it_is_unless_the_question_goes() -> None:
    ticked = Draft(answers={"m": Answer(question_id="m", option_ids=("2",))})
    assert screen_of(SEVERAL).move(2).with_draft(ticked).focus == 2
    assert screen_of(SEVERAL).ways().with_draft(ticked).panel is CardPanel.WAYS
    answered = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})
    moved = screen_of(FORM).move(3).with_draft(answered)
    assert (moved.view.shown_question.id, moved.focus) == ("s", 0)
