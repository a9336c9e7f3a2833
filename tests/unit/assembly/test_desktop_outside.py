"""In the desktop app the tools use its own clipboard and window, on its own thread."""

import base64

import pytest
from PySide6.QtGui import QGuiApplication, QImage

from assistant.assembly.desktop import run_desktop
from assistant.channels.desktop.app.application import DesktopApp
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import AnswerQuestion, QuestionAsked
from assistant.protocol.turns import ToolFinished, TurnFinished
from assistant.questions.model.question import Channel
from assistant.settings import load, save
from tests.helpers.engine.running_core import chose
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_model_copies_and_sees_by_way_of_the_window(home: Home) -> None:
    save(home, "voice", "enabled", False)
    model = ScriptedModel()
    model.script += [
        uses_tool("clipboard_write", {"text": "안녕"}, id="c1"),
        uses_tool("clipboard_read", {}, id="c2"),
        uses_tool("take_screenshot", {"what": "window"}, id="c3"),
        says("Done."),
    ]
    finished: list[ToolFinished] = []

    def watch(app: DesktopApp) -> None:
        def hear(event: EngineEvent) -> None:
            match event:
                case QuestionAsked() if event.is_presented:
                    app.engine.submit(
                        AnswerQuestion(
                            questions_id=event.questions.id,
                            response=chose(event.questions, confirm="allow"),
                            channel=Channel.DESKTOP,
                        )
                    )
                case ToolFinished():
                    finished.append(event)
                case TurnFinished():
                    app.quit_soon()
                case _:
                    pass

        app.engine.subscribe(hear)
        app.window.send.emit("Copy it, and look")

    plan = LaunchOptions(
        home=home,
        settings=load(home, {}).settings,
        clock=SystemClock(),
        channel=Channel.DESKTOP,
        client=model,
    )
    assert run_desktop(plan, watch=watch) == 0

    written, read, seen = finished
    assert QGuiApplication.clipboard().text() == "안녕"
    assert written.content == "2 characters are on the clipboard now."
    assert read.content.endswith("\n안녕")
    (image,) = seen.images
    assert not QImage.fromData(base64.b64decode(image.data)).isNull()
