from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.turn_taking.push_to_talk import PushToTalkKey


def test_what_is_said_between_down_and_up_is_one_turn() -> None:
    key = PushToTalkKey()
    assert key.is_up
    key = key.pressed(3.0)
    assert (key.is_down, key.since) == (True, 3.0)
    assert key.pressed(4.0) == key, "a key that repeats is not news"
    assert key.settled().is_down
    key = key.released(is_heard=True)
    assert key.is_letting_go
    assert key.settled().is_up


def test_a_key_that_went_up_where_nothing_was_heard_ends_nothing() -> None:
    assert PushToTalkKey().released(is_heard=True).is_up
    assert PushToTalkKey().pressed(1.0).released(is_heard=False).is_up


def test_the_key_can_go_down_again_before_the_last_turn_is_over() -> None:
    key = PushToTalkKey().pressed(1.0).released(is_heard=True).pressed(2.0)
    assert (key.is_down, key.since) == (True, 2.0)


@given(st.lists(st.sampled_from(["press", "heard", "unheard", "settle"])))
def test_it_is_in_one_state_and_comes_up_again(steps: list[str]) -> None:
    key = PushToTalkKey()
    for step in steps:
        match step:
            case "press":
                key = key.pressed(0.0)
            case "heard" | "unheard":
                key = key.released(is_heard=step == "heard")
            case _:
                key = key.settled()
        assert [key.is_up, key.is_down, key.is_letting_go].count(True) == 1
    assert key.released(is_heard=True).settled().is_up
