"""Reading and writing WAV files as mono float32; PCM of 8 to 32 bits, any rate, any channels."""

import wave
from pathlib import Path

import numpy as np
import numpy.typing as npt

from assistant.errors import DeviceError
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.voice.events import Samples


def read_wav(path: Path) -> tuple[Samples, int]:
    """Read the first channel of a file.

    Returns:
        Samples, shape `(n,)`, full scale ±1.0, and the sample rate in hertz.

    Raises:
        DeviceError: If the file is missing, or is not PCM audio.
    """
    try:
        with wave.open(str(path), "rb") as file:
            rate = file.getframerate()
            channels = file.getnchannels()
            width = file.getsampwidth()
            data = file.readframes(file.getnframes())
    except FileNotFoundError as error:
        raise DeviceError(_("The audio file {file} does not exist.").format(file=path)) from error
    except (wave.Error, EOFError, OSError) as error:
        reason = failure_reason(error) if isinstance(error, OSError) else _("it is not WAV audio")
        raise DeviceError(
            _("The audio file {file} cannot be read: {error}.").format(file=path, error=reason),
            hint=_("A WAV file with PCM audio is needed."),
        ) from error
    if rate <= 0 or channels <= 0 or width not in {1, 2, 3, 4}:
        raise DeviceError(
            _("The audio file {file} has an unknown format.").format(file=path),
            hint=_("A WAV file with PCM audio is needed."),
        )
    whole = len(data) - len(data) % (width * channels)
    samples = _decode(data[:whole], width).reshape(-1, channels)[:, 0]
    return np.ascontiguousarray(samples), rate


def _decode(data: bytes, width: int) -> Samples:
    if width == 1:  # the only unsigned one
        return (np.frombuffer(data, np.uint8).astype(np.float32) - 128) / np.float32(128)
    if width == 3:
        wide = np.zeros((len(data) // 3, 4), np.uint8)
        wide[:, 1:] = np.frombuffer(data, np.uint8).reshape(-1, 3)
        data, width = wide.tobytes(), 4
    integers: npt.NDArray[np.int32] | npt.NDArray[np.int16]
    integers = np.frombuffer(data, "<i2") if width == 2 else np.frombuffer(data, "<i4")
    return (integers / float(1 << (8 * width - 1))).astype(np.float32)


class WavWriter:
    """Writes mono 16 bit PCM; what is beyond full scale is clipped.

    Raises:
        DeviceError: If the file cannot be written.
    """

    def __init__(self, path: Path, sample_rate_hz: int) -> None:
        try:
            # Not by name: a `Wave_write` that cannot open its file complains when it is collected.
            self._raw = path.open("wb")
            self._file = wave.open(self._raw, "wb")
        except OSError as error:
            raise DeviceError(
                _("The audio file {file} cannot be written: {error}.").format(
                    file=path, error=failure_reason(error)
                )
            ) from error
        self._file.setnchannels(1)
        self._file.setsampwidth(2)
        self._file.setframerate(sample_rate_hz)

    def write(self, samples: Samples) -> None:
        """Append samples.

        Raises:
            OSError: If the disk refuses.
        """
        scaled = np.rint(np.clip(samples, -1.0, 1.0) * 32767).astype("<i2")
        self._file.writeframesraw(scaled.tobytes())

    def close(self) -> None:
        """Complete the file. Idempotent."""
        self._file.close()
        self._raw.close()

    def __enter__(self) -> "WavWriter":
        return self

    def __exit__(self, *_problem: object) -> None:
        self.close()
