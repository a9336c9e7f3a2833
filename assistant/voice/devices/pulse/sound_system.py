"""The devices behind a PulseAudio server, or PipeWire's. The modules `pulse*` are for Linux alone.

PortAudio sees such a server as one device. Which sinks and sources it has, and which of them a stream
goes through, is asked of the server itself, through pulsectl. A thread follows the server as long as
anybody wants to know; it connects again whenever the server was away.

pulsectl is imported when the server is first asked for.
"""

import logging
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from assistant.clock import Clock
from assistant.errors import DeviceError
from assistant.voice.devices.binding import DeviceAvailable, DeviceGone
from assistant.voice.devices.missing_device import gone_reason, no_device_error
from assistant.voice.devices.policy.selection import (
    AudioDevices,
    DeviceInfo,
    DeviceKind,
    choose_device,
    place_stream,
)
from assistant.voice.devices.protocols import InputDevice, OutputDevice
from assistant.voice.devices.pulse.connection import load_pulsectl, pulse_connection
from assistant.voice.devices.pulse.streams import PulseInput, PulseOutput
from assistant.voice.devices.sound_system import StreamTarget, StreamWatcher

_log = logging.getLogger(__name__)

_NOWHERE: Final = "auto_null"
"""The sink that a server makes up where there is none."""
_RECONNECT_AFTER_S: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
_TICK_S: Final = 0.5
"""How often the thread sees whether it is still needed."""
_CALM_S: Final = 0.05
"""Changes come in bursts; they are looked at when this has passed."""


class _Device(Protocol):
    index: int
    name: str
    description: str


class _Stream(Protocol):
    index: int


class _Server(Protocol):
    """The part of `pulsectl.LoopLagProbe` that is used."""

    def connect(self, autospawn: bool = False, wait: bool = False, timeout: float = 0) -> None: ...

    def close(self) -> None: ...

    def server_info(self) -> Any: ...

    def sink_list(self) -> Sequence[_Device]: ...

    def source_list(self) -> Sequence[Any]: ...

    def sink_input_list(self) -> Sequence[Any]: ...

    def source_output_list(self) -> Sequence[Any]: ...

    def sink_input_move(self, index: int, sink_index: int) -> None: ...

    def source_output_move(self, index: int, source_index: int) -> None: ...

    def event_mask_set(self, *masks: str) -> None: ...

    def event_callback_set(self, func: Any) -> None: ...

    def event_listen(self, timeout: float) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Picture:
    """The server at one moment."""

    devices: AudioDevices
    index_by_name: Mapping[DeviceKind, Mapping[str, int]]
    name_by_index: Mapping[DeviceKind, Mapping[int, str]]
    """Also of those that are no real devices."""


@dataclass(slots=True, kw_only=True)
class _Followed:
    """What is known of a watcher's stream. Guarded by the lock."""

    stream: int | None = None
    """Its number at the server; None if there is none."""
    offered: str | None = None
    """The device that it was last told of while it had no stream."""


class PulseSoundSystem:
    """Implements `SoundSystem` on a PulseAudio server.

    Args:
        server: Its address; None for that of the environment.
    """

    def __init__(self, *, clock: Clock, server: str | None = None) -> None:
        self._clock = clock
        self._server = server
        self._lock = threading.Lock()
        self._followed: dict[StreamWatcher, _Followed] = {}
        self._thread: threading.Thread | None = None
        self._wanted_again = threading.Event()

    def devices(self) -> AudioDevices:
        with self._connected() as server:
            return _picture(server).devices

    def find(self, kind: DeviceKind, wanted: str) -> StreamTarget:
        place = choose_device(self.devices().of(kind), wanted)
        if place is None:
            raise no_device_error(kind)
        return StreamTarget.of(place, wanted)

    def input(self, spot: StreamTarget, stopped: Callable[[], None]) -> InputDevice:
        return PulseInput(
            device=spot.target,
            title=spot.place.device.title,
            clock=self._clock,
            on_stopped=stopped,
            server=self._server,
        )

    def output(self, spot: StreamTarget) -> OutputDevice:
        return PulseOutput(
            device=spot.target,
            title=spot.place.device.title,
            clock=self._clock,
            server=self._server,
        )

    def bind(
        self, watcher: StreamWatcher, spot: StreamTarget, device: InputDevice | OutputDevice
    ) -> None:
        number = device.number if isinstance(device, PulseInput | PulseOutput) else None
        if number is None:
            return
        with self._connected() as server:
            with self._lock:
                self._followed.setdefault(watcher, _Followed()).stream = number
            self._look_at(server, _picture(server), watcher, _streams(server, watcher.kind))

    def release(self, watcher: StreamWatcher) -> None:
        with self._lock:
            followed = self._followed.get(watcher)
            if followed is not None:
                followed.stream = followed.offered = None

    def follow(self, watcher: StreamWatcher) -> None:
        with self._lock:
            self._followed.setdefault(watcher, _Followed())
            if self._thread is None:
                self._thread = threading.Thread(target=self._main, name="pulse-watch", daemon=True)
                self._thread.start()

    def unfollow(self, watcher: StreamWatcher) -> None:
        """The thread ends within half a second of the last watcher."""
        with self._lock:
            self._followed.pop(watcher, None)
        self._wanted_again.set()

    @contextmanager
    def _connected(self) -> Generator[_Server]:
        with pulse_connection(self._server) as server:
            yield cast("_Server", server)

    # The watching thread.

    def _main(self) -> None:
        attempts = 0
        while self._is_needed():
            try:
                with self._connected() as server:
                    attempts = 0
                    self._watch(server)
                return
            except DeviceError:
                self._forget_streams()
                wait_s = _RECONNECT_AFTER_S[min(attempts, len(_RECONNECT_AFTER_S) - 1)]
                attempts += 1
                self._wanted_again.wait(wait_s)
                self._wanted_again.clear()
            except Exception:  # noqa: BLE001  # a thread's main function: a bug must not go unseen
                _log.exception("The sound server cannot be followed any more")
                with self._lock:
                    self._thread = None
                return

    def _is_needed(self) -> bool:
        with self._lock:
            if not self._followed:
                self._thread = None  # under the same lock as `follow` looks
                return False
            return True

    def _watch(self, server: _Server) -> None:
        stop = load_pulsectl().PulseLoopStop
        is_dirty = True

        def changed(event: Any) -> None:
            nonlocal is_dirty
            is_volume = event.t == "change" and event.facility in {"sink", "source"}
            if not is_volume:
                is_dirty = True
                raise stop

        server.event_callback_set(changed)
        server.event_mask_set("sink", "source", "server", "sink_input", "source_output")
        while self._is_needed():
            if is_dirty:
                is_dirty = False
                self._look(server)
            if not is_dirty:
                server.event_listen(timeout=_TICK_S)
            if is_dirty:
                time.sleep(_CALM_S)

    def _look(self, server: _Server) -> None:
        picture = _picture(server)
        streams = {kind: _streams(server, kind) for kind in DeviceKind}
        with self._lock:
            watchers = tuple(self._followed)
        for watcher in watchers:
            self._look_at(server, picture, watcher, streams[watcher.kind])

    def _look_at(
        self, server: _Server, picture: _Picture, watcher: StreamWatcher, streams: Sequence[_Stream]
    ) -> None:
        devices = picture.devices.of(watcher.kind)
        with self._lock:
            followed = self._followed.get(watcher)
            if followed is None:
                return
            number = followed.stream
            if number is None:
                self._offer(watcher, followed, devices)
                return
        stream = _numbered(streams, number)
        if stream is None:  # it may be younger than the list
            stream = _numbered(_streams(server, watcher.kind), number)
        if stream is None:
            self._lose(watcher, number)
            return
        where = picture.name_by_index[watcher.kind].get(_device_index(stream, watcher.kind))
        if where is None:
            return  # on its way; an event tells when it has arrived
        place = place_stream(devices, wanted=watcher.wanted, at=where)
        if place is None:
            self._lose(watcher, number)
            return
        is_moved = place.device.name != where
        if is_moved and not self._move(server, picture, watcher.kind, number, place.device):
            return  # the device has just gone, and an event tells of it
        with self._lock:
            is_current = self._is_at(watcher, number)
        if is_current:
            watcher.mailbox.place(place, devices=devices)

    @staticmethod
    def _offer(watcher: StreamWatcher, followed: _Followed, devices: Sequence[DeviceInfo]) -> None:
        """Report once that there is something to open. Called with the lock held."""
        choice = choose_device(devices, watcher.wanted)
        offered = choice.device.name if choice is not None else None
        if offered is not None and offered != followed.offered:
            watcher.mailbox.put(DeviceAvailable())
        followed.offered = offered

    def _is_at(self, watcher: StreamWatcher, number: int) -> bool:
        followed = self._followed.get(watcher)
        return followed is not None and followed.stream == number

    def _move(
        self, server: _Server, picture: _Picture, kind: DeviceKind, number: int, to: DeviceInfo
    ) -> bool:
        index = picture.index_by_name[kind][to.name]
        try:
            if kind is DeviceKind.OUTPUT:
                server.sink_input_move(number, index)
            else:
                server.source_output_move(number, index)
        except load_pulsectl().PulseOperationFailed:
            _log.info("The sound server does not move a stream")
            return False
        return True

    def _lose(self, watcher: StreamWatcher, number: int) -> None:
        with self._lock:
            if not self._is_at(watcher, number):
                return
            self._followed[watcher].stream = None
            self._followed[watcher].offered = None
        watcher.mailbox.put(DeviceGone(reason=gone_reason(watcher.kind)))

    def _forget_streams(self) -> None:
        """The server is away, and with it every stream."""
        with self._lock:
            lost = [
                (watcher, followed.stream)
                for watcher, followed in self._followed.items()
                if followed.stream is not None
            ]
            for followed in self._followed.values():
                followed.offered = None
        for watcher, number in lost:
            self._lose(watcher, number)


def _picture(server: _Server) -> _Picture:
    info = server.server_info()
    sinks, sources = server.sink_list(), server.source_list()
    microphones = [source for source in sources if source.monitor_of_sink_name is None]
    speakers = [sink for sink in sinks if sink.name != _NOWHERE]
    return _Picture(
        devices=AudioDevices(
            inputs=_infos(microphones, info.default_source_name),
            outputs=_infos(speakers, info.default_sink_name),
        ),
        index_by_name={
            DeviceKind.INPUT: {device.name: device.index for device in microphones},
            DeviceKind.OUTPUT: {device.name: device.index for device in speakers},
        },
        name_by_index={
            DeviceKind.INPUT: {device.index: device.name for device in sources},
            DeviceKind.OUTPUT: {device.index: device.name for device in sinks},
        },
    )


def _infos(devices: Sequence[_Device], default: str) -> tuple[DeviceInfo, ...]:
    return tuple(
        DeviceInfo(
            name=device.name,
            description=device.description or "",
            is_default=device.name == default,
        )
        for device in devices
    )


def _streams(server: _Server, kind: DeviceKind) -> Sequence[Any]:
    if kind is DeviceKind.OUTPUT:
        return server.sink_input_list()
    return server.source_output_list()


def _numbered(streams: Sequence[_Stream], number: int) -> _Stream | None:
    return next((stream for stream in streams if stream.index == number), None)


def _device_index(stream: Any, kind: DeviceKind) -> int:
    return int(stream.sink if kind is DeviceKind.OUTPUT else stream.source)
