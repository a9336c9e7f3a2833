"""Puts questions into the conversation as text when no dialog can show them."""

import asyncio
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal, Slot

from assistant.questions.desk.presenter import Presentation
from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response


class _Hop(QObject):
    """Brings calls to the GUI thread. Created there."""

    put = Signal(object, object, object)
    draft = Signal(str, object)
    withdraw = Signal(str)

    def __init__(
        self,
        *,
        show: Callable[[QuestionSet, Draft], None],
        update: Callable[[str, Draft], None],
        hide: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._show, self._update, self._hide = show, update, hide
        queued = Qt.ConnectionType.QueuedConnection
        self.put.connect(self._put, queued)
        self.draft.connect(self._draft, queued)
        self.withdraw.connect(self._withdraw, queued)

    @Slot(object, object, object)
    def _put(self, questions: QuestionSet, draft: Draft, desk: Presentation) -> None:
        self._show(questions, draft)
        desk.shown()

    @Slot(str, object)
    def _draft(self, questions_id: str, draft: Draft) -> None:
        self._update(questions_id, draft)

    @Slot(str)
    def _withdraw(self, questions_id: str) -> None:
        self._hide(questions_id)


class TextListPresenter:
    """Implements `Presenter` for the transcript; to be registered as a fallback.

    It gives no response itself: what is typed in the input line reaches the desk as words of the
    chat. Create it on the GUI thread; `present` and `update_draft` run on the engine loop.

    Args:
        show: Shows a question as text. All three are called on the GUI thread.
        update: Shows other selections of it.
        hide: Shows it as text no more.
    """

    def __init__(
        self,
        *,
        show: Callable[[QuestionSet, Draft], None],
        update: Callable[[str, Draft], None],
        hide: Callable[[str], None],
    ) -> None:
        self._hop: Final = _Hop(show=show, update=update, hide=hide)

    @property
    def channel(self) -> Channel:
        """The channel it presents on."""
        return Channel.DESKTOP

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came from somebody at this machine."""
        return where.channel in {Channel.DESKTOP, Channel.VOICE, Channel.MCP, Channel.API}

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Show the question until it is settled elsewhere, which cancels this."""
        self._hop.put.emit(questions, draft, desk)
        try:
            return await asyncio.get_running_loop().create_future()
        finally:
            self._hop.withdraw.emit(questions.id)

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made on another channel."""
        self._hop.draft.emit(questions_id, draft)
