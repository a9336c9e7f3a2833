"""The user's devices as they run: a real store, files, and a task that synchronises, over one server.

A device may be killed and begun again, cut off, or have a clock that is off. Everything goes on by
itself, as fast as it does in the program.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from assistant.home import Home
from assistant.memory.disk import HomeFiles
from assistant.storage.database import Database
from assistant.storage.key_value import StateRepository
from assistant.storage.store import Store
from assistant.sync.documents.document_files import DocumentFiles
from assistant.sync.documents.document_sync import DocumentSync
from assistant.sync.documents.model.document_name import DocumentName
from assistant.sync.errors import SyncUnavailableError
from assistant.sync.model.applied import Applied
from assistant.sync.model.records import RecordKind
from assistant.sync.model.sync_progress import SyncProgress
from assistant.sync.record_server import RecordServer
from assistant.sync.repository import SyncRepository
from assistant.sync.synchroniser import Synchroniser
from tests.helpers.clock import OffsetClock
from tests.helpers.sync.replicas import state_of
from tests.helpers.sync.server_worlds import ServerWorld

PATIENCE_S: Final = 120.0
"""How long an exchange may take on a busy machine, far more than it does."""
_ROUNDS: Final = 40


class LiveDevice:
    """A device. Build it with `begin`; end it with `kill`.

    Attributes:
        is_alive: Whether its program runs.
        is_cut_off: Whether it is kept from the server.
    """

    def __init__(self, root: Path, world: ServerWorld, *, ahead: timedelta = timedelta(0)) -> None:
        self._home = Home(root=root, models=root / "models")
        self._world = world
        self._clock = OffsetClock(ahead)
        self._connection: RecordServer | None = None
        self.is_cut_off = False
        self._exchanges = 0
        self._synchronised_at: datetime | None = None
        self._exchanged = asyncio.Event()
        self.is_alive = False
        self.files = DocumentFiles(
            home=self._home, files=HomeFiles(home=self._home, pause=lambda _seconds: None)
        )

    async def begin(self) -> None:
        """Begin its program."""
        database = await Database.open(self._home.database)
        self.store = Store(database=database)
        self.sync = SyncRepository(database=database)
        self.documents = DocumentSync(
            records=self.sync,
            memo=StateRepository(database=database),
            files=self.files,
            pause=_no_pause,
        )
        self.synchroniser = Synchroniser(
            address="server",
            connect=self._connect,
            local=self.sync,
            name=self._home.root.name,
            platform="linux",
            arrived=self._arrived,
            report=self._note,
            clock=self._clock,
        )
        self.is_alive = True
        await self.sync.enable("server")
        await self.documents.look()
        self.synchroniser.begin()

    async def kill(self) -> None:
        """End its program wherever it is."""
        self.is_alive = False
        await self.synchroniser.aclose()
        await self.store.aclose()

    async def cut_off(self) -> None:
        """Keep it from the server until `reconnect`."""
        self.is_cut_off = True
        if self._connection is not None:
            await self._connection.aclose()

    def reconnect(self) -> None:
        """Let it reach the server again, at once if its program runs."""
        self.is_cut_off = False
        if self.is_alive:
            self.synchroniser.synchronise_now()

    def edit(self, path: str, change: Callable[[list[str]], list[str]]) -> None:
        """Change the lines of a file, as Parley or another program does."""
        name = DocumentName.of(path)
        assert name is not None

        def with_lines(text: str) -> str:
            return "".join(f"{line}\n" for line in change(text.splitlines()))

        self.files.change(name, with_lines)

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file."""
        name = DocumentName.of(path)
        assert name is not None
        return self.files.read(name).splitlines()

    async def exchange(self) -> None:
        """Have everything exchanged that is known now."""
        await self.documents.look()
        before = self._exchanges
        async with asyncio.timeout(PATIENCE_S):
            while self._exchanges == before:
                self._exchanged.clear()
                self.synchroniser.synchronise_now()
                await self._exchanged.wait()

    async def state(self) -> dict[str, object]:
        """Return what a user can see of it, and in which order."""
        return await state_of(self.store, self.sync)

    async def _connect(self, device_id: str) -> RecordServer:
        if self.is_cut_off:
            raise SyncUnavailableError("This device is cut off.")
        self._connection = await self._world.connect_unregistered(device_id)
        return self._connection

    async def _arrived(self, applied: Applied) -> None:
        documents = {RecordKind.DOCUMENT, RecordKind.DOCUMENT_UPDATE}
        await self.documents.take([key for key in applied.values if key.kind in documents])

    def _note(self, progress: SyncProgress) -> None:
        """Wake who waits: after an exchange, and after a failure, for another try."""
        if progress.synchronised_at != self._synchronised_at:
            self._synchronised_at = progress.synchronised_at
            self._exchanges += 1
        self._exchanged.set()


async def agree(devices: Sequence[LiveDevice]) -> None:
    """Have devices exchange everything until none has anything to say.

    Raises:
        AssertionError: If they do not come to an end.
    """
    before: set[int] = set()
    for _round in range(_ROUNDS):
        for device in devices:
            await device.exchange()
        waiting = [(await device.sync.counts()).waiting for device in devices]
        cursors = {await device.sync.cursor() for device in devices}
        # What a device sends has its place among the changes once that device has pulled it.
        if not any(waiting) and len(cursors) == 1 and cursors == before:
            return
        before = cursors
    raise AssertionError(f"The devices did not agree in {_ROUNDS} rounds.")


async def _no_pause(_seconds: float) -> None:
    """Wait for nothing."""
