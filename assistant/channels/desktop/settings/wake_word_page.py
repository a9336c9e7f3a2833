"""The settings page where the user makes wake words of their own."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QLineEdit
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.fields import SwitchField
from assistant.channels.desktop.settings.model.wake_word_wording import (
    advice,
    estimate,
    refusal,
    voices_known,
)
from assistant.channels.desktop.settings.page import SettingsNote, SettingsPage, clear_layout
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Switch
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import flow, hbox, vbox
from assistant.channels.desktop.widgets.level_meter import LevelMeter
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.protocol.client import EngineClient
from assistant.protocol.events import EngineEvent
from assistant.protocol.wake_words import (
    BeginEnrolment,
    DeleteVoices,
    DeleteWakeWord,
    DropRecording,
    EndEnrolment,
    EnrolmentChanged,
    EnrolmentLevel,
    EnrolmentPhase,
    ListWakeWords,
    RecordPhrase,
    SaveWakeWord,
    TryWakeWord,
    WakeWordEntry,
    WakeWordsListed,
    WakeWordTried,
)
from assistant.settings.schema import controls
from assistant.voice.turn_taking.wake_phrase import phrase_of

LIGHT_MS: Final = 1500
"""How long the light shows that the wake word was heard."""


class WakeWordRow(QFrame):
    """One wake word: what it is, how it does, whether it wakes, and a button that deletes it.

    Attributes:
        used: Whether it wakes.
        remove: Deletes it.

    Signals:
        toggled: Whether it wakes was changed; carries the phrase and that.
        deleted: It is not wanted any more; carries the phrase.
    """

    toggled = Signal(str, bool)
    deleted = Signal(str)

    def __init__(self, entry: WakeWordEntry, *, is_used: bool, theme: Theme) -> None:
        super().__init__()
        self.phrase = entry.phrase
        self.setObjectName(f"wake_word_{entry.phrase}")
        self.setProperty("role", "panel")
        self.used = Switch(theme=theme)
        self.used.setChecked(is_used)
        self.used.setAccessibleName(_("Wake by “{phrase}”").format(phrase=entry.phrase))
        self.remove = push_button("delete_wake_word", _("Delete"))
        self.remove.setAccessibleName(_("Delete “{phrase}”").format(phrase=entry.phrase))
        self.used.clicked.connect(self._toggled)
        self.remove.clicked.connect(self._deleted)
        words = vbox(
            plain_label(entry.phrase), plain_label(estimate(entry), role="description"), gap=3
        )
        hbox((words, 1), self.used, self.remove, inside=self, gap=10, margins=(14, 9, 12, 9))

    def _toggled(self, is_used: bool) -> None:
        self.toggled.emit(self.phrase, is_used)

    def _deleted(self) -> None:
        self.deleted.emit(self.phrase)


class EnrolmentPanel(QFrame):
    """Where a phrase is recorded: a level, what to do, what was wrong, and buttons.

    Attributes:
        record: Begins a recording.
        undo: Forgets the last one.
        try_out: Listens for what was learned.
        save: Keeps it.
        cancel: Ends without keeping it.
    """

    def __init__(self, *, engine: EngineClient) -> None:
        super().__init__()
        self.setObjectName("enrolment")
        self.setProperty("role", "panel")
        self._engine = engine
        self._changed = EnrolmentChanged(phase=EnrolmentPhase.CLOSED)
        self._title = plain_label(role="section")
        self._level = LevelMeter()
        self._advice = plain_label(name="enrolment_advice")
        self._refused = plain_label(role="failed", name="enrolment_refused")
        self._estimate = plain_label(role="description", name="enrolment_estimate")
        self.light = plain_label(role="chip", name="enrolment_light", wraps=False)
        self._dark = QTimer(self)
        self._dark.setSingleShot(True)
        self._dark.setInterval(LIGHT_MS)
        self._dark.timeout.connect(self._put_out)
        submit = engine.submit
        self.record = push_button(
            "record_phrase", _("Record"), role="primary", on_click=lambda: submit(RecordPhrase())
        )
        self.undo = push_button(
            "drop_recording", _("Undo the last"), on_click=lambda: submit(DropRecording())
        )
        self.try_out = push_button(
            "try_wake_word", _("Try it"), on_click=lambda: submit(TryWakeWord())
        )
        self.save = push_button("save_wake_word", _("Save"))
        self.cancel = push_button(
            "end_enrolment", _("Cancel"), on_click=lambda: submit(EndEnrolment())
        )
        vbox(
            hbox((self._title, 1), self.light),
            self._level,
            self._advice,
            self._refused,
            self._estimate,
            flow(self.record, self.undo, self.try_out, self.save, self.cancel),
            inside=self,
            gap=9,
            margins=(14, 12, 14, 12),
        )
        self._put_out()

    @property
    def phase(self) -> EnrolmentPhase:
        """What is being done."""
        return self._changed.phase

    def begin(self, phrase: str) -> None:
        """Show what is recorded from now on."""
        self._title.setText(f"“{phrase}”")
        self.show_change(EnrolmentChanged(phase=EnrolmentPhase.LEARNING))

    def show_change(self, changed: EnrolmentChanged) -> None:
        """Show how far it is."""
        self._changed = changed
        is_idle = changed.phase in {EnrolmentPhase.READY, EnrolmentPhase.TRYING}
        self.record.setEnabled(is_idle)
        self.undo.setEnabled(is_idle and changed.recordings > 0)
        is_learned = changed.learned is not None
        self.try_out.setEnabled(changed.phase is EnrolmentPhase.READY and is_learned)
        self.save.setEnabled(is_idle and is_learned)
        self.light.setVisible(changed.phase is EnrolmentPhase.TRYING)
        if changed.phase is not EnrolmentPhase.TRYING:
            self._put_out()
        self._advice.setText(advice(changed))
        refused = changed.refused
        self._refused.setText("" if refused is None else refusal(refused))
        self._refused.setVisible(refused is not None)
        self._estimate.setText("" if changed.learned is None else estimate(changed.learned))
        self._estimate.setVisible(is_learned)

    def show_level(self, dbfs: float) -> None:
        """Show how loud it is."""
        self._level.show_level(dbfs)

    def light_up(self) -> None:
        """Show for a moment that the wake word was heard."""
        self._set_light(_("Heard"), "success")
        self._dark.start()

    def _put_out(self) -> None:
        self._dark.stop()
        self._set_light(_("Listening"), "chip")

    def _set_light(self, text: str, role: str) -> None:
        self.light.setText(f"● {text}" if role == "success" else f"○ {text}")
        self.light.setProperty("role", role)
        restyle(self.light)


class WakeWordPage(SettingsPage):
    """Wake words of the user's own: those there are, and a new one."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(context, name="wake_word", title=_("Wake word"), icon=Icon.CALL, gap=18)
        self._engine = context.engine
        self._listed = WakeWordsListed(words=())
        self._problem = ""
        self._saving = ""
        self.rows: tuple[WakeWordRow, ...] = ()
        self._list = vbox(gap=8)
        self.phrase = QLineEdit()
        self.phrase.setObjectName("wake_phrase")
        self.phrase.returnPressed.connect(self._begin)
        self.begin_button = push_button("begin_enrolment", _("Record…"), on_click=self._begin)
        self.begin_button.setAccessibleName(_("Record a new wake word"))
        self._field = FormField(
            self.phrase,
            _("What you want to say"),
            _("Two or three words of three syllables or more, such as “hey computer”."),
            buttons=(self.begin_button,),
        )
        self.panel = EnrolmentPanel(engine=context.engine)
        self.panel.save.clicked.connect(self._save)
        self.panel.hide()
        self._trouble = plain_label(role="failed", name="wake_word_problem")
        self.only_my_voice = SwitchField(context, section="voice", key="only_my_voice")
        self._voices = plain_label(role="description", name="voices_known")
        self.forget_voices = push_button(
            "delete_voices", _("Forget my voice"), on_click=self._forget_voices
        )
        about = SettingsNote(
            _(
                "Say a name of your choice about five times, and Parley wakes when it hears it."
                " It is learned on this computer in a few seconds, and the recordings are not"
                " kept. It fits your voice best: others may have to record it too."
            )
        )
        for part in (about, self._field, self.panel, self._trouble):
            self._box.addWidget(part)
        self._box.addLayout(self._list)
        self._box.addWidget(self.only_my_voice)
        left = Qt.AlignmentFlag.AlignLeft
        self._box.addLayout(vbox(self._voices, (self.forget_voices, left), gap=8))
        self._fill()

    @override
    def load(self) -> None:
        self.only_my_voice.load()
        self._engine.submit(ListWakeWords())

    @override
    def apply(self) -> None:
        self._end()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        """Close the microphone when another page is opened."""
        self._end()
        super().hideEvent(event)

    @override
    def handle(self, event: EngineEvent) -> None:
        match event:
            case WakeWordsListed():
                if event.problem:
                    self.refused.emit(event.problem)
                self._listed = event
                self._use_saved(event)
                self._fill()
            case EnrolmentChanged():
                self._follow(event)
            case EnrolmentLevel(dbfs=dbfs):
                self.panel.show_level(dbfs)
            case WakeWordTried():
                self.panel.light_up()
            case _:
                pass

    def _follow(self, changed: EnrolmentChanged) -> None:
        is_open = changed.phase is not EnrolmentPhase.CLOSED
        if changed.problem:
            self._engine.submit(EndEnrolment())
        self._problem = changed.problem or (self._problem if not is_open else "")
        self.panel.show_change(changed)
        self.panel.setVisible(is_open)
        self._field.setVisible(not is_open)
        self._show_trouble()

    def _begin(self) -> None:
        phrase = phrase_of(self.phrase.text())
        offered = controls("voice")["wake_word"].choices
        if not phrase:
            self._field.show_error(_("Write what you are going to say, in a few words."))
        elif phrase in offered or phrase in offered.values():
            self._field.show_error(_("This one is there already. Choose another name."))
        else:
            self._field.show_error("")
            self._problem = ""
            self.phrase.setText(phrase)
            self._saving = ""
            self.panel.begin(phrase)
            self.panel.show()
            self._field.hide()
            self._show_trouble()
            self._engine.submit(BeginEnrolment(phrase=phrase))

    def _save(self) -> None:
        self._saving = phrase_of(self.phrase.text())
        self._engine.submit(SaveWakeWord())

    def _use_saved(self, listed: WakeWordsListed) -> None:
        """Have a wake word wake as soon as it is saved."""
        phrase, self._saving = self._saving, ""
        if phrase and not listed.problem and any(each.phrase == phrase for each in listed.words):
            self._use([*self._in_use(), phrase])
            self.phrase.clear()
            self._engine.submit(EndEnrolment())

    def _end(self) -> None:
        if self.panel.phase is not EnrolmentPhase.CLOSED:
            self._engine.submit(EndEnrolment())

    def _in_use(self) -> list[str]:
        words = str(self._context.settings.get("voice", "wake_word")).split(",")
        return [word.strip() for word in words if word.strip()]

    def _use(self, words: Sequence[str]) -> None:
        """Have these wake; the one that comes with Parley if there are none."""
        value = ", ".join(dict.fromkeys(words)) or next(
            iter(controls("voice")["wake_word"].choices)
        )
        self._context.settings.set("voice", "wake_word", value, self._settled)

    def _toggle(self, phrase: str, is_used: bool) -> None:
        others = [word for word in self._in_use() if word != phrase]
        self._use([*others, phrase] if is_used else others)
        self._fill()

    def _delete(self, phrase: str) -> None:
        if phrase in self._in_use():
            self._toggle(phrase, False)
        self._engine.submit(DeleteWakeWord(phrase=phrase))

    def _forget_voices(self) -> None:
        """Forget whose voice counts; then every one does."""
        self._context.settings.set("voice", "only_my_voice", False, self._settled)
        self.only_my_voice.load()
        self._engine.submit(DeleteVoices())

    def _settled(self, problem: str | None) -> None:
        """Show what came of saving a value."""
        self._problem = problem or ""
        if problem is not None:
            self.only_my_voice.load()
            self._fill()
        self._show_trouble()

    def _show_trouble(self) -> None:
        text = self._problem or self._listed.problem
        self._trouble.setText(text)
        self._trouble.setVisible(bool(text))

    def _fill(self) -> None:
        self._voices.setText(voices_known(self._listed))
        self.forget_voices.setEnabled(bool(self._listed.voices))
        clear_layout(self._list)
        used = self._in_use()
        self.rows = tuple(
            WakeWordRow(entry, is_used=entry.phrase in used, theme=self._context.theme)
            for entry in self._listed.words
        )
        for row in self.rows:
            row.toggled.connect(self._toggle)
            row.deleted.connect(self._delete)
            self._list.addWidget(row)
        self._show_trouble()
