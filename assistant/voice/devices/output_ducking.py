"""Lowers what other programs play, and gives every volume back, even after a crash.

What was lowered is written to a file before it is lowered, so that the next start can make good what
a crash left behind.
"""

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from assistant.errors import DeviceError
from assistant.private_files import make_private_folder, write_private
from assistant.voice.devices.call_timeouts import CallTimeoutError, TimedCalls
from assistant.voice.devices.policy.program_volumes import (
    LoweredStream,
    ended_streams,
    streams_to_lower,
    streams_to_raise,
)
from assistant.voice.devices.pulse.program_volumes import PulseProgramVolumes

_log = logging.getLogger(__name__)

_LIMIT_S: Final = 2.0
"""Longest wait for the sound server."""


class OutputDucking:
    """Lowers other programs and raises them again. One call at a time.

    A sound server that does not answer changes nothing here; volumes that could not be given back
    are at the next call.

    Args:
        volumes: Of the sound server.
        record: The file that says what is lowered; in a folder for the user alone.
        is_on: Whether anything is lowered at all; what is lowered comes back in any case.
    """

    def __init__(self, *, volumes: PulseProgramVolumes, record: Path, is_on: bool = True) -> None:
        self._volumes = volumes
        self._record = record
        self._is_on = is_on
        self._calls = TimedCalls("ducking")

    def lower(self) -> None:
        """Lower what is not lowered yet."""
        if self._is_on:
            self._try(self._lower)

    def restore(self) -> None:
        """Restore every volume."""
        self._try(self._restore)

    def _try(self, call: Callable[[], None]) -> None:
        try:
            self._calls.run(call, _LIMIT_S)
        except (DeviceError, CallTimeoutError, OSError) as error:
            _log.info("The volume of other programs stays as it is: %s", error)

    def _lower(self) -> None:
        known = self._read()
        new = streams_to_lower(self._volumes.streams(), known)
        if new:
            self._write([*known, *new])
            self._volumes.set_volumes([(each.number, each.lowered) for each in new])

    def _restore(self) -> None:
        known = self._read()
        if not known:
            return
        streams = self._volumes.streams()
        back = streams_to_raise(streams, known)
        self._volumes.set_volumes([(each.number, each.before) for each in back])
        self._volumes.correct_remembered(ended_streams(streams, known))
        self._record.unlink(missing_ok=True)

    def _read(self) -> list[LoweredStream]:
        try:
            entries: list[dict[str, Any]] = json.loads(self._record.read_text(encoding="utf-8"))
            return [
                LoweredStream(
                    number=int(entry["number"]),
                    program=str(entry["program"]),
                    before=tuple(map(float, entry["before"])),
                    lowered=tuple(map(float, entry["lowered"])),
                )
                for entry in entries
            ]
        except FileNotFoundError:
            return []
        except (ValueError, TypeError, KeyError):
            _log.warning("The record of lowered volumes cannot be read")
            return []

    def _write(self, lowered: Sequence[LoweredStream]) -> None:
        make_private_folder(self._record.parent)
        write_private(self._record, json.dumps([asdict(each) for each in lowered]))
