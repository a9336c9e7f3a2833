"""What stands under spoken words that were answered aloud: how long the user waited."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton
from typing_extensions import override

from assistant.channels.desktop.conversation.model.turn_latency import TurnLatency
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_tip
from assistant.channels.desktop.widgets.model.short_text import seconds_text
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _


class LatencyNote(Translated, QToolButton):
    """Says how long the user waited; checked while where that time went is shown."""

    def __init__(self, *, theme: Theme, latency: TurnLatency) -> None:
        super().__init__()
        self.setObjectName("latency_note")
        self.setProperty("role", "note")
        self._theme = theme
        self._latency = latency
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(12, 12))
        self.toggled.connect(self.retranslate)
        theme.changed.connect(self.retranslate)
        self.retranslate()

    @override
    def retranslate(self) -> None:
        self.setText(_("Reply began after {time}").format(time=seconds_text(self._latency.total_s)))
        is_open = self.isChecked()
        self.setIcon(self._theme.icon(Icon.CHEVRON_DOWN if is_open else Icon.CHEVRON_RIGHT))
        about = _("Where the time went")
        self.setToolTip(plain_tip(about))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(about)
