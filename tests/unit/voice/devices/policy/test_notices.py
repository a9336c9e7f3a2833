"""What is told of a change of microphone or speaker."""

from typing import Literal

import pytest

from assistant.protocol.notices import Severity
from assistant.voice.devices.policy.notices import device_notice
from assistant.voice.events import DeviceChanged, DeviceReason


@pytest.mark.parametrize("kind", ["input", "output"])
@pytest.mark.parametrize("reason", DeviceReason)
def test_every_change_has_its_notice(
    kind: Literal["input", "output"], reason: DeviceReason
) -> None:
    notice = device_notice(
        DeviceChanged(at=0, kind=kind, name="Desk {set}", wanted="Headset", reason=reason)
    )
    assert notice.code == f"{kind}_device"
    assert notice.resolved is (reason is DeviceReason.AS_WANTED)
    assert (notice.severity is Severity.WARNING) is (reason is DeviceReason.MISSING)
    names_both = reason in {DeviceReason.MISSING, DeviceReason.REPLACED}
    assert ("Headset" in notice.text) is names_both
    assert ("Desk {set}" in notice.text) is (reason is not DeviceReason.AS_WANTED)
    if notice.text:
        assert ("microphone" in notice.text) is (kind == "input")
