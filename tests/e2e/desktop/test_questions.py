"""A question of the model's, answered by mouse, by key and by voice: the same result each time."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from assistant.home import Home
from assistant.settings import save
from tests.e2e.conftest import Desktop
from tests.helpers.llm.messages_server import MessagesServer

QUESTION: dict[str, Any] = {
    "questions": [
        {
            "question": "Which coffee shall I make?",
            "header": "Coffee",
            "multiSelect": False,
            "options": [
                {"label": "Espresso", "description": "Small and strong"},
                {"label": "Latte", "description": "With much milk"},
                {"label": "Mocha", "description": "With chocolate"},
            ],
        }
    ]
}
RESULT = """User answered the following questions:

1. Coffee (Which coffee shall I make?)
   Selected: Latte

Proceeding with user selections."""


def script(server: MessagesServer) -> None:
    """Ask, then acknowledge."""
    server.tool_use_then("ask_user_question", QUESTION, "One latte it is.")


def result_sent(server: MessagesServer) -> dict[str, Any]:
    """Return the tool result in the last request."""
    (block,) = server.requests[-1].body["messages"][-1]["content"]
    assert block["type"] == "tool_result"
    (use,) = [
        b for b in server.requests[-1].body["messages"][-2]["content"] if b["type"] == "tool_use"
    ]
    assert block["tool_use_id"] == use["id"]
    return {"content": block["content"], "is_error": block.get("is_error", False)}


def option_button(label: str) -> QAbstractButton | None:
    """Return the visible button of an option."""
    for widget in QApplication.topLevelWidgets():
        for button in widget.findChildren(QAbstractButton):
            is_option = button.objectName().startswith("user_choice_")
            if is_option and button.isVisible() and label in button.accessibleName():
                return button
    return None


def dialog_of(button: QWidget) -> QWidget:
    """Return the window a button is in."""
    return button.window()


@pytest.mark.parametrize("way", ["mouse", "key"])
def test_a_question_is_answered_in_the_window(
    way: str, served: Home, server: MessagesServer, desktop: Callable[[Home], Desktop]
) -> None:
    save(served, "questions", "arm_delay_ms", 0)
    script(server)
    window = desktop(served)
    window.say("Make me a coffee")
    window.wait_until(lambda: option_button("Latte") is not None)
    button = option_button("Latte")
    assert button is not None
    if way == "mouse":
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    else:
        QTest.keyClick(dialog_of(button), Qt.Key.Key_2)
    window.wait_until(lambda: window.shows("One latte it is."))
    assert result_sent(server) == {"content": RESULT, "is_error": False}


@pytest.mark.models
def test_a_question_is_read_aloud_and_answered_by_saying_the_second_one(
    served: Home, server: MessagesServer, said: Callable[..., Path], tmp_path: Path
) -> None:
    script(server)
    heard = said(
        2.0,
        "hey_jarvis_splice09.flac",
        0.2,
        "order_14.flac",
        11.0,
        "ans06_0_the_second_one.flac",
        6.0,
    )
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "assistant.cli", "--debug", "listen", "--json"),
            *("--audio-in", str(heard), "--audio-out", str(tmp_path / "reply.wav")),
            *("--home", str(served.root), "--models", str(served.models)),
        ],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    report = json.loads(ran.stdout)
    assert result_sent(server) == {"content": RESULT, "is_error": False}
    spoken = " ".join(report["spoken"])
    assert "Which coffee shall I make?" in spoken
    assert "One latte it is." in spoken
