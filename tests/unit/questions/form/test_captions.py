import pytest

from assistant.locale import use_language
from assistant.questions.form.captions import (
    announcement,
    clock_text,
    heading,
    key_hint,
    place_text,
    progress_dots,
    set_title,
)
from assistant.questions.model.question import QuestionKind, QuestionSet
from tests.unit.channels.desktop.conversation.samples import asked, permission, single


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "💬 Round 2: Colour"), ("ko", "💬 2라운드 Colour"), ("zh", "💬 第2轮Colour")],
)
def test_the_title_names_round_and_header_in_three_languages(language: str, title: str) -> None:
    use_language(language)  # pyright: ignore[reportArgumentType]
    assert set_title(asked(single(), round=2)) == title


def test_a_title_without_a_header_names_the_round_and_a_permission_none() -> None:
    assert set_title(asked(single(header=None))) == "💬 Round 1"
    assert set_title(asked(single(header=None), title="Shop")) == "💬 Round 1: Shop"
    assert set_title(permission()) == "💬 Permission"


@pytest.mark.requirement("Q-PRES-35", "Q-WEB-09")
@pytest.mark.parametrize(
    ("questions", "total", "text"),
    [
        (asked(single()), 1, ""),
        (asked(single()), 3, "Question 1 of 3"),
        (asked(single(), round=2), 1, "Round 2"),
        (asked(single(), round=1, total_rounds=3), 1, "Round 1/3"),
        (asked(single(), round=2, total_rounds=3), 2, "Round 2/3 – Question 1 of 2"),
        (permission().model_copy(update={"round": 2}), 1, ""),
    ],
)
def test_both_levels_of_progress_stand_together(
    questions: QuestionSet, total: int, text: str
) -> None:
    assert place_text(questions, index=0, total=total) == text


@pytest.mark.requirement("Q-PRES-25")
@pytest.mark.parametrize(
    ("kind", "can_cancel", "hint"),
    [
        (QuestionKind.MULTI, True, "↑↓ navigate  •  enter select  •  space toggle  •  esc cancel"),
        (QuestionKind.SINGLE, True, "↑↓ navigate  •  enter select  •  esc cancel"),
        (QuestionKind.BOOLEAN, False, "↑↓ navigate  •  enter select"),
        (QuestionKind.TEXT, True, "enter confirm  •  shift+enter new line  •  esc cancel"),
        (None, True, "↑↓ navigate  •  enter select  •  esc cancel"),
    ],
)
def test_the_hint_names_the_keys_that_work(
    kind: QuestionKind | None, can_cancel: bool, hint: str
) -> None:
    assert key_hint(kind=kind, can_cancel=can_cancel) == hint


@pytest.mark.requirement("Q-FORM-01")
def test_progress_is_dots_and_a_number() -> None:
    assert progress_dots(2, 3) == "●●○ 2/3"


@pytest.mark.parametrize(
    ("seconds", "text"), [(-3, "0:00"), (0, "0:00"), (4.2, "0:05"), (65, "1:05"), (3723, "1:02:03")]
)
def test_time_is_shown_as_on_a_clock(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


@pytest.mark.parametrize(("count", "told"), [(1, "One option."), (3, "3 options")])
def test_a_question_is_announced_with_its_words_and_how_much_there_is_to_choose(
    count: int, told: str
) -> None:
    questions = asked(single(count=count))
    assert announcement(questions, questions.questions[0]) == (
        f"💬 Round 1: Colour\nWhich colour?\n{told}"
    )


def test_a_title_stands_above_the_questions_unless_one_question_says_it_itself() -> None:
    question = single(text="Which store?", header="Store")
    for title, shown in (
        ("Database", "Database"),
        ("", ""),
        ("which  store?", ""),
        ("Store", ""),
    ):
        alone = asked(question).model_copy(update={"title": title})
        assert heading(alone) == shown
        several = (question, single(id="r", text="Where?"))
        both = alone.model_copy(update={"questions": several})
        assert heading(both) == title
