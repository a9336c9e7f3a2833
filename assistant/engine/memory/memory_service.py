"""Keeps facts, notifies the user, and undoes changes. Engine loop only.

Facts come from the user's words and from the model's tool; both end in `_keep`. An explicit request
of the user is written before the turn begins, so a failed turn cannot lose it. If the model then
words the same fact better, its version replaces the user's.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar, assert_never

from assistant.background_tasks import Spawn
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.memory.compactor import MemoryCompactor
from assistant.engine.memory.file_reporter import MemoryFileReporter, Place
from assistant.engine.memory.notices import MemoryNotices
from assistant.engine.memory.rewriter import BackgroundModel
from assistant.errors import MemoryFileError
from assistant.locale import _, joined
from assistant.memory.keeper import MemoryKeeper, Rewriting
from assistant.memory.model.fact_similarity import is_same_fact
from assistant.memory.model.facts import MAX_FACT, as_fact
from assistant.memory.model.file_edits import AlreadyKnown, MemoryFull
from assistant.memory.model.outcomes import (
    ForgottenFact,
    KeptFact,
    MemoryConflict,
    MemoryTooLong,
    StoredMemory,
)
from assistant.memory.model.request import MemoryRequest, may_be_request
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner
from assistant.memory.search import MemoryLine, memory_lines
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.memory import (
    ArchivedRead,
    CompactMemory,
    MemorySaved,
    ReadArchived,
    ReadMemory,
    Remember,
    SaveMemory,
    UndoMemory,
)
from assistant.protocol.turns import TurnFailed, TurnFinished, TurnStarted
from assistant.settings import UserSettings
from assistant.storage.key_value import StateRepository

_log = logging.getLogger(__name__)

REMEMBERED: Final = 10
"""Words of the user's that may wait for their turn; more than a conversation lets wait."""
AHEAD_S: Final = 0.25
"""Seconds the user's words wait for the disk at most before their turn begins."""

ResultT = TypeVar("ResultT")


class MemoryService:
    """Handles the commands about memory, the explicit words, and what the model's tool keeps.

    Args:
        in_use: Whose memory it is, as long as no conversation has said.
        is_automatic: Whether the model may keep facts by itself.
    """

    def __init__(
        self,
        *,
        keeper: MemoryKeeper,
        model: BackgroundModel,
        in_use: Callable[[], UserSettings],
        is_automatic: Callable[[], bool],
        emit: Callable[[EngineEvent], None],
        spawn: Spawn,
        memo: StateRepository,
    ) -> None:
        self._keeper = keeper
        self._model = model
        self._in_use = in_use
        self._is_automatic = is_automatic
        self._emit = emit
        self._notices = MemoryNotices(emit=emit)
        self._spawn = spawn
        self._opened: tuple[str, str] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._said: deque[tuple[str, list[KeptFact]]] = deque(maxlen=REMEMBERED)
        """The user's last words that had something kept; their turns may not have begun."""
        self._explicit: list[KeptFact] = []
        """What those of this turn had kept, as long as the model has not put it better."""
        self._files = MemoryFileReporter(
            keeper=keeper, owner=lambda: self._whose, emit=emit, spawn=spawn
        )
        self._room = MemoryCompactor(
            keeper=keeper,
            model=model,
            memo=memo,
            notices=self._notices,
            files=self._files,
            spawn=spawn,
            keep=self._keep_in,
            run=self._run,
        )

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(Remember, self._remember)
        commands.register(UndoMemory, self._undo)
        commands.register(ReadMemory, self._files.read)
        commands.register(SaveMemory, self._save)
        commands.register(CompactMemory, self._compact)
        commands.register(ReadArchived, self._read_archived)

    def begin(self) -> None:
        """Keep the facts that still waited for room when the last run ended; returns at once."""
        self._room.begin()

    def on_event(self, event: EngineEvent) -> None:
        """Follow the current conversation and its turns."""
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

    def tell_rewriting(self, rewriting: Rewriting) -> Callable[[], None]:
        """Call `rewriting` before a file is rewritten in fewer words; the result unsubscribes."""
        return self._keeper.tell_rewriting(rewriting)

    async def aclose(self) -> None:
        """Finish pending writes."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    @property
    def _whose(self) -> MemoryOwner:
        person = self._in_use()
        workspace, agent = self._opened or (person.workspace, person.agent)
        return MemoryOwner(workspace=workspace, agent=agent, user=person.user)

    # The user's words.

    async def take_words(self, text: str) -> None:
        """Remember what these words explicitly ask to remember."""
        wish = await asyncio.to_thread(_understood, text) if may_be_request(text) else None
        if wish is None:
            return
        kept: list[KeptFact] = []
        self._said.append((text.strip(), kept))
        task = self._start(self._fulfil(wish, kept))
        task.add_done_callback(_look)
        await asyncio.wait({task}, timeout=AHEAD_S)

    @staticmethod
    def may_take(text: str) -> bool:
        """Whether these words ask to remember or forget something; changes nothing."""
        return _understood(text) is not None

    async def _fulfil(self, wish: MemoryRequest, done: list[KeptFact]) -> None:
        if not wish.facts and not self._is_automatic():
            # Only the model could know what is meant.
            self._notices.refused(_("Say in one sentence what I shall remember."))
        for wanted in wish.facts:
            if len(wanted.fact) > MAX_FACT:
                self._notices.too_long()
                continue
            kept = await self._keep(self._whose, wanted.scope, wanted.fact, is_asked=True)
            if isinstance(kept, KeptFact):
                done.append(kept)

    # What the model's tool keeps.

    async def remember(
        self, scope: MemoryScope, fact: str, *, influences: str = ""
    ) -> KeptFact | AlreadyKnown | MemoryFull | None:
        """Keep a fact that the model found important; `as_fact` normalised it.

        The notice names whose words may have wanted it, if `influences` does.

        Returns:
            What became of it; `MemoryFull` if room is being made for it; None if the user does not
            allow it.

        Raises:
            MemoryFileError: If it could not be written; a notice says so.
        """
        if not self._is_automatic():
            return None
        return await asyncio.shield(self._start(self._keep_of_model(scope, fact, influences)))

    async def _keep_of_model(
        self, scope: MemoryScope, fact: str, influences: str
    ) -> KeptFact | AlreadyKnown | MemoryFull:
        raw = next((one for one in self._explicit if is_same_fact(one.fact, fact)), None)
        if raw is not None:
            self._explicit.remove(raw)
        better = None if raw is None else raw.change_id
        outcome = await self._keep(self._whose, scope, fact, better=better, influences=influences)
        if outcome is None:
            raise MemoryFileError(_("Saving to memory failed"))
        return outcome

    # What the model's tool takes out.

    async def forget(self, scope: MemoryScope, fact: str) -> ForgottenFact | None:
        """Remove a fact, with a notice that can undo it; None if the memory lacks it.

        Raises:
            MemoryFileError: If it could not be written; a notice says so.
        """
        return await asyncio.shield(self._start(self._forget(scope, fact)))

    async def _forget(self, scope: MemoryScope, fact: str) -> ForgottenFact | None:
        try:
            done = await asyncio.to_thread(self._keeper.forget, self._whose, scope, fact)
        except MemoryFileError as error:
            self._notices.failed(error)
            raise
        if done is not None:
            self._notices.forgotten(done)
            await self._files.tell()
        return done

    async def remembered(self) -> tuple[MemoryLine, ...]:
        """Present and earlier facts; see `memory_lines`."""
        return await asyncio.to_thread(memory_lines, self._keeper, self._whose)

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
            self._notices.failed(error)
            return
        if change is None:
            self._notices.not_undone(change_id)
        else:
            self._notices.undone(change)
            await self._files.tell()

    async def _save(self, command: SaveMemory) -> None:
        await self._run(self._save_file(command))

    async def _save_file(self, command: SaveMemory) -> None:
        place: Place | None = (self._whose, command.scope)
        if command.path is not None:
            place = self._files.place_of(command.path)
        if place is None or place[1] is not command.scope:
            problem = _("It was changed meanwhile; nothing was done.")
            self._emit(MemorySaved(scope=command.scope, problem=problem))
            return
        try:
            outcome = await asyncio.to_thread(
                self._keeper.save, *place, command.text, command.digest
            )
        except MemoryFileError as error:
            self._notices.failed(error)
            problem = joined(_("Saving to memory failed"), error.message, separator=": ")
            self._emit(MemorySaved(scope=command.scope, problem=problem))
            return
        match outcome:
            case MemoryTooLong():
                problem = _(
                    "The memory would have {characters} characters; it may have {limit}. Shorten"
                    " it, or have it shortened."
                ).format(characters=outcome.characters, limit=outcome.limit)
                self._emit(MemorySaved(scope=command.scope, problem=problem))
            case MemoryConflict():
                self._emit(MemorySaved(scope=command.scope, conflict=outcome.now))
            case StoredMemory():
                self._notices.written()
                self._emit(MemorySaved(scope=command.scope))
                await self._files.tell()
            case _:
                assert_never(outcome)

    async def _compact(self, command: CompactMemory) -> None:
        self._spawn(self._compact_file(self._whose, command.scope), "memory-compact")

    async def _compact_file(self, owner: MemoryOwner, scope: MemoryScope) -> None:
        problem = await self._room.shorten(owner, scope)
        self._emit(MemorySaved(scope=scope, problem=problem))

    async def _read_archived(self, command: ReadArchived) -> None:
        text = await asyncio.to_thread(self._keeper.archive.read, self._whose, command.name)
        self._emit(ArchivedRead(name=command.name, text=text))

    # Keeping.

    async def _keep_in(self, place: Place, fact: str, may_wait: bool) -> None:
        await self._keep(*place, fact, may_wait=may_wait)

    async def _keep(
        self,
        owner: MemoryOwner,
        scope: MemoryScope,
        fact: str,
        *,
        better: str | None = None,
        is_asked: bool = False,
        influences: str = "",
        may_wait: bool = True,
    ) -> KeptFact | AlreadyKnown | MemoryFull | None:
        """Keep a fact and notify; None if it could not be written."""
        try:
            outcome = await asyncio.to_thread(self._keeper.keep, owner, scope, fact, better=better)
        except MemoryFileError as error:
            self._notices.failed(error)
            return None
        match outcome:
            case KeptFact():
                self._notices.kept(outcome, influences=influences)
                await self._files.tell()
            case AlreadyKnown() if is_asked:
                self._notices.known(outcome.fact)
            case AlreadyKnown():
                pass
            case MemoryFull() if may_wait:
                await self._room.wait_for((owner, scope), fact)
            case MemoryFull():
                self._notices.full(fact)
            case _:
                assert_never(outcome)
        return outcome

    # Work that must not be cut short when a waiting task is cancelled.

    def _start(self, work: Coroutine[Any, Any, ResultT]) -> "asyncio.Task[ResultT]":
        task = asyncio.get_running_loop().create_task(work, name="memory")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        return await asyncio.shield(self._start(work))


def _understood(text: str) -> MemoryRequest | None:
    if not may_be_request(text):
        return None
    from assistant.memory.model.request_parser import (
        parse_memory_request,
    )  # late: its patterns take 40 ms to compile

    return parse_memory_request(text)


def _look(task: "asyncio.Task[None]") -> None:
    """Log a bug in a task that no one awaits."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("Words could not be kept", exc_info=error)
