"""The end of a question's dialog: what became of the question is shown, then the window goes."""

from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QAbstractButton, QGraphicsOpacityEffect, QWidget

from assistant.channels.desktop.questions.dialog.base_window import QuestionWindow
from assistant.channels.desktop.questions.dialog.outcome_frame import OutcomeFrame, OutcomeTone
from assistant.channels.desktop.widgets.announcements import Announcer
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.locale import _
from assistant.questions.form.outcome_text import outcome_lines, settled_at
from assistant.questions.model.question import Answered, Channel, QuestionSet, Response, TimedOut

ELSEWHERE_LINGERS: Final = 5
"""An answer from another place is news, so it shows so many times longer."""
DIMMED: Final = 0.45
"""Opacity of a question that timed out."""


class ClosingWindow(QuestionWindow):
    """A question's window that can be over: answered, settled elsewhere, too late, or for nobody.

    Signals:
        reopen: The user wants the question again that timed out.
    """

    reopen = Signal()

    def __init__(
        self,
        *,
        questions: QuestionSet,
        theme: Theme,
        clock: Clock,
        arm_delay_s: float,
        linger_ms: int,
        announce: Announcer,
        parent: QWidget | None,
    ) -> None:
        super().__init__(theme=theme, clock=clock, arm_delay_s=arm_delay_s, parent=parent)
        self.questions = questions
        self._linger_ms = linger_ms
        self._announce = announce
        self._is_settled = False
        self._answered_here = False
        self._is_orphaned = False
        self._last_lines: list[str] = []
        self._closing = QTimer(self)
        self._closing.setSingleShot(True)
        self._closing.timeout.connect(self.close)

    @property
    def is_settled(self) -> bool:
        """Whether a response was given or the question withdrawn."""
        return self._is_settled

    @property
    def is_over(self) -> bool:
        """Whether nothing is left but to read what became of it and close it."""
        return self._is_settled and not self._closing.isActive()

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
        lines = settled_at(
            outcome_lines(self.questions, response), response, channel, here=Channel.DESKTOP
        )
        if isinstance(response, TimedOut):
            self._closing.stop()
            self._show_timed_out(lines)
            return
        self._show_outcome(
            lines, OutcomeTone.SUCCESS if isinstance(response, Answered) else OutcomeTone.PLAIN
        )
        self._close_in(self._linger_ms * ELSEWHERE_LINGERS)

    def show_orphaned(self) -> None:
        """Say that nobody waits for the answer any more; it stays until it is closed."""
        self._is_orphaned = True
        self._closing.stop()
        lines = [
            *self._last_lines,
            "⚠ " + _("The conversation this belongs to is gone. Nothing was sent."),
        ]
        self._show_outcome(lines, OutcomeTone.WARNING)

    def _end_with(self, lines: list[str], *, is_answer: bool) -> None:
        """Show what was answered here; `_go_soon` closes."""
        self._answered_here = True
        self._end()
        self._show_outcome(
            lines, OutcomeTone.SUCCESS if is_answer else OutcomeTone.PLAIN, flash=is_answer
        )

    def _go_soon(self) -> None:
        """Close after a moment, unless there is something that has to be read."""
        if not self._is_orphaned:
            self._close_in(self._linger_ms)

    def _end(self) -> None:
        """Nothing can be pressed or written any more."""
        self._is_settled = True
        for button in self.findChildren(QAbstractButton):
            button.setEnabled(False)
        self._body.freeze()
        self.setFocus()  # a field that has it looks as if it still took words

    def _show_outcome(
        self, lines: list[str], tone: OutcomeTone, *, flash: bool = False, can_reopen: bool = False
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
        card = self._body.card
        if card is not None:
            faded = QGraphicsOpacityEffect(card)
            faded.setOpacity(DIMMED)
            card.setGraphicsEffect(faded)
        frame = self._show_outcome(shown, OutcomeTone.WARNING, can_reopen=True)
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
