"""How much of one's own speech is refused, and how much of others' is taken."""

from pathlib import Path

import pytest

from benchmarks.model.run import Run
from benchmarks.voice.clips import ClipLibrary, load_clips, room_noise
from benchmarks.voice.own_voice import measure_own_voice
from tests.helpers.audio.signals import RECORDED


def told(unreadable: Path) -> None:
    pytest.fail(f"{unreadable} cannot be read")


@pytest.fixture(scope="module")
def figures() -> Run:
    """Two speakers of a phrase, and one who says something else."""
    wanted = {"own-pv01", "own-pv04", "spk356"}
    clips = [clip for clip in load_clips(RECORDED) if clip.speaker in wanted]
    return measure_own_voice(ClipLibrary(clips, tell=told), room_noise(5.0, seed=1))


def test_each_recording_is_left_out_once_and_compared_with_all_others(
    figures: Run,
) -> None:
    assert figures["speakers"] == 3
    assert figures["own"] == 15
    assert figures["others"] == 3 * 10


def test_the_user_is_hardly_ever_refused_and_others_mostly_are(figures: Run) -> None:
    assert figures["own_refused_rate"] == 0
    assert figures["own_calls_refused_rate"] == 0
    assert figures["others_taken_rate"] is not None
    assert figures["others_taken_rate"] <= 0.4


def test_without_noise_nothing_is_said_about_it() -> None:
    figures = measure_own_voice(ClipLibrary([], tell=told), None)
    found = figures.as_json()
    assert {name for name, value in found.items() if value == 0} == {
        "speakers",
        "own",
        "others",
        "background",
    }
    assert all(value is None for name, value in found.items() if name.endswith("_rate"))
