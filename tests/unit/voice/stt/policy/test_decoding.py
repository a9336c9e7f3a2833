import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.stt.policy.decoding import (
    DraftedLanguage,
    SpokenLanguage,
    choose_language,
    is_doubtful,
    is_looping,
    split_audio,
    token_limit,
    window_s,
)
from tests.helpers.audio.signals import noise, silence, speech


@pytest.mark.parametrize(
    ("duration_s", "expected"),
    [
        (0, 10),
        (2.9, 10),
        (3.0, 8),
        (6.0, 8),
        (6.1, 8.5),
        (9.1, 11.5),
        (20, 22),
        (28, 30),
        (29.9, 30),
    ],
)
def test_the_window_is_eight_seconds_or_two_more_than_a_sentence_and_ten_for_less(
    duration_s: float, expected: float
) -> None:
    assert window_s(duration_s) == expected


def test_more_speech_may_have_more_words() -> None:
    assert token_limit(0.3) >= 16
    assert token_limit(30) <= 448
    assert token_limit(5) < token_limit(6)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", False, id="nothing"),
        pytest.param("Never never never never never never never never", True, id="one word"),
        pytest.param("What time is it? What time is it?", True, id="the same sentence twice"),
        pytest.param("No, no.", False, id="said twice by a person"),
        pytest.param("five five five five", False, id="digits"),
        pytest.param("The pencils have all been used.", False, id="a sentence"),
        pytest.param("to be or not to be that is the question", False, id="words again"),
        pytest.param("在在在在在在在在在在在在在在在在在在", True, id="without spaces"),
        pytest.param("one of the one of the one of the people", True, id="three words three times"),
    ],
)
def test_repetition_is_noticed(text: str, expected: bool) -> None:
    assert is_looping(text) is expected


ALLOWED = {"en", "ko", "de"}


@pytest.mark.parametrize(
    ("probabilities", "previous", "expected"),
    [
        pytest.param({"la": 0.85, "en": 0.1, "de": 0.01}, None, "en", id="never Latin"),
        pytest.param({"ko": 0.9}, "en", "ko", id="sure of another language"),
        pytest.param({"de": 0.4, "en": 0.3}, "en", "en", id="unsure: as before"),
        pytest.param({"de": 0.4, "en": 0.3}, None, "de", id="unsure and the first time"),
        pytest.param({"de": 0.4}, "fr", "de", id="what was before is not allowed now"),
        pytest.param({}, None, "de", id="nothing known"),
    ],
)
def test_the_language_is_one_that_the_person_may_speak(
    probabilities: dict[str, float], previous: str | None, expected: str
) -> None:
    assert choose_language(probabilities, allowed=ALLOWED, previous=previous) == expected


def test_a_language_is_pinned_once_it_was_beyond_doubt_twice() -> None:
    tongue = SpokenLanguage()
    assert tongue.pinned is None
    tongue = tongue.after("en", 0.95)
    assert tongue.pinned is None
    tongue = tongue.after("en", 0.6)  # neither for nor against
    assert (tongue.language, tongue.pinned) == ("en", None)
    assert tongue.after("en", 0.8).pinned == "en"


def test_a_draft_tells_the_language_of_its_turn_alone() -> None:
    turn, other = speech(3.0), noise(3.0, 0.1)
    second = SAMPLE_RATE_HZ
    unknown = DraftedLanguage()
    assert unknown.of(turn) is None
    assert unknown.after(turn[:second], "en", 0.79) == unknown
    known = unknown.after(turn[: second + 80], "en", 0.8)
    assert known.of(turn[: 2 * second]) == known.of(turn) == "en"
    assert known.of(other) is None
    assert known.after(other, "ko", 0.9).of(other) == "ko"
    too_short = turn[: second - 1]
    assert unknown.after(too_short, "en", 0.9).of(too_short) is None


@pytest.mark.parametrize("probability", [0.55, 0.99])
def test_another_language_ends_the_pin(probability: float) -> None:
    tongue = SpokenLanguage("en", 5).after("ko", probability)
    assert (tongue.language, tongue.pinned) == ("ko", None)


@pytest.mark.parametrize(
    ("no_speech_prob", "avg_logprob", "expected"),
    [
        pytest.param(0.01, -0.25, False, id="its own language"),
        pytest.param(0.01, -0.53, True, id="Chinese taken for English"),
        pytest.param(0.7, -1.5, False, id="noise is of no language"),
    ],
)
def test_words_of_another_language_are_doubtful(
    no_speech_prob: float, avg_logprob: float, expected: bool
) -> None:
    assert is_doubtful(no_speech_prob, avg_logprob) is expected


@given(st.integers(0, 16_000 * 100), st.integers(0, 5))
def test_pieces_are_short_enough_and_lose_nothing(length: int, seed: int) -> None:
    audio = np.random.default_rng(seed).normal(0, 0.1, length).astype(np.float32)
    cut = split_audio(audio)
    np.testing.assert_array_equal(np.concatenate(cut), audio)
    assert all(len(piece) <= 29 * 16_000 for piece in cut)


def test_long_audio_is_cut_where_it_is_quiet() -> None:
    audio = np.concatenate((speech(24.5), noise(0.6, 0.001), speech(15)))
    first, _second = split_audio(audio)
    assert 24.5 < len(first) / 16_000 < 25.1


def test_short_audio_stays_whole() -> None:
    audio = silence(28.9)
    (piece,) = split_audio(audio)
    assert piece is audio
