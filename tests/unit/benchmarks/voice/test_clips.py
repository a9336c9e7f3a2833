"""Folders of recordings as people hand them over: odd columns, odd files."""

import wave
from pathlib import Path

import numpy as np
import pytest

from assistant.errors import DeviceError
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.voice.clips import (
    MANIFEST,
    ClipLibrary,
    Pause,
    RecordedClip,
    load_clips,
    room_noise,
    sample_clips,
    write_wav,
)


def tone(seconds: float, rate_hz: int = SAMPLE_RATE_HZ) -> Samples:
    """Return a 440 Hz sine."""
    at = np.arange(round(seconds * rate_hz)) / rate_hz
    return (0.3 * np.sin(2 * np.pi * 440 * at)).astype(np.float32)


def clip(
    path: Path, *, note: str = "", expect: str = "", label: str = "", **more: str
) -> RecordedClip:
    return RecordedClip(
        path=path,
        kind=more.get("kind", "turn"),
        label=label,
        language="en",
        note=note,
        expect=expect,
        origin=more.get("origin", ""),
    )


def manifest(folder: Path, text: str) -> tuple[RecordedClip, ...]:
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    return load_clips(folder)


def test_a_manifest_names_the_recordings(tmp_path: Path) -> None:
    (found,) = manifest(
        tmp_path,
        "file\tkind\tlabel\tlanguage\texpect\torigin\tnote\n"
        "a.wav\tTurn\tgo on\t-\tend after 2.78\tsynthetic\tspeech from 0.60 s to 2.78 s, then"
        " silence\n",
    )
    assert (found.path, found.kind, found.label) == (tmp_path / "a.wav", "turn", "go on")
    assert (found.language, found.expect, found.is_human) == ("", "end after 2.78", False)
    assert found.speech_end_s == 2.78


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("file\tkind\na.wav\tspeech\n", ["a.wav"], id="two columns only"),
        pytest.param("\ufefffile\tkind\na.wav\tspeech\n", ["a.wav"], id="a byte order mark"),
        pytest.param("kind\tfile\tmore\nspeech\ta.wav\tx\n", ["a.wav"], id="another order"),
        pytest.param("file\tkind\tlabel\na.wav\tspeech\n", ["a.wav"], id="a short line"),
        pytest.param("file\tkind\n\tspeech\nb.wav\t\nc.wav\tspeech\n", ["c.wav"], id="gaps"),
        pytest.param("file\tkind\n", [], id="no lines"),
    ],
)
def test_what_a_manifest_lacks_is_done_without(tmp_path: Path, text: str, names: list[str]) -> None:
    assert [found.path.name for found in manifest(tmp_path, text)] == names


@pytest.mark.parametrize("text", [None, "", "no columns\n1\n", "file\tlabel\na.wav\tx\n"])
def test_a_folder_without_a_manifest_is_explained(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(DeviceError, match="no recordings") as refused:
        load_clips(tmp_path)
    assert "--clips" in refused.value.hint


@pytest.mark.parametrize(
    ("note", "end", "pause"),
    [
        ("complete sentence; speech from 0.60 s to 2.78 s, then silence", 2.78, None),
        (
            "pause of 0.4 s from 3.95 s to 4.35 s inside the sentence; speech ends at 5.15 s",
            5.15,
            Pause(begin=3.95, end=4.35),
        ),
        ("speech ends at 12 s, then the own noise floor for 2.5 s", 12.0, None),
        ("concatenated", None, None),
        ("", None, None),
    ],
)
def test_the_note_says_when_speech_ends_and_pauses(
    note: str, end: float | None, pause: Pause | None
) -> None:
    found = clip(Path("a.wav"), note=note)
    assert (found.speech_end_s, found.pause) == (end, pause)


@pytest.mark.parametrize(
    ("label", "expect", "unfinished"),
    [("i would like a ...", "", True), ("go", "unfinished", True), ("go", "end after 1", False)],
)
def test_a_clip_that_breaks_off_is_unfinished(label: str, expect: str, unfinished: bool) -> None:
    assert clip(Path("a.wav"), label=label, expect=expect).is_unfinished == unfinished


@pytest.mark.parametrize(("rate_hz", "channels"), [(16_000, 1), (44_100, 1), (48_000, 2)])
def test_every_rate_is_brought_to_sixteen_kilohertz(
    tmp_path: Path, rate_hz: int, channels: int
) -> None:
    path = tmp_path / "a.wav"
    pcm = (np.repeat(tone(0.5, rate_hz), channels) * 32767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(pcm.tobytes())
    samples = clip(path).samples()
    assert len(samples) == pytest.approx(8000, abs=40)
    assert samples.dtype == np.float32
    crossings = int(np.sum(np.diff(np.signbit(samples[1000:7000]).astype(int)) != 0))
    assert crossings == pytest.approx(2 * 440 * 6000 / 16000, abs=2)


def test_files_that_cannot_be_read_are_told_of_once_and_left_out(tmp_path: Path) -> None:
    write_wav(tmp_path / "good.wav", tone(0.5))
    (tmp_path / "bad.wav").write_bytes(b"nothing")
    write_wav(tmp_path / "empty.wav", tone(0.0))
    names = ("bad.wav", "good.wav", "empty.wav", "missing.wav")
    told: list[Path] = []
    library = ClipLibrary([clip(tmp_path / name) for name in names], tell=told.append)
    for _twice in range(2):
        read = [library.read(each) for each in (clip(tmp_path / name) for name in names)]
        assert [each is not None for each in read] == [False, True, False, False]
    assert sorted(path.name for path in told) == ["bad.wav", "empty.wav", "missing.wav"]
    assert [each.path.name for each in library.of("turn")] == ["good.wav"]
    assert library.of("speech") == ()
    assert library.unreadable == 3


def test_a_kept_clip_is_what_was_read(tmp_path: Path) -> None:
    write_wav(tmp_path / "a.wav", tone(0.2))
    library = ClipLibrary([clip(tmp_path / "a.wav")], tell=lambda _path: None)
    first = library.read(clip(tmp_path / "a.wav"))
    assert first is not None
    assert np.max(np.abs(first - tone(0.2))) < 1e-4


def test_a_choice_is_the_same_for_the_same_seed_and_keeps_the_order() -> None:
    clips = [clip(Path(f"{number:02}.wav")) for number in range(30)]
    chosen = sample_clips(clips, 5, seed=3)
    assert chosen == sample_clips(clips, 5, seed=3)
    assert len(set(chosen)) == 5
    assert list(chosen) == sorted(chosen, key=lambda each: each.path)
    assert chosen != sample_clips(clips, 5, seed=4)
    assert sample_clips(clips, 99, seed=3) == tuple(clips)


def test_quiet_is_the_same_for_the_same_seed() -> None:
    assert np.array_equal(room_noise(0.1, seed=1), room_noise(0.1, seed=1))
    assert not np.array_equal(room_noise(0.1, seed=1), room_noise(0.1, seed=2))
