"""One turn of the assistant: streams a reply and runs its tools until the reply is complete.

Runs as one task on the engine loop. Cancelling the task stops the turn: the request is closed, the
part that arrived is stored as partial, and the cancellation propagates. A turn that is suspended
first, because the program ends, leaves its calls without results and can be resumed.

A JSON choice in the reply is neither shown nor spoken; the history keeps the original text. Where
one cannot be put, because it cannot be read or too many were, the model goes on once more.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from assistant.call_ending import ending_of
from assistant.conversation.context.request_composer import TurnComposer
from assistant.conversation.history.message_history import BETWEEN_SEGMENTS, History, HistoryEntry
from assistant.conversation.history.model.message_view import image_parts
from assistant.conversation.history.model.replay import joined
from assistant.conversation.history.model.unfinished_turn import UnfinishedTurn, calls_of
from assistant.conversation.turn.model.refused_pictures import (
    Source,
    left_out_text,
    refused_sources,
    with_refused,
    without_pictures,
)
from assistant.conversation.turn.model.retry_policy import MOST_RETRIES
from assistant.conversation.turn.reply_streamer import Pause, ReplyStreamer
from assistant.conversation.turn.speculation import SpeculativeRequest
from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.messages import Message, TextBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import CUT_SHORT, ModelClient, ModelRequest
from assistant.llm.service_errors import plain_error
from assistant.protocol.conversation_state import ConversationSignal
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.turns import ReplySegmentFinished, ToolFinished, ToolStarted
from assistant.questions.model.question import QuestionSet
from assistant.tools.call_batch import (
    CallEvent,
    CallFinished,
    CallStarted,
    ToolCallBatch,
    with_images,
)
from assistant.tools.questions.question_tools import LIMIT_REACHED, limit_notice
from assistant.tools.runner import ToolRunner
from assistant.tools.tool import ToolContext, ToolResult

TOO_MANY_TOOLS = "도구 호출이 너무 많습니다"
"""Told to the model when the rounds of tool calls are used up; verbatim in every language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReply:
    """A complete reply."""

    text: str
    """All words of the turn, as shown: without a choice."""
    stop_reason: str
    choice: QuestionSet | None = None
    """The first choice in the words, to be put once the turn is over."""
    model: str = ""
    """Who made the last of it: a model, or `rules`."""


class Turn:
    """One turn.

    Args:
        max_rounds: Rounds of tool calls before the model must answer without.
        max_retries: How often a request is sent again whose reply breaks off.
    """

    def __init__(
        self,
        *,
        turn_id: str,
        client: ModelClient,
        history: History,
        tools: ToolRunner,
        context: ToolContext,
        emit: Callable[[EngineEvent], None],
        signal: Callable[[ConversationSignal], None],
        max_rounds: int,
        max_retries: int = MOST_RETRIES,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self.turn_id = turn_id
        self._profile = client.profile
        self.model = client.profile.model
        """The model that is asked."""
        self._history = history
        self._tools = tools
        self._context = context
        self._emit = emit
        self._signal = signal
        self._max_rounds = max_rounds
        self._rounds = 0
        self._has_asked_again = False
        self._remark = ""
        """What the model is told at the end of the requests that follow."""
        self._replying = ReplyStreamer(
            turn_id=turn_id,
            client=client,
            history=history,
            emit=emit,
            max_retries=max_retries,
            pause=pause,
        )
        self.is_suspended = False
        """Whether the program ends: nothing is stored of calls that are under way."""

    @property
    def text(self) -> str:
        """Text that has arrived so far, as shown."""
        return self._replying.text

    async def run(
        self,
        composer: TurnComposer,
        *,
        resumed: UnfinishedTurn | None = None,
        guess: SpeculativeRequest | None = None,
    ) -> TurnReply:
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
            entry = await self._ask(composer, forbid_tools=forbid_tools, guess=guess)
            guess = None
            self._emit(ReplySegmentFinished(turn_id=self.turn_id))
            calls = calls_of(entry)
            if entry.stop_reason in CUT_SHORT:
                if calls:  # they may be cut too: they are not taken up later either
                    await self._history.end_turn(self.turn_id)
                return self._reply(entry)
            if not calls or forbid_tools:
                if self._may_ask_again():
                    continue
                return self._reply(entry)
            forbid_tools = await self._use_tools(calls)

    def _may_ask_again(self) -> bool:
        """Whether to ask once more, because the choice was not put.

        If it could not be read, the next request ends with what was wrong (`replay`).
        """
        is_unreadable = self._replying.unreadable is not None and self._replying.choice is None
        if self._has_asked_again or not (is_unreadable or self._is_one_too_many):
            return False
        self._has_asked_again = True
        if self._is_one_too_many:
            limit = self._context.rounds.limit
            self._remark = f"[The user was not asked. {LIMIT_REACHED.format(limit=limit)}]"
            self._emit(Notice(code="question_limit", text=limit_notice(limit)))
        self._begin_segment()
        return True

    @property
    def _is_one_too_many(self) -> bool:
        """Whether a choice was not put because there were too many."""
        return self._replying.choice is not None and self._context.rounds.is_used_up

    def _begin_segment(self) -> None:
        if self.text and not self.text.endswith("\n"):
            self._replying.take_text(BETWEEN_SEGMENTS)

    async def _ask(
        self, composer: TurnComposer, *, forbid_tools: bool, guess: SpeculativeRequest | None
    ) -> HistoryEntry:
        """Request one reply, with less of the conversation where it is too long."""
        refused: list[Source] = []
        while True:
            request = without_pictures(await composer.compose(), refused)
            if self._remark:
                remark = Message(role="user", content=(TextBlock(text=self._remark),))
                request = replace(request, messages=joined((*request.messages, remark)))
            if forbid_tools:
                request = replace(request, tool_choice="none")
            try:
                entry = await self._replying.reply(request, guess=guess)
            except ProviderError as error:
                guess = None
                if error.category is ErrorCategory.CONTEXT_TOO_LONG and composer.reduce():
                    continue
                if error.category is ErrorCategory.PICTURE_REFUSED:
                    refused += self._refused(error, request, is_first=not refused)
                    continue
                raise
            if refused:
                await self._leave_out(refused)
            return entry

    def _refused(
        self, error: ProviderError, request: ModelRequest, *, is_first: bool
    ) -> list[Source]:
        """Pictures to leave out; raises the error if there are none."""
        sources = refused_sources(
            error.detail, request=request, profile=self._profile, is_first=is_first
        )
        if not sources:  # it speaks of something else, whatever it is called
            raise plain_error(
                ErrorCategory.INVALID_REQUEST, error.request_id, detail=error.detail
            ) from error
        return sources

    async def _leave_out(self, sources: Sequence[Source]) -> None:
        """Never send refused pictures again, and notify the user."""
        for entry in self._history.entries:
            message = with_refused(entry.message, sources)
            if message is not None:
                await self._history.save(replace(entry, message=message))
        self._emit(Notice(code="picture_left_out", text=left_out_text(sources)))

    def _reply(self, last: HistoryEntry) -> TurnReply:
        return TurnReply(
            text=self.text,
            stop_reason=last.stop_reason or "end_turn",
            choice=None if self._is_one_too_many else self._replying.choice,
            model=last.model or "",
        )

    async def _use_tools(
        self, calls: Sequence[ToolUseBlock], resumed: UnfinishedTurn | None = None
    ) -> bool:
        """Run a message's calls; returns whether the model must close the turn without tools."""
        self._signal(ConversationSignal.TOOLS_REQUESTED)
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
        self._signal(ConversationSignal.TOOLS_FINISHED)
        self._begin_segment()
        return is_closing

    async def _store(self, entry: HistoryEntry) -> None:
        """Store a message in full even if the turn is stopped meanwhile."""
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
                        ending=ending_of(result.data),
                        images=tuple(
                            part for block in result.images for part in image_parts(block)
                        ),
                    )
                )
                if result.notice:
                    self._emit(Notice(code=f"tool_{call.name}", text=result.notice))
            case _:
                assert_never(event)


def _with_results(
    entry: HistoryEntry, ended: Sequence[tuple[ToolUseBlock, ToolResult]]
) -> HistoryEntry:
    """The results message as it stands."""
    return replace(
        entry,
        message=entry.message.model_copy(update={"content": with_images(ended)}),
        results={call.id: result.data for call, result in ended if result.data},
    )


def _complete(
    entry: HistoryEntry, batch: ToolCallBatch, *, closing: bool = False, ended: bool = False
) -> HistoryEntry:
    return replace(
        _with_results(entry, batch.pairs),
        partial=False,
        closing=closing,
        ended=ended,
    )
