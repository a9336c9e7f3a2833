"""The tools over the real question desk and the real store."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from assistant.llm.messages_api.messages import ToolUseBlock
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.formats.elicitation import elicitation_result, parse_elicitation
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Method,
    Origin,
    Provenance,
    QuestionSet,
)
from assistant.storage.database import Database
from assistant.storage.store import Store
from assistant.tools.call_batch import CallEvent, ToolCallBatch
from assistant.tools.confirmation import DeskConfirmer
from assistant.tools.mcp.server_tool import CallAsker
from assistant.tools.questions.question_tools import QuestionTools
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.tool import AnsweredQuestions, Permission, ToolContext
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import by_click
from tests.helpers.questions.presenters import FakePresenter
from tests.helpers.tools.fakes import ScriptedTool
from tests.unit.tools.questions.test_ask_user import call, first_options

ORIGIN = Origin(channel=Channel.DESKTOP, conversation_id="c1", turn_id="t1")


@dataclass
class House:
    """Store, desk, dialog and runner, put together as the program does."""

    store: Store
    desk: QuestionDesk
    dialog: FakePresenter
    runner: ToolRunner
    write: ScriptedTool
    closed: asyncio.Event
    """Set when a question was closed."""

    def context(self) -> ToolContext:
        async def ask(questions: QuestionSet) -> AnsweredQuestions:
            opened = await self.desk.open(questions, ORIGIN)
            return AnsweredQuestions(
                questions=opened.questions, response=await opened.response_or_withdraw()
            )

        return ToolContext(
            conversation_id="c1", turn_id="t1", origin=ORIGIN, workspace=Path("/w"), ask=ask
        )

    def batch(self, *calls: ToolUseBlock) -> ToolCallBatch:
        events: list[CallEvent] = []
        return self.runner.batch(calls, context=self.context(), on_event=events.append)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    clock, closed = ManualClock(), asyncio.Event()
    store = Store(database=await Database.open(tmp_path / "parley.db"))
    desk = QuestionDesk(
        store=store.questions,
        clock=clock,
        callbacks=DeskCallbacks(
            on_asked=lambda _questions, _origin: None,
            on_closed=lambda _questions, _response, _channel: closed.set(),
            on_late_answer=lambda _questions, _origin, _response: None,
            on_notice=lambda _code, _text, _hint: None,
        ),
    )
    dialog = FakePresenter()
    desk.register(dialog)
    registry = ToolRegistry(confirmer=DeskConfirmer())
    write = ScriptedTool("write", permission=Permission.SENSITIVE)
    registry.add(write)
    registry.add_all(QuestionTools())
    runner = ToolRunner(registry=registry, clock=clock, timeout_s=10, audit=store.tool_calls)
    yield House(store=store, desk=desk, dialog=dialog, runner=runner, write=write, closed=closed)
    await runner.aclose()
    await desk.aclose()
    await store.aclose()


def use(id: str, name: str, arguments: dict[str, Any]) -> ToolUseBlock:
    return ToolUseBlock(id=id, name=name, input=arguments)


@pytest.mark.requirement("TOOL-20", "TOOL-21", "TOOL-22")
async def test_a_question_is_stored_shown_answered_and_told(house: House) -> None:
    task = asyncio.create_task(house.batch(use("q", "AskUserQuestion", call())).run())
    await house.dialog.presenting()
    (asked,) = house.dialog.presented
    (pending,) = await house.store.questions.pending("c1")
    assert pending.tool_use_id == "q"

    house.dialog.answer(first_options(asked))
    (block,) = await task

    assert "Selected: PostgreSQL" in block.content
    (settled,) = await house.store.questions.history("c1")
    assert (settled.status, settled.channel) == ("answered", "desktop")
    (written,) = await house.store.tool_calls.history("c1")
    assert (written.name, written.outcome) == ("AskUserQuestion", "ok")


async def test_a_repeated_call_id_is_a_question_of_its_own(house: House) -> None:
    for _ in range(2):
        task = asyncio.create_task(house.batch(use("call_0", "ask_user_question", call())).run())
        await house.dialog.presenting()
        house.dialog.answer(first_options(house.dialog.presented[-1]))
        await task

    history = await house.store.questions.history("c1")
    assert len({question.questions_id for question in history}) == 2


@pytest.mark.requirement("Q-MODEL-43", "Q-MODEL-44", "Q-LIFE-17")
async def test_a_question_id_that_two_calls_give_names_only_the_first(house: House) -> None:
    told: list[list[str]] = []
    for n in range(3):
        arguments = call()
        arguments["questions"][0]["question_id"] = "db"
        batch = house.batch(use(f"call_{n}", "ask_user_question", arguments))
        task = asyncio.create_task(batch.run())
        await house.dialog.presenting()
        house.dialog.answer(first_options(house.dialog.presented[-1]))
        await task
        (result,) = batch.results
        assert result is not None
        told.append([one["question_id"] for one in result.data["toolUseResult"]["answers"]])
    assert told == [["db"], ["db#2"], ["db#3"]]


async def test_a_servers_answer_comes_back_under_the_names_it_gave(house: House) -> None:
    form = {"type": "object", "properties": {"name": {"type": "string"}}}
    for given in ("Ada", "Grace"):
        asked = parse_elicitation(form, set_id=given).questions
        task = asyncio.create_task(CallAsker(house.context()).ask(asked))
        await house.dialog.presenting()
        (put,) = house.dialog.presented[-1].questions
        answer = Answer(question_id=put.id, text=given)
        house.dialog.answer(Answered(answers=(answer,), provenance=by_click()))
        result = elicitation_result(asked, await task)
        assert result == {"action": "accept", "content": {"name": given}}
    assert [put.questions[0].id for put in house.dialog.presented] == ["name", "name#2"]


@pytest.mark.parametrize(("option", "runs"), [("allow", ["w"]), ("refuse", [])])
async def test_a_sensitive_tool_runs_only_when_the_person_allows_it(
    house: House, option: str, runs: list[str]
) -> None:
    task = asyncio.create_task(house.batch(use("w", "write", {"path": "a"})).run())
    await house.dialog.presenting()
    provenance = Provenance(
        channel=Channel.DESKTOP, method=Method.CLICK, at=datetime(2026, 1, 1, tzinfo=UTC)
    )

    house.dialog.answer(
        Answered(
            answers=(Answer(question_id="confirm", option_ids=(option,)),), provenance=provenance
        )
    )
    (block,) = await task

    assert house.write.runs == runs
    assert block.is_error is not bool(runs)


@pytest.mark.requirement("Q-LIFE-28", "Q-LIFE-30")
async def test_a_cancelled_question_skips_the_confirmation_after_it(house: House) -> None:
    batch = house.batch(use("q", "ask_user_question", call()), use("w", "write", {}))
    task = asyncio.create_task(batch.run())
    await house.dialog.presenting()

    house.dialog.answer(Cancelled())
    await task

    assert len(house.dialog.presented) == 1
    assert batch.has_halted
    assert [written.outcome for written in await house.store.tool_calls.history("c1")] == [
        "ok",
        "skipped",
    ]


@pytest.mark.requirement("Q-LIFE-40")
async def test_cancelling_the_turn_closes_the_question(house: House) -> None:
    task = asyncio.create_task(house.batch(use("q", "ask_user_question", call())).run())
    await house.dialog.presenting()

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    async with asyncio.timeout(PATIENCE_S):
        await house.closed.wait()
    (question,) = await house.store.questions.history("c1")
    assert question.status == "cancelled"
    assert house.dialog.withdrawn == 1
