"""Everything in the window that shows what waits: list, strip, undo bar, input line."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from assistant.channels.desktop.app.header import Header
from assistant.channels.desktop.conversation.composer import MessageComposer
from assistant.channels.desktop.conversation.transcript_view import TranscriptView
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.questions.model.pending_questions import PendingItem
from assistant.channels.desktop.questions.pending_panel import PendingPanel
from assistant.channels.desktop.questions.pending_strip import PendingStrip
from assistant.channels.desktop.questions.undo_bar import UndoBar
from assistant.channels.desktop.widgets.labels import restyle
from assistant.questions.model.question import QuestionSet, Response

if TYPE_CHECKING:
    from assistant.coding_agents.model.session_board import SessionBoard

BESIDE_PX: Final = 860
"""From this width on, of conversation and list together, the list of questions stands beside the conversation."""
_LIST_PX: Final = 330
_LEAST_PX: Final = 180
_SHARE: Final = 0.36
"""How much of the window's height a list above the conversation takes at most, and at least."""
_ANY_PX: Final = 16_777_215
"""Qt's own largest size of a widget."""


class WindowQuestionsView(QObject):
    """Implements `QuestionsView` over the parts of the window, and decides nothing.

    Args:
        context: What its parts are made with.
        header: Counts the open questions.
        transcript: Has a button at each question that waits.
        composer: Takes answers in words.
        room: How wide conversation and list are together, in pixels; the window's width by default.
        parent: The window.

    Attributes:
        panel: The list of open questions; a drawer.
        strip: What waits without being asked, while the list is closed.
        undo_bar: Offers to take an answer back.

    Signals:
        open_question: Answer the question set of this id.
    """

    open_question = Signal(str)

    def __init__(
        self,
        context: DesktopContext,
        *,
        header: Header,
        transcript: TranscriptView,
        composer: MessageComposer,
        room: Callable[[], int] | None = None,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._window = parent
        self._header = header
        self._composer = composer
        self._room = room or parent.width
        self._items: tuple[PendingItem, ...] = ()
        self._agents_at_own_dialogs = 0
        self.strip: Final = PendingStrip()
        self.undo_bar: Final = UndoBar(context)
        self.panel: Final = PendingPanel(context)
        self.panel.hide()
        self._middle = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._middle.setSpacing(0)
        header.questions.connect(self.toggle_list)
        composer.open_question.connect(self.open_question)
        self.strip.answer.connect(self.open_question)
        self.strip.show_all.connect(self.toggle_list)
        self.panel.answer.connect(self.open_question)
        self.panel.closed.connect(self.toggle_list)
        transcript.open_question.connect(self.open_question)

    # The drawer.

    def layout_with(self, conversation: QWidget) -> QBoxLayout:
        """Return the layout of the conversation and the list beside or above it."""
        self._middle.addWidget(conversation, 1)
        self._middle.addWidget(self.panel)
        self.place()
        return self._middle

    def place(self) -> None:
        """Fit the list to the window: beside the conversation where there is room, else above."""
        is_beside = self._room() >= BESIDE_PX
        if is_beside:
            self._middle.setDirection(QBoxLayout.Direction.LeftToRight)
            self.panel.setFixedWidth(_LIST_PX)
            self.panel.setMaximumHeight(_ANY_PX)
        else:
            self._middle.setDirection(QBoxLayout.Direction.BottomToTop)
            self.panel.setMinimumWidth(0)
            self.panel.setMaximumWidth(_ANY_PX)
            self.panel.setMaximumHeight(max(_LEAST_PX, round(self._window.height() * _SHARE)))
        self.panel.sessions.set_wide(not is_beside)
        place = "beside" if is_beside else "above"
        if self.panel.property("place") != place:
            self.panel.setProperty("place", place)
            restyle(self.panel)

    def toggle_list(self) -> None:
        """Show the list of open questions, or take it away."""
        is_open = not self.panel.isVisible()
        had_focus = self.panel.isAncestorOf(self._window.focusWidget() or self._window)
        self.panel.setVisible(is_open)
        self._show_strip()
        self._header.set_list_open(is_open)
        self.place()
        if is_open:
            self.panel.focus_first()
        elif had_focus:
            self._composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_first(self) -> None:
        """Answer the oldest question."""
        if self._items:
            self.open_question.emit(self._items[0].id)

    def _show_strip(self) -> None:
        self.strip.setVisible(self.strip.has_items and not self.panel.isVisible())

    # QuestionsView.

    def show_pending(self, items: Sequence[PendingItem]) -> None:
        """List the questions that wait."""
        self._items = tuple(items)
        self.panel.show_items(items)
        self.strip.show_items(items)
        self._show_strip()
        self._count()

    def show_sessions(self, board: "SessionBoard") -> None:
        """Show how the sessions of coding agents stand."""
        self._agents_at_own_dialogs = len(board.at_own_dialogs)
        self.panel.show_sessions(board)
        self._count()

    def _count(self) -> None:
        self._header.set_waiting(len(self._items), agents=self._agents_at_own_dialogs)

    def show_asked(self, questions: QuestionSet | None) -> None:
        """Say in the input line which question its words answer."""
        self._composer.show_asked(questions)

    def point_out(self, questions_id: str) -> None:
        """Show briefly where a question went."""
        self._header.point_out_questions()
        self.panel.point_out(questions_id)

    def offer_undo(self, questions: QuestionSet, response: Response, seconds: float) -> None:
        """Offer to take an answer back."""
        self.undo_bar.offer(questions, response, seconds)

    def withdraw_undo(self) -> None:
        """Offer it no more."""
        self.undo_bar.withdraw()
