"""Other programs are lowered and come back; over a server of the test's own, and over a fake."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.voice.devices.output_ducking import OutputDucking
from assistant.voice.devices.pulse.program_volumes import PulseProgramVolumes
from tests.helpers.audio.memory_volumes import MemoryVolumes
from tests.helpers.audio.pulse_server import PulseServer, Source, pulse_server


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "run" / "lowered.json"


def test_everything_comes_back_and_the_record_goes(record: Path) -> None:
    volumes = MemoryVolumes(music=1.0, film=0.6, parley=1.0)
    ducking = OutputDucking(volumes=volumes, record=record)
    ducking.lower()
    ducking.lower()
    assert volumes.by_name == {"music": 0.5, "film": 0.3, "parley": 1.0}
    assert record.stat().st_mode & 0o777 == 0o600
    ducking.restore()
    ducking.restore()
    assert volumes.by_name == {"music": 1.0, "film": 0.6, "parley": 1.0}
    assert not record.exists()


def test_what_a_crash_left_comes_back_at_the_next_start(record: Path) -> None:
    volumes = MemoryVolumes(music=1.0)
    OutputDucking(volumes=volumes, record=record).lower()
    OutputDucking(volumes=volumes, record=record, is_on=False).restore()
    assert volumes.by_name == {"music": 1.0}
    assert not record.exists()


def test_a_crash_between_record_and_lowering_changes_no_volume(record: Path) -> None:
    volumes = MemoryVolumes(music=1.0)
    volumes.breaks_at_once = True
    OutputDucking(volumes=volumes, record=record).lower()
    volumes.breaks_at_once = False
    OutputDucking(volumes=volumes, record=record).restore()
    assert volumes.by_name == {"music": 1.0}


def test_a_server_that_is_away_is_waited_for(record: Path) -> None:
    volumes = MemoryVolumes(music=1.0)
    ducking = OutputDucking(volumes=volumes, record=record)
    ducking.lower()
    volumes.is_away = True
    ducking.restore()
    assert record.exists()
    volumes.is_away = False
    ducking.restore()
    assert volumes.by_name == {"music": 1.0}


def test_a_program_that_ended_meanwhile_is_remembered_as_it_was(record: Path) -> None:
    volumes = MemoryVolumes(music=1.0)
    ducking = OutputDucking(volumes=volumes, record=record)
    ducking.lower()
    volumes.volumes.clear()
    ducking.restore()
    assert volumes.corrected == ["music"]
    assert not record.exists()


def test_nothing_is_lowered_where_it_is_off(record: Path) -> None:
    volumes = MemoryVolumes(music=1.0)
    OutputDucking(volumes=volumes, record=record, is_on=False).lower()
    assert volumes.by_name == {"music": 1.0}


@pytest.mark.parametrize("text", ["", "[1]", "{}", '[{"number": 1}]', json.dumps("x")])
def test_a_record_that_cannot_be_read_is_no_record(record: Path, text: str) -> None:
    record.parent.mkdir()
    record.write_text(text, encoding="utf-8")
    volumes = MemoryVolumes(music=1.0)
    ducking = OutputDucking(volumes=volumes, record=record)
    ducking.restore()
    ducking.lower()
    ducking.restore()
    assert volumes.by_name == {"music": 1.0}


# Over a real server.


@pytest.fixture
def server() -> Iterator[PulseServer]:
    with pulse_server(
        "module-null-sink sink_name=speaker", "module-stream-restore restore_device=no"
    ) as running:
        yield running


@pytest.fixture
def music(server: PulseServer, tmp_path: Path) -> Iterator[Source]:
    raw = tmp_path / "music.raw"
    raw.write_bytes(bytes(16_000 * 2 * 600))
    source = Source(server, "speaker", raw)
    subprocess.run(
        ["sh", "-c", "until pactl list short sink-inputs | grep -q .; do :; done"],
        env=server.environment,
        check=True,
        timeout=20,
    )
    yield source
    source.close()


@pytest.mark.usefixtures("music")
def test_a_program_is_lowered_at_the_server_and_comes_back(
    server: PulseServer, record: Path
) -> None:
    volumes = PulseProgramVolumes(server=server.address)
    ducking = OutputDucking(volumes=volumes, record=record)
    (before,) = volumes.streams()
    assert not before.is_own
    ducking.lower()
    (lowered,) = volumes.streams()
    assert lowered.volumes == pytest.approx([volume / 2 for volume in before.volumes], abs=0.01)
    OutputDucking(volumes=volumes, record=record).restore()  # the one after a crash
    (back,) = volumes.streams()
    assert back.volumes == pytest.approx(before.volumes, abs=0.01)


def test_what_the_server_itself_passes_on_is_left_alone(server: PulseServer, record: Path) -> None:
    server.load("module-null-sink sink_name=other")
    server.load("module-loopback source=other.monitor sink=speaker")
    volumes = PulseProgramVolumes(server=server.address)
    (loop,) = volumes.streams()
    OutputDucking(volumes=volumes, record=record).lower()
    assert volumes.streams() == (loop,)
    assert not record.exists()


def test_a_program_that_ended_while_lowered_is_as_loud_as_before_when_it_plays_again(
    server: PulseServer, music: Source, record: Path, tmp_path: Path
) -> None:
    volumes = PulseProgramVolumes(server=server.address)
    ducking = OutputDucking(volumes=volumes, record=record)
    (before,) = volumes.streams()
    ducking.lower()
    music.close()
    subprocess.run(
        ["sh", "-c", "while pactl list short sink-inputs | grep -q .; do :; done"],
        env=server.environment,
        check=True,
        timeout=20,
    )
    ducking.restore()
    again = Source(server, "speaker", tmp_path / "music.raw")
    try:
        subprocess.run(
            ["sh", "-c", "until pactl list short sink-inputs | grep -q .; do :; done"],
            env=server.environment,
            check=True,
            timeout=20,
        )
        (now,) = volumes.streams()
        assert now.volumes == pytest.approx(before.volumes, abs=0.01)
    finally:
        again.close()


def test_a_server_that_is_gone_lowers_nothing(record: Path) -> None:
    volumes = PulseProgramVolumes(server="unix:/nowhere/native")
    ducking = OutputDucking(volumes=volumes, record=record)
    ducking.lower()
    ducking.restore()
    assert not record.exists()
