"""The desktop's notification service (Desktop Notifications Specification), over the session bus."""

from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from assistant.channels.desktop.desktop_entry import APP_ID
from assistant.channels.desktop.notifications.model.notification import (
    Notification,
    ServiceAbilities,
)
from assistant.channels.desktop.notifications.session_bus import (
    Address,
    BusSignal,
    Reply,
    SessionBus,
)

NAME: Final = "org.freedesktop.Notifications"
_SOUND: Final = "message-new-instant"
"""By the Sound Naming Specification."""
_SERVICE: Final = Address(name=NAME, path="/org/freedesktop/Notifications", interface=NAME)


class NotificationService(QObject):
    """Shows notifications and takes them away. GUI thread; waits for nobody.

    Signals:
        pressed: The user clicked; carries the keys of notification and button, and the token with
            which the desktop lets a window take the focus, or "".
        shown: It stands before the user; carries its key.
        gone: It is closed, by the user or because its time was up; carries its key.
        failed: Nobody shows it; carries its key.
    """

    pressed = Signal(str, str, str)
    shown = Signal(str)
    gone = Signal(str)
    failed = Signal(str)

    def __init__(self, bus: SessionBus, *, icon: QImage, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bus = bus
        self._picture = _picture(icon)
        self._owner = ""
        self._abilities: ServiceAbilities | None = None
        self._is_asked = False
        self._wanted: dict[str, Notification] = {}
        """What is to stand."""
        self._unsent: dict[str, Notification] = {}
        """What waits until it is known what the service can do."""
        self._in_flight: set[str] = set()
        """What the service was told, and has not answered."""
        self._ids: dict[str, int] = {}
        self._tokens: dict[int, str] = {}
        bus.came.connect(self._came)
        bus.owner_changed.connect(self._owner_changed)
        if bus.is_open:
            bus.listen(NAME, NAME)
            bus.watch(NAME)

    def show(self, notification: Notification) -> None:
        self._wanted[notification.key] = notification
        self._unsent[notification.key] = notification
        if self._abilities is None:
            self._ask()
        else:
            self._send()

    def withdraw(self, key: str) -> None:
        self._wanted.pop(key, None)
        self._unsent.pop(key, None)
        number = self._ids.pop(key, None)
        if number is not None:
            self._close(number)

    def close(self) -> None:
        """Take all away: the program ends, and nobody hears a click any more."""
        for key in tuple(self._wanted):
            self.withdraw(key)

    def _ask(self) -> None:
        if not self._is_asked:
            self._is_asked = True
            self._bus.call(_SERVICE, "GetCapabilities", then=self._told)

    def _told(self, reply: Reply | None) -> None:
        self._is_asked = False
        if reply is None:
            unsent, self._unsent = self._unsent, {}
            for key in unsent:
                self._fail(key)
            return
        names: Any = reply.body[0] if reply.body else ()
        self._abilities = ServiceAbilities(names=frozenset(map(str, names)))
        self._send()

    def _send(self) -> None:
        abilities = self._abilities or ServiceAbilities()
        unsent, self._unsent = self._unsent, {}
        for key, notification in unsent.items():
            body = (
                "Parley",
                self._ids.get(key, 0),
                "",
                notification.title,
                abilities.body(notification),
                abilities.actions(notification),
                {
                    "urgency": ("y", int(notification.urgency)),
                    "desktop-entry": ("s", APP_ID),
                    "image-data": ("(iiibiiay)", self._picture),
                    **({"sound-name": ("s", _SOUND)} if notification.sounds else {}),
                },
                abilities.expires_ms(notification),
            )
            self._in_flight.add(key)
            self._bus.call(
                _SERVICE, "Notify", "susssasa{sv}i", body, then=partial(self._stands, notification)
            )

    def _stands(self, notification: Notification, reply: Reply | None) -> None:
        key = notification.key
        self._in_flight.discard(key)
        match reply:
            case Reply(sender=str(sender), body=(int(number),)):
                self._owner = sender
                if self._wanted.get(key) is not notification:  # it was withdrawn meanwhile
                    if self._ids.get(key) != number:
                        self._close(number)
                    return
                self._ids[key] = number
                self.shown.emit(key)
            case _:
                if self._wanted.get(key) is notification:
                    self._fail(key)

    def _fail(self, key: str) -> None:
        self._wanted.pop(key, None)
        self._ids.pop(key, None)
        self.failed.emit(key)

    def _close(self, number: int) -> None:
        self._bus.call(_SERVICE, "CloseNotification", "u", (number,))

    def _owner_changed(self, name: str, owner: str) -> None:
        """Show at the next service what stood at one that is gone."""
        if name != NAME or owner == self._owner:
            return
        if self._owner:
            self._ids.clear()
            self._tokens.clear()
            self._abilities = None
        self._owner = owner
        if owner:
            for key, notification in tuple(self._wanted.items()):
                if key not in self._ids and key not in self._unsent and key not in self._in_flight:
                    self.show(notification)

    def _came(self, signal: BusSignal) -> None:
        if signal.interface != NAME or not self._owner or signal.sender != self._owner:
            return  # anybody can say so; only the service knows
        match signal.member, signal.body:
            case "ActivationToken", (int(number), str(token)):
                if self._key_of(number) is not None:
                    self._tokens[number] = token
            case "ActionInvoked", (int(number), str(button)):
                key = self._key_of(number)
                if key is not None:
                    self.pressed.emit(key, button, self._tokens.pop(number, ""))
            case "NotificationClosed", (int(number), int()):
                self._tokens.pop(number, None)
                key = self._key_of(number)
                if key is not None:
                    del self._ids[key]
                    self._wanted.pop(key, None)
                    self.gone.emit(key)
            case _:
                pass

    def _key_of(self, number: int) -> str | None:
        return next((key for key, known in self._ids.items() if known == number), None)


def _picture(icon: QImage) -> tuple[int, int, int, bool, int, int, bytes]:
    """Return an image as the specification's `image-data`."""
    image = icon.convertToFormat(QImage.Format.Format_RGBA8888)
    data = bytes(image.constBits())
    return image.width(), image.height(), image.bytesPerLine(), True, 8, 4, data
