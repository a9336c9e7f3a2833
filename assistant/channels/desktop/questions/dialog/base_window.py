"""The window of a question: as high as its content, deaf for a moment after it appeared, never modal."""

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QDialog, QWidget
from typing_extensions import override

from assistant.channels.desktop.questions.dialog.body import QuestionBody
from assistant.channels.desktop.questions.dialog.footer import QuestionFooter
from assistant.channels.desktop.questions.dialog.preview_pane import (
    PREVIEW_BELOW_PX,
    PREVIEW_PX,
    PreviewPane,
)
from assistant.channels.desktop.style.question_stylesheet import question_stylesheet
from assistant.channels.desktop.widgets.labels import restyle
from assistant.channels.desktop.widgets.layouts import hbox, scroll_area, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.clock import Clock

WIDTH_PX: Final = 520
WIDE_PX: Final = 700
"""From this width on a preview stands beside the options."""
LARGEST: Final = (1 << 24) - 1
"""Qt's greatest size of a widget: no limit."""
LEAST_HEIGHT_PX: Final = 220
MOST_OF_SCREEN: Final = 0.85


class QuestionWindow(Translated, QDialog):
    """Body, preview and foot in a window that fits itself to them.

    For `arm_delay_s` after it appeared it ignores keys and clicks, so that what was meant for
    another window answers nothing.

    Signals:
        appeared: It is really on the screen.
        closed: It is gone from the screen, whatever the reason.
    """

    appeared = Signal()
    closed = Signal()

    def __init__(
        self, *, theme: Theme, clock: Clock, arm_delay_s: float, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self._arm_delay_s = arm_delay_s
        self._shown_at: float | None = None
        self.setObjectName("question_dialog")
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.setMinimumWidth(340)
        theme.changed.connect(self._refresh_colours)

    def _put_together(
        self, body: QuestionBody, preview: PreviewPane, foot: QuestionFooter, *, is_wide: bool
    ) -> None:
        self._body, self.preview, self._foot = body, preview, foot
        self._scroll = scroll_area(body)
        self._preview_frame = QWidget()
        self._frame = hbox(preview, inside=self._preview_frame)
        self._split: QBoxLayout = hbox((self._scroll, 3), (self._preview_frame, 2), gap=0)
        vbox((self._split, 1), foot, inside=self, gap=0)
        self.setStyleSheet(question_stylesheet(self._theme.tokens, self._theme.scale))
        self.resize(WIDTH_PX + PREVIEW_PX if is_wide else WIDTH_PX, 200)
        self._arrange()

    @property
    def is_armed(self) -> bool:
        """Whether input counts already."""
        return (
            self._shown_at is not None
            and self._clock.monotonic() - self._shown_at >= self._arm_delay_s
        )

    @property
    def is_preview_beside(self) -> bool:
        """Whether a preview would stand beside the options rather than below."""
        return self._split.direction() == QBoxLayout.Direction.LeftToRight

    def fit(self) -> None:
        """Be as high as the content, within the screen."""
        self._preview_frame.setVisible(not self.preview.isHidden())
        screen = self.screen().availableGeometry().height()
        height = max(LEAST_HEIGHT_PX, self.wanted_height())
        self.resize(self.width(), min(height, round(screen * MOST_OF_SCREEN)))
        self._show_scroll_bar()

    def _show_scroll_bar(self) -> None:
        """Show the scroll bar only if the content is too high without it.

        Qt asks whether it is too high beside the bar that shows already: where a line breaks only
        because of the bar, it would stay for ever.
        """
        fits = self.height() >= self.wanted_height()
        policy = Qt.ScrollBarPolicy
        self._scroll.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded
        )

    def wanted_height(self) -> int:
        """Return the height at which nothing needs to scroll at the present width."""
        has_preview = not self.preview.isHidden()
        beside = has_preview and self.is_preview_beside
        body = self._body.height_for(round(self.width() * 3 / 5) if beside else self.width())
        if has_preview:
            body = max(body, PREVIEW_PX) if beside else body + PREVIEW_BELOW_PX
        foot = self._foot.heightForWidth(self.width())
        return body + (foot if foot >= 0 else self._foot.sizeHint().height()) + 2

    def fit_soon(self) -> None:
        """Fit again once what was made just now has its real size."""
        self.fit()
        QTimer.singleShot(0, self, self.fit)

    def _arrange(self) -> None:
        wide = self.width() >= WIDE_PX
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if self._split.direction() != direction:
            self._split.setDirection(direction)
        self._split.setStretch(1, 2 if wide else 0)
        self._preview_frame.setMaximumHeight(LARGEST if wide else PREVIEW_BELOW_PX)
        self._frame.setContentsMargins(0 if wide else 20, 18 if wide else 4, 20, 8)

    def _refresh_colours(self) -> None:
        self.setStyleSheet(question_stylesheet(self._theme.tokens, self._theme.scale))
        restyle(self)

    def closing(self) -> None:
        """The window is about to go; say what that means."""

    @override
    def resizeEvent(self, arg__1: QResizeEvent) -> None:
        super().resizeEvent(arg__1)
        if arg__1.size().width() != arg__1.oldSize().width():
            self._arrange()
        self._show_scroll_bar()

    @override
    def showEvent(self, arg__1: QShowEvent) -> None:
        super().showEvent(arg__1)
        self._shown_at = self._clock.monotonic()
        self.fit()
        self.appeared.emit()

    @override
    def closeEvent(self, arg__1: QCloseEvent) -> None:
        self.closing()
        arg__1.accept()  # not QDialog's own, which would ask `reject`
        self.closed.emit()

    @override
    def reject(self) -> None:
        """Qt's own way to dismiss; goes through `closeEvent` so that it means the same."""
        self.close()
