"""Pages of the first run: what they have in common, language and privacy."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QRadioButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.widgets.announcements import announce_politely
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import Part, bring_into_sight, hbox, vbox
from assistant.locale import INTERFACE_LANGUAGES, _, current_language, joined
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import (
    SoundTried,
    TrialStanding,
)
from assistant.settings.schema import controls

_LANGUAGE: Final = "language"


class Page(QWidget):
    """A step: a title, one sentence, and what is done there.

    Attributes:
        icon: Stands before the title.

    Signals:
        go_on: What had to be waited for before the next step is there.
    """

    go_on = Signal()

    icon = Icon.MODEL

    def __init__(self, title: str, sentence: str) -> None:
        super().__init__()
        self.setObjectName("column")
        self.title = title
        self.sentence = sentence

    def begin(self) -> None:
        """It is on the screen now."""

    def handle(self, event: EngineEvent) -> None:
        """Take one event of the engine's; those about something else do nothing."""

    def finish(self) -> bool:
        """Do what the user chose; returns whether the next step may be shown at once."""
        return True


class ChoiceRow(QFrame):
    """One of several things to choose, with what there is to know about it; clicked anywhere.

    Args:
        name: Object name of its button.
        title: What is chosen.
        detail: What there is to know; may be empty.
        below: What is filled in for it; shown while it is chosen.
    """

    def __init__(
        self, name: str, title: str, detail: str = "", *, below: QWidget | None = None
    ) -> None:
        super().__init__()
        self.setProperty("role", "choice")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button = QRadioButton(title)
        self.button.setObjectName(name)
        self.button.setAccessibleName(title)
        self.button.setAccessibleDescription(detail)
        self._detail = plain_label(detail, role="description")
        self._detail.setVisible(bool(detail))
        self._below = below
        under = vbox(
            self._detail, *(() if below is None else (below,)), gap=10, margins=(27, 0, 4, 0)
        )
        vbox(self.button, under, inside=self, gap=3, margins=(12, 9, 12, 10))
        if below is not None:
            below.setVisible(False)
            self.button.toggled.connect(self._unfold)
        self.button.toggled.connect(self._show_state)
        self.button.installEventFilter(self)
        self._detail.installEventFilter(self)
        self._show_state()

    def show_detail(self, text: str) -> None:
        """Say something else about it."""
        self._detail.setText(text)
        self._detail.setVisible(bool(text))
        self.button.setAccessibleDescription(text)

    def _unfold(self, is_chosen: bool) -> None:
        below = self._below
        assert below is not None
        below.setVisible(is_chosen)
        if is_chosen:
            QTimer.singleShot(0, self, lambda: bring_into_sight(below))

    def _show_state(self) -> None:
        """Frame the row by whether it is chosen and has the focus."""
        for name, holds in (
            ("chosen", self.button.isChecked()),
            ("focused", self.button.hasFocus()),
        ):
            self.setProperty(name, "true" if holds else "false")
        restyle(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.button:
            if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
                self._show_state()
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._choose()
        return super().eventFilter(watched, event)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease:
            self._choose()
        return super().event(event)

    def _choose(self) -> None:
        self.button.setFocus(Qt.FocusReason.MouseFocusReason)
        self.button.click()


class StandingLabel(QWidget):
    """What came of something, and what can be done about it; said to a screen reader, too."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.label = plain_label(name=name)
        self._hint = plain_label(role="description", name=f"{name}_hint")
        vbox(self.label, self._hint, inside=self, gap=4)
        self.show_standing(TrialStanding.UNDER_WAY, "")

    def show_standing(self, standing: TrialStanding, text: str, hint: str = "") -> None:
        """Show it; nothing if there is no text."""
        role, mark = {
            TrialStanding.UNDER_WAY: ("secondary", ""),
            TrialStanding.WELL: ("success", "✓ "),
            TrialStanding.ADVISED: ("warning", ""),
            TrialStanding.FAILED: ("failed", ""),
        }[standing]
        is_other = bool(text) and text not in self.label.text()
        self.label.setText(f"{mark}{text}" if text else "")
        self.label.setProperty("role", role)
        restyle(self.label)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.setVisible(bool(text))
        if is_other and self.isVisible():
            announce_politely(self, joined(text, hint))
            QTimer.singleShot(0, self, lambda: bring_into_sight(self))

    def show_tried(self, tried: SoundTried, text: str = "") -> None:
        """Show how a trial stands, in words of its own if `text` is empty."""
        self.show_standing(tried.standing, text or tried.text, tried.hint)


class LanguagePage(Page):
    """Which language the window is in; it changes at once."""

    icon = Icon.LANGUAGES

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(
            _("Welcome to Parley"),
            _("Which language shall the window be in? What you speak is recognised by itself."),
        )
        self._settings = context.settings
        self._group = QButtonGroup(self)
        names = controls("ui")[_LANGUAGE].choices
        rows: list[Part] = []
        for code in INTERFACE_LANGUAGES:
            row = ChoiceRow(f"language_{code}", names[code])
            row.button.setChecked(code == current_language())
            row.button.clicked.connect(lambda _checked=False, c=code: self._choose(c))
            self._group.addButton(row.button)
            rows.append(row)
        vbox(*rows, inside=self, gap=8)

    def _choose(self, code: str) -> None:
        if code != current_language():
            self._settings.set("ui", _LANGUAGE, code)


class PrivacyPage(Page):
    """What becomes of what the user says, in five lines."""

    icon = Icon.LOCK

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(_("What is yours stays yours"), _("Five things to know before you begin."))
        lines: Sequence[str] = (
            _("Conversations, memory and settings are files on this computer: {folder}").format(
                folder=str(context.home.root)
            ),
            _("Your voice is recognised on this computer, and the sound is not kept."),
            _(
                "The built-in model and local servers answer on this computer. With a key, the"
                " conversation goes to that service alone."
            ),
            _(
                "Before a tool deletes a file, starts a program or reaches the network, you are"
                " asked. Nobody can agree for you: no web page, no program, no model."
            ),
            _("Parley needs no account, and reports to nobody how you use it."),
        )
        vbox(
            *(
                hbox(
                    (plain_label("✓", role="success", wraps=False), Qt.AlignmentFlag.AlignTop),
                    (plain_label(line, name=f"privacy_{number}"), 1),
                    gap=10,
                )
                for number, line in enumerate(lines, 1)
            ),
            inside=self,
            gap=14,
        )
