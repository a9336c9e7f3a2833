"""Which device goes on with a turn, for every way it began and was answered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.engine.sync.model.turn_rights import (
    CallQuestion,
    TurnRight,
    claim_name,
    turn_right,
)


def settled(*here: bool) -> list[CallQuestion]:
    return [
        CallQuestion(questions_id=f"q{n}", is_answered_here=is_here)
        for n, is_here in enumerate(here)
    ]


@pytest.mark.parametrize(
    ("is_own", "answers", "right"),
    [
        (True, (), TurnRight.OURS),
        (True, (True,), TurnRight.OURS),
        (True, (False,), TurnRight.CLAIM),
        (True, (True, False), TurnRight.CLAIM),
        (False, (), TurnRight.THEIRS),
        (False, (False,), TurnRight.THEIRS),
        (False, (True,), TurnRight.CLAIM_LATER),
        (False, (False, True), TurnRight.CLAIM_LATER),
    ],
)
def test_who_may_go_on(is_own: bool, answers: tuple[bool, ...], right: TurnRight) -> None:
    assert turn_right(is_own=is_own, settled=settled(*answers)) is right


@given(st.lists(st.integers(0, 2), max_size=4), st.integers(0, 2))
def test_at_most_one_of_three_devices_goes_on_without_asking(
    answered_on: list[int], began_on: int
) -> None:
    rights = [
        turn_right(is_own=began_on == device, settled=settled(*(a == device for a in answered_on)))
        for device in range(3)
    ]
    assert rights.count(TurnRight.OURS) <= 1
    if TurnRight.OURS in rights:
        assert TurnRight.CLAIM not in rights
        assert TurnRight.CLAIM_LATER not in rights
    # And whatever was answered somebody may go on.
    assert set(rights) != {TurnRight.THEIRS}


def test_a_claim_is_of_one_answer_in_one_conversation() -> None:
    assert claim_name("c1", "q1") == claim_name("c1", "q1")
    assert len({claim_name("c1", "q1"), claim_name("c1", "q2"), claim_name("c2", "q1")}) == 3
