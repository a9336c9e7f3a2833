"""What is done about a running stream."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.devices.policy.selection import find
from assistant.voice.devices.policy.stream_placement import Lose, Move, Stay, judge
from tests.helpers.audio.fake_devices import infos


@pytest.mark.parametrize(
    ("there", "wanted", "at", "verdict", "name"),
    [
        pytest.param(("desk", "headset"), "", "desk", Stay, "desk", id="all is well"),
        pytest.param(("desk", "headset"), "", "headset", Stay, "headset", id="moved by hand"),
        pytest.param(("desk", "headset"), "headset", "headset", Stay, "headset", id="as wanted"),
        pytest.param(("desk", "headset"), "headset", "desk", Move, "headset", id="it came back"),
        pytest.param(("desk",), "headset", "desk", Stay, "desk", id="fallen back"),
        pytest.param(("desk",), "headset", "auto_null", Move, "desk", id="out of nowhere"),
        pytest.param(("desk",), "", "monitor", Move, "desk", id="off a monitor"),
        pytest.param((), "", "auto_null", Lose, "", id="nothing left"),
        pytest.param((), "headset", "headset", Lose, "", id="nothing left, one wanted"),
    ],
)
def test_verdicts(there: tuple[str, ...], wanted: str, at: str, verdict: type, name: str) -> None:
    given_verdict = judge(infos(*there), wanted=wanted, at=at)
    assert type(given_verdict) is verdict
    if not isinstance(given_verdict, Lose):
        assert given_verdict.place.device.name == name
        is_fallback = bool(wanted) and find(infos(*there), wanted) is None
        assert given_verdict.place.is_fallback is is_fallback


device_names = st.lists(st.sampled_from(["a", "b", "c"]), unique=True)
places = st.sampled_from(["a", "b", "c", "auto_null"])


@given(device_names, st.sampled_from(["", "a", "b", "z"]), places)
def test_after_a_move_there_is_nothing_left_to_do(there: list[str], wanted: str, at: str) -> None:
    devices = infos(*there)
    verdict = judge(devices, wanted=wanted, at=at)
    if isinstance(verdict, Move):
        after = judge(devices, wanted=wanted, at=verdict.place.device.name)
        assert after == Stay(place=verdict.place)
