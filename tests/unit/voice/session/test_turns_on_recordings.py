"""The end of a turn with its real witnesses, on recorded turns: none is cut, none is late.

The audio is fed as fast as it can be heard; judge and recogniser answer after a fixed time of audio,
as on a machine of ordinary speed, so that the result is the same on any.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from assistant.home import Home
from assistant.voice.detectors.open_wake_word import WakeWordPolicy
from assistant.voice.detectors.smart_turn import SmartTurn
from assistant.voice.detectors.vad import SileroVad, shipped_vad_model
from assistant.voice.events import ListenerEvent, Samples, TurnEnded, VoicePaused
from assistant.voice.listening.perception import Perception
from assistant.voice.protocols import ListeningMode
from assistant.voice.stt.whisper import WhisperRecogniser
from assistant.voice.turn_taking.endpointing import EndpointLimits
from assistant.voice.turn_taking.text_completeness import assess_completeness
from tests.helpers.audio.signals import Recording, noise, recordings

pytestmark = pytest.mark.models

BLOCK = 320
JUDGE_S, WORDS_S = 0.1, 0.3
"""How long judge and recogniser take, in seconds of audio."""
AFTER_S = 3.0
"""Of quiet after the recording: longer than any turn waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Witnesses:
    """The loaded models."""

    judge: SmartTurn
    recogniser: WhisperRecogniser
    vad: SileroVad


@pytest.fixture(scope="module")
def witnesses() -> Witnesses:
    models = Home.locate().models
    turn_model = models / "smart-turn-v3.2" / "smart-turn-v3.2-cpu.onnx"
    folder = models / "whisper-base"
    if not (turn_model.is_file() and (folder / "model.bin").is_file()):
        pytest.skip(f"models are missing in {models}")
    return Witnesses(
        judge=SmartTurn(turn_model),
        recogniser=WhisperRecogniser(folder=folder, language="en", threads=1),
        vad=SileroVad(shipped_vad_model()),
    )


class Turn:
    """One turn, heard to its end."""

    def __init__(self, witnesses: Witnesses) -> None:
        self._witnesses = witnesses
        self._due: list[tuple[float, int, Samples | None]] = []
        self._now = 0.0
        self._events: list[ListenerEvent] = []
        witnesses.vad.reset()
        self._perception = Perception(
            wake=None,
            policy=WakeWordPolicy(threshold=0.5),
            vad=witnesses.vad,
            limits=EndpointLimits(),
            barge_in_s=0.2,
            ask=self._ask,
            has_reader=True,
        )
        self._perception.hear(ListeningMode.TURN, 30.0)

    def hear(self, audio: Samples) -> float:
        """Return when the turn ended; seconds from the beginning of the audio."""
        for first in range(0, len(audio), BLOCK):
            block = audio[first : first + BLOCK]
            self._now += len(block) / 16_000
            self._take(self._perception.listen(block, self._now))
            for due in [each for each in self._due if each[0] <= self._now]:
                self._due.remove(due)
                self._answer(due[1], due[2])
            for event in self._events:
                if isinstance(event, TurnEnded):
                    return event.at
        raise AssertionError("the turn did not end")

    def _ask(self, pause_id: int, audio: Samples) -> None:
        self._due.append((self._now + JUDGE_S, pause_id, audio))

    def _answer(self, pause_id: int, audio: Samples | None) -> None:
        if audio is not None:
            probability = self._witnesses.judge.probability(audio)
            self._take(self._perception.judged(pause_id, probability))
            return
        pause = next(
            event
            for event in self._events
            if isinstance(event, VoicePaused) and event.pause_id == pause_id
        )
        heard = self._witnesses.recogniser.recognise(pause.audio)
        reading = assess_completeness(heard.text, heard.language, logprob=heard.avg_logprob)
        self._take(self._perception.read(pause_id, reading))

    def _take(self, events: Sequence[ListenerEvent]) -> None:
        for event in events:
            if isinstance(event, VoicePaused):
                self._due.append((self._now + WORDS_S, event.pause_id, None))
        self._events += events


def heard(recording: Recording) -> Samples:
    return np.concatenate((recording.samples(), noise(AFTER_S, 0.0005)))


def noted(recording: Recording, pattern: str) -> float:
    found = re.search(pattern, recording.note)
    assert found, recording.note
    return float(found[1])


def turns(name: str) -> list[Recording]:
    return [each for each in recordings("turn") if each.path.stem.startswith(name)]


def test_complete_turns_end_soon(witnesses: Witnesses) -> None:
    waits = sorted(
        Turn(witnesses).hear(heard(each)) - noted(each, r"to (\d+\.\d+) s, then silence")
        for each in turns("complete")
    )
    assert len(waits) == 8
    assert waits[len(waits) // 2] <= 0.5
    assert waits[-1] <= 0.9


def test_no_turn_is_cut_at_a_pause(witnesses: Witnesses) -> None:
    after_pause = {
        each.path.stem: Turn(witnesses).hear(heard(each)) - noted(each, r"s to (\d+\.\d+) s inside")
        for each in turns("pause")
    }
    assert len(after_pause) == 8
    assert min(after_pause.values()) > 0.5, after_pause  # the rest of the sentence


def test_unfinished_turns_are_waited_for(witnesses: Witnesses) -> None:
    waits = {
        each.path.stem: Turn(witnesses).hear(heard(each)) - noted(each, r"ends at (\d+\.\d+) s,")
        for each in turns("incomplete")
    }
    assert len(waits) == 8
    assert all(2.4 <= wait <= 2.8 for wait in waits.values()), waits
