"""Who is spoken to: the rule, and what it does to recorded speakers."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from assistant.voice.audio.loudness import FLOOR_DBFS, white_noise
from assistant.voice.events import Samples
from assistant.voice.turn_taking.addressee import (
    FARTHEST_DB,
    UtteranceSound,
    follow_level,
    is_addressed,
    is_distant,
    sound_of,
    speech_dbfs,
)
from benchmarks.voice.model.room_acoustics import RoomAcoustics, impulse_response
from tests.helpers.audio.signals import Recording, noise, recordings, silence, speech

OWN = -20.0


def at(level_dbfs: float, *, is_end_doubted: bool = False) -> UtteranceSound:
    return UtteranceSound(level_dbfs=level_dbfs, is_end_doubted=is_end_doubted)


@pytest.mark.parametrize(
    ("level", "text", "more", "is_meant"),
    [
        (0.0, "and tomorrow", {}, True),
        (-6.0, "and tomorrow", {}, True),
        (-8.0, "and tomorrow", {}, False),
        (-8.0, "and tomorrow?", {}, True),
        (-11.0, "and tomorrow?", {}, False),
        (-10.0, "for four", {"is_reply": True}, True),
        (-12.0, "set a timer", {"is_plain": True}, True),
        (-16.0, "the second one", {"is_plain": True, "is_reply": True}, True),
        (-18.0, "the second one", {"is_plain": True, "is_reply": True}, False),
        (-12.0, "stop", {}, True),
        (-12.0, "goodbye", {}, True),
        (-15.0, "stop", {}, False),
        (6.0, "and tomorrow", {}, True),
    ],
)
def test_level_and_words_decide(
    level: float, text: str, more: dict[str, bool], *, is_meant: bool
) -> None:
    assert is_addressed(text, at(OWN + level), own_dbfs=OWN, **more) is is_meant


def test_a_turn_that_nobody_believed_to_be_over_is_less_likely_meant() -> None:
    assert is_addressed("and tomorrow", at(OWN - 5), own_dbfs=OWN)
    assert not is_addressed("and tomorrow", at(OWN - 5, is_end_doubted=True), own_dbfs=OWN)


def test_a_whisper_is_meant_though_it_is_much_softer() -> None:
    soft = UtteranceSound(level_dbfs=OWN - 15, is_whispered=True)
    assert is_addressed("and tomorrow", soft, own_dbfs=OWN)
    assert not is_addressed("and tomorrow", at(OWN - 15), own_dbfs=OWN)
    assert not is_addressed("and tomorrow", replace(soft, is_own_voice=False), own_dbfs=OWN), (
        "nor does whispering help others"
    )


def test_what_has_no_voice_sounds_whispered() -> None:
    hiss = np.concatenate((silence(0.5), noise(1.0, 0.02), silence(0.5)))
    assert sound_of(hiss, is_end_doubted=True) == UtteranceSound(
        level_dbfs=speech_dbfs(hiss), is_end_doubted=True, is_whispered=True
    )
    for each in recordings("turn")[:8]:
        assert not sound_of(each.samples() * np.float32(0.1)).is_whispered


def test_without_a_level_everything_is_meant() -> None:
    assert is_addressed("and tomorrow", None, own_dbfs=OWN)
    assert is_addressed("and tomorrow", at(-60.0), own_dbfs=None)
    assert not is_distant(None, own_dbfs=OWN)
    assert not is_distant(-60.0, own_dbfs=None)


def test_the_own_level_follows_the_user_and_nobody_softer() -> None:
    assert follow_level(None, at(OWN)) == OWN
    assert follow_level(OWN, None) == OWN
    assert follow_level(OWN, at(OWN + 10)) == OWN + 3
    assert follow_level(OWN, at(OWN - 2)) == pytest.approx(OWN - 0.6)
    assert follow_level(OWN, at(OWN - FARTHEST_DB)) == OWN


def test_silence_around_speech_does_not_count() -> None:
    said = speech(0.5)
    level = speech_dbfs(said)
    around = np.concatenate((silence(4), said, noise(4, 0.002)))
    assert speech_dbfs(around) == pytest.approx(level, abs=1)
    assert speech_dbfs(white_noise(16_000, dbfs=-30)) == pytest.approx(-30, abs=1)
    assert speech_dbfs(silence(1)) == FLOOR_DBFS
    assert speech_dbfs(silence(0)) == FLOOR_DBFS


# Recorded speakers.


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What somebody said."""

    text: str
    samples: Samples


def _sayings() -> list[Said]:
    return [
        Said(text=each.reference, samples=each.samples()) for each in _human(recordings("speech"))
    ]


def _human(found: Sequence[Recording]) -> Iterator[Recording]:
    for each in found:
        if each.language == "en" and each.reference:
            yield each


def _levelled(samples: Samples, dbfs: float) -> Samples:
    """Return a recording at a level, as if each speaker were at the same distance."""
    return (samples * 10 ** ((dbfs - speech_dbfs(samples)) / 20)).astype(np.float32)


def _across_the_room(said: Said, dbfs: float, seed: int) -> Samples:
    """Return what a microphone gets of a loudspeaker a few metres away."""
    room = impulse_response(RoomAcoustics(echo_gain=1.0, reverberation_s=0.45, seed=seed))
    count = len(said.samples) + len(room)
    spectrum = np.fft.rfft(said.samples, count) * np.fft.rfft(room, count)
    return _levelled(np.fft.irfft(spectrum, count).astype(np.float32), dbfs)


def _dropped(sounds: Sequence[tuple[str, float]]) -> float:
    """Return the share of utterances, each a text and its level, that is not taken for the user's."""
    own: float | None = OWN
    dropped = 0
    for text, level in sounds:
        if is_addressed(text, at(level), own_dbfs=own):
            own = follow_level(own, at(level))
        else:
            dropped += 1
    return dropped / len(sounds)


@pytest.mark.timeout(120)
def test_a_television_across_the_room_is_not_meant_and_the_user_is() -> None:
    """Others at -9, -12 and -15 dB with reverberation; the user's level varies by 3 dB.

    With 50 recordings of 28 speakers and no figure of the rule chosen by them, 0.78, 1.0 and 1.0 of
    the others' sentences were dropped, and 0.028 of the user's.
    """
    sayings = _sayings()
    rng = np.random.default_rng(7)
    assert len(sayings) >= 40
    room = white_noise(16_000 * 40, dbfs=-58)
    of_others = {
        below: _dropped(
            [
                (said.text, speech_dbfs(_mixed(_across_the_room(said, OWN - below, n), room)))
                for n, said in enumerate(sayings)
            ]
        )
        for below in (9, 12, 15)
    }
    of_user = _dropped(
        [
            (said.text, speech_dbfs(_mixed(_levelled(said.samples, OWN + change), room)))
            for said, change in zip(sayings * 5, rng.normal(0, 3, len(sayings) * 5), strict=True)
        ]
    )
    assert of_others[15] == 1.0
    assert of_others[12] == 1.0
    assert of_others[9] >= 0.7
    assert of_user <= 0.03


def _mixed(said: Samples, room: Samples) -> Samples:
    return said + room[: len(said)]


def test_another_voice_is_never_addressed_and_an_unknown_one_is_judged_by_the_rest() -> None:
    for text, level in itertools.product(("stop", "What time is it?"), (-40.0, -10.0)):
        other = UtteranceSound(level_dbfs=level, is_own_voice=False)
        assert not is_addressed(text, other, own_dbfs=None, is_plain=True, is_reply=True)
        unknown = UtteranceSound(level_dbfs=level)
        own = UtteranceSound(level_dbfs=level, is_own_voice=True)
        judged = [is_addressed(text, sound, own_dbfs=-20.0) for sound in (own, unknown)]
        assert judged[0] is judged[1]
