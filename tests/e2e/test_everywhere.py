"""One question in the window, on a page and in a terminal at once: the first answer changes all."""

import asyncio
import concurrent.futures
import io
import json
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final

import httpx2
import pyte
import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton
from pytestqt.qtbot import QtBot
from websockets.sync.client import connect

from assistant.assembly.single_question.question import open_temporary_desk, silent_callbacks
from assistant.channels.desktop.questions.dialog.question_dialog import QuestionDialog
from assistant.channels.desktop.questions.dialog_presenter import DialogPresenter, DialogQueue
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.terminal.console.session import TerminalSession
from assistant.channels.terminal.questions.keyed_presenter import KeyedPresenter
from assistant.channels.web.pages.presenter import OnDemandPageHost, WebPresenter
from assistant.channels.web.pages.registry import PageRegistry
from assistant.channels.web.pages.routes import page_routes
from assistant.clock import SystemClock
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.engine_thread import Engine
from assistant.questions.desk.presenter import Presentation, Presenter
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import (
    Answered,
    Channel,
    Draft,
    Origin,
    QuestionSet,
    Response,
)
from tests.helpers.questions.builders import question_set
from tests.helpers.terminal.keyboard import drawn_into

LIMIT_S: Final = 15.0
"""Patience. Places that were told show it in a quarter to half a second."""
FROM_A_PROGRAM: Final = Origin(channel=Channel.MCP, conversation_id="c1")


class Anywhere:
    """A presenter that puts questions wherever they come from."""

    def __init__(self, presenter: Presenter) -> None:
        self._presenter = presenter
        self.channel = presenter.channel

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Let it note where the question comes from; everything fits."""
        self._presenter.fits(questions, where)
        return True

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """As the presenter does."""
        return await self._presenter.present(questions, draft, desk)

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """As the presenter does."""
        self._presenter.update_draft(questions_id, draft)


class Closing(QObject):
    """Brings what became of questions to the window's thread."""

    closed = Signal(object, object, object)


class Room:
    """A window, a page and a terminal, and the desk behind them on a thread of its own."""

    def __init__(self, dialogs: DialogQueue) -> None:
        self.dialogs = dialogs
        self.drawn = io.StringIO()
        self.address: concurrent.futures.Future[str] = concurrent.futures.Future()
        self._window = DialogPresenter(dialogs=dialogs)
        self._closing = Closing()
        self._closing.closed.connect(dialogs.settled_elsewhere, Qt.ConnectionType.QueuedConnection)
        self._clock = SystemClock()
        self._engine = Engine(graph=self._graph)
        self._inside: _Inside | None = None
        self._engine.start()

    def put(self) -> "concurrent.futures.Future[Response]":
        """Ask on all three."""
        asking = self.inside.desk.ask(question_set(), FROM_A_PROGRAM)
        return asyncio.run_coroutine_threadsafe(asking, self.inside.loop)

    def press(self, key: str) -> None:
        """Press a key in the terminal."""
        self.inside.keys.send_text(key)

    @property
    def screen(self) -> str:
        """What the terminal shows."""
        screen = pyte.Screen(60, 24)
        pyte.Stream(screen).feed(self.drawn.getvalue())
        return "\n".join(line.rstrip() for line in screen.display).strip()

    @property
    def inside(self) -> "_Inside":
        """What is on the engine's thread."""
        assert self._inside is not None
        return self._inside

    def close(self) -> None:
        """Take everything away."""
        self._engine.stop()
        self.dialogs.close_all()

    @asynccontextmanager
    async def _graph(self, _engine: Engine) -> AsyncGenerator[CommandDispatcher]:
        pages = PageRegistry(clock=self._clock)

        def closed(questions: QuestionSet, response: Response, channel: Channel | None) -> None:
            pages.settled(questions, response, channel)
            self._closing.closed.emit(questions, response, channel)

        callbacks = replace(silent_callbacks(), on_closed=closed)
        page = WebPresenter(
            pages=pages,
            host=OnDemandPageHost([page_routes(pages)]),
            tell_address=lambda _questions_id, address: self.address.set_result(address),
        )
        with create_pipe_input() as keys:
            terminal = KeyedPresenter(
                seat=TerminalSession(input=keys, output=drawn_into(self.drawn)),
                clock=self._clock,
                flash_s=0.0,
                interrupt=lambda: None,
                leave=lambda: None,
            )
            async with open_temporary_desk(clock=self._clock, callbacks=callbacks) as desk:
                for presenter in (self._window, terminal, page):
                    desk.register(Anywhere(presenter))
                loop = asyncio.get_running_loop()
                self._inside = _Inside(desk=desk, keys=keys, loop=loop)
                yield CommandDispatcher()
            await page.aclose()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inside:
    desk: QuestionDesk
    keys: PipeInput
    loop: asyncio.AbstractEventLoop


@pytest.fixture
def room(qtbot: QtBot) -> Iterator[Room]:
    theme = Theme(choice="dark")
    theme.apply()
    dialogs = DialogQueue(
        theme=theme,
        clock=SystemClock(),
        arm_delay_s=0.0,
        linger_ms=60_000,
    )
    room = Room(dialogs)
    yield room
    room.close()


def click(room: Room, _address: str) -> None:
    front = room.dialogs.front
    assert front is not None
    button = front.findChild(QPushButton, "user_choice_2")
    assert button is not None
    button.click()


def post(_room: Room, address: str) -> None:
    action = {"do": "choose", "question": "q1", "option": "2", "is_final": True}
    answer = httpx2.post(f"{address}/act", json=action, trust_env=False, timeout=5)
    assert answer.status_code == 200


def press(room: Room, _address: str) -> None:
    room.press("2")


def has_settled(front: QuestionDialog) -> bool:
    return front.is_settled and front.findChild(QFrame, "settled") is not None


def watch(address: str, looks: threading.Event) -> str:
    """Look at the page until the question is settled; return what it says then.

    Args:
        address: The page's.
        looks: Is set once what it shows is seen.
    """
    with connect(f"{address.replace('http', 'ws', 1)}/socket", proxy=None) as socket:
        while True:
            view = json.loads(socket.recv(LIMIT_S))
            if view["phase"] == "settled":
                return "\n".join(view["outcome"])
            looks.set()


@pytest.mark.requirement("Q-PRES-03")
@pytest.mark.parametrize(
    ("answer", "channel"),
    [
        pytest.param(click, Channel.DESKTOP, id="window"),
        pytest.param(post, Channel.WEB, id="page"),
        pytest.param(press, Channel.TERMINAL, id="terminal"),
    ],
)
def test_answered_in_one_the_others_change_by_themselves(
    room: Room, qtbot: QtBot, answer: Callable[[Room, str], None], channel: Channel
) -> None:
    question = "Which database should we use for this project?"
    asking = room.put()
    qtbot.waitUntil(lambda: room.dialogs.front is not None, timeout=int(LIMIT_S * 1000))
    qtbot.waitUntil(lambda: question in room.screen, timeout=int(LIMIT_S * 1000))
    address = room.address.result(LIMIT_S)
    front = room.dialogs.front
    assert front is not None
    with concurrent.futures.ThreadPoolExecutor(max_workers=1) as looker:
        looks = threading.Event()
        watching = looker.submit(watch, address, looks)
        assert looks.wait(LIMIT_S)
        answer(room, address)
        qtbot.waitUntil(
            lambda: has_settled(front) and question not in room.screen,
            timeout=int(LIMIT_S * 1000),
        )
        outcome = watching.result(LIMIT_S)
    response = asking.result(LIMIT_S)
    assert isinstance(response, Answered)
    assert response.provenance.channel is channel
    assert "✔ Database: SQLite" in outcome
    frame = front.findChild(QFrame, "settled")
    assert frame is not None
    assert "SQLite" in frame.accessibleName()
