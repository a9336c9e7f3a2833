"""Every label, button and field has room for its words, in the settings and the other windows."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from assistant.channels.desktop.app.application import DesktopApp
from assistant.channels.desktop.widgets.controls import Dropdown
from assistant.locale import InterfaceLanguage, use_language
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.history import ConversationsListed
from assistant.protocol.personas import PersonasListed
from assistant.protocol.sent_context import ContextSent, Layer, SentPart
from assistant.protocol.timers import TimersListed
from assistant.protocol.turns import Timeline, TurnFinished, TurnTimed
from assistant.timer import Timer, TimerKind
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.app.conftest import MakeApp
from tests.unit.channels.desktop.conversation.tool_samples import TOOLS, calls, servers
from tests.unit.channels.desktop.history.history_samples import found, hit, summary
from tests.unit.channels.desktop.windows import cut

WORDS: Final = "Words that take some room, 한국어 문장도 있고, 也有中文。"
AT: Final = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
TIMED: Final = Timeline(
    speech_end=1.0, turn_end=1.25, transcript=1.5, first_token=3.5, first_audio=3.6
)
TOLD: Final = (
    ConversationOpened(conversation_id="c", resumed=False, model="Qwen2.5 Coder"),
    ConversationsListed(
        conversations=tuple(summary(str(n), title=WORDS * n) for n in range(3)), current="1"
    ),
    PersonasListed(
        workspaces=("default", "웹 가게"),
        agents=("default", "teacher"),
        personas=(("default", WORDS * 9), ("teacher", "You teach.")),
        workspace="default",
        agent="default",
    ),
    ContextSent(
        turn_id="t",
        parts=tuple(
            SentPart(layer=layer, text=WORDS * 5, characters=100, full_characters=9_000)
            for layer in Layer
        ),
        limit=1_000,
        messages=3,
        left_out=9_976,
    ),
    TurnTimed(turn_id="t", timeline=TIMED),
    TurnFinished(turn_id="t", text="", stop_reason="end_turn", spoken=True, model=WORDS),
    TimersListed(
        timers=(Timer(timer_id="t", kind=TimerKind.REMINDER, label=WORDS, due_at=AT, zone="UTC"),)
    ),
    TOOLS,
    servers(),
    calls(2, 1),
    found("room", hit("0", "m", snippet=WORDS)),
)
"""What the engine tells, for each window something."""


def settle() -> None:
    for _round in range(8):
        QApplication.processEvents()


def opened(app: DesktopApp) -> Iterator[tuple[str, QWidget]]:
    """Open the windows one after the other, and each page of the settings."""
    app.window.history.go_to_list()
    yield "history", app.window
    app.windows.personas.present()
    app.windows.personas.choose_persona("default")
    yield "personas", app.windows.personas
    app.windows.personas.edit_button.click()
    yield "persona", app.windows.personas.editors[0]
    app.windows.memory.present()
    yield "memory", app.windows.memory
    app.windows.context.show()
    yield "context", app.windows.context
    for page in app.settings.pages:
        app.settings.open_page(page.name)
        yield page.name, app.settings


@pytest.mark.parametrize(
    ("language", "size"), [("en", (920, 760)), ("en", (360, 420)), ("ko", (360, 420))]
)
@pytest.mark.timeout(300)
def test_nothing_is_cut_in_any_window(
    make_app: MakeApp,
    engine: FakeEngineClient,
    language: InterfaceLanguage,
    size: tuple[int, int],
) -> None:
    use_language(language)
    app = make_app()
    app.window.resize(*size)
    app.window.show()
    made = app.settings, app.windows.personas, app.windows.memory, app.windows.context
    assert all(made), "they hear what the engine tells"
    engine.emit(*TOLD)
    settle()
    lacks: dict[str, list[str]] = {}
    for name, window in opened(app):
        window.resize(*size)
        settle()
        lists = window.findChildren(QComboBox)
        assert all(isinstance(one, Dropdown) for one in lists), "others have no arrow"
        if missing := cut(window):
            lacks[name] = missing
    assert lacks == {}
