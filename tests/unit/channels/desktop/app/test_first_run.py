"""The first run in the window, by keyboard and mouse; the test is the engine."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.application import DesktopApp
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.first_run.agents_page import AgentsPage
from assistant.channels.desktop.first_run.guide import FirstRunGuide
from assistant.channels.desktop.first_run.model.progress import STEPS, Progress, Step
from assistant.channels.desktop.first_run.model_page import ModelPage
from assistant.channels.desktop.first_run.pages import ChoiceRow
from assistant.channels.desktop.first_run.sound_pages import MicrophonePage, SpeakerPage
from assistant.channels.desktop.widgets.icons import Icon
from assistant.coding_agents.model.agents import CodingAgent
from assistant.home import Home
from assistant.locale import use_language
from assistant.protocol.coding_agents import (
    AgentSetupEntry,
    AgentSetupsListed,
    ListAgentSetups,
    SetUpAgent,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import (
    AskFirstQuestion,
    BuiltInEntry,
    EndSoundTrials,
    FindModels,
    ModelKeyTried,
    ModelsFound,
    ServerEntry,
    SoundTrial,
    SoundTried,
    TrialStanding,
    TryEcho,
    TryMicrophone,
    TryModelKey,
    TrySpeaker,
)
from assistant.protocol.voice import MicrophoneLevel
from assistant.protocol.wake_words import WakeWordTried
from assistant.settings import load
from assistant.voice.devices.policy.selection import AudioDevices, DeviceInfo
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.app.conftest import MakeApp
from tests.unit.channels.desktop.settings.stores import MemorySecret
from tests.unit.channels.desktop.windows import child, cut, texts

HEADSET = DeviceInfo(name="headset", description="Headset")
SMALL = BuiltInEntry(title="SmolLM2", size_bytes=98_000_000)
SERVER = ServerEntry(base_url="http://127.0.0.1:11434", models=("llama", "qwen"))
FOUND = ModelsFound(built_in=SMALL, is_here=True, servers=(SERVER,))
"""What a machine may have."""
Begin = Callable[..., FirstRunGuide]


@pytest.fixture
def app(make_app: MakeApp) -> DesktopApp:
    app = make_app(list_devices=lambda: AudioDevices(inputs=(HEADSET,), outputs=(HEADSET,)))
    app.window.resize(900, 760)
    app.window.show()
    app.window.activateWindow()
    return app


@pytest.fixture
def begin(app: DesktopApp, qtbot: QtBot) -> Begin:
    """Shows the first run at a step."""

    def at(step: Step = Step.LANGUAGE) -> FirstRunGuide:
        app.begin_first_run(Progress(step))
        guide = app.window.findChild(FirstRunGuide)
        assert guide is not None
        qtbot.waitUntil(guide.isVisible)
        return guide

    return at


def kept(home: Home) -> str:
    return load(home, {}).settings.ui.first_run


def press(key: Qt.Key) -> None:
    """Press a key where the focus is."""
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key)


def click(widget: QWidget) -> None:
    assert widget.isVisible()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def tell(engine: FakeEngineClient, *events: EngineEvent) -> None:
    engine.emit(*events)
    QCoreApplication.processEvents()
    QCoreApplication.processEvents()  # what was added is shown now


def test_the_keyboard_alone_goes_through_all_steps(
    begin: Begin, app: DesktopApp, engine: FakeEngineClient, home: Home
) -> None:
    guide = begin()
    for number, step in enumerate(STEPS, 1):
        assert guide.progress.current is step
        assert f"{number} of 6" in texts(guide)
        assert kept(home).split()[0] == step
        reached: list[str] = []
        is_last = number == len(STEPS)
        first = "first_run_back" if is_last else "first_run_skip_all"
        while first not in reached or reached[-1] != "first_run_next":
            press(Qt.Key.Key_Tab)
            focus = QApplication.focusWidget()
            assert focus is not None
            assert guide.isAncestorOf(focus)
            reached.append(focus.objectName())
        skips = {"first_run_skip", "first_run_skip_all"}
        assert skips & set(reached) == (set() if is_last else skips), "the last one begins"
        press(Qt.Key.Key_Space)
    assert kept(home) == "over " + " ".join(f"{step}=done" for step in STEPS)
    assert engine.submitted[-1] == AskFirstQuestion()
    assert app.window.composer.isVisible()
    assert not app.window.findChildren(FirstRunGuide) or not guide.isVisible()


def test_enter_goes_on_from_a_choice(begin: Begin) -> None:
    guide = begin()
    press(Qt.Key.Key_Return)
    assert guide.progress.current is Step.MICROPHONE


def test_every_step_can_be_skipped_and_gone_back_to(begin: Begin, home: Home) -> None:
    guide = begin()
    for step in STEPS[:-1]:
        assert guide.progress.current is step
        click(guide.skip)
    click(guide.back)
    assert guide.progress.current is Step.AGENTS
    assert kept(home).startswith("agents language=skipped")


def test_all_can_be_skipped_at_once(
    begin: Begin, app: DesktopApp, engine: FakeEngineClient, home: Home
) -> None:
    click(begin(Step.SPEAKER).skip_all)
    assert kept(home).startswith("over ")
    assert EndSoundTrials() in engine.submitted
    assert engine.submitted[-1] == AskFirstQuestion()
    assert app.window.composer.isVisible()


def test_the_menu_starts_it_again(app: DesktopApp) -> None:
    app.window.header.menu.action(MenuEntry.FIRST_RUN).trigger()
    guide = app.window.findChild(FirstRunGuide)
    assert guide is not None
    assert guide.progress == Progress()


def test_keys_of_the_conversation_do_nothing_behind_it(begin: Begin, app: DesktopApp) -> None:
    guide = begin(Step.PRIVACY)
    QTest.keyClicks(guide, "hello")
    assert not app.window.composer.is_composing


def test_the_language_changes_at_once_and_what_was_chosen_stays(begin: Begin, home: Home) -> None:
    guide = begin()
    click(child(guide, QRadioButton, "language_ko"))
    assert load(home, {}).settings.ui.language == "ko"
    assert guide.title.text() == "Parley에 오신 것을 환영해요"
    assert child(guide, QRadioButton, "language_ko").isChecked()
    use_language("en")


def test_the_microphone_shows_a_level_and_hears_the_wake_word(
    begin: Begin, engine: FakeEngineClient, home: Home
) -> None:
    guide = begin(Step.MICROPHONE)
    page = guide.page
    assert isinstance(page, MicrophonePage)
    assert engine.submitted[-1] == TryMicrophone()
    tell(
        engine,
        SoundTried(trial=SoundTrial.MICROPHONE, standing=TrialStanding.WELL, text="Headset"),
        SoundTried(trial=SoundTrial.WAKE_WORD, standing=TrialStanding.UNDER_WAY),
    )
    assert "still being fetched" in page.wake_word.label.text()
    tell(engine, MicrophoneLevel(dbfs=-20.0))
    assert page.level.value() == 40
    tell(engine, SoundTried(trial=SoundTrial.WAKE_WORD, standing=TrialStanding.WELL))
    tell(engine, WakeWordTried())
    assert page.wake_word.label.text().startswith("✓")


def test_another_microphone_is_tried_at_once(
    begin: Begin, engine: FakeEngineClient, home: Home, qtbot: QtBot
) -> None:
    page = begin(Step.MICROPHONE).page
    assert isinstance(page, MicrophonePage)
    control = page.device.control
    qtbot.waitUntil(lambda: control.findData("headset") >= 0)
    engine.submitted.clear()
    control.setCurrentIndex(control.findData("headset"))
    control.activated.emit(control.currentIndex())
    assert load(home, {}).settings.voice.input_device == "headset"
    assert engine.submitted == [TryMicrophone()]


def test_without_a_microphone_it_is_said_what_to_do_and_one_goes_on(
    begin: Begin, engine: FakeEngineClient
) -> None:
    guide = begin(Step.MICROPHONE)
    tell(
        engine,
        SoundTried(
            trial=SoundTrial.MICROPHONE,
            standing=TrialStanding.FAILED,
            text="No microphone was found.",
            hint="Plug one in.",
        ),
    )
    said = " ".join(texts(guide))
    assert "No microphone was found." in said
    assert "Plug one in. You can go on without one, and type." in said
    assert "Say “hey jarvis”" not in said
    engine.submitted.clear()
    click(child(guide, QPushButton, "try_microphone"))
    assert engine.submitted == [TryMicrophone()]
    click(guide.next)
    assert guide.progress.current is Step.SPEAKER


def test_the_speaker_is_heard_or_not_and_the_echo_is_tried(
    begin: Begin, engine: FakeEngineClient
) -> None:
    page = begin(Step.SPEAKER).page
    assert isinstance(page, SpeakerPage)
    click(page.play)
    (said,) = [one for one in engine.submitted if isinstance(one, TrySpeaker)]
    assert said.language == "en"
    tell(engine, SoundTried(trial=SoundTrial.SPEAKER, standing=TrialStanding.UNDER_WAY))
    assert not page.play.isEnabled()
    tell(engine, SoundTried(trial=SoundTrial.SPEAKER, standing=TrialStanding.WELL))
    assert "Did you hear it?" in texts(page)
    click(page.no)
    assert "Choose another speaker" in page.speaker.label.text()
    tell(engine, SoundTried(trial=SoundTrial.SPEAKER, standing=TrialStanding.WELL))
    click(page.yes)
    assert page.speaker.label.text() == "✓ You hear Parley."
    click(page.echo)
    assert engine.submitted[-1] == TryEcho()
    tell(
        engine,
        SoundTried(
            trial=SoundTrial.ECHO,
            standing=TrialStanding.ADVISED,
            text="It hears itself.",
            hint="Use headphones.",
        ),
    )
    assert {"It hears itself.", "Use headphones."} <= set(texts(page))


def test_the_voice_rests_only_in_the_steps_about_sound(
    begin: Begin, engine: FakeEngineClient
) -> None:
    guide = begin()
    click(guide.next)
    click(guide.next)
    assert EndSoundTrials() not in engine.submitted
    click(guide.next)
    assert engine.submitted[-2:] == [EndSoundTrials(), FindModels()]


def test_the_voice_works_while_the_window_is_put_away(
    begin: Begin, app: DesktopApp, engine: FakeEngineClient
) -> None:
    begin(Step.MICROPHONE)
    app.window.hide()
    assert engine.submitted[-1] == EndSoundTrials()
    app.window.show()
    assert engine.submitted[-1] == TryMicrophone()


def test_the_voice_works_where_the_first_run_goes_on_later(
    begin: Begin, engine: FakeEngineClient
) -> None:
    begin(Step.PRIVACY)
    assert EndSoundTrials() in engine.submitted


def test_a_server_that_was_found_answers_once_it_is_chosen(
    begin: Begin, engine: FakeEngineClient, home: Home
) -> None:
    guide = begin(Step.MODEL)
    page = guide.page
    assert isinstance(page, ModelPage)
    tell(engine, FOUND)
    assert "SmolLM2 is here." in texts(guide)
    ((_entry, row, models),) = page.servers
    click(row.button)
    models.setCurrentIndex(1)
    click(guide.next)
    llm = load(home, {}).settings.llm
    assert (llm.local_accepted, llm.local_model) == (SERVER.base_url, "qwen")


def test_the_built_in_model_stays_where_a_server_was_declined(
    begin: Begin, engine: FakeEngineClient, home: Home
) -> None:
    guide = begin(Step.MODEL)
    tell(engine, FOUND)
    click(guide.next)
    assert load(home, {}).settings.llm.profile == "starter"


def test_who_has_a_key_or_a_server_keeps_it_by_going_on(
    begin: Begin, app: DesktopApp, engine: FakeEngineClient, home: Home
) -> None:
    before = load(home, {}).settings.llm
    app.context.secrets.anthropic_key.set("there")
    guide = begin(Step.MODEL)
    tell(engine, FOUND)
    assert child(guide, QRadioButton, "model_service").isChecked()
    click(guide.next)
    assert guide.progress.current is Step.AGENTS
    assert load(home, {}).settings.llm == before
    app.context.secrets.anthropic_key.clear()
    app.context.settings.set_together(
        "llm", {"local_accepted": SERVER.base_url, "local_model": "qwen"}
    )
    before = load(home, {}).settings.llm
    for found in (ModelsFound(built_in=SMALL), FOUND):  # it may not run at the moment
        click(guide.back)
        tell(engine, found)
        assert child(guide, QRadioButton, "model_built_in").isChecked() != bool(found.servers)
        click(guide.next)
        assert load(home, {}).settings.llm == before


def test_a_wrong_key_keeps_the_step_and_a_right_one_goes_on(
    begin: Begin, app: DesktopApp, engine: FakeEngineClient, home: Home
) -> None:
    guide = begin(Step.MODEL)
    page = guide.page
    assert isinstance(page, ModelPage)
    secret = app.context.secrets.anthropic_key
    assert isinstance(secret, MemorySecret)
    click(page.service.button)
    click(guide.next)
    assert page.form.standing.label.text() == "Enter the key first."
    page.form.service.setCurrentIndex(1)
    QTest.keyClicks(page.form.key, "wrong")
    QTest.keyClick(page.form.key, Qt.Key.Key_Return)
    assert page.form.standing.label.text() == "Enter the address of the service."
    QTest.keyClicks(page.form.base_url, "https://models.example.org")
    click(page.form.try_button)
    (tried,) = [one for one in engine.submitted if isinstance(one, TryModelKey)]
    assert (tried.key, tried.base_url) == ("wrong", "https://models.example.org")
    assert "wrong" not in repr(tried)
    tell(engine, ModelKeyTried(problem="The service refused this key."))
    assert page.form.standing.label.text() == "The service refused this key."
    assert guide.progress.current is Step.MODEL
    assert not secret.secret
    page.form.key.setText("right")
    click(guide.next)
    assert guide.progress.current is Step.MODEL
    tell(engine, ModelKeyTried())
    assert guide.progress.current is Step.AGENTS
    assert secret.secret == "right"
    llm = load(home, {}).settings.llm
    assert (llm.profile, llm.base_url) == ("auto", "https://models.example.org")


def test_the_ticked_agents_are_set_up_and_no_other(begin: Begin, engine: FakeEngineClient) -> None:
    guide = begin(Step.AGENTS)
    page = guide.page
    assert isinstance(page, AgentsPage)
    assert engine.submitted[-1] == ListAgentSetups()
    claude, codex = CodingAgent.CLAUDE_CODE, CodingAgent.CODEX
    listed = (AgentSetupEntry(agent=claude), AgentSetupEntry(agent=codex))
    tell(engine, AgentSetupsListed(agents=listed))
    assert not page.set_up.isEnabled()
    click(page.ticks[claude])
    click(guide.next)
    assert engine.submitted[-1] == SetUpAgent(agent=claude)
    assert SetUpAgent(agent=codex) not in engine.submitted
    assert guide.progress.current is Step.AGENTS
    busy = (AgentSetupEntry(agent=claude, is_busy=True), AgentSetupEntry(agent=codex))
    tell(engine, AgentSetupsListed(agents=busy))
    done = (AgentSetupEntry(agent=claude, is_set_up=True), AgentSetupEntry(agent=codex))
    tell(engine, AgentSetupsListed(agents=done))
    assert "Asks in Parley" in texts(guide)
    click(guide.next)
    assert guide.progress.current is Step.PRIVACY


def test_where_there_is_no_agent_one_line_says_so(begin: Begin, engine: FakeEngineClient) -> None:
    guide = begin(Step.AGENTS)
    tell(engine, AgentSetupsListed(agents=()))
    assert "No coding agent was found on this computer." in texts(guide)


def test_every_step_has_a_picture_of_its_own(begin: Begin) -> None:
    guide = begin()
    pictures: list[Icon] = []
    for _step in STEPS:
        pictures.append(guide.page.icon)
        guide.skip.click()
    assert len(set(pictures)) == len(STEPS)


def test_what_is_chosen_and_where_the_focus_is_shows_at_the_whole_row(
    begin: Begin, app: DesktopApp
) -> None:
    app.set_language("ko")
    guide = begin()
    rows = guide.page.findChildren(ChoiceRow)

    def shown(name: str) -> list[bool]:
        return [row.property(name) == "true" for row in rows]

    assert shown("chosen") == shown("focused") == [False, True, False]
    QTest.mouseClick(rows[2], Qt.MouseButton.LeftButton, pos=rows[2].rect().bottomRight())
    rows = guide.page.findChildren(ChoiceRow)
    assert shown("chosen") == shown("focused") == [False, False, True]
    press(Qt.Key.Key_Tab)
    assert not any(shown("focused"))


def test_the_form_for_a_key_comes_into_sight_once_it_is_wanted(
    begin: Begin, app: DesktopApp, qtbot: QtBot
) -> None:
    app.window.resize(480, 560)
    page = begin(Step.MODEL).page
    assert isinstance(page, ModelPage)
    click(page.service.button)
    qtbot.waitUntil(lambda: not page.form.key.visibleRegion().isEmpty())


def test_privacy_has_five_lines(begin: Begin, home: Home) -> None:
    guide = begin(Step.PRIVACY)
    lines = [child(guide, QLabel, f"privacy_{number}").text() for number in range(1, 6)]
    assert str(home.root) in lines[0]
    assert guide.next.text() == "Begin"


@pytest.mark.parametrize("width", [480, 920])
@pytest.mark.parametrize("language", ["en", "ko", "zh"])
def test_no_words_are_cut(
    begin: Begin, app: DesktopApp, engine: FakeEngineClient, language: str, width: int
) -> None:
    app.set_language(language)
    app.window.resize(width, 700)
    guide = begin()
    for _step in STEPS:
        tell(engine, FOUND, AgentSetupsListed(agents=(AgentSetupEntry(agent=CodingAgent.CODEX),)))
        QCoreApplication.processEvents()
        assert cut(guide) == []
        guide.skip.click()


def test_every_control_has_a_name_for_screen_readers(
    begin: Begin, engine: FakeEngineClient
) -> None:
    guide = begin()
    for _step in STEPS:
        tell(engine, FOUND)
        for kind in (QPushButton, QRadioButton):
            for button in guide.findChildren(kind):
                assert button.accessibleName(), button.objectName()
        guide.skip.click()
