"""Waiting for what happens in a room."""

import asyncio

import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.pacers import FreePacing
from benchmarks.voice.virtual_room import RoomScript


class Room:
    """A room whose time passes by so much at each look."""

    def __init__(self, step: float) -> None:
        self.pacer = FreePacing()
        self._now = 0.0
        self._step = step

    def now(self) -> float:
        self._now += self._step
        return self._now


pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


async def test_a_room_may_be_slow() -> None:
    script = RoomScript(asyncio.get_running_loop(), stuck_s=0.1)
    script.begin(Room(step=0.001), is_held=False)
    looks = iter(range(50))
    began = asyncio.get_running_loop().time()
    await script.wait(lambda: next(looks, None) is None)
    assert asyncio.get_running_loop().time() - began > 0.5


async def test_a_room_whose_time_stands_still_is_told() -> None:
    script = RoomScript(asyncio.get_running_loop(), stuck_s=0.1)
    script.begin(Room(step=0.0), is_held=False)
    with pytest.raises(DeviceError, match="does not pass"):
        await script.wait(lambda: False)
