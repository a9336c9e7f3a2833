"""The speech models: each loads and does its work once; at the end they understand each other."""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from rapidfuzz import fuzz

from assistant.assembly.voice.voice_loop import (
    TURN_MODEL,
    custom_wake_words,
    wake_files,
)
from assistant.assembly.voice.voices import named_voice
from assistant.clock import Clock
from assistant.doctor.check_context import CheckContext
from assistant.doctor.checks.audio_devices import voice_is_off
from assistant.doctor.finding import CheckVerdict, failed, ok, skipped, warning
from assistant.errors import ModelFileError
from assistant.languages import LANGUAGES
from assistant.locale import _
from assistant.voice.audio.loudness import rms_dbfs, white_noise
from assistant.voice.detectors import vad
from assistant.voice.detectors.open_wake_word import OpenWakeWord
from assistant.voice.detectors.smart_turn import SmartTurn
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from assistant.voice.detectors.vad import SileroVad, shipped_vad_model
from assistant.voice.events import Samples
from assistant.voice.listening.resampler import Resampler
from assistant.voice.protocols import SAMPLE_RATE_HZ, Transcript
from assistant.voice.stt.compute_device import ComputeDevice, devices_to_try
from assistant.voice.stt.whisper import AUTO, WhisperRecogniser, cuda_devices
from assistant.voice.tts.voice_source import LoadedVoice
from assistant.voice.turn_taking.wake_phrase import spoken_phrases

UNDERSTOOD: Final = 80.0
"""Least likeness of the letters, 0 to 100, that counts as understood."""
QUIET_DBFS: Final = -50.0
"""A voice below this level cannot be heard."""
_FRAMES: Final = 25  # two seconds of the wake word's frames


def checks(context: CheckContext) -> Mapping[str, Callable[[], CheckVerdict]]:
    speech = SpeechModelChecks(context)
    return {
        "wake_word": speech.check_wake_word,
        "turn": speech.check_turn,
        "recogniser": speech.check_recogniser,
        "voice": speech.check_voice,
        "round_trip": speech.check_round_trip,
    }


class SpeechModelChecks:
    """The checks of the speech models, which are kept once loaded.

    Args:
        context: Whose settings and files.
        load_voice: Loads the voice of the settings.
        load_recogniser: Loads the recogniser of the settings.
        count_cuda_devices: Counts the graphics processors.
    """

    def __init__(
        self,
        context: CheckContext,
        *,
        load_voice: Callable[[CheckContext], LoadedVoice] | None = None,
        load_recogniser: Callable[[CheckContext], WhisperRecogniser] | None = None,
        count_cuda_devices: Callable[[], int] = cuda_devices,
    ) -> None:
        self._context = context
        self._load_voice = load_voice or _load_voice
        self._load_recogniser = load_recogniser or _load_recogniser
        self._count_cuda_devices = count_cuda_devices
        self._voice: LoadedVoice | None = None
        self._recogniser: WhisperRecogniser | None = None

    def check_wake_word(self) -> CheckVerdict:
        """Whether the wake word's models load and are fast enough to listen all the time."""
        settings = self._context.settings.voice
        if not settings.enabled:
            return voice_is_off()
        models = OpenWakeWord(
            folder=self._context.home.models / "openwakeword",
            phrases=wake_files(self._context.home, settings.wake_words),
            custom=custom_wake_words(self._context.home, settings.wake_words),
        )
        silence = np.zeros(EMBEDDING_FRAME_SAMPLES, np.float32)
        models.scores(silence)
        took = _seconds(
            self._context.clock, lambda: [models.scores(silence) for _frame in range(_FRAMES)]
        )
        share = took / (_FRAMES * EMBEDDING_FRAME_SAMPLES / SAMPLE_RATE_HZ)
        text = _("“{phrase}”; listening takes {share:.0%} of a core").format(
            phrase=spoken_phrases(settings.wake_words), share=share
        )
        if share > 0.5:
            return warning(text, hint=_("This machine is slow or busy; Parley may miss words."))
        return ok(text)

    def check_turn(self) -> CheckVerdict:
        """Whether the models that detect speech and its end load."""
        if not self._context.settings.voice.enabled:
            return voice_is_off()
        SileroVad(shipped_vad_model()).probabilities(np.zeros(vad.VAD_FRAME_SAMPLES, np.float32))
        try:
            judge = SmartTurn(self._context.home.models.joinpath(*TURN_MODEL))
        except ModelFileError as error:
            # The voice loop goes on by silence alone.
            return warning(error.message, hint=error.hint)
        audio = np.zeros(SAMPLE_RATE_HZ, np.float32)
        judge.probability(audio)
        took = _seconds(self._context.clock, lambda: judge.probability(audio))
        return ok(_("judged in {milliseconds:.0f} ms").format(milliseconds=1000 * took))

    def check_recogniser(self) -> CheckVerdict:
        """Whether the recogniser loads and hears nothing where nobody speaks."""
        settings = self._context.settings.voice
        if not settings.enabled:
            return voice_is_off()
        self._recogniser = self._load_recogniser(self._context)
        nobody = white_noise(SAMPLE_RATE_HZ)
        heard = self._recogniser.recognise(nobody)
        took = _seconds(self._context.clock, lambda: self._recognise(nobody))
        device = self._recogniser.device
        text = (
            _("{name}: a second of audio in {seconds:.2f} s")
            if device is ComputeDevice.CPU
            else _("{name}: a second of audio in {seconds:.2f} s on the graphics processor")
        ).format(name=settings.stt_model, seconds=took)
        if heard.text:
            return warning(
                text,
                hint=_("It hears words in silence: “{words}”.").format(words=heard.text),
            )
        if device is ComputeDevice.CUDA:
            return ok(text, hint=_("A larger recogniser is quick enough here; see docs/models.md."))
        if devices_to_try(settings.device, cuda_devices=self._count_cuda_devices()) != (device,):
            return warning(
                text,
                hint=_(
                    "A graphics processor is here, but recognition cannot use it. Install NVIDIA's"
                    " cuBLAS and cuDNN, or run: parley config set voice.device cpu"
                ),
            )
        if settings.device == "cuda":
            return warning(
                text,
                hint=_(
                    "No graphics processor was found. Install NVIDIA's driver, or run:"
                    " parley config set voice.device auto"
                ),
            )
        return ok(text)

    def check_voice(self) -> CheckVerdict:
        """Whether the voice loads and speaks."""
        settings = self._context.settings.voice
        if not settings.enabled:
            return voice_is_off()
        self._voice = self._load_voice(self._context)
        said = self._say("Hello.")
        started = self._context.clock.monotonic()
        said = self._say(LANGUAGES["en"].sample)
        took = self._context.clock.monotonic() - started
        if not said.size or rms_dbfs(said) < QUIET_DBFS:
            return failed(
                _("{name} loads but says nothing.").format(name=settings.voice),
                hint=_("Fetch it again with: parley models get {name}").format(name=settings.voice),
            )
        return ok(
            _("{name}: {speech:.1f} s of speech in {seconds:.2f} s").format(
                name=settings.voice,
                speech=said.size / self._voice.sample_rate_hz,
                seconds=took,
            )
        )

    def check_round_trip(self) -> CheckVerdict:
        """Whether the recogniser understands what the voice says."""
        settings = self._context.settings.voice
        if not settings.enabled:
            return voice_is_off()
        language = named_voice(self._context.home, settings.voice).language
        sentence = LANGUAGES[language].sample if language in LANGUAGES else None
        if sentence is None or settings.language not in {AUTO, language}:
            return skipped(
                _("The voice speaks “{voice}”, the recogniser listens for “{language}”.").format(
                    voice=language, language=settings.language
                )
            )
        if self._voice is None:
            self._voice = self._load_voice(self._context)
        resampler = Resampler(self._voice.sample_rate_hz)
        said = self._say(sentence)
        audio = np.concatenate([resampler.convert(said), resampler.flush()])
        heard = self._recognise(audio).text
        if likeness(sentence, heard) < UNDERSTOOD:
            return warning(
                _("“{said}” was understood as “{heard}”.").format(said=sentence, heard=heard),
                hint=_("Another recogniser may suit you better: parley models list"),
            )
        return ok(_("“{said}” was understood").format(said=sentence))

    def _recognise(self, audio: Samples) -> Transcript:
        if self._recogniser is None:
            self._recogniser = self._load_recogniser(self._context)
        return self._recogniser.recognise(audio)

    def _say(self, text: str) -> Samples:
        if self._voice is None:
            raise RuntimeError("the voice is not loaded")
        parts = self._voice.say(text, speed=self._context.settings.voice.speed)
        return np.concatenate([*parts, np.zeros(0, np.float32)])


def likeness(said: str, heard: str) -> float:
    """How alike two texts are, 0 to 100; ignores case, punctuation and blanks."""
    return fuzz.ratio(_letters(said), _letters(heard))


def _letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def _seconds(clock: Clock, work: Callable[[], object]) -> float:
    started = clock.monotonic()
    work()
    return clock.monotonic() - started


def _load_voice(context: CheckContext) -> LoadedVoice:
    return named_voice(context.home, context.settings.voice.voice).load()


def _load_recogniser(context: CheckContext) -> WhisperRecogniser:
    settings = context.settings.voice
    return WhisperRecogniser(
        folder=context.home.models / settings.stt_model,
        language=settings.language,
        device=settings.device,
    )
