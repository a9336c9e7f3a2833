"""Updates the rolling summary of a conversation in the background. Engine loop only.

A new summary takes effect between turns; requests within a turn stay consistent. The rules are in
`rolling_summary` and `request_layout`, in `model/`.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from assistant.conversation.context.model.request_layout import (
    ComposedRequest,
    ComposerState,
    next_window_start,
)
from assistant.conversation.context.model.rolling_summary import (
    INSTRUCTION,
    MAX_SUMMARY_CHARACTERS,
    MOST_KEPT,
    RollingSummary,
    covering_summary,
    dropped_text,
    read_kept,
    summary_prompt,
    write_kept,
)
from assistant.conversation.context.summariser import Summariser
from assistant.conversation.conversation_config import ConversationConfig
from assistant.conversation.history.message_history import History
from assistant.errors import AssistantError

logger = logging.getLogger(__name__)

SUMMARY_KEY: Final = "summary:"
"""Prefix of the name under which the summaries of a conversation are stored; its id follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryUpdate:
    """What was done behind the turns: a new summary, and where the window begins with it."""

    summaries: Sequence[RollingSummary]
    anchor: str


class SummaryUpdater:
    """The rolling summary of one conversation."""

    def __init__(self, *, history: History, summariser: Summariser) -> None:
        self._history = history
        self._summariser = summariser
        self._task: asyncio.Task[None] | None = None
        self._settled: SummaryUpdate | None = None

    async def stored(self, surroundings: ConversationConfig) -> tuple[RollingSummary, ...]:
        """Summaries of earlier runs; none if they cannot be read."""
        if surroundings.memo is None:
            return ()
        try:
            return read_kept(await surroundings.memo.get(self._key))
        except AssistantError as error:
            logger.debug("No summary of before can be read: %s", error.message)
            return ()

    def begin(
        self, surroundings: ConversationConfig, last: ComposedRequest, standing: ComposerState
    ) -> None:
        """Summarise what is not sent any more, unless that is under way."""
        if self._task is None or self._task.done():
            work = self._settle(surroundings, last, standing)
            self._task = asyncio.create_task(work, name="rolling-summary")

    def take(self) -> SummaryUpdate | None:
        """Return what was made since the last call."""
        settled, self._settled = self._settled, None
        return settled

    async def stop(self) -> None:
        """Cancel what is under way."""
        task, self._task = self._task, None
        if task is not None and not task.done():
            task.cancel()
            await asyncio.wait([task])

    async def _settle(
        self, surroundings: ConversationConfig, last: ComposedRequest, standing: ComposerState
    ) -> None:
        """Keep the summary up to date; on failure there is none."""
        try:
            await self._sum_up(surroundings, last, standing)
        except AssistantError as error:
            logger.debug("The conversation could not be summed up: %s", error.message)
        except Exception:  # the task's boundary: a bug here must not be one of the conversation
            logger.exception("Summing up the conversation failed")

    async def _sum_up(
        self, surroundings: ConversationConfig, last: ComposedRequest, standing: ComposerState
    ) -> None:
        """Summarise what is not sent any more; move the window first if it will not last long.

        Raises:
            ProviderError: If the model fails; nothing has changed then.
            StoreError: If the summary cannot be kept; it is used all the same.
        """
        entries = tuple(self._history.entries)
        begins = next_window_start(surroundings, entries, last, standing=standing)
        before = covering_summary(standing.summaries, entries, begins=begins)
        since = 0 if before is None else before.index + 1
        if since >= begins:
            return
        words = await asyncio.to_thread(dropped_text, entries[since:begins])
        if not words:
            return
        text = await self._summariser.ask(
            instruction=INSTRUCTION.format(target=MAX_SUMMARY_CHARACTERS),
            message=summary_prompt("" if before is None else before.summary.text, words),
            target=MAX_SUMMARY_CHARACTERS,
        )
        summaries = (
            *standing.summaries[1 - MOST_KEPT :],
            RollingSummary(upto=entries[begins - 1].uuid, text=text),
        )
        self._settled = SummaryUpdate(summaries=summaries, anchor=entries[begins].uuid)
        if surroundings.memo is not None:
            await surroundings.memo.put(self._key, write_kept(summaries))

    @property
    def _key(self) -> str:
        return SUMMARY_KEY + self._history.conversation_id
