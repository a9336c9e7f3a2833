import numpy as np
import numpy.typing as npt
import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.protocols import OutputDevice
from tests.helpers.audio.memory_speaker import MemorySpeaker


def refuse(_reason: str) -> None:
    raise AssertionError("nothing was lost")


def test_it_asks_for_blocks_in_its_own_time_and_records_them() -> None:
    speaker = MemorySpeaker(sample_rate_hz=1000)
    device: OutputDevice = speaker
    asked: list[tuple[int, float]] = []

    def fill(block: npt.NDArray[np.float32], at: float) -> None:
        asked.append((block.size, at))
        block[:] = len(asked)

    device.open(fill, on_lost=refuse)
    speaker.pull(0.25, block_samples=100)
    assert asked == [(100, 0.0), (100, 0.1), (50, 0.2)]
    assert speaker.recording.tolist() == [1.0] * 100 + [2.0] * 100 + [3.0] * 50


def test_a_block_that_is_not_filled_is_seen() -> None:
    speaker = MemorySpeaker()
    speaker.open(lambda _block, _at: None, on_lost=refuse)
    speaker.pull(0.01)
    assert np.isnan(speaker.recording).all()


def test_it_says_why_it_stops() -> None:
    speaker = MemorySpeaker()
    reasons: list[str] = []
    speaker.open(lambda _block, _at: None, on_lost=reasons.append)
    speaker.lose("pulled out")
    assert reasons == ["pulled out"]


def test_it_refuses_to_open_as_long_as_told_so() -> None:
    speaker = MemorySpeaker()
    speaker.error = DeviceError("none")
    with pytest.raises(DeviceError, match="none"):
        speaker.open(lambda _block, _at: None, on_lost=refuse)
    speaker.error = None
    speaker.open(lambda _block, _at: None, on_lost=refuse)
    assert speaker.is_open
    assert speaker.opened == speaker.openings.get_nowait() == 1


def test_it_does_nothing_when_closed() -> None:
    speaker = MemorySpeaker()
    speaker.open(lambda _block, _at: None, on_lost=refuse)
    speaker.close()
    with pytest.raises(RuntimeError, match="closed"):
        speaker.pull(0.1)
    with pytest.raises(RuntimeError, match="closed"):
        speaker.lose("late")
