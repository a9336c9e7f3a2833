"""What a typed line answers."""

import json
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.languages.lexicon import CommandKind
from assistant.questions.form.line_meaning import DoubtfulAnswer, MisreadLine, TypedCommand
from assistant.questions.form.typed_answer import find_option, parse_typed_answer
from assistant.questions.formats import parse_any
from assistant.questions.model.question import Answer, Markers, Option, Question, QuestionKind
from tests.helpers.questions.builders import choice

DATABASE = Question(
    id="q1",
    kind=QuestionKind.SINGLE,
    text="Which database should we use?",
    options=(
        Option(id="pg", label="PostgreSQL", recommended=True),
        Option(id="lite", label="SQLite"),
        Option(id="mongo", label="Mongo DB"),
    ),
    allow_other=True,
)
ONLY_THESE = DATABASE.model_copy(update={"allow_other": False})
FEATURES = DATABASE.model_copy(
    update={"id": "q2", "kind": QuestionKind.MULTI, "allow_other": False}
)
OPEN_FEATURES = FEATURES.model_copy(update={"allow_other": True})
SURE = Question(id="q3", kind=QuestionKind.BOOLEAN, text="Go on?")
PLAYERS = Question(
    id="q5",
    kind=QuestionKind.SINGLE,
    text="How many play?",
    options=tuple(Option(id=str(n), label=f"{n + 1} players") for n in (1, 2, 3)),
    markers=Markers.LETTERS,
    allow_other=True,
)


def chosen(question: Question, typed: str) -> tuple[str, ...] | None:
    meant = parse_typed_answer(question, typed)
    return meant.option_ids if isinstance(meant, Answer) else None


@pytest.mark.parametrize(
    "typed",
    [
        *("2", "2.", "2)", "#2", " 2번 ", "2 번", "# 2", "2号", "２", "２）"),
        *("(2)", "（2）", "[2]", "2。", "2!", "2号。", "2.!", "②"),
        *("lite", "SQLite", "sqlite", " SQLITE ", "SQLite (Recommended)", "sqlite (추천)"),
    ],
)
@pytest.mark.parametrize("question", [DATABASE, ONLY_THESE, FEATURES, OPEN_FEATURES])
def test_a_number_an_id_and_a_label_are_the_same_answer(question: Question, typed: str) -> None:
    expected = Answer(question_id=question.id, option_ids=("lite",))
    assert parse_typed_answer(question, typed) == expected


def test_the_place_shown_comes_before_the_id_and_the_id_before_the_label() -> None:
    question = DATABASE.model_copy(
        update={
            "options": (
                Option(id="2", label="third"),
                Option(id="3", label="1"),
                Option(id="third", label="other"),
            )
        }
    )
    assert chosen(question, "1") == ("2",)
    assert chosen(question, "2") == ("3",)
    assert chosen(question, "third") == ("third",)
    assert chosen(question, "other") == ("third",)


def test_a_label_is_compared_composed_and_without_case() -> None:
    question = DATABASE.model_copy(update={"options": (Option(id="x", label="Café Straße"),)})
    assert chosen(question, "CAFE\N{COMBINING ACUTE ACCENT}  STRASSE") == ("x",)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("1,3", ("pg", "mongo")),
        ("3 1", ("pg", "mongo")),
        ("3, 1, 3", ("pg", "mongo")),
        ("1、2", ("pg", "lite")),
        ("1、3。", ("pg", "mongo")),
        ("(1) (3)", ("pg", "mongo")),
        ("#1; 2)", ("pg", "lite")),
        ("1번, 3번", ("pg", "mongo")),
        ("mongo db, 1", ("pg", "mongo")),
        ("1 and 3", ("pg", "mongo")),
        ("2-3", ("lite", "mongo")),
        ("all", ("pg", "lite", "mongo")),
        ("모두", ("pg", "lite", "mongo")),
        ("全部", ("pg", "lite", "mongo")),
    ],
)
def test_several_numbers_choose_several_in_the_authors_order(
    typed: str, expected: tuple[str, ...]
) -> None:
    assert chosen(FEATURES, typed) == expected
    assert chosen(OPEN_FEATURES, typed) == expected


@pytest.mark.parametrize("typed", ["5", "0", "99.", "#7", "4, 9", "5。", "(7)"])
@pytest.mark.parametrize("question", [DATABASE, ONLY_THESE, FEATURES, OPEN_FEATURES])
def test_a_number_that_is_not_shown_is_no_answer(question: Question, typed: str) -> None:
    meant = parse_typed_answer(question, typed)
    assert meant == MisreadLine(why="There are only the options 1 to 3.")


@pytest.mark.requirement("Q-PRES-05")
def test_the_place_behind_the_options_is_for_an_answer_of_ones_own() -> None:
    for typed in ("4", "(4)", "4。"):
        assert parse_typed_answer(DATABASE, typed) == TypedCommand(kind=CommandKind.OTHER)
    assert parse_typed_answer(DATABASE, "4. DuckDB") == Answer(question_id="q1", other="DuckDB")
    assert parse_typed_answer(PLAYERS, "d: six") == Answer(question_id="q5", other="six")
    assert isinstance(parse_typed_answer(ONLY_THESE, "4"), MisreadLine)


@pytest.mark.requirement("Q-TEXT-04")
def test_the_line_as_it_is_shown_is_that_option() -> None:
    assert chosen(DATABASE, "2. SQLite") == ("lite",)
    assert chosen(FEATURES, "3) mongo db") == ("mongo",)
    assert chosen(PLAYERS, "B. 3 players") == ("2",)


@pytest.mark.requirement("Q-TEXT-04")
def test_a_number_word_in_a_label_is_its_number() -> None:
    options = tuple(
        Option(id=str(n), label=f"{word} players")
        for n, word in enumerate(("Two", "Three", "Four"), start=1)
    )
    question = PLAYERS.model_copy(update={"options": options})
    assert chosen(question, "2") == ("1",)
    assert chosen(question, "three") == ("2",)


@pytest.mark.requirement("Q-TEXT-04")
@pytest.mark.parametrize(
    ("labels", "typed", "expected"),
    [
        ("2nd floor|3rd floor|4th floor", "2", "2nd floor"),
        ("2nd floor|3rd floor|4th floor", "B", "3rd floor"),
        ("Second floor|Third floor", "2", "Second floor"),
        ("Zweiter Stock|Dritter Stock", "2", "Zweiter Stock"),
        ("Dos jugadores|Tres jugadores|Cuatro", "2", "Dos jugadores"),
        ("None|One|Two", "1", "One"),
        ("2nd floor|3rd floor|4th floor", "the second one", None),
        ("2nd floor|3rd floor|4th floor", "third floor", None),
    ],
)
def test_a_digit_is_the_label_that_counts_with_it(
    labels: str, typed: str, expected: str | None
) -> None:
    options = tuple(Option(id=label, label=label) for label in labels.split("|"))
    question = PLAYERS.model_copy(update={"options": options})
    assert chosen(question, typed) == (None if expected is None else (expected,))


@pytest.mark.requirement("Q-TEXT-04")
def test_the_line_is_that_option_with_all_that_is_listed_beside_it() -> None:
    question = DATABASE.model_copy(
        update={
            "options": (
                Option(id="pg", label="PostgreSQL", description="Relational", recommended=True),
                Option(id="lite", label="SQLite", description="A file"),
            )
        }
    )
    assert chosen(question, "1. PostgreSQL (Recommended) - Relational") == ("pg",)
    assert chosen(question, "2. SQLite - A file") == ("lite",)
    assert chosen(question, "2. SQLite") == ("lite",)
    assert parse_typed_answer(question, "2. SQLite - in memory") == Answer(
        question_id="q1", other="2. SQLite - in memory"
    )


def test_a_list_is_what_each_of_its_names_means_alone() -> None:
    assert chosen(FEATURES, "postgre, sqlte") == ("pg", "lite")


def test_a_label_with_and_in_it_is_one_option() -> None:
    labels = ("Tea", "Research and Development", "Sales")
    options = tuple(Option(id=label, label=label) for label in labels)
    question = OPEN_FEATURES.model_copy(update={"options": options})
    assert chosen(question, "Tea and Research and Development") == labels[:2]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("the second one", "lite"),
        ("mongo", "mongo"),
        ("postgres please", "pg"),
        ("sqlite, not postgres", "lite"),
        ("두 번째", "lite"),
        ("第二个", "lite"),
        ("das zweite", "lite"),
        ("C", "mongo"),
    ],
)
def test_what_may_be_said_may_be_typed(typed: str, expected: str) -> None:
    assert chosen(DATABASE, typed) == (expected,)


def test_what_is_in_doubt_is_asked_with_the_options_between_which_it_lies() -> None:
    assert parse_typed_answer(ONLY_THESE, "one or three") == MisreadLine(
        why="Which one do you mean: 1. PostgreSQL / 3. Mongo DB?"
    )
    meant = parse_typed_answer(SURE, "yes unless it is in use")
    assert meant == DoubtfulAnswer(
        answer=Answer(question_id="q3", boolean=True), why="Did you mean “Yes”?"
    )


@pytest.mark.parametrize("typed", ["2024", "1.5", "-3", "7 GB", "100"])
def test_a_number_that_cannot_be_a_place_is_words_like_any_others(typed: str) -> None:
    assert parse_typed_answer(DATABASE, typed) == Answer(question_id="q1", other=typed)
    assert isinstance(parse_typed_answer(ONLY_THESE, typed), MisreadLine)


@pytest.mark.parametrize("typed", ["3-1", "2-9", "1, 9"])
def test_a_list_with_a_wrong_number_is_no_answer(typed: str) -> None:
    assert isinstance(parse_typed_answer(FEATURES, typed), MisreadLine)
    assert isinstance(parse_typed_answer(OPEN_FEATURES, typed), MisreadLine)


def test_several_numbers_for_one_choice_are_no_answer() -> None:
    assert parse_typed_answer(DATABASE, "1, 2") == MisreadLine(why="Please choose only one.")


def test_other_words_are_the_persons_own_answer_where_those_are_allowed() -> None:
    assert parse_typed_answer(DATABASE, " DuckDB ") == Answer(question_id="q1", other="DuckDB")
    assert parse_typed_answer(OPEN_FEATURES, "DuckDB") == Answer(question_id="q2", other="DuckDB")
    assert parse_typed_answer(ONLY_THESE, "DuckDB") == MisreadLine(
        why="That is not one of the answers."
    )
    assert isinstance(parse_typed_answer(FEATURES, "DuckDB"), MisreadLine)


def test_options_and_words_of_ones_own_go_together_where_several_may_be_chosen() -> None:
    assert parse_typed_answer(OPEN_FEATURES, "1, DuckDB, Redis") == Answer(
        question_id="q2", option_ids=("pg",), other="DuckDB, Redis"
    )
    assert isinstance(parse_typed_answer(FEATURES, "1, DuckDB"), MisreadLine)


@pytest.mark.parametrize(
    ("typed", "value"),
    [("yes", True), ("네", True), ("是", True), ("否", False), ("No.", False), ("아니요", False)],
)
def test_yes_and_no_in_three_languages(typed: str, value: bool) -> None:
    assert parse_typed_answer(SURE, typed) == Answer(question_id="q3", boolean=value)
    assert parse_typed_answer(SURE, "perhaps") == MisreadLine(why="That is neither yes nor no.")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("B", "2"), ("b)", "2"), ("#c", "3"), ("3", "2"), ("3 players", "2"), ("4", "3")],
)
def test_where_labels_contain_numbers_letters_are_places_and_numbers_are_labels(
    typed: str, expected: str
) -> None:
    assert chosen(PLAYERS, typed) == (expected,)


def test_where_places_are_letters_another_number_is_an_answer_of_ones_own() -> None:
    assert parse_typed_answer(PLAYERS, "7") == Answer(question_id="q5", other="7")
    assert isinstance(
        parse_typed_answer(PLAYERS.model_copy(update={"allow_other": False}), "7"), MisreadLine
    )


def test_a_text_is_taken_as_it_is_typed() -> None:
    question = Question(id="q4", kind=QuestionKind.TEXT, text="What name?")
    assert parse_typed_answer(question, " 2 <b> ") == Answer(question_id="q4", text="2 <b>")


@given(st.text(min_size=1).filter(lambda text: bool(text.strip())))
def test_every_line_is_an_answer_or_says_why_not(typed: str) -> None:
    for question in (DATABASE, ONLY_THESE, FEATURES, OPEN_FEATURES, SURE, PLAYERS):
        meant = parse_typed_answer(question, typed)
        if isinstance(meant, MisreadLine | DoubtfulAnswer):
            assert meant.why
        elif isinstance(meant, Answer):
            assert not meant.is_empty
            assert meant.other is None or question.allow_other


@given(
    st.lists(st.sampled_from([1, 2, 3]), min_size=1), st.sampled_from([",", " ", ", ", "、", ";"])
)
def test_any_listing_of_places_chooses_exactly_those(places: list[int], separator: str) -> None:
    typed = separator.join(str(place) for place in places)
    expected = tuple(
        option.id for n, option in enumerate(FEATURES.options, start=1) if n in set(places)
    )
    assert chosen(FEATURES, typed) == expected


@given(st.sampled_from(range(3)), st.sampled_from(["{}", "{}.", "{})", "#{}", " {}번 "]))
def test_any_writing_of_a_place_is_its_option(index: int, writing: str) -> None:
    assert find_option(DATABASE, writing.format(index + 1)) == DATABASE.options[index].id


@pytest.mark.parametrize("typed", ["Redis", "32 GB", "日曜日"])
def test_what_only_resembles_an_option_or_a_command_is_not_taken_for_it(typed: str) -> None:
    labels = ("Postgres", "SQLite", "2 GB", "土曜日")
    options = tuple(Option(id=str(n), label=label) for n, label in enumerate(labels, start=1))
    kind = QuestionKind.SINGLE
    question = Question(id="q", kind=kind, text="Which?", options=options, allow_other=True)
    match parse_typed_answer(question, typed):
        case Answer() as answer:
            assert answer.other == typed
        case meant:
            assert isinstance(meant, DoubtfulAnswer)


TOPICS = choice(
    *("Health, longevity and sport", "Yes, always", "Sport", "Art / music"),
    kind=QuestionKind.MULTI,
    allow_other=False,
)


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("Health, longevity and sport, Sport", ("1", "3")),
        ("Sport, Health, longevity and sport", ("1", "3")),
        ("Health, longevity and sport", ("1",)),
        ("sport; yes, always", ("2", "3")),
        ("Yes, always and Sport", ("2", "3")),
        ("Sport & Art / music", ("3", "4")),
        ("Art / music, Health, longevity and sport, Yes, always, Sport", ("1", "2", "3", "4")),
        ("1, Yes, always", ("1", "2")),
        ("Sport, Sport", ("3",)),
    ],
)
def test_a_label_that_holds_separators_is_one_of_a_list(typed: str, ids: tuple[str, ...]) -> None:
    answer = parse_typed_answer(TOPICS, typed)
    assert answer == Answer(question_id=TOPICS.id, option_ids=ids)


def test_a_list_of_some_of_the_labels_as_they_were_asked() -> None:
    case = Path(__file__).parents[3] / "data" / "questions" / "shown" / "comma.json"
    (question,) = parse_any(json.loads(case.read_text("utf-8")), set_id="s").questions.questions
    longevity, always, sport = (option.id for option in question.options)
    assert chosen(question, "Health, longevity and sport, Sport") == (longevity, sport)
    assert chosen(question, "Yes, always, Sport") == (always, sport)
    assert chosen(question, "Health, longevity and sport") == (longevity,)


def test_words_of_ones_own_beside_such_a_label() -> None:
    own = TOPICS.model_copy(update={"allow_other": True})
    answer = parse_typed_answer(own, "Health, longevity and sport, Swimming")
    assert answer == Answer(question_id=own.id, option_ids=("1",), other="Swimming")


def test_every_list_of_labels_is_read_as_written() -> None:
    labels = [option.label for option in TOPICS.options]
    for count in range(1, 5):
        for some in permutations(range(4), count):
            typed = ", ".join(labels[n] for n in some)
            ids = tuple(TOPICS.options[n].id for n in sorted(some))
            assert parse_typed_answer(TOPICS, typed) == Answer(
                question_id=TOPICS.id, option_ids=ids
            )
