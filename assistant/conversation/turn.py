"""One turn of the assistant: stream, run tools, stream again, until the reply is complete.

Runs as one task on the engine loop. Cancelling the task is how a turn is stopped: the request is
closed, what had arrived is stored as partial, and the cancellation goes on to the caller.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import assert_never

from assistant.conversation.events import (
    EngineEvent,
    Notice,
    ReplySegmentFinished,
    RequestSent,
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
)
from assistant.conversation.history import Entry, History
from assistant.conversation.states import Signal
from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.client import (
    BlockReceived,
    ModelClient,
    ModelRequest,
    ReplyReceived,
    TextReceived,
    ThinkingReceived,
)
from assistant.llm.messages import Block, TextBlock, ToolUseBlock
from assistant.locale import _
from assistant.tools.batch import Batch, CallEvent, CallFinished, CallStarted
from assistant.tools.runner import Runner
from assistant.tools.tool import ToolContext

CHECKPOINT_S = 0.5
"""Seconds between two stored versions of a reply that is streaming."""
TOO_MANY_TOOLS = "도구 호출이 너무 많습니다"
"""Told to the model when the rounds of tool calls are used up; verbatim in every language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A complete reply."""

    text: str
    """All words of the turn."""
    stop_reason: str


class Turn:
    """One turn.

    Args:
        turn_id: Carried by every event of the turn.
        client: The model.
        history: Where the reply and the tool results go.
        tools: Runs tool calls.
        context: What they know of where they run.
        emit: Takes events.
        signal: Takes signals to the state table.
        max_rounds: Rounds of tool calls before the model must answer without.
    """

    def __init__(
        self,
        *,
        turn_id: str,
        client: ModelClient,
        history: History,
        tools: Runner,
        context: ToolContext,
        emit: Callable[[EngineEvent], None],
        signal: Callable[[Signal], None],
        max_rounds: int,
    ) -> None:
        self.turn_id = turn_id
        self._client = client
        self._history = history
        self._tools = tools
        self._context = context
        self._emit = emit
        self._signal = signal
        self._max_rounds = max_rounds
        self.text = ""
        """The words that have arrived so far."""

    async def run(self, compose: Callable[[], ModelRequest]) -> Reply:
        """Make the reply.

        Args:
            compose: Builds the request from the history as it stands.

        Raises:
            ProviderError: If the model's service failed; what had arrived is stored.
            StoreError: If something could not be stored.
        """
        rounds = 0
        forbid_tools = False
        while True:
            request = compose()
            if forbid_tools:
                request = replace(request, tool_choice="none")
            self._emit(RequestSent(turn_id=self.turn_id))
            entry = await self._stream(request)
            self._emit(ReplySegmentFinished(turn_id=self.turn_id))
            calls = [b for b in entry.message.content if isinstance(b, ToolUseBlock)]
            if not calls or forbid_tools:
                if not self.text.strip():
                    raise ProviderError(
                        _("Could not generate a response"),
                        category=ErrorCategory.UNKNOWN,
                        hint=_("Send it again, or choose another model in the settings."),
                    )
                return Reply(text=self.text, stop_reason=entry.stop_reason or "end_turn")
            self._signal(Signal.TOOLS_REQUESTED)
            batch = await self._run_tools(calls)
            rounds += not batch.is_questions_alone
            content: list[Block] = list(batch.blocks)
            if rounds >= self._max_rounds:
                content.append(TextBlock(text=TOO_MANY_TOOLS))
            await self._history.append("user", content, turn_id=self.turn_id)
            forbid_tools = batch.has_halted or rounds >= self._max_rounds
            self._signal(Signal.TOOLS_FINISHED)
            if self.text and not self.text.endswith("\n"):
                self._take_text("\n\n")

    def _take_text(self, text: str) -> None:
        self.text += text
        self._emit(TextDelta(turn_id=self.turn_id, text=text))

    async def _stream(self, request: ModelRequest) -> Entry:
        """Stream one reply into the history; partial if it does not reach its end."""
        reply = _Growing(
            self._history.begin_reply(turn_id=self.turn_id, model=self._client.profile.model)
        )
        saver = asyncio.create_task(self._save_regularly(reply), name=f"checkpoint-{self.turn_id}")
        try:
            async with aclosing(self._client.stream(request)) as events:
                async for event in events:
                    match event:
                        case TextReceived():
                            reply.add_text(event.text)
                            self._take_text(event.text)
                        case ThinkingReceived():
                            self._emit(ThinkingDelta(turn_id=self.turn_id, text=event.text))
                        case BlockReceived():
                            reply.add_block(event.block)
                        case ReplyReceived():
                            reply.finish(event.stop_reason)
                        case _:
                            assert_never(event)
        finally:
            saver.cancel()
            await asyncio.wait([saver])
            if reply.changed:
                await self._history.save(reply.entry)
        return reply.entry

    async def _save_regularly(self, reply: "_Growing") -> None:
        while True:
            await asyncio.sleep(CHECKPOINT_S)
            if reply.changed:
                entry = reply.entry
                await self._history.save(entry)
                reply.saved(entry)

    async def _run_tools(self, calls: Sequence[ToolUseBlock]) -> Batch:
        batch = self._tools.batch(calls, context=self._context, on_event=self._tell_of_call)
        try:
            await batch.run()
        except asyncio.CancelledError:
            # The conversation must stay one that can be continued: every call gets a result.
            await self._history.append("user", batch.blocks, turn_id=self.turn_id)
            raise
        return batch

    def _tell_of_call(self, event: CallEvent) -> None:
        match event:
            case CallStarted(call=call):
                self._emit(
                    ToolStarted(
                        turn_id=self.turn_id,
                        tool_use_id=call.id,
                        name=call.name,
                        arguments=json.dumps(call.input, ensure_ascii=False),
                    )
                )
            case CallFinished(call=call, result=result):
                self._emit(
                    ToolFinished(
                        turn_id=self.turn_id,
                        tool_use_id=call.id,
                        name=call.name,
                        content=result.content,
                        is_error=result.is_error,
                    )
                )
                if result.notice:
                    self._emit(Notice(code=f"tool_{call.name}", text=result.notice))
            case _:
                assert_never(event)


class _Growing:
    """A reply that is streaming."""

    def __init__(self, entry: Entry) -> None:
        self._base = entry
        self._blocks: list[Block] = []
        self._open_text = ""
        self._version = self._saved_version = 0
        self._stop_reason: str | None = None
        self._latest: Entry | None = None

    def add_text(self, text: str) -> None:
        """Take a delta of a text block that is not complete yet."""
        self._open_text += text
        self._touch()

    def add_block(self, block: Block) -> None:
        """Take a complete block; a text block replaces its deltas."""
        if isinstance(block, TextBlock):
            self._open_text = ""
        self._blocks.append(block)
        self._touch()

    def finish(self, stop_reason: str) -> None:
        """Mark the reply as complete."""
        self._stop_reason = stop_reason
        self._touch()

    def saved(self, entry: Entry) -> None:
        """Note that this version is stored."""
        if entry is self._latest:
            self._saved_version = self._version

    @property
    def changed(self) -> bool:
        """Whether there is something that is not stored."""
        return self._version > self._saved_version

    @property
    def entry(self) -> Entry:
        """The reply as it stands."""
        if self._latest is None:
            content = list(self._blocks)
            if self._open_text:
                content.append(TextBlock(text=self._open_text))
            self._latest = replace(
                self._base,
                message=self._base.message.model_copy(update={"content": tuple(content)}),
                partial=self._stop_reason is None,
                stop_reason=self._stop_reason,
            )
        return self._latest

    def _touch(self) -> None:
        self._version += 1
        self._latest = None
