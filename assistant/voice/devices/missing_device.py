"""What is said of a device or a sound system that is missing, gone or silent."""

import sys

from assistant.errors import DeviceError
from assistant.locale import _, joined
from assistant.voice.devices.policy.selection import DeviceKind


def missing_hint(platform: str = sys.platform) -> str:
    """Advice for a user who may well have connected a device.

    Args:
        platform: As `sys.platform` names it.
    """
    plug = _("Plug one in, and see that the system's sound settings show it.")
    if platform != "linux":
        return plug
    return joined(plug, _("Check that PulseAudio or PipeWire is running."))


def no_device_error(kind: DeviceKind) -> DeviceError:
    is_input = kind is DeviceKind.INPUT
    text = _("No microphone was found.") if is_input else _("No speaker was found.")
    return DeviceError(text, hint=missing_hint())


def no_answer_error(hint: str | None = None) -> DeviceError:
    """The sound system does not answer; the hint is by default `missing_hint`."""
    return DeviceError(
        _("The sound system does not answer."), hint=missing_hint() if hint is None else hint
    )


def stopped_reason(kind: DeviceKind) -> str:
    """Say that a device stopped by itself."""
    if kind is DeviceKind.INPUT:
        return _("The microphone stopped working.")
    return _("The speaker stopped working.")


def gone_reason(kind: DeviceKind) -> str:
    """Say that a device is there no more."""
    if kind is DeviceKind.INPUT:
        return _("The microphone was disconnected.")
    return _("The speaker was disconnected.")
