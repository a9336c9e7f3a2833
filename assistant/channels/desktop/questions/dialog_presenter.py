"""Puts questions on the screen for the question desk: the way from its loop to the dialogs and back."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from assistant.channels.desktop.questions.desktop_presenter import DesktopPresenter
from assistant.channels.desktop.questions.model.file_references import FileResolver
from assistant.channels.desktop.style.scale import LINGER_MS
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.questions.desk.presenter import Presentation
from assistant.questions.form.similar_questions import alike, carry_over_response
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response
from assistant.questions.model.round_history import RoundHistory

if TYPE_CHECKING:
    from assistant.channels.desktop.questions.dialog.question_dialog import QuestionDialog

_log = logging.getLogger(__name__)


def dialog_class() -> "type[QuestionDialog]":
    """Import what questions are drawn with, if that was not done yet; any thread.

    The first window is on the screen without it.
    """
    from assistant.channels.desktop.questions.dialog.question_dialog import QuestionDialog

    return QuestionDialog


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogRequest:
    """A question to put, and whom to tell about it. Its functions may be called on any thread."""

    questions: QuestionSet
    draft: Draft
    presentation: Presentation
    respond: Callable[[Response | None], None]
    is_alive: Callable[[], bool] = lambda: True
    """Whether anybody still waits for the response."""
    session: str = ""
    """The conversation it belongs to."""
    session_key: str = ""
    """The name that programs know the conversation by."""


class DialogQueue(QObject):
    """The dialogs of all questions that are put here, one in front at a time, oldest first.

    Whoever hears the engine's events tells it what dialogs cannot know: `settled_elsewhere` when a
    question is closed, in place of `withdraw`, and what goes into `history`.

    Attributes:
        history: The settled questions of the conversation, for looking at earlier rounds.
        resolve: Finds the files that questions name.
        arm_delay_s: How long dialogs that appear from now on ignore input, in seconds.
        may_take_focus: Whether the dialog of the question of this id may take the focus from the
            window that has it.
        may_show: Whether dialogs may come up by themselves now; if not, the user is told in another
            way that questions wait.

    Signals:
        reopen: The user wants a question again that timed out; carries the id of the set.
        file_wanted: A file of the workspace is to be shown, read-only; carries its path.
        link_wanted: A link of a preview was clicked; carries the address as written.
        failed: A question could not be shown here; carries the id of the set.
        changed: Another dialog is in front, or other questions wait behind it or were closed.
        drafted: The user selected something; carries the id of the set and the `Draft`.
    """

    reopen = Signal(str)
    file_wanted = Signal(object)
    link_wanted = Signal(str)
    failed = Signal(str)
    changed = Signal()
    drafted = Signal(str, object)

    def __init__(
        self,
        *,
        theme: Theme,
        clock: Clock,
        arm_delay_s: float,
        may_take_focus: Callable[[str], bool] = lambda _questions_id: True,
        window: QWidget | None = None,
        linger_ms: int = LINGER_MS,
        resolve: FileResolver = lambda _reference: None,
    ) -> None:
        super().__init__(window)
        self.resolve = resolve
        self.history = RoundHistory()
        self._theme = theme
        self._clock = clock
        self.arm_delay_s = arm_delay_s
        self._linger_ms = linger_ms
        self.may_take_focus = may_take_focus
        self.may_show: Callable[[], bool] = lambda: True
        self._window = window
        self._requests: dict[str, DialogRequest] = {}
        self._aside: set[str] = set()
        """Closed without an answer; they wait in the list."""
        self._wanted: str | None = None
        """To be opened by hand once it is put."""
        self._front: QuestionDialog | None = None

    @property
    def front(self) -> "QuestionDialog | None":
        """The dialog that is shown."""
        return self._front

    @property
    def waiting(self) -> int:
        """How many questions are put here, the shown one included."""
        return len(self._requests)

    @property
    def front_id(self) -> str | None:
        """The question whose dialog is in front and can still be answered."""
        front = self._front
        return front.questions.id if front is not None and not front.is_settled else None

    @property
    def queued(self) -> frozenset[str]:
        """The questions that wait behind the one in front."""
        return frozenset(self._requests) - self._aside - {self.front_id}

    @property
    def aside(self) -> frozenset[str]:
        """The questions whose dialog was closed without an answer."""
        return frozenset(self._aside)

    def put(self, request: DialogRequest) -> None:
        """Show a question, or let it wait behind the one that is shown."""
        questions_id = request.questions.id
        self._requests[questions_id] = request
        self._aside.discard(questions_id)
        if questions_id == self._wanted:
            self.open(questions_id)
        self._advance()

    def want(self, questions_id: str) -> None:
        """Bring a question to the front as soon as it is put: the user asked for it."""
        self._wanted = questions_id

    def withdraw(self, questions_id: str) -> None:
        """Take a question away: nobody waits for its answer here any more."""
        self._requests.pop(questions_id, None)
        self._aside.discard(questions_id)
        if front := self._front_of(questions_id):
            front.retire()
        self._advance()

    def settled_elsewhere(
        self, questions: QuestionSet, response: Response, channel: Channel | None
    ) -> None:
        """Show in its dialog how a question was settled, and take it away.

        Safe to call for every question that closes, those answered here included.

        Args:
            questions: The question.
            response: How it was settled.
            channel: Where, or None if the program closed it.
        """
        self._requests.pop(questions.id, None)
        self._aside.discard(questions.id)
        if front := self._front_of(questions.id):
            front.show_elsewhere(response, channel)
        self._advance()

    def _front_of(self, questions_id: str) -> "QuestionDialog | None":
        front = self._front
        return front if front is not None and front.questions.id == questions_id else None

    def show_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made on another channel."""
        request = self._requests.get(questions_id)
        if request is None:
            return
        self._requests[questions_id] = replace(request, draft=draft)
        if front := self._front_of(questions_id):
            front.show_draft(draft)

    def open(self, questions_id: str) -> bool:
        """Bring a question to the front because the user asked for it.

        Returns:
            False if it is not put here.
        """
        if questions_id not in self._requests:
            return False
        front = self._front
        if front is not None and (front.questions.id != questions_id or front.is_settled):
            self._front = None
            front.hide()
            front.deleteLater()
        self._aside.discard(questions_id)
        self._wanted = None
        if self._front is None:
            self._show(self._requests[questions_id], by_hand=True)
        else:
            self._activate(self._front)
        self.changed.emit()
        return True

    def show_waiting(self) -> None:
        """Show what waited until dialogs may come up."""
        self._advance()

    def shown_elsewhere(self, questions_id: str) -> None:
        """Note that the user sees a question outside its dialog."""
        self._appeared(questions_id)

    def close_all(self) -> None:
        """Take every dialog away; nothing is answered."""
        self._requests.clear()
        self._aside.clear()
        if self._front is not None:
            self._front.withdraw()

    def _advance(self) -> None:
        following = next((r for key, r in self._requests.items() if key not in self._aside), None)
        if self._front is not None and self._front.is_over and following is not None:
            self._front.close()  # comes back here
            return
        if self._front is None and following is not None and self.may_show():
            self._show(following, by_hand=False)
        if self._front is not None:
            shown = self._front.questions.id
            self._front.set_waiting(sum(key != shown for key in self._requests))
            self._front.set_similar(self._similar_to(shown))
        self.changed.emit()

    def _similar_to(self, questions_id: str) -> list[QuestionSet]:
        """Return the other questions put here that the same answer can stand for."""
        now = self._clock.now()
        pending = [
            PendingQuestion(
                id=request.questions.id,
                questions=request.questions,
                origin=Origin(channel=Channel.DESKTOP, conversation_id=request.session),
                asked_at=now,
                draft=request.draft,
                is_presented=True,
                deadline=now,
            )
            for request in self._requests.values()
        ]
        for group in alike(pending):
            if any(one.id == questions_id for one in group):
                return [one.questions for one in group if one.id != questions_id]
        return []

    def _show(self, request: DialogRequest, *, by_hand: bool) -> None:
        questions = request.questions
        try:
            dialog = dialog_class()(
                questions=questions,
                draft=request.draft,
                theme=self._theme,
                clock=self._clock,
                arm_delay_s=self.arm_delay_s,
                linger_ms=self._linger_ms,
                session_key=request.session_key,
                earlier=self.history.before(questions),
                resolve=self.resolve,
                parent=self._window,
            )
        except Exception:  # noqa: BLE001  # whatever it is, others can still show the question
            _log.exception("Question %s cannot be shown in a dialog.", questions.id)
            self._requests.pop(questions.id, None)
            request.respond(None)  # it stays open, and others show it
            self.failed.emit(questions.id)
            self._advance()
            return
        self._front = dialog
        self._connect(dialog)
        takes_focus = by_hand or self._may_take_focus(questions.id)
        dialog.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not takes_focus)
        dialog.show()
        if takes_focus:
            self._activate(dialog)
        else:
            QApplication.alert(dialog)

    def _connect(self, dialog: "QuestionDialog") -> None:
        # Never straight to the presentation: the engine may drop it on its own thread, and PySide
        # would then undo the connection there while the dialog goes here, which crashes.
        questions_id = dialog.questions.id
        dialog.appeared.connect(partial(self._appeared, questions_id))
        dialog.touched.connect(partial(self._touched, questions_id))
        dialog.draft_changed.connect(partial(self._draft_changed, questions_id))
        dialog.responded.connect(partial(self._responded, dialog))
        dialog.responded_all.connect(partial(self._responded_all, dialog.questions))
        dialog.put_aside.connect(partial(self._aside.add, questions_id))
        dialog.reopen.connect(partial(self.reopen.emit, questions_id))
        dialog.file_wanted.connect(self.file_wanted)
        dialog.link_wanted.connect(self.link_wanted)
        dialog.closed.connect(partial(self._over, dialog))

    def _may_take_focus(self, questions_id: str) -> bool:
        """Only from a window of our own, where it is not needed; from a question before in any case."""
        active = QApplication.activeWindow()
        if isinstance(active, dialog_class()):
            return True
        return active is not None and self.may_take_focus(questions_id)

    @staticmethod
    def _activate(dialog: "QuestionDialog") -> None:
        dialog.raise_()
        dialog.activateWindow()

    def _appeared(self, questions_id: str) -> None:
        if request := self._requests.get(questions_id):
            request.presentation.shown()

    def _touched(self, questions_id: str) -> None:
        if request := self._requests.get(questions_id):
            request.presentation.touched()

    def _draft_changed(self, questions_id: str, draft: Draft) -> None:
        if request := self._requests.get(questions_id):
            self._requests[questions_id] = replace(request, draft=draft)
            request.presentation.draft_changed(draft)
            self.drafted.emit(questions_id, draft)

    def _responded(self, dialog: "QuestionDialog", response: Response) -> None:
        request = self._requests.pop(dialog.questions.id, None)
        if request is None or not request.is_alive():
            dialog.show_orphaned()
        else:
            request.respond(response)

    def _responded_all(
        self, source: QuestionSet, response: Response, others: tuple[str, ...]
    ) -> None:
        for questions_id in others:
            request = self._requests.pop(questions_id, None)
            self._aside.discard(questions_id)
            if request is not None and request.is_alive():
                request.respond(carry_over_response(response, source, request.questions))

    def _over(self, dialog: "QuestionDialog") -> None:
        dialog.deleteLater()
        if self._front is dialog:
            self._front = None
            self._advance()


class DialogPresenter(DesktopPresenter):
    """Implements `Presenter` for the window.

    Create it on the GUI thread; `present` and `update_draft` run on the engine loop. Stop the engine
    before the program's widgets go.
    """

    def __init__(self, *, dialogs: DialogQueue) -> None:
        super().__init__()
        self._dialogs: Final = dialogs
        self._origins: dict[str, Origin] = {}
        """Where each question comes from, between `fits` and `present`."""

    @override
    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        is_near = super().fits(questions, where)
        if is_near:
            self._origins[questions.id] = where
        return is_near

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

        origin = self._origins.pop(questions.id, None)
        request = DialogRequest(
            questions=questions,
            draft=draft,
            presentation=desk,
            respond=respond,
            is_alive=lambda: not loop.is_closed() and not answer.done(),
            session="" if origin is None else origin.conversation_id,
            session_key="" if origin is None else origin.session_key or origin.conversation_id,
        )
        self._on_gui_thread(partial(self._dialogs.put, request))
        try:
            return await answer
        except asyncio.CancelledError:
            self._on_gui_thread(partial(self._dialogs.withdraw, questions.id))
            raise

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made on another channel."""
        self._on_gui_thread(partial(self._dialogs.show_draft, questions_id, draft))
