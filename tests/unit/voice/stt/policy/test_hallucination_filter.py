"""Noise that becomes text, and speech that must not be lost."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.stt.policy.hallucination_filter import is_audible, is_hallucination
from tests.helpers.audio.signals import noise, silence, speech, tone


@pytest.mark.parametrize(
    ("text", "no_speech_prob", "avg_logprob"),
    [
        pytest.param("Thank you.", 0.70, -1.02, id="kitchen"),
        pytest.param("I'm there.", 0.58, -1.26, id="kitchen, the least sure"),
        pytest.param("you", 0.83, -1.77, id="jazz"),
        pytest.param("I'm gonna have to go.", 0.58, -1.89, id="orchestra"),
        pytest.param("Okay.", 0.84, -1.21, id="room"),
        pytest.param("Thank you.", 0.82, -0.69, id="room, the surest"),
        pytest.param("Oh", 0.85, -2.12, id="bangs"),
        pytest.param("I am gonna go back to the room.", 0.39, -1.83, id="jazz, six words"),
        pytest.param("A long sentence that is perfectly clear.", 0.9, -0.1, id="surely nobody"),
        pytest.param("Thank you.", 0.25, -0.7, id="a phrase under silence"),
        pytest.param("시청해주셔서 감사합니다.", 0.3, -0.8, id="in Korean"),
        pytest.param("谢谢观看", 0.3, -0.8, id="in Chinese"),
    ],
)
def test_what_the_decoder_makes_up_is_dropped(
    text: str, no_speech_prob: float, avg_logprob: float
) -> None:
    assert is_hallucination(
        text, no_speech_prob=no_speech_prob, avg_logprob=avg_logprob, duration_s=1.5
    )


@pytest.mark.parametrize(
    ("text", "no_speech_prob", "avg_logprob"),
    [
        pytest.param("Can I have a 12 ounce iced mocha?", 0.54, -0.31, id="a bad recording"),
        pytest.param("Can I have a 12 ounce iced mocha?", 0.76, -0.29, id="elsewhere"),
        pytest.param("Give me a single shot.", 0.46, -0.23, id="another"),
        pytest.param("Boom", 0.12, -1.7, id="one unclear word"),
        pytest.param("Thank you.", 0.05, -0.3, id="thanks that are meant"),
        pytest.param("Bye!", 0.04, -0.8, id="a short good-bye"),
        pytest.param("Thank you, that is enough.", 0.3, -0.7, id="more than the phrase"),
    ],
)
def test_what_was_said_is_kept(text: str, no_speech_prob: float, avg_logprob: float) -> None:
    assert not is_hallucination(
        text, no_speech_prob=no_speech_prob, avg_logprob=avg_logprob, duration_s=1.5
    )


def test_the_phrase_list_is_for_short_audio_only() -> None:
    assert not is_hallucination("Thank you.", no_speech_prob=0.3, avg_logprob=-0.7, duration_s=5.0)


def test_its_own_prompt_is_not_what_was_said() -> None:
    bias = ["Anna", "Bert", "Carla"]
    heard = {"no_speech_prob": 0.05, "avg_logprob": -0.2, "duration_s": 2.0}
    assert is_hallucination("Anna, Bert, Carla.", **heard, bias=bias)
    assert not is_hallucination("Bert.", **heard, bias=bias)
    assert not is_hallucination("Bert", **heard, bias=["Bert"])


@given(st.text(max_size=30), st.floats(0, 0.4), st.floats(-0.5, 0))
def test_words_the_decoder_is_sure_of_are_kept(
    text: str, no_speech_prob: float, avg_logprob: float
) -> None:
    assert not is_hallucination(
        text, no_speech_prob=no_speech_prob, avg_logprob=avg_logprob, duration_s=1.0
    )


@pytest.mark.parametrize(
    ("audio", "expected"),
    [
        pytest.param(np.zeros(0, np.float32), False, id="no samples"),
        pytest.param(silence(1.0), False, id="silence"),
        pytest.param(noise(2.0, 0.0005), False, id="the noise of a converter"),
        pytest.param(tone(200, 0.05, peak=0.3), True, id="shorter than a block"),
        pytest.param(speech(1.0) * 0.02, True, id="somebody far away"),
        pytest.param(np.concatenate((silence(20), speech(0.3))), True, id="one word, late"),
    ],
)
def test_audio_that_cannot_hold_speech_is_known_by_its_level(
    audio: np.ndarray[tuple[int], np.dtype[np.float32]], expected: bool
) -> None:
    assert is_audible(audio) is expected
