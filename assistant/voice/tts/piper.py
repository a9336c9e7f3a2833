"""A Piper voice: text in, samples out. The only module that knows the `piper` package.

Used on the synthesiser's thread alone; loading takes about a second and 170 MB, 290 MB with weights in 8 bit.
"""

import json
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np

from assistant.errors import ModelLoadError
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.voice.events import Samples

THREADS = 2
"""Measured on two cores, en_US-joe-medium, milliseconds for 5, 20 and 70 characters: one thread 65,
200, 470; two 55, 120, 290."""


def config_path(model: Path) -> Path:
    """Return the file that describes the voice in `model`."""
    return model.with_name(model.name + ".json")


def voice_language(model: Path) -> str:
    """ISO 639-1 code of a voice, from its description.

    Raises:
        ModelLoadError: If the description is missing or is none.
    """
    config = _read_config(config_path(model))
    espeak = cast("dict[str, Any]", config.get("espeak") or {})
    code = str(espeak.get("voice") or model.name).lower()
    return {"cmn": "zh", "yue": "zh"}.get(code[:3], code[:2])


@dataclass(frozen=True, slots=True)
class PiperVoiceFile:
    """Implements `VoiceSource` for the `.onnx` file of a Piper voice, which need not exist yet.

    Attributes:
        model: The file.
        speaks: ISO 639-1 code of its language, where that is known before the file is here.
    """

    model: Path
    speaks: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        return self.model.stem

    @property
    def language(self) -> str:
        """From the catalogue, or from its description; `en` as long as that cannot be read."""
        if self.speaks:
            return self.speaks
        try:
            return voice_language(self.model)
        except ModelLoadError:
            # The same fault is raised by `load`; only the language is asked for here.
            return "en"

    @property
    def is_light(self) -> bool:
        return False

    def is_present(self) -> bool:
        return self.model.is_file() and config_path(self.model).is_file()

    def load(self) -> "PiperVoice":
        return PiperVoice(self.model)


def _read_config(path: Path) -> dict[str, Any]:
    try:
        config: object = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelLoadError(
            _("The voice file {file} cannot be read: {error}.").format(
                file=path, error=failure_reason(error)
            ),
            hint=_("`parley models get --default` fetches what is missing."),
        ) from error
    except ValueError as error:
        raise _damaged(path) from error
    if not isinstance(config, dict):
        raise _damaged(path)
    return cast("dict[str, Any]", config)


def _damaged(path: Path) -> ModelLoadError:
    return ModelLoadError(
        _("The voice file {file} is damaged.").format(file=path),
        hint=_("`parley models verify` says whether a file is damaged."),
    )


class PiperVoice:
    """One loaded voice.

    Args:
        model: The voice's `.onnx` file; its description is beside it (`.onnx.json`).

    Raises:
        ModelLoadError: If a file is missing or is not a voice.
    """

    def __init__(self, model: Path) -> None:
        config = _read_config(config_path(model))
        if not model.is_file():
            raise ModelLoadError(
                _("The voice file {file} is missing.").format(file=model),
                hint=_("`parley models get --default` fetches what is missing."),
            )
        runtime = cast("Any", import_module("onnxruntime"))
        failures = cast("Any", import_module("onnxruntime.capi.onnxruntime_pybind11_state"))
        piper = cast("Any", import_module("piper"))
        options = runtime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        # Planning which buffers may be used again takes 3.3 of 4.3 s of loading, and saves neither
        # time nor memory afterwards (onnxruntime 1.31, en_US-joe-medium, up to 400 phonemes).
        options.enable_mem_reuse = False
        # A thread that spins while it waits takes a core from the recogniser.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            session = runtime.InferenceSession(
                str(model), sess_options=options, providers=["CPUExecutionProvider"]
            )
            self._voice = piper.PiperVoice(
                session=session, config=piper.PiperConfig.from_dict(config)
            )
        except (
            KeyError,
            TypeError,
            ValueError,
            failures.Fail,
            failures.InvalidArgument,
            failures.InvalidGraph,
            failures.InvalidProtobuf,
            failures.NoSuchFile,
            failures.NotImplemented,
            failures.RuntimeException,
        ) as error:
            raise ModelLoadError(
                _("The voice in {file} cannot be loaded.").format(file=model),
                hint=_("`parley models verify` says whether a file is damaged."),
            ) from error
        self._synthesis_config = piper.SynthesisConfig
        self._length_scale = float(self._voice.config.length_scale)
        self.sample_rate_hz = int(self._voice.config.sample_rate)

    def say(self, text: str, *, speed: float) -> list[Samples]:
        """One array for each sentence that eSpeak finds.

        Args:
            text: What to say, without marks.
            speed: Rate of speech; 1.0 is the voice's own.
        """
        config = self._synthesis_config(length_scale=self._length_scale / speed, volume=0.9)
        chunks = self._voice.synthesize(text, syn_config=config)
        return [np.asarray(chunk.audio_float_array, np.float32).reshape(-1) for chunk in chunks]
