"""Says why the user cannot be heard, where they allow it, and tries again when they have."""

import sys
from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.dialogs import FittedDialog
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import dialog_buttons, vbox
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


class MicrophoneDialog(FittedDialog):
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
        words = [plain_label(reason)]
        if hint:
            words.append(selectable(plain_label(hint, role="hint")))
        words.append(plain_label(settings_hint(platform)))
        close = push_button("microphone_close", _("Not now"), on_click=self.reject)
        buttons = [close]
        address = SETTINGS_ADDRESS.get(platform)
        if address is not None:
            buttons.append(
                push_button(
                    "microphone_settings",
                    text=_("Open the system's settings"),
                    on_click=lambda: open_address(address),
                )
            )
        again = push_button(
            "microphone_again", text=_("Try again"), role="primary", on_click=self.accept
        )
        again.setDefault(True)
        buttons.append(again)
        vbox(*words, dialog_buttons(*buttons), inside=self, margins=(20, 18, 20, 16), gap=12)
        self.accepted.connect(try_again)
        self.finished.connect(self.deleteLater)
