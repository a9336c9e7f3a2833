"""What the icon in the panel shows. Pure, but for the interface's language."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
    status_text,
)
from assistant.locale import ngettext

MOST_SHOWN: Final = 9
"""A badge has room for one digit."""


class TraySign(Enum):
    """What is drawn in the icon."""

    READY = "ready"
    MUTED = "muted"
    LISTENING = "listening"
    BUSY = "busy"
    SPEAKING = "speaking"
    WAITING = "waiting"


_SIGNS: Final = {
    AssistantActivity.LISTENING: TraySign.LISTENING,
    AssistantActivity.THINKING: TraySign.BUSY,
    AssistantActivity.USING_TOOL: TraySign.BUSY,
    AssistantActivity.SPEAKING: TraySign.SPEAKING,
    AssistantActivity.WAITING: TraySign.WAITING,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayState:
    """All that the icon shows; the same as the head of the window."""

    status: HeaderStatus = HeaderStatus()
    waiting: int = 0
    """How many questions and sessions of coding agents wait for the user."""

    @property
    def sign(self) -> TraySign:
        """What is drawn."""
        status = self.status
        if status.activity is AssistantActivity.IDLE:
            if status.is_waiting:
                return TraySign.WAITING
            return TraySign.MUTED if status.is_muted else TraySign.READY
        return _SIGNS[status.activity]

    @property
    def badge(self) -> str:
        """The number in the corner; empty if nothing waits."""
        if not self.waiting:
            return ""
        return str(self.waiting) if self.waiting <= MOST_SHOWN else f"{MOST_SHOWN}+"

    @property
    def text(self) -> str:
        """The same in words: `Parley: Ready · 2 wait for you`."""
        text = f"Parley: {status_text(self.status)}"
        if not self.waiting:
            return text
        waits = ngettext("{n} waits for you", "{n} wait for you", self.waiting)
        return f"{text} · {waits.format(n=self.waiting)}"
