"""The dialog a question is put with. It never blocks: it is shown, and signals the response."""

from collections.abc import Sequence
from functools import partial, reduce
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.questions.dialog.body import QuestionBody
from assistant.channels.desktop.questions.dialog.card_widget import QuestionCardWidget
from assistant.channels.desktop.questions.dialog.closing_window import ClosingWindow
from assistant.channels.desktop.questions.dialog.footer import QuestionFooter, WordsLine
from assistant.channels.desktop.questions.dialog.header import Countdown
from assistant.channels.desktop.questions.dialog.key_handler import DialogKeyHandler
from assistant.channels.desktop.questions.dialog.key_mapping import question_key_of
from assistant.channels.desktop.questions.dialog.preview_pane import PreviewPane
from assistant.channels.desktop.questions.model.answer_wording import header_of
from assistant.channels.desktop.questions.model.file_references import FileResolver
from assistant.channels.desktop.style.scale import LINGER_MS
from assistant.channels.desktop.widgets.announcements import Announcer, announce_politely
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.questions.card.card_view import ButtonKind, CardSummary, CardView
from assistant.questions.card.control_names import ControlNames
from assistant.questions.card.gestures import (
    OTHER,
    Cancel,
    ChooseOption,
    CloseWords,
    Confirm,
    Gesture,
    OpenWords,
    RefuseAll,
    Revise,
    SelectOption,
    WordsFor,
    WriteWords,
)
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.form.captions import announcement, set_title
from assistant.questions.form.form_layout import FormLayout, layout_of, safe_choice_id
from assistant.questions.form.key_bindings import QuestionKey
from assistant.questions.form.outcome_text import outcome_lines
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    Channel,
    Draft,
    Method,
    Provenance,
    QuestionSet,
    Response,
)
from assistant.questions.model.round_history import EarlierRound

_ABOVE_PX: Final = 10
"""Space left above the open question where it is scrolled to."""


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
        self._card = QuestionCard.begin(questions, draft)
        self._view = self._card.view()
        self._layout_kind = layout_of(questions)
        self._names = ControlNames(set_id=questions.id, is_form=self._view.is_form)
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
        foot = QuestionFooter(theme=theme, names=self._names)
        has_preview = any(o.preview for q in questions.walk() for o in q.options)
        self._put_together(body, PreviewPane(theme=theme), foot, is_wide=has_preview)
        self._keys = DialogKeyHandler(dialog=self, body=body, foot=foot)
        self._connect()
        self._rebuild()
        self.appeared.connect(self._announce_question)

    # Outside.

    @property
    def card(self) -> QuestionCard:
        """Where the user is."""
        return self._card

    @property
    def view(self) -> CardView:
        """What the card shows."""
        return self._view

    @property
    def card_widget(self) -> QuestionCardWidget | None:
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
            self._card = self._card.with_draft(draft)
            self._rebuild()

    @override
    def show_elsewhere(self, response: Response, channel: Channel | None) -> None:
        """Show what was chosen there in place of what was selected here, and where it was."""
        if isinstance(response, Answered) and not self._answered_here:
            chosen = {answer.question_id: answer for answer in response.answers}
            self._card = self._card.with_draft(Draft(answers=chosen))
            self._rebuild()
        super().show_elsewhere(response, channel)

    # Building.

    def _connect(self) -> None:
        body, foot = self._body, self._foot
        body.revised.connect(self._revise)
        body.file_wanted.connect(self.file_wanted)
        body.resized.connect(self._resized)
        self.preview.link_clicked.connect(self.link_wanted)
        foot.pressed.connect(self._press)
        foot.none_line.send.clicked.connect(self.submit_none_fit)
        foot.reason_line.send.clicked.connect(self.submit_reason)

    def _rebuild(self) -> None:
        """Lay out what is settled, and open the question that is not."""
        self._view = self._card.view()
        self._body.lay_out(self._view)
        self._keys.forget_typed()
        card = self.card_widget
        if card is not None:
            card.chosen.connect(self._choose_row)
            card.other_submitted.connect(self.submit_other)
            card.other_edited.connect(partial(self.write, WordsFor.OTHER))
            card.text_edited.connect(partial(self.write, WordsFor.ANSWER))
            card.note_edited.connect(partial(self.write, WordsFor.NOTE))
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
        self._foot.show_for(self._view, layout=self._layout_kind, waiting=self._waiting)

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
        card = self.card_widget
        if card is None or self._is_settled:
            return
        self._scroll.ensureWidgetVisible(card, 0, _ABOVE_PX)
        if card.height() + _ABOVE_PX > self._scroll.viewport().height():
            top = card.mapTo(self._body, QPoint()).y() - _ABOVE_PX
            self._scroll.verticalScrollBar().setValue(top)
        self.show_focus()

    def focus_start(self) -> None:
        """Put the focus where answering begins; on the refusal where something is asked to happen."""
        card = self.card_widget
        if card is None:
            self._foot.focus_last(is_complete=self._view.is_form)
            return
        if self._view.is_guarded:
            refuse = safe_choice_id(card.question)
            if refuse in card.rows:
                card.rows[refuse].setFocus()
                return
        card.focus_first()

    def _announce_question(self) -> None:
        card = self.card_widget
        text = announcement(self.questions, card.question) if card is not None else ""
        self._announce(self, text)

    # What the user does.

    def _choose_row(self, option_id: str) -> None:
        self._keys.forget_typed()
        if option_id == OTHER:
            self.choose_other()
        else:
            self.choose(option_id)

    def _revise(self, question_id: str) -> None:
        self._keys.forget_typed()
        self.perform(Revise(question_id=question_id))

    def _press(self, kind: ButtonKind) -> None:
        """Do what a button below the question stands for."""
        button = self._view.button(kind)
        if button is None or self._is_settled:
            return
        self._keys.forget_typed()
        match kind:
            case ButtonKind.NONE_FIT:
                self._open_line(self._foot.none_line)
            case ButtonKind.CANCEL_WITH_REASON:
                self._open_line(self._foot.reason_line)
            case _:
                self.perform(button.gesture)

    def note_touch(self) -> None:
        """Let the clock rest: the user is at it."""
        self.touched.emit()

    def perform(self, *gestures: Gesture) -> None:
        """Apply gestures to the card and show what comes of them."""
        if self._is_settled:
            return
        self.touched.emit()
        before, card = self._view, reduce(QuestionCard.apply, gestures, self._card)
        is_changed, self._card = card.draft != self._card.draft, card
        if is_changed:
            self.draft_changed.emit(card.draft)
        if card.ended is not None:
            self._respond(card.response(self._provenance()))
            return
        self._view = card.view()
        if self._view.question != before.question or _others(self._view) != _others(before):
            self._rebuild()
            self._announce_question()
        elif self.card_widget is not None:
            self.card_widget.show_view(self._view)
        self._say(self._view.message)

    def choose(self, option_id: str) -> None:
        """Choose an option of the open question, and answer where that is all there is to say."""
        if self._view.question is not None:
            kind = ChooseOption if self._layout_kind is FormLayout.BUTTONS else SelectOption
            self.perform(kind(question_id=self._view.question.id, option_id=option_id))

    def answer_with(self, option_id: str) -> None:
        """Answer the open question with an option, or with those that are ticked."""
        if self._view.question is not None:
            self.perform(ChooseOption(question_id=self._view.question.id, option_id=option_id))

    def choose_other(self) -> None:
        """Open the field for words of the user's own; beside ticks, put it away again."""
        card, question = self.card_widget, self._view.question
        if card is None or question is None:
            return
        if card.is_other_open and question.traits.is_multiple:
            self.leave_other()
            return
        self.perform(OpenWords(words_for=WordsFor.OTHER, question_id=question.id))
        card.focus_other()

    def leave_other(self) -> None:
        """Put the field for words of the user's own away; they are dropped."""
        self.perform(OpenWords(words_for=WordsFor.OTHER), CloseWords())

    def write(self, words_for: WordsFor, words: str) -> None:
        """Keep words for the open question while they are being written."""
        question = self._view.question
        if question is not None:
            self.perform(WriteWords(question_id=question.id, words_for=words_for, words=words))

    def submit_other(self) -> None:
        """Confirm the words of the user's own."""
        self.method = Method.TYPED
        self.confirm(by_words=True)

    def confirm(self, *, by_words: bool = False) -> None:
        """Confirm the open question; words that fill a form's last gap send it."""
        if self._view.question is not None:
            self.perform(Confirm(question_id=self._view.question.id, by_words=by_words))

    def _open_line(self, line: WordsLine) -> None:
        self.touched.emit()
        self._keys.forget_typed()
        self._foot.say("")
        self._foot.open_line(line)
        self.fit_soon()

    # Responses.

    def submit_none_fit(self) -> None:
        """Send what would have fitted."""
        self.perform(RefuseAll(words=self._foot.none_line.words))

    def cancel(self) -> None:
        """Cancel, where that is allowed."""
        self._press(ButtonKind.CANCEL)

    def submit_reason(self) -> None:
        """Cancel with what is written about it; it may be nothing."""
        self.perform(Cancel(reason=self._foot.reason_line.words))

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

    def _say(self, text: str) -> None:
        """Say what is wrong; empty says that nothing is."""
        if text:
            self.refuse(text)
            return
        self._foot.say("")
        if self.card_widget is not None:
            self.card_widget.show_invalid(False)

    def refuse(self, text: str) -> None:
        """Say what is wrong with an answer."""
        self._foot.say(text)
        self._announce(self, text)
        if self.card_widget is not None:
            self.card_widget.show_invalid(True)
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


def _others(view: CardView) -> list[CardSummary]:
    """Return the questions that are laid out as lines."""
    return [summary for summary in view.summaries if not summary.is_open]
