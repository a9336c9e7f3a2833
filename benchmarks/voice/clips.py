"""The recordings a bench runs over: a folder with a `MANIFEST.tsv`.

The manifest has one line a clip, tab separated, with the names of the columns in the first line:
`file` and `kind` are needed, `label`, `language`, `expect`, `origin` and `note` are used where they
are. What a folder lacks is not measured; a file that cannot be read is told of and left out.
"""

import csv
import re
import wave
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from assistant.errors import DeviceError
from assistant.voice.devices.files.wav import read_wav
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

MANIFEST: Final = "MANIFEST.tsv"
QUIET_AMPLITUDE: Final = 3e-4
"""Of the noise between clips, about -70 dBFS: a quiet room, not digital silence."""
LEAST_S: Final = 0.05
"""Shorter files hold nothing."""

_NEEDED = ("file", "kind")
_SECONDS = r"(\d+(?:\.\d+)?) s"
_SPEECH_END = (
    re.compile(rf"to {_SECONDS}, then silence"),
    re.compile(rf"speech ends at {_SECONDS}"),
)
_PAUSE = re.compile(rf"pause of {_SECONDS} from {_SECONDS} to {_SECONDS}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Silence inside a sentence; seconds from the beginning of the clip."""

    begin: float
    end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedClip:
    """One recording."""

    path: Path
    kind: str
    """`wake`, `negative`, `digit`, `speech`, `turn`, `barge`, `noise`, `custom`; others are not
    used."""
    label: str
    """What is said in it."""
    language: str
    """ISO 639-1, or empty."""
    note: str
    expect: str = ""
    """What should come of it, as the manifest writes it."""
    origin: str = ""
    speaker: str = ""
    """Who speaks: those who sound alike have one name."""

    def samples(self) -> Samples:
        """Return the recording, 16 kHz mono float32, whatever its file's rate and channels.

        Raises:
            DeviceError: If the file cannot be read, or holds less than `LEAST_S`.
        """
        try:
            decoded = _decode(self.path)
        except Exception as error:  # whatever the decoder raises, the file is at fault
            raise self._unreadable() from error
        if len(decoded) < LEAST_S * SAMPLE_RATE_HZ or not bool(np.isfinite(decoded).all()):
            raise self._unreadable()
        return decoded

    def _unreadable(self) -> DeviceError:
        return DeviceError(f"The recording {str(self.path)} cannot be read.")

    @property
    def speech_end_s(self) -> float | None:
        """Where speech ends, if the note says so: `..., then silence` or `speech ends at 5.15 s`."""
        for pattern in _SPEECH_END:
            if found := pattern.search(self.note):
                return float(found[1])
        return None

    @property
    def pause(self) -> Pause | None:
        """The pause inside the sentence, if the note says so: `pause of 0.4 s from 3.95 s to ...`."""
        found = _PAUSE.search(self.note)
        return Pause(begin=float(found[2]), end=float(found[3])) if found else None

    @property
    def is_unfinished(self) -> bool:
        """Whether the recording ends in the middle of a sentence."""
        return self.expect == "unfinished" or self.label.rstrip().endswith("...")

    @property
    def is_human(self) -> bool:
        """Whether a person was recorded, or the manifest does not say."""
        return not self.origin.startswith("synthetic")


def load_clips(folder: Path) -> tuple[RecordedClip, ...]:
    """Read the manifest of a folder. Lines without a file or a kind are left out.

    Raises:
        DeviceError: If there is no manifest, or it lacks a column that is needed.
    """
    try:
        with (folder / MANIFEST).open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, delimiter="\t")
            if not set(_NEEDED) <= set(reader.fieldnames or ()):
                raise _no_recordings(folder)
            return tuple(clip for row in reader if (clip := _clip(folder, row)) is not None)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise _no_recordings(folder) from error


def _clip(folder: Path, row: dict[str, Any]) -> RecordedClip | None:
    def field(name: str) -> str:
        return str(row.get(name) or "").strip()

    if not field("file") or not field("kind"):
        return None
    language = field("language")
    return RecordedClip(
        path=folder / field("file"),
        kind=field("kind").lower(),
        label=field("label"),
        language="" if language == "-" else language,
        note=field("note"),
        expect=field("expect"),
        origin=field("origin"),
        speaker=field("speaker"),
    )


def _no_recordings(folder: Path) -> DeviceError:
    return DeviceError(
        f"There are no recordings in {str(folder)}.",
        hint=f"Name a folder with a {MANIFEST} by --clips.",
    )


def _decode(path: Path) -> Samples:
    if path.suffix.lower() == ".wav":
        with suppress(DeviceError):  # not PCM: the other decoder may know it
            samples, rate_hz = read_wav(path)
            if rate_hz == SAMPLE_RATE_HZ:
                return samples
    decode = cast("Any", import_module("faster_whisper.audio")).decode_audio
    decoded: Samples = decode(str(path), sampling_rate=SAMPLE_RATE_HZ)
    return decoded


class ClipLibrary:
    """The clips of a folder, read when they are needed and kept as 16 bit: 2 MB a minute.

    Args:
        tell: Takes the path of each file that cannot be read, once.
    """

    def __init__(self, clips: Iterable[RecordedClip], *, tell: Callable[[Path], None]) -> None:
        self._clips = tuple(clips)
        self._tell = tell
        self._unreadable: set[Path] = set()
        self._kept: dict[Path, npt.NDArray[np.int16]] = {}

    @property
    def unreadable(self) -> int:
        """How many files were found to be unreadable so far."""
        return len(self._unreadable)

    def of(self, *kinds: str) -> tuple[RecordedClip, ...]:
        """Return the clips of some kinds in the manifest's order, without the unreadable ones."""
        return tuple(
            clip for clip in self._clips if clip.kind in kinds and clip.path not in self._unreadable
        )

    def read(self, clip: RecordedClip) -> Samples | None:
        """Return a clip's samples, or None if its file cannot be read."""
        if clip.path in self._unreadable:
            return None
        if clip.path not in self._kept:
            try:
                samples = clip.samples()
            except DeviceError:
                self._unreadable.add(clip.path)
                self._tell(clip.path)
                return None
            self._kept[clip.path] = np.rint(np.clip(samples, -1.0, 1.0) * 32767).astype(np.int16)
        return self._kept[clip.path].astype(np.float32) / np.float32(32767)


def sample_clips(
    clips: Sequence[RecordedClip], count: int, *, seed: int
) -> tuple[RecordedClip, ...]:
    """Return at most `count` clips, the same for the same seed and clips, in their own order."""
    if len(clips) <= count:
        return tuple(clips)
    order = np.random.default_rng(seed).permutation(len(clips))
    return tuple(clips[place] for place in sorted(int(each) for each in order[:count]))


def room_noise(seconds: float, *, seed: int = 0) -> Samples:
    """Return the noise of a quiet room, the same for the same seed."""
    noise = np.random.default_rng(seed).standard_normal(round(seconds * SAMPLE_RATE_HZ))
    return (noise * QUIET_AMPLITUDE).astype(np.float32)


def write_wav(path: Path, samples: Samples) -> None:
    """Write 16 kHz mono 16 bit."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE_HZ)
        file.writeframes((np.clip(samples, -1.0, 1.0) * 32767).astype("<i2").tobytes())
