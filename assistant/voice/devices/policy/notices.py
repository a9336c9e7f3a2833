"""What a person is told when the sound goes through another microphone or speaker. Pure."""

from typing import assert_never

from assistant.locale import _
from assistant.protocol.notices import Notice, Severity
from assistant.voice.events import DeviceChanged, DeviceReason


def device_notice(event: DeviceChanged) -> Notice:
    """Notify about a change of device; names both where both matter.

    A newer one of the same kind replaces an older. If nothing was ever wrong the text is empty, and
    the notice only withdraws an older one.
    """
    code = f"{event.kind}_device"
    is_microphone = event.kind == "input"
    match event.reason:
        case DeviceReason.AS_WANTED:
            return Notice(code=code, text="", severity=Severity.INFO, resolved=True)
        case DeviceReason.MISSING:
            text = (
                _("The microphone “{wanted}” is not there. Parley listens through “{name}”.")
                if is_microphone
                else _("The speaker “{wanted}” is not there. Parley speaks through “{name}”.")
            )
            return Notice(
                code=code,
                text=text.format(wanted=event.wanted, name=event.name),
                hint=_("When it is plugged in again, it is used again."),
            )
        case DeviceReason.RETURNED:
            text = (
                _("The microphone “{name}” is there again and in use.")
                if is_microphone
                else _("The speaker “{name}” is there again and in use.")
            )
            return Notice(code=code, text=text.format(name=event.name), severity=Severity.INFO)
        case DeviceReason.REPLACED:
            text = (
                _("The microphone “{wanted}” is gone. Parley listens through “{name}”.")
                if is_microphone
                else _("The speaker “{wanted}” is gone. Parley speaks through “{name}”.")
            )
            return Notice(
                code=code,
                text=text.format(wanted=event.wanted, name=event.name),
                severity=Severity.INFO,
            )
        case _:
            assert_never(event.reason)
