"""What stands around the window, tied to it, over a real session bus."""

import pytest
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.application import DesktopApp
from assistant.protocol.questions import AnswerQuestion, PresentQuestionAgain, QuestionAsked
from assistant.questions.model.question import Answered, Channel, Method
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.app.conftest import MakeApp
from tests.unit.channels.desktop.app.test_application import tell
from tests.unit.channels.desktop.conftest import Serve
from tests.unit.channels.desktop.conversation.samples import ORIGIN, asked, single


@pytest.fixture
def app(make_app: MakeApp, bus_address: str, monkeypatch: pytest.MonkeyPatch) -> DesktopApp:
    """The app, whose window nobody sees."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus_address)
    return make_app()


def test_a_question_is_answered_from_its_notification(
    app: DesktopApp, engine: FakeEngineClient, serve: Serve, qtbot: QtBot
) -> None:
    service = serve()
    app.join_desktop()
    tell(engine, QuestionAsked(questions=asked(single()), origin=ORIGIN))
    qtbot.waitUntil(lambda: len(service.standing) == 1)
    service.press(service.only, "option 1")
    qtbot.waitUntil(lambda: bool(engine.submitted))
    (command,) = engine.submitted
    assert isinstance(command, AnswerQuestion)
    assert isinstance(command.response, Answered)
    given = command.response.provenance
    assert (given.channel, given.method) == (Channel.DESKTOP, Method.CLICK)
    assert not app.window.isVisible()


def test_it_is_opened_from_its_notification(
    app: DesktopApp, engine: FakeEngineClient, serve: Serve, qtbot: QtBot
) -> None:
    service = serve()
    app.join_desktop()
    tell(engine, QuestionAsked(questions=asked(single()), origin=ORIGIN))
    qtbot.waitUntil(lambda: len(service.standing) == 1)
    service.press(service.only, "default")
    qtbot.waitUntil(app.window.isVisible)
    assert engine.submitted == [PresentQuestionAgain(questions_id="s")]


def test_what_stands_goes_as_the_program_ends(
    app: DesktopApp, engine: FakeEngineClient, serve: Serve, qtbot: QtBot
) -> None:
    service = serve()
    app.join_desktop()
    app.join_desktop()
    tell(engine, QuestionAsked(questions=asked(single()), origin=ORIGIN))
    qtbot.waitUntil(lambda: len(service.standing) == 1)
    app.close()
    qtbot.waitUntil(lambda: service.standing == {})
    app.join_desktop()
