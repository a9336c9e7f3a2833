"""The button that names the persona and workspace in use."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.labels import plain_tip
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _
from assistant.protocol.conversation import ConversationOpened

if TYPE_CHECKING:
    from assistant.protocol.events import EngineEvent

ORDINARY: Final = "default"
"""Workspace and agent that the program ships; there is no need to name them all the time."""
_CHIP_LIMIT: Final = 24


def in_use_text(workspace: str, agent: str) -> str:
    """Return in few words which persona is in use where; empty for what is shipped."""
    names = [name for name in (agent, workspace) if name != ORDINARY]
    return " · ".join(names)


class PersonaSwitchButton(Translated, QToolButton):
    """A button that names the persona in use; a click is for choosing another.

    It hides while both are those that the program ships.
    """

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = ORDINARY
        self._agent = ORDINARY
        self.setObjectName("persona_switch")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def handle(self, event: "EngineEvent") -> None:
        """Take one event of the engine; those about something else do nothing."""
        if isinstance(event, ConversationOpened) and event.workspace:
            self.show_in_use(event.workspace, event.agent)

    def show_in_use(self, workspace: str, agent: str) -> None:
        """Name the workspace and persona that the conversation is held with."""
        self._workspace, self._agent = workspace, agent
        self.retranslate()

    @override
    def retranslate(self) -> None:
        text = in_use_text(self._workspace, self._agent)
        self.setText(elided(text, _CHIP_LIMIT))
        self.setVisible(bool(text))
        self.setToolTip(
            plain_tip(
                _("Persona {persona}, workspace {workspace}. Click to choose others.").format(
                    persona=self._agent, workspace=self._workspace
                )
            )
        )
        self.setAccessibleName(_("Workspace and persona"))
        self.setAccessibleDescription(self.toolTip())
