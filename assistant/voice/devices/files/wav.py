"""Reading and writing WAV files as mono float32.

Read are PCM of 8 to 32 bits, floating point, and the two laws of telephones, of any rate and any
channels, in either order of bytes, also in the extensible form, in which other programs write more
than 16 bits or two channels, and with the length of a stream that nobody knew when it was begun.
"""

import struct
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from assistant.errors import DeviceError
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.voice.events import Samples

_PCM: Final = 0x0001
_FLOAT: Final = 0x0003
_A_LAW, _MU_LAW = 0x0006, 0x0007
_EXTENSIBLE: Final = 0xFFFE
_KNOWN: Final = frozenset(
    {(_PCM, width) for width in (1, 2, 3, 4)}
    | {(_FLOAT, 4), (_FLOAT, 8), (_A_LAW, 1), (_MU_LAW, 1)}
)
_FORMATS: Final = {
    b"RIFF": struct.Struct("<HHIIHH"),
    b"RF64": struct.Struct("<HHIIHH"),
    b"RIFX": struct.Struct(">HHIIHH"),
}
"""By how a file begins; of the last the numbers have their most significant byte first."""
_SUBFORMAT_AT: Final = 24
_SUBFORMAT: Final = bytes.fromhex("0000000010008000 00aa00389b71")
"""What follows the tag in the GUID of a format that has one."""
_AUDIBLE: Final = 0.1
"""A channel below this share of the loudest one's level, -20 dB, has noise, not the voice."""
_CANCELLED: Final = 0.25
"""Channels whose mean is below this share of the loudest one's level are the same with other signs."""


def read_wav(path: Path) -> tuple[Samples, int]:
    """Read a file as mono: the mean of the channels in which there is sound.

    Returns:
        Samples, shape `(n,)`, full scale ±1.0, and the sample rate in hertz.

    Raises:
        DeviceError: If the file is missing, or is not PCM or floating point audio.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise DeviceError(_("The audio file {file} does not exist.").format(file=path)) from error
    except OSError as error:
        raise _unreadable(path, failure_reason(error)) from error
    form = _FORMATS.get(content[:4])
    chunks = dict(_chunks(content)) if form is not None else {}
    header, data = chunks.get(b"fmt "), chunks.get(b"data")
    if form is None or header is None or data is None or len(header) < form.size:
        raise _unreadable(path, _("it is not WAV audio"))
    tag, channels, rate, _bytes_a_second, frame, bits = form.unpack_from(header)
    if tag == _EXTENSIBLE and header[_SUBFORMAT_AT + 2 :].startswith(_SUBFORMAT):
        (tag,) = struct.unpack_from("<H", header, _SUBFORMAT_AT)
    frame = frame or channels * ((bits + 7) // 8)
    width = frame // channels if channels else 0
    if rate <= 0 or width * channels != frame or (tag, width) not in _KNOWN:
        raise DeviceError(
            _("The audio file {file} has an unknown format.").format(file=path),
            hint=_("A WAV file with PCM audio is needed."),
        )
    whole = len(data) - len(data) % frame
    data = data[:whole]
    if form.format.startswith(">") and width > 1:
        data = np.frombuffer(data, np.uint8).reshape(-1, width)[:, ::-1].tobytes()
    return _mono(_decode(data, tag, width).reshape(-1, channels)), rate


def _unreadable(path: Path, reason: str) -> DeviceError:
    return DeviceError(
        _("The audio file {file} cannot be read: {error}.").format(file=path, error=reason),
        hint=_("A WAV file with PCM audio is needed."),
    )


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Chunks of a file with their names; the last one may be shorter than it says.

    Where nobody wrote how long the sound is, it is all that follows.
    """
    if content[8:12] != b"WAVE":
        return
    order = "big" if content[:4] == b"RIFX" else "little"
    at = 12
    while at + 8 <= len(content):
        name, size = content[at : at + 4], int.from_bytes(content[at + 4 : at + 8], order)
        if name == b"data" and size == 0:
            size = len(content)
        yield name, content[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def _decode(data: bytes, tag: int, width: int) -> Samples:
    if tag == _FLOAT:
        floats: npt.NDArray[np.float64]
        with np.errstate(invalid="ignore"):  # numbers that are none, and say so
            floats = np.frombuffer(data, f"<f{width}").astype(np.float64)
        floats = np.where(np.isnan(floats), 0.0, floats)
        return np.clip(floats, -1.0, 1.0).astype(np.float32)
    if tag in {_A_LAW, _MU_LAW}:
        return _expanded(np.frombuffer(data, np.uint8), tag)
    if width == 1:  # the only unsigned one
        return (np.frombuffer(data, np.uint8).astype(np.float32) - 128) / np.float32(128)
    if width == 3:
        wide = np.zeros((len(data) // 3, 4), np.uint8)
        wide[:, 1:] = np.frombuffer(data, np.uint8).reshape(-1, 3)
        data, width = wide.tobytes(), 4
    integers: npt.NDArray[np.int32] | npt.NDArray[np.int16]
    integers = np.frombuffer(data, "<i2") if width == 2 else np.frombuffer(data, "<i4")
    return (integers / float(1 << (8 * width - 1))).astype(np.float32)


def _expanded(codes: npt.NDArray[np.uint8], law: int) -> Samples:
    """Samples of ITU-T G.711, in which louder ones are coded more coarsely."""
    code = (codes ^ (0x55 if law == _A_LAW else 0xFF)).astype(np.int32)
    exponent, mantissa = code >> 4 & 7, code & 15
    if law == _MU_LAW:
        size = (((mantissa << 3) + 0x84) << exponent) - 0x84
        sign = np.where(code & 0x80, -1, 1)
    else:
        size = np.where(
            exponent, ((mantissa << 4) + 0x108) << np.maximum(exponent - 1, 0), (mantissa << 4) + 8
        )
        sign = np.where(code & 0x80, 1, -1)
    return (sign * size / 32_768).astype(np.float32)


def _mono(samples: Samples) -> Samples:
    """One channel of several, shape `(n, channels)`.

    A voice may be in one of them alone, or two voices in one each; a microphone of opposite
    polarity must not silence the one beside it.
    """
    if samples.shape[1] == 1 or not samples.size:
        return np.ascontiguousarray(samples[:, 0])
    levels = np.sqrt(np.mean(np.square(samples, dtype=np.float64), axis=0))
    loudest = int(np.argmax(levels))
    mean: Samples = samples[:, levels >= _AUDIBLE * levels[loudest]].mean(axis=1, dtype=np.float32)
    if float(np.sqrt(np.mean(np.square(mean), dtype=np.float64))) < _CANCELLED * levels[loudest]:
        return np.ascontiguousarray(samples[:, loudest])
    return mean


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
        """Raises OSError if the disk refuses."""
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
