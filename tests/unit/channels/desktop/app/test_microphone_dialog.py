import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.microphone_dialog import (
    SETTINGS_ADDRESS,
    MicrophoneDialog,
    settings_hint,
)


class Stage:
    """A dialog, and what came of it."""

    def __init__(self, qtbot: QtBot, platform: str) -> None:
        self.tries = 0
        self.opened: list[str] = []
        self.dialog = MicrophoneDialog(
            reason="The microphone cannot be used.",
            hint="Access denied",
            try_again=self._try,
            open_address=self.opened.append,
            platform=platform,
        )
        qtbot.addWidget(self.dialog)
        self.dialog.open()

    def _try(self) -> None:
        self.tries += 1

    def click(self, name: str) -> None:
        button = self.dialog.findChild(QPushButton, name)
        assert button is not None
        button.click()


@pytest.mark.requirement("VF-17")
@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_it_says_what_is_wrong_and_where_to_allow_it(qtbot: QtBot, platform: str) -> None:
    stage = Stage(qtbot, platform)
    texts = [label.text() for label in stage.dialog.findChildren(QLabel)]
    assert texts == ["The microphone cannot be used.", "Access denied", settings_hint(platform)]


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_the_systems_settings_open_and_the_dialog_stays_for_another_try(
    qtbot: QtBot, platform: str
) -> None:
    stage = Stage(qtbot, platform)
    stage.click("microphone_settings")
    assert stage.opened == [SETTINGS_ADDRESS[platform]]
    assert stage.dialog.isVisible()
    stage.click("microphone_again")
    assert stage.tries == 1
    assert not stage.dialog.isVisible()


def test_where_there_is_no_such_page_none_is_offered(qtbot: QtBot) -> None:
    stage = Stage(qtbot, "linux")
    assert stage.dialog.findChild(QPushButton, "microphone_settings") is None
    stage.click("microphone_close")
    assert stage.tries == 0
