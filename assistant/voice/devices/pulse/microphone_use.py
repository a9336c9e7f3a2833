"""Whether another program records from a microphone of a PulseAudio server, or PipeWire's."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, Final, cast

from assistant.errors import DeviceError
from assistant.escalation.sign_kind import SignKind
from assistant.voice.devices.pulse.connection import load_pulsectl, pulse_connection
from assistant.voice.devices.pulse.program_volumes import is_own_stream

_LISTEN_S: Final = 1.0
"""How often the thread sees whether it is still needed."""
_RETRY_S: Final = 10.0
_NO_MONITOR: Final = 0xFFFFFFFF
_METERS: Final = "peaks"
"""How what shows a level, and records nothing, has its sound resampled."""


class PulseMicrophoneUse:
    """Implements `AwaySign`: whether another program, such as a call, listens to the user.

    Args:
        server: Its address; None for that of the environment.
    """

    def __init__(self, *, server: str | None = None) -> None:
        self._server = server

    @property
    def kind(self) -> SignKind:
        return SignKind.CALL

    async def watch(self, tell: Callable[[bool], None]) -> None:
        """Tell whether one does, now and at every change; ends where there is no such server."""
        try:
            load_pulsectl()
        except DeviceError:
            return
        loop, is_over = asyncio.get_running_loop(), threading.Event()

        def told(is_used: bool) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(tell, is_used)

        thread = threading.Thread(
            target=self._follow, args=(told, is_over), name="microphone use", daemon=True
        )
        thread.start()
        try:
            await asyncio.Event().wait()
        finally:
            is_over.set()

    def _follow(self, tell: Callable[[bool], None], is_over: threading.Event) -> None:
        while not is_over.is_set():
            try:
                with pulse_connection(self._server) as server:
                    _listen(server, tell, is_over)
            except DeviceError:
                tell(False)
                is_over.wait(_RETRY_S)


def _listen(server: Any, tell: Callable[[bool], None], is_over: threading.Event) -> None:
    pulsectl = load_pulsectl()

    def changed(_event: object) -> None:
        raise pulsectl.PulseLoopStop

    server.event_mask_set("source_output")
    server.event_callback_set(changed)
    was_used: bool | None = None
    while not is_over.is_set():
        if was_used is not (is_used := _is_used(server)):
            was_used = is_used
            tell(is_used)
        server.event_listen(timeout=_LISTEN_S)


def _is_used(server: Any) -> bool:
    monitors = {
        source.index for source in server.source_list() if source.monitor_of_sink != _NO_MONITOR
    }
    return any(
        stream.source not in monitors
        and not stream.corked
        and stream.resample_method != _METERS
        and not is_own_stream(cast("dict[str, str]", stream.proplist))
        for stream in server.source_output_list()
    )
