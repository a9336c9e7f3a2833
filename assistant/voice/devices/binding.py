"""What becomes of the device that a stream goes through.

Blocks of audio tell only half of it: a stream whose device was taken away may stay active and go
somewhere else, or nowhere.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from assistant.voice.devices.policy.selection import DeviceInfo, StreamPlacement
from assistant.voice.events import DeviceReason


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceInUse:
    """The sound goes through another device than before, or through its first one."""

    name: str
    """What a person calls it."""
    wanted: str
    """The one that was asked for, or that went; empty if neither is to be told."""
    reason: DeviceReason


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceGone:
    """The sound goes nowhere any more; it is to be closed. `reason` in the user's language."""

    reason: str


@dataclass(frozen=True, slots=True)
class DeviceAvailable:
    """There is something to open, or something better than what is open: open it again."""


DeviceEvent = DeviceInUse | DeviceGone | DeviceAvailable


def placement_reason(
    before: StreamPlacement | None, now: StreamPlacement, *, is_before_there: bool
) -> DeviceReason | None:
    """The event for a change of place; None if it is not worth reporting.

    Args:
        before: The place reported last; None if none was.
        now: The present one.
        is_before_there: Whether the device of `before` still exists.
    """
    if before is None:
        return DeviceReason.MISSING if now.is_fallback else DeviceReason.AS_WANTED
    if now.is_fallback:
        is_same = before.is_fallback and before.device.name == now.device.name
        return None if is_same else DeviceReason.MISSING
    if before.is_fallback:
        return DeviceReason.RETURNED
    if before.device.name == now.device.name:
        return None
    return DeviceReason.AS_WANTED if is_before_there else DeviceReason.REPLACED


class DeviceEventQueue:
    """News on its way from the watching thread to the one that owns the device.

    Args:
        wanted: As in the settings; empty for the system's default.
    """

    def __init__(self, wanted: str) -> None:
        self._wanted = wanted
        self._lock = threading.Lock()
        self._news: list[DeviceEvent] = []
        self._last_placement: StreamPlacement | None = None

    @property
    def last_placement(self) -> StreamPlacement | None:
        """Where the stream went last."""
        return self._last_placement

    def put(self, news: DeviceGone | DeviceAvailable) -> None:
        """Queue an event; any thread. Drops a repetition of the last one."""
        with self._lock:
            if not self._news or self._news[-1] != news:
                self._news.append(news)

    def forget(self, *kinds: type[DeviceGone] | type[DeviceAvailable]) -> None:
        """Remove queued events of these kinds, which an opening has overtaken; any thread."""
        with self._lock:
            self._news = [news for news in self._news if not isinstance(news, kinds)]

    def place(self, now: StreamPlacement, *, devices: Sequence[DeviceInfo]) -> None:
        """Note where the stream goes, and queue an event if it is worth reporting; any thread.

        Args:
            now: Where it goes.
            devices: Those that are there, of its kind.
        """
        with self._lock:
            before, self._last_placement = self._last_placement, now
            is_there = before is not None and any(
                device.name == before.device.name for device in devices
            )
            reason = placement_reason(before, now, is_before_there=is_there)
            if reason is None:
                return
            match reason:
                case DeviceReason.MISSING | DeviceReason.RETURNED:
                    wanted = self._wanted
                case DeviceReason.REPLACED:
                    wanted = before.device.title if before is not None else ""
                case DeviceReason.AS_WANTED:
                    wanted = ""
                case _:
                    assert_never(reason)
            self._news.append(DeviceInUse(name=now.device.title, wanted=wanted, reason=reason))

    def take(self) -> Sequence[DeviceEvent]:
        """Remove and return every event; any thread, never blocks longer than a copy."""
        with self._lock:
            news, self._news = self._news, []
        return news
