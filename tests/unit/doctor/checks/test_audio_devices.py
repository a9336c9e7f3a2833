"""Microphone and speaker, with devices of the test's own."""

from collections.abc import Callable

import numpy as np
import pytest

from assistant.doctor.checks.audio_devices import check_microphone, check_speaker, listen, play
from assistant.doctor.finding import CheckVerdict
from assistant.errors import DeviceError
from assistant.finding import CheckStatus
from assistant.voice.devices.policy.selection import AudioDevices, DeviceInfo
from assistant.voice.devices.protocols import Fill, InputDevice, OnBlock, OnEnd, OutputDevice
from tests.unit.doctor.conftest import Admit


class FakeMicrophone:
    """Implements `InputDevice`: gives its blocks at once when it is opened."""

    name = "Desk microphone"
    sample_rate_hz = 16_000
    is_live = True

    def __init__(self, *amplitudes: float, error: DeviceError | None = None) -> None:
        self._amplitudes = amplitudes
        self._error = error
        self.is_open = False

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        if self._error:
            raise self._error
        self.is_open = True
        for amplitude in self._amplitudes:
            on_block(np.full(4_000, amplitude, np.float32), 0.0)

    def close(self) -> None:
        self.is_open = False


class FakeSpeaker:
    """Implements `OutputDevice`: asks for one block when it is opened, if it is alive."""

    name = "Desk speaker"
    sample_rate_hz = 48_000
    latency_s = 0.02

    def __init__(self, *, is_alive: bool = True, error: DeviceError | None = None) -> None:
        self._is_alive = is_alive
        self._error = error
        self.is_open = False
        self.block = np.ones(480, np.float32)

    def open(self, fill: Fill, *, on_lost: Callable[[str], None]) -> None:
        if self._error:
            raise self._error
        self.is_open = True
        if self._is_alive:
            fill(self.block, 0.0)

    def close(self) -> None:
        self.is_open = False


def test_a_microphone_that_hears_is_fine_and_closed_again() -> None:
    device = FakeMicrophone(0.1, 0.1)
    verdict = listen(device)
    assert verdict.status is CheckStatus.OK
    assert "Desk microphone" in verdict.text
    assert "-20 dBFS" in verdict.text
    assert not device.is_open


@pytest.mark.parametrize(
    ("amplitudes", "told"), [((), "gives no audio"), ((0.0, 0.0), "nothing but silence")]
)
def test_a_deaf_microphone_is_a_warning(amplitudes: tuple[float, ...], told: str) -> None:
    device = FakeMicrophone(*amplitudes)
    verdict = listen(device, first_s=0)
    assert verdict.status is CheckStatus.WARNING
    assert told in verdict.text
    assert verdict.hint
    assert not device.is_open


def test_a_microphone_that_does_not_open_is_a_warning() -> None:
    verdict = listen(FakeMicrophone(error=DeviceError("refused", hint="busy")))
    assert (verdict.status, verdict.text, verdict.hint) == (CheckStatus.WARNING, "refused", "busy")


@pytest.mark.parametrize(
    ("amplitude", "advice"), [(0.0001, "raise its level"), (0.99, "lower its level")]
)
def test_a_level_at_which_nobody_is_understood_is_a_warning(amplitude: float, advice: str) -> None:
    verdict = listen(FakeMicrophone(amplitude, amplitude))
    assert verdict.status is CheckStatus.WARNING
    assert "dBFS" in verdict.text
    assert advice in verdict.hint


def test_a_speaker_that_takes_audio_is_fine_and_plays_only_silence() -> None:
    device = FakeSpeaker()
    verdict = play(device)
    assert verdict.status is CheckStatus.OK
    assert "20 ms" in verdict.text
    assert not device.block.any()
    assert not device.is_open


def test_a_speaker_that_takes_nothing_is_a_warning() -> None:
    device = FakeSpeaker(is_alive=False)
    assert play(device, first_s=0).status is CheckStatus.WARNING
    assert not device.is_open


def test_a_speaker_that_does_not_open_is_a_warning() -> None:
    verdict = play(FakeSpeaker(error=DeviceError("refused")))
    assert (verdict.status, verdict.text) == (CheckStatus.WARNING, "refused")


class FakeAudio:
    """Implements `AudioPort` on devices of the test's own."""

    def __init__(self, devices: AudioDevices | DeviceError) -> None:
        self._devices = devices
        self.asked: list[str] = []

    def list_devices(self) -> AudioDevices:
        if isinstance(self._devices, DeviceError):
            raise self._devices
        return self._devices

    def microphone(self, wanted: str) -> tuple[InputDevice, object]:
        self.asked.append(wanted)
        return FakeMicrophone(0.1, 0.1), None

    def speaker(self, wanted: str) -> tuple[OutputDevice, object]:
        self.asked.append(wanted)
        return FakeSpeaker(), None


THERE = (
    DeviceInfo(name="usb-1", description="Desk"),
    DeviceInfo(name="pci-0", description="Built-in", is_default=True),
)
BOTH = AudioDevices(inputs=THERE, outputs=THERE)
CHECKS = pytest.mark.parametrize(
    ("check", "setting"), [(check_microphone, "INPUT_DEVICE"), (check_speaker, "OUTPUT_DEVICE")]
)


@CHECKS
@pytest.mark.parametrize("wanted", ["", "desk", "usb-1"])
def test_the_chosen_device_is_tried_and_the_others_are_listed(
    admit: Admit, check: Callable[..., CheckVerdict], setting: str, wanted: str
) -> None:
    audio = FakeAudio(BOTH)
    verdict = check(admit(**{f"PARLEY_VOICE__{setting}": wanted}), audio)
    assert verdict.status is CheckStatus.OK
    assert verdict.hint == "These are there: Desk, Built-in (the system's)"
    assert audio.asked == [wanted]


@CHECKS
def test_a_chosen_device_that_is_not_there_is_a_warning_with_the_fix(
    admit: Admit, check: Callable[..., CheckVerdict], setting: str
) -> None:
    verdict = check(admit(**{f"PARLEY_VOICE__{setting}": "Røde"}), FakeAudio(BOTH))
    assert verdict.status is CheckStatus.WARNING
    assert "“Røde”" in verdict.hint
    assert "Desk, Built-in (the system's)" in verdict.hint
    assert f"parley config set voice.{setting.casefold()} ''" in verdict.hint


@CHECKS
@pytest.mark.parametrize(
    ("devices", "told"),
    [
        (AudioDevices(), " was found"),
        (DeviceError("It does not answer.", hint="Start it."), "does not answer"),
    ],
)
def test_a_machine_without_sound_is_a_warning_that_says_what_still_works(
    admit: Admit,
    check: Callable[..., CheckVerdict],
    setting: str,
    devices: AudioDevices | DeviceError,
    told: str,
) -> None:
    audio = FakeAudio(devices)
    verdict = check(admit(), audio)
    assert verdict.status is CheckStatus.WARNING
    assert told in verdict.text
    assert "all the same" in verdict.text
    assert verdict.hint
    assert audio.asked == []


@CHECKS
def test_with_the_voice_switched_off_nothing_is_asked(
    admit: Admit, check: Callable[..., CheckVerdict], setting: str
) -> None:
    audio = FakeAudio(DeviceError("nobody may ask"))
    assert check(admit(PARLEY_VOICE__ENABLED="false"), audio).status is CheckStatus.SKIPPED
