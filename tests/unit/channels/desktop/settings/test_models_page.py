from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.settings.field_page import general_page
from assistant.channels.desktop.settings.models_page import (
    ModelFiles,
    ModelFileStatus,
    ModelRow,
    ModelsPage,
)
from assistant.channels.desktop.settings.stored_values import Saved
from assistant.channels.desktop.settings.window import SettingsWindow
from assistant.channels.desktop.widgets.status_bars import DownloadProgressRelay
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from assistant.languages import LANGUAGES
from assistant.protocol.download_progress import DownloadProgress
from assistant.protocol.first_run import (
    EndSoundTrials,
    SoundTrial,
    SoundTried,
    TrialStanding,
    TrySpeaker,
)
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.contexts import make_context
from tests.unit.channels.desktop.windows import child, texts

WHISPER = ModelFileStatus(
    name="whisper",
    kind="stt",
    purpose="Hears",
    licence="MIT",
    size_bytes=145_000_000,
    is_present=True,
)
SIWIS = ModelFileStatus(
    name="siwis",
    kind="tts",
    language="fr",
    purpose="Speaks",
    size_bytes=17_000_000,
    is_present=True,
    is_optional=True,
)
JOE = ModelFileStatus(
    name="joe", kind="tts", purpose="Speaks", size_bytes=63_000_000, is_present=False
)
KOKORO = ModelFileStatus(
    name="kokoro",
    kind="tts",
    purpose="Speaks",
    size_bytes=1_000_000,
    is_present=False,
    is_optional=True,
)
LARGE = ModelFileStatus(
    name="large",
    kind="llm",
    purpose="Answers",
    licence="Apache-2.0",
    size_bytes=2_500_000_000,
    is_present=True,
    is_optional=True,
)


@dataclass
class Shown:
    """The page in its window, and what it asked for."""

    window: SettingsWindow
    relay: DownloadProgressRelay
    engine: FakeEngineClient
    fetched: list[str] = field(default_factory=list[str])
    removed: list[tuple[str, Saved]] = field(default_factory=list[tuple[str, Saved]])

    def row(self, name: str) -> ModelRow:
        return child(self.window, ModelRow, f"model_{name}")

    def button(self, what: str, name: str) -> QPushButton:
        return child(self.window, QPushButton, f"{what}_{name}")


@pytest.fixture
def shown(qtbot: QtBot, theme: Theme, home: Home) -> Iterator[Shown]:
    relay, engine = DownloadProgressRelay(), FakeEngineClient()
    context = make_context(theme, home, engine=engine)
    files = ModelFiles(
        all=lambda: (WHISPER, SIWIS, JOE, KOKORO, LARGE),
        download=lambda name: made.fetched.append(name),
        remove=lambda name, then: made.removed.append((name, then)),
    )
    window = SettingsWindow(
        context, lambda: [ModelsPage(context, files=files, relay=relay), general_page(context)]
    )
    made = Shown(window=window, relay=relay, engine=engine)
    with qtbot.waitExposed(window):
        window.open_page("models")
    yield made
    window.close()


def test_each_model_stands_below_its_heading_with_size_and_licence(shown: Shown) -> None:
    words = texts(shown.window)
    places = [words.index(text) for text in ("Voices", "Recognition", "Built-in models")]
    assert places == sorted(places)
    assert "Wake word and turns" not in words  # there is none
    assert "whisper · 145 MB · MIT" in words
    assert "large · 2.50 GB · Apache-2.0" in words
    assert any("takes 2.66 GB" in text for text in words)


@pytest.mark.parametrize(
    ("name", "state", "buttons"),
    [
        ("whisper", "In use", ()),
        ("joe", "Missing", ("download",)),
        ("kokoro", "Not downloaded", ("download",)),
        ("siwis", "Present", ("listen", "remove")),
        ("large", "Present", ("remove",)),
    ],
)
def test_what_may_be_done_with_a_model(
    shown: Shown, name: str, state: str, buttons: tuple[str, ...]
) -> None:
    assert state in texts(shown.row(name))
    seen = [
        what for what in ("listen", "download", "remove") if shown.button(what, name).isVisible()
    ]
    assert tuple(seen) == buttons


def test_a_model_is_fetched_with_progress(qtbot: QtBot, shown: Shown) -> None:
    button = shown.button("download", "joe")
    button.click()
    assert shown.fetched == ["joe"]
    assert not button.isEnabled()
    shown.relay.report(DownloadProgress(name="joe", done_bytes=1, total_bytes=2))
    shown.relay.report(DownloadProgress(name="joe", is_finished=True))
    qtbot.waitUntil(lambda: "In use" in texts(shown.row("joe")))
    assert button.isHidden()


def test_a_failed_download_is_explained_and_can_be_tried_again(qtbot: QtBot, shown: Shown) -> None:
    button = shown.button("download", "joe")
    button.click()
    shown.relay.report(DownloadProgress(name="joe", is_finished=True, error="No network."))
    qtbot.waitUntil(lambda: "No network." in texts(shown.row("joe")))
    assert button.isEnabled()
    assert button.isVisible()


def heard(standing: TrialStanding, text: str = "", hint: str = "") -> SoundTried:
    return SoundTried(trial=SoundTrial.SPEAKER, standing=standing, text=text, hint=hint)


def test_a_voice_says_a_sentence_of_its_language(shown: Shown) -> None:
    button = shown.button("listen", "siwis")
    button.click()
    assert shown.engine.submitted == [TrySpeaker(text=LANGUAGES["fr"].sample, language="fr")]
    shown.window.handle(heard(TrialStanding.UNDER_WAY))
    assert not button.isEnabled()
    shown.window.handle(heard(TrialStanding.WELL))
    assert button.isEnabled()
    assert shown.engine.submitted[1:] == [EndSoundTrials()]
    assert "Present" in texts(shown.row("siwis"))
    shown.window.handle(heard(TrialStanding.WELL))  # somebody else's
    assert shown.engine.submitted[1:] == [EndSoundTrials()]


def test_why_a_voice_is_not_heard_stands_beside_it(shown: Shown) -> None:
    shown.button("listen", "siwis").click()
    shown.window.handle(heard(TrialStanding.FAILED, "No speaker.", "Plug one in."))
    assert "No speaker. Plug one in." in texts(shown.row("siwis"))
    assert shown.button("listen", "siwis").isEnabled()


def test_closing_the_window_ends_the_sentence(shown: Shown) -> None:
    shown.button("listen", "siwis").click()
    shown.window.close()
    assert shown.engine.submitted[-1] == EndSoundTrials()


def ask_to_remove(shown: Shown, answer: str) -> None:
    QTest.mouseClick(shown.button("remove", "large"), Qt.MouseButton.LeftButton)
    dialog = child(shown.window, QDialog, "choice_dialog")
    assert any("2.50 GB" in text for text in texts(dialog))
    QTest.mouseClick(child(dialog, QPushButton, answer), Qt.MouseButton.LeftButton)


def test_a_model_is_removed_once_that_is_confirmed(shown: Shown) -> None:
    ask_to_remove(shown, "keep_model")
    assert not shown.removed
    ask_to_remove(shown, "remove_model")
    (name, then) = shown.removed[0]
    assert name == "large"
    assert not shown.button("remove", "large").isEnabled()
    then(None)
    assert "Not downloaded" in texts(shown.row("large"))
    assert shown.button("download", "large").isVisible()


def test_a_model_that_cannot_be_removed_stays_with_the_reason(shown: Shown) -> None:
    ask_to_remove(shown, "remove_model")
    shown.removed[0][1]("It is read-only.")
    assert "It is read-only." in texts(shown.row("large"))
    assert shown.button("remove", "large").isEnabled()


@pytest.mark.parametrize(("width", "is_below"), [(450, True), (1100, False)])
def test_the_button_of_a_model_leaves_room_for_the_words_about_it(
    qtbot: QtBot, shown: Shown, width: int, is_below: bool
) -> None:
    shown.window.resize(width, 720)
    row, button = shown.row("kokoro"), shown.button("download", "kokoro")
    words = next(label for label in row.findChildren(QLabel) if label.text() == "Speaks")
    qtbot.waitUntil(lambda: (button.y() > words.geometry().bottom()) is is_below)
    assert words.width() > row.width() / 2
    assert row.rect().contains(button.geometry())
