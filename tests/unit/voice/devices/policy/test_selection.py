"""Which device a setting means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.devices.policy.selection import (
    AudioDevices,
    DeviceInfo,
    DeviceKind,
    choose_device,
    find_device,
    place_stream,
)
from tests.helpers.audio.fake_devices import infos

DESK = DeviceInfo(name="alsa_output.usb-desk", description="Desk speaker")
HEADSET = DeviceInfo(name="bluez.12", description="Headset", is_default=True)
HEADSET_PRO = DeviceInfo(name="bluez.13", description="Headset Pro")
BARE = DeviceInfo(name="hw:0")
DEVICES = (HEADSET_PRO, DESK, HEADSET, BARE)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        pytest.param("bluez.13", HEADSET_PRO, id="its name"),
        pytest.param("headset", HEADSET, id="the whole description before a part of one"),
        pytest.param("HEADSET P", HEADSET_PRO, id="a part, in any case"),
        pytest.param("  usb-desk ", DESK, id="a part of the name, with blanks around"),
        pytest.param("hw:0", BARE, id="one without a description"),
        pytest.param("Røde", None, id="not there"),
    ],
)
def test_a_setting_finds_its_device(wanted: str, found: DeviceInfo | None) -> None:
    assert find_device(DEVICES, wanted) == found


@pytest.mark.parametrize(
    ("devices", "wanted", "name", "is_fallback"),
    [
        pytest.param(DEVICES, "", "bluez.12", False, id="nothing asked for: the default"),
        pytest.param(DEVICES, "desk", "alsa_output.usb-desk", False, id="the one asked for"),
        pytest.param(DEVICES, "Røde", "bluez.12", True, id="not there: the default instead"),
        pytest.param((DESK, BARE), "", "alsa_output.usb-desk", False, id="no default: the first"),
        pytest.param((DESK,), "   ", "alsa_output.usb-desk", False, id="blanks ask for nothing"),
    ],
)
def test_the_device_to_be_used(
    devices: tuple[DeviceInfo, ...], wanted: str, name: str, is_fallback: bool
) -> None:
    choice = choose_device(devices, wanted)
    assert choice is not None
    assert (choice.device.name, choice.is_fallback) == (name, is_fallback)


def test_without_devices_there_is_no_choice() -> None:
    assert choose_device((), "") is None
    assert choose_device((), "Desk") is None


def test_kinds_and_titles() -> None:
    devices = AudioDevices(inputs=(BARE,), outputs=(DESK,))
    assert devices.of(DeviceKind.INPUT) == (BARE,)
    assert devices.of(DeviceKind.OUTPUT) == (DESK,)
    assert (BARE.title, DESK.title) == ("hw:0", "Desk speaker")


names = st.lists(st.text("abAB :", min_size=1, max_size=4), unique=True, max_size=5)


@given(names, st.text("abAB :", max_size=4))
def test_a_fallback_is_told_exactly_where_nothing_fits(devices: list[str], wanted: str) -> None:
    there = tuple(DeviceInfo(name=name) for name in devices)
    choice = choose_device(there, wanted)
    assert (choice is None) == (not there)
    if choice is not None:
        fits = any(wanted.strip().casefold() in name.casefold() for name in devices)
        assert choice.is_fallback == (bool(wanted.strip()) and not fits)


@pytest.mark.parametrize(
    ("there", "wanted", "at", "name"),
    [
        pytest.param(("desk", "headset"), "", "desk", "desk", id="all is well"),
        pytest.param(("desk", "headset"), "", "headset", "headset", id="moved by hand"),
        pytest.param(("desk", "headset"), "headset", "headset", "headset", id="as wanted"),
        pytest.param(("desk", "headset"), "headset", "desk", "headset", id="it came back"),
        pytest.param(("desk",), "headset", "desk", "desk", id="fallen back"),
        pytest.param(("desk",), "headset", "auto_null", "desk", id="out of nowhere"),
        pytest.param(("desk",), "", "monitor", "desk", id="off a monitor"),
        pytest.param((), "", "auto_null", None, id="nothing left"),
        pytest.param((), "headset", "headset", None, id="nothing left, one wanted"),
    ],
)
def test_a_running_stream_goes_where_it_should(
    there: tuple[str, ...], wanted: str, at: str, name: str | None
) -> None:
    place = place_stream(infos(*there), wanted=wanted, at=at)
    assert (place and place.device.name) == name
    if place is not None:
        assert place.is_fallback is (bool(wanted) and find_device(infos(*there), wanted) is None)


device_names = st.lists(st.sampled_from(["a", "b", "c"]), unique=True)
places = st.sampled_from(["a", "b", "c", "auto_null"])


@given(device_names, st.sampled_from(["", "a", "b", "z"]), places)
def test_a_stream_is_moved_at_most_once(there: list[str], wanted: str, at: str) -> None:
    devices = infos(*there)
    place = place_stream(devices, wanted=wanted, at=at)
    if place is not None:
        assert place_stream(devices, wanted=wanted, at=place.device.name) == place
