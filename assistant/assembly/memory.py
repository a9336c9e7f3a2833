"""Keeps what is to be remembered, tells of it, and takes it back. Engine loop only.

Facts come from the person's words and from the model's tool; both end in `_keep`. What the person
says explicitly is written before the turn begins, so that nothing that happens to the turn can lose
it. If the model then keeps the same matter in better words, these take the place of the person's.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol, TypeVar, assert_never

from assistant.assembly.memory_notices import MemoryNotices
from assistant.assembly.rewriting import QuietModel, rewrite
from assistant.conversation.engine import Handlers
from assistant.conversation.events import (
    ConversationOpened,
    EngineEvent,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.conversation.remembering import (
    ArchivedMemory,
    ArchivedRead,
    CompactMemory,
    MemoryFile,
    MemoryRead,
    MemorySaved,
    ReadArchived,
    ReadMemory,
    Remember,
    SaveMemory,
    UndoMemory,
)
from assistant.conversation.surroundings import Memo
from assistant.errors import AssistantError, MemoryFileError, StoreError
from assistant.locale import _
from assistant.memory.compaction import Refused, listed, target_of
from assistant.memory.editing import Full, Known, facts_of
from assistant.memory.facts import MAX_FACT, as_fact
from assistant.memory.keeper import MemoryKeeper
from assistant.memory.matter import is_same_matter
from assistant.memory.outcomes import Conflict, Forgotten, Kept, Stored, TooLong
from assistant.memory.recalling import Remembered, remembered
from assistant.memory.scope import Scope
from assistant.memory.waiting_facts import WaitingFact, read, written
from assistant.memory.whose import Whose
from assistant.memory.wish import Wish, may_want

_log = logging.getLogger(__name__)

REMEMBERED: Final = 10
"""Words of the person's that may wait for their turn; more than a conversation lets wait."""
WATCH_S: Final = 2.0
"""Seconds between two looks at the files, once somebody wants to see them."""
AHEAD_S: Final = 0.25
"""Seconds the person's words wait for the disk at most before their turn begins."""

WAITING: Final = "facts_waiting"
"""Under which the facts are stored that wait for room: the end of the program may come first."""

ResultT = TypeVar("ResultT")
_Place = tuple[Whose, Scope]


class InUse(Protocol):
    """Whose memory is in use; the settings of the person are that."""

    @property
    def workspace(self) -> str:
        """Name of the workspace."""
        ...

    @property
    def agent(self) -> str:
        """Name of the agent."""
        ...

    @property
    def user(self) -> str:
        """Name of the person."""
        ...


class Memories:
    """Handles the commands about memory, the explicit words, and what the model's tool keeps.

    Args:
        keeper: Reads and writes the files.
        model: Rewrites a memory that is full.
        in_use: Whose memory it is, as long as no conversation has said.
        is_automatic: Whether the model may keep facts by itself.
        emit: Takes events.
        hold: Runs work that ends with the program.
        memo: Keeps what waits for room between runs.
    """

    def __init__(
        self,
        *,
        keeper: MemoryKeeper,
        model: QuietModel,
        in_use: Callable[[], InUse],
        is_automatic: Callable[[], bool],
        emit: Callable[[EngineEvent], None],
        hold: Callable[[Coroutine[Any, Any, None], str], object],
        memo: Memo,
    ) -> None:
        self._keeper = keeper
        self._memo = memo
        self._model = model
        self._in_use = in_use
        self._is_automatic = is_automatic
        self._emit = emit
        self._notices = MemoryNotices(emit=emit)
        self._hold = hold
        self._opened: tuple[str, str] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._said: deque[tuple[str, list[Kept]]] = deque(maxlen=REMEMBERED)
        """The person's last words that had something kept; their turns may not have begun."""
        self._explicit: list[Kept] = []
        """What those of this turn had kept, as long as the model has not put it better."""
        self._waiting: dict[_Place, list[str]] = {}
        """Facts for which room is being made."""
        self._brought: list[WaitingFact] = []
        """Those of the last run that were not tried yet."""
        self._places: dict[str, _Place] = {}
        """The files that were told of, by path."""
        self._is_watched = False
        self._telling = asyncio.Lock()

    def handlers(self) -> Handlers:
        """Return the handlers of the commands about memory."""
        return {
            Remember: self._remember,
            UndoMemory: self._undo,
            ReadMemory: self._read,
            SaveMemory: self._save,
            CompactMemory: self._compact,
            ReadArchived: self._read_archived,
        }

    def begin(self) -> None:
        """Keep the facts that still waited for room when the last run ended; returns at once."""
        self._hold(self._make_up(), "memory-waiting")

    async def _make_up(self) -> None:
        try:
            waiting = read(await self._memo.get(WAITING))
        except StoreError as error:
            _log.warning("Facts that wait for room cannot be read: %s", error.message)
            return
        self._brought = list(waiting)
        for one in waiting:
            await self._run(self._keep(one.whose, one.scope, one.fact))
            self._brought.remove(one)
        if waiting:
            await self._store_waiting()

    def on_event(self, event: EngineEvent) -> None:
        """Follow which conversation is held and whether a turn is under way."""
        match event:
            case ConversationOpened() if event.workspace and event.agent:
                self._opened = (event.workspace, event.agent)
            case TurnStarted():
                self._model.turn_began()
                self._notices.turn_began()
                same = [kept for text, kept in self._said if text == event.text]
                self._explicit = same[-1] if same else []
            case TurnFinished() | TurnFailed():
                self._model.turn_ended()
            case _:
                pass

    async def aclose(self) -> None:
        """Finish what is being written."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    @property
    def _whose(self) -> Whose:
        person = self._in_use()
        workspace, agent = self._opened or (person.workspace, person.agent)
        return Whose(workspace=workspace, agent=agent, user=person.user)

    # The person's words.

    async def take_words(self, text: str) -> None:
        """Keep what these words explicitly want remembered."""
        wish = await asyncio.to_thread(_understood, text) if may_want(text) else None
        if wish is None:
            return
        kept: list[Kept] = []
        self._said.append((text.strip(), kept))
        task = self._start(self._fulfil(wish, kept))
        task.add_done_callback(_look)
        await asyncio.wait({task}, timeout=AHEAD_S)

    @staticmethod
    def may_take(text: str) -> bool:
        """Whether these words ask for something to be remembered or forgotten; changes nothing."""
        return _understood(text) is not None

    async def _fulfil(self, wish: Wish, done: list[Kept]) -> None:
        if not wish.facts and not self._is_automatic():
            # Only the model could know what is meant.
            self._notices.refused(_("Say in one sentence what I shall remember."))
        for wanted in wish.facts:
            if len(wanted.fact) > MAX_FACT:
                self._notices.too_long()
                continue
            kept = await self._keep(self._whose, wanted.scope, wanted.fact, is_asked=True)
            if isinstance(kept, Kept):
                done.append(kept)

    # What the model's tool keeps.

    async def remember(self, scope: Scope, fact: str) -> Kept | Known | Full | None:
        """Keep a fact that the model found important.

        Args:
            scope: Whom it concerns.
            fact: As `as_fact` gives it, at most `MAX_FACT` characters.

        Returns:
            What became of it; `Full` if room is being made for it; None if the person does not
            allow it.

        Raises:
            MemoryFileError: If it could not be written; the person was told.
        """
        if not self._is_automatic():
            return None
        return await asyncio.shield(self._start(self._keep_of_model(scope, fact)))

    async def _keep_of_model(self, scope: Scope, fact: str) -> Kept | Known | Full:
        raw = next((one for one in self._explicit if is_same_matter(one.fact, fact)), None)
        if raw is not None:
            self._explicit.remove(raw)
        better = None if raw is None else raw.change_id
        outcome = await self._keep(self._whose, scope, fact, better=better)
        if outcome is None:
            raise MemoryFileError(_("Saving to memory failed"))
        return outcome

    # What the model's tool takes out.

    async def forget(self, scope: Scope, fact: str) -> Forgotten | None:
        """Take a fact out, with a notice that can undo it.

        Returns:
            None if the memory does not say it.

        Raises:
            MemoryFileError: If it could not be written; the person was told.
        """
        return await asyncio.shield(self._start(self._forget(scope, fact)))

    async def _forget(self, scope: Scope, fact: str) -> Forgotten | None:
        try:
            done = await asyncio.to_thread(self._keeper.forget, self._whose, scope, fact)
        except MemoryFileError as error:
            self._tell_failure(error)
            raise
        if done is not None:
            self._notices.forgotten(done)
            await self._tell_files()
        return done

    async def remembered(self) -> tuple[Remembered, ...]:
        """Return what is remembered, and what was before: see `memory.recalling`."""
        return await asyncio.to_thread(remembered, self._keeper, self._whose)

    # Commands.

    async def _remember(self, command: Remember) -> None:
        fact = as_fact(command.fact)
        if not fact:
            self._notices.refused(_("There is nothing to remember in that."))
        elif len(fact) > MAX_FACT:
            self._notices.too_long()
        else:
            await self._run(self._keep(self._whose, command.scope, fact, is_asked=True))

    async def _undo(self, command: UndoMemory) -> None:
        await self._run(self._take_back(command.change_id))

    async def _take_back(self, change_id: str) -> None:
        try:
            change = await asyncio.to_thread(self._keeper.undo, change_id)
        except MemoryFileError as error:
            self._tell_failure(error)
            return
        if change is None:
            self._notices.not_undone(change_id)
        else:
            self._notices.undone(change)
            await self._tell_files()

    async def _read(self, command: ReadMemory) -> None:
        # Before it is told: what changes then shows.
        seen = await asyncio.to_thread(self._signature)
        await self._tell_files(always=True)
        if not self._is_watched:
            self._is_watched = True
            self._hold(self._watch(seen), "memory-watch")

    async def _watch(self, seen: tuple[object, ...]) -> None:
        while True:
            now = await asyncio.to_thread(self._signature)
            if now != seen:
                await self._tell_files()
            seen = now
            await asyncio.sleep(WATCH_S)

    def _signature(self) -> tuple[object, ...]:
        whose = self._whose
        return (whose, *self._keeper.signature(whose))

    async def _save(self, command: SaveMemory) -> None:
        await self._run(self._save_file(command))

    async def _save_file(self, command: SaveMemory) -> None:
        place: _Place | None = (self._whose, command.scope)
        if command.path:
            place = self._places.get(command.path)
        if place is None or place[1] is not command.scope:
            problem = _("It was changed meanwhile; nothing was done.")
            self._emit(MemorySaved(scope=command.scope, problem=problem))
            return
        try:
            outcome = await asyncio.to_thread(
                self._keeper.save, *place, command.text, command.digest
            )
        except MemoryFileError as error:
            self._tell_failure(error)
            problem = f"{_('Saving to memory failed')}: {error.message}"
            self._emit(MemorySaved(scope=command.scope, problem=problem))
            return
        match outcome:
            case TooLong():
                problem = _(
                    "The memory would have {characters} characters; it may have {limit}. Shorten"
                    " it, or have it shortened."
                ).format(characters=outcome.characters, limit=outcome.limit)
                self._emit(MemorySaved(scope=command.scope, problem=problem))
            case Conflict():
                self._emit(MemorySaved(scope=command.scope, conflict=self._file(outcome.now)))
            case Stored():
                self._notices.written()
                self._emit(MemorySaved(scope=command.scope))
                await self._tell_files()
            case _:
                assert_never(outcome)

    async def _compact(self, command: CompactMemory) -> None:
        self._hold(self._compact_file(self._whose, command.scope), "memory-compact")

    async def _compact_file(self, whose: Whose, scope: Scope) -> None:
        problem = await self._shorten(whose, scope)
        self._emit(MemorySaved(scope=scope, problem=problem))

    async def _read_archived(self, command: ReadArchived) -> None:
        text = await asyncio.to_thread(self._keeper.read_archived, self._whose, command.name)
        self._emit(ArchivedRead(name=command.name, text=text))

    # Keeping.

    async def _keep(
        self,
        whose: Whose,
        scope: Scope,
        fact: str,
        *,
        better: str | None = None,
        is_asked: bool = False,
        may_wait: bool = True,
    ) -> Kept | Known | Full | None:
        """Keep a fact and tell of it; None if it could not be written."""
        try:
            outcome = await asyncio.to_thread(self._keeper.keep, whose, scope, fact, better=better)
        except MemoryFileError as error:
            self._tell_failure(error)
            return None
        match outcome:
            case Kept():
                self._notices.kept(outcome)
                await self._tell_files()
            case Known() if is_asked:
                self._notices.known(outcome.fact)
            case Known():
                pass
            case Full() if may_wait:
                await self._wait_for_room((whose, scope), fact)
            case Full():
                self._notices.full(fact)
            case _:
                assert_never(outcome)
        return outcome

    async def _wait_for_room(self, place: _Place, fact: str) -> None:
        is_first = place not in self._waiting
        self._waiting.setdefault(place, []).append(fact)
        await self._store_waiting()
        if is_first:
            self._hold(self._make_room(place), "memory-room")

    async def _store_waiting(self) -> None:
        waiting = (
            WaitingFact(whose=whose, scope=scope, fact=fact)
            for (whose, scope), facts in self._waiting.items()
            for fact in facts
        )
        try:
            await self._memo.put(WAITING, written((*self._brought, *waiting)))
        except StoreError as error:
            _log.warning("Facts that wait for room cannot be stored: %s", error.message)

    async def _make_room(self, place: _Place) -> None:
        problem = await self._shorten(*place)
        await self._run(self._use_room(place, problem))

    async def _use_room(self, place: _Place, problem: str) -> None:
        for fact in self._waiting.pop(place, []):
            if problem:
                self._notices.full(fact, problem)
            else:
                await self._keep(*place, fact, may_wait=False)
        await self._store_waiting()

    async def _shorten(self, whose: Whose, scope: Scope) -> str:
        """Have a memory rewritten; returns why it was not, in the person's language."""
        read = await asyncio.to_thread(self._keeper.read, whose, scope)
        facts = tuple(fact.text.strip() for fact in facts_of(read.text))
        characters = len(listed(facts)) + 1
        target = min(target_of(read.limit, len(read.text) - characters), characters)
        if not facts or target <= 0:
            return _("There are no facts in it that could be shortened.")
        try:
            verdict = await rewrite(self._model, facts, target=target)
        except AssistantError as error:
            _log.warning("A memory could not be rewritten: %s", type(error).__name__)
            return _("The model could not shorten it: {problem}").format(problem=error.message)
        if isinstance(verdict, Refused):
            _log.warning("The rewriting of a memory was not taken: %s", verdict.why)
            return _("The model's shorter text was not good enough; nothing was changed.")
        try:
            done = await asyncio.to_thread(
                self._keeper.compact, whose, scope, read=read, facts=verdict.facts
            )
        except MemoryFileError as error:
            self._tell_failure(error)
            return f"{_('Saving to memory failed')}: {error.message}"
        if done is None:
            return _("It was changed meanwhile; nothing was done.")
        self._notices.compacted(done)
        await self._tell_files()
        return ""

    # Telling.

    def _tell_failure(self, error: MemoryFileError) -> None:
        _log.error("Saving to memory failed: %s", error.__cause__ or error.message)
        self._notices.failed(error)

    async def _tell_files(self, *, always: bool = False) -> None:
        """Say what the files say, to those who asked for it once."""
        if not always and not self._is_watched:
            return
        async with self._telling:  # what was read later is told later
            await self._tell_read(self._whose)

    async def _tell_read(self, whose: Whose) -> None:
        files = await asyncio.to_thread(self._keeper.read_all, whose)
        archive = await asyncio.to_thread(self._keeper.archived, whose)
        self._places |= {str(stored.path): (whose, stored.scope) for stored in files}
        self._emit(
            MemoryRead(
                files=tuple(self._file(stored) for stored in files),
                archive=tuple(
                    ArchivedMemory(
                        name=one.name,
                        scope=one.scope,
                        archived_at=one.at,
                        characters=one.characters,
                    )
                    for one in archive
                ),
            )
        )

    def _file(self, stored: Stored) -> MemoryFile:
        return MemoryFile(
            scope=stored.scope,
            path=str(stored.path),
            text=stored.text,
            digest=stored.digest,
            limit=stored.limit,
        )

    # Work that must not be cut short when whoever waits for it is cancelled.

    def _start(self, work: Coroutine[Any, Any, ResultT]) -> "asyncio.Task[ResultT]":
        task = asyncio.get_running_loop().create_task(work, name="memory")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        return await asyncio.shield(self._start(work))


def _understood(text: str) -> Wish | None:
    if not may_want(text):
        return None
    from assistant.memory.explicit import understand  # late: its patterns take 40 ms to compile

    return understand(text)


def _look(task: "asyncio.Task[None]") -> None:
    """Report a bug in work that nobody may be waiting for."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("Words could not be kept", exc_info=error)
