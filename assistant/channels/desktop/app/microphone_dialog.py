"""Says why the user cannot be heard, where they allow it, and tries again when they have."""

import sys
from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.locale import _

SETTINGS_ADDRESS: Final = {
    "darwin": "x-apple.systempreferences:com.apple.preference.security?Privacy_Microphone",
    "win32": "ms-settings:privacy-microphone",
}
"""Where systems keep who may use the microphone, by `sys.platform`."""


def settings_hint(platform: str) -> str:
    """Say where a system keeps who may use the microphone, in the interface's language."""
    match platform:
        case "darwin":
            return _(
                "Open System Settings, Privacy & Security, Microphone, and allow it for Parley."
            )
        case "win32":
            return _("Open Settings, Privacy & security, Microphone, and allow it for apps.")
        case _:
            return _("Plug one in, or allow it in the system's sound settings, and try again.")


class MicrophoneDialog(QDialog):
    """Shown where somebody wants to speak and the microphone cannot be used.

    Args:
        reason: What is wrong.
        hint: What the sound system said, or empty.
        try_again: Asks for the microphone once more.
        open_address: Opens a page of the system's settings.
        platform: Which system, as `sys.platform` names it.
        parent: The window it belongs to.
    """

    def __init__(
        self,
        *,
        reason: str,
        hint: str,
        try_again: Callable[[], None],
        open_address: Callable[[str], None],
        platform: str = sys.platform,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("microphone_dialog")
        self.setWindowTitle(_("Microphone"))
        self.setMinimumWidth(380)
        box = QVBoxLayout(self)
        box.setContentsMargins(20, 18, 20, 16)
        box.setSpacing(12)
        box.addWidget(plain_label(reason))
        if hint:
            box.addWidget(selectable(plain_label(hint, role="hint")))
        box.addWidget(plain_label(settings_hint(platform)))
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        close = QPushButton(_("Not now"))
        close.setObjectName("microphone_close")
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        buttons.addWidget(close)
        address = SETTINGS_ADDRESS.get(platform)
        if address is not None:
            settings = QPushButton(_("Open the system's settings"))
            settings.setObjectName("microphone_settings")
            settings.setAutoDefault(False)
            settings.clicked.connect(lambda _checked=False: open_address(address))
            buttons.addWidget(settings)
        again = QPushButton(_("Try again"))
        again.setObjectName("microphone_again")
        again.setProperty("role", "primary")
        again.setDefault(True)
        again.clicked.connect(self.accept)
        buttons.addWidget(again)
        box.addLayout(buttons)
        self.accepted.connect(try_again)
        self.finished.connect(self.deleteLater)
