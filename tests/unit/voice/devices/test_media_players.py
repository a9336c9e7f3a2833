"""Players of other programs, on a bus of the test's own."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from assistant.voice.devices.media_players import FORGOTTEN, MediaPausing
from tests.helpers.clock import ManualClock
from tests.helpers.desktop.media_player import FakeMediaPlayer
from tests.helpers.desktop.session_bus import session_bus

pytestmark = pytest.mark.timeout(60)


class Room:
    """A bus with players, and what pauses them."""

    def __init__(self, bus: str, record: Path, stack: ExitStack) -> None:
        self._stack = stack
        self.bus = bus
        self.record = record
        self.clock = ManualClock()

    def player(
        self, name: str, status: str = "Playing", *, can_pause: bool = True
    ) -> FakeMediaPlayer:
        made = FakeMediaPlayer(self.bus, name, status=status, can_pause=can_pause)
        return self._stack.enter_context(made)

    def pausing(self, *, is_on: bool = True) -> MediaPausing:
        return MediaPausing(record=self.record, clock=self.clock, is_on=is_on, bus=self.bus)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with session_bus(tmp_path) as bus, ExitStack() as stack:
        yield Room(bus, tmp_path / "run" / "paused.json", stack)


def test_what_plays_is_paused_and_goes_on(room: Room) -> None:
    music, film = room.player("music"), room.player("film", "Paused")
    stopped, radio = room.player("stopped", "Stopped"), room.player("radio", can_pause=False)
    mirror = room.player("playerctld")
    pausing = room.pausing()
    pausing.lower()
    pausing.lower()
    assert music.status == "Paused"
    assert room.record.stat().st_mode & 0o777 == 0o600
    pausing.restore()
    pausing.restore()
    assert [each.done for each in (music, film, stopped, radio, mirror)] == [
        ["Pause", "Play"],
        *([[]] * 4),
    ]
    assert not room.record.exists()


@pytest.mark.parametrize("status", ["Playing", "Stopped"])
def test_what_the_user_did_meanwhile_stays(room: Room, status: str) -> None:
    music = room.player("music")
    pausing = room.pausing()
    pausing.lower()
    music.status = status
    pausing.restore()
    assert music.done == ["Pause"]


def test_one_that_starts_later_is_paused_too(room: Room) -> None:
    music = room.player("music")
    pausing = room.pausing()
    pausing.lower()
    film = room.player("film")
    pausing.lower()
    pausing.restore()
    assert music.done == film.done == ["Pause", "Play"]


@pytest.mark.parametrize("is_soon", [True, False])
def test_after_a_crash_it_goes_on_unless_that_is_long_ago(room: Room, is_soon: bool) -> None:
    music = room.player("music")
    room.pausing().lower()
    room.clock.advance(FORGOTTEN.total_seconds() + (-1 if is_soon else 1))
    room.pausing(is_on=False).restore()
    assert music.done == ["Pause", *["Play"] * is_soon]
    assert not room.record.exists()


def test_another_program_of_the_name_is_left_alone(room: Room) -> None:
    with FakeMediaPlayer(room.bus, "music"):
        room.pausing().lower()
    other = room.player("music", "Paused")
    room.pausing().restore()
    assert other.done == []


def test_switched_off_nothing_is_paused(room: Room) -> None:
    music = room.player("music")
    room.pausing(is_on=False).lower()
    assert music.done == []


@pytest.mark.parametrize("kept", ["{", "[]", '{"at": "yesterday", "players": []}'])
def test_a_damaged_record_is_dropped(room: Room, kept: str) -> None:
    room.record.parent.mkdir()
    room.record.write_text(kept, encoding="utf-8")
    music = room.player("music", "Paused")
    room.pausing().restore()
    assert music.done == []
    assert not room.record.exists()


@pytest.mark.parametrize("bus", ["unix:path=/nowhere/bus", "nonsense"])
def test_without_a_bus_nothing_happens(tmp_path: Path, bus: str) -> None:
    record = tmp_path / "paused.json"
    pausing = MediaPausing(record=record, clock=ManualClock(), bus=bus)
    pausing.lower()
    record.write_text(json.dumps({"at": "x", "players": []}), encoding="utf-8")
    pausing.restore()


def test_a_player_that_hangs_is_not_waited_for(room: Room) -> None:
    hung, music = room.player("hung"), room.player("music")
    hung.is_deaf = True
    room.pausing().lower()
    assert music.done == ["Pause"]
