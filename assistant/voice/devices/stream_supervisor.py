"""Where a stream sits: it is opened within its time, and followed from one device to another.

What both kinds of device have in common. The sound system below may hang, raise anything, or call
back when it should not; what is above sees errors of one kind, within the limits, and silence after
`close`.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final

from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.devices.binding import (
    DeviceAvailable,
    DeviceEvent,
    DeviceEventQueue,
    DeviceGone,
)
from assistant.voice.devices.call_timeouts import CallTimeoutError, TimedCalls
from assistant.voice.devices.missing_device import no_answer_error, stopped_reason
from assistant.voice.devices.policy.selection import DeviceKind
from assistant.voice.devices.protocols import InputDevice, OutputDevice
from assistant.voice.devices.sound_system import SoundSystem, StreamTarget, StreamWatcher

_log = logging.getLogger(__name__)

OPEN_LIMIT_S: Final = 5.0
"""Longest time for finding a device and opening it. Bluetooth takes up to two seconds."""
CLOSE_LIMIT_S: Final = 0.45
"""Longest time for closing; a stream that hangs is left behind."""


class OpeningGate:
    """Says whether an opening still counts; what an older one brings is ignored."""

    def __init__(self) -> None:
        self.is_open = True


Connect = Callable[[StreamTarget, OpeningGate], InputDevice | OutputDevice]
"""Opens a device at a spot; whatever it raises is a reason why that cannot be done."""


class StreamSupervisor:
    """Opens and closes for a device, and follows where its sound goes.

    Args:
        wanted: As in the settings; empty for the system's default.
        open_limit_s: Longest time for opening, in seconds.
        close_limit_s: Longest time for closing, in seconds.
    """

    def __init__(
        self,
        *,
        kind: DeviceKind,
        wanted: str,
        sound: SoundSystem,
        open_limit_s: float = OPEN_LIMIT_S,
        close_limit_s: float = CLOSE_LIMIT_S,
    ) -> None:
        self._kind = kind
        self._sound = sound
        self._open_limit_s = open_limit_s
        self._close_limit_s = close_limit_s
        self._mailbox = DeviceEventQueue(wanted)
        self._watcher = StreamWatcher(kind=kind, wanted=wanted, mailbox=self._mailbox)
        self._limits = TimedCalls(f"{kind.value}-call")
        self._gate = OpeningGate()
        self._is_over = False
        self._device: InputDevice | OutputDevice | None = None
        self._name = wanted

    @property
    def name(self) -> str:
        """The user's name of the device in use, or the one asked for."""
        place = self._mailbox.last_placement
        return place.device.title if place is not None else self._name

    def watch(self) -> None:
        """Begin to follow; idempotent."""
        self._is_over = False
        self._sound.follow(self._watcher)

    def news(self) -> Sequence[DeviceEvent]:
        """Events since the last call, oldest first; any thread, never blocks."""
        return self._mailbox.take()

    def reopen(self) -> None:
        """Have the device opened again; any thread, returns at once."""
        self._mailbox.put(DeviceAvailable())

    def unwatch(self) -> None:
        """Stop following, and let an opening give up, now or later; any thread, idempotent."""
        self._is_over = True
        self._limits.abandon()
        self._sound.unfollow(self._watcher)

    def stopped(self, gate: OpeningGate) -> None:
        """A stream ended by itself; any thread."""
        if gate.is_open:
            self._mailbox.put(DeviceGone(reason=stopped_reason(self._kind)))

    def open(self, connect: Connect) -> None:
        """Find the device and open it.

        Raises:
            DeviceError: If that fails, in whatever way, takes too long, or nobody watches any more.
        """
        self.close()
        epoch = self._limits.epoch  # before the look: `unwatch` does it the other way round
        if self._is_over:
            raise DeviceError(_("The sound system does not answer."))
        self._mailbox.forget(DeviceGone, DeviceAvailable)
        gate = self._gate = OpeningGate()

        def opened() -> tuple[StreamTarget, InputDevice | OutputDevice]:
            spot = self._sound.find(self._kind, self._watcher.wanted)
            device = connect(spot, gate)
            try:
                if gate.is_open:
                    self._sound.bind(self._watcher, spot, device)
            except BaseException:
                device.close()
                raise
            return spot, device

        try:
            spot, self._device = self._limits.run(
                opened,
                self._open_limit_s,
                late=lambda result: result[1].close(),
                epoch=epoch,
            )
        except DeviceError:
            self._give_up(gate)
            raise
        except CallTimeoutError as error:
            self._give_up(gate)
            raise no_answer_error() from error
        except Exception as error:
            self._give_up(gate)
            _log.exception("The sound system failed to open a device")
            raise DeviceError(
                _("The sound system failed: {reason}.").format(
                    reason=str(error) or type(error).__name__
                )
            ) from error
        self._mailbox.forget(DeviceAvailable)  # reported while nothing was open yet
        self._name = spot.place.device.title

    def _give_up(self, gate: OpeningGate) -> None:
        gate.is_open = False
        self._sound.release(self._watcher)

    def close(self) -> None:
        """Close what is open, in time; idempotent."""
        self._gate.is_open = False
        device, self._device = self._device, None
        if device is None:
            return
        self._sound.release(self._watcher)
        try:
            self._limits.run(device.close, self._close_limit_s)
        except CallTimeoutError:
            _log.warning("The device %s does not close; it is left behind", self._name)
        except Exception:  # noqa: BLE001  # nothing can be done about a stream that is gone anyway
            _log.exception("The device %s failed to close", self._name)
