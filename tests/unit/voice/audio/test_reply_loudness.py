"""Room and user together make the loudness of a reply; each by a switch."""

import numpy as np
import pytest

from assistant.voice.audio.reply_loudness import SOFT_DB, ReplyLoudness
from assistant.voice.events import Samples
from tests.helpers.audio.signals import noise, silence, tone

SOFT = 10 ** (SOFT_DB / 20)
WHISPER = (silence(0.5), noise(1.0, 0.02), silence(0.5))
VOICE = (silence(0.5), tone(150, 1.0, peak=0.02), silence(0.5))


def said(parts: tuple[Samples, ...]) -> Samples:
    return np.concatenate(parts)


def after(loudness: ReplyLoudness, *, room_dbfs: float, turn: Samples) -> float:
    for _level in range(200):
        loudness.heard_room(room_dbfs)
    loudness.heard_turn(turn)
    return loudness.gain


@pytest.mark.parametrize(
    ("noise_on", "whispers_on", "room_dbfs", "turn", "gain"),
    [
        (True, True, -70, VOICE, 1.0),
        (True, True, -70, WHISPER, SOFT),
        (True, False, -70, WHISPER, 1.0),
        (True, True, -38, VOICE, 10 ** (6 / 20)),
        (True, True, -38, WHISPER, 10 ** (6 / 20)),
        (False, True, -38, VOICE, 1.0),
        (False, True, -38, WHISPER, 1.0),
        (False, False, -38, WHISPER, 1.0),
    ],
)
def test_room_and_whisper(
    noise_on: bool,
    whispers_on: bool,
    room_dbfs: float,
    turn: tuple[Samples, ...],
    gain: float,
) -> None:
    loudness = ReplyLoudness(follows_noise=noise_on, answers_whispers=whispers_on)
    assert after(loudness, room_dbfs=room_dbfs, turn=said(turn)) == pytest.approx(gain)


def test_a_word_too_short_to_tell_changes_nothing_and_speech_ends_it() -> None:
    loudness = ReplyLoudness(follows_noise=True, answers_whispers=True)
    assert after(loudness, room_dbfs=-70, turn=said(WHISPER)) == pytest.approx(SOFT)
    assert after(loudness, room_dbfs=-70, turn=silence(1.0)) == pytest.approx(SOFT)
    assert after(loudness, room_dbfs=-70, turn=said(VOICE)) == 1.0
