"""Programs that play something, without a sound server."""

from collections.abc import Sequence

from typing_extensions import override

from assistant.errors import DeviceError
from assistant.voice.devices.policy.program_volumes import LoweredStream, ProgramStream, Volumes
from assistant.voice.devices.pulse.program_volumes import PulseProgramVolumes


class MemoryVolumes(PulseProgramVolumes):
    """The test is the server, and names its programs."""

    def __init__(self, **volumes: float) -> None:
        self.volumes: dict[int, tuple[str, Volumes]] = {
            number: (name, (volume,)) for number, (name, volume) in enumerate(volumes.items())
        }
        self.history: list[dict[str, float]] = []
        """The volumes after each change."""
        self.corrected: list[str] = []
        self.is_away = False
        self.breaks_at_once = False

    @override
    def streams(self) -> Sequence[ProgramStream]:
        if self.is_away:
            raise DeviceError("away")
        return [
            ProgramStream(number=number, program=name, is_own=name == "parley", volumes=volumes)
            for number, (name, volumes) in self.volumes.items()
        ]

    @override
    def set_volumes(self, volumes: Sequence[tuple[int, Volumes]]) -> None:
        if self.breaks_at_once:
            raise DeviceError("away")
        for number, wanted in volumes:
            self.volumes[number] = (self.volumes[number][0], wanted)
        self.history.append(self.by_name)

    @override
    def correct_remembered(self, ended: Sequence[LoweredStream]) -> None:
        self.corrected += [each.program for each in ended]

    @property
    def by_name(self) -> dict[str, float]:
        return {name: volumes[0] for name, volumes in self.volumes.values()}
