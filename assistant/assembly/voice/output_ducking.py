"""Has other programs lowered while a voice session is open."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from assistant.home import Home
from assistant.protocol.client import Listener
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import ConversationPhase, VoiceSessionState
from assistant.protocol.events import EngineEvent
from assistant.settings import VoiceSettings
from assistant.voice.devices.output_ducking import OutputDucking


def output_ducking(home: Home, settings: VoiceSettings) -> OutputDucking | None:
    """None on systems where no program can be lowered."""
    if not sys.platform.startswith("linux"):
        return None
    from assistant.voice.devices.pulse.program_volumes import PulseProgramVolumes

    return OutputDucking(
        volumes=PulseProgramVolumes(),
        record=home.lowered_volumes_file,
        is_on=settings.duck_others,
    )


@asynccontextmanager
async def duck_other_programs(
    ducking: OutputDucking, *, subscribe: Callable[[Listener], Callable[[], None]]
) -> AsyncGenerator[None]:
    """Lower other programs while Parley listens, until the context ends.

    At first restores what an earlier run left lowered.

    Args:
        ducking: Used on a thread of its own; each call takes two seconds at most.
        subscribe: Tells the events of the engine.
    """
    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ducking")

    def follow(event: EngineEvent) -> None:
        if not isinstance(event, StateChanged):
            return
        is_open = event.new.session is not VoiceSessionState.INACTIVE
        if is_open and event.new.phase is ConversationPhase.LISTENING:
            worker.submit(ducking.lower)
        elif not is_open and event.old.session is not VoiceSessionState.INACTIVE:
            worker.submit(ducking.restore)

    worker.submit(ducking.restore)
    stop_following = subscribe(follow)
    try:
        yield
    finally:
        stop_following()
        worker.submit(ducking.restore)
        await asyncio.to_thread(worker.shutdown)
