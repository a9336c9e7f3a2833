"""The page on which the user makes wake words of their own; the test is the engine."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.model.wake_word_wording import advice, refusal
from assistant.channels.desktop.settings.wake_word_page import WakeWordPage
from assistant.channels.desktop.settings.window import SettingsWindow
from assistant.home import Home
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
    RecordingProblem,
    RecordPhrase,
    SaveWakeWord,
    TryWakeWord,
    WakeWordEntry,
    WakeWordsListed,
    WakeWordTried,
)
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.settings.stores import HomeStore

GOOD = WakeWordEntry(phrase="hey computer", recordings=5, heard=5, heard_in_noise=5)
POOR = WakeWordEntry(phrase="bo", recordings=5, heard=4, heard_in_noise=2)
READY = EnrolmentChanged(phase=EnrolmentPhase.READY)
LEARNED = EnrolmentChanged(phase=EnrolmentPhase.READY, recordings=5, learned=GOOD)


@pytest.fixture
def store(home: Home) -> HomeStore:
    return HomeStore(home)


@pytest.fixture
def page(context: DesktopContext, engine: FakeEngineClient) -> Iterator[WakeWordPage]:
    page = WakeWordPage(context)
    page.load()
    page.show()
    assert engine.submitted == [ListWakeWords()]
    engine.submitted.clear()
    yield page
    page.close()


def words(page: WakeWordPage) -> str:
    QApplication.processEvents()
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def begin(page: WakeWordPage, phrase: str = "Hey  Computer!") -> None:
    page.phrase.setText(phrase)
    page.begin_button.click()


@pytest.mark.parametrize("problem", RecordingProblem)
def test_every_problem_of_a_recording_is_told(problem: RecordingProblem) -> None:
    assert refusal(problem)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (EnrolmentChanged(phase=EnrolmentPhase.RECORDING), "Say it now."),
        (READY, "Press “Record” and say it, 0 of 5 times so far."),
        (LEARNED, "This will do well. Try it, or save it."),
        (
            EnrolmentChanged(phase=EnrolmentPhase.READY, recordings=5, learned=POOR),
            "Record it some more times, or choose a longer phrase: it may be missed in noise.",
        ),
    ],
)
def test_what_to_do_next_is_told(changed: EnrolmentChanged, told: str) -> None:
    assert advice(changed) == told


def test_recording_begins_with_the_phrase_as_it_is_kept(
    page: WakeWordPage, engine: FakeEngineClient
) -> None:
    begin(page)
    assert engine.submitted == [BeginEnrolment(phrase="hey computer")]
    assert page.panel.isVisible()
    assert not page.phrase.isVisible()


@pytest.mark.parametrize("phrase", ["", "  ! ", "alexa", "Hey Jarvis"])
def test_a_phrase_that_is_empty_or_taken_is_refused(
    page: WakeWordPage, engine: FakeEngineClient, phrase: str
) -> None:
    begin(page, phrase)
    assert engine.submitted == []
    assert page.phrase.isVisible()
    assert page.phrase.property("invalid") == "true"


def test_it_is_recorded_tried_and_saved(
    page: WakeWordPage, engine: FakeEngineClient, context: DesktopContext, store: HomeStore
) -> None:
    begin(page)
    panel = page.panel
    assert not panel.record.isEnabled(), "the microphone is not open yet"
    page.handle(READY)
    assert [panel.undo.isEnabled(), panel.try_out.isEnabled(), panel.save.isEnabled()] == [
        False,
        False,
        False,
    ]
    panel.record.click()
    page.handle(EnrolmentChanged(phase=EnrolmentPhase.RECORDING))
    page.handle(EnrolmentLevel(dbfs=-20.0))
    assert not panel.record.isEnabled()
    page.handle(EnrolmentChanged(phase=EnrolmentPhase.READY, refused=RecordingProblem.TOO_QUIET))
    assert "Too quiet." in words(page)
    page.handle(LEARNED)
    assert "Heard 5 of 5 times, in noise 5 of 5." in words(page)
    panel.undo.click()
    panel.try_out.click()
    page.handle(EnrolmentChanged(phase=EnrolmentPhase.TRYING, recordings=5, learned=GOOD))
    assert "○ Listening" in words(page)
    page.handle(WakeWordTried())
    assert "● Heard" in words(page)
    panel.save.click()
    saved: list[tuple[str, str, object]] = []

    def remember(section: str, key: str, value: object) -> None:
        saved.append((section, key, value))

    context.settings.saved.connect(remember)
    page.handle(WakeWordsListed(words=(GOOD,)))
    assert engine.submitted[1:] == [
        RecordPhrase(),
        DropRecording(),
        TryWakeWord(),
        SaveWakeWord(),
        EndEnrolment(),
    ]
    assert store.get("voice", "wake_word") == "hey_jarvis, hey computer"
    assert saved == [("voice", "wake_word", "hey_jarvis, hey computer")]
    page.handle(EnrolmentChanged(phase=EnrolmentPhase.CLOSED))
    assert not panel.isVisible()
    assert page.rows[0].used.isChecked()


def test_a_wake_word_is_put_to_rest_and_deleted(
    page: WakeWordPage, engine: FakeEngineClient, store: HomeStore
) -> None:
    store.set("voice", "wake_word", "hey computer")
    page.handle(WakeWordsListed(words=(GOOD, POOR)))
    assert [row.used.isChecked() for row in page.rows] == [True, False]
    page.rows[1].used.click()
    assert store.get("voice", "wake_word") == "hey computer, bo"
    page.rows[0].remove.click()
    assert store.get("voice", "wake_word") == "bo"
    page.rows[1].used.click()
    assert store.get("voice", "wake_word") == "hey_jarvis", "something must wake"
    assert engine.submitted == [DeleteWakeWord(phrase="hey computer")]


def test_a_microphone_that_fails_is_told_and_the_voice_works_again(
    page: WakeWordPage, engine: FakeEngineClient
) -> None:
    begin(page)
    page.handle(EnrolmentChanged(phase=EnrolmentPhase.CLOSED, problem="There is no microphone."))
    assert "There is no microphone." in words(page)
    assert engine.submitted[-1] == EndEnrolment()
    assert page.phrase.isVisible()
    page.handle(EnrolmentChanged(phase=EnrolmentPhase.CLOSED))
    assert "There is no microphone." in words(page)


def test_leaving_the_page_closes_the_microphone(
    page: WakeWordPage, engine: FakeEngineClient
) -> None:
    begin(page)
    page.handle(READY)
    page.hide()
    assert engine.submitted[-1] == EndEnrolment()


def test_only_the_users_voice_counts_until_it_is_forgotten(
    page: WakeWordPage, engine: FakeEngineClient, context: DesktopContext, store: HomeStore
) -> None:
    saved: list[tuple[str, str, object]] = []

    def remember(section: str, key: str, value: object) -> None:
        saved.append((section, key, value))

    context.settings.saved.connect(remember)
    assert "Your voice is not known yet: record a wake word." in words(page)
    assert not page.forget_voices.isEnabled()
    page.handle(WakeWordsListed(words=(GOOD, POOR), voices=("bo", "hey computer")))
    assert "Learned from “bo”, “hey computer”." in words(page)
    page.only_my_voice.control.click()
    assert store.get("voice", "only_my_voice") is True
    page.forget_voices.click()
    assert engine.submitted == [DeleteVoices()]
    assert store.get("voice", "only_my_voice") is False
    assert not page.only_my_voice.control.isChecked()
    assert saved == [("voice", "only_my_voice", value) for value in (True, False)]


def test_what_is_refused_once_the_settings_are_closed_is_told(
    page: WakeWordPage, context: DesktopContext, qtbot: QtBot
) -> None:
    window = SettingsWindow(context, lambda: [page])
    qtbot.addWidget(window)
    refused: list[str] = []
    window.refused.connect(refused.append)
    page.handle(WakeWordsListed(words=(GOOD,)))
    context.home.settings_file.mkdir(parents=True)
    page.rows[0].toggled.emit("hey computer", True)
    page.handle(WakeWordsListed(words=(GOOD,), problem="The folder cannot be written."))
    first, second = refused
    assert "settings.toml" in first
    assert second == "The folder cannot be written."
    page.setParent(None)  # the window goes before the fixture, and would take it along
