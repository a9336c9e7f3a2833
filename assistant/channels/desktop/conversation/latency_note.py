"""What stands under spoken words that were answered aloud: how long the user waited."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton

from assistant.channels.desktop.conversation.model.turn_latency import TurnLatency
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_tip
from assistant.channels.desktop.widgets.model.short_text import seconds_text
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _


class LatencyNote(QToolButton):
    """Says how long the user waited; checked while where that time went is shown."""

    def __init__(self, *, theme: Theme, latency: TurnLatency) -> None:
        super().__init__()
        self.setObjectName("latency_note")
        self.setProperty("role", "note")
        self._theme = theme
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(12, 12))
        self.toggled.connect(self._repaint_icon)
        theme.changed.connect(self._repaint_icon)
        self._repaint_icon()
        self.setText(_("Reply began after {time}").format(time=seconds_text(latency.total_s)))
        about = _("Where the time went")
        self.setToolTip(plain_tip(about))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(about)

    def _repaint_icon(self) -> None:
        chevron = Icon.CHEVRON_DOWN if self.isChecked() else Icon.CHEVRON_RIGHT
        self.setIcon(self._theme.icon(chevron))
