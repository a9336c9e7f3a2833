"""Voice messages: OGG with Opus in and out, by PyAV, which comes with faster-whisper.

Loading it takes a tenth of a second; both functions block for as long as the message takes to be read.
"""

import io
from importlib import import_module
from typing import Any, Final, cast

import numpy as np

from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

OPUS_RATE_HZ: Final = 48_000
_BIT_RATE: Final = 32_000
"""Bits a second: clear speech, as messengers send it."""


def decode_speech(recording: bytes, *, limit_s: float) -> Samples:
    """Decode a recording: 16 kHz mono float32.

    Args:
        limit_s: What comes after so many seconds is left out.

    Raises:
        DeviceError: If it is no sound that can be read.
    """
    av = cast("Any", import_module("av"))
    pieces: list[Samples] = []
    n_left = int(limit_s * SAMPLE_RATE_HZ)
    try:
        with av.open(io.BytesIO(recording), mode="r", format="ogg") as container:
            resampler = av.AudioResampler(format="flt", layout="mono", rate=SAMPLE_RATE_HZ)
            for frame in container.decode(audio=0):
                for piece in resampler.resample(frame):
                    samples = piece.to_ndarray().reshape(-1)[:n_left]
                    pieces.append(samples.astype(np.float32))
                    n_left -= len(samples)
                if n_left <= 0:
                    break
    except (av.FFmpegError, IndexError, ValueError) as error:
        raise DeviceError(_("This recording cannot be read.")) from error
    return np.concatenate(pieces) if pieces else np.zeros(0, np.float32)


def encode_voice_message(samples: Samples, *, sample_rate_hz: int) -> bytes:
    """Encode a voice message.

    Args:
        samples: Mono float32, full scale ±1.0.
    """
    av = cast("Any", import_module("av"))
    written = io.BytesIO()
    with av.open(written, mode="w", format="ogg") as container:
        stream = container.add_stream("libopus", rate=OPUS_RATE_HZ, layout="mono")
        stream.bit_rate = _BIT_RATE
        frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="flt", layout="mono")
        frame.sample_rate = sample_rate_hz
        resampler = av.AudioResampler(format="s16", layout="mono", rate=OPUS_RATE_HZ)
        for piece in (*resampler.resample(frame), *resampler.resample(None)):
            container.mux(stream.encode(piece))
        container.mux(stream.encode(None))
    return written.getvalue()
