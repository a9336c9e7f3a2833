"""Asks the model to summarise memory that does not fit and messages that are no longer sent.

Engine loop only. A call has 20 seconds and no tools. Memory summaries are cached across turns and
restarts. Two callers that want the same summary share one call.
"""

import asyncio
import logging
from collections.abc import Collection
from typing import Final

from pydantic import TypeAdapter, ValidationError

from assistant.conversation.context.model.memory_summaries import (
    SummaryCache,
    SummaryRequest,
    bullet_lines,
)
from assistant.errors import AssistantError, ErrorCategory, ProviderError, StoreError
from assistant.llm import single_request
from assistant.llm.messages_api.model_client import ModelClient
from assistant.locale import _
from assistant.storage.key_value import StateRepository

logger = logging.getLogger(__name__)

MEMORY_SUMMARIES: Final = "memory_summaries"
"""Under which the summaries of memories are stored."""

_texts: Final = TypeAdapter(dict[str, str])


class Summariser:
    """Has a model sum up texts.

    Args:
        client: The model.
        memo: Keeps summaries of memories between runs; None forgets them with this object.
    """

    def __init__(self, *, client: ModelClient, memo: StateRepository | None) -> None:
        self._client = client
        self._memo = memo
        self._kept: SummaryCache | None = None
        self._under_way: dict[tuple[str, int], asyncio.Task[str]] = {}
        self._behind: set[asyncio.Task[str]] = set()
        """Those of them that nobody waits for."""

    def use(self, client: ModelClient) -> None:
        self._client = client

    async def memory(self, wanted: SummaryRequest) -> str:
        """Summarise a memory, or reuse a cached summary that is short enough.

        Raises:
            ProviderError: If the model fails, is too slow, or does not answer as it was asked to.
        """
        found = await self.find(wanted)
        if found is not None:
            return found
        task = self._begin(wanted)
        self._behind.discard(task)
        return await asyncio.shield(task)

    async def find(self, wanted: SummaryRequest) -> str | None:
        """A cached summary that is short enough."""
        return (await self._load()).find(wanted)

    def begin(self, wanted: SummaryRequest) -> None:
        """Start a summary for `find`; failures are silent."""
        if (wanted.digest, wanted.target) not in self._under_way:
            self._behind.add(self._begin(wanted))

    async def stop(self) -> None:
        """Cancel summaries that no turn waits for."""
        await _cancel(self._behind)

    async def ask(self, *, instruction: str, message: str, target: int) -> str:
        """Ask for `- ` lines of at most `target` characters.

        Raises:
            ProviderError: If the model fails, is too slow, or does not answer as it was asked to.
        """
        answer = await single_request.ask(self._client, instruction, message)
        lines = bullet_lines(answer.text, target=target)
        if lines is None:
            raise ProviderError(_("Could not generate a response"), category=ErrorCategory.UNKNOWN)
        return lines

    async def aclose(self) -> None:
        """Cancel pending work."""
        await _cancel(self._under_way.values())

    def _begin(self, wanted: SummaryRequest) -> asyncio.Task[str]:
        key = (wanted.digest, wanted.target)
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.create_task(self._make(wanted), name="memory-summary")
            self._under_way[key] = task
            task.add_done_callback(lambda done: self._forget(key, done))
        return task

    def _forget(self, key: tuple[str, int], done: asyncio.Task[str]) -> None:
        del self._under_way[key]
        self._behind.discard(done)
        if not done.cancelled():
            done.exception()  # callers that still wait get it

    async def _make(self, wanted: SummaryRequest) -> str:
        found = await self.find(wanted)
        if found is not None:
            return found
        text = await self.ask(
            instruction=wanted.instruction, message=wanted.message, target=wanted.target
        )
        self._kept = (await self._load()).with_summary(wanted, text)
        if self._memo is not None:
            try:
                await self._memo.put(
                    MEMORY_SUMMARIES, _texts.dump_json(dict(self._kept.texts)).decode()
                )
            except StoreError as error:
                logger.warning("A summary cannot be kept: %s", error.message)
        return text

    async def _load(self) -> SummaryCache:
        if self._kept is None:
            stored = SummaryCache(texts=await self._stored())
            self._kept = self._kept or stored  # two may have asked at the same time
        return self._kept

    async def _stored(self) -> dict[str, str]:
        if self._memo is None:
            return {}
        try:
            return _texts.validate_json(await self._memo.get(MEMORY_SUMMARIES) or "{}")
        except (AssistantError, ValidationError):
            logger.debug("No summaries of before can be read")
            return {}


async def _cancel(tasks: Collection[asyncio.Task[str]]) -> None:
    tasks = tuple(tasks)
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
