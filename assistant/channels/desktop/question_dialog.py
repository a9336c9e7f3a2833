"""The dialog a question is put with. It never blocks: it is shown, and signals the response."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QGraphicsOpacityEffect, QWidget
from typing_extensions import override

from assistant.channels.desktop import question_wording, wording
from assistant.channels.desktop.announcing import Announce, announce_politely
from assistant.channels.desktop.question_actions import (
    ActionNames,
    ChooseOption,
    OpenQuestion,
    ResetForm,
    SubmitForm,
    SubmitOther,
    TakeQuestion,
    WriteOther,
)
from assistant.channels.desktop.question_body import QuestionBody
from assistant.channels.desktop.question_card import OTHER, QuestionCard
from assistant.channels.desktop.question_fields import as_field
from assistant.channels.desktop.question_foot import QuestionFoot
from assistant.channels.desktop.question_form import (
    Layout,
    QuestionForm,
    layout_of,
    refusing_choice,
)
from assistant.channels.desktop.question_head import Countdown
from assistant.channels.desktop.question_hints import too_many_text
from assistant.channels.desktop.question_keyboard import key_of, place_of
from assistant.channels.desktop.question_keys import Action, Key, Situation, action_for
from assistant.channels.desktop.question_outcome import OutcomeFrame, Tone
from assistant.channels.desktop.question_preview import PreviewPane
from assistant.channels.desktop.question_references import Resolve
from assistant.channels.desktop.question_rounds import EarlierRound
from assistant.channels.desktop.question_window import QuestionWindow
from assistant.channels.desktop.theme import Theme
from assistant.clock import Clock
from assistant.locale import _
from assistant.questions.model import (
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Kind,
    Later,
    Method,
    NoneFit,
    Provenance,
    Purpose,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)

LINGER_MS: Final = 450
"""How long the answer shows before the dialog closes."""

ELSEWHERE_LINGERS: Final = 5
"""An answer from another place is news, so it shows so many times longer."""

_REPEATS: Final = frozenset({Key.UP, Key.DOWN})
"""Keys that may be held down; the repeat of any other one answers nothing."""


class QuestionDialog(QuestionWindow):
    """Puts one question set.

    Signals:
        responded: The person's `Response`; the dialog closes itself soon after.
        responded_all: A response that is meant for every similar question too; carries it and the
            ids of the other sets. Comes right after `responded`.
        draft_changed: The `Draft` after a selection changed.
        touched: The person is at it.
        put_aside: It was closed although it may not be cancelled; the question stays open.
        reopen: The person wants the question again that timed out.
        file_wanted: A file that the question links to is to be shown; carries its path.
        link_wanted: A link of a preview was clicked; carries the address as written.
    """

    responded = Signal(object)
    responded_all = Signal(object, object)
    draft_changed = Signal(object)
    touched = Signal()
    put_aside = Signal()
    reopen = Signal()
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
        session: str = "",
        earlier: Sequence[EarlierRound] = (),
        resolve: Resolve = lambda _reference: None,
        announce: Announce = announce_politely,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme=theme, clock=clock, arm_delay_s=arm_delay_s, parent=parent)
        self.questions = questions
        self._linger_ms = linger_ms
        self._announce = announce
        self._similar: tuple[QuestionSet, ...] = ()
        self._form = QuestionForm(questions, draft)
        self._layout_kind = layout_of(questions)
        self._names = ActionNames(set_id=questions.id, is_form=self._layout_kind is Layout.FORM)
        self._method = Method.CLICK
        self._is_settled = False
        self._answered_here = False
        self._is_orphaned = False
        self._waiting = 0
        self._last_lines: list[str] = []
        self._closing = QTimer(self)
        self._closing.setSingleShot(True)
        self._closing.timeout.connect(self.close)
        self._countdown: Countdown | None = None
        if questions.timeout_s is not None:
            self._countdown = Countdown(clock=clock, timeout_s=questions.timeout_s)
            self.touched.connect(self._countdown.touch)
            self.appeared.connect(self._countdown.start)
        body = QuestionBody(
            theme=theme,
            form=self._form,
            layout=self._layout_kind,
            names=self._names,
            session=session,
            earlier=earlier,
            countdown=self._countdown,
            resolve=resolve,
        )
        foot = QuestionFoot(theme=theme, names=self._names, set_id=questions.id)
        has_preview = any(o.preview for q in questions.walk() for o in q.options)
        self._put_together(body, PreviewPane(theme=theme), foot, is_wide=has_preview)
        self._connect()
        self._rebuild()
        self.appeared.connect(self._announce_question)

    # Outside.

    @property
    def form(self) -> QuestionForm:
        """The selections so far."""
        return self._form

    @property
    def card(self) -> QuestionCard | None:
        """The question that is open; None while the answers are reviewed."""
        return self._body.card

    @property
    def preview(self) -> PreviewPane:
        """Where previews show."""
        return self._preview

    @property
    def is_settled(self) -> bool:
        """Whether a response was given or the question withdrawn."""
        return self._is_settled

    @property
    def is_over(self) -> bool:
        """Whether nothing is left but to read what became of it and close it."""
        return self._is_settled and not self._closing.isActive()

    def set_waiting(self, count: int) -> None:
        """Say how many other questions wait behind this one."""
        self._waiting = count
        self._foot.show_waiting(count)

    def set_similar(self, others: Sequence[QuestionSet]) -> None:
        """Offer to answer these questions with the same answer."""
        if self._is_settled:
            return
        self._similar = tuple(others)
        names = [wording.header_of(one) for one in (self.questions, *others)] if others else []
        if self._foot.show_similar(names):
            self._resized()

    def show_draft(self, draft: Draft) -> None:
        """Show selections made on another channel."""
        if not self._is_settled:
            self._form.take_draft(draft)
            self._rebuild()

    def withdraw(self) -> None:
        """Close at once and without a response."""
        self._is_settled = True
        self.close()

    def retire(self) -> None:
        """It was settled elsewhere: take no more input, and go soon."""
        if not self._is_settled:
            self._end()
            self._close_in(self._linger_ms * ELSEWHERE_LINGERS)

    def show_elsewhere(self, response: Response, channel: Channel | None) -> None:
        """Show how it was settled, then go; what timed out waits to be opened again.

        The answer that was given here shows already; one that another place gave first replaces it.
        """
        if self._answered_here and channel is Channel.DESKTOP:
            return
        self._end()
        lines = question_wording.elsewhere_lines(self.questions, response, channel)
        if isinstance(response, TimedOut):
            self._closing.stop()
            self._show_timed_out(lines)
            return
        self._show_outcome(lines, Tone.SUCCESS if isinstance(response, Answered) else Tone.PLAIN)
        self._close_in(self._linger_ms * ELSEWHERE_LINGERS)

    def show_orphaned(self) -> None:
        """Say that nobody waits for the answer any more; it stays until it is closed."""
        self._is_orphaned = True
        self._closing.stop()
        lines = [
            *self._last_lines,
            "⚠ " + _("The conversation this belongs to is gone. Nothing was sent."),
        ]
        self._show_outcome(lines, Tone.WARNING)

    # Building.

    def _connect(self) -> None:
        body, foot = self._body, self._foot
        body.triggered.connect(self._trigger)
        body.file_wanted.connect(self.file_wanted)
        body.resized.connect(self._resized)
        self._preview.link_clicked.connect(self.link_wanted)
        foot.triggered.connect(self._trigger)
        foot.you_decide.connect(self._you_decide)
        foot.open_none_fit.connect(self._open_none_fit)
        foot.submit_none_fit.connect(self._submit_none_fit)
        foot.put_off.connect(self._put_off)
        foot.skip.connect(self._skip_question)
        foot.stop_asking.connect(self._stop_asking)
        foot.cancel.connect(self._cancel_question)
        foot.confirm.connect(self._confirm_current)
        foot.review.connect(self._review_form)

    def _rebuild(self) -> None:
        """Lay out what is settled, and open the question that is not."""
        if self._layout_kind is not Layout.FORM and self._form.current is None:
            # A restored draft: one question alone always stays open.
            self._form.open(self._form.visible[0].id)
        self._body.lay_out()
        card = self.card
        if card is not None:
            card.other_edited.connect(self._other_edited)
            card.text_edited.connect(self._text_edited)
            card.note_edited.connect(self._note_edited)
            card.pointed.connect(self._preview.point_at)
        self._preview.show_for(card.question if card is not None else None)
        self._foot.say("")
        self._foot.show_none_field(False)
        self._show_words()
        self._focus_start()
        self._resized()

    @override
    def retranslate(self) -> None:
        if not self._is_settled:
            self._rebuild()

    def _show_words(self) -> None:
        self.setWindowTitle(question_wording.dialog_title(self.questions))
        self.setAccessibleName(self.windowTitle())
        self._foot.show_for(form=self._form, layout=self._layout_kind, waiting=self._waiting)

    def _resized(self) -> None:
        for widget in self.findChildren(QWidget):
            widget.installEventFilter(self)  # see every key and click before its control does
        order = self._body.controls + self._foot.controls
        for first, second in zip(order, order[1:], strict=False):
            QWidget.setTabOrder(first, second)
        self.fit_soon()

    def _focus_start(self) -> None:
        card = self.card
        if card is None:
            self._foot.focus_last(is_complete=self._layout_kind is Layout.FORM)
            return
        if self.questions.purpose is not Purpose.ASK:
            refuse = refusing_choice(card.question)
            if refuse in card.rows:
                card.rows[refuse].setFocus()
                return
        card.focus_first()

    def _announce_question(self) -> None:
        card = self.card
        text = (
            question_wording.announcement(self.questions, card.question) if card is not None else ""
        )
        self._announce(self, text)

    # What the person does.

    def _trigger(self, name: str) -> None:
        """Do what the control of this name stands for."""
        if self._is_settled:
            return
        match self._names.action(name):
            case ChooseOption(option_id=option_id):
                self._choose(option_id)
            case WriteOther():
                self._choose(OTHER)
            case SubmitOther():
                self._submit_other()
            case OpenQuestion(question_id=question_id) | TakeQuestion(question_id=question_id):
                self.touched.emit()
                self._form.open(question_id)
                self._go_on()
            case SubmitForm():
                self._submit_form()
            case ResetForm():
                self.touched.emit()
                self._form.reset()
                self._changed()
                self._go_on()

    def _choose(self, option_id: str) -> None:
        card = self.card
        if card is None:
            return
        self.touched.emit()
        question = card.question
        if option_id == OTHER:
            self._choose_other(card)
            return
        is_taken_back = option_id in self._form.choices(question.id)
        if question.kind is Kind.MULTI and self._form.is_full(question.id) and not is_taken_back:
            card.refresh()
            self._refuse(too_many_text(question))
            return
        self._form.choose(question.id, option_id)
        if card.is_other_open and question.kind is Kind.SINGLE:
            card.close_other()
            card.rows[option_id].setFocus()
        card.refresh()
        self._changed()
        match self._layout_kind:
            case Layout.BUTTONS:
                self._confirm_current()
            case Layout.FORM if question.kind in {Kind.SINGLE, Kind.BOOLEAN}:
                self._settle_current()
            case _:
                pass

    def _choose_other(self, card: QuestionCard) -> None:
        if card.is_other_open and card.question.kind is Kind.MULTI:
            self._form.write_other(card.question.id, "")
            card.close_other()
            self._changed()
            return
        card.open_other()

    def _other_edited(self, words: str) -> None:
        if self.card is not None and not self._is_settled:
            self.touched.emit()
            self._form.write_other(self.card.question.id, words)
            self.card.refresh()
            self._changed()

    def _text_edited(self, text: str) -> None:
        if self.card is not None and not self._is_settled:
            self.touched.emit()
            self._form.write_text(self.card.question.id, text)
            self._changed()

    def _note_edited(self, words: str) -> None:
        if self.card is not None and not self._is_settled:
            self.touched.emit()
            self._form.write_note(self.card.question.id, words)
            self._changed()

    def _submit_other(self) -> None:
        if self.card is not None:
            self._method = Method.TYPED
            self._confirm_current(typed=True)

    def _confirm_current(self, *, typed: bool = False) -> None:
        card = self.card
        if card is None or self._is_settled:
            return
        if card.is_other_open and not self._form.answer(card.question.id).other:
            self._refuse(_("Please write something, or choose an option."))
        elif self._layout_kind is Layout.FORM:
            self._settle_current(typed=typed)
        elif self._form.settle(card.question.id):
            self._answer()
        else:
            self._refuse(self._form.problem(card.question.id))

    def _settle_current(self, *, typed: bool = False) -> None:
        assert self.card is not None
        question = self.card.question
        if not self._form.settle(question.id):
            self._refuse(self._form.problem(question.id))
            return
        self._changed()
        if typed and self._form.settled_count == len(self._form.visible):
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
                self._refuse(problem)
                return
        self._form.review()
        self._changed()
        self._go_on()

    def _submit_form(self) -> None:
        missing = ", ".join(q.header or q.text for q in self._form.missing)
        if missing:
            self._refuse(_("Still open: {questions}").format(questions=missing))
            return
        self._answer()

    def _skip_question(self) -> None:
        card = self.card
        if card is None or self._is_settled:
            return
        self._form.skip(card.question.id)
        self._changed()
        if self._layout_kind is Layout.FORM:
            self._go_on()
        else:
            self._answer()

    def _open_none_fit(self) -> None:
        self.touched.emit()
        self._foot.show_none_field(True)
        self.fit_soon()

    # Responses.

    def _you_decide(self) -> None:
        self._respond(YouDecide(provenance=self._provenance()))

    def _submit_none_fit(self) -> None:
        words = self._foot.none_field.text().strip()
        if not words:
            self._foot.say(_("Please write what would fit."))
            self._announce(self, _("Please write what would fit."))
            return
        self._method = Method.TYPED
        self._respond(NoneFit(words=words, provenance=self._provenance()))

    def _put_off(self) -> None:
        self._respond(Later(provenance=self._provenance()))

    def _cancel_question(self) -> None:
        if self.questions.allow_cancel:
            self._respond(Cancelled(provenance=self._provenance()))

    def _stop_asking(self) -> None:
        self._respond(Cancelled(reason=CancelReason.EXIT, provenance=self._provenance()))

    def _answer(self) -> None:
        answers = self._form.answers()
        if any(answer.other or answer.text for answer in answers):
            self._method = Method.TYPED
        self._respond(Answered(answers=answers, provenance=self._provenance()))

    def _provenance(self) -> Provenance:
        return Provenance(channel=Channel.DESKTOP, method=self._method, at=self._clock.now())

    def _respond(self, response: Response) -> None:
        if self._is_settled:
            return
        self._answered_here = True
        for_all = isinstance(response, Answered) and self._foot.applies_to_all
        self._end()
        answered = isinstance(response, Answered)
        lines = wording.outcome_lines(self.questions, response)
        self._show_outcome(lines, Tone.SUCCESS if answered else Tone.PLAIN, flash=answered)
        self.responded.emit(response)
        if for_all:
            self.responded_all.emit(response, tuple(other.id for other in self._similar))
        if not self._is_orphaned:
            self._close_in(self._linger_ms)

    # The end.

    def _end(self) -> None:
        """Nothing can be pressed or written any more."""
        self._is_settled = True
        for button in self.findChildren(QAbstractButton):
            button.setEnabled(False)
        self._body.freeze()

    def _show_outcome(
        self, lines: list[str], tone: Tone, *, flash: bool = False, can_reopen: bool = False
    ) -> OutcomeFrame:
        self._last_lines = lines
        frame = OutcomeFrame(lines, tone=tone, can_reopen=can_reopen)
        self._body.add_outcome(frame)
        self._foot.show_over()
        if flash:
            frame.flash()
        self.fit_soon()
        QTimer.singleShot(0, frame, lambda: self._scroll.ensureWidgetVisible(frame))
        self._announce(self, "\n".join(lines))
        return frame

    def _show_timed_out(self, lines: list[str]) -> None:
        shown = ["⚠ " + lines[0], *lines[1:]]
        if self.card is not None:
            faded = QGraphicsOpacityEffect(self.card)
            faded.setOpacity(0.45)
            self.card.setGraphicsEffect(faded)
        frame = self._show_outcome(shown, Tone.WARNING, can_reopen=True)
        frame.reopen.connect(self._reopen)
        frame.end.connect(self.close)

    def _reopen(self) -> None:
        self.reopen.emit()
        self.close()

    def _close_in(self, milliseconds: int) -> None:
        if milliseconds > 0:
            self._closing.start(milliseconds)
        else:
            self._closing.stop()
            self.close()

    @override
    def closing(self) -> None:
        if self._is_settled:
            return
        if self.questions.allow_cancel:
            self._is_settled = True
            self._method = Method.CLICK
            self.responded.emit(Cancelled(provenance=self._provenance()))
        else:
            self.put_aside.emit()

    # Saying what is wrong.

    def _changed(self) -> None:
        self._foot.say("")
        if self.card is not None:
            self.card.show_invalid(False)
        self.draft_changed.emit(self._form.draft())

    def _refuse(self, text: str) -> None:
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
                self._focus_start()  # the click has moved the focus already
                return True
            self._method = Method.CLICK
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
        if self._is_settled:
            return self._key_after(event)
        card = self.card
        here = self.focusWidget()
        key, index = key_of(event, card.question if card is not None else None)
        is_field = as_field(here) is not None
        if event.isAutoRepeat() and key not in _REPEATS and (not is_field or key is Key.ENTER):
            return True
        self.touched.emit()
        situation = Situation(
            place=place_of(here, card, self._foot.none_field),
            kind=card.question.kind if card is not None else None,
            is_empty=card is None or self._form.answer(card.question.id).is_empty,
            can_cancel=self.questions.allow_cancel,
            is_permission=self.questions.purpose is Purpose.CONFIRM,
        )
        action = action_for(key, situation)
        if action is Action.PASS:
            return False
        self._method = Method.TYPED if is_field else Method.KEY
        if card is not None:
            self._do_in_card(action, card, here, index)
        else:
            self._do_in_review(action, here)
        return True

    def _key_after(self, event: QKeyEvent) -> bool:
        """Handle a key once the question is over: only the outcome's own buttons are left."""
        here = self.focusWidget()
        if event.isAutoRepeat() or self._closing.isActive():
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif isinstance(here, QAbstractButton) and here.isEnabled():
            if key_of(event, None)[0] is not Key.ENTER:
                return False
            here.click()
        return True

    def _do_in_card(
        self, action: Action, card: QuestionCard, here: QWidget | None, index: int
    ) -> None:
        row = card.row_of(here)
        match action:
            case Action.MOVE_UP | Action.MOVE_DOWN:
                card.move_focus(-1 if action is Action.MOVE_UP else 1)
                self._show_focus()
            case Action.CHOOSE | Action.TOGGLE | Action.CHOOSE_AND_CONFIRM | Action.OPEN_OTHER:
                assert row is not None
                self._choose_by_key(action, row)
            case Action.CONFIRM:
                self._confirm_current(typed=here is card.text_field)
            case Action.CHOOSE_MARKED | Action.FOCUS_MARKED if index < len(card.rows):
                marked = card.choice_ids[index]
                card.rows[marked].setFocus()
                if action is Action.CHOOSE_MARKED:
                    self._choose_by_key(Action.CHOOSE, marked)
            case Action.SUBMIT_OTHER:
                self._submit_other()
            case Action.CLOSE_NOTE:
                card.close_note(keep=True)
            case Action.LEAVE_FIELD if here is not self._foot.none_field:
                self._leave_field(card, here)
            case _:
                self._do_anywhere(action, here)

    def _do_in_review(self, action: Action, here: QWidget | None) -> None:
        if action not in {Action.MOVE_UP, Action.MOVE_DOWN}:
            self._do_anywhere(action, here)
            return
        stops: list[QWidget] = [*(line.button for line in self._body.lines), self._foot.last]
        at = stops.index(here) if here in stops else len(stops) - 1
        step = -1 if action is Action.MOVE_UP else 1
        stops[min(len(stops) - 1, max(0, at + step))].setFocus()
        self._show_focus()

    def _do_anywhere(self, action: Action, here: QWidget | None) -> None:
        match action:
            case Action.PRESS:
                if isinstance(here, QAbstractButton) and here.isEnabled():
                    here.click()
            case Action.SUBMIT_NONE:
                self._submit_none_fit()
            case Action.LEAVE_FIELD:
                self._foot.show_none_field(False)
                self._foot.say("")
                self._focus_start()
                self.fit_soon()
            case Action.CANCEL:
                self._cancel_question()
            case _:
                pass  # nothing here that it could be done with

    def _choose_by_key(self, action: Action, option_id: str) -> None:
        """Choose and, where that is all there is to say, answer."""
        self._choose(option_id)
        if self._is_settled or option_id == OTHER or action is Action.TOGGLE:
            return
        if action is Action.CHOOSE_AND_CONFIRM or self._layout_kind is Layout.SINGLE:
            self._confirm_current()

    def _leave_field(self, card: QuestionCard, field: QWidget | None) -> None:
        if field is card.note_field:
            self._form.write_note(card.question.id, "")
            card.close_note(keep=False)
        else:
            self._form.write_other(card.question.id, "")
            card.close_other()
        self._changed()

    def _show_focus(self) -> None:
        self._scroll.ensureWidgetVisible(self.focusWidget())
