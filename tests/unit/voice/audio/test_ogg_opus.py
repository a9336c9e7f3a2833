import numpy as np
import pytest

from assistant.errors import DeviceError
from assistant.voice.audio.ogg_opus import decode_speech, encode_voice_message
from assistant.voice.events import Samples


def tone(seconds: float, *, rate_hz: int, pitch_hz: float = 440) -> Samples:
    times = np.arange(int(seconds * rate_hz)) / rate_hz
    return (0.5 * np.sin(2 * np.pi * pitch_hz * times)).astype(np.float32)


def pitch_of(samples: Samples) -> float:
    return float(np.argmax(np.abs(np.fft.rfft(samples))) * 16_000 / len(samples))


@pytest.mark.parametrize("rate_hz", [16_000, 22_050, 48_000])
def test_a_voice_message_sounds_as_it_was_spoken(rate_hz: int) -> None:
    written = encode_voice_message(tone(2, rate_hz=rate_hz), sample_rate_hz=rate_hz)
    assert written.startswith(b"OggS")
    heard = decode_speech(written, limit_s=60)
    assert heard.dtype == np.float32
    assert len(heard) == pytest.approx(2 * 16_000, abs=800)
    assert pitch_of(heard) == pytest.approx(440, abs=2)


def test_what_comes_after_the_limit_is_left_out() -> None:
    written = encode_voice_message(tone(3, rate_hz=16_000), sample_rate_hz=16_000)
    assert len(decode_speech(written, limit_s=1)) == 16_000


@pytest.mark.parametrize("data", [b"", b"words", b"OggS" + bytes(200), b"RIFF" + bytes(200)])
def test_what_is_no_voice_message_is_refused(data: bytes) -> None:
    with pytest.raises(DeviceError):
        decode_speech(data, limit_s=5)
