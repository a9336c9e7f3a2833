"""Runs tool calls, message by message, and ends what does not end by itself."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Final

from assistant.clock import Clock
from assistant.llm.messages_api.messages import ToolUseBlock
from assistant.tools.call_batch import OnEvent, ToolAudit, ToolCallBatch
from assistant.tools.registry import ToolRegistry
from assistant.tools.tool import ToolContext, ToolResult

_log = logging.getLogger(__name__)

CLOSE_S: Final = 1.0
"""Seconds that calls which were cancelled have left when the program ends."""


class ToolRunner:
    """Makes a `ToolCallBatch` of the calls of a message; belongs to the engine loop.

    Args:
        registry: The tools.
        clock: Measures the calls.
        timeout_s: Seconds each call may take, the user's time not counted.
        audit: Where the calls are written down, or None.
    """

    def __init__(
        self,
        *,
        registry: ToolRegistry,
        clock: Clock,
        timeout_s: float,
        audit: ToolAudit | None = None,
    ) -> None:
        self._registry = registry
        self._clock = clock
        self._timeout_s = timeout_s
        self._audit = audit
        self._strays: set[asyncio.Task[ToolResult]] = set()

    def batch(
        self,
        calls: Sequence[ToolUseBlock],
        *,
        context: ToolContext,
        on_event: OnEvent,
        known: Mapping[str, ToolResult] | None = None,
        is_interrupted: bool = False,
    ) -> ToolCallBatch:
        """Calls of one message, ready to run.

        Args:
            calls: In the order of the message.
            context: Where they run.
            on_event: Hears of every call.
            known: Results that calls have already, by the id of the call.
            is_interrupted: Whether the end of the program interrupted an earlier run.
        """
        return ToolCallBatch(
            calls,
            context=context,
            on_event=on_event,
            registry=self._registry,
            clock=self._clock,
            timeout_s=self._timeout_s,
            audit=self._audit,
            strays=self._hold,
            known=known,
            is_interrupted=is_interrupted,
        )

    async def aclose(self) -> None:
        """Give cancelled calls `CLOSE_S` to end; idempotent."""
        if not self._strays:
            return
        _ended, stuck = await asyncio.wait(self._strays, timeout=CLOSE_S)
        for task in stuck:
            _log.error("%s does not end", task.get_name())

    def _hold(self, task: "asyncio.Task[ToolResult]") -> None:
        """Hold a cancelled task until it ends, and log how."""
        _log.warning("%s was cancelled and goes on for now", task.get_name())
        self._strays.add(task)
        task.add_done_callback(self._release)

    def _release(self, task: "asyncio.Task[ToolResult]") -> None:
        self._strays.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("%s broke after it was cancelled", task.get_name(), exc_info=error)
