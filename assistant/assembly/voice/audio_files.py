"""Runs the voice loop over audio files: reads a WAV as input and writes a WAV as output."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from assistant.assembly.core import open_core
from assistant.assembly.voice.voice_loop import VoiceDevices, VoiceModels, open_voice
from assistant.clock import Clock
from assistant.engine.core import Core
from assistant.engine.launch_options import LaunchOptions
from assistant.protocol.client import Listener
from assistant.voice.devices.files.file_pair import FilePair
from assistant.voice.devices.pacers import settle_on
from assistant.voice.session.voice_session import VoiceSession


@dataclass(frozen=True, slots=True, kw_only=True)
class AudioFiles:
    """What is heard and where what is spoken goes."""

    audio_in: Path
    audio_out: Path | None
    is_realtime: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FileVoiceLoop:
    """A voice loop over files that is running."""

    core: Core
    session: VoiceSession
    began_at: Callable[[], float]
    """The moment, on the time line of every event, at which the files begin."""


class _FileClock:
    """The time of files played as fast as possible."""

    def __init__(self, pair: FilePair, clock: Clock) -> None:
        self._pair = pair
        self._clock = clock

    def monotonic(self) -> float:
        """Audio time, in seconds."""
        return self._pair.now()

    def now(self) -> datetime:
        """The real date."""
        return self._clock.now()


@asynccontextmanager
async def open_file_voice_loop(
    plan: LaunchOptions, files: AudioFiles, *, emit: Listener, models: VoiceModels | None = None
) -> AsyncGenerator[FileVoiceLoop]:
    """Run a core and a voice loop over files; the files begin once every model is warm.

    Args:
        plan: What to start with; its clock is replaced by audio time unless at real-time pace.
        emit: Takes every event.
        models: Used and not closed; by default built and closed.

    Raises:
        DeviceError: If the input cannot be read or the output cannot be written.
        AssistantError: As `open_core` and the models raise it.
    """
    pair = FilePair(
        audio_in=files.audio_in,
        audio_out=files.audio_out,
        is_realtime=files.is_realtime,
        clock=plan.clock,
        settle=settle_on(asyncio.get_running_loop()),
    )
    pair.prepare()
    clock = plan.clock if files.is_realtime else _FileClock(pair, plan.clock)
    plan = replace(plan, clock=clock)
    devices = VoiceDevices(
        input=pair.input,
        output=pair.output,
        pacer=pair.pacer,
        clock=clock,
        is_watched=False,
        has_echo=False,
    )
    used = models or VoiceModels.build(plan.home, plan.settings.voice, clock)
    try:
        async with open_core(plan, emit=emit) as core:
            await asyncio.gather(
                used.transcriber.warm_up(), used.synthesiser.warm_up(), core.client.warm_up()
            )
            async with open_voice(core, devices, models=used) as session:
                yield FileVoiceLoop(core=core, session=session, began_at=lambda: pair.began_at)
    finally:
        if models is None:
            await used.aclose()
