"""The field that chooses a microphone or a speaker among those that are there."""

import logging
import threading
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.fields import ChoiceField
from assistant.errors import AssistantError
from assistant.locale import _
from assistant.settings.schema import SettingValue
from assistant.voice.devices.policy.selection import (
    AudioDevices,
    DeviceInfo,
    DeviceKind,
    find_device,
)

_log = logging.getLogger(__name__)

ListDevices = Callable[[], AudioDevices]
"""Asks the sound system, which may take a moment.

Raises:
    DeviceError: If it does not answer.
"""


class DeviceLister(QObject):
    """Asks for the devices on a thread of its own and tells them on the GUI thread.

    Args:
        list_devices: Called on the thread, once at a time.

    Signals:
        listed: `AudioDevices`; not told if the sound system does not answer.
    """

    listed = Signal(object)
    _arrived = Signal(object)

    def __init__(self, *, list_devices: ListDevices) -> None:
        super().__init__()
        self._list_devices: Final = list_devices
        self._thread: threading.Thread | None = None
        self._arrived.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def request(self) -> None:
        """Ask, unless that is being done; returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._ask, name="device-list", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Wait for an answer that is under way, so that nobody tells it to what is gone."""
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join(timeout=5.0)

    def _ask(self) -> None:
        try:
            devices = self._list_devices()
        except AssistantError as error:
            _log.info("The devices cannot be listed: %s", error.message)
            self._arrived.emit(None)
        else:
            self._arrived.emit(devices)

    def _tell(self, devices: AudioDevices | None) -> None:
        self._thread = None
        if devices is not None:
            self.listed.emit(devices)


class DeviceField(ChoiceField):
    """The system's device, or one by name; the list is made anew whenever the page is opened."""

    def __init__(
        self,
        context: DesktopContext,
        *,
        section: str,
        key: str,
        kind: DeviceKind,
        lister: DeviceLister,
    ) -> None:
        self._kind = kind
        self._lister = lister
        self._there: tuple[DeviceInfo, ...] | None = None
        choices = (("", _("System default")),)
        super().__init__(context, section=section, key=key, choices=choices)
        lister.listed.connect(self._listed)

    @override
    def load(self) -> None:
        super().load()
        self._lister.request()

    @override
    def _show(self, value: SettingValue) -> None:
        chosen = str(value).strip()
        self.control.clear()
        self.control.addItem(_("System default"), "")
        for device in self._there or ():
            self.control.addItem(device.title, device.name)
        index = self.control.findData(chosen)
        if index < 0:  # a part of a name, or a device that is not plugged in
            self.control.addItem(self._absent(chosen), chosen)
            index = self.control.count() - 1
        self.control.setCurrentIndex(index)

    def _absent(self, wanted: str) -> str:
        if self._there is None or find_device(self._there, wanted) is not None:
            return wanted
        return _("{device} (not there)").format(device=wanted)

    def _listed(self, devices: AudioDevices) -> None:
        self._there = devices.of(self._kind)
        self._show(self._settings.get(self.section, self.key))
