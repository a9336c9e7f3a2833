import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any

import pytest

from assistant.errors import StoreError
from assistant.llm.messages_api.messages import ImageBlock, ToolResultBlock, ToolUseBlock
from assistant.tools.call_batch import (
    NO_RESULT,
    CallEvent,
    CallFinished,
    CallStarted,
    ToolCallBatch,
)
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.tool import ToolContext, ToolOutcome, ToolResult
from tests.helpers.clock import ManualClock
from tests.helpers.tools.fakes import ListedAudit, ScriptedConfirmer, ScriptedTool, context

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


class Bench:
    """A runner over scripted tools, and everything it told."""

    def __init__(self, *tools: ScriptedTool, audit: ListedAudit | None = None) -> None:
        registry = ToolRegistry(confirmer=ScriptedConfirmer())
        for tool in tools:
            registry.add(tool)
        self.clock = ManualClock()
        self.audit = audit or ListedAudit()
        self.runner = ToolRunner(
            registry=registry, clock=self.clock, timeout_s=10, audit=self.audit
        )
        self.events: list[CallEvent] = []

    def batch(
        self,
        *calls: ToolUseBlock,
        known: Mapping[str, ToolResult] | None = None,
        is_interrupted: bool = False,
    ) -> ToolCallBatch:
        return self.runner.batch(
            calls,
            context=context(),
            on_event=self.events.append,
            known=known,
            is_interrupted=is_interrupted,
        )

    @property
    def told(self) -> list[str]:
        return [
            f"{event.call.id} {'started' if isinstance(event, CallStarted) else 'finished'}"
            for event in self.events
        ]


def use(id: str, name: str = "tool", **arguments: object) -> ToolUseBlock:
    return ToolUseBlock(id=id, name=name, input=arguments)


def outcomes(batch: ToolCallBatch) -> list[ToolOutcome]:
    return [result.outcome for result in batch.results]


def sleeper(seconds: float) -> ScriptedTool:
    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        await asyncio.sleep(seconds)
        return ToolResult(content=f"slept {seconds:g}")

    return ScriptedTool(f"sleep{seconds:g}", work)


async def crash(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
    raise LookupError("secret detail")


async def fail(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
    raise StoreError("It failed.", hint="Do that.")


@pytest.mark.requirement("TOOL-04")
async def test_a_call_runs_and_its_result_carries_its_id() -> None:
    bench = Bench(ScriptedTool())
    batch = bench.batch(use("a", x=1))

    (block,) = await batch.run()

    assert (block.tool_use_id, block.content, block.is_error) == ("a", "a: {'x': 1}", False)
    assert bench.told == ["a started", "a finished"]


async def test_no_calls_give_no_results() -> None:
    assert await Bench().batch().run() == ()


@pytest.mark.requirement("TOOL-19")
async def test_calls_run_at_the_same_time_and_results_keep_their_order() -> None:
    bench = Bench(sleeper(3), sleeper(1))
    start = asyncio.get_running_loop().time()

    blocks = await bench.batch(use("a", "sleep3"), use("b", "sleep1")).run()

    assert asyncio.get_running_loop().time() - start == 3
    assert [block.tool_use_id for block in blocks] == ["a", "b"]
    assert bench.told == ["a started", "b started", "b finished", "a finished"]


@pytest.mark.requirement("TOOL-01")
async def test_an_unknown_tool_is_answered_with_the_known_ones() -> None:
    batch = Bench(ScriptedTool("a"), ScriptedTool("b")).batch(use("1", "nothing"))

    (block,) = await batch.run()

    assert block.is_error
    assert block.content == "There is no tool named 'nothing'. Available: a, b."
    assert outcomes(batch) == [ToolOutcome.UNKNOWN]


@pytest.mark.requirement("TOOL-01")
async def test_a_tool_that_is_unavailable_says_why() -> None:
    tool = ScriptedTool(unavailable="The server is away.")
    batch = Bench(tool).batch(use("a"))

    (block,) = await batch.run()

    assert (block.is_error, block.content) == (True, "The server is away.")
    assert outcomes(batch) == [ToolOutcome.UNAVAILABLE]
    assert tool.runs == []


@pytest.mark.requirement("TOOL-01", "TOOL-05")
async def test_wrong_input_is_named_and_nothing_is_done() -> None:
    tool = ScriptedTool()
    batch = Bench(tool).batch(use("a", wrong=1))

    (block,) = await batch.run()

    assert block.is_error
    assert "- wrong: must not be there\n- right: is missing\n" in block.content
    assert outcomes(batch) == [ToolOutcome.INVALID]
    assert tool.runs == []


@pytest.mark.requirement("TF-06", "TOOL-06")
async def test_a_failure_the_tool_knows_of_is_told() -> None:
    batch = Bench(ScriptedTool(work=fail)).batch(use("a"))

    (block,) = await batch.run()

    assert (block.is_error, block.content) == (True, "It failed. Do that.")
    assert outcomes(batch) == [ToolOutcome.ERROR]


@pytest.mark.requirement("TF-06", "TOOL-06")
async def test_a_tool_that_breaks_is_logged_and_told_without_details(
    caplog: pytest.LogCaptureFixture,
) -> None:
    batch = Bench(ScriptedTool(work=crash)).batch(use("a"))

    with caplog.at_level(logging.ERROR):
        (block,) = await batch.run()

    assert block.is_error
    assert "secret" not in block.content
    assert outcomes(batch) == [ToolOutcome.CRASHED]
    assert caplog.records[0].exc_info is not None


async def test_a_tool_whose_wait_is_taken_away_counts_as_cancelled_and_ends_the_turn() -> None:
    async def give_up(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        raise asyncio.CancelledError

    batch = Bench(ScriptedTool(work=give_up)).batch(use("a"))

    await batch.run()

    assert outcomes(batch) == [ToolOutcome.CANCELLED]
    assert batch.has_halted


@pytest.mark.requirement("TOOL-06", "TOOL-13")
async def test_what_fails_does_not_disturb_the_others() -> None:
    tools = (ScriptedTool("good"), ScriptedTool("bad", crash), ScriptedTool("poor", fail))
    batch = Bench(*tools).batch(use("a", "bad"), use("b", "good"), use("c", "poor"), use("d", "?"))

    blocks = await batch.run()

    assert [block.tool_use_id for block in blocks] == ["a", "b", "c", "d"]
    assert outcomes(batch) == [
        ToolOutcome.CRASHED,
        ToolOutcome.OK,
        ToolOutcome.ERROR,
        ToolOutcome.UNKNOWN,
    ]


@pytest.mark.requirement("TF-06", "TOOL-07", "TOOL-24")
async def test_a_call_is_stopped_when_its_time_is_up() -> None:
    ended: list[str] = []
    aborted: list[bool] = []

    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append("ended")
            aborted.append(context.abort.is_set())
        raise AssertionError

    batch = Bench(ScriptedTool(work=work)).batch(use("a"))
    start = asyncio.get_running_loop().time()

    (block,) = await batch.run()

    assert asyncio.get_running_loop().time() - start == 10
    assert block.is_error
    assert block.content == "tool took longer than 10 seconds and was stopped."
    assert outcomes(batch) == [ToolOutcome.TIMEOUT]
    assert (ended, aborted) == (["ended"], [True])


@pytest.mark.requirement("TOOL-07", "TOOL-24")
async def test_a_call_that_does_not_let_itself_be_stopped_is_left_behind(
    caplog: pytest.LogCaptureFixture,
) -> None:
    let_go = asyncio.Event()

    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        while not let_go.is_set():
            try:
                await let_go.wait()
            except asyncio.CancelledError:
                continue
        return ToolResult(content="too late")

    bench = Bench(ScriptedTool(work=work))
    batch = bench.batch(use("a"))
    start = asyncio.get_running_loop().time()

    with caplog.at_level(logging.WARNING):
        await batch.run()

    assert asyncio.get_running_loop().time() - start == pytest.approx(10.05)
    assert outcomes(batch) == [ToolOutcome.TIMEOUT]
    assert "goes on" in caplog.text
    await bench.runner.aclose()
    assert "does not end" in caplog.text
    let_go.set()
    await bench.runner.aclose()


async def test_a_result_that_comes_while_a_call_is_stopped_counts() -> None:
    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            return ToolResult(content="half of it was done")
        raise AssertionError

    (block,) = await Bench(ScriptedTool(work=work)).batch(use("a")).run()

    assert block.content == "half of it was done"


@pytest.mark.requirement("TOOL-08")
async def test_the_time_rests_while_the_person_is_asked() -> None:
    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        await asyncio.sleep(6)
        with context.waiting_for_user():
            await asyncio.sleep(3600)
        await asyncio.sleep(3)
        return ToolResult(content="done")

    batch = Bench(ScriptedTool(work=work)).batch(use("a"))

    await batch.run()

    assert outcomes(batch) == [ToolOutcome.OK]


@pytest.mark.requirement("TOOL-08")
async def test_the_time_goes_on_after_the_person_was_asked() -> None:
    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        with context.waiting_for_user():
            await asyncio.sleep(3600)
        await asyncio.sleep(11)
        raise AssertionError

    batch = Bench(ScriptedTool(work=work)).batch(use("a"))

    await batch.run()

    assert outcomes(batch) == [ToolOutcome.TIMEOUT]


async def test_an_interactive_tool_has_all_the_time() -> None:
    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        await asyncio.sleep(3600)
        return ToolResult(content="done")

    batch = Bench(ScriptedTool(work=work, interactive=True)).batch(use("a"))

    await batch.run()

    assert outcomes(batch) == [ToolOutcome.OK]


def asker(*, halts: bool = False, seconds: float = 5) -> ScriptedTool:
    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        await asyncio.sleep(seconds)
        return ToolResult(content="answered", halts=halts)

    return ScriptedTool("ask", work, interactive=True, is_question=True)


@pytest.mark.requirement("TOOL-23")
async def test_calls_before_a_question_end_first_and_those_after_it_wait() -> None:
    bench = Bench(sleeper(2), sleeper(1), asker())

    await bench.batch(
        use("a", "sleep2"), use("b", "sleep1"), use("q", "ask"), use("c", "sleep1")
    ).run()

    assert bench.told == [
        "a started",
        "b started",
        "b finished",
        "a finished",
        "q started",
        "q finished",
        "c started",
        "c finished",
    ]


async def test_two_questions_of_one_message_come_one_after_the_other() -> None:
    bench = Bench(asker())

    await bench.batch(use("q1", "ask", about="boat"), use("q2", "ask", about="day")).run()

    assert bench.told == ["q1 started", "q1 finished", "q2 started", "q2 finished"]


async def test_a_question_that_one_message_puts_twice_is_asked_once() -> None:
    tool = asker()
    bench = Bench(tool)
    batch = bench.batch(
        use("q1", "ask", about="boat"),
        use("q2", "ask", about="day"),
        use("q3", "ask", about="boat"),
    )

    blocks = await batch.run()

    assert tool.runs == ["q1", "q2"]
    assert [block.content for block in blocks] == ["answered"] * 3
    assert batch.is_questions_alone


async def test_other_calls_run_as_often_as_they_are_made() -> None:
    tool = ScriptedTool()
    bench = Bench(tool)

    await bench.batch(use("a", n=1), use("b", n=1)).run()

    assert sorted(tool.runs) == ["a", "b"]


@pytest.mark.requirement("TOOL-23")
async def test_after_a_question_without_answer_the_rest_is_skipped() -> None:
    tool, other = ScriptedTool(), asker(halts=True)
    bench = Bench(tool, other)
    batch = bench.batch(use("a"), use("q", "ask"), use("b"), use("q2", "ask"))

    blocks = await batch.run()

    assert outcomes(batch) == [
        ToolOutcome.OK,
        ToolOutcome.OK,
        ToolOutcome.SKIPPED,
        ToolOutcome.SKIPPED,
    ]
    assert [block.is_error for block in blocks] == [False, False, True, True]
    assert batch.has_halted
    assert tool.runs == ["a"]
    assert other.runs == ["q"]
    assert bench.told == ["a started", "a finished", "q started", "q finished"] + [
        "b finished",
        "q2 finished",
    ]


async def test_after_an_answer_nothing_has_halted() -> None:
    batch = Bench(asker()).batch(use("q", "ask"))

    await batch.run()

    assert not batch.has_halted


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["ask"], True),
        (["ask", "ask"], True),
        (["ask", "tool"], False),
        (["tool"], False),
        (["nothing"], False),
    ],
)
async def test_a_round_of_questions_alone_is_known(names: list[str], expected: bool) -> None:
    bench = Bench(asker(), ScriptedTool())
    batch = bench.batch(*(use(str(n), name) for n, name in enumerate(names)))

    await batch.run()

    assert batch.is_questions_alone is expected


@pytest.mark.parametrize("outcome", [ToolOutcome.LIMIT, ToolOutcome.INVALID, ToolOutcome.ERROR])
async def test_a_question_that_could_not_be_put_counts_as_a_round(outcome: ToolOutcome) -> None:
    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        return ToolResult(content="no", outcome=outcome)

    batch = Bench(ScriptedTool("ask", work, is_question=True)).batch(use("q", "ask"))

    await batch.run()

    assert not batch.is_questions_alone


@pytest.mark.requirement("TOOL-19")
async def test_a_cancelled_turn_has_a_result_for_every_call() -> None:
    stopped: list[str] = []

    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        try:
            await asyncio.sleep(3600)
        finally:
            stopped.append(context.tool_use_id)
        raise AssertionError

    bench = Bench(sleeper(1), ScriptedTool(work=work, interactive=True), asker())
    batch = bench.batch(use("a", "sleep1"), use("b"), use("q", "ask"), use("c", "sleep1"))
    task = asyncio.create_task(batch.run())
    await asyncio.sleep(5)
    start = asyncio.get_running_loop().time()

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert asyncio.get_running_loop().time() - start < 0.1
    assert stopped == ["b"]
    assert outcomes(batch) == [
        ToolOutcome.OK,
        ToolOutcome.CANCELLED,
        ToolOutcome.CANCELLED,
        ToolOutcome.CANCELLED,
    ]
    assert [block.tool_use_id for block in batch.blocks] == ["a", "b", "q", "c"]
    assert bench.told == ["a started", "b started", "a finished", "b finished"]


async def test_a_cancelled_turn_does_not_wait_for_a_call_that_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(0.5)  # clearing up
        raise AssertionError

    bench = Bench(ScriptedTool(work=work))
    task = asyncio.create_task(bench.batch(use("a")).run())
    await asyncio.sleep(1)
    start = asyncio.get_running_loop().time()

    with caplog.at_level(logging.WARNING):
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    assert asyncio.get_running_loop().time() - start < 0.1
    await bench.runner.aclose()
    assert "does not end" not in caplog.text


async def test_every_call_is_written_down() -> None:
    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        bench.clock.advance(2.5)
        return ToolResult(content="")

    bench = Bench(ScriptedTool(work=work))
    began = bench.clock.now()

    await bench.batch(use("a", text="서울"), use("b", "nothing")).run()

    by_id = {record.tool_use_id: record for record in bench.audit.records}
    good, bad = by_id["a"], by_id["b"]
    assert (good.name, good.permission, good.outcome) == ("tool", "safe", "ok")
    assert json.loads(good.arguments) == {"text": "서울"}
    assert (good.conversation_id, good.turn_id) == ("c1", "t1")
    assert good.seconds == 2.5
    assert good.started_at == began
    assert (bad.permission, bad.outcome) == ("unknown", "unknown")


async def test_a_call_that_cannot_be_written_down_counts_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bench = Bench(ScriptedTool(), audit=ListedAudit(fails=True))

    with caplog.at_level(logging.WARNING):
        (block,) = await bench.batch(use("a")).run()

    assert not block.is_error
    assert "disk is full" in caplog.text


async def test_finished_events_carry_the_result() -> None:
    bench = Bench(ScriptedTool())

    await bench.batch(use("a")).run()

    finished = bench.events[-1]
    assert isinstance(finished, CallFinished)
    assert finished.result.content == "a: {}"


@pytest.mark.requirement("TOOL-19")
async def test_repeated_ids_keep_a_result_each() -> None:
    blocks = await Bench(ScriptedTool()).batch(use("a", n=1), use("a", n=2)).run()

    assert [block.content for block in blocks] == ["a: {'n': 1}", "a: {'n': 2}"]


# A batch that the end of the program interrupted.


async def test_results_that_are_known_are_kept_and_their_calls_not_run_again() -> None:
    first = ScriptedTool("a")
    bench = Bench(first, ScriptedTool("ask", is_question=True), ScriptedTool("b"))
    known = {"1": ToolResult(content="before", data={"k": 1})}
    batch = bench.batch(use("1", "a"), use("2", "ask"), use("3", "b"), known=known)
    blocks = await batch.run()
    assert [block.content for block in blocks] == ["before", "2: {}", "3: {}"]
    assert first.runs == []
    assert batch.results[0].data == {"k": 1}


async def test_of_an_interrupted_batch_only_what_may_have_begun_is_given_up() -> None:
    bench = Bench(ScriptedTool("a"), ScriptedTool("ask", is_question=True), ScriptedTool("b"))
    batch = bench.batch(use("1", "a"), use("2", "ask"), use("3", "b"), is_interrupted=True)
    blocks = await batch.run()
    assert [(block.content, block.is_error) for block in blocks] == [
        (NO_RESULT, True),
        ("2: {}", False),
        ("3: {}", False),
    ]


async def test_an_interrupted_question_goes_on_and_what_follows_it_runs() -> None:
    bench = Bench(ScriptedTool("ask", is_question=True), ScriptedTool("b"))
    batch = bench.batch(use("1", "ask"), use("2", "b"), is_interrupted=True)
    assert [block.is_error for block in await batch.run()] == [False, False]


async def test_results_are_kept_before_the_calls_that_wait_for_them() -> None:
    bench = Bench(ScriptedTool("a"), ScriptedTool("ask", is_question=True), ScriptedTool("b"))
    batch = bench.batch(use("1", "a"), use("2", "ask"), use("3", "b"))
    kept: list[list[str]] = []

    async def keep() -> None:
        kept.append([call.id for call, _result in batch.ended])

    await batch.run(keep)
    assert kept == [["1"], ["1", "2"]]


@pytest.mark.requirement("TOOL-07", "TOOL-24")
async def test_a_tool_that_needs_longer_says_so() -> None:
    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        context.allow(60)
        await asyncio.sleep(float(arguments["seconds"]))
        return ToolResult(content="done")

    batch = Bench(ScriptedTool(work=work)).batch(use("a", seconds=59), use("b", seconds=61))

    blocks = await batch.run()

    assert [block.content for block in blocks] == [
        "done",
        "tool took longer than 60 seconds and was stopped.",
    ]


async def test_pictures_of_a_result_stand_right_after_it() -> None:
    picture = ImageBlock(source={"type": "base64", "media_type": "image/png", "data": "QQ=="})

    async def work(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        return ToolResult(content="seen", images=(picture,))

    batch = Bench(ScriptedTool(work=work)).batch(use("a"), use("b"))
    await batch.run()

    seen = [ToolResultBlock(tool_use_id=n, content="seen") for n in ("a", "b")]
    assert batch.content == (seen[0], picture, seen[1], picture)


@pytest.mark.requirement("SEC-15")
async def test_no_result_carries_what_the_user_would_not_see() -> None:
    """One place for all tools: a file, a page, a server's answer, words of the past."""

    async def read(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        return ToolResult(content="A file.\U000e0049\U000e0067\u200b\u202e\n\tIt ends.")

    bench = Bench(ScriptedTool("tool", read))
    batch = bench.batch(use("1"))
    await batch.run()
    assert batch.results[0].content == "A file.\n\tIt ends."
    finished = [event.result for event in bench.events if isinstance(event, CallFinished)]
    assert finished[0].content == batch.results[0].content
