"""What tells on this machine that the user is not to be spoken to."""

import sys
from collections.abc import Sequence

from assistant.engine.presence.user_presence import AwaySign


def away_signs() -> Sequence[AwaySign]:
    """Return the signs that can be seen here; imported when they are first needed."""
    if sys.platform != "linux":
        return ()
    from assistant.engine.presence.screen_lock import ScreenLock
    from assistant.voice.devices.pulse.microphone_use import PulseMicrophoneUse

    return ScreenLock(), PulseMicrophoneUse()
