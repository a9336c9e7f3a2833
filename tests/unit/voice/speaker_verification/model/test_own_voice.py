"""The rule by which the user's own voice is told from others."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.speaker_verification.model.own_voice import LEAST_S, HeardVoice, OwnVoices
from assistant.voice.speaker_verification.shipped_voices import other_voices
from tests.helpers.voice.voices import alike, others, profile, voice

RULE: Final = OwnVoices([profile(1)], others())
SHARES: Final = st.floats(0.0, 1.0)
SECONDS: Final = st.floats(LEAST_S, 30.0)


@pytest.mark.parametrize(
    ("speaker", "seconds", "told"),
    [
        (1, 0.5, None),
        (2, 0.5, None),
        (1, 0.7, True),
        (1, 3.0, True),
        (2, 0.7, False),
        (2, 3.0, False),
        (1000, 3.0, False),
    ],
)
def test_another_voice_is_told_once_it_was_heard_long_enough(
    speaker: int, seconds: float, told: bool | None
) -> None:
    assert RULE.has(HeardVoice(alike(speaker, 9), seconds)) is told


def test_each_user_of_the_computer_is_known() -> None:
    both = OwnVoices([profile(1), profile(2)], others())
    heard = [both.has(HeardVoice(alike(speaker, 9), 2.0)) for speaker in (1, 2, 3)]
    assert heard == [True, True, False]


@given(share=SHARES, seconds=SECONDS)
def test_a_call_is_never_refused_where_other_words_are_not(share: float, seconds: float) -> None:
    heard = HeardVoice(alike(1, 9, other=share), seconds)
    assert RULE.has(heard, is_call=True) or not RULE.has(heard)


@given(share=SHARES, seconds=SECONDS, longer=SECONDS)
def test_who_speaks_longer_is_asked_for_more(share: float, seconds: float, longer: float) -> None:
    mixed = alike(1, 9, other=share)
    short, long = sorted((seconds, longer))
    assert RULE.has(HeardVoice(mixed, short)) or not RULE.has(HeardVoice(mixed, long))


@given(share=SHARES, more=SHARES)
def test_the_more_of_another_voice_the_smaller_the_margin(share: float, more: float) -> None:
    less, most = sorted((share, more))
    margins = [RULE.margin(profile(1), alike(1, 9, other=each)) for each in (less, most)]
    assert margins[0] >= margins[1] - 1e-5


def test_the_voices_that_come_along_are_of_many_and_none_like_another() -> None:
    shipped = other_voices()
    assert len(shipped) >= 40
    likeness = shipped @ shipped.T
    assert float(likeness.max()) == pytest.approx(1.0, abs=1e-3)
    assert sorted((likeness > 0.95).sum(axis=0).tolist())[-1] == 1, "nobody is there twice"
    assert voice(1).shape == shipped[0].shape
