"""What tells on this machine that the user is not to be spoken to, and when it slept."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.engine.core import Core
from assistant.engine.presence.user_presence import AwaySign

if TYPE_CHECKING:
    from assistant.assembly.voice.voice_switch import VoiceSwitch


def away_signs() -> Sequence[AwaySign]:
    """Return the signs that can be seen here; imported when they are first needed."""
    if sys.platform != "linux":
        return ()
    from assistant.engine.presence.do_not_disturb import DoNotDisturb
    from assistant.engine.presence.screen_lock import ScreenLock
    from assistant.voice.devices.pulse.microphone_use import PulseMicrophoneUse

    return ScreenLock(), PulseMicrophoneUse(), DoNotDisturb()


async def idle_s() -> float | None:
    """Return for how many seconds nobody was at keyboard or mouse; None if that is unknown."""
    if sys.platform != "linux":
        return None
    from assistant.engine.presence.idle_time import idle_s

    return await idle_s()


def follow_sleep(core: Core, voice: "VoiceSwitch") -> None:
    """See to timers and sound at once when the machine has slept, until the core ends."""
    if sys.platform != "linux":
        return

    def told(is_going: bool) -> None:
        if not is_going:
            core.timers.machine_woke()
            voice.machine_woke()

    async def watch() -> None:
        from assistant.engine.presence.screen_lock import MachineSleep

        await MachineSleep().watch(told)

    core.spawn(watch(), "sleep")
