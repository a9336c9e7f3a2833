"""Whisper on CTranslate2: the only module that knows faster-whisper's model.

faster-whisper loads the model, computes features and builds prompts; decoding is driven from here,
because its `transcribe` always encodes 30 s and detects the language with an encoder pass of its
own. Runs on the transcriber's thread.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol, cast

import numpy as np

from assistant.errors import ModelFileError, ModelLoadError
from assistant.languages import LANGUAGES
from assistant.languages.lexicon import WritingScript
from assistant.locale import _
from assistant.voice.detectors.onnx_model import Floats
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ, Transcript
from assistant.voice.stt.compute_device import (
    COMPUTE_TYPES,
    ComputeDevice,
    DeviceSetting,
    load_on_best_device,
)
from assistant.voice.stt.cpu_features import prefer_wide_vectors
from assistant.voice.stt.moonshine import MoonshineDrafter
from assistant.voice.stt.policy.decoding import (
    FULL_WINDOW_S,
    DraftedLanguage,
    SpokenLanguage,
    choose_language,
    is_doubtful,
    is_looping,
    split_audio,
    token_limit,
    window_s,
)
from assistant.voice.stt.policy.hallucination_filter import is_audible, is_hallucination

_log = logging.getLogger(__name__)

AUTO: Final = "auto"

LONGEST_DRAFT_S: Final = 28.0
"""Seconds of a turn after which it is drafted no more."""

_CAREFUL_BEAM = 5
_HOP_SAMPLES: Final = 160
"""From one column of the features to the next."""
_REACH_SAMPLES: Final = 480
"""Columns that begin further behind the audio hear nothing of it; whole hops."""
_LOWEST: Final = (-10.0 + 4.0) / 4.0
"""The feature of digital silence: faster-whisper clips power at 1e-10."""
_RANGE: Final = 8.0 / 4.0
"""Features are clipped so far below the loudest one."""
_BIAS_TOKENS = 96


def cuda_devices() -> int:
    """Return how many graphics processors CTranslate2 counts; none where its build has no CUDA."""
    return int(cast("Any", import_module("ctranslate2")).get_cuda_device_count())


class RecognitionCancelled(Exception):  # noqa: N818  # not an error: nobody waits for the result
    """The job was given up while it ran."""


class _Result(Protocol):
    sequences_ids: list[list[int]]
    scores: list[float]
    no_speech_prob: float


class _Network(Protocol):
    is_multilingual: bool

    def detect_language(self, features: object) -> list[list[tuple[str, float]]]: ...

    def generate(
        self,
        features: object,
        prompts: list[list[int]],
        *,
        beam_size: int,
        max_length: int,
        return_scores: bool,
        return_no_speech_prob: bool,
    ) -> list[_Result]: ...


class _Tokenizer(Protocol):
    def encode(self, text: str) -> list[int]: ...

    def decode(self, tokens: list[int]) -> str: ...


class _Model(Protocol):
    model: _Network
    max_length: int

    def feature_extractor(self, waveform: Samples, padding: int) -> Floats: ...

    def encode(self, features: Floats) -> object: ...

    def get_prompt(
        self,
        tokenizer: _Tokenizer,
        previous_tokens: list[int],
        without_timestamps: bool = False,
    ) -> list[int]: ...


class WhisperRecogniser:
    """One loaded model. One thread may draft while another one recognises, no more.

    Args:
        folder: Holds `model.bin`, `config.json`, `tokenizer.json` and a vocabulary.
        language: ISO 639-1 code of what is spoken, or "auto" to detect it.
        languages: What may be detected, beside what the model cannot speak.
        names: Names and words that are always likely to be said.
        device: Where it runs: on a graphics processor with `auto` and `cuda` if one works, else on the
            CPU.
        drafter: Drafts a turn where English is spoken beyond doubt, be it by the turn's first draft;
            without one, and in other languages, this model does.

    Raises:
        ModelFileError: If a file is missing.
        ModelLoadError: If the model does not load.
    """

    def __init__(
        self,
        *,
        folder: Path,
        language: str = AUTO,
        languages: Collection[str] = LANGUAGES,
        names: Sequence[str] = (),
        threads: int = 2,
        device: DeviceSetting = "cpu",
        drafter: MoonshineDrafter | None = None,
    ) -> None:
        for name in ("model.bin", "config.json", "tokenizer.json"):
            if not (folder / name).is_file():
                raise ModelFileError(
                    _("The recogniser's file {file} is missing.").format(file=folder / name),
                    hint=_("Fetch it with: parley models get {name}").format(name=folder.name),
                )
        prefer_wide_vectors()
        library = cast("Any", import_module("faster_whisper"))
        tokenizers = cast("Any", import_module("faster_whisper.tokenizer"))

        def load(device: ComputeDevice) -> Any:
            return library.WhisperModel(
                str(folder),
                device=device.value,
                compute_type=COMPUTE_TYPES[device],
                cpu_threads=threads,
                num_workers=2,  # a draft and a turn; they share the weights
                local_files_only=True,
            )

        def encode_silence(model: Any) -> None:
            model.encode(model.feature_extractor(np.zeros(SAMPLE_RATE_HZ, np.float32)))

        try:
            loaded, self._device = load_on_best_device(
                device, cuda_devices=cuda_devices(), load=load, compute_once=encode_silence
            )
        except Exception as error:  # the tokenizer raises plain exceptions
            raise ModelLoadError(
                _("The recogniser in {folder} cannot be loaded: {error}").format(
                    folder=folder, error=error
                ),
                hint=_("`parley models verify` says whether a file is damaged."),
            ) from error
        self._model = cast("_Model", loaded)
        self._is_multilingual = self._model.model.is_multilingual
        self._language = language
        self._names = tuple(names)
        self._drafter = drafter
        known = set(cast("Sequence[str]", loaded.supported_languages))
        self._allowed = (frozenset(languages) & known) or frozenset({"en"})
        if self._is_multilingual and language != AUTO and language not in known:
            raise ModelLoadError(
                _("The recogniser does not know the language “{language}”.").format(
                    language=language
                ),
                hint=_("Choose another language, or auto: parley config set voice.language auto"),
            )
        self._tongue = SpokenLanguage()
        self._drafted = DraftedLanguage()

        def tokenizer_for(language: str) -> _Tokenizer:
            return cast(
                "_Tokenizer",
                tokenizers.Tokenizer(
                    loaded.hf_tokenizer,
                    self._is_multilingual,
                    task="transcribe",
                    language=language,
                ),
            )

        self._tokenizer_for = tokenizer_for

    def recognise(
        self,
        audio: Samples,
        *,
        bias: Sequence[str] = (),
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Transcript:
        """Transcribe one turn of any length.

        Args:
            audio: 16 kHz mono.
            bias: Names and labels that are likely to be said.
            is_cancelled: Asked between the steps.

        Raises:
            RecognitionCancelled: If it says so.
        """
        language = self._fixed_language
        if not is_audible(audio):
            return Transcript(text="", language=language or self._tongue.language or "en")
        bias = (*bias, *self._names)
        heard: list[Transcript] = []
        for piece in split_audio(audio):
            transcript = self._recognise_piece(piece, language, bias, is_cancelled)
            heard.append(transcript)
            if transcript.text:
                language = transcript.language
        spoken = [each for each in heard if each.text]
        if not spoken:
            return heard[0]
        known = LANGUAGES.get(language or "")
        is_spaced = known is None or known.writing is not WritingScript.CHARACTERS
        return Transcript(
            text=(" " if is_spaced else "").join(each.text for each in spoken),
            language=spoken[0].language,
            no_speech_prob=max(each.no_speech_prob for each in spoken),
            avg_logprob=min(each.avg_logprob for each in spoken),
        )

    @property
    def device(self) -> ComputeDevice:
        """What it runs on."""
        return self._device

    @property
    def drafts_quickly(self) -> bool:
        """Whether a draft is quick enough to be of use beside the transcript of a pause."""
        return self._drafter is not None and (self._fixed_language or self._tongue.pinned) == "en"

    def draft(
        self,
        audio: Samples,
        *,
        bias: Sequence[str] = (),
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Transcript:
        """Transcribe an unfinished turn: quickly, and without a second try.

        Its language affects later drafts of the turn, and nothing else.

        Args:
            audio: 16 kHz mono; with more than fits one window nothing is understood.
            bias: Names and labels that are likely to be said.
            is_cancelled: Asked between the steps.

        Raises:
            RecognitionCancelled: If it says so.
        """
        language = self._fixed_language or self._tongue.pinned or self._drafted.of(audio)
        duration_s = len(audio) / SAMPLE_RATE_HZ
        if not is_audible(audio) or duration_s > LONGEST_DRAFT_S:
            return Transcript(text="", language=language or "en")
        if self._drafter is not None and language == "en":
            text = self._drafter.draft(audio, is_cancelled=is_cancelled)
            return Transcript(text="" if is_looping(text) else text, language=language)
        encoded = self._encode(audio, window_s(duration_s))
        if is_cancelled():
            raise RecognitionCancelled
        if language is None:
            language, probability = self._detect(encoded)
            self._drafted = self._drafted.after(audio, language, probability)
        transcript = self._decode(encoded, language, (*bias, *self._names), duration_s, beam=1)
        return replace(transcript, text="") if is_looping(transcript.text) else transcript

    @property
    def _fixed_language(self) -> str | None:
        if not self._is_multilingual:
            return "en"
        return None if self._language == AUTO else self._language

    def _recognise_piece(
        self,
        audio: Samples,
        language: str | None,
        bias: Sequence[str],
        is_cancelled: Callable[[], bool],
    ) -> Transcript:
        duration_s = len(audio) / SAMPLE_RATE_HZ
        encoded = self._encode(audio, window_s(duration_s))
        if is_cancelled():
            raise RecognitionCancelled
        transcript = self._decode_in(language, encoded, bias, duration_s)
        if is_looping(transcript.text):
            _log.debug("The transcript repeats itself; decoding again with care")
            if is_cancelled():
                raise RecognitionCancelled
            encoded = self._encode(audio, FULL_WINDOW_S)
            transcript = self._decode(
                encoded, transcript.language, (), duration_s, beam=_CAREFUL_BEAM
            )
        return transcript

    def _decode_in(
        self, language: str | None, encoded: object, bias: Sequence[str], duration_s: float
    ) -> Transcript:
        """Decode in the given language, in the pinned one, or in the detected one."""
        pinned = self._tongue.pinned
        transcript: Transcript | None = None
        if (known := language or pinned) is not None:
            transcript = self._decode(encoded, known, bias, duration_s, beam=1)
            if known == language or not is_doubtful(
                transcript.no_speech_prob, transcript.avg_logprob
            ):
                return transcript
        detected, probability = self._detect(encoded)
        if transcript is None or detected != pinned:
            transcript = self._decode(encoded, detected, bias, duration_s, beam=1)
        if transcript.text:
            self._tongue = self._tongue.after(detected, probability)
        return transcript

    def _encode(self, audio: Samples, window: float) -> object:
        return self._model.encode(self._features(audio, round(window * SAMPLE_RATE_HZ)))

    def _features(self, audio: Samples, length: int) -> Floats:
        """Features of audio with silence behind it up to `length` samples.

        The silence is not computed: its features are known.
        """
        columns = -(-len(audio) // _HOP_SAMPLES)
        reach = min(columns * _HOP_SAMPLES + _REACH_SAMPLES, length)
        padded = np.zeros(reach, np.float32)
        padded[: len(audio)] = audio
        heard = self._model.feature_extractor(padded, padding=0)
        silence = max(float(heard.max()) - _RANGE, _LOWEST)
        features = np.full((heard.shape[0], length // _HOP_SAMPLES), silence, np.float32)
        features[:, : heard.shape[1]] = heard
        return features

    def _detect(self, encoded: object) -> tuple[str, float]:
        results = self._model.model.detect_language(encoded)[0]
        probabilities = {token[2:-2]: probability for token, probability in results}
        language = choose_language(
            probabilities, allowed=self._allowed, previous=self._tongue.language
        )
        return language, probabilities.get(language, 0.0)

    def _decode(
        self,
        encoded: object,
        language: str,
        bias: Sequence[str],
        duration_s: float,
        *,
        beam: int,
    ) -> Transcript:
        tokenizer = self._tokenizer_for(language)
        hints = tokenizer.encode(f" {', '.join(bias)}.")[:_BIAS_TOKENS] if bias else []
        prompt = self._model.get_prompt(tokenizer, hints, without_timestamps=True)
        result = self._model.model.generate(
            encoded,
            [prompt],
            beam_size=beam,
            max_length=min(self._model.max_length, len(prompt) + token_limit(duration_s)),
            return_scores=True,
            return_no_speech_prob=True,
        )[0]
        tokens = result.sequences_ids[0]
        text = tokenizer.decode(tokens).strip()
        # The score is the mean over the tokens; Whisper's measure counts the end token too.
        avg_logprob = result.scores[0] * len(tokens) / (len(tokens) + 1)
        if not any(map(str.isalnum, text)) or is_hallucination(
            text,
            no_speech_prob=result.no_speech_prob,
            avg_logprob=avg_logprob,
            duration_s=duration_s,
            bias=bias,
        ):
            text = ""
        return Transcript(
            text=text,
            language=language,
            no_speech_prob=result.no_speech_prob,
            avg_logprob=avg_logprob,
        )
