"""Has other programs lowered, or paused, while a voice session is open."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from assistant.clock import Clock
from assistant.home import Home
from assistant.protocol.client import Listener
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import ConversationPhase, VoiceSessionState
from assistant.protocol.events import EngineEvent
from assistant.settings import VoiceSettings
from assistant.voice.devices.media_players import MediaPausing
from assistant.voice.devices.output_ducking import OutputDucking

OtherMedia = MediaPausing | OutputDucking
"""What other programs play. Blocking, within seconds; never raises."""


def other_media(home: Home, settings: VoiceSettings, clock: Clock) -> Sequence[OtherMedia]:
    """None on systems where no program can be lowered."""
    if not sys.platform.startswith("linux"):
        return ()
    from assistant.voice.devices.pulse.program_volumes import PulseProgramVolumes

    wanted = settings.other_media
    pausing = MediaPausing(record=home.paused_players_file, clock=clock, is_on=wanted == "pause")
    ducking = OutputDucking(
        volumes=PulseProgramVolumes(), record=home.lowered_volumes_file, is_on=wanted != "off"
    )
    return pausing, ducking


@asynccontextmanager
async def duck_other_programs(
    media: Sequence[OtherMedia], *, subscribe: Callable[[Listener], Callable[[], None]]
) -> AsyncGenerator[None]:
    """Lower other programs while Parley listens, until the context ends.

    At first restores what an earlier run left lowered.

    Args:
        media: Used on a thread of its own; each call takes two seconds at most.
        subscribe: Tells the events of the engine.
    """
    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ducking")

    def lower() -> None:
        for each in media:
            each.lower()

    def restore() -> None:
        for each in reversed(media):
            each.restore()

    def follow(event: EngineEvent) -> None:
        if not isinstance(event, StateChanged):
            return
        is_open = event.new.session is not VoiceSessionState.INACTIVE
        if is_open and event.new.phase is ConversationPhase.LISTENING:
            worker.submit(lower)
        elif not is_open and event.old.session is not VoiceSessionState.INACTIVE:
            worker.submit(restore)

    worker.submit(restore)
    stop_following = subscribe(follow)
    try:
        yield
    finally:
        stop_following()
        worker.submit(restore)
        await asyncio.to_thread(worker.shutdown)
