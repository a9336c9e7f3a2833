"""Has a full memory rewritten in the background to make room. Engine loop only.

Facts that wait for room are stored, as the program may end first.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from assistant.background_tasks import Spawn
from assistant.engine.memory.file_reporter import MemoryFileReporter, Place
from assistant.engine.memory.notices import MemoryNotices
from assistant.engine.memory.rewriter import BackgroundModel, rewrite_facts
from assistant.errors import AssistantError, MemoryFileError, StoreError
from assistant.locale import _, joined
from assistant.memory.keeper import MemoryKeeper
from assistant.memory.model.compaction import RewriteRejected, listed, target_of
from assistant.memory.model.file_edits import facts_of
from assistant.memory.model.pending_facts import PendingFact, read, written
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner
from assistant.storage.key_value import StateRepository

_log = logging.getLogger(__name__)

WAITING: Final = "facts_waiting"
"""Under which the facts are stored that wait for room."""


class MemoryCompactor:
    """Makes room, and keeps the facts that wait for it.

    Args:
        keep: Keeps a fact and tells of it; told whether it may wait for room.
        run: Runs work that is not cut short with the program.
    """

    def __init__(
        self,
        *,
        keeper: MemoryKeeper,
        model: BackgroundModel,
        memo: StateRepository,
        notices: MemoryNotices,
        files: MemoryFileReporter,
        spawn: Spawn,
        keep: Callable[[Place, str, bool], Coroutine[Any, Any, None]],
        run: Callable[[Coroutine[Any, Any, None]], Awaitable[None]],
    ) -> None:
        self._keeper = keeper
        self._model = model
        self._memo = memo
        self._notices = notices
        self._files = files
        self._spawn = spawn
        self._keep = keep
        self._run = run
        self._waiting: dict[Place, list[str]] = {}
        """Facts for which room is being made."""
        self._brought: list[PendingFact] = []
        """Those of the last run that were not tried yet."""

    def begin(self) -> None:
        """Keep the facts that still waited when the last run ended; returns at once."""
        self._spawn(self._make_up(), "memory-waiting")

    async def _make_up(self) -> None:
        try:
            waiting = read(await self._memo.get(WAITING))
        except StoreError as error:
            _log.warning("Facts that wait for room cannot be read: %s", error.message)
            return
        self._brought = list(waiting)
        for one in waiting:
            await self._run(self._keep((one.owner, one.scope), one.fact, True))
            self._brought.remove(one)
        if waiting:
            await self._store_waiting()

    async def wait_for(self, place: Place, fact: str) -> None:
        """Queue a fact and make room for it."""
        is_first = place not in self._waiting
        self._waiting.setdefault(place, []).append(fact)
        await self._store_waiting()
        if is_first:
            self._spawn(self._make_room(place), "memory-room")

    async def _store_waiting(self) -> None:
        waiting = (
            PendingFact(owner=owner, scope=scope, fact=fact)
            for (owner, scope), facts in self._waiting.items()
            for fact in facts
        )
        try:
            await self._memo.put(WAITING, written((*self._brought, *waiting)))
        except StoreError as error:
            _log.warning("Facts that wait for room cannot be stored: %s", error.message)

    async def _make_room(self, place: Place) -> None:
        problem = await self.shorten(*place)
        await self._run(self._use_room(place, problem))

    async def _use_room(self, place: Place, problem: str) -> None:
        for fact in self._waiting.pop(place, []):
            if problem:
                self._notices.full(fact, problem)
            else:
                await self._keep(place, fact, False)
        await self._store_waiting()

    async def shorten(self, owner: MemoryOwner, scope: MemoryScope) -> str:
        """Have a memory rewritten; returns why it failed, in the user's language."""
        read = await asyncio.to_thread(self._keeper.read, owner, scope)
        facts = tuple(fact.text.strip() for fact in facts_of(read.text))
        characters = len(listed(facts)) + 1
        target = min(target_of(read.limit, len(read.text) - characters), characters)
        if not facts or target <= 0:
            return _("There are no facts in it that could be shortened.")
        try:
            verdict = await rewrite_facts(self._model, facts, target=target)
        except AssistantError as error:
            _log.warning("A memory could not be rewritten: %s", type(error).__name__)
            return _("The model could not shorten it: {problem}").format(problem=error.message)
        if isinstance(verdict, RewriteRejected):
            _log.warning("The rewriting of a memory was not taken: %s", verdict.why)
            return _("The model's shorter text was not good enough; nothing was changed.")
        try:
            done = await asyncio.to_thread(
                self._keeper.compact, owner, scope, read=read, facts=verdict.facts
            )
        except MemoryFileError as error:
            self._notices.failed(error)
            return joined(_("Saving to memory failed"), error.message, separator=": ")
        if done is None:
            return _("It was changed meanwhile; nothing was done.")
        self._notices.compacted(done)
        await self._files.tell()
        return ""
