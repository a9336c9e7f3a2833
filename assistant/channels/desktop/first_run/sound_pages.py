"""The pages of the first run that try microphone and speaker."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.first_run.pages import Page, StandingLabel
from assistant.channels.desktop.settings.device_field import DeviceField, DeviceLister
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import flow, vbox
from assistant.channels.desktop.widgets.level_meter import LevelMeter
from assistant.locale import _, current_language, joined
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
from assistant.voice.devices.policy.selection import DeviceKind


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
                joined(tried.hint, _("You can go on without one, and type.")),
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
