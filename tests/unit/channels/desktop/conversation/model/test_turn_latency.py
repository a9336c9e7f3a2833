import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.desktop.conversation.model.turn_latency import (
    LatencyPart,
    TurnLatency,
    latency_text,
    median_latency,
    turn_latency,
)
from assistant.protocol.turns import Timeline

WHOLE = Timeline(
    speech_end=10.0,
    turn_end=10.25,
    transcript=10.4,
    request=10.5,
    first_token=10.9,
    first_clause=11.0,
    first_synthesis=11.1,
    first_audio=11.2,
)

moments = st.none() | st.floats(min_value=0, max_value=100)


def rounded(latency: TurnLatency | None) -> list[float] | None:
    return None if latency is None else [round(seconds, 6) for _part, seconds in latency.parts]


@pytest.mark.parametrize(
    ("timeline", "parts"),
    [
        pytest.param(WHOLE, [0.25, 0.15, 0.5, 0.3], id="every stage"),
        pytest.param(Timeline(), None, id="nothing happened"),
        pytest.param(Timeline(request=1.0, first_token=2.0), None, id="typed"),
        pytest.param(Timeline(speech_end=1.0, first_token=2.0), None, id="never heard"),
        pytest.param(
            Timeline(speech_end=1.0, first_audio=1.5), [0.0, 0.0, 0.0, 0.5], id="nothing between"
        ),
        pytest.param(
            Timeline(speech_end=1.0, turn_end=1.2, transcript=1.1, first_token=1.15, first_audio=2),
            [0.2, 0.0, 0.0, 0.8],
            id="asked ahead",
        ),
        pytest.param(
            Timeline(speech_end=2.0, turn_end=1.5, transcript=2.5, first_token=2.5, first_audio=3),
            [0.0, 0.5, 0.0, 0.5],
            id="ended before the speech did",
        ),
    ],
)
def test_the_latency_of_a_spoken_turn_is_divided(
    timeline: Timeline, parts: list[float] | None
) -> None:
    assert rounded(turn_latency(timeline)) == parts


@given(
    speech_end=st.floats(min_value=0, max_value=50),
    first_audio=st.floats(min_value=50, max_value=100),
    turn_end=moments,
    transcript=moments,
    first_token=moments,
)
def test_the_parts_are_the_whole_and_none_is_negative(
    speech_end: float,
    first_audio: float,
    turn_end: float | None,
    transcript: float | None,
    first_token: float | None,
) -> None:
    latency = turn_latency(
        Timeline(
            speech_end=speech_end,
            turn_end=turn_end,
            transcript=transcript,
            first_token=first_token,
            first_audio=first_audio,
        )
    )
    assert latency is not None
    assert all(seconds >= 0 for _part, seconds in latency.parts)
    assert latency.total_s == pytest.approx(first_audio - speech_end)


def test_the_median_is_of_each_part() -> None:
    latencies = [
        TurnLatency(0.1, 0.9, 0.3, 0.0),
        TurnLatency(0.3, 0.1, 0.2, 0.0),
        TurnLatency(0.2, 0.2, 9.0, 0.3),
    ]
    assert median_latency(latencies) == TurnLatency(0.2, 0.2, 0.3, 0.0)
    assert median_latency([]) is None


def test_a_latency_is_told_in_words() -> None:
    latency = TurnLatency(0.25, 0.18, 0.0, 1.2)
    assert latency_text(latency) == "Heard 250 ms, Understood 180 ms, Model 0 ms, Voice 1200 ms"
    assert [part for part, _seconds in latency.parts] == list(LatencyPart)
