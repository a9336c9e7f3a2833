"""One turn of the assistant: stream, run tools, stream again, until the reply is complete.

Runs as one task on the engine loop. Cancelling the task is how a turn is stopped: the request is
closed, what had arrived is stored as partial, and the cancellation goes on to the caller. A turn that
is suspended before it is cancelled, because the program ends, leaves its calls without results
instead and can be taken up again.

A choice in the model's words is held back from what is shown and spoken, while the history keeps the
text as the model wrote it.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import assert_never

from assistant.conversation.choices import SegmentFilter
from assistant.conversation.composer import Composer
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
from assistant.conversation.guess import Guess
from assistant.conversation.history import BETWEEN_SEGMENTS, Entry, History
from assistant.conversation.interruption import Interruption, calls_of
from assistant.conversation.states import Signal
from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.client import (
    BlockReceived,
    ModelClient,
    ModelEvent,
    ReplyReceived,
    TextReceived,
    ThinkingReceived,
)
from assistant.llm.messages import Block, TextBlock, ToolResultBlock, ToolUseBlock
from assistant.locale import _
from assistant.questions.model import QuestionSet
from assistant.tools.batch import Batch, CallEvent, CallFinished, CallStarted
from assistant.tools.runner import Runner
from assistant.tools.tool import ToolContext, ToolResult

CHECKPOINT_S = 0.5
"""Seconds between two stored versions of a reply that is streaming."""
TOO_MANY_TOOLS = "도구 호출이 너무 많습니다"
"""Told to the model when the rounds of tool calls are used up; verbatim in every language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A complete reply."""

    text: str
    """All words of the turn, as shown: without a choice."""
    stop_reason: str
    choice: QuestionSet | None = None
    """The first choice in the words, to be put once the turn is over."""


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
        self._rounds = 0
        self._choice: QuestionSet | None = None
        self.text = ""
        """The words that have arrived so far, as shown."""
        self.is_suspended = False
        """Whether the program ends: nothing is stored of calls that are under way."""

    async def run(
        self,
        composer: Composer,
        *,
        resumed: Interruption | None = None,
        guess: Guess | None = None,
    ) -> Reply:
        """Make the reply.

        Args:
            composer: Composes the requests from the history as it stands.
            resumed: Where to go on from, if the turn had begun before; the history ends there.
            guess: A request that was sent ahead; the first one is not sent again if it is equal.

        Raises:
            ProviderError: If the model's service failed; what had arrived is stored.
            StoreError: If something could not be stored.
        """
        forbid_tools = False
        if resumed is not None:
            forbid_tools = resumed.is_closing
            if resumed.calls:
                forbid_tools = await self._use_tools(resumed.calls, resumed)
        while True:
            request = await composer.compose()
            if forbid_tools:
                request = replace(request, tool_choice="none")
            adopted, guess = (guess.adopt(request) if guess else None), None
            self._emit(RequestSent(turn_id=self.turn_id, ahead_s=adopted.age_s if adopted else 0.0))
            events = adopted.events() if adopted else self._client.stream(request)
            try:
                entry = await self._stream(events)
            except ProviderError as error:
                if error.category is ErrorCategory.CONTEXT_TOO_LONG and composer.reduce():
                    continue
                raise
            self._emit(ReplySegmentFinished(turn_id=self.turn_id))
            calls = calls_of(entry)
            if not calls or forbid_tools:
                return self._reply(entry)
            forbid_tools = await self._use_tools(calls)

    def _reply(self, last: Entry) -> Reply:
        if not self.text.strip() and self._choice is None:
            raise ProviderError(
                _("Could not generate a response"),
                category=ErrorCategory.UNKNOWN,
                hint=_("Send it again, or choose another model in the settings."),
            )
        return Reply(
            text=self.text, stop_reason=last.stop_reason or "end_turn", choice=self._choice
        )

    def _take_text(self, text: str) -> None:
        if text:
            self.text += text
            self._emit(TextDelta(turn_id=self.turn_id, text=text))

    async def _stream(self, arriving: AsyncGenerator[ModelEvent]) -> Entry:
        """Stream one reply into the history; partial if it does not reach its end."""
        reply = _Growing(
            self._history.begin_reply(turn_id=self.turn_id, model=self._client.profile.model)
        )
        words = SegmentFilter(source=self._client.profile.model)
        saver = asyncio.create_task(self._save_regularly(reply), name=f"checkpoint-{self.turn_id}")
        try:
            async with aclosing(arriving) as events:
                async for event in events:
                    match event:
                        case TextReceived():
                            reply.add_text(event.text)
                            self._take_text(words.feed(event.text))
                        case ThinkingReceived():
                            self._emit(ThinkingDelta(turn_id=self.turn_id, text=event.text))
                        case BlockReceived():
                            if isinstance(event.block, TextBlock) and not reply.has_open_text:
                                self._take_text(words.feed(event.block.text))
                            reply.add_block(self._with_own_id(event.block, reply))
                        case ReplyReceived():
                            reply.finish(event.stop_reason)
                        case _:
                            assert_never(event)
        finally:
            saver.cancel()
            await asyncio.wait([saver])
            if reply.changed:
                await self._history.save(reply.entry)
        self._take_text(words.finish())
        self._choice = self._choice or words.choice
        return reply.entry

    def _with_own_id(self, block: Block, reply: "_Growing") -> Block:
        """Return a call under an id that no other of the conversation has (Q-MODEL-31).

        Some model servers count their calls from 0 in every reply.
        """
        if not isinstance(block, ToolUseBlock):
            return block
        entries = (*self._history.entries, reply.entry)
        used = {
            call.id
            for entry in entries
            for call in entry.message.content
            if isinstance(call, ToolUseBlock)
        }
        free, n = block.id, 1
        while free in used:
            n += 1
            free = f"{block.id}_{n}"
        return block if n == 1 else block.model_copy(update={"id": free})

    async def _save_regularly(self, reply: "_Growing") -> None:
        while True:
            await asyncio.sleep(CHECKPOINT_S)
            if reply.changed:
                entry = reply.entry
                await self._history.save(entry)
                reply.saved(entry)

    async def _use_tools(
        self, calls: Sequence[ToolUseBlock], resumed: Interruption | None = None
    ) -> bool:
        """Run the calls of a message and store their results.

        Returns:
            Whether the model must close the turn without tools.
        """
        self._signal(Signal.TOOLS_REQUESTED)
        batch = self._tools.batch(
            calls,
            context=self._context,
            on_event=self._tell_of_call,
            known=resumed.known if resumed else None,
            is_interrupted=resumed is not None and resumed.is_interrupted,
        )
        if resumed is not None and resumed.partial is not None:
            entry = self._history.entry(resumed.partial)
        else:
            entry = self._history.begin_results(turn_id=self.turn_id)
        try:
            await batch.run(lambda: self._history.save(_with_results(entry, batch.ended)))
        except asyncio.CancelledError:
            if not self.is_suspended:
                # The conversation must stay one that can be continued: every call gets a result.
                await self._history.save(_complete(entry, batch, ended=True))
            raise
        if self.is_suspended:  # what a call waited for was taken away
            raise asyncio.CancelledError
        self._rounds += not batch.is_questions_alone
        is_closing = batch.has_halted or self._rounds >= self._max_rounds
        entry = _complete(entry, batch, closing=is_closing)
        if self._rounds >= self._max_rounds:
            content = (*entry.message.content, TextBlock(text=TOO_MANY_TOOLS))
            entry = replace(entry, message=entry.message.model_copy(update={"content": content}))
        await self._store(entry)
        self._signal(Signal.TOOLS_FINISHED)
        if self.text and not self.text.endswith("\n"):
            self._take_text(BETWEEN_SEGMENTS)
        return is_closing

    async def _store(self, entry: Entry) -> None:
        """Store a message, whole even if the turn is stopped meanwhile."""
        storing = asyncio.create_task(self._history.save(entry))
        try:
            await asyncio.shield(storing)
        except asyncio.CancelledError:
            await storing
            raise

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


def _with_results(entry: Entry, ended: Sequence[tuple[ToolUseBlock, ToolResult]]) -> Entry:
    """Return the message of results as it stands."""
    content: list[Block] = [
        ToolResultBlock(tool_use_id=call.id, content=result.content, is_error=result.is_error)
        for call, result in ended
    ]
    return replace(
        entry,
        message=entry.message.model_copy(update={"content": tuple(content)}),
        results={call.id: result.data for call, result in ended if result.data},
    )


def _complete(entry: Entry, batch: Batch, *, closing: bool = False, ended: bool = False) -> Entry:
    return replace(
        _with_results(entry, batch.ended),
        message=entry.message.model_copy(update={"content": batch.blocks}),
        partial=False,
        closing=closing,
        ended=ended,
    )


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

    @property
    def has_open_text(self) -> bool:
        """Whether deltas of a text block came that is not complete yet."""
        return bool(self._open_text)

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
