"""A notification, and how a desktop's notification service is told of it. Values only."""

from dataclasses import dataclass, field
from enum import IntEnum
from html import escape
from typing import Final

OPEN: Final = "default"
"""The button that a click on the notification itself stands for, as the specification names it."""


class Urgency(IntEnum):
    """How much a notification matters, as the specification counts it."""

    LOW = 0
    NORMAL = 1
    CRITICAL = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationButton:
    """Something to do about it."""

    key: str
    """Unique in its notification."""
    caption: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    """What is told; plain text."""

    key: str
    """One of the same key takes its place."""
    title: str
    body: str = ""
    choices: str = ""
    """What the buttons offer, for services that show none."""
    buttons: tuple[NotificationButton, ...] = ()
    urgency: Urgency = Urgency.NORMAL
    stays: bool = False
    """Whether it stands until something is done about it."""
    sounds: bool = False
    """Whether it comes with the desktop's sound for messages, which do-not-disturb leaves out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceAbilities:
    """What a notification service can do, by the names of the specification."""

    names: frozenset[str] = field(default_factory=frozenset[str])

    @property
    def has_buttons(self) -> bool:
        """Whether it shows buttons and tells of clicks."""
        return "actions" in self.names

    def body(self, notification: Notification) -> str:
        """Return the text below the title, with nothing in it that it would read as markup."""
        lines = [notification.body]
        if not self.has_buttons:
            lines.append(notification.choices)
        text = "\n".join(line for line in lines if line)
        return escape(text, quote=False) if "body-markup" in self.names else text

    def actions(self, notification: Notification) -> list[str]:
        """Return keys and captions in turn."""
        if not self.has_buttons:
            return []
        return [part for one in notification.buttons for part in (one.key, one.caption)]

    @staticmethod
    def expires_ms(notification: Notification) -> int:
        """Return after how long it goes by itself: 0 for never, -1 as the service likes."""
        return 0 if notification.stays else -1
