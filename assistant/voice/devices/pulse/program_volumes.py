"""The volumes of what programs play through a PulseAudio server, or PipeWire's."""

import logging
import os
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from assistant.voice.devices.policy.program_volumes import (
    LoweredStream,
    ProgramStream,
    Volumes,
    is_same_volume,
)
from assistant.voice.devices.pulse.connection import load_pulsectl, pulse_connection

_log = logging.getLogger(__name__)

_OWN_NAME: Final = "Parley"
_NO_CLIENT: Final = 0xFFFFFFFF
_REMEMBERED_BY: Final = "module-stream-restore.id"


class PulseProgramVolumes:
    """The volumes of what programs play; each call has a connection of its own.

    Args:
        server: Its address; None for that of the environment.
    """

    def __init__(self, *, server: str | None = None) -> None:
        self._server = server

    def streams(self) -> Sequence[ProgramStream]:
        """Return everything that is played.

        Raises:
            DeviceError: If the sound server does not answer.
        """
        with pulse_connection(self._server) as server:
            return tuple(map(_stream, server.sink_input_list()))

    def set_volumes(self, volumes: Sequence[tuple[int, Volumes]]) -> None:
        """Set volumes by stream number; ignores streams that have ended.

        Raises:
            DeviceError: If the sound server does not answer.
        """
        if not volumes:
            return
        pulsectl = load_pulsectl()
        with pulse_connection(self._server) as server:
            for number, wanted in volumes:
                try:
                    server.sink_input_volume_set(number, pulsectl.PulseVolumeInfo(list(wanted)))
                except pulsectl.PulseOperationFailed:
                    _log.debug("Stream %d has ended", number)

    def correct_remembered(self, ended: Sequence[LoweredStream]) -> None:
        """Leaves a server alone that remembers nothing."""
        if not ended:
            return
        pulsectl = load_pulsectl()
        by_program = {each.program: each for each in ended}
        with pulse_connection(self._server) as server:
            try:
                for entry in server.stream_restore_list():
                    each = by_program.get(entry.name)
                    volumes = tuple(map(float, entry.volume.values)) if entry.volume else ()
                    if each is not None and is_same_volume(volumes, each.lowered):
                        entry.volume = pulsectl.PulseVolumeInfo(list(each.before))
                        server.stream_restore_write(entry, mode="replace", apply_immediately=True)
            except pulsectl.PulseOperationFailed:
                _log.debug("The sound server remembers no volumes")


def is_own_stream(about: Mapping[str, str]) -> bool:
    """Whether a stream with these properties is Parley's."""
    is_named = about.get("application.name", "") == _OWN_NAME
    return is_named or about.get("application.process.id") == str(os.getpid())


def _stream(found: Any) -> ProgramStream:
    about = cast("dict[str, str]", found.proplist)
    name = about.get("application.name", "")
    is_servers = found.client == _NO_CLIENT
    return ProgramStream(
        number=int(found.index),
        program=about.get(_REMEMBERED_BY, name),
        is_own=is_own_stream(about) or is_servers,
        volumes=tuple(map(float, found.volume.values)),
        role=about.get("media.role", ""),
    )
