from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.audio.mixer import (
    JUST_ENDED_S,
    STARVED_WITHIN_S,
    Mixer,
    make_track,
    onset_index,
)
from assistant.voice.events import ClipFinished, ClipStarted, PlaybackEvent, Samples
from assistant.voice.protocols import ClipProgress

RATE_HZ = 1000


def near(value: float) -> float:
    """A number that equals those that differ by rounding."""
    return cast("float", pytest.approx(value))


def constant(samples: int, level: float = 0.5) -> Samples:
    return np.full(samples, level, np.float32)


def play(mixer: Mixer, *blocks: int, at: float = 0.0) -> tuple[Samples, list[PlaybackEvent]]:
    played: list[Samples] = []
    events: list[PlaybackEvent] = []
    for size in blocks:
        out = np.full(size, np.nan, np.float32)
        events += mixer.fill(out, at)
        at += size / RATE_HZ
        played.append(out)
    return np.concatenate(played), events


def mixer_with(*lengths: int) -> Mixer:
    mixer = Mixer(RATE_HZ)
    for clip_id, length in enumerate(lengths, start=1):
        mixer.add(make_track(clip_id, constant(length, 0.1 * clip_id)))
    return mixer


def test_nothing_to_play_is_silence() -> None:
    played, events = play(Mixer(RATE_HZ), 10)
    assert not played.any()
    assert events == []


@given(
    st.lists(st.integers(1, 60), max_size=5),
    st.lists(st.integers(1, 50), min_size=1, max_size=20),
)
def test_clips_follow_each_other_without_gap_whatever_the_blocks(
    lengths: list[int], blocks: list[int]
) -> None:
    played, events = play(mixer_with(*lengths), *blocks)
    expected = np.concatenate(
        [constant(length, 0.1 * number) for number, length in enumerate(lengths, 1)]
        + [np.zeros(sum(blocks), np.float32)]
    )
    np.testing.assert_array_equal(played, expected[: played.size])
    ends = np.cumsum([0, *lengths])
    for event in events:
        assert isinstance(event, ClipStarted | ClipFinished)
        index = event.clip_id - (1 if isinstance(event, ClipStarted) else 0)
        assert event.at == pytest.approx(ends[index] / RATE_HZ)
    assert [type(event) for event in events] == [ClipStarted, ClipFinished] * (len(events) // 2) + [
        ClipStarted
    ] * (len(events) % 2)


def test_a_clip_starts_with_its_first_audible_sample() -> None:
    mixer = Mixer(RATE_HZ)
    mixer.add(make_track(7, np.concatenate((constant(30, 0.001), constant(10)))))
    _, events = play(mixer, 20, 20, at=5.0)
    assert events == [
        ClipStarted(at=near(5.03), clip_id=7),
        ClipFinished(at=near(5.04), clip_id=7),
    ]


@pytest.mark.parametrize("samples", [constant(0), constant(5, 0.0)], ids=["empty", "silent"])
def test_a_clip_without_sound_starts_and_finishes(samples: Samples) -> None:
    mixer = Mixer(RATE_HZ)
    mixer.add(make_track(1, samples))
    _, events = play(mixer, 10)
    assert [type(event) for event in events] == [ClipStarted, ClipFinished]
    assert mixer.is_empty


def test_onset_is_the_first_sample_above_minus_50_dbfs() -> None:
    assert onset_index(np.array([0.0, 0.0031, -0.0032, 1.0], np.float32)) == 2


def test_a_stop_fades_out_and_drops_what_was_queued() -> None:
    mixer = mixer_with(100, 100)
    play(mixer, 40)
    heard = mixer.stop()
    played, events = play(mixer, 30)
    assert heard == ClipProgress(clip_id=1, fraction=0.48)
    assert np.all(np.diff(played[:8]) < 0)
    assert 0.0 < played[0] < 0.1
    assert not played[7:].any()
    assert events == []
    assert mixer.is_empty


def test_a_fade_is_at_most_ten_milliseconds_and_never_jumps() -> None:
    rate_hz = 48_000
    mixer = Mixer(rate_hz)
    mixer.add(make_track(1, constant(rate_hz, 1.0)))
    out = np.empty(1000, np.float32)
    mixer.fill(out, 0.0)
    mixer.stop()
    mixer.fill(out, 0.0)
    assert np.flatnonzero(out)[-1] < 0.01 * rate_hz
    assert np.abs(np.diff(out, prepend=1.0)).max() < 0.01


def test_a_stop_near_the_end_hears_the_whole_clip() -> None:
    mixer = mixer_with(100)
    play(mixer, 97)
    assert mixer.stop() == ClipProgress(clip_id=1, fraction=1.0)


def test_nothing_was_heard_of_a_clip_that_had_not_begun() -> None:
    assert mixer_with(100).stop() is None


def test_nothing_was_heard_of_a_clip_that_was_silent_so_far() -> None:
    mixer = Mixer(RATE_HZ)
    mixer.add(make_track(1, np.concatenate((constant(50, 0.0), constant(50)))))
    play(mixer, 20)
    assert mixer.stop() is None


def test_a_clip_that_ended_a_moment_ago_was_heard_in_full() -> None:
    mixer = mixer_with(10, 100)
    play(mixer, 10)
    assert mixer.stop() == ClipProgress(clip_id=1, fraction=1.0)


def test_a_clip_that_ended_long_ago_is_not_playing() -> None:
    mixer = mixer_with(10)
    play(mixer, 10, int(JUST_ENDED_S * RATE_HZ))
    assert mixer.stop() is None


def test_a_second_stop_finds_nothing() -> None:
    mixer = mixer_with(100)
    play(mixer, 40)
    mixer.stop()
    assert mixer.stop() is None


def test_a_clip_queued_after_a_stop_follows_the_fade() -> None:
    mixer = mixer_with(100)
    play(mixer, 40)
    mixer.stop()
    mixer.add(make_track(2, constant(20)))
    played, events = play(mixer, 40)
    assert np.all(played[8:28] == 0.5)
    assert events[0] == ClipStarted(at=near(0.008), clip_id=2)


def test_ducking_ramps_down_within_fifty_milliseconds_and_back() -> None:
    mixer = Mixer(RATE_HZ)
    mixer.add(make_track(1, constant(1000, 1.0)))
    mixer.set_volume(0.2)
    down, _ = play(mixer, 15, 35)
    assert down[-1] == pytest.approx(0.2)
    assert np.all(np.diff(down) <= 0)
    assert down[0] > 0.9
    mixer.set_volume(1.0)
    up, _ = play(mixer, 50, 10)
    assert np.all(np.diff(up) >= 0)
    assert up[-1] == 1.0


def test_a_stop_ends_ducking() -> None:
    mixer = mixer_with(1000)
    mixer.set_volume(0.2)
    play(mixer, 50)
    mixer.stop()
    play(mixer, 60)
    mixer.add(make_track(2, constant(10, 1.0)))
    played, _ = play(mixer, 10)
    assert np.all(played == 1.0)


def test_a_clip_that_comes_late_is_counted() -> None:
    mixer = mixer_with(10)
    play(mixer, 20)
    mixer.add(make_track(2, constant(10)))
    assert mixer.starved == 1


def test_a_clip_in_time_or_of_a_new_reply_is_not_late() -> None:
    mixer = mixer_with(10)
    play(mixer, 5)
    mixer.add(make_track(2, constant(10)))
    play(mixer, 15, int(STARVED_WITHIN_S * RATE_HZ))
    mixer.add(make_track(3, constant(10)))
    assert mixer.starved == 0


def test_a_cue_lies_over_the_clip_and_delays_nothing() -> None:
    mixer, plain = Mixer(1000), Mixer(1000)
    for each in (mixer, plain):
        each.add(make_track(1, np.full(100, 0.25, np.float32)))
    mixer.cue(np.full(30, 0.5, np.float32))
    mixed, clip = np.empty(100, np.float32), np.empty(100, np.float32)
    assert mixer.fill(mixed, 0.0) == plain.fill(clip, 0.0)
    assert np.allclose(mixed[:30], 0.75)
    assert np.array_equal(mixed[30:], clip[30:])


def test_a_cue_goes_on_over_blocks_stops_and_ducking() -> None:
    mixer = Mixer(1000)
    mixer.cue(np.full(250, 0.5, np.float32))
    mixer.set_volume(0.2)
    block = np.empty(100, np.float32)
    mixer.fill(block, 0.0)
    assert np.allclose(block, 0.5)
    assert mixer.stop() is None
    mixer.fill(block, 0.1)
    assert np.allclose(block, 0.5)
    mixer.fill(block, 0.2)
    assert np.allclose(block[:50], 0.5)
    assert not block[50:].any()


def test_a_cue_over_a_loud_clip_stays_within_full_scale() -> None:
    mixer = Mixer(1000)
    mixer.add(make_track(1, np.full(50, 0.9, np.float32)))
    mixer.cue(np.full(50, 0.5, np.float32))
    block = np.empty(50, np.float32)
    mixer.fill(block, 0.0)
    assert block.max() == 1.0


def test_a_cue_is_not_something_to_be_waited_for() -> None:
    mixer = Mixer(1000)
    mixer.cue(np.full(50, 0.5, np.float32))
    assert mixer.is_empty


def talking(samples: int, *, quiet: slice = slice(0, 0)) -> Samples:
    """A clip of a rising level, so that every place in it can be told, with a quiet stretch."""
    clip = np.linspace(0.2, 0.9, samples, dtype=np.float32)
    clip[quiet] = 0.01
    return clip


def test_a_hold_fades_out_and_keeps_the_clips() -> None:
    mixer = mixer_with(1000, 1000)
    play(mixer, 500)
    mixer.hold()
    held, events = play(mixer, 25, 75)
    assert np.all(np.diff(held[:40]) < 0)
    assert not held[39:].any()
    assert np.abs(np.diff(held, prepend=0.1)).max() < 0.006
    _, later = play(mixer, 5000)
    assert events + later == []
    assert mixer.is_held
    assert not mixer.is_empty


def test_at_another_rate_it_is_as_loud_or_held_as_before_and_empty() -> None:
    mixer = mixer_with(100, 100)
    mixer.set_volume(0.25)
    play(mixer, 100)
    lowered = mixer.at_rate(2 * RATE_HZ)
    assert lowered.is_empty
    assert not lowered.is_held
    lowered.add(make_track(3, constant(100)))
    assert np.allclose(play(lowered, 100)[0], 0.125)
    mixer.hold()
    held = mixer.at_rate(2 * RATE_HZ)
    held.add(make_track(4, constant(100)))
    played, events = play(held, 500)
    assert not played.any()
    assert events == []
    held.resume()
    assert len(play(held, 500)[1]) == 2


def test_a_held_clip_goes_on_a_little_before_at_the_quietest_place() -> None:
    mixer = Mixer(RATE_HZ)
    clip = talking(4000, quiet=slice(2600, 2630))
    mixer.add(make_track(1, clip))
    play(mixer, 3000)
    mixer.set_volume(0.25)
    play(mixer, 60)
    mixer.hold()
    play(mixer, 400)
    mixer.resume()
    played, events = play(mixer, 60, 400)
    assert not mixer.is_held
    assert played[0] == pytest.approx(0.0, abs=0.02)
    begun_at = int(np.argmin(np.abs(clip[2000:] - played[200]))) + 2000 - 200
    assert 2600 <= begun_at <= 2630
    np.testing.assert_allclose(played[60:], clip[begun_at + 60 : begun_at + 460], rtol=1e-6)
    assert events == []


def test_a_clip_that_had_just_begun_is_said_again_from_its_beginning() -> None:
    mixer = Mixer(RATE_HZ)
    clip = talking(4000)
    mixer.add(make_track(1, clip))
    _, before = play(mixer, 300)
    mixer.hold()
    play(mixer, 100)
    mixer.resume()
    played, after = play(mixer, 4000, 100)
    np.testing.assert_allclose(played[40:4000], clip[40:], rtol=1e-6)
    assert [type(event) for event in [*before, *after]] == [ClipStarted, ClipFinished]


def test_what_was_heard_of_a_held_clip_ends_where_it_was_held() -> None:
    mixer = mixer_with(4000)
    play(mixer, 2000)
    mixer.hold()
    play(mixer, 500)
    assert mixer.stop() == ClipProgress(clip_id=1, fraction=2040 / 4000)
    played, _ = play(mixer, 100)
    assert not played.any()


def test_after_going_back_nothing_counts_as_heard_twice() -> None:
    mixer = mixer_with(4000)
    play(mixer, 2000)
    mixer.hold()
    play(mixer, 500)
    mixer.resume()
    play(mixer, 100)
    assert mixer.stop() == ClipProgress(clip_id=1, fraction=2040 / 4000)


def test_a_stop_inside_the_fade_of_a_hold_does_not_jump() -> None:
    mixer = mixer_with(4000)
    play(mixer, 2000)
    mixer.hold()
    fading, _ = play(mixer, 20)
    mixer.stop()
    played, _ = play(mixer, 30)
    assert 0 < played[0] < fading[-1]
    assert not played[8:].any()
    assert not mixer.is_held


def test_going_on_inside_the_fade_of_a_hold_does_not_jump() -> None:
    mixer = mixer_with(4000)
    play(mixer, 2000)
    mixer.hold()
    fading, _ = play(mixer, 20)
    mixer.resume()
    played, _ = play(mixer, 60)
    assert np.abs(np.diff(np.concatenate((fading[-1:], played)))).max() < 0.02
    assert played[-1] == pytest.approx(0.1)


def test_a_clip_that_ends_in_the_fade_is_the_last_that_is_heard() -> None:
    mixer = mixer_with(1010, 1000)
    play(mixer, 1000)
    mixer.hold()
    played, events = play(mixer, 100)
    assert [type(event) for event in events] == [ClipFinished]
    assert not played[10:].any()
    mixer.resume()
    _, events = play(mixer, 50)
    assert events == [ClipStarted(at=near(0.0), clip_id=2)]


def test_held_before_anything_was_played_nothing_is_heard_until_it_goes_on() -> None:
    mixer = mixer_with(100)
    mixer.hold()
    played, events = play(mixer, 50)
    assert not played.any()
    assert events == []
    mixer.resume()
    _, events = play(mixer, 200)
    assert [type(event) for event in events] == [ClipStarted, ClipFinished]


def test_a_clip_that_comes_while_held_waits_and_is_not_late() -> None:
    mixer = mixer_with(10)
    play(mixer, 10)
    mixer.hold()
    play(mixer, 50)
    mixer.add(make_track(2, constant(10)))
    played, _ = play(mixer, 50)
    assert not played.any()
    assert mixer.starved == 0


def test_going_on_without_a_hold_only_ends_ducking() -> None:
    mixer = mixer_with(4000)
    mixer.set_volume(0.25)
    play(mixer, 2000)
    mixer.resume()
    played, _ = play(mixer, 50, 100)
    np.testing.assert_array_equal(played[50:], constant(100, 0.1))
    assert mixer.stop() == ClipProgress(clip_id=1, fraction=near(2158 / 4000))


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["hold", "resume", "duck", "unduck", "play"]), st.integers(1, 700)
        ),
        max_size=40,
    )
)
def test_whatever_is_held_and_resumed_every_clip_is_told_of_once_and_heard_to_its_end(
    steps: list[tuple[str, int]],
) -> None:
    mixer = mixer_with(300, 1500, 700)
    events: list[PlaybackEvent] = []
    for step, size in steps:
        match step:
            case "hold":
                mixer.hold()
            case "resume":
                mixer.resume()
            case "duck" | "unduck":
                mixer.set_volume(0.25 if step == "duck" else 1.0)
            case _:
                pass
        played, told = play(mixer, size)
        events += told
        assert np.all(np.abs(played) <= 0.31)
    mixer.resume()
    _, told = play(mixer, 10_000)
    events += told
    assert [
        (type(event), event.clip_id)
        for event in events
        if isinstance(event, ClipStarted | ClipFinished)
    ] == [(kind, clip_id) for clip_id in (1, 2, 3) for kind in (ClipStarted, ClipFinished)]
    assert mixer.is_empty


def test_the_volume_tells_of_ducking_and_of_a_hold() -> None:
    mixer = Mixer(16_000)
    mixer.add(make_track(1, np.full(16_000, 0.5, np.float32)))
    block = np.zeros(1600, np.float32)
    mixer.fill(block, 0.0)
    assert mixer.volume == 1.0
    mixer.set_volume(0.25)
    mixer.fill(block, 0.1)
    assert mixer.volume == pytest.approx(0.25)
    assert float(np.max(block[-100:])) == pytest.approx(0.5 * 0.25)
    mixer.hold()
    mixer.fill(block, 0.2)
    assert mixer.volume == 0.0
    mixer.resume()
    mixer.fill(block, 0.3)
    assert mixer.volume == 1.0


def test_a_clip_that_has_not_begun_can_be_taken_out_of_the_queue() -> None:
    mixer = mixer_with(10, 20, 30)
    play(mixer, 5)
    assert not mixer.withdraw(1), "it has begun"
    assert mixer.withdraw(2)
    assert not mixer.withdraw(2), "it is gone"
    played, events = play(mixer, 50)
    np.testing.assert_array_equal(
        played[:35], np.concatenate((constant(5, 0.1), constant(30, 0.3)))
    )
    told = [event.clip_id for event in events if isinstance(event, ClipStarted | ClipFinished)]
    assert told == [1, 3, 3]
