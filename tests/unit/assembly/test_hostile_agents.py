"""What agents, folders and commands say to deceive, on every surface: harmless, and whole on some."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, cast

import pytest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.coding_agents.session_list import SessionList
from assistant.channels.desktop.notifications.model.question_notification import (
    question_notification,
)
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.telegram.model.agent_message import agent_message
from assistant.channels.telegram.model.card_message import message_of
from assistant.channels.telegram.model.chat_card import ChatCard
from assistant.channels.terminal.questions.plain_presenter import PlainPresenter
from assistant.channels.terminal.text.printable import printable
from assistant.channels.web.pages.model.page_content import PageContent
from assistant.channels.web.pages.model.view_builder import open_view
from assistant.coding_agents.hooks.dialects import questions_of, read_hook
from assistant.coding_agents.hooks.hook_events import PermissionAsked
from assistant.coding_agents.hooks.permission_request import AllowedPlaces
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.attention import AgentNews
from assistant.coding_agents.model.board_text import board_lines
from assistant.coding_agents.model.session_board import (
    QuestionOpened,
    SessionBoard,
    TaskTold,
    WorkDone,
)
from assistant.coding_agents.tasks.agent_task import (
    AgentTask,
    CallTold,
    PlanStep,
    PlanTold,
    Progress,
    TextTold,
)
from assistant.foreign_text import with_hidden_written, without_hidden
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.form.outcome_text import outcome_lines
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Draft, QuestionSet
from tests.helpers.clock import ManualClock
from tests.helpers.questions.builders import chose
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.voice.fake_prompts import FakePrompt
from tests.unit.channels.desktop.questions.dialog.question_stage import putting
from tests.unit.channels.terminal.questions.test_plain_presenter import Terminal
from tests.unit.voice.questions.test_presenter import asked_by_agent

HOSTILE: Final = (
    "git status\x1b[2K\x1b]0;safe\x07\x1b]8;;http://x\x1b\\\x9b8m"  # escapes, a title, a link, hidden
    "\r rm -rf ~ \u202eoof\u202c \u2066x\u2069"  # overwritten, turned around
    "\u200b\u2060\ufeff\u00ad\u200d\u3164\U000e0041\U000e0042\ufe0f\ufe01"  # not seen
    "\u00a0\u2003\u3000\u2800\u2028\x08\x7f\x00"  # other spaces and line ends
    "&lt;b>bold</b> [link](http://x) `code` **x**"
)
LONG: Final = "\n".join(f"echo {number:06} {'x' * 180}" for number in range(1_000))
"""200 KB."""
PAYLOAD: Final[Mapping[str, Any]] = {
    "session_id": HOSTILE,
    "cwd": f"/home/me/web\x1b[31mshop\u202e\n\u200b\u200d\U000e0041{HOSTILE.replace('/', '')}",
    "hook_event_name": "PermissionRequest",
    "tool_name": "Bash",
}


def asked(command: str) -> PermissionAsked:
    payload = {**PAYLOAD, "tool_input": {"command": command, "description": HOSTILE}}
    event = read_hook(CodingAgent.CLAUDE_CODE, payload)
    assert isinstance(event, PermissionAsked)
    return event


def questions(command: str) -> QuestionSet:
    return questions_of(asked(command), set_id="set", allowed=AllowedPlaces(is_spoken=True))


def board() -> SessionBoard:
    now, asker = datetime.now(UTC), asked("ls").asker
    done = SessionBoard().after(WorkDone(asker=asker, last_sentence=HOSTILE + LONG), now)
    task = AgentTask(agent=CodingAgent.CODEX, folder="/home/me/api", words="Fix it.")
    told = (
        PlanTold(steps=(PlanStep(text=HOSTILE, progress=Progress.RUNNING),)),
        CallTold(call_id="1", title=HOSTILE, progress=Progress.RUNNING),
        TextTold(text=HOSTILE),
    )
    for news in told:
        task = task.after(news)
    started = done.after(TaskTold(asker=Asker(agent="Codex", project="api"), task=task), now)
    return started.after(QuestionOpened(asker=asker, questions_id="set"), now)


def assert_harmless(text: str) -> None:
    """Nothing of it hides, turns others around or steers a display."""
    assert text == without_hidden(text)


async def _terminal(command: str) -> str:
    terminal = Terminal([])
    presenter = PlainPresenter(
        write=terminal.written.append, read_line=terminal.read_line, clock=ManualClock()
    )
    await presenter.present(questions(command), Draft(), FakePresentation())
    return "\n".join(terminal.written)


async def _page(command: str) -> str:
    content = PageContent.of(QuestionCard.begin(questions(command)), earlier=())
    view = open_view(content, version=1)
    return "\n".join(_strings(view.model_dump()))


async def _telegram(command: str) -> str:
    card = message_of(ChatCard.begin(questions(command), Draft()), "abcdefgh1234")
    told = agent_message(board().sessions[0], AgentNews.WAITS)
    return "\n".join([card.text.text, *_strings(card.keyboard), told.text])


async def _notification(command: str) -> str:
    shown, _gestures = question_notification(questions(command))
    return "\n".join(_strings([shown.title, shown.body, shown.choices]))


async def _spoken(command: str) -> str:
    prompt = FakePrompt()
    await asked_by_agent(prompt, questions(command), asked(command).asker)
    return "\n".join([*prompt.said, *(line for lines in prompt.asked for line in lines)])


async def _listed(_command: str) -> str:
    return "\n".join(map(printable, board_lines(board(), datetime.now(UTC))))


async def _transcript(command: str) -> str:
    asked_set = questions(command)
    return "\n".join(outcome_lines(asked_set, chose("allow", question_id="permission")))


def _strings(value: Any) -> list[str]:
    """Return all texts in some data."""
    match value:
        case str():
            return [value]
        case dict():
            return _strings(list(cast("dict[str, Any]", value).values()))
        case list() | tuple():
            return [text for one in cast("Sequence[Any]", value) for text in _strings(one)]
        case _:
            return []


SURFACES: Final[Mapping[str, Callable[[str], Awaitable[str]]]] = {
    "terminal": _terminal,
    "page": _page,
    "telegram": _telegram,
    "notification": _notification,
    "spoken": _spoken,
    "agents": _listed,
    "transcript": _transcript,
}
WHOLE: Final = ("terminal", "page")


@pytest.mark.parametrize("surface", SURFACES)
async def test_no_surface_hides_or_turns_around_what_an_agent_says(surface: str) -> None:
    text = await SURFACES[surface](HOSTILE)
    assert_harmless(text)
    assert "web" in text or surface == "transcript"


@pytest.mark.parametrize("surface", WHOLE)
@pytest.mark.parametrize("command", [HOSTILE, LONG], ids=["hostile", "long"])
async def test_what_is_asked_about_can_be_read_whole(surface: str, command: str) -> None:
    text = await SURFACES[surface](command)
    assert with_hidden_written(command).replace("\t", "\\t") in text


def test_the_window_shows_it_harmlessly_and_whole(qtbot: QtBot) -> None:
    put = putting(qtbot, Theme(choice="dark"), ManualClock())
    for command in (HOSTILE, LONG):
        dialog = put(questions(command)).dialog
        labels = [label.text() for label in dialog.findChildren(QLabel)]
        whole = [box.toPlainText() for box in dialog.findChildren(QPlainTextEdit)]
        assert any(with_hidden_written(command) in text for text in whole)
        assert_harmless("\n".join((*labels, *whole, *_said(dialog))))


def test_the_windows_list_shows_sessions_harmlessly(qtbot: QtBot) -> None:
    shown = SessionList(theme=Theme(choice="dark"))
    qtbot.addWidget(shown)
    shown.show_board(board(), datetime.now(UTC))
    labels = [label.text() for label in shown.findChildren(QLabel)]
    assert len(shown.rows) == 2
    assert_harmless("\n".join((*labels, *_said(shown))))


def _said(widget: QWidget) -> list[str]:
    """Return what a screen reader and tips say."""
    every = (widget, *widget.findChildren(QWidget))
    return [text for one in every for text in (one.accessibleName(), one.toolTip())]
