"""The compact bar: what goes on, what is being said, and the question that waits, above other windows.

It never takes the focus by itself. A question stands in it with its options if one click is all of the
answer; of others, and of permissions, it shows the words, and the dialog answers them.
"""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QMoveEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from assistant.channels.desktop.app.header import StateIndicator
from assistant.channels.desktop.app.model.window_place import Rectangle, WindowPlace, fitted
from assistant.channels.desktop.bar.dictation_note import DictationNote
from assistant.channels.desktop.bar.model.bar_dictation import (
    UNDER_WAY,
    dictation_caption,
    dictation_status,
    dictation_title,
)
from assistant.channels.desktop.bar.model.bar_place import BarPlace
from assistant.channels.desktop.bar.model.bar_question import BarQuestion
from assistant.channels.desktop.conversation.model.header_status import HeaderStatus, status_text
from assistant.channels.desktop.conversation.push_to_talk import PushToTalkControl
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.questions.dialog.card_widget import QuestionCardWidget
from assistant.channels.desktop.widgets.announcements import announce_politely
from assistant.channels.desktop.widgets.buttons import IconButton, push_button
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, scroll_area, vbox
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _, ngettext
from assistant.protocol.dictation import DictationChanged, DictationStage
from assistant.protocol.events import EngineEvent
from assistant.protocol.voice import (
    MicrophoneLevel,
    SentenceSpoken,
    SpeechStopped,
    TranscriptFinal,
    TranscriptInterim,
)
from assistant.questions.card.control_names import ControlNames
from assistant.questions.card.gestures import OTHER
from assistant.questions.form.captions import announcement
from assistant.questions.form.form_layout import FormLayout
from assistant.questions.model.question import QuestionSet

WIDTH_PX: Final = 400
_CARD_PX: Final = 440
"""The highest a question may be; more of it scrolls."""
_EDGE_PX: Final = 24
"""Between the bar and the corner of the screen, where it stands at first."""
_CAPTION: Final = 160
"""Characters of a caption; of a longer one the end is shown, which is new."""


class CompactBar(Translated, QFrame):
    """GUI thread.

    Args:
        context: What it is made with.
        place: Where it was; None for the lower right corner.

    Signals:
        stop: Stop everything.
        expanded: The user wants the window instead.
        closed: The user wants it away.
        chosen: An option is the answer; carries the `QuestionSet` and the gesture.
        open_question: The user wants to answer a question in its dialog; carries its id.
        dictation_cancelled: Nothing of what is being dictated is to be typed.
    """

    stop = Signal()
    expanded = Signal()
    closed = Signal()
    chosen = Signal(object, object)
    open_question = Signal(str)
    dictation_cancelled = Signal()

    def __init__(
        self,
        context: DesktopContext,
        *,
        place: WindowPlace | None = None,
    ) -> None:
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint
        super().__init__(None, flags | Qt.WindowType.WindowStaysOnTopHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setObjectName("compact_bar")
        self.setProperty("role", "panel")
        self._context = context
        self._status = HeaderStatus()
        self._waiting = 0
        self._question: BarQuestion | None = None
        self._armed_at = 0.0
        self._dictation = DictationChanged(stage=DictationStage.IDLE)
        self.dictated: Final = DictationNote()
        theme = context.theme
        self._orb = StateIndicator(theme=theme)
        self._state = plain_label(role="section", name="bar_state", wraps=False)
        self._caption = plain_label(role="secondary", name="bar_caption")
        self._talk = IconButton(Icon.MICROPHONE, theme=theme, name="bar_talk", size=20)
        self._stop = IconButton(
            Icon.STOP, theme=theme, name="bar_stop", size=20, on_click=self._stop_it
        )
        self._expand = IconButton(
            Icon.EXPAND, theme=theme, name="bar_expand", size=18, on_click=self.expanded
        )
        self._close = IconButton(
            Icon.CLOSE, theme=theme, name="bar_close", size=18, on_click=self.closed
        )
        self.talk_control: Final = PushToTalkControl(button=self._talk, window=self)
        self._body = QWidget()
        self._box = vbox(inside=self._body, gap=8)
        self._area = scroll_area(self._body)
        self._body.setAutoFillBackground(False)
        self._area.hide()
        self._more = plain_label(role="description", name="bar_more")
        buttons = hbox(self._talk, self._stop, self._expand, self._close, gap=2)
        head = hbox(self._orb, (self._state, 1), buttons, gap=10)
        self._rows = vbox(
            *(head, self._caption, self.dictated.words, self.dictated, self._area, self._more),
            inside=self,
            gap=6,
            margins=(12, 8, 8, 8),
        )
        self._caption.hide()
        self.setFixedWidth(theme.px(WIDTH_PX))
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(self._stop_it)
        self._place = BarPlace(self.place.area, self._screen_area())
        self.retranslate()
        self._fit()
        self._go_to(place)
        self._place = BarPlace(self.place.area, self._screen_area())

    @property
    def place(self) -> WindowPlace:
        """Where it is."""
        return WindowPlace(area=_rectangle(self.geometry()))

    @property
    def questions(self) -> QuestionSet | None:
        """The question that it shows."""
        return None if self._question is None else self._question.questions

    @property
    def caption(self) -> str:
        """What was said last, if that is still shown."""
        return self._caption.text()

    def show_status(self, status: HeaderStatus, waiting: int) -> None:
        """Show what goes on, and how much waits for the user."""
        if (status, waiting) != (self._status, self._waiting):
            self._status, self._waiting = status, waiting
            self._show_words()

    def show_dictation(self, shown: DictationChanged, *, is_held: bool = True) -> None:
        """Show how a dictation stands, instead of the conversation while there is one.

        Args:
            is_held: Whether it ends when its key is let go of; else when it is pressed again.
        """
        if shown == self._dictation:
            return
        self._dictation = shown
        # What is typed here by mistake is no choice, nor is what comes late of it.
        self._area.setDisabled(shown.stage in UNDER_WAY)
        self._arm_later()
        self.dictated.offer(shown.text if shown.stage is DictationStage.OFFERED else "")
        self._show_caption(dictation_caption(shown, is_held=is_held))
        self._show_words()
        if said := dictation_title(shown):
            announce_politely(self, " ".join(filter(None, (said, shown.problem))))

    def show_question(self, questions: QuestionSet | None) -> None:
        """Show the question that waits longest; None if none does."""
        if questions == self.questions:
            return
        self._question = None if questions is None else BarQuestion(questions)
        self._lay_out()
        self._show_words()
        if self._question is not None and self.isVisible():
            announce_politely(self, announcement(self._question.questions, self._question.question))

    def handle(self, event: EngineEvent) -> None:
        """Take an event of the engine: what is heard and said."""
        match event:
            case MicrophoneLevel():
                self._orb.set_level(event.dbfs)
            case TranscriptInterim() | TranscriptFinal() | SentenceSpoken():
                self._show_caption(event.text)
            case SpeechStopped():
                self._show_caption("")
            case _:
                pass

    @override
    def retranslate(self) -> None:
        self._show_words()
        if self._question is not None:
            self._lay_out()

    def _show_words(self) -> None:
        status = dictation_status(self._dictation) or self._status
        self._orb.set_status(status)
        self._state.setText(dictation_title(self._dictation) or status_text(status))
        more = self._waiting - (self._question is not None)
        self._more.setText(ngettext("{n} more waits", "{n} more wait", more).format(n=more))
        self._more.setVisible(more > 0)
        self._fit_soon()
        self._talk.describe(_("Talk: click, or hold (Ctrl+Space)"), _("Talk"))
        self._stop.describe(_("Stop (Esc)"), _("Stop"))
        self._stop.setEnabled(status.can_stop)
        self._expand.describe(_("Open the window"))
        self._close.describe(_("Put the bar away"))
        self.setWindowTitle(_("Parley, compact"))
        self.setAccessibleName(self.windowTitle())

    def _stop_it(self) -> None:
        is_dictating = self._dictation.stage is not DictationStage.IDLE
        (self.dictation_cancelled if is_dictating else self.stop).emit()

    # What it shows.

    def _show_caption(self, text: str) -> None:
        is_long = len(text) > _CAPTION
        self._caption.setText(f"…{text[1 - _CAPTION :]}" if is_long else text)
        self._caption.setVisible(bool(text))
        self._fit_soon()

    def _lay_out(self) -> None:
        had_focus = self._body.isAncestorOf(self.focusWidget() or self)
        while (item := self._box.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self._area.setVisible(self._question is not None)
        self._arm_later()
        if self._question is not None:
            part = self._part(self._question)
            self._box.addWidget(part)
            part.show()
            if had_focus:
                self._talk.setFocus(Qt.FocusReason.OtherFocusReason)
        self._fit_soon()

    def _part(self, shown: BarQuestion) -> QWidget:
        questions = shown.questions
        if shown.is_answered_here:
            card = QuestionCardWidget(
                theme=self._context.theme,
                view=replace(shown.view, ways=()),  # a click is all of the answer, without a note
                question=shown.question,
                layout=FormLayout.BUTTONS,
                names=ControlNames(set_id=questions.id, is_form=False),
                progress=shown.asker,
            )
            card.chosen.connect(self._choose)
            return card
        words = plain_label(elided(questions.title or shown.question.text, 300), role="title")
        answer = push_button("bar_answer", _("Answer"), on_click=self._open)
        answer.setAccessibleName(_("Answer: {question}").format(question=words.text()))
        part = QWidget()
        by = plain_label(shown.asker, role="description")
        by.setVisible(bool(shown.asker))
        vbox(by, words, hbox(STRETCH, answer), inside=part, gap=6)
        return part

    def _choose(self, option_id: str) -> None:
        shown = self._question
        if shown is None or not self._is_armed:
            return
        gesture = None if option_id == OTHER else shown.gesture(option_id)
        if gesture is None:
            self._open()
        else:
            self.chosen.emit(shown.questions, gesture)

    def _open(self) -> None:
        if self._question is not None and self._is_armed:
            self.open_question.emit(self._question.questions.id)

    def _arm_later(self) -> None:
        delay_s = float(self._context.settings.get("questions", "arm_delay_ms")) / 1000
        self._armed_at = self._context.clock.monotonic() + delay_s

    @property
    def _is_armed(self) -> bool:
        return self._context.clock.monotonic() >= self._armed_at

    # Its place.

    def _fit_soon(self) -> None:
        self._fit()
        QTimer.singleShot(0, self, self._fit)  # when what is new has its real size

    def _fit(self) -> None:
        """Be as high as what it shows, and where it belongs at that height."""
        self.resize(self.width(), self._fitting_height())
        self._stay()

    def _fitting_height(self) -> int:
        sides = self._rows.contentsMargins()
        width = self.contentsRect().width() - sides.left() - sides.right()
        body = max(self._box.heightForWidth(width), self._box.minimumSize().height())
        self._area.setFixedHeight(min(self._context.theme.px(_CARD_PX), body))
        self._rows.activate()
        height = self._rows.heightForWidth(self.width())
        return height if height > 0 else self._rows.sizeHint().height()

    def _stay(self) -> None:
        self.move(*self._place.own_move(self.height(), self._screen_area()))

    def _screen_area(self) -> Rectangle:
        return _rectangle(self.screen().availableGeometry())

    def _go_to(self, place: WindowPlace | None) -> None:
        areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        if place is None:
            corner = areas[0].bottomRight() - QPoint(self.width(), self.height())
            self.move(corner - QPoint(_EDGE_PX, _EDGE_PX))
            return
        here = Rectangle(x=place.area.x, y=place.area.y, width=self.width(), height=self.height())
        area = fitted(WindowPlace(area=here), [*map(_rectangle, areas)]).area
        self.move(area.x, area.y)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._place.shown()

    @override
    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        area = _rectangle(QRect(event.pos(), self.size()))
        if self._place.has_moved(area, self._screen_area(), by_itself=not event.spontaneous()):
            QTimer.singleShot(0, self, self._stay)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Let it be moved by whatever is no button."""
        self._place.grabbed()
        if event.button() is Qt.MouseButton.LeftButton:
            self.windowHandle().startSystemMove()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose an option by its number."""
        text = event.text()
        if (
            self._question is not None
            and self._area.isEnabled()
            and text.isascii()
            and text.isdigit()
        ):
            rows = self._question.view.rows
            if 0 < int(text) <= len(rows) and self._question.is_answered_here:
                self._choose(rows[int(text) - 1].id)
                return
        super().keyPressEvent(event)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.closed.emit()


def _rectangle(area: QRect) -> Rectangle:
    return Rectangle(x=area.x(), y=area.y(), width=area.width(), height=area.height())
