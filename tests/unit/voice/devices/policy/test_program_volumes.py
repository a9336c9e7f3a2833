from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.devices.policy.program_volumes import (
    LOWERED_TO,
    LoweredStream,
    ProgramStream,
    ended_streams,
    streams_to_lower,
    streams_to_raise,
)

volumes = st.lists(st.floats(min_value=0.1, max_value=1.5), min_size=1, max_size=6).map(tuple)


def stream(
    number: int = 1,
    *,
    program: str = "player",
    is_own: bool = False,
    volumes: tuple[float, ...] = (1.0, 1.0),
    role: str = "",
) -> ProgramStream:
    return ProgramStream(number=number, program=program, is_own=is_own, volumes=volumes, role=role)


def lowered(number: int = 1, *, program: str = "player") -> LoweredStream:
    return LoweredStream(number=number, program=program, before=(0.8,), lowered=(0.4,))


def test_others_are_lowered_and_parley_and_what_is_silent_are_not() -> None:
    streams = [stream(1), stream(2, is_own=True), stream(3, volumes=(0.0, 0.0)), stream(4)]
    assert [each.number for each in streams_to_lower(streams, [])] == [1, 4]


def test_screen_readers_calls_and_filters_are_left_alone() -> None:
    roles = ("music", "a11y", "phone", "filter", "video", "")
    streams = [stream(number, role=role) for number, role in enumerate(roles)]
    assert [each.number for each in streams_to_lower(streams, [])] == [0, 4, 5]


def test_what_is_lowered_already_is_not_lowered_twice() -> None:
    (first,) = streams_to_lower([stream(1)], [])
    assert first.lowered == (LOWERED_TO, LOWERED_TO)
    again = [stream(1, volumes=first.lowered), stream(2)]
    assert [each.number for each in streams_to_lower(again, [first])] == [2]


@given(volumes=volumes)
def test_what_was_lowered_comes_back_as_it_was(volumes: tuple[float, ...]) -> None:
    known = streams_to_lower([stream(volumes=volumes)], [])
    (back,) = streams_to_raise([stream(volumes=known[0].lowered)], known)
    assert back.before == volumes


def test_a_volume_that_the_user_changed_stays_theirs() -> None:
    assert streams_to_raise([stream(volumes=(0.6,))], [lowered()]) == ()
    assert streams_to_raise([stream(volumes=(0.41,))], [lowered()]) == (lowered(),)


def test_an_old_number_with_another_program_is_left_alone() -> None:
    now = [stream(1, program="browser", volumes=(0.4,))]
    assert streams_to_raise(now, [lowered()]) == ()
    assert ended_streams(now, [lowered()]) == (lowered(),)


def test_of_what_ended_only_what_has_a_name_can_be_corrected() -> None:
    known = [lowered(1), lowered(2), lowered(3, program="")]
    assert [each.number for each in ended_streams([stream(1)], known)] == [2]
