"""How loud the microphone is."""

from typing import Final

from PySide6.QtWidgets import QProgressBar

from assistant.locale import _

_QUIETEST_DBFS: Final = -60


class LevelMeter(QProgressBar):
    """A bar that follows the loudness."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextVisible(False)
        self.setAccessibleName(_("Level of the microphone"))
        self.setRange(0, -_QUIETEST_DBFS)
        self.setValue(0)

    def show_level(self, dbfs: float) -> None:
        """Show how loud it is."""
        self.setValue(max(0, round(dbfs) - _QUIETEST_DBFS))
