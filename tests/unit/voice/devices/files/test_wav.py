import struct
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import DeviceError
from assistant.voice.devices.files.wav import WavWriter, read_wav
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


SILENCE = {1: bytes([128]), 2: bytes(2), 3: bytes(3), 4: bytes(4)}


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("channels", [1, 2, 6])
@pytest.mark.parametrize("rate_hz", [8_000, 44_100])
def test_a_voice_in_one_channel_of_any_pcm_is_heard(
    tmp_path: Path, width: int, channels: int, rate_hz: int
) -> None:
    for place in range(channels):
        before, after = SILENCE[width] * place, SILENCE[width] * (channels - place - 1)
        pcm = (before + HALF[width] + after) * 3 + before + LEAST[width] + after
        path = write_wav(tmp_path / "a.wav", pcm, rate_hz=rate_hz, channels=channels, width=width)
        samples, rate = read_wav(path)
        assert rate == rate_hz
        assert samples.dtype == np.float32
        assert samples.tolist() == [0.5, 0.5, 0.5, -1.0]


def stereo(path: Path, left: float, right: float) -> Path:
    """Write a tone to two channels, as loud as each factor says."""
    voice = tone(440, 0.1, 16_000, peak=0.5)
    both = np.stack((voice * left, voice * right), axis=1).astype(np.float32)
    return write_wav(path, pcm16(both), rate_hz=16_000, channels=2)


@pytest.mark.parametrize(
    ("left", "right", "heard"),
    [
        pytest.param(1.0, 1.0, 1.0, id="the same in both"),
        pytest.param(0.0, 1.0, 1.0, id="right"),
        pytest.param(0.01, 1.0, 1.0, id="noise beside it"),
        pytest.param(1.0, 0.5, 0.75, id="both"),
        pytest.param(1.0, -1.0, 1.0, id="wired the other way about"),
        pytest.param(0.0, 0.0, 0.0, id="silence"),
    ],
)
def test_no_channel_silences_or_weakens_another(
    tmp_path: Path, left: float, right: float, heard: float
) -> None:
    samples, _rate = read_wav(stereo(tmp_path / "a.wav", left, right))
    np.testing.assert_allclose(samples, tone(440, 0.1, 16_000, peak=0.5) * heard, atol=1e-4)


@pytest.mark.parametrize("layout", ["mono", "stereo", "5.1"])
@pytest.mark.parametrize("rate_hz", [16_000, 96_000])
@pytest.mark.parametrize("codec", ["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le"])
def test_what_ffmpeg_writes_is_read(tmp_path: Path, layout: str, rate_hz: int, codec: str) -> None:
    av = cast("Any", import_module("av"))
    path, voice = tmp_path / "a.wav", tone(440, 0.1, rate_hz, peak=0.5)
    with av.open(str(path), "w", format="wav") as container:
        stream = container.add_stream(codec, rate=rate_hz, layout=layout)
        planes = np.zeros((len(stream.layout.channels), len(voice)), np.float32)
        planes[-1] = voice
        frame = av.AudioFrame.from_ndarray(planes, format="fltp", layout=layout)
        frame.sample_rate = rate_hz
        for packet in (*stream.encode(frame), *stream.encode(None)):
            container.mux(packet)
    if codec == "pcm_s24le" or layout == "5.1":
        assert path.read_bytes()[20:22] == b"\xfe\xff"  # extensible
    samples, rate = read_wav(path)
    assert rate == rate_hz
    np.testing.assert_allclose(samples, voice, atol=0.02 if codec == "pcm_u8" else 2e-4)


@pytest.mark.parametrize("codec", ["pcm_mulaw", "pcm_alaw"])
def test_the_laws_of_telephones_are_read_as_ffmpeg_reads_them(tmp_path: Path, codec: str) -> None:
    av = cast("Any", import_module("av"))
    path = tmp_path / "a.wav"
    with av.open(str(path), "w", format="wav") as container:
        stream = container.add_stream(codec, rate=8_000, layout="mono")
        wave = np.arange(-32_768, 32_768, 7).astype(np.int16)
        frame = av.AudioFrame.from_ndarray(wave[None, :], format="s16", layout="mono")
        frame.sample_rate = 8_000
        for packet in (*stream.encode(frame), *stream.encode(None)):
            container.mux(packet)
    with av.open(str(path)) as container:
        parts = [frame.to_ndarray().ravel() for frame in container.decode(audio=0)]
    samples, rate = read_wav(path)
    assert rate == 8_000
    np.testing.assert_array_equal(samples, np.concatenate(parts) / np.float32(32_768))


@pytest.mark.parametrize("frame", [2, 0])
@pytest.mark.parametrize("size", [4, 0])
@pytest.mark.parametrize("order", ["<", ">"])
def test_either_order_of_bytes_and_an_unwritten_size_are_read(
    tmp_path: Path, order: str, size: int, frame: int
) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(
        (b"RIFF" if order == "<" else b"RIFX")
        + struct.pack(f"{order}I", 40)
        + b"WAVEfmt "
        + struct.pack(f"{order}IHHIIHH", 16, 1, 1, 8_000, 16_000, frame, 16)
        + b"data"
        + struct.pack(f"{order}Ihh", size, 16_384, -16_384)
    )
    samples, rate = read_wav(path)
    assert (samples.tolist(), rate) == ([0.5, -0.5], 8_000)


SUBFORMAT: Final = bytes.fromhex("0100000000001000800000aa00389b71")


def extensible(data: bytes, *, size: int | None = None, subformat: bytes = SUBFORMAT) -> bytes:
    """Return a file as SoX writes 24 bit: 96 kHz, two channels, a `fact` and a `LIST` of odd length.

    Args:
        data: The samples.
        size: How long they are said to be, where a pipe was written to.
        subformat: The GUID.
    """
    header = struct.pack("<HHIIHHHHI", 0xFFFE, 2, 96_000, 576_000, 6, 24, 22, 24, 3) + subformat
    chunks = (
        b"fmt " + struct.pack("<I", len(header)) + header
        + b"fact" + struct.pack("<II", 4, len(data) // 6)
        + b"LIST" + struct.pack("<I", 5) + b"INFOx\0"
        + b"data" + struct.pack("<I", len(data) if size is None else size) + data
    )  # fmt: skip
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks


@pytest.mark.parametrize("size", [None, 0x7FFF_F000, 0xFFFF_FFFF])
def test_what_sox_writes_is_read_to_a_file_and_to_a_pipe(tmp_path: Path, size: int | None) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(extensible((SILENCE[3] + HALF[3]) * 4, size=size))
    samples, rate = read_wav(path)
    assert (samples.tolist(), rate) == ([0.5] * 4, 96_000)


@pytest.mark.parametrize(("form", "width"), [("<f", 4), ("<d", 8)])
def test_what_floating_point_cannot_mean_is_clipped(tmp_path: Path, form: str, width: int) -> None:
    values = (0.5, -0.5, 2.0, float("-inf"), float("nan"))
    data = b"".join(struct.pack(form, value) for value in values)
    header = struct.pack("<HHIIHH", 3, 1, 8_000, 8_000 * width, width, 8 * width)
    chunks = b"fmt \x10\0\0\0" + header + b"data" + struct.pack("<I", len(data)) + data
    path = tmp_path / "a.wav"
    path.write_bytes(b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks)
    assert read_wav(path)[0].tolist() == [0.5, -0.5, 1.0, -1.0, 0.0]


def test_a_format_of_somebody_s_own_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(extensible(bytes(12), subformat=bytes(range(16))))
    with pytest.raises(DeviceError, match="unknown format"):
        read_wav(path)


@given(content=st.binary(max_size=80), at=st.integers(0, 60), change=st.binary(max_size=4))
def test_damage_is_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, at: int, change: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.wav"
    whole = extensible(content)
    path.write_bytes(whole[:at] + change + whole[at + len(change) :])
    try:
        samples, rate = read_wav(path)
    except DeviceError:
        return
    assert rate > 0
    assert np.isfinite(samples).all()


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
