"""The dialog a question is put with. It never blocks: it is shown, and signals the response."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.questions.dialog.body import QuestionBody
from assistant.channels.desktop.questions.dialog.card import OTHER, QuestionCard
from assistant.channels.desktop.questions.dialog.closing_window import ClosingWindow
from assistant.channels.desktop.questions.dialog.footer import QuestionFooter, WordsLine
from assistant.channels.desktop.questions.dialog.header import Countdown
from assistant.channels.desktop.questions.dialog.key_handler import DialogKeyHandler
from assistant.channels.desktop.questions.dialog.key_mapping import question_key_of
from assistant.channels.desktop.questions.dialog.preview_pane import PreviewPane
from assistant.channels.desktop.questions.model.answer_wording import header_of
from assistant.channels.desktop.questions.model.file_references import FileResolver
from assistant.channels.desktop.widgets.announcements import Announcer, announce_politely
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.locale import _
from assistant.questions.form.actions import (
    ActionNames,
    ChooseOption,
    JumpToQuestion,
    ResetForm,
    ReviseAnswer,
    SubmitForm,
    SubmitOther,
    WriteOther,
)
from assistant.questions.form.answer_hints import too_many_text
from assistant.questions.form.captions import announcement, set_title
from assistant.questions.form.form_layout import FormLayout, layout_of, safe_choice_id
from assistant.questions.form.form_state import FormState
from assistant.questions.form.key_bindings import QuestionKey
from assistant.questions.form.outcome_text import outcome_lines
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    CancelReason,
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
from assistant.questions.model.round_history import EarlierRound

_ABOVE_PX: Final = 10
"""Space left above the open question where it is scrolled to."""
LINGER_MS: Final = 450
"""How long the answer shows before the dialog closes."""


class QuestionDialog(ClosingWindow):
    """Puts one question set.

    Attributes:
        method: How what comes now is done.

    Signals:
        responded: The user's `Response`; the dialog closes itself soon after.
        responded_all: A response that is meant for every similar question too; carries it and the
            ids of the other sets. Comes right after `responded`.
        draft_changed: The `Draft` after a selection changed.
        touched: The user is at it.
        put_aside: It was closed although it may not be cancelled; the question stays open.
        file_wanted: A file that the question links to is to be shown; carries its path.
        link_wanted: A link of a preview was clicked; carries the address as written.
    """

    responded = Signal(object)
    responded_all = Signal(object, object)
    draft_changed = Signal(object)
    touched = Signal()
    put_aside = Signal()
    file_wanted = Signal(object)
    link_wanted = Signal(str)

    def __init__(
        self,
        *,
        questions: QuestionSet,
        draft: Draft,
        theme: Theme,
        clock: Clock,
        arm_delay_s: float = 0.3,
        linger_ms: int = LINGER_MS,
        session_key: str = "",
        earlier: Sequence[EarlierRound] = (),
        resolve: FileResolver = lambda _reference: None,
        announce: Announcer = announce_politely,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            questions=questions,
            theme=theme,
            clock=clock,
            arm_delay_s=arm_delay_s,
            linger_ms=linger_ms,
            announce=announce,
            parent=parent,
        )
        self._similar: tuple[QuestionSet, ...] = ()
        self._form = FormState.begin(questions, draft)
        self._layout_kind = layout_of(questions)
        self._names = ActionNames(set_id=questions.id, is_form=self._layout_kind is FormLayout.FORM)
        self.method = Method.CLICK
        self._waiting = 0
        self._countdown: Countdown | None = None
        if questions.timeout_s is not None:
            self._countdown = Countdown(clock=clock, timeout_s=questions.timeout_s)
            self.touched.connect(self._countdown.touch)
            self.appeared.connect(self._countdown.start)
        body = QuestionBody(
            theme=theme,
            layout=self._layout_kind,
            names=self._names,
            session_key=session_key,
            earlier=earlier,
            countdown=self._countdown,
            resolve=resolve,
        )
        foot = QuestionFooter(theme=theme, names=self._names, set_id=questions.id)
        has_preview = any(o.preview for q in questions.walk() for o in q.options)
        self._put_together(body, PreviewPane(theme=theme), foot, is_wide=has_preview)
        self._keys = DialogKeyHandler(dialog=self, body=body, foot=foot)
        self._connect()
        self._rebuild()
        self.appeared.connect(self._announce_question)

    # Outside.

    @property
    def form(self) -> FormState:
        """The selections so far."""
        return self._form

    @property
    def card(self) -> QuestionCard | None:
        """The question that is open; None while the answers are reviewed."""
        return self._body.card

    @property
    def waiting(self) -> QTimer:
        """Runs while another digit of a number may follow."""
        return self._keys.waiting

    def set_waiting(self, count: int) -> None:
        """Say how many other questions wait behind this one."""
        self._waiting = count
        self._foot.show_waiting(count)

    def set_similar(self, others: Sequence[QuestionSet]) -> None:
        """Offer to answer these questions with the same answer."""
        if self._is_settled:
            return
        self._similar = tuple(others)
        names = [header_of(one) for one in (self.questions, *others)] if others else []
        if self._foot.show_similar(names):
            self._resized()

    def show_draft(self, draft: Draft) -> None:
        """Show selections made on another channel."""
        if not self._is_settled:
            self._form = self._form.with_draft(draft)
            self._rebuild()

    @override
    def show_elsewhere(self, response: Response, channel: Channel | None) -> None:
        """Show what was chosen there in place of what was selected here, and where it was."""
        if isinstance(response, Answered) and not self._answered_here:
            chosen = {answer.question_id: answer for answer in response.answers}
            self._form = self._form.with_draft(Draft(answers=chosen))
            self._rebuild()
        super().show_elsewhere(response, channel)

    # Building.

    def _connect(self) -> None:
        body, foot = self._body, self._foot
        body.triggered.connect(self._trigger)
        body.file_wanted.connect(self.file_wanted)
        body.resized.connect(self._resized)
        self.preview.link_clicked.connect(self.link_wanted)
        foot.triggered.connect(self._trigger)
        foot.decide.clicked.connect(self._you_decide)
        foot.none.clicked.connect(self._open_none_fit)
        foot.none_line.send.clicked.connect(self.submit_none_fit)
        foot.cancel_with_reason.clicked.connect(self._open_reason)
        foot.reason_line.send.clicked.connect(self.submit_reason)
        foot.later.clicked.connect(self._put_off)
        foot.skip.clicked.connect(self._skip_question)
        foot.exit.clicked.connect(self._stop_asking)
        foot.cancel.clicked.connect(self.cancel)
        foot.confirm.clicked.connect(self.confirm)
        foot.review.clicked.connect(self._review_form)

    def _rebuild(self) -> None:
        """Lay out what is settled, and open the question that is not."""
        if self._layout_kind is not FormLayout.FORM and self._form.current is None:
            # A restored draft: one question alone always stays open.
            self._form = self._form.open(self._form.visible[0].id)
        self._body.lay_out(self._form)
        self._keys.forget_typed()
        card = self.card
        if card is not None:
            card.other_edited.connect(self.write_other)
            card.text_edited.connect(self._write_text)
            card.note_edited.connect(self.write_note)
            card.pointed.connect(self.preview.point_at)
        self.preview.show_for(card.question if card is not None else None)
        self._foot.say("")
        self._foot.open_line(None)
        self._show_words()
        self.focus_start()
        self._resized()
        QTimer.singleShot(0, self, self._show_open)  # when it has its real size

    @override
    def retranslate(self) -> None:
        if not self._is_settled:
            self._rebuild()

    def _show_words(self) -> None:
        self.setWindowTitle(set_title(self.questions))
        self.setAccessibleName(self.windowTitle())
        self._foot.show_for(form=self._form, layout=self._layout_kind, waiting=self._waiting)

    def _resized(self) -> None:
        for widget in self.findChildren(QWidget):
            widget.installEventFilter(self)  # see every key and click before its control does
        order = self._body.controls + self._foot.controls
        for first, second in zip(order, order[1:], strict=False):
            QWidget.setTabOrder(first, second)
        self.fit_soon()

    def show_focus(self) -> None:
        """Scroll to the control that has the focus."""
        self._scroll.ensureWidgetVisible(self.focusWidget())

    def _show_open(self) -> None:
        """Scroll to the open question, from its beginning, and to the control that has the focus.

        Qt leaves the view where it was scrolled for the question before.
        """
        card = self.card
        if card is None or self._is_settled:
            return
        self._scroll.ensureWidgetVisible(card, 0, _ABOVE_PX)
        if card.height() + _ABOVE_PX > self._scroll.viewport().height():
            top = card.mapTo(self._body, QPoint()).y() - _ABOVE_PX
            self._scroll.verticalScrollBar().setValue(top)
        self.show_focus()

    def focus_start(self) -> None:
        """Put the focus where answering begins; on the refusal where something is asked to happen."""
        card = self.card
        if card is None:
            self._foot.focus_last(is_complete=self._layout_kind is FormLayout.FORM)
            return
        if self.questions.purpose is not Purpose.ASK:
            refuse = safe_choice_id(card.question)
            if refuse in card.rows:
                card.rows[refuse].setFocus()
                return
        card.focus_first()

    def _announce_question(self) -> None:
        card = self.card
        text = announcement(self.questions, card.question) if card is not None else ""
        self._announce(self, text)

    # What the user does.

    def _trigger(self, name: str) -> None:
        """Do what the control of this name stands for."""
        if self._is_settled:
            return
        self._keys.forget_typed()
        match self._names.action(name):
            case ChooseOption(option_id=option_id):
                self.choose(option_id)
            case WriteOther():
                self.choose(OTHER)
            case SubmitOther():
                self.submit_other()
            case ReviseAnswer(question_id=question_id) | JumpToQuestion(question_id=question_id):
                self.touched.emit()
                self._form = self._form.open(question_id)
                self._go_on()
            case SubmitForm():
                self._submit_form()
            case ResetForm():
                self.touched.emit()
                self._change(self._form.reset())
                self._go_on()

    def choose(self, option_id: str) -> None:
        """Choose an option of the open question, and answer where that is all there is to say."""
        card = self.card
        if card is None:
            return
        self.touched.emit()
        question = card.question
        if option_id == OTHER:
            self._choose_other(card)
            return
        is_multiple = question.traits.is_multiple
        is_taken_back = option_id in self._form.choices(question.id)
        if is_multiple and self._form.is_full(question.id) and not is_taken_back:
            card.show_form(self._form)
            self.refuse(too_many_text(question))
            return
        self._change(self._form.choose(question.id, option_id))
        if card.is_other_open and not is_multiple:
            card.close_other()
            card.rows[option_id].setFocus()
        match self._layout_kind:
            case FormLayout.BUTTONS:
                self.confirm()
            case FormLayout.FORM if question.traits.answers_at_once:
                self._settle_current()
            case _:
                pass

    def _choose_other(self, card: QuestionCard) -> None:
        if card.is_other_open and card.question.traits.is_multiple:
            self.write_other("")
            card.close_other()
            return
        card.open_other()

    def write_other(self, words: str) -> None:
        """Answer the open question in words of the user's own."""
        self._write(self._form.write_other, words)

    def _write_text(self, text: str) -> None:
        self._write(self._form.write_text, text)

    def write_note(self, words: str) -> None:
        """Put a remark beside the answer to the open question."""
        self._write(self._form.write_note, words)

    def _write(self, change: Callable[[str, str], FormState], words: str) -> None:
        if self.card is not None and not self._is_settled:
            self.touched.emit()
            self._change(change(self.card.question.id, words))

    def submit_other(self) -> None:
        """Confirm the words of the user's own."""
        if self.card is not None:
            self.method = Method.TYPED
            self.confirm(typed=True)

    def confirm(self, *, typed: bool = False) -> None:
        """Confirm the open question; `typed` words that fill a form's last gap send it."""
        card = self.card
        if card is None or self._is_settled:
            return
        if card.is_other_open and not self._form.answer(card.question.id).other:
            self.refuse(_("Please write something, or choose an option."))
        elif self._layout_kind is FormLayout.FORM:
            self._settle_current(typed=typed)
        elif problem := self._form.problem(card.question.id):
            self.refuse(problem)
        else:
            self._form = self._form.settle(card.question.id)
            self._answer()

    def _settle_current(self, *, typed: bool = False) -> None:
        assert self.card is not None
        question = self.card.question
        problem = self._form.problem(question.id)
        if problem:
            self.refuse(problem)
            return
        self._change(self._form.settle(question.id))
        if typed and self._form.is_filled_in:
            self._answer()  # words that fill the last gap are sent at once
            return
        self._go_on()

    def _go_on(self) -> None:
        self._rebuild()
        self._announce_question()

    def _review_form(self) -> None:
        self.touched.emit()
        card = self.card
        if card is not None and not self._form.answer(card.question.id).is_empty:
            problem = self._form.problem(card.question.id)
            if problem:
                self.refuse(problem)
                return
        self._change(self._form.review())
        self._go_on()

    def _submit_form(self) -> None:
        missing = ", ".join(q.header or q.text for q in self._form.missing)
        if missing:
            self.refuse(_("Still open: {questions}").format(questions=missing))
            return
        self._answer()

    def _skip_question(self) -> None:
        card = self.card
        if card is None or self._is_settled:
            return
        self._change(self._form.skip(card.question.id))
        if self._layout_kind is FormLayout.FORM:
            self._go_on()
        else:
            self._answer()

    def _open_none_fit(self) -> None:
        self.touched.emit()
        self._open_line(self._foot.none_line)

    def _open_line(self, line: WordsLine) -> None:
        self._keys.forget_typed()
        self._foot.open_line(line)
        self.fit_soon()

    def _open_reason(self) -> None:
        self.touched.emit()
        self._foot.say("")
        self._open_line(self._foot.reason_line)

    # Responses.

    def _you_decide(self) -> None:
        self._respond(YouDecide(provenance=self._provenance()))

    def submit_none_fit(self) -> None:
        """Send what would have fitted."""
        words = self._foot.none_line.words
        if not words:
            self._foot.say(_("Please write what would fit."))
            self._announce(self, _("Please write what would fit."))
            return
        self.method = Method.TYPED
        self._respond(NoneFit(words=words, provenance=self._provenance()))

    def _put_off(self) -> None:
        self._respond(Later(provenance=self._provenance()))

    def cancel(self) -> None:
        """Cancel, where that is allowed."""
        self._cancel("")

    def submit_reason(self) -> None:
        """Cancel with what is written about it; it may be nothing."""
        words = self._foot.reason_line.words
        self.method = Method.TYPED if words else self.method
        self._cancel(words)

    def _cancel(self, why: str) -> None:
        if self.questions.allow_cancel:
            self._respond(Cancelled(text=why, provenance=self._provenance()))

    def _stop_asking(self) -> None:
        self._respond(Cancelled(reason=CancelReason.EXIT, provenance=self._provenance()))

    def _answer(self) -> None:
        answers = self._form.answers()
        if any(answer.other or answer.text for answer in answers):
            self.method = Method.TYPED
        self._respond(Answered(answers=answers, provenance=self._provenance()))

    def _provenance(self) -> Provenance:
        return Provenance(channel=Channel.DESKTOP, method=self.method, at=self._clock.now())

    def _respond(self, response: Response) -> None:
        if self._is_settled:
            return
        is_answer = isinstance(response, Answered)
        for_all = is_answer and self._foot.applies_to_all
        self._end_with(outcome_lines(self.questions, response), is_answer=is_answer)
        self.responded.emit(response)
        if for_all:
            self.responded_all.emit(response, tuple(other.id for other in self._similar))
        self._go_soon()

    @override
    def closing(self) -> None:
        if self._is_settled:
            return
        if self.questions.allow_cancel:
            self._is_settled = True
            self.method = Method.CLICK
            self.responded.emit(Cancelled(provenance=self._provenance()))
        else:
            self.put_aside.emit()

    # Saying what is wrong.

    def _change(self, form: FormState) -> None:
        """Show and report the selections; what was wrong is right until it is confirmed again."""
        self._form = form
        self._foot.say("")
        if self.card is not None:
            self.card.show_form(form)
            self.card.show_invalid(False)
        self.draft_changed.emit(form.draft)

    def refuse(self, text: str) -> None:
        """Say what is wrong with an answer."""
        self._foot.say(text)
        self._announce(self, text)
        if self.card is not None:
            self.card.show_invalid(True)
        self.fit_soon()

    # Keys and clicks.

    @override
    def eventFilter(self, arg__1: QObject, arg__2: QEvent) -> bool:
        kind = arg__2.type()
        if kind in {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick}:
            if not self.is_armed:
                self.focus_start()  # the click has moved the focus already
                return True
            self._keys.forget_typed()
            self.method = Method.CLICK
        elif kind == QEvent.Type.KeyPress and isinstance(arg__2, QKeyEvent):
            return self._key(arg__2)
        return super().eventFilter(arg__1, arg__2)

    @override
    def keyPressEvent(self, arg__1: QKeyEvent) -> None:
        if not self._key(arg__1):
            arg__1.ignore()

    def _key(self, event: QKeyEvent) -> bool:
        """Handle a key; returns whether it is used up."""
        if not self.is_armed:
            return True
        return self._key_after(event) if self._is_settled else self._keys.handle(event)

    def _key_after(self, event: QKeyEvent) -> bool:
        """Handle a key once the question is over: only the outcome's own buttons are left."""
        here = self.focusWidget()
        if event.isAutoRepeat() or self._closing.isActive():
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif isinstance(here, QAbstractButton) and here.isEnabled():
            if question_key_of(event, None) is not QuestionKey.ENTER:
                return False
            here.click()
        return True
