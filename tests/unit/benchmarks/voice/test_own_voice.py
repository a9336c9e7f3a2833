"""How much of one's own speech is refused, and how much of others' is taken."""

from pathlib import Path

import pytest

from benchmarks.voice.clips import ClipLibrary, load_clips, room_noise
from benchmarks.voice.own_voice import OwnVoiceFigures, measure_own_voice
from tests.helpers.audio.signals import RECORDED


def told(unreadable: Path) -> None:
    pytest.fail(f"{unreadable} cannot be read")


@pytest.fixture(scope="module")
def figures() -> OwnVoiceFigures:
    """Two speakers of a phrase, and one who says something else."""
    wanted = {"own-pv01", "own-pv04", "spk356"}
    clips = [clip for clip in load_clips(RECORDED) if clip.speaker in wanted]
    return measure_own_voice(ClipLibrary(clips, tell=told), room_noise(5.0, seed=1))


def test_each_recording_is_left_out_once_and_compared_with_all_others(
    figures: OwnVoiceFigures,
) -> None:
    assert figures.speakers == 3
    assert figures.own == 15
    assert figures.others == 3 * 10


def test_the_user_is_hardly_ever_refused_and_others_mostly_are(figures: OwnVoiceFigures) -> None:
    assert figures.own_refused_rate == 0
    assert figures.own_calls_refused_rate == 0
    assert figures.others_taken_rate is not None
    assert figures.others_taken_rate <= 0.4


def test_without_noise_nothing_is_said_about_it() -> None:
    figures = measure_own_voice(ClipLibrary([], tell=told), None)
    assert figures == OwnVoiceFigures(
        speakers=0,
        own=0,
        own_refused_rate=None,
        own_refused_in_noise_rate=None,
        own_calls_refused_rate=None,
        others=0,
        others_taken_rate=None,
        others_taken_in_noise_rate=None,
        others_calls_taken_rate=None,
        background=0,
        background_taken_rate=None,
    )
