"""Where a dialogue of several questions stands."""

import json

import pytest

from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Later,
    NoneFit,
    QuestionKind,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.round_state import AskedRound, RoundState, round_state
from tests.helpers.questions.builders import by_click, choice, chose, question_set

AGAIN = "再给一个多选框还是这些选项"


def asked(
    number: int, response: Response | None = None, *, total: int | None = None, text: str = "Which?"
) -> AskedRound:
    question = choice("背唐诗", "讲笑话", "输出笑脸图标", AGAIN, text=text)
    questions = question_set(question, id=f"set{number}")
    update = {"round": number, "total_rounds": total}
    return AskedRound(questions=questions.model_copy(update=update), response=response)


@pytest.mark.requirement("Q-ROUND-19")
def test_the_state_is_written_as_programs_exchange_it() -> None:
    rounds = [
        asked(1, chose("4"), total=5, text="请选择一个功能"),
        asked(2, chose("4"), total=5, text="请再次选择一个功能"),
        asked(3, total=5, text="请选择"),
    ]
    state = round_state("session_xxx", rounds)
    assert json.loads(state.model_dump_json()) == {
        "session_id": "session_xxx",
        "current_round": 3,
        "total_rounds": 5,
        "dialog_history": [
            {"round": 1, "question": "请选择一个功能", "answer": AGAIN},
            {"round": 2, "question": "请再次选择一个功能", "answer": AGAIN},
            {"round": 3, "question": "请选择", "answer": None},
        ],
    }
    assert RoundState.model_validate_json(state.model_dump_json()) == state


def test_nothing_asked_yet_is_round_zero() -> None:
    state = round_state("s", [])
    assert (state.current_round, state.total_rounds, state.dialog_history) == (0, None, ())


@pytest.mark.parametrize(
    ("rounds", "current", "total"),
    [
        ([asked(1, chose("1"))], 1, None),
        ([asked(1, chose("1")), asked(2)], 2, None),
        ([asked(1, chose("1")), asked(2), asked(3), asked(4)], 2, 4),
        ([asked(1, chose("1"), total=7), asked(2, total=4)], 2, 4),
        ([asked(1), asked(1, chose("1")), asked(2)], 2, None),
        ([asked(1), asked(2), asked(1, chose("1"))], 1, None),
    ],
)
def test_the_total_is_declared_or_counted_from_what_waits(
    rounds: list[AskedRound], current: int, total: int | None
) -> None:
    state = round_state("s", rounds)
    assert (state.current_round, state.total_rounds) == (current, total)


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        (chose("2"), "讲笑话"),
        (YouDecide(provenance=by_click()), "(left to you to decide)"),
        (NoneFit(words="Sing", provenance=by_click()), "Sing"),
        (NoneFit(words="", provenance=by_click()), None),
        (Later(provenance=by_click()), None),
        (Cancelled(), None),
        (TimedOut(after_s=1), None),
        (None, None),
    ],
)
def test_every_end_of_a_round_is_in_the_history(
    response: Response | None, answer: str | None
) -> None:
    (entry,) = round_state("s", [asked(1, response)]).dialog_history
    assert entry.answer == answer


def test_every_question_of_a_round_has_its_own_entry_and_hidden_ones_have_none() -> None:
    hidden = choice(id="q9")
    questions: QuestionSet = question_set(
        choice("A", "B", text="One?", follow_ups={"2": (hidden,)}),
        choice("C", "D", id="q2", kind=QuestionKind.MULTI, text="Two?"),
    )
    response = Answered(
        answers=(
            Answer(question_id="q1", option_ids=("1",)),
            Answer(question_id="q2", option_ids=("1", "2"), other="E"),
        ),
        provenance=by_click(),
    )
    history = round_state("s", [AskedRound(questions=questions, response=response)]).dialog_history
    assert [(e.round, e.question, e.answer) for e in history] == [
        (1, "One?", "A"),
        (1, "Two?", "C, D, E"),
    ]
