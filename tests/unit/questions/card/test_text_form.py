"""What typed lines do to a question card; the rules of answering are tested at the card."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.card.gestures import (
    Cancel,
    Gesture,
    GiveAnswer,
    LetAssistantDecide,
    PutOff,
    RefuseAll,
)
from assistant.questions.card.question_card import AnswersGiven
from assistant.questions.card.text_form import TextForm, is_command
from assistant.questions.model.question import (
    Answer,
    Draft,
    Option,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    TextFormat,
)
from assistant.questions.model.validation import check, default_draft
from tests.helpers.questions.builders import choice, question_set

DATABASE = choice("PostgreSQL", "SQLite", "MongoDB")
NAME = Question(id="name", kind=QuestionKind.TEXT, text="What name?")
EXTRAS = choice("Tests", "Docs", id="extras", kind=QuestionKind.MULTI, header=None, required=False)


def begin(*questions: Question, **draft: Answer) -> TextForm:
    asked = QuestionSet(id="s", questions=questions)
    return TextForm.begin(asked, Draft(answers=dict(draft)) if draft else default_draft(asked))


def typing(listing: TextForm, *lines: str) -> TextForm:
    """Type lines; each of them is taken."""
    for line in lines:
        listing = listing.take(line)
        assert not listing.card.message
    return listing


def answers(listing: TextForm, *lines: str) -> tuple[Answer, ...]:
    ended = typing(listing, *lines).card.ended
    assert isinstance(ended, AnswersGiven)
    return ended.answers


def why(listing: TextForm, line: str) -> str:
    """Return why a line is no answer; it changes nothing."""
    after = listing.take(line)
    assert (after.card.ended, after.draft, after.at) == (None, listing.draft, listing.at)
    return after.card.message


# One question after the other.


def test_questions_are_answered_one_after_the_other_and_the_last_sends_them() -> None:
    second = typing(begin(DATABASE, EXTRAS, NAME), "2번")
    assert (second.at, second.lines()[0]) == ("extras", "Question 2 of 3")
    assert answers(second, "1, 2", "Parley") == (
        Answer(question_id="q1", option_ids=("2",)),
        Answer(question_id="extras", option_ids=("1", "2")),
        Answer(question_id="name", text="Parley"),
    )


@pytest.mark.parametrize(
    ("question", "line", "wanted"),
    [
        (DATABASE.model_copy(update={"allow_other": False}), "DuckDB", "That is not one of the"),
        (DATABASE, "7", "There are only the options 1 to 3."),
        (DATABASE, "/skip", "This question needs an answer."),
        (DATABASE, "  ", "This question needs an answer."),
        (DATABASE, "/back", "This is the first question."),
        (DATABASE, "/note", "Write the remark after /note."),
        (DATABASE, "/none", "Write after /none what would fit."),
        (DATABASE, "/other  ", "Please write your own answer or choose an option."),
        (EXTRAS.model_copy(update={"allow_other": False}), "/other x", "Please choose one of the"),
        (NAME, "/usr/bin", "There is no command /usr/bin."),
        (NAME, "/Postgres", "There is no command /Postgres."),
        (NAME, "/", "There is no command /."),
        (NAME.model_copy(update={"text_format": TextFormat.INTEGER}), "many", "whole number"),
        (choice(kind=QuestionKind.MULTI).model_copy(update={"max_choices": 3}), "all", "at most 3"),
    ],
)
def test_a_line_that_is_no_answer_says_why_and_changes_nothing(
    question: Question, line: str, wanted: str
) -> None:
    assert wanted in why(begin(question), line)


def test_back_asks_the_question_before_again_with_what_was_selected() -> None:
    first = typing(begin(DATABASE, NAME), "2", "/back")
    assert first.at == "q1"
    assert any(line.startswith("Selected: 2. SQLite") for line in first.lines())
    assert [a.option_ids for a in answers(first, "", "Parley")] == [("2",), ()]


def test_an_optional_question_is_skipped_with_what_was_pre_selected() -> None:
    preselected = EXTRAS.model_copy(
        update={"options": (Option(id="1", label="Tests", default=True),)}
    )
    assert answers(begin(EXTRAS), "") == (Answer(question_id="extras"),)
    assert answers(begin(preselected), "/skip") == (Answer(question_id="extras"),)
    for keep in ("", "/keep"):
        kept = answers(begin(preselected), keep)
        assert kept == (Answer(question_id="extras", option_ids=("1",)),)


def test_what_is_pre_selected_is_asked_all_the_same() -> None:
    preselected = DATABASE.model_copy(
        update={"options": (Option(id="1", label="PostgreSQL", default=True),)}
    )
    listing = begin(preselected, NAME)
    assert (listing.at, listing.take("").at) == ("q1", "name")


def test_a_note_stays_with_the_answer_whichever_comes_first() -> None:
    noted = typing(begin(DATABASE), "/note cheap to run")
    assert (noted.at, answers(noted, "2")[0].note) == ("q1", "cheap to run")
    given = answers(begin(DATABASE, NAME), "2", "/back", "/note why", "", "Parley")
    assert given[0] == Answer(question_id="q1", option_ids=("2",), note="why")


def test_words_after_other_are_taken_as_they_are() -> None:
    assert answers(begin(DATABASE), "/other 7") == (Answer(question_id="q1", other="7"),)
    assert answers(begin(NAME), "/other /usr") == (Answer(question_id="name", text="/usr"),)


def test_a_doubtful_line_is_confirmed_by_a_yes_and_forgotten_after_another_line() -> None:
    extras = choice("Tests", "Docs", "Lint", kind=QuestionKind.MULTI, allow_other=False)
    doubted = begin(extras).take("all but docs, and more")
    assert doubted.card.message.startswith("Did you mean")
    assert isinstance(doubted.doubt, GiveAnswer)
    assert answers(doubted, "yes") == (doubted.doubt.answer,)
    assert doubted.take("/help").doubt is None


# Not answering.


@pytest.mark.parametrize(
    ("typed", "ended"),
    [
        ("/decide", LetAssistantDecide()),
        ("/later", PutOff()),
        ("/cancel", Cancel()),
        ("/cancel too dear", Cancel(reason="too dear")),
        ("/CANCEL too dear", Cancel(reason="too dear")),
        ("cancel because it is too dear", Cancel(reason="it is too dear")),
        ("you decide", LetAssistantDecide()),
        ("ask me later", PutOff()),
        ("/none too dear", RefuseAll(words="too dear")),
    ],
)
def test_there_are_four_ways_not_to_answer(typed: str, ended: Gesture) -> None:
    assert begin(DATABASE).take(typed).card.ended == ended


def test_a_question_that_cannot_be_cancelled_is_not() -> None:
    listing = TextForm.begin(question_set().model_copy(update={"allow_cancel": False}), Draft())
    assert why(listing, "/cancel") == "This question cannot be cancelled."
    assert "/cancel" not in listing.ways()


@pytest.mark.parametrize("typed", ["/decide", "/later", "/none of them", "/none"])
@pytest.mark.parametrize("purpose", [Purpose.CONFIRM, Purpose.END_SESSION, Purpose.CONFLICT])
def test_a_confirmation_needs_an_answer(typed: str, purpose: Purpose) -> None:
    listing = TextForm.begin(question_set().model_copy(update={"purpose": purpose}), Draft())
    assert why(listing, typed) == "This needs a yes or a no."


def test_help_lists_what_may_be_typed_here() -> None:
    commands = [line.split()[0] for line in why(begin(DATABASE), "/help").splitlines()]
    assert commands == ["/other", "/note", "/decide", "/none", "/later", "/cancel"]
    following = typing(begin(DATABASE, EXTRAS), "1").ways()
    assert following.startswith("/back  ")
    assert "/skip" in following


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("/skip", True),
        (" /NOTE x", True),
        ("／later", True),
        ("／ＣＡＮＣＥＬ\u3000x", True),
        ("/usr", False),
        ("2", False),
        ("", False),
    ],
)
def test_commands_are_told_from_other_lines(typed: str, expected: bool) -> None:
    assert is_command(typed) is expected


# Selections made elsewhere.


def test_it_begins_at_the_first_question_that_is_open_still() -> None:
    chosen = Answer(question_id="q1", option_ids=("2",))
    assert begin(DATABASE, NAME, q1=chosen).at == "name"
    assert begin(DATABASE, NAME, name=Answer(question_id="name", text="x")).at == "q1"


def test_if_everything_is_selected_the_last_question_is_asked_again() -> None:
    chosen = Answer(question_id="q1", option_ids=("2",))
    assert answers(begin(DATABASE, q1=chosen), "/keep") == (chosen,)
    named = Answer(question_id="name", text="x")
    both = begin(DATABASE, NAME, q1=chosen, name=named)
    assert (both.at, answers(both, "/keep")) == ("name", (chosen, named))


def test_a_selection_made_elsewhere_does_not_move_what_is_being_asked() -> None:
    elsewhere = Draft(answers={"q1": Answer(question_id="q1", option_ids=("3",))})
    moved = begin(DATABASE, NAME).with_draft(elsewhere)
    assert moved.at == "q1"
    assert any("3. MongoDB" in line for line in moved.lines() if line.startswith("Selected"))


def test_a_follow_up_that_is_dropped_elsewhere_is_not_asked_on() -> None:
    parent = DATABASE.model_copy(update={"follow_ups": {"2": (NAME,)}})
    follow_up = typing(begin(parent, EXTRAS), "2")
    elsewhere = Draft(answers={"q1": Answer(question_id="q1", option_ids=("1",))})
    assert (follow_up.at, follow_up.with_draft(elsewhere).at) == ("name", "extras")


def test_questions_answered_elsewhere_are_not_asked_again() -> None:
    elsewhere = Draft(answers={"extras": Answer(question_id="extras", option_ids=("1",))})
    assert typing(begin(DATABASE, EXTRAS, NAME).with_draft(elsewhere), "1").at == "name"


def test_what_is_selected_elsewhere_and_cannot_be_sent_is_asked_after_all() -> None:
    two = choice(id="two", kind=QuestionKind.MULTI).model_copy(update={"min_choices": 2})
    asked = typing(begin(DATABASE, two, two=Answer(question_id="two", option_ids=("1",))), "2")
    assert asked.at == "two"
    assert why(asked, "/keep")
    assert [a.option_ids for a in answers(asked, "1, 2")] == [("2",), ("1", "2")]


def test_an_answer_that_is_spoilt_elsewhere_is_asked_again() -> None:
    last = typing(begin(DATABASE, NAME, EXTRAS), "2", "Parley")
    spoilt = last.draft.answers | {"name": Answer(question_id="name")}
    assert typing(last.with_draft(Draft(answers=spoilt)), "1").at == "name"


def test_the_list_is_a_value() -> None:
    listing = begin(DATABASE, NAME)
    before = replace(listing)
    for line in ("2", "/note x"):
        listing.take(line)
    assert listing == before


SELECTED = st.one_of(
    st.builds(
        Answer, question_id=st.just("q"), option_ids=st.sampled_from([(), ("1",), ("1", "2")])
    ),
    st.builds(Answer, question_id=st.just("q"), text=st.sampled_from(["", "x", "7"])),
    st.builds(Answer, question_id=st.just("q"), boolean=st.booleans()),
)
LINES = st.sampled_from(
    ["", "1", "2", "9", "1, 2", "all", "x", "7", "yes", "/skip", "/back", "/keep", "/note n", "/x"]
)


@given(
    st.lists(st.one_of(LINES, st.dictionaries(st.sampled_from("abcd"), SELECTED)), max_size=12),
)
def test_whatever_is_typed_here_and_selected_elsewhere_what_comes_out_can_be_sent(
    happenings: list[str | dict[str, Answer]],
) -> None:
    asked = question_set(
        choice(id="a", follow_ups={"2": (choice("Y", "N", id="d"),)}),
        choice(id="b", kind=QuestionKind.MULTI).model_copy(update={"min_choices": 2}),
        NAME.model_copy(update={"id": "c", "text_format": TextFormat.INTEGER, "required": False}),
    )
    listing = TextForm.begin(asked, Draft())
    for happening in happenings:
        if isinstance(happening, dict):
            elsewhere = {
                id: answer.model_copy(update={"question_id": id})
                for id, answer in happening.items()
            }
            listing = listing.with_draft(Draft(answers=listing.draft.answers | elsewhere))
        else:
            listing = listing.take(happening)
            if isinstance(listing.card.ended, AnswersGiven):
                assert check(asked, listing.card.ended.answers) == listing.card.ended.answers
                return
        assert listing.lines()
