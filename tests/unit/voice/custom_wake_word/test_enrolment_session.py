"""A phrase that is recorded, learned and tried, over made-up sound and embeddings."""

from typing import Final

import numpy as np
import pytest
from typing_extensions import override

from assistant.protocol.wake_words import EnrolmentPhase, RecordingProblem
from assistant.voice.custom_wake_word.enrolment_session import (
    LONGEST_RECORDING_S,
    EnrolmentSession,
    LoudnessHeard,
    PhraseHeard,
    RecordingEnded,
)
from assistant.voice.custom_wake_word.model.background_speech import (
    WINDOW_FRAMES,
    BackgroundClip,
    BackgroundSpeech,
)
from assistant.voice.custom_wake_word.model.enrolment import MOST_RECORDINGS, EnrolmentRecording
from assistant.voice.custom_wake_word.model.recording_inspection import (
    InspectedRecording,
)
from assistant.voice.custom_wake_word.phrase_embedding import PhraseEmbedder
from assistant.voice.detectors.speech_embedding import EMBEDDING_SIZE
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from tests.helpers.audio.signals import MarkerWake, call, noise, silence, speech

SIZE: Final = WINDOW_FRAMES * EMBEDDING_SIZE
BLOCK: Final = SAMPLE_RATE_HZ // 50
LONG: Final = 0.9
"""Seconds of a phrase that `LengthEmbedder` takes for another one."""


class LengthEmbedder(PhraseEmbedder):
    """Phrases of one length sound alike, longer ones differ."""

    def __init__(self) -> None:
        self.made = 0

    @override
    def recording(self, samples: Samples, found: InspectedRecording) -> EnrolmentRecording:
        self.made += 1
        kind = 1 if found.seconds > LONG else 0
        centre = np.random.default_rng(1000 + kind).standard_normal(SIZE)
        around = np.random.default_rng(self.made).standard_normal((4, SIZE))
        windows = (centre + 0.5 * around).astype(np.float32)
        return EnrolmentRecording(windows, windows)


@pytest.fixture(scope="module")
def background() -> BackgroundSpeech:
    generator = np.random.default_rng(0)
    return BackgroundSpeech(
        [
            BackgroundClip("", generator.standard_normal((80, EMBEDDING_SIZE)).astype(np.float32))
            for _clip in range(30)
        ]
    )


@pytest.fixture
def session(background: BackgroundSpeech) -> EnrolmentSession:
    return EnrolmentSession(
        phrase="hey computer",
        embedder=LengthEmbedder(),
        speech=background,
        listen_for=lambda word: MarkerWake(word.phrase),
    )


def play(session: EnrolmentSession, *parts: Samples) -> list[RecordingEnded | PhraseHeard]:
    """Let the session hear sound in blocks; return what it told beside the level."""
    sound = np.concatenate(parts)
    told: list[RecordingEnded | PhraseHeard] = []
    for begin in range(0, len(sound), BLOCK):
        steps = session.hear(sound[begin : begin + BLOCK])
        told += [step for step in steps if not isinstance(step, LoudnessHeard)]
    return told


def record(session: EnrolmentSession, phrase_s: float = 0.6) -> RecordingProblem | None:
    """Record a phrase as a user does: press, wait, speak, wait."""
    play(session, noise(0.5, 3e-4))
    session.record()
    told = play(session, noise(0.4, 3e-4), speech(phrase_s), noise(1.0, 3e-4))
    assert len(told) == 1
    assert isinstance(told[0], RecordingEnded)
    assert session.phase is EnrolmentPhase.READY
    return told[0].problem


def test_after_three_recordings_there_is_a_wake_word(session: EnrolmentSession) -> None:
    for count in range(1, 4):
        assert session.learned is None
        assert record(session) is None
        assert session.recordings == count
    assert session.learned is not None
    assert session.learned.phrase == "hey computer"
    assert session.learned.estimate.is_good


def test_who_speaks_while_pressing_is_heard_whole(session: EnrolmentSession) -> None:
    play(session, noise(1.0, 3e-4), speech(0.1))
    session.record()
    told = play(session, speech(0.5), noise(1.0, 3e-4))
    assert told == [RecordingEnded(None)]


def test_a_recording_of_nothing_ends_and_does_not_count(session: EnrolmentSession) -> None:
    session.record()
    told = play(session, noise(LONGEST_RECORDING_S + 1, 3e-4))
    assert told == [RecordingEnded(RecordingProblem.SILENT)]
    assert session.recordings == 0


def test_other_words_than_before_do_not_count(session: EnrolmentSession) -> None:
    assert record(session) is None
    assert record(session) is None
    assert record(session, LONG + 0.3) is RecordingProblem.UNLIKE
    assert session.recordings == 2


def test_the_last_recording_can_be_dropped(session: EnrolmentSession) -> None:
    for _count in range(3):
        record(session)
    session.drop()
    assert (session.recordings, session.learned) == (2, None)
    for _count in range(3):
        session.drop()
    assert session.recordings == 0


def test_eight_are_enough(session: EnrolmentSession) -> None:
    for _count in range(MOST_RECORDINGS):
        assert record(session) is None
    session.record()
    assert session.phase is EnrolmentPhase.READY


def test_what_was_learned_is_tried_at_once(session: EnrolmentSession) -> None:
    session.try_out()
    assert session.phase is EnrolmentPhase.READY, "there is nothing to try yet"
    for _count in range(3):
        record(session)
    session.try_out()
    assert session.phase is EnrolmentPhase.TRYING
    sound = (silence(2.0), speech(0.5), silence(0.5), call(), silence(3.0), call(), silence(1.0))
    assert play(session, *sound) == [PhraseHeard(), PhraseHeard()]
    assert record(session) is None, "recording ends the trial"


def test_the_level_is_told_all_the_time(session: EnrolmentSession) -> None:
    loud = session.hear(speech(0.1))
    assert isinstance(loud[0], LoudnessHeard)
    assert loud[0].dbfs > -30
    assert session.hear(np.zeros(0, np.float32)) == []
