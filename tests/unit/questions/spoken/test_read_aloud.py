"""What is read aloud for a question."""

import pytest

from assistant.questions.desk.model.lint import lint
from assistant.questions.model.question import Answer, Question, QuestionKind
from assistant.questions.spoken.read_aloud import (
    MAX_UNCLEAR_ANSWERS,
    PAGE,
    SpokenLine,
    pages,
    read_back,
    read_options,
    read_page,
    read_question,
    reprompt,
)
from assistant.questions.spoken.understanding import UnclearAnswer, UnclearReason
from tests.helpers.questions.builders import choice, question_set
from tests.unit.questions.spoken.phrases import MULTI, PLAYERS, SINGLE, TEN, TEXT, YES_NO


def texts(lines: tuple[SpokenLine, ...]) -> list[str]:
    return [line.text for line in lines]


def described(*, recommended: str = "2") -> Question:
    return SINGLE.model_copy(
        update={
            "options": tuple(
                option.model_copy(
                    update={
                        "description": f"About {option.label}",
                        "recommended": option.id == recommended,
                    }
                )
                for option in SINGLE.options[:3]
            )
        }
    )


def test_a_question_is_read_number_before_label_with_a_cue_last() -> None:
    lines = read_question(SINGLE, "en")
    assert texts(lines) == [
        "Which database should we use for this project?",
        "4 options.",
        "1. PostgreSQL.",
        "2. SQLite.",
        "3. MySQL.",
        "4. MongoDB.",
        "Which one, or something else?",
    ]
    assert [line.option for line in lines] == [None, None, 0, 1, 2, 3, None]
    assert all(line.pause_s > 0 for line in lines[:-1])
    assert lines[-1].pause_s == 0


def test_descriptions_are_read_only_when_asked_for() -> None:
    assert texts(read_question(described(), "en"))[2:5] == [
        "1. PostgreSQL.",
        "2. SQLite, recommended.",
        "3. MySQL.",
    ]
    assert texts(read_question(described(), "en", descriptions=True))[3] == (
        "2. SQLite, recommended. About SQLite."
    )


def test_several_may_be_chosen_and_one_option_is_said_so() -> None:
    assert texts(read_question(MULTI, "en"))[1] == "4 options; you can choose several."
    assert texts(read_question(MULTI, "en"))[-1] == "Which ones, or something else?"
    assert texts(read_question(choice("Only"), "en"))[1] == "One option."


def test_slowly_leaves_longer_gaps() -> None:
    usual, slow = read_question(SINGLE, "en"), read_question(SINGLE, "en", slowly=True)
    assert texts(usual) == texts(slow)
    assert [line.pause_s for line in slow] == [line.pause_s * 2 for line in usual]


@pytest.mark.parametrize(
    ("count", "sizes"), [(1, [1]), (4, [4]), (7, [7]), (8, [4, 4]), (9, [4, 4, 1]), (20, [4] * 5)]
)
def test_long_lists_are_read_in_pages(count: int, sizes: list[int]) -> None:
    asked = choice(*(f"Tree {chr(65 + n)}" for n in range(count)))
    shown = pages(asked)
    assert [len(page) for page in shown] == sizes
    assert [i for page in shown for i in page] == list(range(count))


def test_each_page_ends_with_a_cue_and_only_the_last_asks_which() -> None:
    assert len(read_question(TEN, "en")) == 2 + PAGE + 1
    assert texts(read_page(TEN, "en", 0))[-1] == "One of these, or more?"
    assert texts(read_page(TEN, "en", 2)) == [
        "9. Ivy Street.",
        "10. Jade Street.",
        "Which one, or something else?",
    ]
    assert read_page(TEN, "en", 1, slowly=True)[0].option == 4


def test_five_to_seven_are_read_with_their_labels_only() -> None:
    six = choice(*"abcdef")
    marked = six.model_copy(
        update={"options": tuple(o.model_copy(update={"recommended": True}) for o in six.options)}
    )
    assert texts(read_question(marked, "en"))[2] == "1. a."


def test_places_are_letters_where_the_question_says_so() -> None:
    assert texts(read_question(PLAYERS, "en"))[2] == "A. 2 players."
    assert texts(read_question(SINGLE, "en"))[2] == "1. PostgreSQL."


def test_a_shorter_label_is_said_instead_of_the_label() -> None:
    asked = lint(question_set(choice("Testing (Vitest)", "None"))).questions.questions[0]
    assert asked.options[0].label == "Testing (Vitest)"
    assert texts(read_question(asked, "en"))[2] == "1. Testing."
    assert texts(read_options(asked, ["1"], "en"))[0].startswith("1, Testing:")
    assert read_back(asked, answer("1"), "en").text == "1, Testing."


def test_yes_or_no_and_free_words_have_their_own_cues() -> None:
    assert texts(read_question(YES_NO, "en")) == ["Shall I go on?", "Yes or no?"]
    assert texts(read_question(TEXT, "en")) == ["What is it called?", "Please say your answer."]


def test_options_are_explained_on_request() -> None:
    assert texts(read_options(described(), ["2"], "en")) == [
        "2, SQLite, recommended: About SQLite.",
        "Which one, or something else?",
    ]
    assert len(read_options(described(), [], "en")) == 4
    assert texts(read_options(SINGLE, ["1"], "en"))[0] == "1, PostgreSQL: There is no description."


def unclear(reason: UnclearReason, *candidates: str) -> UnclearAnswer:
    return UnclearAnswer(reason=reason, candidates=candidates)


@pytest.mark.parametrize(
    ("question", "problem", "said"),
    [
        (
            SINGLE,
            unclear(UnclearReason.ONE_ONLY, "1", "3"),
            "Only one, please: 1, PostgreSQL, or 3, MySQL?",
        ),
        (SINGLE, unclear(UnclearReason.AMBIGUOUS, "1"), "Which one: 1, PostgreSQL?"),
        (
            SINGLE,
            unclear(UnclearReason.EXCLUDED, "2", "3", "4"),
            "Which one: 2, SQLite, 3, MySQL, or 4, MongoDB?",
        ),
        (SINGLE, unclear(UnclearReason.OUT_OF_RANGE), "There are only 4 options."),
        (SINGLE, unclear(UnclearReason.QUESTION), "I can repeat or explain the options."),
        (SINGLE, unclear(UnclearReason.UNSURE), "Take your time."),
        (SINGLE, unclear(UnclearReason.NO_MATCH), "I did not understand that."),
        (SINGLE, unclear(UnclearReason.EMPTY), "I did not understand that."),
        (
            TEN,
            unclear(UnclearReason.ONE_ONLY, *map(str, range(1, 11))),
            "I did not understand that.",
        ),
    ],
)
def test_a_reprompt_says_what_was_wrong(
    question: Question, problem: UnclearAnswer, said: str
) -> None:
    assert texts(reprompt(question, problem, "en", 1))[0] == said


@pytest.mark.parametrize("question", [SINGLE, MULTI, PLAYERS, YES_NO, TEXT])
@pytest.mark.parametrize("reason", list(UnclearReason))
def test_reprompts_are_shorter_each_time_and_never_the_same(
    question: Question, reason: UnclearReason
) -> None:
    ids = [option.id for option in question.options]
    for candidates in ((), ids[:2], ids[:3]):
        problem = unclear(reason, *candidates)
        said = [
            "".join(texts(reprompt(question, problem, "en", attempt)))
            for attempt in range(1, MAX_UNCLEAR_ANSWERS + 1)
        ]
        assert len(set(said)) == MAX_UNCLEAR_ANSWERS
        assert len(said[0]) > len(said[1])
        assert said[2] == texts(reprompt(question, problem, "en", MAX_UNCLEAR_ANSWERS + 1))[0]


@pytest.mark.parametrize(
    ("question", "problem", "said"),
    [
        (SINGLE, unclear(UnclearReason.NO_MATCH), "1 to 4, repeat, skip or other?"),
        (PLAYERS, unclear(UnclearReason.NO_MATCH), "A to D, repeat, skip or other?"),
        (YES_NO, unclear(UnclearReason.NO_MATCH), "Yes, no, repeat or skip?"),
        (TEXT, unclear(UnclearReason.EMPTY), "Your answer, repeat or skip?"),
        (SINGLE, unclear(UnclearReason.ONE_ONLY, "1", "3"), "1, or 3?"),
        (PLAYERS, unclear(UnclearReason.AMBIGUOUS, "2", "3"), "B, or C?"),
        (SINGLE, unclear(UnclearReason.AMBIGUOUS, "1"), "1 to 4, repeat, skip or other?"),
        (
            TEN,
            unclear(UnclearReason.ONE_ONLY, *map(str, range(1, 11))),
            "1 to 10, repeat, skip or other?",
        ),
    ],
)
def test_the_second_reprompt_says_what_can_be_said(
    question: Question, problem: UnclearAnswer, said: str
) -> None:
    assert texts(reprompt(question, problem, "en", 2)) == [said]
    assert texts(reprompt(question, problem, "en", 3)) == ["It stays on the screen."]


def test_the_first_reprompt_is_short_and_names_the_places() -> None:
    problem = unclear(UnclearReason.NO_MATCH)
    assert texts(reprompt(SINGLE, problem, "en", 1))[-1] == "Which one, 1 to 4?"
    assert texts(reprompt(PLAYERS, problem, "en", 1))[-1] == "Which one, A to D?"
    assert texts(reprompt(YES_NO, problem, "en", 1))[-1] == "Yes or no?"
    named = unclear(UnclearReason.ONE_ONLY, "1", "2")
    assert len(reprompt(SINGLE, named, "en", 1)) == 1


def answer(*option_ids: str, **fields: object) -> Answer:
    return Answer.model_validate({"question_id": "q1", "option_ids": option_ids} | fields)


@pytest.mark.parametrize(
    ("question", "given", "said"),
    [
        (SINGLE, answer("2"), "2, SQLite."),
        (MULTI, answer("1", "3"), "1, PostgreSQL; 3, MySQL."),
        (MULTI, answer("1", other="a\nfile"), "1, PostgreSQL; your own answer: a file."),
        (MULTI, answer(), "None of them."),
        (PLAYERS, answer("2"), "B, 3 players."),
        (YES_NO, answer(boolean=True), "Yes."),
        (YES_NO, answer(boolean=False), "No."),
        (TEXT, answer(text="It is\nParley!"), "It is Parley!"),
    ],
)
def test_an_answer_is_read_back(question: Question, given: Answer, said: str) -> None:
    assert read_back(question, given, "en").text == said


def test_a_doubtful_answer_is_read_back_as_a_question() -> None:
    assert read_back(SINGLE, answer("2"), "en", asks=True).text == "2, SQLite. Is that right?"


def test_what_ends_is_not_ended_again() -> None:
    asked = choice("Really?", "No!", "", text="你要哪个？")
    lines = texts(read_question(asked, "zh"))
    assert lines[0] == "你要哪个？"
    assert "1. Really?" in lines
    assert QuestionKind.SINGLE is asked.kind
