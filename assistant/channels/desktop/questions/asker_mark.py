"""The coloured dot that tells one program that asks from another."""

from PySide6.QtWidgets import QFrame, QSizePolicy

from assistant.channels.desktop.widgets.labels import restyle
from assistant.questions.model.asker import Asker


class AskerMark(QFrame):
    """A dot in the colour of an asker; gone where nobody is named. The title beside it says the same."""

    def __init__(self, asker: Asker | None = None) -> None:
        super().__init__()
        self.setObjectName("asker_mark")
        self.setProperty("role", "mark")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_asker(asker)

    def show_asker(self, asker: Asker | None) -> None:
        """Take the colour of another."""
        self.setProperty("mark", "" if asker is None else str(asker.mark))
        self.setHidden(asker is None)
        restyle(self)
