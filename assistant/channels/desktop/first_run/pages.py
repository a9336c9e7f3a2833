"""Pages of the first run: what they have in common, language, microphone, speaker, privacy."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QRadioButton, QScrollArea, QWidget
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.device_field import DeviceField, DeviceLister
from assistant.channels.desktop.widgets.announcements import announce_politely
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import Part, flow, hbox, vbox
from assistant.channels.desktop.widgets.level_meter import LevelMeter
from assistant.locale import INTERFACE_LANGUAGES, _, current_language
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import (
    SoundTrial,
    SoundTried,
    TrialStanding,
    TryEcho,
    TryMicrophone,
    TrySpeaker,
)
from assistant.protocol.voice import MicrophoneLevel
from assistant.protocol.wake_words import WakeWordTried
from assistant.settings.schema import controls
from assistant.voice.devices.policy.selection import DeviceKind

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
        self.setProperty("role", "panel")
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
            self.button.toggled.connect(below.setVisible)
        self._detail.installEventFilter(self)

    def show_detail(self, text: str) -> None:
        """Say something else about it."""
        self._detail.setText(text)
        self._detail.setVisible(bool(text))
        self.button.setAccessibleDescription(text)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease:
            self.button.click()
        return super().eventFilter(watched, event)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease:
            self.button.click()
        return super().event(event)


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
            announce_politely(self, f"{text} {hint}".strip())
            QTimer.singleShot(0, self, self._come_into_sight)

    def _come_into_sight(self) -> None:
        above = self.parentWidget()
        while above is not None and not isinstance(above, QScrollArea):
            above = above.parentWidget()
        if above is not None:
            above.ensureWidgetVisible(self)

    def show_tried(self, tried: SoundTried, text: str = "") -> None:
        """Show how a trial stands, in words of its own if `text` is empty."""
        self.show_standing(tried.standing, text or tried.text, tried.hint)


class LanguagePage(Page):
    """Which language the window is in; it changes at once."""

    icon = Icon.QUESTION

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

    @override
    def finish(self) -> bool:
        if self._settings.get("ui", _LANGUAGE) == "auto":
            self._settings.set("ui", _LANGUAGE, current_language())
        return True


class MicrophonePage(Page):
    """Which microphone, how loud it is, and whether it hears the wake word.

    Args:
        context: What it is made with.
        lister: Tells which devices there are.
        wake_phrase: The words that wake the assistant; empty if there are none.
    """

    icon = Icon.MICROPHONE

    def __init__(self, context: DesktopContext, lister: DeviceLister, *, wake_phrase: str) -> None:
        super().__init__(
            _("Can Parley hear you?"),
            _("The bar moves while you speak. What is heard stays on this computer."),
        )
        self._engine = context.engine
        self._phrase = wake_phrase
        self._is_heard = False
        self.device = DeviceField(
            context, section="voice", key="input_device", kind=DeviceKind.INPUT, lister=lister
        )
        self.level = LevelMeter()
        self.microphone = StandingLabel("microphone_standing")
        self._again = push_button("try_microphone", _("Try again"), on_click=self.begin)
        self._again.hide()
        self._say = plain_label(
            _("Say “{phrase}”").format(phrase=wake_phrase), role="title", name="say_wake_word"
        )
        self.wake_word = StandingLabel("wake_word_standing")
        self._panel = QFrame()
        self._panel.setProperty("role", "panel")
        vbox(self._say, self.wake_word, inside=self._panel, gap=4, margins=(16, 14, 16, 14))
        self._panel.hide()
        left = Qt.AlignmentFlag.AlignLeft
        vbox(
            self.device,
            self.level,
            self.microphone,
            (self._again, left),
            self._panel,
            inside=self,
            gap=14,
        )
        self._saved = context.settings.saved
        self._saved.connect(self._setting_saved)
        self.device.load()

    @override
    def begin(self) -> None:
        self._again.hide()
        self._engine.submit(TryMicrophone())

    def _setting_saved(self, section: str, key: str, _value: object) -> None:
        if (section, key) == ("voice", "input_device") and self.isVisible():
            self.begin()

    @override
    def handle(self, event: EngineEvent) -> None:
        match event:
            case MicrophoneLevel(dbfs=dbfs):
                self.level.show_level(dbfs)
            case WakeWordTried() if self._phrase and not self._is_heard:
                self._is_heard = True
                self.wake_word.show_standing(TrialStanding.WELL, _("Heard. It works."))
            case SoundTried(trial=SoundTrial.MICROPHONE):
                self._show_microphone(event)
            case SoundTried(trial=SoundTrial.WAKE_WORD) if not self._is_heard:
                text = (
                    _(
                        "The model that hears it is still being fetched. You can go on; it works later."
                    )
                    if event.standing is TrialStanding.UNDER_WAY
                    else _("Parley listens…")
                )
                self.wake_word.show_standing(TrialStanding.UNDER_WAY, text)
            case _:
                pass

    def _show_microphone(self, tried: SoundTried) -> None:
        is_under_way = tried.standing is TrialStanding.UNDER_WAY
        text = {
            TrialStanding.UNDER_WAY: _("The microphone is being opened…"),
            TrialStanding.WELL: _("“{name}” is open.").format(name=tried.text),
        }.get(tried.standing, tried.text)
        self.microphone.show_tried(tried, text)
        is_failed = tried.standing is TrialStanding.FAILED
        self._again.setVisible(is_failed)
        is_open = tried.standing in {TrialStanding.WELL, TrialStanding.ADVISED}
        self._panel.setVisible(bool(self._phrase) and is_open)
        if is_failed or is_under_way:
            self.level.setValue(0)
        if is_failed:
            self.microphone.show_standing(
                tried.standing,
                tried.text,
                f"{tried.hint} {_('You can go on without one, and type.')}".strip(),
            )


class SpeakerPage(Page):
    """Which speaker, whether it is heard, and whether the microphone hears it."""

    icon = Icon.SPEAKER

    def __init__(self, context: DesktopContext, lister: DeviceLister) -> None:
        super().__init__(
            _("Can you hear Parley?"),
            _("Parley says a sentence; then it tries whether the microphone hears it too."),
        )
        self._engine = context.engine
        self.device = DeviceField(
            context, section="voice", key="output_device", kind=DeviceKind.OUTPUT, lister=lister
        )
        self.play = push_button("try_speaker", _("Play a sentence"), on_click=self._play)
        self.speaker = StandingLabel("speaker_standing")
        self.yes = push_button("heard_it", _("Yes"), role="primary", on_click=self._heard)
        self.no = push_button("heard_nothing", _("No"), on_click=self._heard_nothing)
        self._asked = QFrame()
        asks = plain_label(_("Did you hear it?"), name="did_you_hear")
        vbox(asks, flow(self.yes, self.no, gap=8), inside=self._asked, gap=8)
        self._asked.hide()
        self.echo = push_button("try_echo", _("Test the echo"), on_click=self._try_echo)
        about = plain_label(
            _(
                "A rushing sound for a few seconds. Please be quiet meanwhile: Parley listens"
                " whether it hears itself."
            ),
            role="description",
        )
        self.echo_standing = StandingLabel("echo_standing")
        panel = QFrame()
        panel.setProperty("role", "panel")
        left = Qt.AlignmentFlag.AlignLeft
        vbox(
            plain_label(_("Echo"), role="section"),
            about,
            (self.echo, left),
            self.echo_standing,
            inside=panel,
            gap=9,
            margins=(16, 13, 16, 14),
        )
        vbox(
            self.device,
            (self.play, left),
            self.speaker,
            self._asked,
            panel,
            inside=self,
            gap=14,
        )
        self.device.load()

    def _play(self) -> None:
        self._asked.hide()
        self._engine.submit(
            TrySpeaker(
                text=_("Hello, I am Parley. I ask instead of guessing."),
                language=current_language(),
            )
        )

    def _try_echo(self) -> None:
        self._engine.submit(TryEcho())

    @override
    def handle(self, event: EngineEvent) -> None:
        if not isinstance(event, SoundTried):
            return
        if event.trial in {SoundTrial.SPEAKER, SoundTrial.ECHO}:
            is_over = event.standing is not TrialStanding.UNDER_WAY
            self.play.setEnabled(is_over)
            self.echo.setEnabled(is_over)
        match event.trial, event.standing:
            case SoundTrial.SPEAKER, TrialStanding.UNDER_WAY:
                self.speaker.show_standing(event.standing, _("Parley speaks…"))
            case SoundTrial.SPEAKER, TrialStanding.WELL:
                self.speaker.show_standing(TrialStanding.UNDER_WAY, "")
                self._asked.show()
                self.yes.setFocus(Qt.FocusReason.OtherFocusReason)
            case SoundTrial.SPEAKER, _:
                self.speaker.show_tried(event)
            case SoundTrial.ECHO, TrialStanding.UNDER_WAY:
                self.echo_standing.show_standing(event.standing, _("Parley listens to itself…"))
            case SoundTrial.ECHO, _:
                self.echo_standing.show_tried(event)
            case _:
                pass

    def _heard(self) -> None:
        self._asked.hide()
        self.speaker.show_standing(TrialStanding.WELL, _("You hear Parley."))
        self.echo.setFocus(Qt.FocusReason.OtherFocusReason)

    def _heard_nothing(self) -> None:
        self._asked.hide()
        self.speaker.show_standing(
            TrialStanding.ADVISED,
            _("Choose another speaker above, turn the volume up, and play it once more."),
        )
        self.device.control.setFocus(Qt.FocusReason.OtherFocusReason)


class PrivacyPage(Page):
    """What becomes of what the user says, in five lines."""

    icon = Icon.CHECK

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
