"""Streams the model's replies of one turn into the history and to the user.

A request whose reply breaks off is sent again as a whole (`retry_policy`). The partial reply stays
until the first words of the next attempt replace it. If every attempt fails, the longest reply is
kept. Tool calls are returned only when their reply is complete.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import assert_never

from assistant.conversation.history.message_history import History, HistoryEntry
from assistant.conversation.turn.model.partial_reply import PartialReply
from assistant.conversation.turn.model.retry_policy import MOST_RETRIES, retry_delay
from assistant.conversation.turn.speculation import SpeculativeRequest
from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.messages import Block, ToolUseBlock
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelClient,
    ModelEvent,
    ModelRequest,
    ReplyReceived,
    TextReceived,
    TextWithdrawn,
    ThinkingReceived,
)
from assistant.locale import _, mark
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.turns import (
    ReplyRestarted,
    RequestSent,
    TextDelta,
    ThinkingDelta,
    UnreadableChoiceFound,
)
from assistant.questions.inline_choices import UnreadableChoice
from assistant.questions.model.question import QuestionSet

logger = logging.getLogger(__name__)

CHECKPOINT_S = 0.5
"""Seconds between two stored versions of a reply that is streaming."""
_NOT_RUN = mark("The model wrote its call of a tool as text, so it was not run")
_SWITCH_ON = mark("Switch on tool calls in the model's server, or choose another model.")
_UNNAMED = "call"
"""The id of a call to which the server gave none."""
Pause = Callable[[float], Awaitable[None]]
"""Waits so many seconds."""


class ReplyStreamer:
    """Makes the replies of one turn."""

    def __init__(
        self,
        *,
        turn_id: str,
        client: ModelClient,
        history: History,
        emit: Callable[[EngineEvent], None],
        max_retries: int = MOST_RETRIES,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._turn_id = turn_id
        self._max_retries = max_retries
        self._client = client
        self._history = history
        self._emit = emit
        self._pause = pause
        self._base = ""
        """What stands of `text` whatever becomes of the request under way."""
        self._shown: PartialReply | None = None
        """The try whose words are shown."""
        self.text = ""
        """The words of the turn that have arrived so far, as shown."""
        self.choice: QuestionSet | None = None
        """The first choice in the words."""
        self.unreadable: UnreadableChoice | None = None
        """What in the last reply is meant as a choice and cannot be asked."""

    def take_text(self, text: str) -> None:
        if text:
            self.text += text
            self._emit(TextDelta(turn_id=self._turn_id, text=text))

    async def reply(
        self, request: ModelRequest, *, guess: SpeculativeRequest | None = None
    ) -> HistoryEntry:
        """Request one reply; it is stored, complete, when this returns.

        Args:
            request: What is sent.
            guess: A request that was sent ahead; this one is not sent if it is equal.

        Raises:
            ProviderError: If the model's service failed; the longest of what had arrived is stored.
            StoreError: If something could not be stored.
        """
        adopted = guess.adopt(request) if guess else None
        self._emit(RequestSent(turn_id=self._turn_id, ahead_s=adopted.age_s if adopted else 0.0))
        self._base, self._shown = self.text, None
        blank = self._history.begin_reply(turn_id=self._turn_id, model=self._client.profile.model)
        kept = current = PartialReply(blank)
        events = adopted.events() if adopted else self._client.stream(request)
        attempt = 0
        is_kept = False
        try:
            while True:
                try:
                    await self._stream(events, current, kept=kept)
                    self._check_said(current, request)
                    entry = await self._complete(current)
                except ProviderError as error:
                    kept = current if current.size >= kept.size else kept
                    wait_s = retry_delay(attempt + 1, error, most=self._max_retries)
                    await self._keep(kept)
                    if wait_s is None:
                        is_kept = True
                        self._show_again(kept, attempt)
                        raise
                    attempt += 1
                    logger.info("A reply broke off (%s); asking again", error.category.value)
                else:
                    is_kept = True
                    return entry
                self._emit(ReplyRestarted(turn_id=self._turn_id, text=self._base, attempt=attempt))
                current = PartialReply(blank)
                await self._pause(wait_s)
                events = self._client.stream(request)
        finally:
            if not is_kept:  # stopped: the user keeps what they saw
                await self._keep(self._shown or current)

    async def _keep(self, growing: PartialReply) -> None:
        """Store an attempt as it stands."""
        if not growing.is_empty:
            await self._history.save(growing.entry)

    def _show_again(self, kept: PartialReply, attempt: int) -> None:
        """Every attempt failed: show the longest one in full."""
        rest = kept.break_off()
        if self._shown is kept:
            self.take_text(rest)
        if self._shown is not kept and kept.text:
            self._emit(ReplyRestarted(turn_id=self._turn_id, text=self._base, attempt=attempt))
            self.text = self._base
            self.take_text(kept.text)

    async def _stream(
        self, arriving: AsyncGenerator[ModelEvent], growing: PartialReply, *, kept: PartialReply
    ) -> None:
        """Stream one attempt; store nothing of it while it is shorter than `kept`."""
        saver = asyncio.create_task(
            self._save_regularly(growing, kept), name=f"checkpoint-{self._turn_id}"
        )
        try:
            async with aclosing(arriving) as events:
                async for event in events:
                    match event:
                        case TextReceived():
                            self._arrived(growing, growing.add_text(event.text))
                        case TextWithdrawn():
                            self._withdraw(growing)
                        case ThinkingReceived():
                            self._emit(ThinkingDelta(turn_id=self._turn_id, text=event.text))
                        case BlockReceived():
                            block = self._with_own_id(event.block, growing)
                            self._arrived(growing, growing.add_block(block))
                        case ReplyReceived():
                            rest = growing.finish(event.stop_reason, model=event.model)
                            self._arrived(growing, rest, is_end=True)
                        case _:
                            assert_never(event)
        finally:
            saver.cancel()
            await asyncio.wait([saver])
            if not saver.cancelled():
                saver.exception()  # storing the end reports it

    def _withdraw(self, growing: PartialReply) -> None:
        """Hide text that turned out to be reasoning."""
        standing = growing.withdraw_text()
        if self._shown is growing:
            self.text = self._base
            self._emit(ReplyRestarted(turn_id=self._turn_id, text=self._base, attempt=0))
            self.take_text(standing)

    def _check_said(self, growing: PartialReply, request: ModelRequest) -> None:
        """Raises if the turn says nothing up to here (TF-14)."""
        if self.text.strip() or self.choice:
            return
        if not growing.is_said(may_call=request.tool_choice != "none"):
            growing.unfinish()
            if growing.has_written_call:
                raise ProviderError(_(_NOT_RUN), category=ErrorCategory.UNKNOWN, hint=_(_SWITCH_ON))
            raise ProviderError(
                _("Could not generate a response"),
                category=ErrorCategory.UNKNOWN,
                hint=_("Try again, or choose another model."),
            )

    async def _complete(self, growing: PartialReply) -> HistoryEntry:
        """Store a complete reply, and note what it asks."""
        await self._history.save(growing.entry)
        self.choice = self.choice or growing.choice
        self.unreadable = growing.unreadable
        if growing.has_written_call:
            self._emit(Notice(code="tool_call_written", text=_(_NOT_RUN), hint=_(_SWITCH_ON)))
        if self.unreadable is not None:
            self._emit(UnreadableChoiceFound(turn_id=self._turn_id, text=self.unreadable.text))
        return growing.entry

    def _arrived(self, growing: PartialReply, text: str, *, is_end: bool = False) -> None:
        """Show text; the first of an attempt replaces that of the one before."""
        if (text or is_end) and self._shown is not growing:
            self._shown = growing
            self.text = self._base
        self.take_text(text)

    def _with_own_id(self, block: Block, growing: PartialReply) -> Block:
        """Give a call an id that is unique in the conversation (Q-MODEL-31).

        Some model servers count their calls from 0 in every reply, others give them no id.
        """
        if not isinstance(block, ToolUseBlock):
            return block
        used = {
            call.id
            for entry in self._history.entries
            for call in entry.message.content
            if isinstance(call, ToolUseBlock)
        } | {call.id for call in growing.blocks if isinstance(call, ToolUseBlock)}
        wanted = block.id if block.id.strip() else _UNNAMED
        free, n = wanted, 1
        while free in used:
            n += 1
            free = f"{wanted}_{n}"
        return block if free == block.id else block.model_copy(update={"id": free})

    async def _save_regularly(self, growing: PartialReply, kept: PartialReply) -> None:
        while True:
            await asyncio.sleep(CHECKPOINT_S)
            if growing.changed and growing.size >= kept.size:
                entry = growing.entry
                await self._history.save(entry)
                growing.saved(entry)
