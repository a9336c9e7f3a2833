"""The end of a turn with its real witnesses, on recorded turns: none is cut, none is late.

The audio is fed as fast as it can be heard; judge and recogniser answer after a fixed time of audio,
as on a machine of ordinary speed, so that the result is the same on any.
"""

import re

import numpy as np
import pytest

from assistant.assembly.voice.voice_loop import TURN_MODEL
from assistant.home import Home
from assistant.settings import load
from assistant.voice.events import Samples
from assistant.voice.turn_taking.endpointing import EndpointLimits
from benchmarks.voice.heard_turn import EndpointingModels, turn_end_s
from tests.helpers.audio.signals import Recording, noise, recordings

pytestmark = pytest.mark.models

AFTER_S = 3.0
"""Of quiet after the recording: longer than any turn waits."""


@pytest.fixture(scope="module")
def models() -> EndpointingModels:
    home = Home.locate()
    turn_model = home.models.joinpath(*TURN_MODEL)
    if not (turn_model.is_file() and (home.models / "whisper-base" / "model.bin").is_file()):
        pytest.skip(f"models are missing in {home.models}")
    settings = load(home, {}).settings.voice.model_copy(update={"language": "en"})
    return EndpointingModels.load(home, settings)


def end_of(models: EndpointingModels, recording: Recording) -> float:
    """Return when the turn ended; seconds from the beginning of the recording."""
    ended_s = turn_end_s(models, heard(recording), EndpointLimits())
    assert ended_s is not None, "the turn did not end"
    return ended_s


def heard(recording: Recording) -> Samples:
    return np.concatenate((recording.samples(), noise(AFTER_S, 0.0005)))


def noted(recording: Recording, pattern: str) -> float:
    found = re.search(pattern, recording.note)
    assert found, recording.note
    return float(found[1])


def turns(name: str) -> list[Recording]:
    return [each for each in recordings("turn") if each.path.stem.startswith(name)]


def test_complete_turns_end_soon(models: EndpointingModels) -> None:
    waits = sorted(
        end_of(models, each) - noted(each, r"to (\d+\.\d+) s, then silence")
        for each in turns("complete")
    )
    assert len(waits) == 8
    assert waits[len(waits) // 2] <= 0.5
    assert waits[-1] <= 0.9


def test_no_turn_is_cut_at_a_pause(models: EndpointingModels) -> None:
    after_pause = {
        each.path.stem: end_of(models, each) - noted(each, r"s to (\d+\.\d+) s inside")
        for each in turns("pause")
    }
    assert len(after_pause) == 8
    assert min(after_pause.values()) > 0.5, after_pause  # the rest of the sentence


def test_unfinished_turns_are_waited_for(models: EndpointingModels) -> None:
    waits = {
        each.path.stem: end_of(models, each) - noted(each, r"ends at (\d+\.\d+) s,")
        for each in turns("incomplete")
    }
    assert len(waits) == 8
    assert all(2.4 <= wait <= 2.8 for wait in waits.values()), waits
