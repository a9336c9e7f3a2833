"""Asks before a link is opened, showing where it really leads."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QWidget

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.locale import _

if TYPE_CHECKING:
    from assistant.tools.system.model.addresses import OpenableAddress


class LinkDialog(QDialog):
    """Shows a link's whole address as it is opened; its host in ASCII, and what that looks like."""

    def __init__(
        self, *, address: "OpenableAddress", open_link: Callable[[str], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Open this link?"))
        self.setMinimumWidth(380)
        cancel = push_button("link_cancel", _("Cancel"), on_click=self.reject)
        cancel.setDefault(True)
        go_on = push_button("link_open", _("Open"), role="primary", on_click=self.accept)
        vbox(
            plain_label(_("This link leads outside Parley:")),
            selectable(plain_label(address.written, name="address", mono=True)),
            *_beware(address),
            hbox(STRETCH, cancel, go_on),
            inside=self,
            gap=12,
            margins=(20, 18, 20, 16),
        )
        self.accepted.connect(lambda: open_link(address.written))
        self.finished.connect(self.deleteLater)
        cancel.setFocus()


def _beware(address: "OpenableAddress") -> tuple[QWidget, ...]:
    """Return what is said of a host with letters that may look like others."""
    if not address.readable_host:
        return ()
    text = _("Its name has letters that may look like others: {name}").format(
        name=address.readable_host
    )
    return (plain_label(text, name="address_beware"),)
