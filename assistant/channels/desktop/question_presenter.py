"""Puts questions on the screen for the question desk: the way from its loop to the dialogs and back."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from assistant.channels.desktop.question_dialog import LINGER_MS, QuestionDialog
from assistant.channels.desktop.theme import Theme
from assistant.clock import Clock
from assistant.questions.model import Channel, Draft, Origin, QuestionSet, Response
from assistant.questions.presenting import Presentation


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A question to put, and whom to tell about it. Its functions may be called on any thread."""

    questions: QuestionSet
    draft: Draft
    presentation: Presentation
    respond: Callable[[Response | None], None]


class QuestionDialogs(QObject):
    """The dialogs of all questions that are put here, one in front at a time, oldest first.

    Attributes:
        composing: Whether the person is typing in the window; a dialog does not take the focus then.
    """

    def __init__(
        self,
        *,
        theme: Theme,
        clock: Clock,
        arm_delay_s: float,
        composing: Callable[[], bool],
        window: QWidget | None = None,
        linger_ms: int = LINGER_MS,
    ) -> None:
        super().__init__(window)
        self._theme = theme
        self._clock = clock
        self._arm_delay_s = arm_delay_s
        self._linger_ms = linger_ms
        self.composing = composing
        self._window = window
        self._requests: dict[str, Request] = {}
        self._aside: set[str] = set()
        """Closed without an answer; they wait in the list."""
        self._front: QuestionDialog | None = None

    @property
    def front(self) -> QuestionDialog | None:
        """The dialog that is shown."""
        return self._front

    @property
    def waiting(self) -> int:
        """How many questions are put here, the shown one included."""
        return len(self._requests)

    def put(self, request: Request) -> None:
        """Show a question, or let it wait behind the one that is shown."""
        self._requests[request.questions.id] = request
        self._aside.discard(request.questions.id)
        self._advance()

    def withdraw(self, questions_id: str) -> None:
        """Take a question away: it was settled elsewhere."""
        self._requests.pop(questions_id, None)
        self._aside.discard(questions_id)
        front = self._front
        if front is not None and front.questions.id == questions_id:
            self._front = None
            if not front.is_settled:
                front.withdraw()
                front.deleteLater()
        self._advance()

    def show_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made on another channel."""
        request = self._requests.get(questions_id)
        if request is None:
            return
        self._requests[questions_id] = replace(request, draft=draft)
        if self._front is not None and self._front.questions.id == questions_id:
            self._front.show_draft(draft)

    def open(self, questions_id: str) -> bool:
        """Bring a question to the front because the person asked for it.

        Returns:
            False if it is not put here.
        """
        if questions_id not in self._requests:
            return False
        front = self._front
        if front is not None and front.questions.id != questions_id:
            self._front = None
            front.hide()
            front.deleteLater()
        self._aside.discard(questions_id)
        if self._front is None:
            self._show(self._requests[questions_id], by_hand=True)
        else:
            self._activate(self._front)
        return True

    def close_all(self) -> None:
        """Take every dialog away; nothing is answered."""
        self._requests.clear()
        self._aside.clear()
        if self._front is not None:
            front, self._front = self._front, None
            front.withdraw()
            front.deleteLater()

    def _advance(self) -> None:
        if self._front is None:
            following = next(
                (r for key, r in self._requests.items() if key not in self._aside), None
            )
            if following is not None:
                self._show(following, by_hand=False)
        if self._front is not None:
            self._front.set_waiting(len(self._requests) - 1)

    def _show(self, request: Request, *, by_hand: bool) -> None:
        questions_id = request.questions.id
        try:
            dialog = QuestionDialog(
                questions=request.questions,
                draft=request.draft,
                theme=self._theme,
                clock=self._clock,
                arm_delay_s=self._arm_delay_s,
                linger_ms=self._linger_ms,
                parent=self._window,
            )
        except BaseException:
            self._requests.pop(questions_id, None)
            request.respond(None)  # stays open elsewhere
            raise
        self._front = dialog
        # Never straight to the presentation: the engine may drop it on its own thread, and PySide
        # would then undo the connection there while the dialog goes here, which crashes.
        dialog.appeared.connect(partial(self._appeared, questions_id))
        dialog.touched.connect(partial(self._touched, questions_id))
        dialog.draft_changed.connect(partial(self._draft_changed, questions_id))
        dialog.responded.connect(partial(self._responded, questions_id))
        dialog.put_aside.connect(partial(self._put_aside, questions_id))
        takes_focus = by_hand or self._may_take_focus()
        dialog.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not takes_focus)
        dialog.show()
        dialog.set_waiting(len(self._requests) - 1)
        if takes_focus:
            self._activate(dialog)
        else:
            QApplication.alert(dialog)

    def _may_take_focus(self) -> bool:
        """Only from our own window, and only if nothing is being typed there."""
        return QApplication.activeWindow() is not None and not self.composing()

    @staticmethod
    def _activate(dialog: QuestionDialog) -> None:
        dialog.raise_()
        dialog.activateWindow()

    def _appeared(self, questions_id: str) -> None:
        request = self._requests.get(questions_id)
        if request is not None:
            request.presentation.shown()

    def _touched(self, questions_id: str) -> None:
        request = self._requests.get(questions_id)
        if request is not None:
            request.presentation.touched()

    def _draft_changed(self, questions_id: str, draft: Draft) -> None:
        request = self._requests.get(questions_id)
        if request is not None:
            self._requests[questions_id] = replace(request, draft=draft)
            request.presentation.draft_changed(draft)

    def _responded(self, questions_id: str, response: Response) -> None:
        request = self._requests.pop(questions_id, None)
        if request is None:
            return
        request.respond(response)
        dialog = self._front
        if dialog is not None and dialog.questions.id == questions_id:
            dialog.closed.connect(partial(self._over, dialog))

    def _over(self, dialog: QuestionDialog) -> None:
        if self._front is dialog:
            self._front = None
        dialog.deleteLater()
        self._advance()

    def _put_aside(self, questions_id: str) -> None:
        self._aside.add(questions_id)
        if self._front is not None:
            self._front.deleteLater()
            self._front = None
        self._advance()


class _Hop(QObject):
    """Brings calls to the GUI thread. Created there."""

    put = Signal(object)
    withdraw = Signal(str)
    draft = Signal(str, object)

    def __init__(self, dialogs: QuestionDialogs) -> None:
        super().__init__()
        self._dialogs = dialogs
        queued = Qt.ConnectionType.QueuedConnection
        self.put.connect(self._put, queued)
        self.withdraw.connect(self._withdraw, queued)
        self.draft.connect(self._draft, queued)

    @Slot(object)
    def _put(self, request: Request) -> None:
        self._dialogs.put(request)

    @Slot(str)
    def _withdraw(self, questions_id: str) -> None:
        self._dialogs.withdraw(questions_id)

    @Slot(str, object)
    def _draft(self, questions_id: str, draft: Draft) -> None:
        self._dialogs.show_draft(questions_id, draft)


class DesktopPresenter:
    """Implements `Presenter` for the window.

    Create it on the GUI thread; `present` and `update_draft` run on the engine loop. Stop the engine
    before the program's widgets go.
    """

    def __init__(self, *, dialogs: QuestionDialogs) -> None:
        self._hop: Final = _Hop(dialogs)

    @property
    def channel(self) -> Channel:
        """The channel it presents on."""
        return Channel.DESKTOP

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came from somebody at this machine, so that a window reaches them."""
        return where.channel in {Channel.DESKTOP, Channel.VOICE, Channel.MCP, Channel.API}

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Show the dialog and wait for the response; withdraws it when cancelled.

        Returns:
            The response, or None if the dialog could not be shown.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Response | None] = loop.create_future()

        def settle(response: Response | None) -> None:
            if not answer.done():
                answer.set_result(response)

        def respond(response: Response | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(settle, response)

        self._hop.put.emit(
            Request(questions=questions, draft=draft, presentation=desk, respond=respond)
        )
        try:
            return await answer
        except asyncio.CancelledError:
            self._hop.withdraw.emit(questions.id)
            raise

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made on another channel."""
        self._hop.draft.emit(questions_id, draft)
