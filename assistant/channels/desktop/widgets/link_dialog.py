"""Asks before a link is opened, showing where it really leads."""

from collections.abc import Callable

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QDialog, QWidget

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.locale import _


class LinkDialog(QDialog):
    """Shows a link's whole address, its host in ASCII so that look-alike letters show."""

    def __init__(self, *, address: str, open_link: Callable[[str], None], parent: QWidget) -> None:
        super().__init__(parent)
        encoded = bytes(QUrl(address).toEncoded().data()).decode("ascii")
        self.setWindowTitle(_("Open this link?"))
        self.setMinimumWidth(380)
        cancel = push_button("link_cancel", _("Cancel"), on_click=self.reject)
        cancel.setDefault(True)
        go_on = push_button("link_open", _("Open"), role="primary", on_click=self.accept)
        vbox(
            plain_label(_("This link leads outside Parley:")),
            selectable(plain_label(encoded, name="address", mono=True)),
            hbox(STRETCH, cancel, go_on),
            inside=self,
            gap=12,
            margins=(20, 18, 20, 16),
        )
        self.accepted.connect(lambda: open_link(encoded))
        self.finished.connect(self.deleteLater)
        cancel.setFocus()
