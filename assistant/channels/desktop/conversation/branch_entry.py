"""What was said on a branch of the conversation that the user left by going back."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.conversation.collapsible_entries import CollapsibleCard
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _


class LeftBranchEntry(Translated, CollapsibleCard):
    """The entries of a branch that was left, folded; they can be read and nothing else."""

    def __init__(self, *, theme: Theme, entries: Sequence[QWidget]) -> None:
        super().__init__(theme=theme, role="branch", icon=Icon.BRANCH)
        self.entries = tuple(entries)
        for entry in entries:
            self._body_box.addWidget(entry)
        self.retranslate()

    @override
    def retranslate(self) -> None:
        self._head.setText(_("What came before you went back"))
