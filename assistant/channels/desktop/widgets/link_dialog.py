"""Asks before a link is opened, showing where it really leads."""

from collections.abc import Callable

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.locale import _


class LinkDialog(QDialog):
    """Shows a link's whole address, its host in ASCII so that look-alike letters show."""

    def __init__(
        self,
        *,
        address: str,
        open_link: Callable[[str], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        encoded = bytes(QUrl(address).toEncoded().data()).decode("ascii")
        self.setWindowTitle(_("Open this link?"))
        self.setMinimumWidth(380)
        self._address = selectable(plain_label(encoded, mono=True))
        self._address.setObjectName("address")
        cancel = QPushButton(_("Cancel"))
        cancel.setObjectName("link_cancel")
        cancel.setDefault(True)
        cancel.clicked.connect(self.reject)
        go_on = QPushButton(_("Open"))
        go_on.setObjectName("link_open")
        go_on.setProperty("role", "primary")
        go_on.setAutoDefault(False)
        go_on.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(go_on)
        box = QVBoxLayout(self)
        box.setContentsMargins(20, 18, 20, 16)
        box.setSpacing(12)
        box.addWidget(plain_label(_("This link leads outside Parley:")))
        box.addWidget(self._address)
        box.addLayout(buttons)
        self.accepted.connect(lambda: open_link(encoded))
        self.finished.connect(self.deleteLater)
        cancel.setFocus()
