"""What the program takes while nobody speaks: waiting for the wake word, and in an open session."""

import asyncio
from dataclasses import replace
from typing import Final

from assistant.assembly.voice.audio_files import AudioFiles, open_file_voice_loop
from assistant.engine.launch_options import LaunchOptions
from assistant.protocol.voice import ToggleMicrophone
from assistant.questions.model.question import Channel
from benchmarks.instant_models import InstantModel
from benchmarks.model.run import Measured
from benchmarks.process_usage import Usage, cores_used, read_usage
from benchmarks.voice.clips import room_noise, write_wav
from benchmarks.voice.virtual_room import RoomSettings

_SETTLED_S: Final = 2.0
"""What starting, or opening the session, left to do is over by then."""
_LONGEST_SILENCE_S: Final = 60.0
"""The longest that a session stays open in silence."""


async def measure_idle(setting: RoomSettings, *, seconds: float) -> Measured:
    """Listen to a quiet room without a window: for the wake word, then in an open session.

    Args:
        setting: With the models, which are loaded.
        seconds: Length of each; below a minute.

    Raises:
        AssistantError: If the voice loop cannot be opened.
    """
    recording = setting.folder / "idle.wav"
    write_wav(recording, room_noise(2 * (seconds + _SETTLED_S) + 2.0))
    voice = setting.settings.voice.model_copy(update={"no_speech_timeout_s": _LONGEST_SILENCE_S})
    plan = LaunchOptions(
        home=replace(setting.home, root=setting.folder / "idle"),
        settings=setting.settings.model_copy(update={"voice": voice}),
        clock=setting.clock,
        channel=Channel.VOICE,
        client=InstantModel(),
        resume=False,
    )
    files = AudioFiles(audio_in=recording, audio_out=None, is_realtime=True)
    async with open_file_voice_loop(
        plan, files, emit=lambda _event: None, models=setting.models
    ) as running:
        waiting, waited = await _usage_during(seconds)
        await running.session.on_command(ToggleMicrophone())
        session = await _usage_during(seconds)
    return {
        "idle_core_share": round(cores_used(waiting, waited), 4),
        "idle_rss_mb": round(waited.rss_bytes / 1e6, 1),
        "session_core_share": round(cores_used(*session), 4),
    }


async def _usage_during(seconds: float) -> tuple[Usage, Usage]:
    await asyncio.sleep(_SETTLED_S)
    before = read_usage()
    await asyncio.sleep(seconds)
    return before, read_usage()
