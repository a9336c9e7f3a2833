"""What is told of a change of place."""

import pytest

from assistant.voice.devices.binding import (
    DeviceAvailable,
    DeviceEventQueue,
    DeviceGone,
    DeviceInUse,
    placement_reason,
)
from assistant.voice.devices.policy.selection import DeviceInfo, StreamPlacement
from assistant.voice.events import DeviceReason
from tests.helpers.audio.fake_devices import infos

DESK = DeviceInfo(name="desk", description="Desk")
HEADSET = DeviceInfo(name="headset", description="Headset")


def place(device: DeviceInfo, *, is_fallback: bool = False) -> StreamPlacement:
    return StreamPlacement(device=device, is_fallback=is_fallback)


@pytest.mark.parametrize(
    ("before", "now", "is_there", "reason"),
    [
        (None, place(DESK), False, DeviceReason.AS_WANTED),
        (None, place(DESK, is_fallback=True), False, DeviceReason.MISSING),
        (place(HEADSET), place(DESK, is_fallback=True), False, DeviceReason.MISSING),
        (
            place(HEADSET, is_fallback=True),
            place(DESK, is_fallback=True),
            True,
            DeviceReason.MISSING,
        ),
        (place(DESK, is_fallback=True), place(DESK, is_fallback=True), True, None),
        (place(DESK, is_fallback=True), place(HEADSET), True, DeviceReason.RETURNED),
        (place(DESK), place(HEADSET), False, DeviceReason.REPLACED),
        (place(DESK), place(HEADSET), True, DeviceReason.AS_WANTED),
        (place(DESK), place(DESK), True, None),
    ],
)
def test_reasons(
    before: StreamPlacement | None,
    now: StreamPlacement,
    is_there: bool,
    reason: DeviceReason | None,
) -> None:
    assert placement_reason(before, now, is_before_there=is_there) is reason


def test_both_devices_are_named_where_both_matter() -> None:
    mailbox = DeviceEventQueue("headset")
    mailbox.place(place(DESK, is_fallback=True), devices=(DESK,))
    mailbox.place(place(HEADSET), devices=(DESK, HEADSET))
    assert mailbox.take() == [
        DeviceInUse(name="Desk", wanted="headset", reason=DeviceReason.MISSING),
        DeviceInUse(name="Headset", wanted="headset", reason=DeviceReason.RETURNED),
    ]
    assert mailbox.take() == []
    assert mailbox.last_placement == place(HEADSET)


def test_a_device_that_went_is_named_although_none_was_asked_for() -> None:
    mailbox = DeviceEventQueue("")
    mailbox.place(place(HEADSET), devices=(DESK, HEADSET))
    mailbox.place(place(DESK), devices=(DESK,))
    assert mailbox.take() == [
        DeviceInUse(name="Headset", wanted="", reason=DeviceReason.AS_WANTED),
        DeviceInUse(name="Desk", wanted="Headset", reason=DeviceReason.REPLACED),
    ]


def test_what_repeats_itself_is_left_once_and_can_be_taken_back() -> None:
    mailbox = DeviceEventQueue("")
    for _time in range(3):
        mailbox.put(DeviceAvailable())
    mailbox.put(DeviceGone(reason="unplugged"))
    mailbox.place(place(DESK), devices=infos("desk"))
    mailbox.forget(DeviceAvailable)
    assert [type(news) for news in mailbox.take()] == [DeviceGone, DeviceInUse]
    mailbox.put(DeviceGone(reason="unplugged"))
    mailbox.forget(DeviceGone, DeviceAvailable)
    assert mailbox.take() == []
