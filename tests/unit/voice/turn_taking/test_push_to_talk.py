from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.turn_taking.push_to_talk import PushToTalkKey


def test_what_is_said_between_down_and_up_is_one_turn() -> None:
    key = PushToTalkKey()
    assert key.is_up
    assert key.press(3.0)
    assert (key.is_down, key.since) == (True, 3.0)
    assert not key.press(4.0), "a key that repeats is not news"
    assert key.since == 3.0
    key.settle()
    assert key.is_down
    assert key.release(is_heard=True)
    assert key.is_letting_go
    key.settle()
    assert key.is_up


def test_a_key_that_went_up_where_nothing_was_heard_ends_nothing() -> None:
    key = PushToTalkKey()
    assert not key.release(is_heard=True)
    key.press(1.0)
    assert not key.release(is_heard=False)
    assert key.is_up


def test_the_key_can_go_down_again_before_the_last_turn_is_over() -> None:
    key = PushToTalkKey()
    key.press(1.0)
    key.release(is_heard=True)
    assert key.press(2.0)
    assert key.is_down


@given(st.lists(st.sampled_from(["press", "heard", "unheard", "settle", "forget"])))
def test_it_is_in_one_state_and_comes_up_again(steps: list[str]) -> None:
    key = PushToTalkKey()
    for step in steps:
        match step:
            case "press":
                key.press(0.0)
            case "heard" | "unheard":
                key.release(is_heard=step == "heard")
            case "settle":
                key.settle()
            case _:
                key.forget()
        assert [key.is_up, key.is_down, key.is_letting_go].count(True) == 1
    key.release(is_heard=True)
    key.settle()
    assert key.is_up
