"""The first run as it stands in the window: one step at a time, with ways on, back and past."""

from typing import Final, assert_never

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QProgressBar, QRadioButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.app.reading_order import tab_stops
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.first_run.agents_page import AgentsPage
from assistant.channels.desktop.first_run.model.progress import STEPS, Progress, Step
from assistant.channels.desktop.first_run.model_page import ModelPage
from assistant.channels.desktop.first_run.pages import LanguagePage, Page, PrivacyPage
from assistant.channels.desktop.first_run.sound_pages import MicrophonePage, SpeakerPage
from assistant.channels.desktop.settings.device_field import DeviceLister
from assistant.channels.desktop.widgets.announcements import announce_politely
from assistant.channels.desktop.widgets.buttons import IconButton, push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, scroll_column, vbox
from assistant.channels.desktop.widgets.rebuilt import carry_over
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _, current_language
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import EndSoundTrials

WIDEST_PX: Final = 600
HIGHEST_PX: Final = 780
"""In a higher window it stands in the middle: the buttons are not far from what they are about."""
_QUIET_STEPS: Final = frozenset({Step.LANGUAGE, Step.MICROPHONE, Step.SPEAKER})
"""In which the voice may rest: a program that begins with one of them has not started it."""


class FirstRunGuide(Translated, QWidget):
    """Shows the step that is due, and keeps how far the user is.

    Args:
        context: What its pages are made with.
        progress: Where it begins.
        lister: Tells which devices there are.
        wake_phrase: The words that wake the assistant; empty if there are none.

    Signals:
        over: The last step was left.
    """

    over = Signal()

    def __init__(
        self,
        context: DesktopContext,
        *,
        progress: Progress,
        lister: DeviceLister,
        wake_phrase: str,
    ) -> None:
        super().__init__()
        self.setObjectName("page")
        self._context = context
        self._lister = lister
        self._language = current_language()
        self._wake_phrase = wake_phrase
        self.progress = progress
        self._box = vbox(inside=self, gap=0)
        self._content: QWidget | None = None
        self._former: QWidget | None = None
        """What was replaced: one of its buttons may be handling the click that replaced it."""
        self._keep()
        self._build()

    @override
    def retranslate(self) -> None:
        self._show_step(carries=True)

    @Slot(object)
    def handle(self, event: EngineEvent) -> None:
        """Pass an event on to the page that is shown."""
        self.page.handle(event)

    def _build(self) -> None:
        step = self.progress.current or STEPS[-1]
        self.page = self._page_of(step)
        self.page.go_on.connect(self._next)
        number, count = self.progress.number, len(STEPS)
        position = _("{number} of {count}").format(number=number, count=count)
        bar = QProgressBar()
        bar.setTextVisible(False)
        bar.setRange(0, count)
        bar.setValue(number)
        bar.setFixedWidth(120)
        bar.setAccessibleName(position)
        self.skip_all = push_button(
            "first_run_skip_all", _("Skip all"), role="link", on_click=self._skip_all
        )
        policy = self.skip_all.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # so that the title stays where it is
        self.skip_all.setSizePolicy(policy)
        self.skip_all.setVisible(not self.progress.is_last)
        self.title = plain_label(self.page.title, role="headline", name="first_run_title")
        middle = Qt.AlignmentFlag.AlignVCenter
        column = QWidget()
        column.setMaximumWidth(WIDEST_PX)
        mark = IconButton(
            self.page.icon,
            theme=self._context.theme,
            name="first_run_icon",
            size=30,
            role="quiet",
            colour=lambda tokens: tokens.primary,
        )
        mark.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        mark.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        vbox(
            hbox(
                (bar, middle),
                (plain_label(position, role="description", name="first_run_position"), middle),
                STRETCH,
                (self.skip_all, middle),
                gap=12,
            ),
            22,
            hbox((mark, Qt.AlignmentFlag.AlignTop), (self.title, 1), gap=6),
            8,
            plain_label(self.page.sentence, role="secondary", name="first_run_sentence"),
            22,
            self.page,
            STRETCH,
            inside=column,
            gap=0,
        )
        area, _column = scroll_column(
            hbox(STRETCH, (column, 1000), STRETCH), gap=0, margins=(24, 28, 24, 20)
        )
        self.back = push_button("first_run_back", _("Back"), on_click=self._back)
        self.back.setVisible(number > 1)
        self.skip = push_button("first_run_skip", _("Skip"), role="link", on_click=self._skip)
        self.skip.setVisible(not self.progress.is_last)  # "Begin" does the same
        self.next = push_button(
            "first_run_next",
            _("Begin") if self.progress.is_last else _("Next"),
            role="primary",
            on_click=self._next,
        )
        foot = QFrame()
        foot.setMaximumWidth(WIDEST_PX)
        hbox(self.back, STRETCH, self.skip, self.next, inside=foot, gap=8)
        content = QWidget()
        content.setMaximumHeight(round(HIGHEST_PX * max(1.0, self._context.theme.scale)))
        vbox(
            (area, 1),
            hbox(STRETCH, (foot, 1000), STRETCH, margins=(24, 10, 24, 18)),
            inside=content,
            gap=0,
        )
        self._content = content
        self._box.addWidget(content)

    def _page_of(self, step: Step) -> Page:
        context, lister = self._context, self._lister
        match step:
            case Step.LANGUAGE:
                return LanguagePage(context)
            case Step.MICROPHONE:
                return MicrophonePage(context, lister, wake_phrase=self._wake_phrase)
            case Step.SPEAKER:
                return SpeakerPage(context, lister)
            case Step.MODEL:
                return ModelPage(context)
            case Step.AGENTS:
                return AgentsPage(context)
            case Step.PRIVACY:
                return PrivacyPage(context)
            case _:
                assert_never(step)

    def _show_step(self, *, carries: bool = False) -> None:
        """Build the step that is due; `carries` what the user did in it before."""
        former = self._former = self._content
        self._build()
        if former is not None and self._content is not None:
            self._content.show()
            if carries:
                carry_over(former, self._content)
            former.hide()
            former.setParent(None)
            former.deleteLater()
        if not carries:
            self._enter()
        elif self.isVisible():
            self.page.begin()

    def _enter(self) -> None:
        """Begin the step: the focus is on its first control, and it is said which step it is."""
        if self.progress.current not in _QUIET_STEPS:
            self._context.engine.submit(EndSoundTrials())
        self.page.begin()
        stops = list(tab_stops(self.page))
        first: QWidget = stops[0] if stops else self.next
        if isinstance(first, QRadioButton):
            first = first.group().checkedButton() or first
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        position = _("{number} of {count}").format(number=self.progress.number, count=len(STEPS))
        announce_politely(self, f"{position}. {self.page.title}. {self.page.sentence}")

    def _go_to(self, progress: Progress) -> None:
        self.progress = progress
        self._keep()
        if progress.is_over:
            self.over.emit()
        else:
            self._show_step()

    def _keep(self) -> None:
        written = self.progress.written()
        if self._context.settings.get("ui", "first_run") != written:
            self._context.settings.set("ui", "first_run", written)

    def _next(self) -> None:
        if self.page.finish():
            self._go_to(self.progress.done())

    def _skip(self) -> None:
        self._go_to(self.progress.skipped())

    def _back(self) -> None:
        self._go_to(self.progress.back())

    def _skip_all(self) -> None:
        self._go_to(self.progress.all_skipped())

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._enter()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        """Let the voice work while the window is put away."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._context.engine.submit(EndSoundTrials())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._next()
            return
        super().keyPressEvent(event)
