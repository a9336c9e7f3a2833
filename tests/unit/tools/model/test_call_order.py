import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.model.call_order import stages


@pytest.mark.parametrize(
    ("are_questions", "expected"),
    [
        pytest.param([], (), id="no calls"),
        pytest.param([False, False], ((0, 1),), id="tools run together"),
        pytest.param([True], ((0,),), id="a question alone"),
        pytest.param([True, True], ((0,), (1,)), id="one question after the other"),
        pytest.param(
            [False, False, True, False, False],
            ((0, 1), (2,), (3, 4)),
            id="tools before, the question, tools after",
        ),
    ],
)
def test_a_question_stands_between_what_is_before_and_after(
    are_questions: list[bool], expected: tuple[tuple[int, ...], ...]
) -> None:
    assert stages(are_questions) == expected


@given(st.lists(st.booleans(), max_size=20))
def test_every_call_has_its_place_once_and_in_order(are_questions: list[bool]) -> None:
    groups = stages(are_questions)

    assert [index for group in groups for index in group] == list(range(len(are_questions)))
    for group in groups:
        assert len(group) == 1 or not any(are_questions[index] for index in group)
