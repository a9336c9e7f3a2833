"""What to do where the system has no microphone or no speaker."""

import sys

from assistant.locale import _


def missing_hint(platform: str = sys.platform) -> str:
    """Say what to do, for a person who may well have connected one.

    Args:
        platform: As `sys.platform` names it.
    """
    plug = _("Plug one in, and see that the system's sound settings show it.")
    if platform != "linux":
        return plug
    return " ".join((plug, _("Check that PulseAudio or PipeWire is running.")))
