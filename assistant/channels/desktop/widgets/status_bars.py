"""What lies above the input line: notices, the caption, downloads."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QProgressBar, QPushButton
from typing_extensions import override

from assistant.channels.desktop.widgets.bar_stack import BarStack
from assistant.channels.desktop.widgets.buttons import IconButton, push_button
from assistant.channels.desktop.widgets.icons import Icon, pixmap
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import flow, hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _
from assistant.protocol.download_progress import DownloadProgress
from assistant.protocol.notices import Notice, NoticeAction, Severity

_NOTICE_ICONS = {
    Severity.INFO: Icon.INFO,
    Severity.WARNING: Icon.WARNING,
    Severity.ERROR: Icon.ERROR,
}


class NoticeBar(Translated, BarStack):
    """Notices, each with its colour, its hint, what can be done, and a button that takes it away.

    A new notice stands where it covers nothing, among the bars of the lower edge, or else here. None
    is replaced or taken away under the mouse before the mouse has left, unless the user did it.

    Args:
        theme: The theme.
        lower: The bars of the lower edge.
        fits_below: Whether these may be so high, in pixels, and cover nothing.

    Signals:
        dismissed: The user took away the notice of this code.
        action_wanted: They want something done; carries the notice's code and its `NoticeAction`.
    """

    dismissed = Signal(str)
    action_wanted = Signal(str, object)

    def __init__(
        self,
        *,
        theme: Theme,
        lower: BarStack | None = None,
        fits_below: Callable[[int], bool] = lambda _height: True,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._lower = lower
        self._fits_below = fits_below
        self._notices: tuple[Notice, ...] = ()
        self._shown: dict[str, tuple[Notice, BarStack]] = {}
        """By code, each with where it stands."""
        self._is_pointed_at = False
        theme.changed.connect(self.retranslate)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is to be shown."""
        return self._notices

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """Show these and no others."""
        self._notices = tuple(notices)
        if not self._is_pointed_at:
            self._drop_old()
        self._add_new()

    @override
    def retranslate(self) -> None:
        for code in tuple(self._shown):
            self._drop(code)
        self._add_new()

    @override
    def eventFilter(self, arg__1: QObject, arg__2: QEvent) -> bool:
        if arg__1.property("role") == "notice":
            if arg__2.type() == QEvent.Type.Enter:
                self._is_pointed_at = True
            elif arg__2.type() == QEvent.Type.Leave:
                self._release()
        return super().eventFilter(arg__1, arg__2)

    def _release(self) -> None:
        """Show what has waited for the mouse."""
        self._is_pointed_at = False
        self.show_notices(self._notices)

    def _drop_old(self) -> None:
        for code, (notice, _stack) in tuple(self._shown.items()):
            if notice not in self._notices:
                self._drop(code)

    def _drop(self, code: str) -> None:
        _notice, stack = self._shown.pop(code)
        stack.discard(f"notice_{code}")

    def _add_new(self) -> None:
        for notice in self._notices:
            if notice.code not in self._shown:
                frame = self._frame(notice.in_current_language())
                stack = self._stack_for(frame)
                self._shown[notice.code] = notice, stack
                stack.add(frame.objectName(), frame)
                frame.installEventFilter(self)

    def _stack_for(self, frame: QFrame) -> BarStack:
        lower = self._lower
        return lower if lower and self._fits_below(lower.height_with(frame)) else self

    def _frame(self, notice: Notice) -> QFrame:
        tokens = self._theme.tokens
        colour = {
            Severity.INFO: tokens.link,
            Severity.WARNING: tokens.warning,
            Severity.ERROR: tokens.danger,
        }[notice.severity]
        frame = QFrame()
        frame.setObjectName(f"notice_{notice.code}")
        frame.setProperty("role", "notice")
        frame.setProperty("severity", notice.severity.value)
        frame.setAccessibleName(notice.text)
        frame.setAccessibleDescription(notice.hint)
        mark = plain_label(wraps=False)
        mark.setPixmap(pixmap(_NOTICE_ICONS[notice.severity], colour, 18, self.devicePixelRatioF()))
        words = vbox(selectable(plain_label(notice.text)), gap=2)
        if notice.hint:
            hint = selectable(plain_label(notice.hint))
            font = hint.font()
            font.setPixelSize(self._theme.px(12))
            hint.setFont(font)
            words.addWidget(hint)
        if notice.actions:
            words.addSpacing(4)
            words.addWidget(flow(*(self._button(notice, action) for action in notice.actions)))
        close = IconButton(
            Icon.CLOSE,
            theme=self._theme,
            name="dismiss",
            size=14,
            colour=lambda tokens: tokens.text,
            on_click=lambda: self._dismiss(notice.code),
        )
        close.describe(_("Dismiss"))
        top = Qt.AlignmentFlag.AlignTop
        hbox((mark, top), (words, 1), (close, top), inside=frame, gap=9, margins=(10, 7, 6, 7))
        return frame

    def _button(self, notice: Notice, action: NoticeAction) -> QPushButton:
        button = push_button("notice_action", action.label.replace("&", "&&"))
        button.setAccessibleName(action.label)
        button.setAccessibleDescription(notice.text)
        button.clicked.connect(lambda: self._act(notice.code, action))
        return button

    def _dismiss(self, code: str) -> None:
        self._release()
        self.dismissed.emit(code)
        if not self.window().underMouse():  # the user goes by the keys
            for stack in (self, self._lower):
                if stack is not None:
                    stack.close_up()

    def _act(self, code: str, action: NoticeAction) -> None:
        self._release()
        self.action_wanted.emit(code, action)


class SpeechCaption(QFrame):
    """The sentence that is being spoken."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("caption")
        self._mark = plain_label(wraps=False)
        self._words = plain_label()
        top = Qt.AlignmentFlag.AlignTop
        hbox((self._mark, top), (self._words, 1), inside=self, gap=9, margins=(12, 7, 12, 7))
        self.hide()
        theme.changed.connect(self._repaint_icons)
        self._repaint_icons()

    @property
    def text(self) -> str:
        """What is shown."""
        return self._words.text()

    def set_text(self, text: str) -> None:
        """Show a sentence; empty hides the caption."""
        self._words.setText(text)
        self.setVisible(bool(text))

    def _repaint_icons(self) -> None:
        tokens = self._theme.tokens
        colour = tokens.sky if tokens.dark else tokens.link
        self._mark.setPixmap(pixmap(Icon.SPEAKER, colour, 18, self.devicePixelRatioF()))


class DownloadProgressRelay(QObject):
    """Brings progress from any thread to the GUI thread. Create it on the GUI thread.

    Signals:
        progress: One `DownloadProgress`.
    """

    progress = Signal(object)
    _arrived = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._arrived.connect(self.progress, Qt.ConnectionType.QueuedConnection)

    def report(self, progress: DownloadProgress) -> None:
        """Report progress; may be called on any thread."""
        self._arrived.emit(progress)


class SetupPanel(Translated, QFrame):
    """What is being fetched before everything works."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("setup")
        self._last: DownloadProgress | None = None
        self._words = plain_label()
        self._share = plain_label(role="description", wraps=False)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        words = hbox((self._words, 1), self._share)
        vbox(words, self._bar, inside=self, gap=7, margins=(12, 9, 12, 10))
        self.hide()

    @property
    def value(self) -> int:
        """The position of the bar, 0 to 100; -1 while the size is unknown."""
        return self._bar.value() if self._bar.maximum() else -1

    def show_progress(self, progress: DownloadProgress) -> None:
        """Show how far a download is; a finished one hides the panel."""
        self._last = progress
        is_over = progress.is_finished or progress.is_cancelled
        self.setVisible(not is_over or bool(progress.error))
        self._bar.setVisible(not progress.error)
        percent = progress.percent
        self._bar.setRange(0, 0 if percent is None else 100)
        self._bar.setValue(percent or 0)
        self.retranslate()

    @override
    def retranslate(self) -> None:
        last = self._last
        if last is None:
            return
        if last.error:
            self._words.setText(
                _("{name} could not be downloaded: {error}").format(
                    name=last.name, error=last.error
                )
            )
            self._share.setText("")
            return
        self._words.setText(_("Downloading {name}").format(name=last.name))
        total = f" / {last.total_bytes / 1e6:.0f}" if last.total_bytes else ""
        self._share.setText(f"{last.done_bytes / 1e6:.0f}{total} MB")
        self._bar.setAccessibleName(self._words.text())
