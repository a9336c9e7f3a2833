"""Who else listens to the user, on a real PulseAudio server."""

import asyncio
import subprocess
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from assistant.voice.devices.pulse.microphone_use import PulseMicrophoneUse
from tests.helpers.audio.pulse_server import PulseServer, pulse_server
from tests.helpers.patience import PATIENCE_S

pytestmark = pytest.mark.timeout(90)

SINK = "module-null-sink sink_name=nowhere"
MICROPHONE = "module-remap-source master=nowhere.monitor source_name=mouth"


class Watched:
    """What is told of the microphone."""

    def __init__(self) -> None:
        self.told: list[bool] = []
        self._changed = asyncio.Event()

    def tell(self, is_used: bool) -> None:
        self.told.append(is_used)
        self._changed.set()

    async def until(self, condition: Callable[[list[bool]], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not condition(self.told):
                self._changed.clear()
                await self._changed.wait()


@asynccontextmanager
async def watching(server: str) -> AsyncGenerator[Watched]:
    watched = Watched()
    task = asyncio.create_task(PulseMicrophoneUse(server=server).watch(watched.tell))
    try:
        await watched.until(bool)
        yield watched
    finally:
        task.cancel()
        await asyncio.wait([task])


def records(server: PulseServer, source: str, *options: str) -> "subprocess.Popen[bytes]":
    """Have a program record from a source."""
    return subprocess.Popen(
        ["parec", "-d", source, *options, "/dev/null"],
        env=server.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


async def test_another_program_is_noticed_that_records_from_a_microphone() -> None:
    with pulse_server(SINK, MICROPHONE) as server:
        async with watching(server.address) as watched:
            assert watched.told == [False]
            recording = records(server, "mouth")
            try:
                await watched.until(lambda told: told == [False, True])
            finally:
                recording.kill()
                recording.wait(10)
            await watched.until(lambda told: told == [False, True, False])


@pytest.mark.parametrize(
    ("source", "options"),
    [("nowhere.monitor", ()), ("mouth", ("--property=application.name=Parley",))],
    ids=["what is played", "Parley itself"],
)
async def test_what_is_no_call_is_not_taken_for_one(source: str, options: tuple[str, ...]) -> None:
    with pulse_server(SINK, MICROPHONE) as server:
        async with watching(server.address) as watched:
            harmless = records(server, source, *options)
            other = records(server, "mouth")
            try:
                await watched.until(lambda told: told[-1])
                other.kill()
                other.wait(10)
                await watched.until(lambda told: not told[-1])
            finally:
                for program in (harmless, other):
                    program.kill()
                    program.wait(10)


async def test_without_a_server_nobody_is_in_a_call() -> None:
    async with watching("unix:/nowhere/native") as watched:
        assert watched.told == [False]
