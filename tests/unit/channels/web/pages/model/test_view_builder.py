"""What a page shows of a question as it stands."""

from dataclasses import replace

import pytest
from hypothesis import given

from assistant.channels.web.pages.model.page_content import PageContent
from assistant.channels.web.pages.model.view import PageKeys, PageView
from assistant.channels.web.pages.model.view_builder import open_view, settled_view
from assistant.channels.web.pages.model.wording import elsewhere_lines, outcome_lines
from assistant.locale import INTERFACE_LANGUAGES, use_language
from assistant.questions.card.gestures import Confirm
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    Later,
    Markers,
    Method,
    NoneFit,
    Option,
    Purpose,
    Question,
    QuestionSet,
    Response,
    TextFormat,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.round_history import EarlierRound
from tests.helpers.questions.builders import by_click, choice, chose, question_set
from tests.helpers.questions.strategies import question_sets
from tests.helpers.web.page_forms import NAME, SURE, TOPPINGS, form


def content(
    questions: QuestionSet | None = None, draft: Draft | None = None, *earlier: EarlierRound
) -> PageContent:
    return PageContent.of(QuestionCard.begin(questions or question_set(), draft), earlier=earlier)


def shown(questions: QuestionSet, *answers: Answer) -> PageView:
    draft = Draft(answers={answer.question_id: answer for answer in answers})
    return open_view(content(questions, draft), version=1)


@pytest.mark.requirement("Q-PRES-04", "Q-PRES-05")
def test_a_choice_shows_its_options_with_the_way_to_own_words_last() -> None:
    card = shown(question_set()).card
    assert card is not None
    assert [option.label for option in card.options] == ["PostgreSQL", "SQLite", "MySQL", "MongoDB"]
    assert [option.name for option in card.options][:2] == ["user_choice_1", "user_choice_2"]
    assert [option.marker for option in card.options] == ["1", "2", "3", "4"]
    assert card.other is not None
    assert (card.other.description, card.other.marker) == ("Provide custom input", "5")
    assert card.other.name == "custom_input_single"
    assert card.other.label == "✏️ Type your own"


def test_own_words_of_a_permission_deny_it() -> None:
    asked = question_set(choice("Deny", "Allow once", allow_other=True))
    card = shown(asked.model_copy(update={"purpose": Purpose.PERMISSION})).card
    assert card is not None
    assert card.other is not None
    assert (card.other.label, card.other.description) == (
        "Deny and say why",
        "The program reads your words",
    )


@pytest.mark.requirement("Q-PRES-37", "Q-WEB-13")
def test_what_is_recommended_and_what_is_chosen_beforehand_is_marked() -> None:
    options = (Option(id="a", label="A", default=True), Option(id="b", label="B", recommended=True))
    card = shown(question_set(choice().model_copy(update={"options": options}))).card
    assert card is not None
    assert [(one.is_chosen, one.badge) for one in card.options] == [
        (True, ""),
        (False, "(Recommended)"),
    ]


@pytest.mark.requirement("Q-PRES-06", "Q-PRES-07", "Q-PRES-08", "Q-PRES-09")
def test_yes_and_no_are_two_to_choose_from() -> None:
    card = shown(question_set(SURE), Answer(question_id="sure", boolean=False)).card
    assert card is not None
    assert [(one.id, one.label, one.is_chosen) for one in card.options] == [
        ("true", "Yes", False),
        ("false", "No", True),
    ]
    assert card.other is None


@pytest.mark.requirement("Q-PRES-06", "Q-PRES-07", "Q-PRES-08", "Q-PRES-09")
def test_a_text_shows_its_field_its_rule_and_what_was_written() -> None:
    email = NAME.model_copy(update={"text_format": TextFormat.EMAIL})
    card = shown(question_set(email), Answer(question_id="name", text="me@")).card
    assert card is not None
    assert card.field is not None
    assert (card.field.words, card.field.mode, card.field.is_one_line) == ("me@", "email", True)
    assert card.rule == "An e-mail address, such as name@example.org."
    long = shown(question_set(NAME)).card
    assert long is not None
    assert long.field is not None
    assert not long.field.is_one_line


def test_letters_stand_before_options_whose_labels_are_numbers() -> None:
    question = choice("3 players", "4 players").model_copy(update={"markers": Markers.LETTERS})
    card = shown(question_set(question)).card
    assert card is not None
    assert [option.marker for option in card.options] == ["A", "B"]


@pytest.mark.requirement("Q-PRES-06", "Q-PRES-07", "Q-PRES-08", "Q-PRES-09")
def test_several_can_be_ticked_and_no_digit_chooses_one() -> None:
    card = shown(question_set(TOPPINGS)).card
    assert card is not None
    assert not any(option.is_key for option in card.options)
    assert not card.keys


def test_the_page_knows_which_digits_may_go_on() -> None:
    months = choice(*(f"Month {chr(97 + n)}" for n in range(12)))
    card = shown(question_set(months)).card
    assert card is not None
    assert card.keys["1"] == PageKeys(row=0, goes_on=True)
    assert card.keys["12"] == PageKeys(row=11, goes_on=False)
    assert card.keys["13"] == PageKeys(row=12, goes_on=False)
    assert card.range == "There are only the options 1 to 12."


@pytest.mark.requirement("Q-FORM-02", "Q-FORM-03", "Q-FORM-06", "Q-WEB-09")
def test_a_form_shows_the_open_question_between_those_before_and_after_it() -> None:
    view = shown(form(), Answer(question_id="q1", option_ids=("2",)))
    assert [line.text for line in view.lines_before] == ["✔ Database: SQLite"]
    assert view.lines_before[0].name == "edit_choice_form_q1"
    assert view.lines_before[0].button == "🔄 Change"
    assert view.card is not None
    assert view.card.question == "toppings"
    assert view.card.place == "Question 2 of 4"
    assert [option.name for option in view.card.options][0] == "multi_choice_form_toppings_cheese"
    assert view.card.other is not None
    assert view.card.other.name == "custom_input_multi_form_toppings"
    assert [line.text for line in view.lines_after] == ["○ 3. Name", "○ 4. Start"]
    assert view.progress is not None
    assert view.progress.dots == "●○○○ 1/4"
    assert view.progress.words == "1 of 4 answered"
    assert [button.do for button in view.buttons] == ["cancel", "confirm"]


@pytest.mark.requirement("Q-FORM-04", "Q-FORM-05")
def test_sending_and_resetting_appear_when_all_is_answered() -> None:
    view = shown(
        form(choice(), SURE),
        Answer(question_id="q1", option_ids=("2",)),
        Answer(question_id="sure", boolean=True),
    )
    assert view.card is None
    assert view.review is not None
    assert view.review.title == "Review your answers"
    assert [button.name for button in view.buttons] == [
        "reset_form_form",
        "cancel",
        "submit_form_form",
    ]
    assert len(view.lines_before) == 2


@pytest.mark.requirement("Q-FORM-07", "Q-FORM-08")
def test_a_long_form_is_shown_in_parts_of_six() -> None:
    questions = tuple(choice(id=f"q{n}") for n in range(1, 14))
    view = shown(question_set(*questions))
    assert view.progress is not None
    assert view.progress.part == "Part 1 of 3"
    assert len(view.lines_before) + 1 + len(view.lines_after) == 6


@pytest.mark.requirement("Q-WEB-14")
def test_there_is_no_way_to_cancel_what_may_not_be_cancelled() -> None:
    view = shown(question_set().model_copy(update={"allow_cancel": False}))
    assert "cancel" not in [button.do for button in view.buttons]
    assert "esc cancel" not in view.hint
    assert view.keys["option"]["escape"] == "ignore"
    assert shown(question_set()).keys["option"]["escape"] == "cancel"


@pytest.mark.requirement("Q-PRES-39")
@pytest.mark.parametrize(
    ("questions", "expected"),
    [
        (question_set(), ["you_decide", "none_fit", "later", "cancel_with_reason"]),
        (question_set(NAME), ["you_decide", "later", "cancel_with_reason"]),
        (
            question_set(NAME.model_copy(update={"required": False})),
            ["you_decide", "later", "skip", "cancel_with_reason"],
        ),
        (
            question_set().model_copy(update={"round": 2}),
            ["you_decide", "none_fit", "later", "stop_asking", "cancel_with_reason"],
        ),
        (question_set(SURE).model_copy(update={"purpose": Purpose.CONFLICT}), []),
    ],
)
def test_the_ways_not_to_answer_are_those_the_question_has(
    questions: QuestionSet, expected: list[str]
) -> None:
    assert [button.do for button in shown(questions).ways_out] == expected


@pytest.mark.requirement(
    "Q-PRES-27", "Q-PRES-28", "Q-PRES-29", "Q-PRES-30", "Q-PRES-31", "Q-PRES-32"
)
def test_keys_mean_what_they_mean_everywhere() -> None:
    single, multi = shown(question_set()), shown(question_set(TOPPINGS))
    assert single.keys["option"]["enter"] == "choose"
    assert single.keys["option"]["space"] == "ignore"
    assert multi.keys["option"]["space"] == "toggle"
    assert multi.keys["option"]["enter"] == "choose_and_confirm"
    ticked = shown(question_set(TOPPINGS), Answer(question_id="toppings", option_ids=("basil",)))
    assert ticked.keys["option"]["enter"] == "confirm"
    assert "space toggle" in multi.hint
    assert "space toggle" not in single.hint


@pytest.mark.requirement("Q-PRES-17", "Q-WEB-10")
def test_earlier_rounds_are_there_to_look_at() -> None:
    before = EarlierRound(questions=question_set(), response=chose("2"))
    questions = question_set(id="set2").model_copy(update={"round": 2, "total_rounds": 3})
    view = open_view(content(questions, None, before), version=1)
    assert view.rounds is not None
    assert view.rounds.title == "Earlier rounds (1)"
    (past,) = view.rounds.rounds
    assert "   ● 2. SQLite" in past.texts.splitlines()
    assert "   ○ 1. PostgreSQL" in past.texts.splitlines()
    assert past.outcome == ("✔ Database: SQLite",)
    assert view.card is not None
    assert view.card.place == "Round 2/3"


def test_the_offer_to_answer_several_at_once_names_them_all() -> None:
    similar = (question_set(choice(header="Cache"), id="set2"),)
    view = open_view(replace(content(), similar=similar), version=1)
    assert view.similar is not None
    assert view.similar.names == ("Database", "Cache")
    assert view.similar.label == "Apply to all 2 similar questions"


@pytest.mark.requirement("Q-PRES-21")
def test_what_is_wrong_is_said_once_for_each_time() -> None:
    once = content()
    once = once.with_card(once.card.apply(Confirm(question_id="q1")))
    first = open_view(once, version=1).message
    twice = once.with_card(once.card.apply(Confirm(question_id="q1")))
    second = open_view(twice, version=2).message
    assert first is not None
    assert second is not None
    assert (first.text, first.number, second.number) == ("Please choose an option.", 1, 2)


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (chose("1"), ["✔ Database: PostgreSQL"]),
        (YouDecide(provenance=by_click()), ["You left the choice to the assistant."]),
        (NoneFit(words="a list", provenance=by_click()), ["None of these: a list"]),
        (Later(provenance=by_click()), ["Put off until later."]),
        (Cancelled(), ["Cancelled."]),
        (TimedOut(after_s=3), ["⚠ Timed out", "Nobody answered in time. Nothing was chosen."]),
    ],
)
def test_each_end_has_its_words(response: Response, expected: list[str]) -> None:
    assert outcome_lines(question_set(), response) == expected


def test_a_default_of_a_time_out_bears_another_mark() -> None:
    provenance = by_click().model_copy(update={"method": Method.TIMEOUT_DEFAULT})
    response = chose("1").model_copy(update={"provenance": provenance})
    lines = outcome_lines(question_set(), response)
    assert lines[0] == "⏱ Database: PostgreSQL"
    assert lines[1] == "Nobody answered in time; these defaults were taken."


def test_an_answer_from_elsewhere_says_where_it_was_given() -> None:
    assert elsewhere_lines(question_set(), chose("1"), Channel.TERMINAL) == [
        "Answered in the terminal:",
        "✔ Database: PostgreSQL",
    ]
    assert elsewhere_lines(question_set(), Cancelled(), Channel.DESKTOP) == [
        "Cancelled. (in the window)"
    ]
    assert elsewhere_lines(question_set(), Cancelled(), None) == ["Cancelled."]


@given(question_sets())
def test_every_question_can_be_shown(questions: QuestionSet) -> None:
    for language in INTERFACE_LANGUAGES:
        use_language(language)
        view = shown(questions)
        assert PageView.model_validate_json(view.model_dump_json()) == view
        names = [option.name for option in view.card.options] if view.card is not None else []
        names += [button.name for button in (*view.buttons, *view.ways_out)]
        assert len(set(names)) == len(names)
    use_language("en")


def test_the_end_shows_the_outcome_and_no_way_to_act() -> None:
    answered = chose("1")
    assert isinstance(answered, Answered)
    lines = outcome_lines(question_set(), answered)
    view = settled_view(content(), lines, version=4, tone="success")
    assert (view.phase, view.outcome) == ("settled", ("✔ Database: PostgreSQL",))
    assert (view.card, view.buttons, view.ways_out, dict(view.keys)) == (None, (), (), {})


@pytest.mark.requirement("Q-PRES-35")
def test_a_question_of_one_question_has_no_place() -> None:
    card = shown(question_set(Question(id="x", kind=NAME.kind, text="What?"))).card
    assert card is not None
    assert (card.place, card.header) == ("", "")
