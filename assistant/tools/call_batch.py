"""The tool calls of one message, from first to last.

Calls run at the same time, except around a question: those before it end first, those after it wait
for the answer and are skipped if there is none; a question that is put twice is asked once. Whatever happens, each call has exactly one result,
in the order of the calls.
"""

import asyncio
import json
import logging
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final, Protocol

from assistant.call_ending import CallEnding, ending_data, ending_of
from assistant.clock import Clock
from assistant.errors import AssistantError, StoreError
from assistant.foreign_text import without_hidden
from assistant.llm.messages_api.messages import Block, ToolResultBlock, ToolUseBlock
from assistant.storage.model.records import ToolCallRecord
from assistant.tools.model.call_order import stages
from assistant.tools.registry import ToolRegistry
from assistant.tools.time_limit import TimeLimit
from assistant.tools.tool import InvalidInputError, Tool, ToolContext, ToolOutcome, ToolResult

_log = logging.getLogger(__name__)

NO_RESULT: Final = "This call was cancelled before it gave a result."
"""Told to the model of a call that the end of the program interrupted."""
STOP_S: Final = 0.05
"""Seconds that a cancelled call has to end before it is left to end by itself. A turn has to stop
within 0.1 s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallStarted:
    """A call begins to run; not sent for one that never does."""

    call: ToolUseBlock


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFinished:
    """A call has its result."""

    call: ToolUseBlock
    result: ToolResult


CallEvent = CallStarted | CallFinished
Keep = Callable[[], Awaitable[None]]
"""Stores the results there are."""
OnEvent = Callable[[CallEvent], None]
"""Called on the engine loop; must not block and must not raise."""


class ToolAudit(Protocol):
    """Where it is written down what tools did."""

    async def add(self, record: ToolCallRecord) -> None:
        """Raises StoreError if the call cannot be stored."""
        ...


class ToolCallBatch:
    """The calls of one message. Build it with `ToolRunner.batch`, run it once.

    Args:
        calls: In the order of the message.
        context: Where they run.
        on_event: Hears of every call.
        registry: The tools.
        clock: Measures the calls.
        timeout_s: Seconds each call may take, the user's time not counted.
        audit: Where the calls are written down, or None.
        strays: Takes the tasks of calls that do not end when they should.
        known: Results that calls have already, by the id of the call.
        is_interrupted: Whether the end of the program interrupted an earlier run.
    """

    def __init__(
        self,
        calls: Sequence[ToolUseBlock],
        *,
        context: ToolContext,
        on_event: OnEvent,
        registry: ToolRegistry,
        clock: Clock,
        timeout_s: float,
        audit: ToolAudit | None,
        strays: Callable[["asyncio.Task[ToolResult]"], None],
        known: Mapping[str, ToolResult] | None = None,
        is_interrupted: bool = False,
    ) -> None:
        self._calls = tuple(calls)
        self._tools = tuple(registry.find(call.name) for call in self._calls)
        self._context = context
        self._on_event = on_event
        specs = registry.specs(remote=context.origin.channel.is_remote)
        self._known = ", ".join(spec.name for spec in specs)
        self._clock = clock
        self._timeout_s = timeout_s
        self._audit = audit
        self._strays = strays
        self._is_interrupted = is_interrupted
        self._results: dict[int, ToolResult] = {
            n: known[call.id] for n, call in enumerate(self._calls) if known and call.id in known
        }
        self._cancelled = ToolResult(
            content="The call was cancelled before it ended.",
            outcome=ToolOutcome.CANCELLED,
            data=ending_data(CallEnding.CANCELLED),
        )

    @property
    def is_questions_alone(self) -> bool:
        """Whether every call was a question that was put; that does not count as a round of tools.

        A question that could not be put counts, so that a model which repeats it comes to an end.
        """
        harmless = {ToolOutcome.OK, ToolOutcome.CANCELLED, ToolOutcome.SKIPPED}
        return all(
            tool is not None and tool.is_question and result.outcome in harmless
            for tool, result in zip(self._tools, self.results, strict=True)
        )

    @property
    def has_halted(self) -> bool:
        """Whether the model must close the turn without tools: a question had no answer."""
        return any(result.halts for result in self._results.values())

    @property
    def results(self) -> tuple[ToolResult, ...]:
        """In order; a call that has not ended counts as cancelled."""
        return tuple(self._results.get(n, self._cancelled) for n in range(len(self._calls)))

    @property
    def blocks(self) -> tuple[ToolResultBlock, ...]:
        """As the model gets them."""
        return tuple(
            ToolResultBlock(tool_use_id=call.id, content=result.content, is_error=result.is_error)
            for call, result in zip(self._calls, self.results, strict=True)
        )

    @property
    def content(self) -> tuple[Block, ...]:
        """As they are stored: each followed by its pictures."""
        return with_images(zip(self._calls, self.results, strict=True))

    @property
    def pairs(self) -> tuple[tuple[ToolUseBlock, ToolResult], ...]:
        """In order; a call that has not ended counts as cancelled."""
        return tuple(zip(self._calls, self.results, strict=True))

    @property
    def ended(self) -> tuple[tuple[ToolUseBlock, ToolResult], ...]:
        """In the order of the calls."""
        return tuple(
            (call, self._results[n]) for n, call in enumerate(self._calls) if n in self._results
        )

    async def run(self, keep: Keep | None = None) -> tuple[ToolResultBlock, ...]:
        """Run the calls that have no result yet.

        Args:
            keep: Called where results are in and other calls, that may take long, are to come.

        Returns:
            One block a call, in order.

        Raises:
            asyncio.CancelledError: If the turn is cancelled; `blocks` is complete even then.
        """
        are_questions = [tool is not None and tool.is_question for tool in self._tools]
        may_have_begun = self._is_interrupted
        n_kept = 0
        for stage in stages(are_questions):
            left = [index for index in stage if index not in self._results]
            if not left:
                continue
            if self.has_halted:
                for index in left:
                    await self._skip(index)
                continue
            if keep is not None and len(self._results) > n_kept:
                n_kept = len(self._results)
                await keep()
            if may_have_begun:
                for index in left:
                    if not are_questions[index]:
                        await self._give_up(index)
                left = [index for index in left if are_questions[index]]
            may_have_begun = False
            async with asyncio.TaskGroup() as group:
                for index in left:
                    group.create_task(self._call(index), name=f"call {self._calls[index].id}")
        return self.blocks

    async def _give_up(self, index: int) -> None:
        """Record that it is unknown how far a call came."""
        result = ToolResult(
            content=NO_RESULT,
            outcome=ToolOutcome.CANCELLED,
            data=ending_data(CallEnding.CANCELLED),
        )
        await self._finish(index, result, started=self._clock.monotonic())

    async def _skip(self, index: int) -> None:
        result = ToolResult(
            content="Skipped: the question before it was not answered, so nothing was done.",
            outcome=ToolOutcome.SKIPPED,
            data=ending_data(CallEnding.SKIPPED),
        )
        await self._finish(index, result, started=self._clock.monotonic())

    async def _call(self, index: int) -> None:
        call, tool = self._calls[index], self._tools[index]
        started = self._clock.monotonic()
        self._on_event(CallStarted(call=call))
        if tool is None:
            result = ToolResult(
                content=f"There is no tool named {call.name!r}. Available: {self._known}.",
                outcome=ToolOutcome.UNKNOWN,
            )
        elif call.malformed_input is not None and not tool.is_question:
            result = ToolResult(
                content="The input was not valid JSON. Send the call again with valid JSON.",
                outcome=ToolOutcome.INVALID,
            )
        elif (asked := self._asked_before(index)) is not None:
            result = replace(asked, notice="")
        elif (reason := tool.unavailable) is not None:
            result = ToolResult(content=reason, outcome=ToolOutcome.UNAVAILABLE)
        else:
            result = await self._run(index, tool, started=started)
        await self._finish(index, result, started=started)

    def _asked_before(self, index: int) -> ToolResult | None:
        """Result of an earlier call that put the very same question."""
        call, tool = self._calls[index], self._tools[index]
        if tool is None or not tool.is_question:
            return None
        return next(
            (
                self._results[n]
                for n in range(index)
                if n in self._results and self._tools[n] is tool
                if self._calls[n].input == call.input
            ),
            None,
        )

    async def _run(self, index: int, tool: Tool[Any], *, started: float) -> ToolResult:
        call = self._calls[index]
        limit = TimeLimit(None if tool.interactive else self._timeout_s)
        abort = threading.Event()
        context = replace(self._context, tool_use_id=call.id, limit=limit, abort=abort)
        task = asyncio.create_task(_validate_and_run(tool, call, context), name=f"tool {tool.name}")
        alarm = asyncio.create_task(limit.ring(), name=f"limit of {tool.name}")
        limit.start()
        try:
            await asyncio.wait({task, alarm}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            await self._end(task, abort)
            # What a call did in the meantime is reported, also if nobody waits for it any more.
            result = self._cancelled if _was_stopped(task) else _result_of(task, tool)
            await self._finish(index, result, started=started)
            raise
        finally:
            limit.stop()
            alarm.cancel()
        if task.done():
            return _result_of(task, tool)
        await self._end(task, abort)
        if not _was_stopped(task):
            return _result_of(task, tool)
        return ToolResult(
            content=f"{tool.name} took longer than {limit.seconds:g} seconds and was stopped."
            + (f" {limit.remark}" if limit.remark else ""),
            outcome=ToolOutcome.TIMEOUT,
            data=ending_data(CallEnding.TOO_LONG),
        )

    async def _end(self, task: "asyncio.Task[ToolResult]", abort: threading.Event) -> None:
        """Cancel a call and give it a moment; one that goes on is left to the runner."""
        abort.set()
        task.cancel()
        await asyncio.wait({task}, timeout=STOP_S)
        if not task.done():
            self._strays(task)

    async def _finish(self, index: int, result: ToolResult, *, started: float) -> None:
        # Whatever a tool read, the model sees what the user would.
        result = replace(result, content=without_hidden(result.content))
        self._results[index] = result
        call, tool = self._calls[index], self._tools[index]
        self._on_event(CallFinished(call=call, result=result))
        if self._audit is None:
            return
        seconds = self._clock.monotonic() - started
        record = ToolCallRecord(
            tool_use_id=call.id,
            conversation_id=self._context.conversation_id,
            turn_id=self._context.turn_id,
            name=call.name,
            permission="unknown" if tool is None else tool.permission.value,
            arguments=json.dumps(call.input, ensure_ascii=False),
            outcome=_recorded(result),
            started_at=self._clock.now() - timedelta(seconds=seconds),
            seconds=seconds,
        )
        try:
            await self._audit.add(record)
        except StoreError as error:
            _log.warning("A tool call could not be written down: %s", error.message)


def _recorded(result: ToolResult) -> str:
    """How a call ended, for the audit: why it was refused, if that is known."""
    ending = ending_of(result.data)
    if result.outcome is ToolOutcome.REFUSED and ending is not None:
        return ending.value
    return result.outcome.value


def with_images(results: Iterable[tuple[ToolUseBlock, ToolResult]]) -> tuple[Block, ...]:
    """Each result followed by its pictures."""
    content: list[Block] = []
    for call, result in results:
        content.append(
            ToolResultBlock(tool_use_id=call.id, content=result.content, is_error=result.is_error)
        )
        content += result.images
    return tuple(content)


async def _validate_and_run(
    tool: Tool[Any], call: ToolUseBlock, context: ToolContext
) -> ToolResult:
    try:
        return await tool.run(tool.validate(call.input), context)
    except InvalidInputError as error:
        problems = "\n".join(f"- {problem}" for problem in error.problems)
        return ToolResult(
            content=(
                f"The input of {tool.name} is wrong; nothing was done.\n{problems}\n"
                "Correct it according to the tool's schema and call again."
            ),
            outcome=ToolOutcome.INVALID,
        )
    except AssistantError as error:
        problem = f"{error.message} {error.hint}".strip()
        return ToolResult(
            content=problem, outcome=ToolOutcome.ERROR, data={"problem": str(problem)}
        )


def _was_stopped(task: "asyncio.Task[ToolResult]") -> bool:
    return not task.done() or task.cancelled()


def _result_of(task: "asyncio.Task[ToolResult]", tool: Tool[Any]) -> ToolResult:
    """A bug in the tool is logged and reported to the model."""
    if task.cancelled():  # what it waited for was taken away: the program is ending
        return ToolResult(
            content="The call was cancelled before it ended.",
            outcome=ToolOutcome.CANCELLED,
            data=ending_data(CallEnding.CANCELLED),
            halts=True,
        )
    error = task.exception()
    if error is None:
        return task.result()
    _log.error("Tool %s broke", tool.name, exc_info=error)
    return ToolResult(
        content=f"{tool.name} broke because of a fault in the program. Do without it.",
        outcome=ToolOutcome.CRASHED,
    )
