"""Questions as plain text, and the dialogue under them."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.locale import use_language
from assistant.questions.form.text_form import (
    FormComplete,
    FormExit,
    FormLeft,
    LineAccepted,
    LineRejected,
    TextForm,
    TextFormStep,
    describe,
    describe_question,
    is_command,
    response_to,
)
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Dependency,
    Draft,
    Later,
    Markers,
    NoneFit,
    Option,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    TextFormat,
    YouDecide,
)
from assistant.questions.model.validation import check, default_draft
from tests.helpers.questions.builders import by_click, choice, question_set

DATABASE = Question(
    id="q1",
    kind=QuestionKind.SINGLE,
    header="Database",
    text="Which database should we use?",
    context="For the new service.",
    options=(
        Option(id="1", label="PostgreSQL", description="Relational", recommended=True),
        Option(id="2", label="SQLite", description="A file"),
        Option(id="3", label="MongoDB"),
    ),
    allow_other=True,
)
NAME = Question(id="name", kind=QuestionKind.TEXT, text="What name?")
EXTRAS = choice("Tests", "Docs", id="extras", kind=QuestionKind.MULTI, header=None, required=False)


def begin(*questions: Question, **draft: Answer) -> TextForm:
    asked = QuestionSet(id="s", questions=questions)
    return TextForm.begin(asked, Draft(answers=dict(draft)) if draft else default_draft(asked))


def typing(listing: TextForm, *lines: str) -> TextFormStep:
    """Type lines; all but the last must lead on to another question."""
    *before, last = lines
    for line in before:
        step = listing.take(line)
        assert isinstance(step, LineAccepted), step
        listing = step.list
    return listing.take(last)


def answers(step: TextFormStep) -> tuple[Answer, ...]:
    assert isinstance(step, FormComplete), step
    return step.answers


# What is shown.


@pytest.fixture
def in_korean() -> Iterator[None]:
    use_language("ko")
    yield
    use_language("en")


@pytest.mark.requirement("Q-TEXT-01")
def test_the_list_is_question_context_options_and_instruction(in_korean: None) -> None:
    question = Question(
        id="1",
        kind=QuestionKind.SINGLE,
        text="어떤 방식으로 진행할까요?",
        context="빌드가 느려요.",
        options=(
            Option(id="1", label="캐시", description="가장 빠름"),
            Option(id="2", label="병렬화"),
        ),
    )
    assert describe_question(question) == (
        "어떤 방식으로 진행할까요?",
        "빌드가 느려요.",
        "1. 캐시 - 가장 빠름",
        "2. 병렬화",
        "번호로 응답해 주세요",
    )
    assert describe(QuestionSet(id="s", questions=(question,))) == (
        "어떤 방식으로 진행할까요?\n빌드가 느려요.\n1. 캐시 - 가장 빠름\n2. 병렬화\n번호로 응답해 주세요"
    )


@pytest.mark.requirement("Q-TEXT-02")
def test_every_question_of_a_set_is_listed_and_numbered_by_itself() -> None:
    asked = QuestionSet(id="s", questions=(DATABASE, EXTRAS, NAME), title="Set-up")
    assert describe(asked) == "\n".join(
        [
            "Set-up",
            "",
            "[Database] Question 1 of 3",
            "Which database should we use?",
            "For the new service.",
            "1. PostgreSQL (Recommended) - Relational",
            "2. SQLite - A file",
            "3. MongoDB",
            "4. Other - Provide custom input",
            "Please reply with the number",
            "",
            "Question 2 of 3",
            "Which database should we use for this project? (optional: /skip)",
            "1. Tests",
            "2. Docs",
            "3. Other - Provide custom input",
            "Please reply with the numbers, such as 1, 3",
            "",
            "Question 3 of 3",
            "What name?",
            "Please type your answer",
        ]
    )


def test_one_question_shows_no_progress() -> None:
    assert not any("Question 1" in line for line in describe_question(DATABASE))
    assert "Question 1 of 2" in "\n".join(describe_question(DATABASE, total=2))


def test_places_are_letters_where_the_question_says_so() -> None:
    question = DATABASE.model_copy(update={"markers": Markers.LETTERS})
    lines = describe_question(question)
    assert "B. SQLite - A file" in lines
    assert lines[-2] == "D. Other - Provide custom input"
    assert lines[-1] == "Please reply with the letter"
    lines = describe_question(question.model_copy(update={"kind": QuestionKind.MULTI}))
    assert lines[-1] == "Please reply with the letters, such as A, C"


def test_a_yes_or_no_question_says_how_to_reply() -> None:
    sure = Question(id="q", kind=QuestionKind.BOOLEAN, text="Go on?")
    assert describe_question(sure) == ("Go on?", "Please reply with yes or no")
    yes = Answer(question_id="q", boolean=True)
    assert describe_question(sure, yes)[1].startswith("Selected: Yes (")


def test_long_labels_and_descriptions_are_not_cut() -> None:
    label, description = "L" * 256, "d" * 1000
    option = Option(id="1", label=label, description=description)
    question = DATABASE.model_copy(update={"options": (option,)})
    assert f"1. {label} - {description}" in describe_question(question)


def test_what_is_selected_is_shown() -> None:
    selected = Answer(question_id="q1", option_ids=("2",), other="and Redis")
    lines = describe_question(DATABASE, selected)
    assert "Selected: 2. SQLite, and Redis (an empty line or /keep keeps it)" in lines


# One question after the other.


def test_a_single_question_is_complete_with_its_answer() -> None:
    assert answers(begin(DATABASE).take("2")) == (Answer(question_id="q1", option_ids=("2",)),)


def test_questions_are_answered_one_after_the_other() -> None:
    listing = begin(DATABASE, EXTRAS, NAME)
    step = listing.take("2번")
    assert isinstance(step, LineAccepted)
    assert step.list.at == "extras"
    assert step.list.lines()[0] == "Question 2 of 3"
    assert answers(typing(step.list, "1, 2", "Parley")) == (
        Answer(question_id="q1", option_ids=("2",)),
        Answer(question_id="extras", option_ids=("1", "2")),
        Answer(question_id="name", text="Parley"),
    )


def test_a_line_that_is_no_answer_says_why_and_changes_nothing() -> None:
    listing = begin(DATABASE.model_copy(update={"allow_other": False}))
    assert listing.take("DuckDB") == LineRejected(why="That is not one of the answers.")
    assert listing.take("7") == LineRejected(why="There are only the options 1 to 3.")


def test_a_follow_up_is_asked_when_its_option_is_chosen_and_dropped_when_not() -> None:
    parent = DATABASE.model_copy(update={"follow_ups": {"2": (NAME,)}})
    given = answers(typing(begin(parent, EXTRAS), "2", "data.db", "/skip"))
    assert [a.question_id for a in given] == ["q1", "name", "extras"]
    given = answers(typing(begin(parent, EXTRAS), "2", "data.db", "/back", "/back", "1", "/skip"))
    assert [a.question_id for a in given] == ["q1", "extras"]


def test_a_question_with_a_condition_is_asked_only_while_it_holds() -> None:
    dependent = NAME.model_copy(
        update={"depends_on": Dependency(question_id="q1", option_ids=("2",))}
    )
    assert [a.question_id for a in answers(typing(begin(DATABASE, dependent), "1"))] == ["q1"]
    given = answers(typing(begin(DATABASE, dependent), "2", "x"))
    assert [a.question_id for a in given] == ["q1", "name"]


def test_back_asks_the_question_before_again_with_what_was_selected() -> None:
    step = typing(begin(DATABASE, NAME), "2", "/back")
    assert isinstance(step, LineAccepted)
    assert step.list.at == "q1"
    assert any(line.startswith("Selected: 2. SQLite") for line in step.list.lines())
    assert [a.option_ids for a in answers(typing(step.list, "", "Parley"))] == [("2",), ()]
    assert begin(DATABASE).take("/back") == LineRejected(why="This is the first question.")


def test_only_an_optional_question_can_be_skipped() -> None:
    assert answers(begin(EXTRAS).take("/skip")) == (Answer(question_id="extras"),)
    assert answers(begin(EXTRAS).take("")) == (Answer(question_id="extras"),)
    refused = LineRejected(why="This question needs an answer.")
    assert begin(DATABASE).take("/skip") == refused
    assert begin(DATABASE).take("  ") == refused


def test_skipping_leaves_what_was_pre_selected_out() -> None:
    preselected = EXTRAS.model_copy(
        update={"options": (Option(id="1", label="Tests", default=True),)}
    )
    assert answers(begin(preselected).take("/skip")) == (Answer(question_id="extras"),)
    for keep in ("", "/keep"):
        kept = answers(begin(preselected).take(keep))
        assert kept == (Answer(question_id="extras", option_ids=("1",)),)


def test_what_is_pre_selected_is_asked_all_the_same() -> None:
    preselected = DATABASE.model_copy(
        update={"options": (Option(id="1", label="PostgreSQL", default=True),)}
    )
    listing = begin(preselected, NAME)
    assert listing.at == "q1"
    step = listing.take("")
    assert isinstance(step, LineAccepted)
    assert step.list.at == "name"


def test_a_note_stays_with_the_answer_whichever_comes_first() -> None:
    step = begin(DATABASE).take("/note cheap to run")
    assert isinstance(step, LineAccepted)
    assert step.list.at == "q1"
    assert answers(step.list.take("2")) == (
        Answer(question_id="q1", option_ids=("2",), note="cheap to run"),
    )
    given = answers(typing(begin(DATABASE, NAME), "2", "/back", "/note why", "", "Parley"))
    assert given[0] == Answer(question_id="q1", option_ids=("2",), note="why")
    assert isinstance(begin(DATABASE).take("/note"), LineRejected)


def test_words_after_other_are_taken_as_they_are() -> None:
    assert answers(begin(DATABASE).take("/other 7")) == (Answer(question_id="q1", other="7"),)
    assert answers(begin(NAME).take("/other /usr")) == (Answer(question_id="name", text="/usr"),)
    assert isinstance(
        begin(EXTRAS.model_copy(update={"allow_other": False})).take("/other x"), LineRejected
    )


def test_empty_words_of_ones_own_are_no_answer() -> None:
    assert begin(DATABASE).take("/other  ") == LineRejected(
        why="Please write your own answer or choose an option."
    )


@pytest.mark.parametrize("typed", ["/usr/bin", "/Postgres", "/"])
def test_a_line_that_begins_with_a_slash_is_never_an_answer(typed: str) -> None:
    step = begin(NAME).take(typed)
    assert isinstance(step, LineRejected)
    assert "/other" in step.why


def test_a_text_has_to_fit_its_format() -> None:
    number = NAME.model_copy(update={"text_format": TextFormat.INTEGER, "maximum": 10.0})
    assert isinstance(begin(number).take("many"), LineRejected)
    assert isinstance(begin(number).take("11"), LineRejected)
    assert answers(begin(number).take("7")) == (Answer(question_id="name", text="7"),)


def test_too_many_or_too_few_choices_are_told() -> None:
    two = choice(kind=QuestionKind.MULTI).model_copy(update={"min_choices": 2, "max_choices": 3})
    assert isinstance(begin(two).take("1"), LineRejected)
    assert isinstance(begin(two).take("all"), LineRejected)
    assert answers(begin(two).take("1, 2"))[0].option_ids == ("1", "2")


# Not answering.


@pytest.mark.parametrize(
    ("typed", "left", "response"),
    [
        ("/decide", FormLeft(way=FormExit.DECIDE), YouDecide(provenance=by_click())),
        ("/later", FormLeft(way=FormExit.LATER), Later(provenance=by_click())),
        ("/cancel", FormLeft(way=FormExit.CANCEL), Cancelled(provenance=by_click())),
        (
            "/cancel too dear",
            FormLeft(way=FormExit.CANCEL, words="too dear"),
            Cancelled(text="too dear", provenance=by_click()),
        ),
        (
            "/none too dear",
            FormLeft(way=FormExit.NONE_FIT, words="too dear"),
            NoneFit(words="too dear", provenance=by_click()),
        ),
    ],
)
def test_there_are_four_ways_not_to_answer(typed: str, left: FormLeft, response: object) -> None:
    assert begin(DATABASE).take(typed) == left
    assert begin(DATABASE).take(typed.upper().replace("TOO DEAR", "too dear")) == left
    assert response_to(left, by_click()) == response


def test_a_cancel_in_words_may_say_why() -> None:
    step = begin(DATABASE).take("cancel because it is too dear")
    assert step == FormLeft(way=FormExit.CANCEL, words="it is too dear")


def test_none_of_these_needs_words() -> None:
    assert begin(DATABASE).take("/none") == LineRejected(why="Write after /none what would fit.")


def test_a_question_that_cannot_be_cancelled_is_not() -> None:
    listing = TextForm.begin(question_set().model_copy(update={"allow_cancel": False}), Draft())
    assert listing.take("/cancel") == LineRejected(why="This question cannot be cancelled.")
    assert "/cancel" not in listing.ways()


@pytest.mark.parametrize("typed", ["/decide", "/later", "/none of them"])
@pytest.mark.parametrize("purpose", [Purpose.CONFIRM, Purpose.END_SESSION, Purpose.CONFLICT])
def test_a_confirmation_needs_an_answer(typed: str, purpose: Purpose) -> None:
    listing = TextForm.begin(question_set().model_copy(update={"purpose": purpose}), Draft())
    assert listing.take(typed) == LineRejected(why="This needs a yes or a no.")


def test_help_lists_what_may_be_typed_here() -> None:
    step = begin(DATABASE).take("/help")
    assert isinstance(step, LineRejected)
    commands = [line.split()[0] for line in step.why.splitlines()]
    assert commands == ["/other", "/note", "/decide", "/none", "/later", "/cancel"]
    following = typing(begin(DATABASE, EXTRAS), "1")
    assert isinstance(following, LineAccepted)
    assert following.list.ways().startswith("/back  ")
    assert "/skip" in following.list.ways()


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("/skip", True), (" /NOTE x", True), ("/usr", False), ("2", False), ("", False)],
)
def test_commands_are_told_from_other_lines(typed: str, expected: bool) -> None:
    assert is_command(typed) is expected


def test_answers_become_a_response() -> None:
    step = begin(DATABASE).take("1")
    assert isinstance(step, FormComplete)
    assert response_to(step, by_click()) == Answered(
        answers=(Answer(question_id="q1", option_ids=("1",)),), provenance=by_click()
    )


# Selections made elsewhere.


def test_it_begins_at_the_first_question_that_is_open_still() -> None:
    chosen = Answer(question_id="q1", option_ids=("2",))
    assert begin(DATABASE, NAME, q1=chosen).at == "name"
    assert begin(DATABASE, NAME, name=Answer(question_id="name", text="x")).at == "q1"


def test_if_everything_is_selected_the_last_question_is_asked_again() -> None:
    chosen = Answer(question_id="q1", option_ids=("2",))
    listing = begin(DATABASE, q1=chosen)
    assert listing.at == "q1"
    assert answers(listing.take("/keep")) == (chosen,)


def test_a_selection_made_elsewhere_does_not_move_what_is_being_asked() -> None:
    listing = begin(DATABASE, NAME)
    elsewhere = Draft(answers={"q1": Answer(question_id="q1", option_ids=("3",))})
    moved = listing.with_draft(elsewhere)
    assert moved.at == "q1"
    assert any("3. MongoDB" in line for line in moved.lines() if line.startswith("Selected"))


def test_a_follow_up_that_is_dropped_elsewhere_is_not_asked_on() -> None:
    parent = DATABASE.model_copy(update={"follow_ups": {"2": (NAME,)}})
    step = begin(parent, EXTRAS).take("2")
    assert isinstance(step, LineAccepted)
    assert step.list.at == "name"
    elsewhere = Draft(answers={"q1": Answer(question_id="q1", option_ids=("1",))})
    assert step.list.with_draft(elsewhere).at == "extras"


def test_questions_answered_elsewhere_are_not_asked_again() -> None:
    listing = begin(DATABASE, EXTRAS, NAME)
    elsewhere = Draft(answers={"extras": Answer(question_id="extras", option_ids=("1",))})
    step = listing.with_draft(elsewhere).take("1")
    assert isinstance(step, LineAccepted)
    assert step.list.at == "name"


def test_the_list_is_a_value() -> None:
    listing = begin(DATABASE, NAME)
    before = replace(listing)
    listing.take("2")
    listing.take("/note x")
    assert listing == before


def test_what_is_selected_elsewhere_and_cannot_be_sent_is_asked_after_all() -> None:
    two = choice(id="two", kind=QuestionKind.MULTI).model_copy(update={"min_choices": 2})
    one = Answer(question_id="two", option_ids=("1",))
    listing = begin(DATABASE, two, two=one)
    step = listing.take("2")
    assert isinstance(step, LineAccepted)
    assert step.list.at == "two"
    assert isinstance(step.list.take("/keep"), LineRejected)
    assert [a.option_ids for a in answers(step.list.take("1, 2"))] == [("2",), ("1", "2")]


def test_an_answer_that_is_spoilt_elsewhere_is_asked_again() -> None:
    step = typing(begin(DATABASE, NAME, EXTRAS), "2", "Parley")
    assert isinstance(step, LineAccepted)
    spoilt = step.list.draft.answers | {"name": Answer(question_id="name")}
    after = step.list.with_draft(Draft(answers=spoilt)).take("1")
    assert isinstance(after, LineAccepted)
    assert after.list.at == "name"


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
            step = listing.take(happening)
            if isinstance(step, FormComplete):
                assert check(asked, step.answers) == step.answers
                return
            if isinstance(step, LineAccepted):
                listing = step.list
        assert listing.lines()
