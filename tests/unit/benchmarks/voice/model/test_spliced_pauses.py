"""A pause put into a recording: the rest stays, and the silence is the recording's own."""

import numpy as np
import pytest

from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.voice.clips import load_clips
from benchmarks.voice.model.spliced_pauses import half_of, read_places, splice_pause
from tests.helpers.audio.signals import RECORDED, noise, speech

FADE = SAMPLE_RATE_HZ // 100
LEVEL = 0.001


@pytest.mark.parametrize("pause_s", [0.3, 0.8, 2.0])
def test_the_pause_is_filled_with_the_recordings_own_room(pause_s: float) -> None:
    sentence = np.concatenate((speech(1.0, 1), noise(0.5, LEVEL), speech(1.0, 2)))
    spliced = splice_pause(sentence, at_s=0.4, pause_s=pause_s)
    begin, length = round(0.4 * SAMPLE_RATE_HZ), round(pause_s * SAMPLE_RATE_HZ)
    assert len(spliced) == len(sentence) + length
    np.testing.assert_array_equal(spliced[: begin - FADE], sentence[: begin - FADE])
    np.testing.assert_array_equal(spliced[begin + length + FADE :], sentence[begin + FADE :])
    pause = spliced[begin : begin + length]
    assert np.abs(pause).max() <= LEVEL
    assert np.std(pause) == pytest.approx(np.std(noise(0.5, LEVEL)), rel=0.1)


def test_a_recording_is_not_changed() -> None:
    sentence = speech(1.0)
    before = sentence.copy()
    splice_pause(sentence, at_s=0.5, pause_s=0.3)
    np.testing.assert_array_equal(sentence, before)


def test_every_place_lies_in_a_recording_and_enough_of_them_judge() -> None:
    clips = {
        clip.path.relative_to(RECORDED).as_posix(): clip
        for clip in load_clips(RECORDED)
        if clip.kind in {"turn", "speech"}
    }
    places = read_places()
    assert all(0.3 <= place.pause_s <= 2.0 and place.at_s > 0 for place in places)
    halves = [half_of(clips[place.file].speaker) for place in places]
    assert halves.count("judging") >= 60
    assert halves.count("tuning") >= 60


def test_nobody_is_in_both_halves() -> None:
    assert {half_of(f"spk{number:03}") for number in range(40)} == {"tuning", "judging"}
    assert half_of("spk001") == half_of("spk001")
