"""The echo's self-test, in made-up rooms."""

from dataclasses import replace

import numpy as np
import pytest

from assistant.clock import Clock, SystemClock
from assistant.doctor.checks import echo as doctor_echo
from assistant.doctor.checks.echo import check_echo, judge, listen_to_itself
from assistant.errors import DeviceError
from assistant.finding import CheckStatus
from assistant.voice.devices.policy.selection import AudioDevices
from assistant.voice.devices.protocols import OnBlock, OnEnd
from assistant.voice.listening.echo_measurement import (
    SOUND_S,
    SURE,
    WHOLE_S,
    EchoMeasure,
    lag_of,
    self_test_sound,
)
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.simulated_room import RoomPace, SimulatedRoom
from tests.helpers.audio.signals import noise
from tests.unit.doctor.conftest import Admit

WELL = EchoMeasure(
    above_noise_db=40, certainty=60, delay_s=0.1, reduction_db=35, left_db=2, peak=0.3
)


def room(acoustics: RoomAcoustics, *, length_s: float | None = None) -> SimulatedRoom:
    return SimulatedRoom(
        acoustics=acoustics, clock=SystemClock(), pace=RoomPace.FAST, length_s=length_s
    )


def test_with_open_loudspeakers_it_says_how_well_the_echo_is_cancelled() -> None:
    there = room(RoomAcoustics(delay_s=0.12))
    verdict = listen_to_itself(there.input, there.output, is_cancelled=True)
    assert verdict.status is CheckStatus.OK
    assert "after 120 ms" in verdict.text or "after 121 ms" in verdict.text
    assert int(verdict.text.split(" dB")[0].split()[-1]) > 20
    assert not verdict.hint


def test_with_headphones_there_is_no_echo() -> None:
    there = room(RoomAcoustics(echo_gain=1e-5))
    verdict = listen_to_itself(there.input, there.output, is_cancelled=True)
    assert verdict.status is CheckStatus.OK
    assert "does not hear the speaker" in verdict.text
    assert "voice.echo headset" in verdict.hint


def test_an_echo_that_nobody_cancels_is_a_warning() -> None:
    there = room(RoomAcoustics())
    verdict = listen_to_itself(there.input, there.output, is_cancelled=False)
    assert verdict.status is CheckStatus.WARNING
    assert "voice.echo cancel" in verdict.hint


def test_an_echo_that_comes_too_late_asks_for_another_speaker() -> None:
    there = room(RoomAcoustics(delay_s=1.1))
    verdict = listen_to_itself(there.input, there.output, is_cancelled=True)
    assert verdict.status is CheckStatus.WARNING
    assert "another speaker" in verdict.hint


def test_devices_that_do_not_keep_up_are_not_judged() -> None:
    there = room(RoomAcoustics(), length_s=0.5)
    verdict = listen_to_itself(there.input, there.output, is_cancelled=True, patience_s=-WHOLE_S)
    assert verdict.status is CheckStatus.SKIPPED
    assert "keep up" in verdict.text


class Refused:
    """Implements `InputDevice`; does not open."""

    name = "refused"
    sample_rate_hz = 0
    is_live = True

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        raise DeviceError("refused", hint="busy")

    def close(self) -> None: ...


def test_a_microphone_that_does_not_open_is_skipped_with_the_reason() -> None:
    verdict = listen_to_itself(Refused(), room(RoomAcoustics()).output, is_cancelled=True)
    assert (verdict.status, verdict.text, verdict.hint) == (CheckStatus.SKIPPED, "refused", "busy")


@pytest.mark.parametrize(
    ("measure", "status", "hint"),
    [
        (WELL, CheckStatus.OK, ""),
        (replace(WELL, reduction_db=8), CheckStatus.OK, ""),  # and then nothing is left
        (replace(WELL, reduction_db=8, left_db=20), CheckStatus.WARNING, "Lower the volume"),
        (replace(WELL, reduction_db=8, left_db=20, peak=1.0), CheckStatus.WARNING, "overdriven"),
        (replace(WELL, reduction_db=0, left_db=20, delay_s=0.7), CheckStatus.WARNING, "too late"),
        (replace(WELL, fault="The echo canceller failed."), CheckStatus.WARNING, "headphones"),
        (replace(WELL, certainty=4), CheckStatus.OK, "headset"),
        (replace(WELL, above_noise_db=1), CheckStatus.OK, "headset"),
    ],
)
def test_each_finding_has_its_fix(measure: EchoMeasure, status: CheckStatus, hint: str) -> None:
    verdict = judge(measure, is_cancelled=True)
    assert verdict.status is status
    assert hint in verdict.hint
    assert bool(hint) == bool(verdict.hint)


def test_the_lag_is_found_in_noise_and_doubted_where_there_is_none() -> None:
    far = noise(2, 0.5)
    near = noise(3, 0.2, seed=1)
    assert lag_of(far, near)[1] < SURE
    near[2000 : 2000 + len(far)] += 0.1 * far
    lag, certainty = lag_of(far, near)
    assert lag == 2000
    assert certainty > SURE


@pytest.mark.parametrize("rate_hz", [16_000, 44_100])
def test_the_sound_is_soft_and_begins_and_ends_in_silence(rate_hz: int) -> None:
    sound = self_test_sound(rate_hz)
    assert len(sound) / rate_hz == pytest.approx(WHOLE_S, abs=0.001)
    assert np.max(np.abs(sound)) < 0.5
    assert not sound[: rate_hz // 2].any()
    assert not sound[-rate_hz // 2 :].any()
    loud = np.count_nonzero(np.abs(sound) > 0.001) / rate_hz
    assert loud > 0.8 * SOUND_S


class Nowhere:
    """The system's sound, without devices or without an answer."""

    def __init__(self, *, is_broken: bool) -> None:
        self._is_broken = is_broken

    def list_devices(self) -> AudioDevices:
        if self._is_broken:
            raise DeviceError("The sound system does not answer.", hint="Start it.")
        return AudioDevices()


@pytest.mark.parametrize(
    ("is_broken", "told"), [(True, "does not answer"), (False, "takes a microphone and a speaker")]
)
def test_without_devices_it_is_skipped(
    admit: Admit, monkeypatch: pytest.MonkeyPatch, is_broken: bool, told: str
) -> None:
    def nowhere(*, clock: Clock) -> Nowhere:
        return Nowhere(is_broken=is_broken)

    monkeypatch.setattr(doctor_echo, "system_audio", nowhere)
    verdict = check_echo(admit())
    assert verdict.status is CheckStatus.SKIPPED
    assert told in verdict.text


def test_with_the_voice_switched_off_nothing_is_played(admit: Admit) -> None:
    assert check_echo(admit(PARLEY_VOICE__ENABLED="false")).status is CheckStatus.SKIPPED
