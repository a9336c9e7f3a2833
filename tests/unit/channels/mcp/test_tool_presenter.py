"""Questions shown by another program's tool."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from typing_extensions import override

from assistant.channels.mcp.model.choice_results import answer_in
from assistant.channels.mcp.tool_presenter import ToolPresenter
from assistant.engine.mcp.choice_server import ChoiceServer
from assistant.errors import AssistantError
from assistant.questions.formats import parse_definition
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    Channel,
    Draft,
    Origin,
    Purpose,
    QuestionSet,
)
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.presentation import FakePresentation

pytestmark = pytest.mark.looptime

HERE = Origin(channel=Channel.DESKTOP, conversation_id="c")
AT = datetime(2026, 1, 2, tzinfo=UTC)
CHOICE: dict[str, Any] = {
    "question_text": "Which database?",
    "type": "multiple_choice",
    "options": [{"id": "pg", "label": "PostgreSQL"}, {"id": "lite", "label": "SQLite"}],
}


def read(**more: Any) -> QuestionSet:
    return parse_definition(CHOICE | more, set_id="set").questions


def selected(*indices: Any, annotations: Any = ()) -> dict[str, Any]:
    selection = {"indices": list(indices), "labels": [], "annotations": list(annotations)}
    return {"action_status": "selected", "selection": selection}


class FakeTool(ChoiceServer):
    """Gives the results of the test, each after some time."""

    def __init__(self, *results: Mapping[str, Any], takes_s: float = 5) -> None:
        self.is_connected = True
        self.calls: list[Mapping[str, Any]] = []
        self._results = list(results)
        self._takes_s = takes_s

    @property
    @override
    def is_there(self) -> bool:
        return self.is_connected

    @override
    async def choose(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        self.calls.append(arguments)
        await asyncio.sleep(self._takes_s)
        return self._results.pop(0)


async def test_a_choice_is_shown_and_answered() -> None:
    tool, heard = FakeTool(selected(1)), FakePresentation()
    presenter = ToolPresenter(tool=tool, clock=LoopClock())
    response = await presenter.present(read(), Draft(), heard)
    assert isinstance(response, Answered)
    assert response.answers[0].option_ids == ("lite",)
    assert response.provenance.channel is Channel.MCP
    assert heard.shown_times == 1
    (call,) = tool.calls
    assert [option["label"] for option in call["options"]] == ["PostgreSQL", "SQLite"]
    assert call["type"] == "single_select"


async def test_a_tool_that_waited_long_enough_is_called_again() -> None:
    tool = FakeTool({"action_status": "timeout"}, selected(0), takes_s=300)
    response = await ToolPresenter(tool=tool, clock=LoopClock()).present(
        read(timeout_s=86_400), Draft(), FakePresentation()
    )
    assert isinstance(response, Answered)
    assert [call["timeout_s"] for call in tool.calls] == [3600, 3600]


async def test_a_tool_that_waits_for_nobody_is_not_called_again() -> None:
    tool = FakeTool({"action_status": "timeout"}, takes_s=0)
    with pytest.raises(AssistantError):
        await ToolPresenter(tool=tool, clock=LoopClock()).present(
            read(), Draft(), FakePresentation()
        )


@pytest.mark.requirement("MCP-17")
async def test_it_gets_what_it_can_show() -> None:
    tool = FakeTool()
    presenter = ToolPresenter(tool=tool, clock=LoopClock())
    assert presenter.fits(read(), HERE)
    assert presenter.fits(read(type="checkbox"), HERE)
    assert not presenter.fits(read(type="text"), HERE)
    follow_up = {"pg": [{"question_text": "Which version?", "type": "text"}]}
    assert not presenter.fits(read(follow_up_questions=follow_up), HERE)
    assert not presenter.fits(read().model_copy(update={"purpose": Purpose.CONFIRM}), HERE)
    several = {"questions": [CHOICE, CHOICE | {"question_text": "And then?"}]}
    assert not presenter.fits(parse_definition(several, set_id="set").questions, HERE)
    tool.is_connected = False
    assert not presenter.fits(read(), HERE)


@pytest.mark.requirement("MCP-08", "MCP-17")
@pytest.mark.parametrize("kind", ["multiple_choice", "checkbox"])
@pytest.mark.parametrize("allow_other", [True, False])
def test_words_beside_a_choice_are_a_note(kind: str, allow_other: bool) -> None:
    entries = [{"index": 0, "text": " as ever "}, {"index": None, "text": "it is there"}]
    asked = read(type=kind, allow_other=allow_other)
    answered = answer_in(asked, selected(0, annotations=entries), at=AT)
    assert isinstance(answered, Answered)
    (answer,) = answered.answers
    assert (answer.option_ids, answer.other) == (("pg",), None)
    assert answer.note == "it is there\nas ever"


@pytest.mark.requirement("MCP-17")
@pytest.mark.parametrize("kind", ["multiple_choice", "checkbox"])
def test_words_without_a_choice_are_the_answer_where_words_may_be_one(kind: str) -> None:
    result = selected(annotations=[{"index": None, "text": " MariaDB "}])
    answered = answer_in(read(type=kind, allow_other=True), result, at=AT)
    assert isinstance(answered, Answered)
    (answer,) = answered.answers
    assert (answer.option_ids, answer.other, answer.note) == ((), "MariaDB", None)
    with pytest.raises(AssistantError):
        answer_in(read(type=kind), result, at=AT)


def test_no_choice_is_told() -> None:
    assert isinstance(answer_in(read(), {"action_status": "cancelled"}, at=AT), Cancelled)
    assert answer_in(read(), {"action_status": "timeout"}, at=AT) is None


@pytest.mark.requirement("MCP-17")
@pytest.mark.parametrize(
    "result",
    [
        {},
        {"action_status": "done"},
        {"action_status": "selected"},
        selected(),
        selected(2),
        selected(-1),
        selected(True),
        selected("0"),
        selected({}),
        selected(0, 1),
    ],
)
def test_what_does_not_fit_is_no_answer(result: dict[str, Any]) -> None:
    with pytest.raises(AssistantError):
        answer_in(read(), result, at=AT)


def test_what_may_not_be_cancelled_is_not() -> None:
    with pytest.raises(AssistantError):
        answer_in(read(allow_cancel=False), {"action_status": "cancelled"}, at=AT)
