"""Microphone and speaker, with devices of the test's own."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest

from assistant.doctor.finding import Status, Verdict
from assistant.doctor.sound import check_microphone, check_speaker, device_names, listen, play
from assistant.errors import DeviceError
from assistant.voice.devices.portaudio import PortAudio
from assistant.voice.devices.protocol import Fill, OnBlock, OnEnd
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


NAMES = ("Desk microphone", "Headset")


def test_a_microphone_that_hears_is_fine_and_closed_again() -> None:
    device = FakeMicrophone(0.1, 0.1)
    verdict = listen(device, NAMES)
    assert verdict.status is Status.OK
    assert "Desk microphone" in verdict.text
    assert "-20 dBFS" in verdict.text
    assert not device.is_open


@pytest.mark.parametrize(
    ("amplitudes", "told"), [((), "gives no audio"), ((0.0, 0.0), "nothing but silence")]
)
def test_a_deaf_microphone_is_a_warning(amplitudes: tuple[float, ...], told: str) -> None:
    device = FakeMicrophone(*amplitudes)
    verdict = listen(device, NAMES, first_s=0)
    assert verdict.status is Status.WARNING
    assert told in verdict.text
    assert verdict.hint
    assert not device.is_open


def test_a_microphone_that_does_not_open_is_a_warning_that_lists_the_others() -> None:
    verdict = listen(FakeMicrophone(error=DeviceError("refused", hint="busy")), NAMES)
    assert verdict.status is Status.WARNING
    assert verdict.text == "refused"
    assert verdict.hint == "busy · These are there: Desk microphone, Headset"


def test_a_speaker_that_takes_audio_is_fine_and_plays_only_silence() -> None:
    device = FakeSpeaker()
    verdict = play(device, NAMES, wanted="desk")
    assert verdict.status is Status.OK
    assert "20 ms" in verdict.text
    assert not device.block.any()
    assert not device.is_open


def test_a_speaker_other_than_the_wanted_one_is_a_warning() -> None:
    verdict = play(FakeSpeaker(), NAMES, wanted="HDMI")
    assert verdict.status is Status.WARNING
    assert "HDMI" in verdict.hint


def test_a_speaker_that_takes_nothing_is_a_warning() -> None:
    device = FakeSpeaker(is_alive=False)
    assert play(device, NAMES, wanted="", first_s=0).status is Status.WARNING
    assert not device.is_open


def test_a_speaker_that_does_not_open_is_a_warning() -> None:
    verdict = play(FakeSpeaker(error=DeviceError("refused")), NAMES, wanted="")
    assert (verdict.status, verdict.text) == (Status.WARNING, "refused")


class Library:
    """The part of sounddevice that lists devices."""

    PortAudioError = RuntimeError

    def __init__(self, *devices: Mapping[str, object], is_broken: bool = False) -> None:
        self._devices = devices
        self._is_broken = is_broken

    def query_devices(
        self, device: int | None = None, kind: str | None = None
    ) -> Sequence[Mapping[str, object]]:
        if self._is_broken:
            raise RuntimeError("no host")
        return self._devices

    def InputStream(self, **_options: object) -> object:  # noqa: N802  # sounddevice's name
        raise AssertionError("nothing is opened where there is no device")


def library(*devices: Mapping[str, object], is_broken: bool = False) -> PortAudio:
    return Library(*devices, is_broken=is_broken)  # pyright: ignore[reportReturnType]


def test_devices_are_listed_by_what_they_can() -> None:
    audio = library(
        {"name": "mic", "max_input_channels": 1, "max_output_channels": 0},
        {"name": "box", "max_input_channels": 0, "max_output_channels": 2},
    )
    assert device_names(audio, "max_input_channels") == ("mic",)
    assert device_names(audio, "max_output_channels") == ("box",)


def no_library() -> PortAudio:
    raise DeviceError("PortAudio is missing.", hint="Install it.")


@pytest.mark.parametrize("check", [check_microphone, check_speaker])
@pytest.mark.parametrize(
    ("load", "told"),
    [
        (library, " was found"),
        (lambda: library(is_broken=True), "does not answer"),
        (no_library, "PortAudio is missing"),
    ],
)
def test_a_machine_without_sound_is_a_warning_that_says_what_still_works(
    admit: Admit,
    check: Callable[..., Verdict],
    load: Callable[[], PortAudio],
    told: str,
) -> None:
    verdict = check(admit(), load=load)
    assert verdict.status is Status.WARNING
    assert told in verdict.text
    assert "all the same" in verdict.text
    assert verdict.hint


def test_with_the_voice_switched_off_nothing_is_opened(admit: Admit) -> None:
    patient = admit(PARLEY_VOICE__ENABLED="false")
    assert check_microphone(patient, load=no_library).status is Status.SKIPPED
    assert check_speaker(patient, load=no_library).status is Status.SKIPPED
