"""What the window does about questions: the list of them, their cards, undoing and changing. Pure."""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Protocol

from assistant.channels.desktop.conversation.model.transcript import BranchPoint, TranscriptModel
from assistant.channels.desktop.questions.model.pending_questions import (
    PendingItem,
    PendingQuestions,
    PendingState,
)
from assistant.clock import Clock
from assistant.protocol.client import EngineClient
from assistant.protocol.messages import PastQuestion
from assistant.protocol.questions import (
    AmendAnswer,
    AnswerQuestion,
    PresentQuestionAgain,
    QuestionAsked,
    QuestionClosed,
    ReopenTimedOutQuestion,
    ReturnToQuestion,
    UndoAnswer,
)
from assistant.questions.model.answer_revision import can_change
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    Channel,
    Draft,
    Later,
    Method,
    NoneFit,
    Provenance,
    Purpose,
    QuestionSet,
    Response,
    YouDecide,
)

if TYPE_CHECKING:
    from assistant.coding_agents.model.session_board import SessionBoard
    from assistant.questions.card.gestures import ChooseOption

_BY_HAND = frozenset({Method.CLICK, Method.KEY})
"""Slips of the hand; words that were typed or said are not."""


class QuestionsView(Protocol):
    """What the window shows of questions besides their rows. Called on the GUI thread."""

    def show_pending(self, items: Sequence[PendingItem]) -> None:
        """List the questions that wait, oldest first."""
        ...

    def show_sessions(self, board: "SessionBoard") -> None:
        """Show how the sessions of coding agents stand."""
        ...

    def show_asked(self, questions: QuestionSet | None) -> None:
        """Say in the input line which question its words answer; None if there is none."""
        ...

    def point_out(self, questions_id: str) -> None:
        """Show briefly where a question went that was closed without an answer."""
        ...

    def offer_undo(self, questions: QuestionSet, response: Response, seconds: float) -> None:
        """Offer for so long to take an answer back."""
        ...

    def withdraw_undo(self) -> None:
        """Offer no more to take an answer back."""
        ...


class QuestionsPresenter:
    """Between the engine and what the window shows of questions; on the GUI thread.

    Args:
        engine: Takes the commands.
        rows: The transcript, in which every question has its row.
        view: Shows what waits.
        clock: Stamps responses.
        undo_s: Seconds an answer can be taken back; 0 offers it never.
        open_dialog: Brings the dialog of a question to the front; False if it has none.
    """

    def __init__(
        self,
        *,
        engine: EngineClient,
        rows: TranscriptModel,
        view: QuestionsView,
        clock: Clock,
        undo_s: float,
        open_dialog: Callable[[str], bool],
    ) -> None:
        self._engine = engine
        self._rows = rows
        self._view = view
        self._clock = clock
        self.undo_s = undo_s
        self._open_dialog = open_dialog
        self._pending = PendingQuestions(started_at=clock.now())
        self._conversation_id: str | None = None
        self._shown: set[str] = set()
        """Questions that have a row in the conversation."""
        self._as_text: dict[str, QuestionSet] = {}
        """Open ones that no dialog could show."""
        self._undo: str | None = None
        """The answer that may be taken back now."""
        self._branch: BranchPoint | None = None
        """Which branch is left, should the conversation open anew before a turn begins."""

    # What the engine says.

    def conversation_opened(self, conversation_id: str) -> None:
        """Another conversation is shown; what waits elsewhere stays in the list."""
        self._conversation_id = conversation_id
        self._shown.clear()
        self._end_undo()
        self._show()

    def branch_left(self, conversation_id: str) -> BranchPoint | None:
        """Return which branch is left, if this conversation opens anew because of that."""
        is_same = conversation_id == self._conversation_id
        branch, self._branch = self._branch, None
        return branch if is_same else None

    def turn_started(self) -> None:
        """A turn goes on with the branch that is shown."""
        self._branch = None

    def history_loaded(self, past: Sequence[PastQuestion]) -> None:
        """The view shows these settled questions; the open ones of this conversation follow."""
        self._shown.update(question.questions.id for question in past)
        for item in self.items:
            if not item.is_elsewhere and item.id not in self._shown:
                self._shown.add(item.id)
                self._rows.add_question(item.questions)

    def asked(self, event: QuestionAsked) -> None:
        """A question is open."""
        questions = event.questions
        self._pending.asked(event, self._clock.now())
        if self._undo == questions.id:
            self._end_undo()
        if self._is_here(questions.id):
            if questions.id in self._shown:
                self._rows.show_reopened(questions)
            else:
                self._shown.add(questions.id)
                self._rows.add_question(questions)
        self._show()

    def closed(self, event: QuestionClosed) -> None:
        """A question is settled, or put off."""
        questions, response = event.questions, event.response
        is_here = self._is_here(questions.id)
        if isinstance(response, Later):
            self._pending.put_off(questions.id)
        else:
            self._pending.settled(questions.id)
        if is_here:
            self._shown.add(questions.id)
            self._rows.close_question(questions, response, event.channel)
            if questions.amends is not None and isinstance(response, Answered):
                self._rows.note_change(questions.amends, questions, response)
                self._branch = BranchPoint(left_at=questions.amends, taken_at=questions.id)
                if questions.amends == self._undo:
                    self._end_undo()
        if isinstance(response, Later):
            self._view.point_out(questions.id)
        if is_here and event.channel is Channel.DESKTOP:
            self._offer_undo(questions, response)
        self._show()

    def sessions_listed(self, board: "SessionBoard") -> None:
        """The sessions of coding agents stand otherwise."""
        self._view.show_sessions(board)

    # What the dialogs say.

    def dialogs_changed(
        self, front: str | None, queued: Collection[str], aside: Collection[str]
    ) -> None:
        """Another dialog is in front, or one was closed without an answer."""
        before = {item.id for item in self.items if item.standing is PendingState.PUT_OFF}
        self._pending.placed(front=front, queued=queued, aside=aside)
        self._show()
        for item in self.items:
            if item.standing is PendingState.PUT_OFF and item.id not in before:
                self._view.point_out(item.id)

    def draft_changed(self, questions_id: str, draft: Draft) -> None:
        """The user selected something in a dialog."""
        self._pending.drafted(questions_id, draft)
        self._show()

    def show_as_text(self, questions: QuestionSet, draft: Draft) -> None:
        """No dialog can show this question: show it as text, answered in the input line."""
        self._as_text[questions.id] = questions
        from assistant.questions.form.text_list import describe

        self._rows.show_text_list(questions, describe(questions, draft))

    def update_text(self, questions_id: str, draft: Draft) -> None:
        """Show other selections of a question that is shown as text."""
        if questions_id in self._as_text:
            self.show_as_text(self._as_text[questions_id], draft)

    def hide_text(self, questions_id: str) -> None:
        """A question is shown as text no more."""
        if self._as_text.pop(questions_id, None) is not None:
            self._rows.hide_text_list(questions_id)

    def is_of_before(self, questions_id: str) -> bool:
        """Whether a question was asked before the program started: nobody waits for it to come."""
        return self._pending.is_of_before(questions_id)

    # What the user does.

    @property
    def items(self) -> tuple[PendingItem, ...]:
        """The open questions, oldest first."""
        return self._pending.items(self._conversation_id)

    @property
    def is_waiting(self) -> bool:
        """Whether a question holds this window up, rather than being put off or asked elsewhere."""
        return any(item.holds_up for item in self.items)

    @property
    def answered_by_typing(self) -> PendingItem | None:
        """The question that words in the input line answer, as the desk decides it."""
        for item in self.items:
            if item.takes_words and item.questions.purpose is Purpose.ASK:
                return item
        return None

    def answer(self, questions_id: str) -> None:
        """Bring a question before the user."""
        if questions_id in self._pending and not self._open_dialog(questions_id):
            self._engine.submit(PresentQuestionAgain(questions_id=questions_id))

    def choose(self, questions: QuestionSet, gesture: "ChooseOption") -> None:
        """Answer a question with a click outside its dialog, if it is still as it was put there."""
        from assistant.questions.card.question_card import QuestionCard  # the window stands before

        card = QuestionCard.begin(questions).apply(gesture)
        if card.ended is not None:
            response = card.response(self._by_click())
            self._respond(questions.id, response, version=questions.version)

    def put_off(self, questions_id: str) -> None:
        """Leave a question for later."""
        self._respond(questions_id, Later(provenance=self._by_click()))

    def cancel(self, questions_id: str) -> None:
        """Close a question without an answer."""
        self._respond(questions_id, Cancelled(provenance=self._by_click()))

    def change(self, questions_id: str) -> None:
        """Change an answer that was given."""
        self._end_undo()
        self._engine.submit(AmendAnswer(questions_id=questions_id))

    def go_back(self, questions_id: str) -> None:
        """Go on anew from a question."""
        self._end_undo()
        self._engine.submit(ReturnToQuestion(questions_id=questions_id))

    def reopen(self, questions_id: str) -> None:
        """Open a question again whose time was up, and bring it to the front."""
        self._open_dialog(questions_id)
        self._engine.submit(ReopenTimedOutQuestion(questions_id=questions_id))

    def take_back(self) -> None:
        """Undo the answer given a moment ago."""
        if self._undo is not None:
            questions_id = self._undo
            self._end_undo()
            self._engine.submit(UndoAnswer(questions_id=questions_id))

    def undo_over(self) -> None:
        """The time to undo is up."""
        self._undo = None

    def _respond(self, questions_id: str, response: Response, version: int | None = None) -> None:
        if questions_id in self._pending:
            self._engine.submit(
                AnswerQuestion(
                    questions_id=questions_id,
                    response=response,
                    channel=Channel.DESKTOP,
                    version=version,
                )
            )

    def _by_click(self) -> Provenance:
        return Provenance(channel=Channel.DESKTOP, method=Method.CLICK, at=self._clock.now())

    def _is_here(self, questions_id: str) -> bool:
        origin = self._pending.origin(questions_id)
        return origin is None or self._conversation_id in {None, origin.conversation_id}

    def _offer_undo(self, questions: QuestionSet, response: Response) -> None:
        if self.undo_s <= 0 or questions.amends is not None:
            return
        match response:
            case Answered() | YouDecide() | NoneFit() if can_change(questions, response):
                if response.provenance.method in _BY_HAND:
                    self._undo = questions.id
                    self._view.offer_undo(questions, response, self.undo_s)
            case _:
                pass

    def _end_undo(self) -> None:
        if self._undo is not None:
            self._view.withdraw_undo()
            self._undo = None

    def _show(self) -> None:
        self._view.show_pending(self.items)
        asked = self.answered_by_typing
        self._view.show_asked(asked.questions if asked else None)
