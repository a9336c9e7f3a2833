import threading
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from assistant.clock import SystemClock
from assistant.errors import DeviceError
from assistant.voice.devices.files.file_pair import FilePair
from assistant.voice.devices.files.stepped_devices import STEP_S
from assistant.voice.devices.files.wav import read_wav
from assistant.voice.devices.pacers import HeldPacing
from assistant.voice.events import Samples
from tests.helpers.audio.signals import pcm16, silence, tone, write_wav
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S


class Ends:
    """What is fed by a pair."""

    def __init__(self) -> None:
        self.blocks: list[tuple[Samples, float]] = []
        self.ended_at: float | None = None
        self.is_over = threading.Event()

    def on_block(self, samples: Samples, at: float) -> None:
        self.blocks.append((samples, at))

    def on_end(self, at: float) -> None:
        self.ended_at = at
        self.is_over.set()

    @property
    def samples(self) -> Samples:
        return np.concatenate([samples for samples, _at in self.blocks])


@pytest.fixture
def heard(tmp_path: Path) -> Path:
    return write_wav(tmp_path / "in.wav", pcm16(tone(440, 1.0)), rate_hz=16_000)


def pair(heard: Path, said: Path | None, **more: Any) -> FilePair:
    values: dict[str, Any] = {"is_realtime": False, "clock": SystemClock(), **more}
    return FilePair(audio_in=heard, audio_out=said, **values)


def play_through(files: FilePair, ends: Ends) -> None:
    files.input.open(ends.on_block, on_end=ends.on_end)
    assert ends.is_over.wait(PATIENCE_S)
    files.input.close()


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 16_000, 44_100, 48_000])
def test_the_whole_file_is_delivered_once_at_its_own_rate(tmp_path: Path, rate_hz: int) -> None:
    original = tone(300, 0.73, rate_hz, peak=0.5)
    path = write_wav(tmp_path / "in.wav", pcm16(original), rate_hz=rate_hz)
    files, ends = pair(path, None), Ends()
    play_through(files, ends)
    assert files.input.sample_rate_hz == rate_hz
    np.testing.assert_allclose(ends.samples, original, atol=1e-4)
    expected = [(index + 1) * STEP_S for index in range(len(ends.blocks))]
    assert [at for _samples, at in ends.blocks] == pytest.approx(expected)
    assert ends.ended_at == pytest.approx(0.74)


def test_an_empty_file_ends_at_once(tmp_path: Path) -> None:
    path = write_wav(tmp_path / "in.wav", b"", rate_hz=16_000)
    files, ends = pair(path, None), Ends()
    play_through(files, ends)
    assert ends.blocks == []


def test_both_files_share_one_clock(heard: Path, tmp_path: Path) -> None:
    """A speaker that opens later begins later in its file too, at the same moment of the input."""
    files, ends = pair(heard, tmp_path / "out.wav"), Ends()
    opened_at: list[float] = []

    def fill(out: npt.NDArray[np.float32], at: float) -> None:
        opened_at.append(at)
        out[:] = 0.5 if len(opened_at) <= 5 else 0.0

    release = files.pacer.hold()
    files.input.open(ends.on_block, on_end=ends.on_end)
    reached = threading.Event()

    def on_block(samples: Samples, at: float) -> None:
        ends.on_block(samples, at)
        if at >= 0.5 - STEP_S / 2 and not opened_at and not reached.is_set():
            files.output.open(fill, on_lost=lambda _reason: None)
            reached.set()

    files.input.close()
    files.input.open(on_block, on_end=ends.on_end)
    release()
    assert ends.is_over.wait(PATIENCE_S)
    files.input.close()
    files.output.close()
    said, rate = read_wav(tmp_path / "out.wav")
    loud = np.flatnonzero(said > 0.4) / rate
    assert opened_at[0] == pytest.approx(0.5)
    assert loud[0] == pytest.approx(0.5, abs=1e-3)
    assert loud[-1] == pytest.approx(0.5 + 5 * STEP_S, abs=1e-3)


def test_held_time_stands_still(heard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, ends = pair(heard, None), Ends()
    holds: list[Any] = []
    first, waited = threading.Event(), threading.Event()
    wait = HeldPacing.wait

    def wait_again(pacing: HeldPacing, timeout_s: float) -> bool:
        is_free = wait(pacing, timeout_s)
        if not is_free:
            waited.set()
        return is_free

    monkeypatch.setattr(HeldPacing, "wait", wait_again)

    def on_block(samples: Samples, at: float) -> None:
        ends.on_block(samples, at)
        holds.append(files.pacer.hold())
        first.set()

    files.input.open(on_block, on_end=ends.on_end)
    assert first.wait(PATIENCE_S)
    assert waited.wait(PATIENCE_S), "the thread waits for whoever holds"
    assert len(ends.blocks) == 1
    assert files.now() == pytest.approx(STEP_S)
    while not ends.is_over.is_set():
        if holds:
            holds.pop()()
    files.input.close()
    assert len(ends.blocks) == 50


def test_a_step_waits_until_everybody_has_settled(heard: Path) -> None:
    answers = iter([False, False, True])
    asked: list[bool] = []

    def settle() -> bool:
        asked.append(next(answers, True))
        return asked[-1]

    files, ends = pair(heard, None, settle=settle), Ends()
    play_through(files, ends)
    assert asked[:3] == [False, False, True]
    assert len(asked) >= len(ends.blocks) + 2


def test_at_real_time_pace_blocks_come_at_their_moment(heard: Path) -> None:
    clock = SystemClock()
    files, ends = pair(heard, None, is_realtime=True), Ends()
    lateness: list[float] = []

    def on_block(samples: Samples, at: float) -> None:
        lateness.append(clock.monotonic() - at)
        ends.on_block(samples, at)

    began = clock.monotonic()
    files.input.open(on_block, on_end=ends.on_end)
    assert ends.is_over.wait(PATIENCE_S)
    files.input.close()
    assert clock.monotonic() - began >= 1.0
    assert min(lateness) >= -0.001
    ats = [at for _samples, at in ends.blocks]
    assert ats[0] >= began + STEP_S - 0.001
    assert np.allclose(np.diff(ats), STEP_S)  # the moments they were heard, not those they came
    with files.pacer.busy():
        assert files.now() >= began


def test_what_is_asked_for_late_at_real_time_pace_begins_when_it_was_asked_for(heard: Path) -> None:
    clock = ManualClock()
    began = clock.monotonic()
    files, ends = pair(heard, None, is_realtime=True, clock=clock), Ends()
    begins: list[float] = []

    def fill(out: Samples, at: float) -> None:
        out.fill(0.0)
        begins.append(at - began)
        clock.advance(0.1 if len(begins) == 2 else STEP_S)  # busy elsewhere, once

    files.output.open(fill, on_lost=lambda _reason: None)
    files.input.open(ends.on_block, on_end=ends.on_end)
    assert ends.is_over.wait(PATIENCE_S)
    files.input.close()
    files.output.close()
    assert begins[:4] == pytest.approx([0.0, STEP_S, STEP_S + 0.1, 2 * STEP_S + 0.1])


def test_once_all_is_silent_the_output_grows_no_faster_than_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_wav(tmp_path / "in.wav", pcm16(silence(0.2)), rate_hz=16_000)
    files, ends = pair(path, tmp_path / "out.wav"), Ends()
    blocks = 0
    waits: list[tuple[int, float]] = []
    enough = threading.Event()

    def fill(out: Samples, _at: float) -> None:
        nonlocal blocks
        blocks += 1
        out.fill(0.0)

    def wait(seconds: float) -> bool:
        waits.append((blocks, seconds))
        if len(waits) == 20:
            enough.set()
        return enough.is_set()

    monkeypatch.setattr(files, "_wait", wait)
    files.output.open(fill, on_lost=lambda _reason: None)
    files.input.open(ends.on_block, on_end=ends.on_end)
    assert enough.wait(PATIENCE_S)
    files.input.close()
    files.output.close()
    first = round(1.0 / STEP_S)  # it was silent from the beginning
    assert waits == [(first + n, STEP_S) for n in range(20)], "each block is waited for"


def test_the_microphone_may_close_and_open_and_goes_on_where_it_was(heard: Path) -> None:
    files, ends = pair(heard, None), Ends()
    files.output.open(lambda out, _at: out.fill(0.0), on_lost=lambda _reason: None)
    gate = threading.Event()
    release: list[Any] = []

    def on_block(samples: Samples, at: float) -> None:
        ends.on_block(samples, at)
        if len(ends.blocks) == 10:
            release.append(files.pacer.hold())
            gate.set()

    files.input.open(on_block, on_end=ends.on_end)
    assert gate.wait(PATIENCE_S)
    files.input.close()
    release[0]()
    files.input.open(ends.on_block, on_end=ends.on_end)
    assert ends.is_over.wait(PATIENCE_S)
    files.input.close()
    files.output.close()
    np.testing.assert_allclose(ends.samples, tone(440, 1.0), atol=1e-4)


def test_a_bad_input_is_a_device_error(tmp_path: Path) -> None:
    files = pair(tmp_path / "none.wav", None)
    with pytest.raises(DeviceError, match=r"none\.wav"):
        files.input.open(lambda _samples, _at: None, on_end=lambda _at: None)
    files.input.close()


def test_an_output_that_cannot_be_written_is_a_device_error(heard: Path, tmp_path: Path) -> None:
    files = pair(heard, tmp_path / "no" / "folder.wav")
    with pytest.raises(DeviceError, match=r"folder\.wav"):
        files.output.open(lambda _out, _at: None, on_lost=lambda _reason: None)


def test_closing_is_idempotent_and_no_callback_follows(heard: Path) -> None:
    files, ends = pair(heard, None), Ends()
    play_through(files, ends)
    files.input.close()
    files.output.close()
    count = len(ends.blocks)
    assert "file" not in {thread.name for thread in threading.enumerate()}
    assert len(ends.blocks) == count


def test_files_are_never_taken_for_broken_devices(heard: Path) -> None:
    assert pair(heard, None).input.is_live is False
