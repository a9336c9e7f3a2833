"""The dialog a question is put with. It never blocks: it is shown, and signals the response."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop import wording
from assistant.channels.desktop.question_card import OTHER, QuestionCard
from assistant.channels.desktop.question_foot import FoldedQuestion, QuestionFoot, heading
from assistant.channels.desktop.question_form import (
    Layout,
    QuestionForm,
    layout_of,
    refusing_choice,
)
from assistant.channels.desktop.theme import Theme
from assistant.channels.desktop.transcript_cards import plain_label, restyle
from assistant.clock import Clock
from assistant.locale import _
from assistant.questions.model import (
    Answered,
    Cancelled,
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
    YouDecide,
)

LINGER_MS: Final = 450
"""How long the answer shows before the dialog closes."""

_ARROWS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class QuestionDialog(QDialog):
    """Puts one question set.

    For `arm_delay_s` after it appeared it ignores keys and clicks, so that what was meant for
    another window answers nothing; so it does with the repeats of a key held down.

    Signals:
        responded: The person's `Response`; the dialog closes itself soon after.
        draft_changed: The `Draft` after a selection changed.
        touched: The person is at it.
        appeared: It is really on the screen.
        closed: It is gone from the screen, whatever the reason.
        put_aside: It was closed although it may not be cancelled; the question stays open.
    """

    responded = Signal(object)
    draft_changed = Signal(object)
    touched = Signal()
    appeared = Signal()
    closed = Signal()
    put_aside = Signal()

    def __init__(
        self,
        *,
        questions: QuestionSet,
        draft: Draft,
        theme: Theme,
        clock: Clock,
        arm_delay_s: float = 0.3,
        linger_ms: int = LINGER_MS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.questions = questions
        self._theme = theme
        self._clock = clock
        self._arm_delay_s = arm_delay_s
        self._linger_ms = linger_ms
        self._form = QuestionForm(questions, draft)
        self._layout_kind = layout_of(questions)
        self._shown_at: float | None = None
        self._method = Method.CLICK
        self._is_settled = False
        self._waiting = 0
        self._replaced: list[QWidget] = []
        """Held until the dialog goes: one of them may be handling the key that replaced it."""
        self.card: QuestionCard | None = None
        self.setObjectName("question_dialog")
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.resize(520, 200)
        self._build()
        self._rebuild()
        theme.changed.connect(self._refresh_colours)

    # Outside.

    @property
    def form(self) -> QuestionForm:
        """The selections so far."""
        return self._form

    @property
    def is_armed(self) -> bool:
        """Whether input counts already."""
        return (
            self._shown_at is not None
            and self._clock.monotonic() - self._shown_at >= self._arm_delay_s
        )

    @property
    def is_settled(self) -> bool:
        """Whether a response was given or the question withdrawn."""
        return self._is_settled

    def set_waiting(self, count: int) -> None:
        """Say how many other questions wait behind this one."""
        self._waiting = count
        self._foot.show_waiting(count)

    def show_draft(self, draft: Draft) -> None:
        """Show selections made on another channel."""
        if not self._is_settled:
            self._form.take_draft(draft)
            self._rebuild()

    def withdraw(self) -> None:
        """Close without a response: the question was settled elsewhere."""
        self._is_settled = True
        self.close()

    # Building.

    def _build(self) -> None:
        self._content = QWidget()
        self._content.setObjectName("column")
        self._column = QVBoxLayout(self._content)
        self._column.setContentsMargins(20, 18, 20, 8)
        self._column.setSpacing(12)
        scroll = QScrollArea()
        scroll.setWidget(self._content)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.viewport().setAutoFillBackground(False)
        self._scroll = scroll
        self._foot = foot = QuestionFoot(set_id=self.questions.id)
        foot.you_decide.connect(self._you_decide)
        foot.open_none_fit.connect(self._open_none_fit)
        foot.submit_none_fit.connect(self._submit_none_fit)
        foot.put_off.connect(self._put_off)
        foot.skip.connect(self._skip_question)
        foot.cancel.connect(self._cancel_question)
        foot.reset.connect(self._reset_form)
        foot.confirm.connect(self._confirm_current)
        foot.submit.connect(self._submit_form)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(scroll, 1)
        box.addWidget(foot)

    def _rebuild(self) -> None:
        """Lay out what is settled, and open the question that is not."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
                self._replaced.append(widget)
        self.card = None
        for part in heading(self.questions, self._form, self._layout_kind):
            self._column.addWidget(part)
        visible, current = self._form.visible, self._form.current
        if self._layout_kind is not Layout.FORM and current is None:
            current = visible[0]  # a restored draft; one question alone always stays open
            self._form.reopen(current.id)
        for index, question in enumerate(visible):
            if question is current:
                progress = ""
                if self._layout_kind is Layout.FORM:
                    progress = _("Question {i} of {n}").format(i=index + 1, n=len(visible))
                self.card = QuestionCard(
                    theme=self._theme,
                    form=self._form,
                    question=question,
                    layout=self._layout_kind,
                    progress=progress,
                )
                self.card.picked.connect(self._picked)
                self.card.other_edited.connect(self._other_edited)
                self.card.other_submitted.connect(self._submit_other)
                self.card.text_edited.connect(self._text_edited)
                self._column.addWidget(self.card)
            elif self._form.is_settled(question.id):
                folded = FoldedQuestion(form=self._form, question_id=question.id)
                folded.change.connect(self._reopen)
                self._column.addWidget(folded)
        self._column.addStretch(1)
        self._foot.say("")
        self._foot.show_none_field(False)
        self.retranslate()
        self._focus_start()
        self._watch()
        self._order_tabs()
        self._fit()
        # What was made just now has its real size only after it was shown.
        QTimer.singleShot(0, self, self._fit)

    def retranslate(self) -> None:
        """Take the words of the interface's language."""
        self.setWindowTitle(wording.dialog_title(self.questions))
        self.setAccessibleName(self.windowTitle())
        self._foot.show_for(form=self._form, layout=self._layout_kind, waiting=self._waiting)

    def _watch(self) -> None:
        """See every key and click before the control it is meant for."""
        for widget in self.findChildren(QWidget):
            widget.installEventFilter(self)

    def _order_tabs(self) -> None:
        """Let Tab go top to bottom, whenever the controls were made."""
        order: list[QWidget] = []
        if self.card is not None:
            order += self.card.rows.values()
            order += [w for w in (self.card.text_field, self.card.other_field) if w]
            order += self.card.findChildren(QPushButton, "custom_input_submit")
        order += self._foot.controls
        folded = [w for w in self._content.findChildren(QPushButton) if w not in order]
        order = folded + order
        for first, second in zip(order, order[1:], strict=False):
            QWidget.setTabOrder(first, second)

    def _fit(self) -> None:
        """Be as high as the content, within the screen."""
        self._column.activate()
        inside = max(
            self._column.heightForWidth(self.width()), self._content.minimumSizeHint().height()
        )
        wanted = inside + self._foot.heightForWidth(self.width())
        screen = self.screen().availableGeometry().height()
        self.resize(self.width(), min(max(220, wanted + 6), round(screen * 0.85)))

    def _focus_start(self) -> None:
        if self.card is None:
            self._foot.focus_last(is_complete=self._layout_kind is Layout.FORM)
            return
        if self.questions.purpose is not Purpose.ASK:
            refuse = refusing_choice(self.card.question)
            if refuse in self.card.rows:
                self.card.rows[refuse].setFocus()
                return
        self.card.focus_first()

    # What the person does.

    def _picked(self, option_id: str) -> None:
        card = self.card
        if card is None or self._is_settled:
            return
        self.touched.emit()
        question = card.question
        if option_id == OTHER:
            self._pick_other(card)
            return
        self._form.choose(question.id, option_id)
        if card.is_other_open and question.kind is Kind.SINGLE:
            card.close_other()
            card.rows[option_id].setFocus()
        card.refresh()
        card.show_invalid(False)
        self._changed()
        match self._layout_kind:
            case Layout.BUTTONS:
                self._answer()
            case Layout.FORM if question.kind in {Kind.SINGLE, Kind.BOOLEAN}:
                self._settle_current()
            case _:
                pass

    def _pick_other(self, card: QuestionCard) -> None:
        if card.is_other_open and card.question.kind is Kind.MULTI:
            self._form.write_other(card.question.id, "")
            card.close_other()
            self._changed()
            return
        card.open_other()

    def _other_edited(self, words: str) -> None:
        if self.card is None:
            return
        self.touched.emit()
        self._form.write_other(self.card.question.id, words)
        self.card.refresh()
        self.card.show_invalid(False)
        self._changed()

    def _text_edited(self, text: str) -> None:
        if self.card is None or self._is_settled:
            return
        self.touched.emit()
        self._form.write_text(self.card.question.id, text)
        self.card.show_invalid(False)
        self._changed()

    def _submit_other(self) -> None:
        if self.card is None:
            return
        if not self._form.answer(self.card.question.id).other:
            self._refuse(_("Please write something, or choose an option."))
            return
        self._method = Method.TYPED
        self._confirm_current(typed=True)

    def _confirm_current(self, *, typed: bool = False) -> None:
        card = self.card
        if card is None or self._is_settled:
            return
        question = card.question
        if card.is_other_open and not self._form.answer(question.id).other:
            self._refuse(_("Please write something, or choose an option."))
            return
        if self._layout_kind is Layout.FORM:
            self._settle_current(typed=typed)
        elif self._form.settle(question.id):
            self._answer()
        else:
            self._refuse(self._what_is_missing(question.kind))

    def _settle_current(self, *, typed: bool = False) -> None:
        assert self.card is not None
        question = self.card.question
        if not self._form.settle(question.id):
            self._refuse(self._what_is_missing(question.kind))
            return
        self._changed()
        if typed and self._form.current is None:
            self._answer()  # words that fill the last gap are sent at once
            return
        self._rebuild()

    def _submit_form(self) -> None:
        missing = [
            q.header or q.text for q in self._form.visible if not self._form.is_settled(q.id)
        ]
        if missing:
            self._refuse(_("Still open: {questions}").format(questions=", ".join(missing)))
            return
        self._answer()

    def _reset_form(self) -> None:
        self.touched.emit()
        self._form.reset()
        self._changed()
        self._rebuild()

    def _reopen(self, question_id: str) -> None:
        self.touched.emit()
        self._form.reopen(question_id)
        self._rebuild()

    def _skip_question(self) -> None:
        card = self.card
        if card is None:
            return
        self._form.skip(card.question.id)
        self._changed()
        if self._layout_kind is Layout.FORM:
            self._rebuild()
        else:
            self._answer()

    def _you_decide(self) -> None:
        self._respond(YouDecide(provenance=self._provenance()), [_("You decide")])

    def _open_none_fit(self) -> None:
        self.touched.emit()
        self._foot.show_none_field(True)
        self._fit()

    def _submit_none_fit(self) -> None:
        words = self._foot.none_field.text().strip()
        if not words:
            self._foot.say(_("Please write what would fit."))
            return
        self._method = Method.TYPED
        response = NoneFit(words=words, provenance=self._provenance())
        self._respond(response, wording.outcome_lines(self.questions, response))

    def _put_off(self) -> None:
        self._respond(Later(provenance=self._provenance()), [_("Put off until later.")])

    def _cancel_question(self) -> None:
        if self.questions.allow_cancel:
            self._respond(Cancelled(provenance=self._provenance()), [_("Cancelled.")])

    def _answer(self) -> None:
        answers = self._form.answers()
        if any(answer.other or answer.text for answer in answers):
            self._method = Method.TYPED
        self._respond(
            Answered(answers=answers, provenance=self._provenance()),
            wording.confirmation_lines(self.questions, answers),
        )

    def _provenance(self) -> Provenance:
        return Provenance(channel=Channel.DESKTOP, method=self._method, at=self._clock.now())

    def _respond(self, response: Response, lines: list[str]) -> None:
        if self._is_settled:
            return
        self._is_settled = True
        self._show_settled(lines)
        self.responded.emit(response)
        if self._linger_ms > 0:
            QTimer.singleShot(self._linger_ms, self, self.close)
        else:
            self.close()

    def _show_settled(self, lines: list[str]) -> None:
        """Show the answer where the question stood; nothing can be pressed any more."""
        for button in self.findChildren(QAbstractButton):
            button.setEnabled(False)
        if self.card is None and self._layout_kind is not Layout.FORM:
            return
        frame = QFrame()
        frame.setObjectName("settled")
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(14, 10, 14, 10)
        for line in lines:
            inner.addWidget(plain_label(line, role="success"))
        if self.card is not None:
            self.card.refresh()
        self._column.insertWidget(max(0, self._column.count() - 1), frame)
        QTimer.singleShot(0, frame, lambda: self._scroll.ensureWidgetVisible(frame))

    def _changed(self) -> None:
        self._foot.say("")
        self.draft_changed.emit(self._form.draft())

    def _refuse(self, text: str) -> None:
        self._foot.say(text)
        if self.card is not None:
            self.card.show_invalid(True)

    @staticmethod
    def _what_is_missing(kind: Kind) -> str:
        if kind is Kind.TEXT:
            return _("Please write an answer.")
        return _("Please choose an option.")

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
        if self._is_settled or not self.is_armed:
            return True
        here = self.focusWidget()
        typing = isinstance(here, QLineEdit | QPlainTextEdit)
        key = Qt.Key(event.key())
        if event.isAutoRepeat() and key not in _ARROWS and (not typing or key in _ENTER):
            return True
        self.touched.emit()
        if typing:
            return self._key_in_field(event, here)
        self._method = Method.KEY
        if key in _ARROWS:
            return self._move(_ARROWS[key])
        if key in _ENTER:
            return self._enter(here)
        if key == Qt.Key.Key_Escape:
            self._cancel_question()
            return True
        if key == Qt.Key.Key_Space:
            return self._space(here)
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            return self._digit(key - Qt.Key.Key_0)
        return False

    def _key_in_field(self, event: QKeyEvent, field: QWidget | None) -> bool:
        key = Qt.Key(event.key())
        card = self.card
        if key in _ENTER and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._method = Method.TYPED
            if field is self._foot.none_field:
                self._submit_none_fit()
            elif card is not None and field is card.other_field:
                self._submit_other()
            else:
                self._confirm_current(typed=True)
            return True
        if key == Qt.Key.Key_Escape:
            self._leave_field(field)
            return True
        if key in _ARROWS and card is not None and field is card.other_field:
            card.move_focus(_ARROWS[key])
            return True
        return False

    def _leave_field(self, field: QWidget | None) -> None:
        card = self.card
        if field is self._foot.none_field:
            self._foot.show_none_field(False)
            self._focus_start()
        elif card is not None and field is card.other_field:
            self._form.write_other(card.question.id, "")
            card.close_other()
            self._changed()
        else:
            self._method = Method.KEY
            self._cancel_question()

    def _move(self, step: int) -> bool:
        if self.card is None:
            return False
        self.card.move_focus(step)
        self._scroll.ensureWidgetVisible(self.focusWidget())
        return True

    def _enter(self, here: QWidget | None) -> bool:
        card = self.card
        option_id = card.row_of(here) if card is not None else None
        if card is None or option_id is None:
            if isinstance(here, QAbstractButton) and here.isEnabled():
                here.click()
            return True
        if card.question.kind is not Kind.MULTI:
            self._choose_and_confirm(option_id)
            return True
        if self._form.answer(card.question.id).is_empty:
            self._picked(option_id)
            if option_id == OTHER:
                return True
        self._confirm_current()
        return True

    def _choose_and_confirm(self, option_id: str) -> None:
        """Choose and, where that is all there is to say, answer."""
        self._picked(option_id)
        if option_id != OTHER and self._layout_kind is Layout.SINGLE and not self._is_settled:
            self._confirm_current()

    def _space(self, here: QWidget | None) -> bool:
        card = self.card
        option_id = card.row_of(here) if card is not None else None
        if card is None or option_id is None:
            return False  # a button takes it
        if card.question.kind is Kind.MULTI:
            self._picked(option_id)
        return True

    def _digit(self, number: int) -> bool:
        card = self.card
        if card is None or card.question.kind is Kind.MULTI or number > len(card.rows):
            return True
        option_id = card.choice_ids[number - 1]
        card.rows[option_id].setFocus()
        if self.questions.purpose is not Purpose.CONFIRM:  # a permission takes a second gesture
            self._choose_and_confirm(option_id)
        return True

    # The window itself.

    def _refresh_colours(self) -> None:
        restyle(self)

    @override
    def showEvent(self, arg__1: QShowEvent) -> None:
        super().showEvent(arg__1)
        self._shown_at = self._clock.monotonic()
        self._fit()
        self.appeared.emit()

    @override
    def closeEvent(self, arg__1: QCloseEvent) -> None:
        if not self._is_settled:
            if self.questions.allow_cancel:
                self._is_settled = True
                self._method = Method.CLICK
                self.responded.emit(Cancelled(provenance=self._provenance()))
            else:
                self.put_aside.emit()
        arg__1.accept()  # not QDialog's own, which would ask `reject`
        self.closed.emit()

    @override
    def reject(self) -> None:
        """Qt's own way to dismiss; goes through `closeEvent` so that it means the same."""
        self.close()

    @override
    def changeEvent(self, arg__1: QEvent) -> None:
        super().changeEvent(arg__1)
        if arg__1.type() == QEvent.Type.LanguageChange and not self._is_settled:
            self._rebuild()
