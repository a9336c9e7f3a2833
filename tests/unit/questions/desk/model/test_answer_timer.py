"""The clock of a question."""

from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.desk.model.answer_timer import REST_S, AnswerTimer


def test_it_stands_still_until_the_question_was_shown() -> None:
    clock = AnswerTimer(timeout_s=60)
    assert clock.left_s(1e9) is None
    assert clock.shown(100).left_s(110) == 50


def test_a_second_showing_changes_nothing() -> None:
    assert AnswerTimer(timeout_s=60).shown(100).shown(150).left_s(150) == 10


def test_without_a_time_out_it_never_ends() -> None:
    assert AnswerTimer(timeout_s=None).shown(0).touched(5).left_s(1e9) is None


def test_a_touch_gives_a_rest() -> None:
    clock = AnswerTimer(timeout_s=60).shown(0).touched(50)
    assert clock.left_s(50) == 10 + REST_S
    assert clock.left_s(50 + REST_S) == 10


def test_touches_during_a_rest_prolong_it_without_adding_up() -> None:
    clock = AnswerTimer(timeout_s=60).shown(0).touched(50).touched(51).touched(52)
    assert clock.left_s(52) == 10 + REST_S


def test_a_touch_is_also_a_showing() -> None:
    assert AnswerTimer(timeout_s=60).touched(10).left_s(10) == 60 + REST_S


@given(st.lists(st.floats(0, 1000), max_size=10).map(sorted), st.floats(1, 100))
def test_touching_never_shortens_the_wait(touches: list[float], timeout_s: float) -> None:
    clock = AnswerTimer(timeout_s=timeout_s).shown(0)
    for at in touches:
        before = clock.left_s(at)
        clock = clock.touched(at)
        after = clock.left_s(at)
        assert before is not None
        assert after is not None
        assert after >= before - 1e-6
        assert after <= timeout_s + REST_S + 1e-6
