"""The user's devices: complete cores on homes of their own, over one database."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from assistant.clock import Clock
from assistant.home import Home
from assistant.llm.api_keys import SYNC, VARIABLES
from assistant.llm.messages_api.model_client import ModelClient
from assistant.protocol.history import (
    ConversationsListed,
    ConversationSummary,
    ListConversations,
)
from assistant.protocol.sync import SyncListed
from assistant.settings import save
from assistant.sync.model.status import SyncState
from assistant.sync.repository import SyncRepository
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel
from tests.helpers.postgres import PostgresDatabase, PostgresProcess

PATIENCE_S = 30.0
"""How long a change may take to get from one device to another on a machine that is busy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserDevices:
    """Where the user's devices are, and the database that they share.

    Args:
        folder: Has a home for each device.
        process: The server.
        database: On it.
    """

    folder: Path
    process: PostgresProcess
    database: PostgresDatabase

    def home(self, name: str) -> Home:
        """Return the home of a device, which is set up to synchronise."""
        home = Home(root=self.folder / name, models=self.folder / "models")
        if not home.settings_file.exists():
            save(home, "sync", "enabled", value=True)
            save(home, "sync", "url", self.database.url)
            save(home, "sync", "name", name)
        return home

    @contextmanager
    def server_down(self) -> Generator[None]:
        """End the server with every connection; it is there again when the context is left."""
        self.process.stop()
        try:
            yield
        finally:
            self.process.start()

    @asynccontextmanager
    async def on(
        self,
        name: str,
        model: ModelClient | None = None,
        *,
        resume: bool = True,
        clock: Clock | None = None,
    ) -> AsyncGenerator[RunningCore]:
        """Open the program on a device."""
        async with opened(
            self.home(name), model or ScriptedModel(), resume=resume, clock=clock
        ) as running:
            running.core.sync.begin()
            yield running


def user_devices(
    folder: Path, process: PostgresProcess, monkeypatch: pytest.MonkeyPatch
) -> UserDevices:
    """Return devices that share a new database."""
    database = process.new_database()
    monkeypatch.setenv(VARIABLES[SYNC], database.password)
    return UserDevices(folder=folder, process=process, database=database)


async def until_alike(*devices: RunningCore) -> None:
    """Wait until each device is connected and knows of nothing that waits."""
    for device in devices:
        await device.until_true(lambda device=device: _is_up_to_date(device), patience_s=PATIENCE_S)


def _is_up_to_date(device: RunningCore) -> bool:
    told = device.of(SyncListed)
    return bool(told) and told[-1].status.state is SyncState.UP_TO_DATE


async def until_sent(device: RunningCore) -> None:
    """Wait until the server has all that a device wrote."""
    repository = SyncRepository(database=device.core.store.database)
    async with asyncio.timeout(PATIENCE_S):
        while (await repository.counts()).waiting:
            pass


async def until_out_of_reach(*devices: RunningCore) -> None:
    """Wait until each device has noticed that the server is gone."""

    def has_noticed(device: RunningCore) -> bool:
        return device.of(SyncListed)[-1].status.state is SyncState.STOPPED

    for device in devices:
        await device.until_true(lambda device=device: has_noticed(device), patience_s=PATIENCE_S)


async def until_listed(device: RunningCore, count: int) -> tuple[ConversationSummary, ...]:
    """Wait until a device lists so many conversations, and return them."""
    await device.do(ListConversations())

    def is_listed() -> bool:
        return len(device.of(ConversationsListed)[-1].conversations) == count

    await device.until_true(is_listed, patience_s=PATIENCE_S)
    return device.of(ConversationsListed)[-1].conversations


async def until_said(device: RunningCore, *texts: str) -> None:
    """Wait until the conversation that is open on a device says this, and nothing else."""

    def is_said() -> bool:
        entries = device.core.conversations.current.entries
        return tuple(entry.message.text for entry in entries) == texts

    await device.until_true(is_said, patience_s=PATIENCE_S)


async def until_in_file(device: RunningCore, holds: Callable[[], bool]) -> None:
    """Wait until something holds of a file; between two looks a piece of work of the store's."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await device.core.store.state.get("nothing")


def dump(devices: UserDevices) -> str:
    """Return all that the server stores, as text."""
    tables = devices.process.run(
        "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = 'parley'",
        database=devices.database.name,
    )
    rows = [
        row
        for (table,) in tables
        for row in devices.process.run(
            f"SELECT t::text FROM {table} AS t", database=devices.database.name
        )
    ]
    stored = devices.process.run(
        "SELECT convert_from(body, 'UTF8') FROM parley.records WHERE body IS NOT NULL",
        database=devices.database.name,
    )
    return "\n".join(str(row[0]) for row in (*rows, *stored))
