"""What the two presenters of this window share: where they fit, and the way to its thread."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal, Slot

from assistant.channels.desktop.questions.model.nearness import NEAR_CHANNELS
from assistant.questions.model.question import Channel, Origin, QuestionSet


class DesktopPresenter(QObject):
    """The part of `Presenter` that is the same for a dialog and for text. Create it on the GUI thread."""

    _called = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._called.connect(self._run, Qt.ConnectionType.QueuedConnection)

    @property
    def channel(self) -> Channel:
        """The channel it presents on."""
        return Channel.DESKTOP

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came from somebody at this machine, so that a window reaches them."""
        return where.channel in NEAR_CHANNELS

    def _on_gui_thread(self, call: Callable[[], None]) -> None:
        """Have a function called on the GUI thread; may itself be called on any."""
        self._called.emit(call)

    @Slot(object)
    def _run(self, call: Callable[[], None]) -> None:
        call()
