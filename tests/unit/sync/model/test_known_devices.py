"""What is known of the user's devices while the server cannot be asked."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.sync.model.known_devices import KnownDevices, device_labels
from assistant.sync.model.records import Device
from tests.helpers.sync.server_worlds import device

TIMES = st.datetimes(timezones=st.just(UTC))
DEVICES = st.builds(
    Device,
    device_id=st.text(max_size=5),
    name=st.text(max_size=5),
    platform=st.text(max_size=5),
    added_at=TIMES,
    seen_at=TIMES,
)
KNOWN = st.builds(
    KnownDevices,
    server=st.text(max_size=5),
    own_id=st.text(max_size=5),
    devices=st.none() | st.lists(DEVICES, max_size=3).map(tuple),
    leader_id=st.text(max_size=5),
)


@given(KNOWN)
def test_what_is_kept_is_read_again(known: KnownDevices) -> None:
    assert KnownDevices.from_json(known.to_json()) == known


def test_what_is_damaged_is_as_if_nothing_were_known() -> None:
    for text in (None, "", "{", "[]", "3", '{"devices": [{}]}', '{"devices": 3}', '{"more": 1}'):
        assert KnownDevices.from_json(text) == KnownDevices()


def test_whether_there_are_others_is_known_once_the_server_said_so() -> None:
    known = KnownDevices(own_id="laptop")
    assert known.has_others is None
    for devices, has_others in (((), False), (("laptop",), False), (("laptop", "tower"), True)):
        listed = KnownDevices(own_id="laptop", devices=tuple(map(device, devices)))
        assert listed.has_others is has_others


def test_a_device_led_last_until_another_is_named() -> None:
    known = KnownDevices(own_id="laptop")
    assert not known.led_last
    led = known.led_by("laptop").led_by("")
    assert led.led_last
    assert not led.led_by("tower").led_last


def test_of_another_server_or_as_another_device_nothing_is_known() -> None:
    known = KnownDevices(
        server="a",
        own_id="laptop",
        devices=(
            Device(
                device_id="laptop",
                name="Laptop",
                platform="Linux",
                added_at=datetime(2026, 1, 1, tzinfo=UTC),
                seen_at=datetime(2026, 1, 1, tzinfo=UTC),
            ),
        ),
    )
    assert known.of("a", "laptop") == known
    assert known.of("b", "laptop") == KnownDevices(server="b", own_id="laptop")
    assert known.of("a", "tower") == KnownDevices(server="a", own_id="tower")


def test_devices_of_one_name_are_told_apart() -> None:
    devices = [
        replace(device(device_id), name=name)
        for device_id, name in (("aaaaaaaa-1", "vm"), ("bbbbbbbb-2", "VM"), ("c", "Tower"))
    ]
    assert device_labels(devices, own_id="aaaaaaaa-1") == {
        "aaaaaaaa-1": "vm (this device)",
        "bbbbbbbb-2": "VM (bbbbbbbb)",
        "c": "Tower",
    }
    known = KnownDevices(own_id="c", devices=tuple(devices))
    assert known.labels["aaaaaaaa-1"] == "vm (aaaaaaaa)"


@pytest.mark.parametrize(
    ("one", "other", "are_alike"),
    [
        ("vm", "vm ", True),
        ("vm", "ＶＭ", True),
        ("vm", "v\u200bm", True),
        ("\ud55c", "\u1112\u1161\u11ab", True),  # as Linux and macOS write it
        ("My Mac", "my\u00a0mac", True),
        ("Café", "cafe\u0301", True),
        ("vm", "vm2", False),
        ("Büro", "Buro", False),
    ],
)
def test_names_that_look_alike_are_one_name(one: str, other: str, are_alike: bool) -> None:
    devices = [replace(device(each), name=name) for each, name in (("a", one), ("b", other))]
    first, second = device_labels(devices, own_id="a").values()
    assert (first.endswith("(this device)") and second.endswith("(b)")) is are_alike
