"""What is told of a change of place."""

import pytest

from assistant.voice.devices.binding import (
    Appeared,
    Gone,
    Mailbox,
    Place,
    Using,
    reason_for,
)
from assistant.voice.devices.policy.selection import DeviceInfo
from assistant.voice.events import DeviceReason
from tests.helpers.audio.fake_devices import infos

DESK = DeviceInfo(name="desk", description="Desk")
HEADSET = DeviceInfo(name="headset", description="Headset")


def place(device: DeviceInfo, *, is_fallback: bool = False) -> Place:
    return Place(device=device, is_fallback=is_fallback)


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
    before: Place | None, now: Place, is_there: bool, reason: DeviceReason | None
) -> None:
    assert reason_for(before, now, is_before_there=is_there) is reason


def test_both_devices_are_named_where_both_matter() -> None:
    mailbox = Mailbox("headset")
    mailbox.place(place(DESK, is_fallback=True), devices=(DESK,))
    mailbox.place(place(HEADSET), devices=(DESK, HEADSET))
    assert mailbox.take() == [
        Using(name="Desk", wanted="headset", reason=DeviceReason.MISSING),
        Using(name="Headset", wanted="headset", reason=DeviceReason.RETURNED),
    ]
    assert mailbox.take() == []
    assert mailbox.told == place(HEADSET)


def test_a_device_that_went_is_named_although_none_was_asked_for() -> None:
    mailbox = Mailbox("")
    mailbox.place(place(HEADSET), devices=(DESK, HEADSET))
    mailbox.place(place(DESK), devices=(DESK,))
    assert mailbox.take() == [
        Using(name="Headset", wanted="", reason=DeviceReason.AS_WANTED),
        Using(name="Desk", wanted="Headset", reason=DeviceReason.REPLACED),
    ]


def test_what_repeats_itself_is_left_once_and_can_be_taken_back() -> None:
    mailbox = Mailbox("")
    for _time in range(3):
        mailbox.put(Appeared())
    mailbox.put(Gone(reason="unplugged"))
    mailbox.place(place(DESK), devices=infos("desk"))
    mailbox.forget(Appeared)
    assert [type(news) for news in mailbox.take()] == [Gone, Using]
    mailbox.put(Gone(reason="unplugged"))
    mailbox.forget(Gone, Appeared)
    assert mailbox.take() == []
