"""The results of agents that Parley started, on their way into the conversation."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import SessionBoard, TaskTold
from assistant.coding_agents.tasks.agent_task import AgentTask, TaskState
from assistant.coding_agents.tasks.task_text import report_text
from assistant.engine.coding_agents.agent_reports import AgentReports
from assistant.protocol.coding_agents import AgentReported, AgentSessionsListed
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import DialogueState
from assistant.protocol.events import EngineEvent
from assistant.questions.model.asker import Asker

AT = datetime(2026, 1, 2, tzinfo=UTC)
SHOP = Asker(agent="Codex", project="webshop", session="a")
TASK = AgentTask(agent=CodingAgent.CODEX, folder="/src/webshop", words="fix it")
CHANGED = StateChanged(old=DialogueState(), new=DialogueState(), at=0.0)


class Stage:
    """A board, and what is told of it."""

    def __init__(self) -> None:
        self.is_busy = False
        self.told: list[EngineEvent] = []
        self._board = SessionBoard()
        self.reports = AgentReports(is_busy=lambda: self.is_busy, emit=self.told.append)

    def tell(self, state: TaskState, text: str = "") -> None:
        task = replace(TASK, state=state, text=text)
        self._board = self._board.after(TaskTold(asker=SHOP, task=task), AT)
        self.reports.on_event(AgentSessionsListed(board=self._board))


@pytest.mark.parametrize(
    ("state", "is_told"),
    [
        (TaskState.DONE, True),
        (TaskState.FAILED, True),
        (TaskState.STOPPED, False),
        (TaskState.STOPPING, False),
    ],
)
def test_a_result_is_told_once(state: TaskState, is_told: bool) -> None:
    stage = Stage()
    stage.tell(TaskState.WORKING)
    assert stage.told == []
    for _time in range(2):
        stage.tell(state, "Passes.")
    stage.reports.on_event(CHANGED)
    assert len(stage.told) == is_told


def test_it_waits_for_the_end_of_a_turn() -> None:
    stage = Stage()
    stage.tell(TaskState.WORKING)
    stage.is_busy = True
    stage.tell(TaskState.DONE, "Passes.")
    stage.reports.on_event(CHANGED)
    assert stage.told == []
    stage.is_busy = False
    stage.reports.on_event(CHANGED)
    (told,) = stage.told
    assert isinstance(told, AgentReported)
    assert told.task.text == "Passes."
    stage.tell(TaskState.WORKING)
    stage.tell(TaskState.DONE, "Again.")
    assert len(stage.told) == 2, "what it was told since has a result of its own"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"text": "It passes.\n\nMore."}, "Codex · webshop is done.\n\nIt passes.\n\nMore."),
        ({"text": ""}, "Codex · webshop is done."),
        ({"text": "So", "problem": "Gone."}, "Codex · webshop has failed: Gone."),
    ],
)
def test_it_is_written_whole(changes: dict[str, str], text: str) -> None:
    assert report_text(SHOP.title, replace(TASK, **changes)) == text
