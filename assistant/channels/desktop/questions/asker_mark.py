"""The mark that tells one program that asks from another."""

from PySide6.QtWidgets import QFrame, QSizePolicy

from assistant.channels.desktop.widgets.labels import restyle
from assistant.questions.form.mark_colours import mark_name
from assistant.questions.model.asker import Asker


class AskerMark(QFrame):
    """The mark of an asker, a circle or a square; gone where nobody is named."""

    def __init__(self, asker: Asker | None = None) -> None:
        super().__init__()
        self.setObjectName("asker_mark")
        self.setProperty("role", "mark")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_asker(asker)

    def show_asker(self, asker: Asker | None) -> None:
        """Become the mark of another."""
        self.setProperty("mark", "" if asker is None else str(asker.mark))
        self.setHidden(asker is None)
        self.setAccessibleName("" if asker is None else mark_name(asker.mark))
        restyle(self)
