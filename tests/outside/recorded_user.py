"""A Parley whose user answers aloud: `python -m tests.outside.recorded_user HOME MODELS WORDS`.

Coding agents are spoken there. Its microphone and loudspeaker are a simulated room, in which a
recorded voice says "the second one" once a question was read to its end, or Parley's own voice the
words that are given. Prints what Parley says, and that the answer was said. Runs until it is killed.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

from assistant.assembly.voice.voice_loop import VoiceModels, open_voice
from assistant.clock import SystemClock
from assistant.home import Home
from assistant.protocol.events import EngineEvent
from assistant.protocol.voice import SentenceSpoken
from assistant.settings import load, save
from assistant.voice.events import Samples
from assistant.voice.playout.player import resampled
from assistant.voice.protocols import SAMPLE_RATE_HZ
from tests.helpers.process.life import LIMIT_S, Life
from tests.helpers.voice.answering_room import AnsweringRoom
from tests.helpers.web.api_program import calling
from tests.outside.conformance import say

ANSWERED: Final = "answered"
"""What is printed once the user has said something and time enough went by."""


@contextlib.contextmanager
def recorded_user(home: Path, words: str = "", *, voice_confirm: bool = False) -> Generator[Life]:
    """Run it in a process of its own until the context is left.

    Args:
        home: Parley's.
        words: What the user says; the recording if there are none.
        voice_confirm: Whether a spoken yes may allow something.
    """
    command = (sys.executable, "-m", "tests.outside.recorded_user")
    arguments = (str(home), str(Home.locate().models), words)
    environment = {**os.environ, "LANGUAGE": "en", "PULSE_SERVER": "unix:/nowhere"}
    save(Home(root=home, models=home), "tools", "voice_confirm", voice_confirm)
    with Life(
        (*command, *arguments),
        environment=environment,
        folder=Path.cwd(),
        errors=home.with_suffix(".log"),
    ) as life:
        api_file = Home(root=home, models=home).api_file
        life.wait_until(api_file.exists, "a Parley that can be spoken to", limit_s=LIMIT_S)
        yield life


async def run(home: Home, words: str) -> None:
    """Run it; programs find it once its models are loaded."""
    save(home, "coding_agents", "attention", "spoken")
    save(home, "voice", "language", "en")
    models = VoiceModels.build(home, load(home).settings.voice, SystemClock())
    await asyncio.gather(models.transcriber.warm_up(), models.synthesiser.warm_up())
    room = AnsweringRoom(await _said(models, words) if words else None, waits=not words)

    def hear(event: EngineEvent) -> None:
        room.hear(event)
        if isinstance(event, SentenceSpoken):
            say(f"said: {event.text}")

    async with calling(home) as program:
        core = program.running.core
        core.subscribe(hear)
        async with open_voice(core, room.voice_devices, models=models):
            await room.is_answer_over.wait()
            say(ANSWERED)
            await asyncio.Event().wait()


async def _said(models: VoiceModels, words: str) -> Samples:
    samples, rate_hz = await models.synthesiser.synthesise(words)
    return resampled(samples, rate_hz, SAMPLE_RATE_HZ)


if __name__ == "__main__":
    asyncio.run(run(Home(root=Path(sys.argv[1]), models=Path(sys.argv[2])), sys.argv[3]))
