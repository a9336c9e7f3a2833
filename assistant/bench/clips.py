"""The recordings a bench runs over: a folder with a `MANIFEST.tsv`, and one long WAV made of them."""

import csv
import re
import wave
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from assistant.bench.metrics import speech_end_s
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

MANIFEST: Final = "MANIFEST.tsv"
QUIET_AMPLITUDE: Final = 3e-4
"""Of the noise between clips, about -70 dBFS: a quiet room, not digital silence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """One recording."""

    path: Path
    kind: str
    label: str
    """What is said in it."""
    language: str
    note: str

    def samples(self) -> Samples:
        """Return the recording, 16 kHz mono float32.

        Raises:
            DeviceError: If the file cannot be read.
        """
        decode = cast("Any", import_module("faster_whisper.audio")).decode_audio
        try:
            decoded: Samples = decode(str(self.path), sampling_rate=SAMPLE_RATE_HZ)
        except Exception as error:  # whatever the decoder raises, the file is at fault
            raise DeviceError(
                _("The recording {path} cannot be read.").format(path=str(self.path))
            ) from error
        return decoded

    @property
    def speech_end_s(self) -> float | None:
        """Where speech ends, if the note says so: `speech from 0.60 s to 2.78 s, then silence`."""
        found = re.search(r"to (\d+(?:\.\d+)?) s, then silence", self.note)
        return float(found[1]) if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A clip inside a long recording; seconds from its beginning."""

    clip: Clip
    begins_at: float
    speech_end: float
    ends_at: float


def load_clips(folder: Path) -> tuple[Clip, ...]:
    """Read the manifest of a folder.

    Raises:
        DeviceError: If there is none, or it lacks a column.
    """
    try:
        with (folder / MANIFEST).open(encoding="utf-8", newline="") as file:
            return tuple(
                Clip(
                    path=folder / row["file"],
                    kind=row["kind"],
                    label=row["label"],
                    language=row["language"],
                    note=row.get("note") or "",
                )
                for row in csv.DictReader(file, delimiter="\t")
            )
    except (OSError, KeyError, UnicodeDecodeError) as error:
        raise DeviceError(
            _("There are no recordings in {folder}.").format(folder=str(folder)),
            hint=_("Name a folder with a {name} by --clips.").format(name=MANIFEST),
        ) from error


def quiet(seconds: float, *, seed: int = 0) -> Samples:
    """Return the noise of a quiet room, the same for the same seed."""
    noise = np.random.default_rng(seed).standard_normal(round(seconds * SAMPLE_RATE_HZ))
    return (noise * QUIET_AMPLITUDE).astype(np.float32)


def assemble(
    wake: Clip, clips: Sequence[Clip], *, lead_s: float = 2.0, gap_s: float = 5.0
) -> tuple[Samples, tuple[Placed, ...]]:
    """Make one recording: quiet, the wake phrase, then every clip with time to answer after it.

    Args:
        wake: Opens the voice session.
        clips: What is said; the first follows the wake phrase at once.
        lead_s: Quiet before the wake phrase.
        gap_s: Quiet after each clip, which the reply must fit into.

    Returns:
        16 kHz mono samples, and where each clip stands in them.
    """
    call = wake.samples()
    parts = [quiet(lead_s), call[: round(_end(call) * SAMPLE_RATE_HZ)], quiet(0.2)]
    placed: list[Placed] = []
    for seed, clip in enumerate(clips, start=1):
        begins_at = sum(len(part) for part in parts) / SAMPLE_RATE_HZ
        samples = clip.samples()
        end = clip.speech_end_s or _end(samples)
        samples = samples[: round(end * SAMPLE_RATE_HZ)]
        parts += [samples, quiet(gap_s, seed=seed)]
        placed.append(
            Placed(
                clip=clip,
                begins_at=begins_at,
                speech_end=begins_at + end,
                ends_at=begins_at + end + gap_s,
            )
        )
    return np.concatenate(parts), tuple(placed)


def _end(samples: Samples) -> float:
    return speech_end_s(samples, SAMPLE_RATE_HZ) or len(samples) / SAMPLE_RATE_HZ


def write_wav(path: Path, samples: Samples) -> None:
    """Write 16 kHz mono 16 bit."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE_HZ)
        file.writeframes((np.clip(samples, -1.0, 1.0) * 32767).astype("<i2").tobytes())
