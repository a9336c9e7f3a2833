"""The little warning in the header when the user's devices are not alike and the user can help."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Slot
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _
from assistant.protocol.sync import SyncListed
from assistant.sync.model.status import SyncStatus
from assistant.sync.model.status_text import attention_text, looked_at_again_in

if TYPE_CHECKING:
    from assistant.protocol.events import EngineEvent


class SyncChip(Translated, IconButton):
    """Hidden while all is well, and while what is wrong may be over in a moment."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(
            Icon.DEVICES,
            theme=context.theme,
            name="sync_chip",
            colour=lambda tokens: tokens.warning,
        )
        self._now = context.clock.now
        self._status = SyncStatus()
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.retranslate)
        self.hide()

    @Slot(object)
    def handle(self, event: "EngineEvent") -> None:
        """Take one event of the engine's; those about something else do nothing."""
        if isinstance(event, SyncListed):
            self._status = event.status
            self.retranslate()

    @override
    def retranslate(self) -> None:
        now = self._now()
        text = attention_text(self._status, now)
        self.setText(_("Devices") if text else "")
        self.describe(text)
        self.setVisible(bool(text))
        again = looked_at_again_in(self._status, now)
        if again is None:
            self._later.stop()
        else:
            self._later.start(max(1, round(again.total_seconds() * 1000)))
