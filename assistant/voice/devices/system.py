"""The machine's own microphone and speaker, chosen by name, followed from device to device."""

import sys
from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from assistant.clock import Clock
from assistant.voice.devices.call_timeouts import CallTimeoutError, TimedCalls
from assistant.voice.devices.fallback_sound_system import FallbackSoundSystem
from assistant.voice.devices.missing_device import no_answer_error
from assistant.voice.devices.policy.selection import AudioDevices, DeviceKind
from assistant.voice.devices.portaudio.sound_system import PortAudioSoundSystem
from assistant.voice.devices.protocols import Fill, InputDevice, OnBlock, OnEnd, OutputDevice
from assistant.voice.devices.pulse.sound_system import PulseSoundSystem
from assistant.voice.devices.sound_system import SoundSystem, StreamTarget
from assistant.voice.devices.stream_supervisor import OpeningGate, StreamSupervisor
from assistant.voice.events import Samples

LIST_S: Final = 3.0
"""Longest wait for the list of devices."""


class _SystemStream:
    """What a microphone and a speaker of the machine's have in common.

    Args:
        seat: Where its stream sits; it also follows where the sound goes.
        sound: Makes what hears or plays.
    """

    def __init__(self, *, seat: StreamSupervisor, sound: SoundSystem) -> None:
        self._seat = seat
        self._sound = sound
        self._rate_hz = 0

    @property
    def name(self) -> str:
        return self._seat.name

    @property
    def sample_rate_hz(self) -> int:
        return self._rate_hz

    def close(self) -> None:
        self._seat.close()


class SystemInput(_SystemStream):
    """Implements `InputDevice`: a microphone of the machine's."""

    @property
    def is_live(self) -> bool:
        return True

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        """Never calls `on_end`."""

        def connect(spot: StreamTarget, gate: OpeningGate) -> InputDevice:
            def take(samples: Samples, at: float) -> None:
                if gate.is_open:
                    on_block(samples, at)

            device = self._sound.input(spot, lambda: self._seat.stopped(gate))
            device.open(take, on_end=on_end)
            if gate.is_open:
                self._rate_hz = device.sample_rate_hz
            return device

        self._seat.open(connect)


class SystemOutput(_SystemStream):
    """Implements `OutputDevice`: a speaker of the machine's."""

    def __init__(self, *, seat: StreamSupervisor, sound: SoundSystem) -> None:
        super().__init__(seat=seat, sound=sound)
        self._device: OutputDevice | None = None

    @property
    def latency_s(self) -> float:
        """May change while the device is open."""
        return self._device.latency_s if self._device is not None else 0.0

    def open(self, fill: Fill, *, on_lost: Callable[[str], None]) -> None:
        """Losses are reported through the binding, not through `on_lost`."""

        def connect(spot: StreamTarget, gate: OpeningGate) -> OutputDevice:
            def pull(out: npt.NDArray[np.float32], at: float) -> None:
                if gate.is_open:
                    fill(out, at)
                else:
                    out[:] = 0.0

            device = self._sound.output(spot)
            device.open(pull, on_lost=lambda _reason: self._seat.stopped(gate))
            if gate.is_open:
                self._rate_hz, self._device = device.sample_rate_hz, device
            return device

        self._seat.open(connect)


class SystemAudio:
    """Makes the machine's devices, and lists them. One for a process."""

    def __init__(self, *, sound: SoundSystem) -> None:
        self._sound = sound
        self._limits = TimedCalls("list-devices")

    def microphone(self, wanted: str) -> tuple[SystemInput, StreamSupervisor]:
        """A microphone and its binding; opens nothing yet.

        Args:
            wanted: As in the settings; empty for the system's default.
        """
        seat = StreamSupervisor(kind=DeviceKind.INPUT, wanted=wanted, sound=self._sound)
        return SystemInput(seat=seat, sound=self._sound), seat

    def speaker(self, wanted: str) -> tuple[SystemOutput, StreamSupervisor]:
        """A speaker and its binding; opens nothing yet.

        Args:
            wanted: As in the settings; empty for the system's default.
        """
        seat = StreamSupervisor(kind=DeviceKind.OUTPUT, wanted=wanted, sound=self._sound)
        return SystemOutput(seat=seat, sound=self._sound), seat

    def list_devices(self) -> AudioDevices:
        """Present devices; any thread, at most three seconds.

        Raises:
            DeviceError: If the sound system does not answer.
        """
        try:
            return self._limits.run(self._sound.devices, LIST_S)
        except CallTimeoutError as error:
            raise no_answer_error() from error


def system_audio(*, clock: Clock, platform: str = sys.platform) -> SystemAudio:
    """The sound system of this machine.

    Args:
        platform: As `sys.platform` names it.
    """
    portaudio = PortAudioSoundSystem(clock=clock)
    if platform != "linux":
        return SystemAudio(sound=portaudio)
    return SystemAudio(
        sound=FallbackSoundSystem(server=PulseSoundSystem(clock=clock), otherwise=portaudio)
    )
