"""The program dies at any moment of a question's life, and nothing is lost or told twice."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from assistant.engine.core import Core
from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.llm.messages_api.messages import Block, TextBlock, ToolResultBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import BlockReceived, ModelRequest, ReplyReceived
from assistant.protocol.conversation import Say, Stop
from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.questions import QuestionAsked, QuestionClosed, SaveDraft
from assistant.protocol.turns import TextDelta, TurnFailed, TurnFinished, TurnStarted
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Draft,
    Later,
)
from tests.helpers.engine.running_core import RunningCore, chose, opened, provenance
from tests.helpers.llm.message_rules import faults, results
from tests.helpers.llm.reactive_model import ReactiveModel
from tests.helpers.llm.scripted_model import ScriptedModel, Step, Wait, says
from tests.helpers.process.database_snapshots import after_each_write, copy_of
from tests.helpers.questions.builders import QUESTION

ASK = "ask_user_question"


def sent(request: ModelRequest) -> list[dict[str, object]]:
    """Return the messages of a request as JSON values."""
    return [message.model_dump() for message in request.messages]


def calls(*blocks: ToolUseBlock) -> list[Step]:
    """Return a reply that is these calls."""
    return [
        *(BlockReceived(block=block) for block in blocks),
        ReplyReceived(stop_reason="tool_use"),
    ]


def question(id: str) -> ToolUseBlock:
    """Return a call of the question tool."""
    return ToolUseBlock(id=id, name=ASK, input=QUESTION)


def clock(id: str) -> ToolUseBlock:
    """Return a call of a tool that is not a question."""
    return ToolUseBlock(id=id, name="current_time", input={})


class Waiter:
    """A model that asks when told to help, answers results, and thanks for anything else."""

    def __init__(self, *blocks: ToolUseBlock) -> None:
        self.blocks = blocks or (question("toolu_01"),)

    def __call__(self, last: Sequence[Block]) -> list[Step]:
        """Return the reply to the last message."""
        if any(isinstance(block, ToolResultBlock) for block in last):
            return says("B it is.", chunks=["B it", " is."])
        words = "".join(block.text for block in last if isinstance(block, TextBlock))
        return calls(*self.blocks) if words.endswith("Help me") else says("You are welcome.")


async def finish(running: RunningCore) -> None:
    """Answer with B whatever is asked, until nothing is under way; ask if nothing is known."""
    await running.settle()
    if not running.core.conversations.current.entries:
        await running.do(Say(text="Help me"))
    for _attempt in range(3):
        await running.settle()
        asked = running.core.desk.pending()
        if not asked:
            return
        for pending in asked:
            first = pending.questions.questions[0]
            await running.respond(pending.questions, chose(pending.questions, **{first.id: "2"}))
    await running.settle()


async def play(home: Home, model: ReactiveModel) -> None:
    """Ask, choose a little, answer, hear the reply, say thanks."""
    async with opened(home, model) as running:
        await running.do(Say(text="Help me"))
        asked = await running.until(QuestionAsked)
        await running.do(SaveDraft(questions_id=asked.questions.id, draft=_draft(asked)))
        await running.settle()
        await running.answer_b()
        await running.until(TurnFinished)
        await running.turn("Thanks")


def _draft(asked: QuestionAsked) -> Draft:
    question_id = asked.questions.questions[0].id
    return Draft(answers={question_id: Answer(question_id=question_id, option_ids=("1",))})


@pytest.mark.parametrize(
    "blocks",
    [
        (question("toolu_01"),),
        (clock("toolu_01"), question("toolu_02")),
        (question("toolu_01"), clock("toolu_02")),
    ],
    ids=["alone", "after a tool", "before a tool"],
)
async def test_after_any_write_a_killed_program_brings_the_answer_to_its_call_once(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blocks: tuple[ToolUseBlock, ...]
) -> None:
    waiter = Waiter(*blocks)
    with after_each_write(monkeypatch, home, tmp_path / "killed") as copies:
        await play(home, ReactiveModel(waiter))
    assert len(copies) > 8
    (asking,) = [block.id for block in blocks if block.name == ASK]
    for copy in copies:
        model = ReactiveModel(waiter)
        async with opened(copy, model) as running:
            await finish(running)
            await running.do(Say(text="Thanks"))
            await running.until_true(lambda: not running.core.conversations.current.turn_id)
            await running.settle()
            stored = await running.core.store.questions.history(
                running.core.conversations.current.conversation_id
            )
        last = sent(model.requests[-1])
        for request in model.requests:
            assert faults(sent(request)) == [], copy.root
        told = results(last)
        if asking in told:  # the user's first words may have been all there was
            assert len(told[asking]) == 1
            assert "Selected: B" in told[asking][0], copy.root
            assert [record.status for record in stored] == ["answered"], copy.root


async def test_a_restored_question_keeps_its_selections_and_the_turn_waits_for_it(
    home: Home, tmp_path: Path
) -> None:
    async with opened(home, ScriptedModel([calls(question("toolu_01"))])) as first:
        await first.do(Say(text="Help me"))
        asked = await first.until(QuestionAsked)
        await first.do(SaveDraft(questions_id=asked.questions.id, draft=_draft(asked)))
        await first.settle()
        killed = copy_of(home, tmp_path / "killed")
    for place in (killed, home):  # killed, and closed
        async with opened(place, ScriptedModel([says("B it is.")])) as second:
            again = await second.until_asked()
            assert again.draft == _draft(asked)
            assert again.questions.id == asked.questions.id
            assert again.asked_at is not None
            assert second.core.conversations.state.phase is ConversationPhase.AWAITING_ANSWER
            assert second.of(TurnStarted)[0].resumed
            await second.answer_b()
            assert (await second.until(TurnFinished)).text == "B it is."
            assert second.core.conversations.state.phase is ConversationPhase.IDLE


async def test_stopping_a_restored_turn_closes_its_question_and_it_does_not_come_up_again(
    home: Home,
) -> None:
    async with opened(home, ScriptedModel([calls(question("toolu_01"))])) as first:
        await first.do(Say(text="Help me"))
        await first.until(QuestionAsked)
    async with opened(home) as second:
        await second.until_asked()
        await second.do(Stop())
        closed = await second.until(QuestionClosed)
        assert closed.response == Cancelled(reason=CancelReason.TURN_CANCELLED)
        assert second.core.conversations.state.phase is ConversationPhase.IDLE
    async with opened(home) as third:
        await third.settle()
        assert not third.of(QuestionAsked)
        assert not third.of(TurnStarted)


async def test_after_any_write_of_a_stop_a_killed_program_does_not_ask_again(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(home, ScriptedModel([calls(question("toolu_01"))])) as first:
        await first.do(Say(text="Help me"))
        await first.until_asked()
        await first.settle()
        with after_each_write(monkeypatch, home, tmp_path / "killed") as copies:
            await first.do(Stop())
            await first.settle()
    assert len(copies) >= 2
    for copy in copies:
        model = ScriptedModel([says("You are welcome.")])
        async with opened(copy, model) as second:
            await second.settle()
            assert not second.presented, copy.root
            assert not second.core.desk.pending(), copy.root
            assert not model.requests
            await second.turn("Thanks")
        assert faults(sent(model.requests[0])) == []


async def test_a_turn_stopped_or_failed_is_not_taken_up(home: Home) -> None:
    failure = ProviderError("Network error", category=ErrorCategory.CONNECTIVITY, hint="")
    script: list[list[Step]] = [calls(question("toolu_01")), [failure]]
    async with opened(home, ScriptedModel(script)) as first:
        await first.do(Say(text="Help me"))
        await first.answer_b()
        await first.until(TurnFailed)
    model = ScriptedModel()
    async with opened(home, model) as second:
        await second.settle()
        assert not model.requests


async def test_results_the_model_never_answered_are_sent_at_the_next_start(
    home: Home, tmp_path: Path
) -> None:
    gate = Wait(gate=None, seconds=60)
    async with opened(home, ScriptedModel([calls(question("toolu_01")), [gate]])) as first:
        await first.do(Say(text="Help me"))
        await first.answer_b()
        await first.until_true(lambda: len(first.model.requests) == 2)
    model = ScriptedModel([says("B it is.")])
    async with opened(home, model) as second:
        await second.until(TurnFinished)
    assert results(sent(model.requests[0]))["toolu_01"][0].count("Selected: B") == 1


async def test_a_reply_cut_after_an_answer_is_made_anew(home: Home) -> None:
    cut: list[Step] = [*says("B is")[:1], Wait(seconds=60)]
    async with opened(home, ScriptedModel([calls(question("toolu_01")), cut])) as first:
        await first.do(Say(text="Help me"))
        await first.answer_b()
        await first.until(TextDelta)
    model = ScriptedModel([says("B it is.")])
    async with opened(home, model) as second:
        await second.until(TurnFinished)
        texts = [e.message.text for e in second.core.conversations.current.entries]
        assert texts[-1] == "B it is."
        assert "B is" not in texts
    assert faults(sent(model.requests[0])) == []


async def test_tools_before_the_question_are_not_run_again_and_those_after_it_are(
    home: Home,
) -> None:
    asks = calls(clock("toolu_01"), question("toolu_02"), clock("toolu_03"))
    async with opened(home, ScriptedModel([asks])) as first:
        await first.do(Say(text="Help me"))
        await first.until(QuestionAsked)
        now = (await first.core.store.tool_calls.history(_id(first.core)))[0]
    model = ScriptedModel([says("Done.")])
    async with opened(home, model) as second:
        await second.answer_b()
        await second.until(TurnFinished)
        done = await second.core.store.tool_calls.history(_id(second.core))
    ran = [call.tool_use_id for call in done if call.outcome == "ok"]
    assert ran == ["toolu_01", "toolu_02", "toolu_03"]
    assert done[0] == now
    blocks = model.requests[0].messages[-1].content
    assert [b.tool_use_id for b in blocks if isinstance(b, ToolResultBlock)] == [
        "toolu_01",
        "toolu_02",
        "toolu_03",
    ]
    assert not any(b.is_error for b in blocks if isinstance(b, ToolResultBlock))


def _id(core: Core) -> str:
    return core.conversations.current.conversation_id


async def test_a_question_put_off_is_answered_by_a_message_after_the_restart(home: Home) -> None:
    script = [calls(question("toolu_01")), says("All right, later.")]
    async with opened(home, ScriptedModel(script)) as first:
        await first.do(Say(text="Help me"))
        asked = await first.until_asked()
        await first.respond(asked.questions, Later(provenance=provenance()))
        await first.until(TurnFinished)
    model = ScriptedModel([says("B it is.")])
    async with opened(home, model) as second:
        await second.settle()
        assert not second.presented, "it waits in the list"
        (waiting,) = second.of(QuestionAsked)
        first_question = waiting.questions.questions[0]
        await second.respond(
            waiting.questions, chose(waiting.questions, **{first_question.id: "2"})
        )
        await second.until(TurnFinished)
        request = sent(model.requests[0])
        assert faults(request) == []
        assert "Selected: B" in model.requests[0].messages[-1].text
        assert len(results(request)["toolu_01"]) == 1
    async with opened(home) as third:
        await third.settle()
        assert not third.of(TurnStarted), "it is told once"


@pytest.mark.requirement("MSG-17", "MSG-19")
async def test_answered_rounds_stay_visible_after_a_restart(home: Home) -> None:
    script = [calls(question("toolu_01")), calls(question("toolu_02")), says("Done.")]
    async with opened(home, ScriptedModel(script)) as first:
        await first.do(Say(text="Help me"))
        await first.answer_b()
        await first.until_asked(2)
        await first.answer_b()
        await first.until(TurnFinished)
    async with opened(home) as second:
        (history,) = second.of(HistoryLoaded)
        assert [past.questions.tool_use_id for past in history.questions] == [
            "toolu_01",
            "toolu_02",
        ]
        assert all(isinstance(past.response, Answered) for past in history.questions)
        shown = {message.message_id for message in history.messages}
        assert {past.after for past in history.questions} <= shown
        assert [past.questions.round for past in history.questions] == [1, 2]


async def test_a_question_of_another_conversation_brings_its_conversation_back(
    home: Home,
) -> None:
    async with opened(home, ScriptedModel([calls(question("toolu_01"))])) as first:
        await first.do(Say(text="Help me"))
        await first.until(QuestionAsked)
        old = _id(first.core)
    model = ScriptedModel([says("B it is.")])
    async with opened(home, model, resume=False) as second:
        await second.settle()
        assert _id(second.core) != old
        (waiting,) = second.of(QuestionAsked)
        assert not waiting.is_presented
        first_question = waiting.questions.questions[0]
        await second.respond(
            waiting.questions, chose(waiting.questions, **{first_question.id: "2"})
        )
        assert (await second.until(TurnFinished)).text == "B it is."
        assert _id(second.core) == old
        assert second.of(HistoryLoaded)[-1].conversation_id == old
    assert "Selected: B" in results(sent(model.requests[0]))["toolu_01"][0]


async def test_an_answer_of_another_conversation_waits_for_the_running_turn(home: Home) -> None:
    async with opened(home, ScriptedModel([calls(question("toolu_01"))])) as first:
        await first.do(Say(text="Help me"))
        await first.until(QuestionAsked)
    gate = asyncio.Event()
    script = [[Wait(gate=gate), *says("Hello.")], says("B it is.")]
    model = ScriptedModel(script)
    async with opened(home, model, resume=False) as second:
        await second.do(Say(text="Hi"))
        await second.until_true(lambda: len(model.requests) == 1)
        (waiting,) = second.core.desk.pending()
        first_question = waiting.questions.questions[0]
        await second.respond(
            waiting.questions, chose(waiting.questions, **{first_question.id: "2"})
        )
        await second.until_notice("answer_kept")
        gate.set()
        await second.until(TurnFinished, count=2)
        assert [e.text for e in second.of(TurnFinished)] == ["Hello.", "B it is."]
    assert "Selected: B" in results(sent(model.requests[1]))["toolu_01"][0]
