"""Dictation as the desktop shows it: the key, Escape, the bar."""

from collections.abc import Iterator, Mapping

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot
from typing_extensions import override

from assistant.channels.desktop.bar.compact_bar import CompactBar
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.dictation.dictation_presence import DictationPresence, typing_notice
from assistant.channels.desktop.shortcuts.global_shortcuts import DICTATE, GlobalShortcuts
from assistant.channels.desktop.shortcuts.shortcut_source import ShortcutSource, Wanted
from assistant.protocol.dictation import (
    CancelDictation,
    Dictate,
    DictationChanged,
    DictationStage,
)
from assistant.text_typing.program_typers import WTYPE, ProgramTyper
from assistant.text_typing.text_typer import Trouble
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.windows import child, cut

IDLE = DictationChanged(stage=DictationStage.IDLE)
RECORDING = DictationChanged(stage=DictationStage.RECORDING)
OFFERED = DictationChanged(stage=DictationStage.OFFERED, text="Dear sir.", problem="It went.")


class PlayedSource(ShortcutSource):
    """Gives whatever it is asked for."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.wanted: Wanted = {}
        self.hears_escape = False

    @override
    def open(self, wanted: Wanted) -> None:
        self.wanted = wanted

    @override
    def close(self) -> None:
        self.wanted = {}

    @override
    def watch_escape(self, *, is_on: bool) -> None:
        self.hears_escape = is_on


class Stage:
    """The presence of a dictation, and what is around it."""

    def __init__(self, context: DesktopContext, *, bar_takes_focus: bool = False) -> None:
        assert isinstance(context.engine, FakeEngineClient)
        self.engine = context.engine
        self.sources: list[PlayedSource] = []
        self.is_hidden = True
        self.shortcuts = GlobalShortcuts(
            context.settings, tell=lambda _n: None, source=self._source
        )
        self.bar = CompactBar(context)
        context.settings.set("ui", "shortcut_dictation", "F9")
        self.shortcuts.apply()
        self.presence = DictationPresence(
            shortcuts=self.shortcuts,
            engine=self.engine,
            bar=lambda: self.bar,
            show_bar=self._show,
            hide_bar=self._hide,
            bar_takes_focus=bar_takes_focus,
        )

    def _source(self, _environment: Mapping[str, str], parent: QObject) -> ShortcutSource:
        self.sources.append(PlayedSource(parent))
        return self.sources[-1]

    def _show(self) -> None:
        self.is_hidden = False
        self.bar.show()

    def _hide(self) -> None:
        self.is_hidden = True
        self.bar.hide()

    def words(self) -> list[str]:
        labels = self.bar.findChildren(QLabel)
        return [label.text() for label in labels if label.isVisible() and label.text()]


@pytest.fixture
def stage(context: DesktopContext, qtbot: QtBot) -> Iterator[Stage]:
    """A desktop with a dictation key."""
    made = Stage(context)
    qtbot.addWidget(made.bar)
    yield made
    made.shortcuts.close()


def test_without_a_key_in_the_settings_there_is_none(context: DesktopContext) -> None:
    assert context.settings.get("ui", "shortcut_dictation") == ""


def test_the_key_is_told_to_the_engine_until_it_is_let_go_of(stage: Stage) -> None:
    (source,) = stage.sources
    assert set(source.wanted) == {DICTATE}
    source.pressed.emit(DICTATE, "")
    source.released.emit(DICTATE)
    source.released.emit(DICTATE)
    assert stage.engine.submitted == [Dictate(pressed=True), Dictate(pressed=False)]
    source.pressed.emit(DICTATE, "")
    stage.shortcuts.close()  # a key that is held is let go of with its shortcut
    assert stage.engine.submitted[-1] == Dictate(pressed=False)


def test_a_shortcut_of_the_desktop_begins_and_ends_one(stage: Stage) -> None:
    stage.presence.toggle()
    stage.presence.show_state(RECORDING)
    assert "Press the shortcut again to have it typed." in stage.words()
    stage.presence.toggle()
    assert stage.engine.submitted == [Dictate(pressed=True), Dictate(pressed=False)]


def test_a_dictation_that_ended_by_itself_is_begun_anew(stage: Stage) -> None:
    for _ in range(2):
        stage.presence.toggle()
        stage.presence.show_state(RECORDING)
        stage.presence.show_state(IDLE)
    assert stage.engine.submitted == [Dictate(pressed=True)] * 2


def test_a_press_and_a_release_are_a_pair_before_anything_came_of_them(stage: Stage) -> None:
    stage.presence.toggle()
    stage.presence.toggle()
    assert stage.engine.submitted == [Dictate(pressed=True), Dictate(pressed=False)]


def test_the_bar_is_there_for_as_long_as_it_takes_and_escape_cancels(stage: Stage) -> None:
    (source,) = stage.sources
    stage.presence.show_state(RECORDING)
    assert "Dictating" in stage.words()
    assert source.hears_escape
    source.cancelled.emit()
    child(stage.bar, QAbstractButton, "bar_stop").click()
    assert stage.engine.submitted == [CancelDictation(), CancelDictation()]
    for later in (DictationStage.UNDERSTANDING, DictationStage.TYPING):
        stage.presence.show_state(DictationChanged(stage=later))
        assert source.hears_escape
    stage.presence.show_state(IDLE)
    assert stage.is_hidden
    assert not source.hears_escape
    assert "Dictating" not in stage.words()


def test_a_bar_that_may_have_taken_the_focus_goes_before_words_are_typed(
    context: DesktopContext, qtbot: QtBot
) -> None:
    stage = Stage(context, bar_takes_focus=True)
    qtbot.addWidget(stage.bar)
    stage.presence.show_state(RECORDING)
    assert not stage.is_hidden
    for later in (DictationStage.UNDERSTANDING, DictationStage.TYPING):
        stage.presence.show_state(DictationChanged(stage=later))
        assert stage.is_hidden
    stage.presence.show_state(OFFERED)
    assert not stage.is_hidden
    stage.shortcuts.close()


def test_words_that_were_not_typed_can_be_copied_or_put_away(stage: Stage) -> None:
    stage.presence.show_state(OFFERED)
    assert {"Not typed", "It went.", "Dear sir."} <= set(stage.words())
    assert list(cut(stage.bar)) == []
    child(stage.bar, QAbstractButton, "bar_copy").click()
    assert QGuiApplication.clipboard().text() == "Dear sir."
    child(stage.bar, QAbstractButton, "bar_dismiss").click()
    assert stage.engine.submitted == [CancelDictation(), CancelDictation()]
    stage.presence.show_state(IDLE)
    assert stage.is_hidden


def test_a_problem_is_told_for_a_while(stage: Stage, qtbot: QtBot) -> None:
    stage.presence._away.setInterval(1)
    stage.presence.show_state(
        DictationChanged(stage=DictationStage.IDLE, problem="No microphone.", hint="Get one.")
    )
    assert "No microphone.\nGet one." in stage.words()
    qtbot.waitUntil(lambda: stage.is_hidden)


def test_a_desktop_that_cannot_be_typed_on_says_so() -> None:
    told = typing_notice({}, opened=lambda _environment: Trouble("No way.", "Get one."))
    assert (told.text, told.hint, told.resolved) == ("No way.", "Get one.", False)
    typer = ProgramTyper(WTYPE, "wtype")
    assert typing_notice({}, opened=lambda _environment: typer).resolved
