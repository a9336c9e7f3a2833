"""What to do where the system has no microphone or no speaker."""

import sys
from typing import assert_never

from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.devices.policy.selection import DeviceKind


def missing_hint(platform: str = sys.platform) -> str:
    """Say what to do, for a person who may well have connected one.

    Args:
        platform: As `sys.platform` names it.
    """
    plug = _("Plug one in, and see that the system's sound settings show it.")
    if platform != "linux":
        return plug
    return " ".join((plug, _("Check that PulseAudio or PipeWire is running.")))


def no_device_error(kind: DeviceKind) -> DeviceError:
    """Return the error that there is no device of a kind."""
    match kind:
        case DeviceKind.INPUT:
            return DeviceError(_("No microphone was found."), hint=missing_hint())
        case DeviceKind.OUTPUT:
            return DeviceError(_("No speaker was found."), hint=missing_hint())
        case _:
            assert_never(kind)
