"""A Parley whose user answers aloud: `python -m tests.outside.recorded_user HOME MODELS`.

Coding agents are spoken there. Its microphone and loudspeaker are a simulated room, in which a
recorded voice says "the second one" once a question was read to its end. Runs until it is killed.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Generator
from pathlib import Path

from assistant.assembly.voice.voice_loop import VoiceModels, open_voice
from assistant.clock import SystemClock
from assistant.home import Home
from assistant.settings import load, save
from tests.helpers.process.life import LIMIT_S, Life
from tests.helpers.voice.answering_room import AnsweringRoom
from tests.helpers.web.api_program import calling


@contextlib.contextmanager
def recorded_user(home: Path) -> Generator[None]:
    """Run it in a process of its own until the context is left."""
    command = (sys.executable, "-m", "tests.outside.recorded_user")
    arguments = (str(home), str(Home.locate().models))
    environment = {**os.environ, "LANGUAGE": "en", "PULSE_SERVER": "unix:/nowhere"}
    with Life(
        (*command, *arguments),
        environment=environment,
        folder=Path.cwd(),
        errors=home.with_suffix(".log"),
    ) as life:
        api_file = Home(root=home, models=home).api_file
        life.wait_until(api_file.exists, "a Parley that can be spoken to", limit_s=LIMIT_S)
        yield


async def run(home: Home) -> None:
    """Run it; programs find it once its models are loaded."""
    save(home, "coding_agents", "attention", "spoken")
    save(home, "voice", "language", "en")
    models = VoiceModels.build(home, load(home).settings.voice, SystemClock())
    await asyncio.gather(models.transcriber.warm_up(), models.synthesiser.warm_up())
    room = AnsweringRoom()
    async with calling(home) as program:
        core = program.running.core
        core.subscribe(room.hear)
        async with open_voice(core, room.voice_devices, models=models):
            await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(run(Home(root=Path(sys.argv[1]), models=Path(sys.argv[2]))))
