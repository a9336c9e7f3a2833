"""From Enter to the first words on the screen, with 80,000 characters of context (TF-05, G-02).

The service answers at once, in a process of its own. How soon the request is on the wire and the
words are on the screen is measured by `parley bench context` and `stream`.
"""

import asyncio
import os
from collections.abc import Iterator
from typing import Final

import pytest

from assistant.assembly.desktop import build_desktop
from assistant.channels.desktop.app.application import DesktopApp
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.llm.messages_client import MessagesClient
from assistant.llm.model_choice.choice import anthropic_profile
from assistant.questions.model.question import Channel
from assistant.settings import load, save
from benchmarks.messages_server import BenchMessagesServer
from benchmarks.sample_history import HistorySize
from benchmarks.speed.context import CHARACTERS
from benchmarks.speed.startup import prepare
from benchmarks.window.paint_monitor import PaintMonitor
from benchmarks.window.synthetic_keys import post_keystrokes

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

TYPED: Final = 5
WINDOW: Final = 3 * CHARACTERS
"""What may be sent, and what the last thirty messages hold. A window that is full is moved to 22
messages; as long as half of these are stored ones, there are `CHARACTERS` and a tenth more."""
LIMIT_S: Final = 60.0


@pytest.fixture
def server() -> Iterator[BenchMessagesServer]:
    """A service that answers at once."""
    with BenchMessagesServer(reply="It is noon.") as running:
        yield running


@pytest.fixture
def app(home: Home, server: BenchMessagesServer) -> Iterator[DesktopApp]:
    """The whole program on a long conversation, with that service."""
    clock = SystemClock()
    stock = HistorySize(
        long_messages=60, conversations=0, each_messages=0, recent_characters=WINDOW
    )
    asyncio.run(prepare(home, clock, stock))
    save(home, "voice", "enabled", False)
    save(home, "context", "max_characters", WINDOW)
    settings = load(home, {}).settings
    client = MessagesClient(
        profile=anthropic_profile(model=settings.llm.model, max_output_tokens=100, thinking=False),
        api_key="sk-ant-test",
        base_url=server.url,
        timeout_s=LIMIT_S,
        clock=clock,
    )
    app = build_desktop(
        LaunchOptions(
            home=home, settings=settings, clock=clock, channel=Channel.DESKTOP, client=client
        )
    )
    app.window.show()
    try:
        yield app
    finally:
        app.close()
        app.application.processEvents()


def typed(app: DesktopApp, words: str) -> None:
    """Type a message, and wait until its reply was painted."""
    field = app.window.composer.field
    field.setPlainText(words)
    app.application.processEvents()
    watch = PaintMonitor(app)
    assert watch.run(lambda: post_keystrokes(field, "\r"), limit_s=LIMIT_S), watch.failure
    watch.deleteLater()  # on this thread, whichever collects the garbage
    app.application.processEvents()


@pytest.mark.requirement("G-02", "TF-05")
@pytest.mark.usefixtures("qapp")
@pytest.mark.timeout(180)
def test_the_first_words_are_painted_with_all_the_context_there_is(
    app: DesktopApp, server: BenchMessagesServer
) -> None:
    for number in range(TYPED):
        typed(app, f"And what of number {number}?")
        assert server.arrival(f"And what of number {number}?").characters >= CHARACTERS
