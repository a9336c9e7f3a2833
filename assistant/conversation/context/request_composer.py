"""Composes the requests of a conversation, turn by turn. Engine loop only.

Keeps the state between requests: the start of the message window, the summary of earlier messages,
and the sizes that the service rejected. The rules are in `request_layout`, `context_window`,
`memory_summaries` and `rolling_summary`, in `model/`.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from assistant.conversation.context.model.context_report import OmittedMessages, context_report
from assistant.conversation.context.model.layers import ContextLayers, ContextLimits, limit_for
from assistant.conversation.context.model.memory_summaries import SummaryRequest, newest_lines
from assistant.conversation.context.model.message_groups import is_user_message
from assistant.conversation.context.model.request_layout import (
    ComposedRequest,
    ComposerState,
    composed,
    needed_summaries,
)
from assistant.conversation.context.model.rolling_summary import covering_summary
from assistant.conversation.context.summariser import Summariser
from assistant.conversation.context.summary_updater import SummaryUpdater
from assistant.conversation.conversation_config import ConversationConfig
from assistant.conversation.history.message_history import History, HistoryEntry
from assistant.errors import AssistantError
from assistant.llm.messages_api.model_client import ModelRequest
from assistant.locale import _
from assistant.protocol.client import Listener
from assistant.protocol.notices import Notice
from assistant.protocol.sent_context import Layer

logger = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 500
"""Messages that are counted on the loop; more of them would keep it for a millisecond or longer."""
MOST_TRIES: Final = 3
"""How often a summary that fails is asked for while a conversation is held."""
LAST_MESSAGE: Final = 1
"""Messages that are sent where even half the budget is too much."""


class RequestComposer:
    """What is sent of one conversation."""

    def __init__(
        self, *, surroundings: ConversationConfig, history: History, emit: Listener
    ) -> None:
        self._with = surroundings
        self._history = history
        self._emit = emit
        self._summariser = Summariser(client=surroundings.client, memo=surroundings.memo)
        self._standing = ComposerState()
        self._is_loaded = False
        self._last: ComposedRequest | None = None
        self._settling = SummaryUpdater(history=history, summariser=self._summariser)
        self._telling: set[asyncio.Task[None]] = set()
        self._left_out = OmittedMessages()
        self._failed: dict[str, FailedSummary] = {}
        """What could not be summarised, by digest: tried again behind the turns, not waited for."""
        self._told_cut: set[Layer] = set()
        """The memories that were cut in the last request; the user knows."""
        self.limits = _limits(surroundings)
        """How much may be sent: less than was configured once the service refused that."""

    def use(self, surroundings: ConversationConfig) -> None:
        """Use this configuration from now on; call between turns."""
        self._with = surroundings
        self._summariser.use(surroundings.client)
        self._standing = replace(self._standing, anchor=None)
        self._last = None
        self._failed.clear()
        self.limits = _limits(surroundings)

    def use_tools(self, surroundings: ConversationConfig) -> None:
        """Offer other tools from the next request on; all else stays."""
        self._with = surroundings

    @property
    def entries(self) -> Sequence[HistoryEntry]:
        """The present history."""
        return tuple(self._history.entries)

    @property
    def limit(self) -> int:
        return limit_for(self.limits, self._with.client.profile, self._with.specs)

    @property
    def size(self) -> int:
        """Characters of the last request, or the limit if there was none."""
        return self.limit if self._last is None else self._last.size

    async def for_turn(self, layers: ContextLayers, *, turn_id: str) -> "TurnComposer":
        await self._make_way()
        return TurnComposer(composing=self, layers=layers, turn_id=turn_id)

    async def ahead(
        self, layers: ContextLayers, entries: Sequence[HistoryEntry], *, turn_id: str
    ) -> ModelRequest:
        """Compose the request of a turn that may come; emits nothing."""
        await self._make_way()
        draft = await self.draft(layers, entries, turn_id=turn_id, limits=self.limits)
        return draft.composed.request

    async def draft(
        self,
        layers: ContextLayers,
        entries: Sequence[HistoryEntry],
        *,
        turn_id: str,
        limits: ContextLimits,
    ) -> "RequestDraft":
        """Compose a request; memories that do not fit are summarised first.

        The entries include the words that the request answers.
        """
        answers = next((e.answers for e in reversed(entries) if is_user_message(e)), None)
        waiting = await self._with.waiting_turns(self._history.conversation_id, answers)
        standing = replace(self._standing, waiting=frozenset(waiting))
        wanted = needed_summaries(
            self._with, layers, entries, turn_id=turn_id, limits=limits, standing=standing
        )
        texts, compressed = await self._compress(wanted) if wanted else ({}, ())
        return RequestDraft(
            composed=composed(
                self._with,
                layers,
                entries,
                turn_id=turn_id,
                limits=limits,
                standing=standing,
                texts=texts,
                compressed=compressed,
            ),
            entries=entries,
        )

    def sent(self, draft: "RequestDraft", *, turn_id: str, is_reduced: bool) -> None:
        """Note what was composed for a turn, and report it once the request is on its way."""
        self._last = draft.composed
        self._tell_cut(draft.composed)
        self._standing = replace(self._standing, anchor=draft.composed.anchor)
        task = asyncio.create_task(self._tell(draft, turn_id, is_reduced), name="context-sent")
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    def report_omitted(self) -> None:
        """Emit that all but the last message were left out."""
        self._emit(
            Notice(
                code="context_reduced",
                text=_("The conversation is long; older content was left out"),
            )
        )

    def turn_ended(self) -> None:
        """Run deferred work: summaries."""
        self._take_settled()
        for digest, failed in self._failed.items():
            if failed.tries < MOST_TRIES:
                self._failed[digest] = replace(failed, tries=failed.tries + 1)
                self._summariser.begin(failed.wanted)
        if self.limits.summary and self._last is not None:
            self._settling.begin(self._with, self._last, self._standing)

    async def aclose(self) -> None:
        """Cancel pending work."""
        await self._settling.stop()
        await self._summariser.aclose()
        if self._telling:
            await asyncio.wait(self._telling)

    async def _make_way(self) -> None:
        """Stop summaries if the model does one thing at a time."""
        if self._with.client.profile.name == "local":
            await self._settling.stop()
            await self._summariser.stop()
        if not self._is_loaded:
            self._standing = replace(
                self._standing, summaries=await self._settling.stored(self._with)
            )
            self._is_loaded = True
        self._take_settled()
        if self._standing.anchor is None and self.limits.summary:
            entries = self._history.entries
            found = covering_summary(self._standing.summaries, entries, begins=len(entries) - 1)
            if found is not None:  # what is summed up already need not be sent
                anchor = entries[found.index + 1].uuid
                self._standing = replace(self._standing, anchor=anchor)

    def _take_settled(self) -> None:
        """Apply what was settled between turns; never during one.

        The window may have moved further meanwhile, and then it stays there.
        """
        settled = self._settling.take()
        if settled is None:
            return
        known = {settled.anchor, self._standing.anchor}
        anchor = next((e.uuid for e in reversed(self._history.entries) if e.uuid in known), None)
        self._standing = replace(self._standing, summaries=settled.summaries, anchor=anchor)

    async def _compress(
        self, wanted: Sequence[SummaryRequest]
    ) -> tuple[dict[Layer, str], tuple[Layer, ...]]:
        """Text to send for these memories, and which of it is a summary."""
        made = await asyncio.gather(*map(self._summary_of, wanted))
        texts = {
            one.layer: newest_lines(one.text, one.target) if text is None else text
            for one, text in zip(wanted, made, strict=True)
        }
        compressed = tuple(
            one.layer for one, text in zip(wanted, made, strict=True) if text is not None
        )
        return texts, compressed

    async def _summary_of(self, wanted: SummaryRequest) -> str | None:
        """A summary, or None; waits once for each text."""
        if wanted.digest in self._failed:
            found = await self._summariser.find(wanted)
            if found is not None:
                del self._failed[wanted.digest]
            return found
        try:
            return await self._summariser.memory(wanted)
        except AssistantError as error:
            self._failed[wanted.digest] = FailedSummary(wanted=wanted)
            logger.debug("A memory could not be summarised: %s", error.message)
            return None

    def _tell_cut(self, composed: ComposedRequest) -> None:
        """Notify once for each memory that was cut."""
        cut = {
            layer
            for layer, text in composed.system.items()
            if len(text) < len(composed.full[layer]) and layer not in composed.compressed
        }
        if cut and not cut <= self._told_cut:
            self._emit(
                Notice(
                    code="memory_cut",
                    text=_("The memory is too long and could not be summarised."),
                    hint=_("Its newest lines were sent. Nothing was deleted."),
                )
            )
        self._told_cut = cut

    async def _tell(self, draft: "RequestDraft", turn_id: str, is_reduced: bool) -> None:
        begins = draft.composed.window.begins
        if abs(begins - self._left_out.messages) > MOST_AT_ONCE:  # the request goes first
            left_out = await asyncio.to_thread(self._left_out.upto, draft.entries, begins)
        else:
            left_out = self._left_out.upto(draft.entries, begins)
        self._left_out = left_out
        self._emit(
            context_report(
                draft.composed,
                turn_id=turn_id,
                profile=self._with.client.profile,
                left_out=left_out,
                is_reduced=is_reduced,
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedSummary:
    """A memory that could not be summarised."""

    wanted: SummaryRequest
    tries: int = 1


def _limits(surroundings: ConversationConfig) -> ContextLimits:
    has_layers = surroundings.client.profile.system_prompt is None
    limits = surroundings.limits
    return replace(limits, summary=limits.summary and has_layers)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestDraft:
    """A request and the history it was composed from."""

    composed: ComposedRequest
    entries: Sequence[HistoryEntry]


class TurnComposer:
    """Composes the requests of one turn."""

    def __init__(self, *, composing: RequestComposer, layers: ContextLayers, turn_id: str) -> None:
        self._composing = composing
        self._layers = layers
        self._turn_id = turn_id
        self._reductions = 0
        self._limits = composing.limits

    async def compose(self) -> ModelRequest:
        draft = await self._composing.draft(
            self._layers,
            self._composing.entries,
            turn_id=self._turn_id,
            limits=self._limits,
        )
        self._composing.sent(draft, turn_id=self._turn_id, is_reduced=self._reductions > 0)
        return draft.composed.request

    def reduce(self) -> bool:
        """Halve what is sent; the second time, send the last message alone and say so.

        The service refused the last request as too long. The conversation keeps to the half, unless
        that request was over the limit already, as the last messages are always sent: then the
        limit is not at fault. The third time there is nothing left to do.

        Returns:
            Whether it is worth asking again.
        """
        self._reductions += 1
        match self._reductions:
            case 1:
                size, limit = self._composing.size, self._composing.limit
                self._limits = replace(self._limits, max_characters=min(size, limit) // 2)
                if size <= limit:
                    self._composing.limits = self._limits
            case 2:
                self._limits = replace(self._limits, recent_messages=LAST_MESSAGE, summary=False)
                self._composing.report_omitted()
            case _:
                return False
        return True
