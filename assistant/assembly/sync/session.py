"""What synchronises a core with one server, from when it is set up until that changes.

Imported when synchronising is set up, and not before everything else is loaded. Engine loop only.
"""

import asyncio
import platform
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

from assistant.engine.core import Core
from assistant.engine.sync.arrivals import Arrivals
from assistant.engine.sync.conflict_questions import ConflictQuestions
from assistant.engine.sync.conversation_updates import ConversationUpdates
from assistant.engine.sync.document_trash import DocumentTrash
from assistant.engine.sync.line_conflicts import LineConflicts
from assistant.engine.sync.question_updates import QuestionUpdates
from assistant.engine.sync.record_conflicts import RecordConflicts
from assistant.engine.sync.setting_updates import SettingUpdates
from assistant.engine.sync.turn_claims import TurnClaims
from assistant.errors import AssistantError
from assistant.questions.model.question import Origin
from assistant.settings import SyncSettings
from assistant.sync.documents.document_files import DocumentFiles
from assistant.sync.documents.document_sync import DocumentSync
from assistant.sync.documents.model.document_name import DocumentName
from assistant.sync.left_out_files import LeftOutFiles
from assistant.sync.model.applied import Applied
from assistant.sync.model.known_devices import KnownDevices, device_labels
from assistant.sync.model.left_out import LeftOutFile
from assistant.sync.model.status import SyncConflict, SyncState
from assistant.sync.model.sync_progress import SyncProgress
from assistant.sync.model.synchroniser_policy import SyncPhase
from assistant.sync.record_server import RecordServer
from assistant.sync.repository import SyncRepository
from assistant.sync.synchroniser import Synchroniser

NAMES_S: Final = 2.0
"""Seconds a question waits for what the devices are called."""

SEND_S: Final = 1.0
"""Seconds in which what waits is sent as the program ends; the engine has two to stop."""

ServerFactory = Callable[[str], Awaitable[RecordServer]]
"""Returns the connection of the device of this id."""


class SyncSession:
    """Synchronises until it is closed.

    Args:
        core: Whose records.
        settings: Of synchronising, as they are now.
        claims: Decides which device goes on with a turn.
        connect: Returns a connection.
        changed: Called when the status may have changed.
        remote: Called when accounts or requests of remote channels came.
        known: Returns what is known of the devices while the server cannot be asked.
    """

    def __init__(
        self,
        core: Core,
        settings: SyncSettings,
        *,
        claims: TurnClaims,
        connect: ServerFactory,
        changed: Callable[[], None],
        remote: Callable[[], None],
        known: Callable[[], KnownDevices],
    ) -> None:
        self._core = core
        self._known = known
        self._connected = connect
        self._changed = changed
        self.repository = SyncRepository(database=core.store.database)
        self.left_out: tuple[LeftOutFile, ...] | None = None
        """The files that do not travel, as they were last looked for; None before that."""
        self.synchroniser = Synchroniser(
            address=settings.url,
            connect=self._connect,
            local=self.repository,
            name=settings.device_name,
            platform=platform.system(),
            arrived=self._take,
            report=self._report,
            clock=core.plan.clock,
        )
        self._claims = claims
        self._updates = ConversationUpdates(
            store=core.store,
            conversations=core.conversations,
            answers=core.answers,
            library=core.library,
            desk=core.desk,
            spawn=core.spawn,
            emit=core.emit,
        )
        self._settings = SettingUpdates(
            home=core.plan.home,
            records=self.repository,
            memo=core.store.state,
            clock=core.plan.clock,
            do=core.commands.dispatch,
            emit=core.emit,
        )
        self._documents = DocumentSync(
            records=self.repository,
            memo=core.store.state,
            files=DocumentFiles(home=core.plan.home, keep=DocumentTrash(home=core.plan.home).keep),
            report=lambda _lines: self._review_soon(),
            troubled=changed,
        )
        self._conflicts = ConflictQuestions(
            sources=(
                RecordConflicts(
                    known=self.repository,
                    conversations=core.store.conversations,
                    settings=self._settings,
                    do=core.commands.dispatch,
                ),
                LineConflicts(documents=self._documents, devices=self._device_names),
            ),
            desk=core.desk,
            origin=self._here,
            spawn=core.spawn,
            changed=changed,
        )
        self._arrivals = Arrivals(
            conversations=self._updates,
            questions=QuestionUpdates(
                questions=core.store.questions,
                desk=core.desk,
                conversations=core.conversations,
                answers=core.answers,
                claims=self._claims,
                updates=self._updates,
                emit=core.emit,
            ),
            settings=self._settings,
            documents=self._documents,
            conflicts=self._conflicts,
            claims=self._claims,
            settle_conflict=self.repository.settle_conflict,
            remote=remote,
        )
        self.server_went_back = False
        """Whether an older copy of the database was put back while this device used it."""
        self._left_out_files = LeftOutFiles(core.plan.home)
        self._is_suspended = False
        self._reported = asyncio.Event()
        self._ends: list[Callable[[], None]] = []
        self._watching: asyncio.Task[None] | None = None

    @property
    def conflicts(self) -> tuple[SyncConflict, ...]:
        """The conflicts shown to the user."""
        return self._conflicts.open

    @property
    def file_troubles(self) -> tuple[str, ...]:
        """Why files do not travel, apart from those that are left out."""
        known = {DocumentName.key_of(file.path) for file in self.left_out or ()}
        found = self._documents.troubles
        return tuple(found[key] for key in sorted(found) if key not in known)

    async def look_for_left_out(self) -> None:
        """Look again which files do not travel."""
        before = self.left_out
        self.left_out = await asyncio.to_thread(self._left_out_files.look)
        if self.left_out != before:
            self._changed()

    async def begin(self) -> None:
        """Apply what changed while the program was off, then synchronise."""
        core = self._core
        self._ends = [
            core.subscribe(self._updates.on_event),
            core.conversations.subscribe_others(self._updates.on_event),
            self.repository.listen(self._changed),
            core.memories.tell_rewriting(self._documents.note_rewriting),
        ]
        await self._arrivals.begin()
        self._watching = core.spawn(self._documents.watch(), "sync-documents")
        self.synchroniser.begin()

    def suspend(self) -> None:
        """Stop making arrivals live; they are stored for the next start."""
        self._is_suspended = True
        ends, self._ends = self._ends, []
        for end in ends:
            end()
        if self._watching is not None:
            self._watching.cancel()

    async def catch_up(self) -> None:
        """Exchange once more if the server answers; gives up after `SEND_S`."""
        before = self.synchroniser.progress.synchronised_at
        with suppress(TimeoutError):
            async with asyncio.timeout(SEND_S):
                self.synchroniser.synchronise_now()
                while self._is_connected and self.synchroniser.progress.synchronised_at == before:
                    self._reported.clear()
                    await self._reported.wait()

    async def send_last(self) -> None:
        """Send what waits if the server answers; gives up after `SEND_S`."""
        self.suspend()
        with suppress(TimeoutError, AssistantError):
            async with asyncio.timeout(SEND_S):
                if self._is_connected:
                    await self._documents.look()  # what was written since the last look
                while self._is_connected and (await self.repository.counts()).waiting:
                    self._reported.clear()
                    self.synchroniser.synchronise_now()
                    await self._reported.wait()

    @property
    def _is_connected(self) -> bool:
        return self.synchroniser.progress.phase.is_connected

    async def aclose(self) -> None:
        """Stop; what was not exchanged waits for the next start."""
        self.suspend()
        await self.synchroniser.aclose()

    async def _connect(self, device_id: str) -> RecordServer:
        """Connect once local changes are noted, so that those of others are noticed too."""
        await self._settings.look()
        return await self._connected(device_id)

    async def _take(self, applied: Applied) -> None:
        if applied.server_went_back and not self.server_went_back:
            self.server_went_back = True
            self._changed()
        if not self._is_suspended:
            await self._arrivals.take(applied)

    async def _device_names(self) -> Mapping[str, str]:
        try:
            async with asyncio.timeout(NAMES_S):
                devices = await self.synchroniser.server.devices()
        except (TimeoutError, AssistantError):  # as they were listed last
            return self._known().labels
        return device_labels(devices, own_id=self._known().own_id)

    def _review_soon(self) -> None:
        if self._is_suspended:
            return
        self._core.spawn(self._conflicts.review(), "sync-conflicts")

    def _report(self, progress: SyncProgress) -> None:
        self._reported.set()
        if self._is_suspended:
            return
        if progress.phase is SyncPhase.SYNCHRONISED:
            if self.left_out is None:
                self._core.spawn(self.look_for_left_out(), "sync-left-out")
            self._core.spawn(self._arrivals.synchronised(), "sync-caught-up")
        self._changed()

    def _here(self) -> Origin:
        current = self._core.conversations.current
        return Origin(
            channel=self._core.plan.channel,
            conversation_id=current.conversation_id,
            session_key=current.session_key,
        )


def sync_state(progress: SyncProgress) -> SyncState:
    """The state for the user."""
    match progress.phase:
        case SyncPhase.CATCHING_UP:
            return SyncState.SYNCHRONISING
        case SyncPhase.SYNCHRONISED:
            return SyncState.UP_TO_DATE
        case SyncPhase.DISCONNECTED | SyncPhase.CONNECTING if progress.problem is None:
            return SyncState.CONNECTING
        case _:
            return SyncState.STOPPED
