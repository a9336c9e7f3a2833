"""Bars over the page while timers ring, or until missed ones are taken note of."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.timers.model.wording import ringing_text
from assistant.channels.desktop.widgets.announcements import Announcer, announce_politely
from assistant.channels.desktop.widgets.bar_stack import BarStack
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.icons import Icon, pixmap
from assistant.channels.desktop.widgets.labels import ElidedLabel, plain_label, restyle
from assistant.channels.desktop.widgets.layouts import flow, hbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.clock import Clock
from assistant.locale import _
from assistant.timer import Timer

_ICON = QSize(20, 20)
_WHAT_PX: Final = 160
"""With less room than this for what rings, the buttons go into the next line."""


class RingBar(Translated, QFrame):
    """One that rings or was missed, with its buttons. It never takes the focus by itself.

    Signals:
        stop: Stop, or take note of, it.
        snooze: Have it ring again later.
    """

    stop = Signal()
    snooze = Signal()

    def __init__(self, entry: Timer, *, theme: Theme, clock: Clock) -> None:
        super().__init__()
        self._entry = entry
        self._theme = theme
        self._clock = clock
        self.setObjectName(f"ring_{entry.timer_id}")
        self.setProperty("role", "notice")
        self._mark = plain_label(wraps=False)
        self._words = ElidedLabel()
        self._later = push_button(f"snooze_{entry.timer_id}", "", on_click=self.snooze.emit)
        self._stop = push_button(
            f"stop_{entry.timer_id}", "", role="primary", on_click=self.stop.emit
        )
        for button in (self._later, self._stop):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus where it is
        what = QWidget()
        hbox(self._mark, (self._words, 1), inside=what, gap=9)
        parts = flow(what, self._later, self._stop, fill=what, fill_px=theme.px(_WHAT_PX))
        hbox(parts, inside=self, margins=(12, 7, 8, 7))
        theme.changed.connect(self.retranslate)
        self.retranslate()

    def show_entry(self, entry: Timer) -> None:
        """Show how it stands now."""
        self._entry = entry
        self.retranslate()

    @override
    def retranslate(self) -> None:
        entry = self._entry
        text = ringing_text(entry, self._clock.now())
        self.setProperty("severity", "info" if entry.is_missed else "warning")
        restyle(self)
        self.setAccessibleName(text)
        tokens = self._theme.tokens
        colour = tokens.link if entry.is_missed else tokens.warning
        self._mark.setPixmap(pixmap(Icon.BELL, colour, _ICON.width(), self.devicePixelRatioF()))
        self._words.set_text(text)
        self._later.setText(_("In 5 minutes"))
        self._later.setAccessibleName(_("Ring again in 5 minutes: {title}").format(title=text))
        self._stop.setText(_("Dismiss") if entry.is_missed else _("Stop"))
        self._stop.setMinimumWidth(width_of(self._stop, _("Dismiss"), _("Stop")))
        self._stop.setAccessibleName(f"{self._stop.text()}: {text}")


def width_of(button: QPushButton, *texts: str) -> int:
    """Return how wide a button must be to hold each of some texts, in pixels."""
    shown = button.text()
    widths: list[int] = []
    for text in texts:
        button.setText(text)
        widths.append(button.sizeHint().width())
    button.setText(shown)
    return max(widths)


class RingBanner(QObject):
    """A bar for each, at the upper edge of the page, or at the lower one if only that has room.

    While a panel lies over the page, they stand at the lower edge of that.

    Args:
        context: What its bars are made with.
        above: The bars at the upper edge.
        below: Those at the lower edge.
        over: Those that lie over the panel.
        is_covered: Whether the panel lies over the page.
        fits: Whether an edge has room for bars of this height, in pixels.
        announce: Has a screen reader say something.

    Signals:
        stop: Stop, or take note of, the one of this id.
        snooze: Have the one of this id ring again later.
    """

    stop = Signal(str)
    snooze = Signal(str)

    def __init__(
        self,
        context: DesktopContext,
        *,
        above: BarStack,
        below: BarStack,
        over: BarStack,
        is_covered: Callable[[], bool],
        fits: Callable[[int], bool],
        announce: Announcer = announce_politely,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._above: Final = above
        self._below: Final = below
        self._over: Final = over
        self._is_covered = is_covered
        self._fits = fits
        self._announce = announce
        self._entries: tuple[Timer, ...] = ()
        self._bars: dict[str, tuple[RingBar, BarStack]] = {}
        """By id, each with where it stands."""

    @property
    def entries(self) -> tuple[Timer, ...]:
        """What is shown."""
        return self._entries

    @property
    def is_ringing(self) -> bool:
        """Whether something rings, aloud."""
        return any(entry.is_ringing for entry in self._entries)

    def show_entries(self, entries: Sequence[Timer]) -> None:
        """Show these and no others; bars that stay keep their places and the focus."""
        self._entries = tuple(entries)
        for timer_id in self._bars.keys() - {entry.timer_id for entry in entries}:
            bar, stack = self._bars.pop(timer_id)
            stack.discard(bar.objectName())
        for entry in entries:
            if entry.timer_id in self._bars:
                bar, _stack = self._bars[entry.timer_id]
                bar.show_entry(entry)
            else:
                self._add(entry)

    def keep_in_sight(self) -> None:
        """The panel came, or went: the bars go over it, or back to the page."""
        for timer_id, (bar, stack) in self._bars.items():
            if (stack is self._over) is not self._is_covered():
                place = self._place_for(bar)
                stack.hand_over(bar.objectName(), place)
                self._bars[timer_id] = bar, place

    def call_out(self, entry: Timer) -> None:
        """Have a screen reader tell of one, without moving the focus."""
        bar, _stack = self._bars[entry.timer_id]
        self._announce(bar, ringing_text(entry, self._context.clock.now()))

    def _add(self, entry: Timer) -> None:
        timer_id = entry.timer_id
        bar = RingBar(entry, theme=self._context.theme, clock=self._context.clock)
        bar.stop.connect(lambda: self.stop.emit(timer_id))
        bar.snooze.connect(lambda: self.snooze.emit(timer_id))
        stack = self._place_for(bar)
        self._bars[timer_id] = bar, stack
        stack.add(bar.objectName(), bar)
        stack.bring_into_view(bar.objectName())

    def _place_for(self, bar: RingBar) -> BarStack:
        if self._is_covered():
            return self._over
        stacks = (self._above, self._below)
        return next((one for one in stacks if self._fits(one.height_with(bar))), self._above)
