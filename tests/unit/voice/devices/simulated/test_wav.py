import struct
from pathlib import Path

import numpy as np
import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.simulated.wav import WavWriter, read_wav
from tests.helpers.audio.signals import pcm16, tone, write_wav

HALF = {
    1: bytes([192]),
    2: struct.pack("<h", 16384),
    3: b"\x00\x00\x40",
    4: struct.pack("<i", 1 << 30),
}
LEAST = {
    1: bytes([0]),
    2: struct.pack("<h", -32768),
    3: b"\x00\x00\x80",
    4: struct.pack("<i", -(1 << 31)),
}


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("channels", [1, 2, 6])
@pytest.mark.parametrize("rate_hz", [8_000, 44_100])
def test_the_first_channel_of_any_pcm_is_read(
    tmp_path: Path, width: int, channels: int, rate_hz: int
) -> None:
    others = LEAST[width] * (channels - 1)
    pcm = (HALF[width] + others) * 3 + (LEAST[width] + others)
    path = write_wav(tmp_path / "a.wav", pcm, rate_hz=rate_hz, channels=channels, width=width)
    samples, rate = read_wav(path)
    assert rate == rate_hz
    assert samples.dtype == np.float32
    assert samples.tolist() == [0.5, 0.5, 0.5, -1.0]


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    samples = tone(440, 0.1, 22_050, peak=0.7)
    with WavWriter(tmp_path / "a.wav", 22_050) as writer:
        writer.write(samples[:100])
        writer.write(samples[100:])
    read, rate = read_wav(tmp_path / "a.wav")
    assert rate == 22_050
    np.testing.assert_allclose(read, samples, atol=1e-4)


def test_what_is_too_loud_is_clipped(tmp_path: Path) -> None:
    with WavWriter(tmp_path / "a.wav", 16_000) as writer:
        writer.write(np.array([2.0, -2.0], np.float32))
    read, _rate = read_wav(tmp_path / "a.wav")
    assert read.tolist() == pytest.approx([1.0, -1.0], abs=1e-4)


def test_an_empty_file_has_no_samples(tmp_path: Path) -> None:
    samples, _rate = read_wav(write_wav(tmp_path / "a.wav", b"", rate_hz=16_000))
    assert samples.size == 0


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"none\.wav.*does not exist"):
        read_wav(tmp_path / "none.wav")


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"ID3 this is no wave file, but something else", id="another format"),
        pytest.param(b"RIFF\x10\x00\x00\x00WAVE", id="nothing inside"),
    ],
)
def test_what_is_not_a_wave_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(content)
    with pytest.raises(DeviceError, match=r"a\.wav.*cannot be read"):
        read_wav(path)


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="cannot be read"):
        read_wav(tmp_path)
    with pytest.raises(DeviceError, match="cannot be written"):
        WavWriter(tmp_path, 16_000)


def test_a_file_cut_off_in_a_sample_is_read_up_to_there(tmp_path: Path) -> None:
    path = write_wav(tmp_path / "a.wav", pcm16(tone(440, 0.1)), rate_hz=16_000)
    path.write_bytes(path.read_bytes()[:-1])
    samples, _rate = read_wav(path)
    assert len(samples) == 1599
