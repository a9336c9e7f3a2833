"""The recordings that are part of the repository, and when they are measured over."""

import csv
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.command import app
from benchmarks.voice import benchmark
from benchmarks.voice.clips import MANIFEST, load_clips
from benchmarks.voice.model.scale import FULL, QUICK, SMALL, TURNS_ONLY, VoiceBenchScale
from tests.helpers.audio.signals import RECORDED

AUDIO = RECORDED.parent
MOST_BYTES = 25_000_000


@pytest.mark.timeout(120)
@pytest.mark.parametrize("folder", ["recordings", "bench"])
def test_every_recording_is_what_the_manifest_says_and_has_a_licence(folder: str) -> None:
    with (AUDIO / folder / MANIFEST).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    clips = load_clips(AUDIO / folder)
    assert len(clips) == len(rows) == {"recordings": 400, "bench": 33}[folder]
    for row, clip in zip(rows, clips, strict=True):
        assert row["source"], clip.path.name
        assert row["license"], clip.path.name
        assert head_of(clip.path) == (SAMPLE_RATE_HZ, 1, 16), clip.path.name
        length = length_of(clip.path)
        assert length / SAMPLE_RATE_HZ == pytest.approx(float(row["seconds"]), abs=0.011)
    for clip in clips[::20]:  # each takes a collection of the garbage of all tests
        assert len(clip.samples()) == length_of(clip.path)


def head_of(path: Path) -> tuple[int, int, int]:
    """Return rate, channels and bits of a FLAC file."""
    packed = _packed(path)
    return packed >> 44, (packed >> 41 & 7) + 1, (packed >> 36 & 31) + 1


def length_of(path: Path) -> int:
    """Return how many samples a FLAC file has."""
    return _packed(path) & (1 << 36) - 1


def _packed(path: Path) -> int:
    head = path.read_bytes()[:42]
    assert head[:4] == b"fLaC", path.name
    return int.from_bytes(head[18:26], "big")


def test_nothing_lies_there_that_no_manifest_names() -> None:
    named = {
        clip.path.resolve()
        for folder in ("recordings", "bench")
        for clip in load_clips(AUDIO / folder)
    }
    assert named == {path.resolve() for path in AUDIO.rglob("*.flac")}


def test_all_of_it_stays_small_enough_to_be_cloned() -> None:
    assert sum(path.stat().st_size for path in AUDIO.rglob("*") if path.is_file()) <= MOST_BYTES


@pytest.mark.parametrize(
    ("options", "folder", "scale"),
    [
        pytest.param([], "recordings", FULL, id="all"),
        pytest.param(["--turns"], "recordings", TURNS_ONLY, id="turns"),
        pytest.param(["--small"], "bench", SMALL, id="small"),
        pytest.param(["--quick"], "bench", QUICK, id="quick"),
    ],
)
def test_the_bench_finds_them_without_being_told_where(
    monkeypatch: pytest.MonkeyPatch, options: list[str], folder: str, scale: VoiceBenchScale
) -> None:
    asked: list[tuple[Path, VoiceBenchScale]] = []

    async def measure(*, clips_folder: Path, scale: VoiceBenchScale, **_more: Any) -> None:
        asked.append((clips_folder, scale))
        raise KeyboardInterrupt

    monkeypatch.setattr(benchmark, "measure_voice", measure)
    CliRunner().invoke(app, ["voice", *options])
    assert asked == [(AUDIO / folder, scale)]
