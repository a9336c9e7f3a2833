"""What is done about a running stream."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.devices.policy.selection import find_device
from assistant.voice.devices.policy.stream_placement import (
    DropStream,
    KeepPlacement,
    MoveStream,
    decide_placement,
)
from tests.helpers.audio.fake_devices import infos


@pytest.mark.parametrize(
    ("there", "wanted", "at", "verdict", "name"),
    [
        pytest.param(("desk", "headset"), "", "desk", KeepPlacement, "desk", id="all is well"),
        pytest.param(
            ("desk", "headset"), "", "headset", KeepPlacement, "headset", id="moved by hand"
        ),
        pytest.param(
            ("desk", "headset"), "headset", "headset", KeepPlacement, "headset", id="as wanted"
        ),
        pytest.param(
            ("desk", "headset"), "headset", "desk", MoveStream, "headset", id="it came back"
        ),
        pytest.param(("desk",), "headset", "desk", KeepPlacement, "desk", id="fallen back"),
        pytest.param(("desk",), "headset", "auto_null", MoveStream, "desk", id="out of nowhere"),
        pytest.param(("desk",), "", "monitor", MoveStream, "desk", id="off a monitor"),
        pytest.param((), "", "auto_null", DropStream, "", id="nothing left"),
        pytest.param((), "headset", "headset", DropStream, "", id="nothing left, one wanted"),
    ],
)
def test_verdicts(there: tuple[str, ...], wanted: str, at: str, verdict: type, name: str) -> None:
    given_verdict = decide_placement(infos(*there), wanted=wanted, at=at)
    assert type(given_verdict) is verdict
    if not isinstance(given_verdict, DropStream):
        assert given_verdict.place.device.name == name
        is_fallback = bool(wanted) and find_device(infos(*there), wanted) is None
        assert given_verdict.place.is_fallback is is_fallback


device_names = st.lists(st.sampled_from(["a", "b", "c"]), unique=True)
places = st.sampled_from(["a", "b", "c", "auto_null"])


@given(device_names, st.sampled_from(["", "a", "b", "z"]), places)
def test_after_a_move_there_is_nothing_left_to_do(there: list[str], wanted: str, at: str) -> None:
    devices = infos(*there)
    verdict = decide_placement(devices, wanted=wanted, at=at)
    if isinstance(verdict, MoveStream):
        after = decide_placement(devices, wanted=wanted, at=verdict.place.device.name)
        assert after == KeepPlacement(place=verdict.place)
