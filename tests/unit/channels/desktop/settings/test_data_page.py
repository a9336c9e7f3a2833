from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.backup.restore_dialog import Afterwards
from assistant.channels.desktop.history.dialogs import TypedDeleteDialog
from assistant.channels.desktop.settings.data_page import DataPage, KeptRow
from assistant.channels.desktop.settings.model.kept_data import kept_data
from assistant.channels.desktop.settings.window import SettingsWindow
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from tests.helpers.backup.homes import FILES, NEVER, home_at
from tests.unit.channels.desktop.contexts import make_context
from tests.unit.channels.desktop.windows import child, texts

LIMIT_MS = 20_000


@pytest.fixture
def wanted() -> list[Afterwards]:
    return []


@pytest.fixture
def window(
    qtbot: QtBot, theme: Theme, home: Home, wanted: list[Afterwards]
) -> Iterator[SettingsWindow]:
    mine = home_at(home.root / "mine")
    context = make_context(theme, mine)
    window = SettingsWindow(context, lambda: [DataPage(context, end_for=wanted.append)])
    with qtbot.waitExposed(window):
        window.open_page("data")
    yield window
    window.close()


def test_what_is_kept_is_listed_with_place_and_size(window: SettingsWindow, qtbot: QtBot) -> None:
    rows = {row.kept.name: row for row in window.findChildren(KeptRow)}
    qtbot.waitUntil(lambda: "nothing" in texts(rows["voice"]), timeout=LIMIT_MS)
    memory = sum(
        len(text.encode())
        for name, text in {**FILES, **NEVER}.items()
        if name.partition("/")[0] in {"memory", "workspaces", "agents", "skills", "prompts"}
    )
    assert f"{memory} B" in texts(rows["memory"])
    assert any(text.endswith("kB") for text in texts(rows["conversations"]))
    assert str(rows["logs"].kept.paths[0]) in texts(rows["logs"])
    assert str(rows["memory"].kept.paths[0].parent) in texts(rows["memory"])


def test_every_file_of_a_home_belongs_to_something_that_is_listed(home: Home) -> None:
    mine = home_at(home.root / "mine")
    listed = [path for kept in kept_data(mine) for path in kept.paths]
    passing = {"run", "engine.lock", "engine.pid", "keys.lock", "memory.lock", "settings.lock"}
    for path in mine.root.iterdir():
        assert path in listed or path.name in passing, path


def test_everything_is_deleted_only_once_the_word_is_typed(
    window: SettingsWindow, wanted: list[Afterwards]
) -> None:
    child(window, QPushButton, "erase").click()
    asking = child(window, TypedDeleteDialog, "erase_everything")
    assert any("on other devices" in label.text() for label in asking.findChildren(QLabel))
    asking.confirm_button.click()
    assert wanted == []
    asking.field.setText("Delete")
    asking.confirm_button.click()
    assert wanted == ["erase"]
