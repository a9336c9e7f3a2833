import pytest
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.widgets.theme import Theme
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.questions.dialog.question_stage import Put, putting


@pytest.fixture
def put(qtbot: QtBot, theme: Theme, clock: ManualClock) -> Put:
    """Put a question; the dialog is armed unless told otherwise."""
    return putting(qtbot, theme, clock)
