"""What stands above the questions in their dialog: who asks, what for, how far, how long."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from assistant.channels.desktop.questions.asker_mark import AskerMark
from assistant.channels.desktop.questions.dialog.earlier_rounds import EarlierRounds
from assistant.channels.desktop.questions.dialog.text_label import question_label
from assistant.channels.desktop.questions.model.file_references import FileResolver
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.icons import Icon, pixmap
from assistant.channels.desktop.widgets.labels import plain_label, restyle, without_missing_sign
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.locale import _
from assistant.questions.card.card_view import CardView
from assistant.questions.desk.model.answer_timer import AnswerTimer
from assistant.questions.form.captions import asked_by_text, clock_text, heading, progress_dots
from assistant.questions.model.question import QuestionSet
from assistant.questions.model.round_history import EarlierRound

URGENT_S = 20.0
"""From here on the time that is left is coloured."""
_BANNER_ICON_PX: Final = 18
_MOST_DOTS = 24
"""Questions of a form whose dots stand in one line with their number."""


class Countdown(QLabel):
    """The time that is left to answer. It only shows: whether time is up, the desk decides."""

    def __init__(self, *, clock: Clock, timeout_s: float) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._clock = clock
        self._timeout_s = timeout_s
        self._patience = AnswerTimer(timeout_s=timeout_s)
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self.refresh)
        self.setObjectName("countdown")
        self.refresh()

    def start(self) -> None:
        """The question can be seen from now on."""
        self._patience = self._patience.shown(self._clock.monotonic())
        self._timer.start()
        self.refresh()

    def touch(self) -> None:
        """The user is at it: the clock rests."""
        self._patience = self._patience.touched(self._clock.monotonic())
        self.refresh()

    def stop(self) -> None:
        """It does not matter any more."""
        self._timer.stop()
        self.hide()

    def refresh(self) -> None:
        """Show what is left now."""
        now, runs_from = self._clock.monotonic(), self._patience.runs_from
        rests = runs_from is not None and now < runs_from
        spent = self._patience.spent_s
        if runs_from is not None and not rests:
            spent += now - runs_from
        left = max(0.0, self._timeout_s - spent)
        text = clock_text(left)
        shown = _("⏸ {time} left, resting").format(time=text) if rests else f"⏱ {text}"
        self.setText(without_missing_sign(shown))
        self.setAccessibleName(_("{time} left").format(time=text))
        is_urgent = "true" if left <= URGENT_S and not rests else "false"
        if self.property("urgent") != is_urgent:
            self.setProperty("urgent", is_urgent)
            restyle(self)


class QuestionHeader(QWidget):
    """The heading of a question set; made anew whenever the dialog is laid out.

    Signals:
        file_wanted: A file the description links to is to be shown; carries its path.
        resized: It needs more or less room.
    """

    file_wanted = Signal(object)
    resized = Signal()

    def __init__(
        self,
        *,
        theme: Theme,
        view: CardView,
        earlier: Sequence[EarlierRound],
        is_earlier_rounds_open: bool,
        countdown: Countdown | None,
        resolve: FileResolver,
    ) -> None:
        super().__init__()
        self._countdown = countdown
        questions = view.questions
        self._box = vbox(inside=self, gap=8, margins=(2, 0, 2, 0))
        self.earlier_link: QPushButton | None = None
        self._earlier_panel: EarlierRounds | None = None
        if questions.purpose.is_approval:
            words = _("Your permission is needed")
            self._box.addWidget(_Banner(words, "confirm_banner", theme=theme, icon=Icon.WARNING))
        if questions.amends is not None:
            words = _("You are changing an answer that was given already.")
            self._box.addWidget(_Banner(words, "amends_banner", theme=theme, icon=Icon.PENCIL))
        self._add_top_line(questions, countdown)
        if title := heading(questions):
            role = "title" if len(questions.questions) > 1 else "section"
            self._box.addWidget(plain_label(title, role=role, name="set_title"))
        if questions.description:
            self._box.addWidget(
                question_label(
                    questions.description,
                    role="secondary",
                    theme=theme,
                    resolve=resolve,
                    open_file=self.file_wanted.emit,
                )
            )
        if view.is_form:
            self._add_progress(view)
        if earlier:
            self._add_earlier(earlier, is_earlier_rounds_open)
        self._is_only_clock = (
            countdown is not None and self._box.count() == 1 and not questions.asked_by
        )
        if self._box.count() == 0:
            self.hide()

    @property
    def is_earlier_rounds_open(self) -> bool:
        """Whether the earlier rounds show."""
        return self._earlier_panel is not None and not self._earlier_panel.isHidden()

    def freeze(self) -> None:
        """Stop the clock; without it there may be nothing left to show."""
        if self._countdown is not None:
            self._countdown.stop()
            self.setVisible(not self._is_only_clock)

    def _add_top_line(self, questions: QuestionSet, countdown: Countdown | None) -> None:
        clock = [countdown] if countdown is not None else []
        if said := asked_by_text(questions):
            asker = (plain_label(said, role="section"), 1)
            self._box.addLayout(hbox(AskerMark(questions.asker), asker, *clock, gap=8))
        elif clock:
            self._box.addLayout(hbox(STRETCH, *clock))

    def _add_progress(self, view: CardView) -> None:
        progress = view.progress
        label = plain_label(
            progress_dots(progress.done, progress.total),
            role="section",
            name="form_progress",
            wraps=progress.total > _MOST_DOTS,
        )
        done = _("{done} of {n} answered").format(done=progress.done, n=progress.total)
        label.setAccessibleName(done)
        line = hbox(label)
        if progress.parts > 1 and not view.is_review:
            part = _("Part {i} of {n}").format(i=progress.part, n=progress.parts)
            line.addWidget(plain_label(part, role="description", name="form_part"))
        line.addStretch(1)
        self._box.addLayout(line)

    def _add_earlier(self, earlier: Sequence[EarlierRound], is_open: bool) -> None:
        self._words = _("Earlier rounds ({n})").format(n=len(earlier))
        self.earlier_link = link = push_button("earlier_rounds", role="link")
        link.setAccessibleName(self._words)
        link.setCheckable(True)
        link.setChecked(is_open)
        self._earlier_panel = EarlierRounds(earlier)
        self._show_earlier(is_open)
        link.toggled.connect(self._show_earlier)
        self._box.addLayout(hbox(link, STRETCH))
        self._box.addWidget(self._earlier_panel)

    def _show_earlier(self, is_open: bool) -> None:
        assert self.earlier_link is not None
        assert self._earlier_panel is not None
        self._earlier_panel.setVisible(is_open)
        self.earlier_link.setText(("▾ " if is_open else "▸ ") + self._words)
        self.resized.emit()


class _Banner(QFrame):
    """A sentence above the questions, with an icon in a colour of the theme."""

    def __init__(self, text: str, name: str, *, theme: Theme, icon: Icon) -> None:
        super().__init__()
        self.setObjectName(name)
        self._theme = theme
        self._icon = icon
        self._mark = plain_label(wraps=False)
        top = Qt.AlignmentFlag.AlignTop
        words = plain_label(text)
        hbox((self._mark, top), (words, 1), inside=self, gap=9, margins=(12, 8, 12, 8))
        theme.changed.connect(self._repaint)
        self._repaint()

    def _repaint(self) -> None:
        tokens = self._theme.tokens
        colour = tokens.warning if self._icon is Icon.WARNING else tokens.link
        size = self._theme.px(_BANNER_ICON_PX)
        self._mark.setPixmap(pixmap(self._icon, colour, size, self.devicePixelRatioF()))
