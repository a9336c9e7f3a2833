"""The speech checks: with a voice and a recogniser of the test's own, and with the real ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from typing_extensions import override

from assistant.clock import SystemClock
from assistant.doctor.check_context import CheckContext
from assistant.doctor.checks.speech_models import (
    UNDERSTOOD,
    SpeechModelChecks,
    checks,
    likeness,
)
from assistant.doctor.finding import CheckVerdict
from assistant.errors import ModelFileError
from assistant.finding import CheckStatus
from assistant.home import Home
from assistant.languages import LANGUAGES
from assistant.voice.audio.loudness import rms_dbfs
from assistant.voice.events import Samples
from assistant.voice.protocols import Transcript
from assistant.voice.stt.compute_device import ComputeDevice
from assistant.voice.stt.whisper import WhisperRecogniser
from tests.unit.doctor.conftest import Admit

ENGLISH_SAMPLE = LANGUAGES["en"].sample


@dataclass
class FakeVoice:
    """Says a tone of a second."""

    sample_rate_hz: int = 22_050
    amplitude: float = 0.3

    def say(self, text: str, *, speed: float) -> list[Samples]:
        tone = self.amplitude * np.sin(np.arange(self.sample_rate_hz) / 10)
        return [tone.astype(np.float32)]


@dataclass
class FakeRecogniser(WhisperRecogniser):
    """Understands what it is told to, unless it hears silence."""

    heard: str = ENGLISH_SAMPLE
    in_silence: str = ""
    is_on: ComputeDevice = ComputeDevice.CPU

    @property
    @override
    def device(self) -> ComputeDevice:
        return self.is_on

    @override
    def recognise(
        self,
        audio: Samples,
        *,
        bias: Sequence[str] = (),
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Transcript:
        text = self.heard if rms_dbfs(audio) > -45 else self.in_silence
        return Transcript(text=text, language="en")


@pytest.fixture
def speech(admit: Admit) -> Callable[..., SpeechModelChecks]:
    """Build the checks over fakes, with the description of an English voice."""

    def build(
        voice: FakeVoice | None = None,
        recogniser: FakeRecogniser | None = None,
        language: str = "en",
        graphics_processors: int = 0,
        **environment: str,
    ) -> SpeechModelChecks:
        context = admit(**environment)
        folder = context.home.models / "en_US-joe-medium"
        folder.mkdir(parents=True)
        (folder / "en_US-joe-medium.onnx.json").write_text(
            f'{{"espeak": {{"voice": "{language}"}}}}', encoding="utf-8"
        )
        return SpeechModelChecks(
            context,
            load_voice=lambda _context: voice or FakeVoice(),
            load_recogniser=lambda _context: recogniser or FakeRecogniser(),
            count_cuda_devices=lambda: graphics_processors,
        )

    return build


Build = Callable[..., SpeechModelChecks]


def test_a_recogniser_that_hears_nothing_in_silence_is_fine(speech: Build) -> None:
    assert speech().check_recogniser().status is CheckStatus.OK


def test_a_recogniser_that_hears_words_in_silence_is_a_warning(speech: Build) -> None:
    verdict = speech(recogniser=FakeRecogniser(in_silence="Thank you.")).check_recogniser()
    assert verdict.status is CheckStatus.WARNING
    assert "Thank you." in verdict.hint


@pytest.mark.parametrize(
    ("setting", "count", "runs_on", "status", "says"),
    [
        ("auto", 0, ComputeDevice.CPU, CheckStatus.OK, ""),
        ("auto", 1, ComputeDevice.CUDA, CheckStatus.OK, "larger recogniser"),
        ("auto", 1, ComputeDevice.CPU, CheckStatus.WARNING, "cuBLAS"),
        ("cuda", 1, ComputeDevice.CUDA, CheckStatus.OK, "larger recogniser"),
        ("cuda", 1, ComputeDevice.CPU, CheckStatus.WARNING, "cuBLAS"),
        ("cuda", 0, ComputeDevice.CPU, CheckStatus.WARNING, "No graphics processor"),
        ("cpu", 1, ComputeDevice.CPU, CheckStatus.OK, ""),
    ],
)
def test_it_says_what_the_recogniser_runs_on(
    speech: Build,
    setting: str,
    count: int,
    runs_on: ComputeDevice,
    status: CheckStatus,
    says: str,
) -> None:
    verdict = speech(
        recogniser=FakeRecogniser(is_on=runs_on),
        graphics_processors=count,
        PARLEY_VOICE__DEVICE=setting,
    ).check_recogniser()
    assert verdict.status is status
    assert says in verdict.hint
    assert bool(verdict.hint) == bool(says)
    assert ("graphics processor" in verdict.text) == (runs_on is ComputeDevice.CUDA)


def test_a_voice_that_speaks_is_fine(speech: Build) -> None:
    assert speech().check_voice().status is CheckStatus.OK


def test_a_voice_that_says_nothing_fails(speech: Build) -> None:
    assert speech(voice=FakeVoice(amplitude=0.0)).check_voice().status is CheckStatus.FAILED


def test_what_the_voice_says_is_understood(speech: Build) -> None:
    assert speech().check_round_trip().status is CheckStatus.OK


def test_a_misunderstanding_is_a_warning_with_both_texts(speech: Build) -> None:
    verdict = speech(recogniser=FakeRecogniser(heard="I like trains")).check_round_trip()
    assert verdict.status is CheckStatus.WARNING
    assert ENGLISH_SAMPLE in verdict.text
    assert "I like trains" in verdict.text


@pytest.mark.parametrize(
    ("language", "environment"), [("eo", {}), ("en", {"PARLEY_VOICE__LANGUAGE": "ko"})]
)
def test_a_voice_and_a_recogniser_of_different_languages_are_not_compared(
    speech: Build, language: str, environment: dict[str, str]
) -> None:
    assert speech(language=language, **environment).check_round_trip().status is CheckStatus.SKIPPED


@pytest.mark.parametrize(
    ("heard", "is_understood"),
    [
        ("the quick brown fox jumps over the lazy dog", True),
        ("The quick brown fox jumped over the lazy dog!", True),
        ("", False),
        ("Thank you for watching.", False),
    ],
)
def test_letters_decide_what_was_understood(heard: str, is_understood: bool) -> None:
    assert (likeness(ENGLISH_SAMPLE, heard) >= UNDERSTOOD) is is_understood


def test_with_the_voice_switched_off_nothing_is_loaded(admit: Admit) -> None:
    functions = checks(admit(PARLEY_VOICE__ENABLED="false"))
    assert {name: check().status for name, check in functions.items()} == dict.fromkeys(
        functions, CheckStatus.SKIPPED
    )


def test_missing_wake_word_models_are_an_error_with_the_command(admit: Admit) -> None:
    with pytest.raises(ModelFileError) as missing:
        checks(admit())["wake_word"]()
    assert "parley models get" in missing.value.hint


def test_without_its_model_the_end_of_a_turn_is_only_a_warning(admit: Admit) -> None:
    assert checks(admit())["turn"]().status is CheckStatus.WARNING


@pytest.mark.models
def test_the_real_models_understand_each_other(admit: Admit) -> None:
    context: CheckContext = replace(admit(models=Home.locate().models), clock=SystemClock())
    verdicts: dict[str, CheckVerdict] = {name: check() for name, check in checks(context).items()}
    failed = {name: v for name, v in verdicts.items() if v.status is CheckStatus.FAILED}
    assert not failed
    assert verdicts["round_trip"].status is CheckStatus.OK
