"""Synchronising as `parley sync` sees it where no program runs with the home. Any loop.

Loads psycopg, so it is imported on first use.
"""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

from assistant.assembly.core import open_core
from assistant.assembly.sync.connections import ServerConnections
from assistant.clock import Clock, SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import AssistantError
from assistant.home import Home
from assistant.llm.api_keys import SYNC, VARIABLES, KeyStore
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.sync import SyncListed
from assistant.settings import SyncSettings
from assistant.storage.database import Database
from assistant.storage.key_value import StateRepository
from assistant.sync.errors import SyncError
from assistant.sync.left_out_files import LeftOutFiles
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.status import SyncProblem, SyncState, SyncStatus
from assistant.sync.record_server import RecordServer
from assistant.sync.repository import SyncRepository
from assistant.sync.server.server_check import examine_server
from assistant.sync.server.stored_key import encryption_gone

LIMIT_S: Final = 600.0
"""How long synchronising once may take; what is left then goes on at the next start."""


async def read_status(home: Home, settings: SyncSettings, clock: Clock) -> SyncStatus:
    """What waits here, and what the database says if it answers."""
    if not settings.url:
        return SyncStatus()
    device_id, waiting = await _own_side(home)
    status = SyncStatus(address=settings.url, device_id=device_id, waiting=waiting)
    if not settings.enabled:
        return status
    left_out = await asyncio.to_thread(LeftOutFiles(home).look)
    status = replace(status, state=SyncState.STOPPED, left_out=left_out)
    key = await KeyStore(keys_file=home.keys_file).get(SYNC)
    try:
        finding = await examine_server(
            settings.url, None if key is None else key.secret, clock=clock
        )
        status = replace(
            status, clock_off_s=finding.clock_off_s, is_encrypted=finding.has_passphrase
        )
        if not finding.has_passphrase and await was_encrypted(home, settings):
            raise encryption_gone()
        if not (finding.devices and device_id):
            return status
        async with reached_server(home, settings) as server:
            devices = await server.devices()
            leader = await server.holder("telegram")
    except AssistantError as error:
        fault = error.fault if isinstance(error, SyncError) else SyncFault.FAILED
        problem = SyncProblem(fault=fault, since=clock.now(), detail=error.message)
        return replace(status, problem=problem)
    return replace(
        status,
        devices=tuple(device for device in devices if not device.is_removed),
        leader_id="" if leader is None else leader.device_id,
    )


@asynccontextmanager
async def reached_server(home: Home, settings: SyncSettings) -> AsyncGenerator[RecordServer]:
    """A connection in the name of this device.

    Raises:
        SyncError: If the database cannot be used; so do its methods.
    """
    async with _connections(home, settings) as (connections, device_id):
        server = await connections.connect(device_id)
        try:
            yield server
        finally:
            await server.aclose()


async def open_records(
    home: Home, settings: SyncSettings, secret: str, *, password: str | None = None
) -> None:
    """Open a database that another device encrypted, and store its key.

    Args:
        home: Of this device.
        settings: Name the database.
        secret: The passphrase or the recovery code.
        password: Of the database's user, where it is not kept yet.

    Raises:
        SyncError: If it cannot be used, or is not encrypted.
        EncryptionError: If the secret does not open it.
        ConfigError: If what opens it cannot be kept.
    """
    async with _connections(home, settings, password) as (connections, device_id):
        await connections.open_records(device_id, secret)


async def encrypt(
    home: Home, settings: SyncSettings, passphrase: str, *, password: str | None = None
) -> str | None:
    """Encrypt the database with what it holds; raises as `open_records`.

    Returns:
        The recovery code; None if another device had just encrypted it.
    """
    async with _connections(home, settings, password) as (connections, device_id):
        return await connections.encrypt(device_id, passphrase)


async def was_encrypted(home: Home, settings: SyncSettings) -> bool:
    """Whether this device ever found a database encrypted, whatever that says now."""
    if not home.database.exists():
        return False
    async with _connections(home, settings) as (connections, _device_id):
        return await connections.was_encrypted()


async def begin_again(home: Home, settings: SyncSettings) -> None:
    """Treat a database as new; everything is sent there once more."""
    async with _connections(home, settings) as (connections, _device_id):
        await connections.begin_again()
    async with _opened_database(home) as database:
        await SyncRepository(database=database).forget_server()


async def change_passphrase(
    home: Home, settings: SyncSettings, secret: str, passphrase: str
) -> None:
    """Raises as `open_records`."""
    async with _connections(home, settings) as (connections, device_id):
        await connections.change_passphrase(device_id, secret, passphrase)


async def make_recovery_code(home: Home, settings: SyncSettings, secret: str) -> str:
    """Raises as `open_records`."""
    async with _connections(home, settings) as (connections, device_id):
        return await connections.make_recovery_code(device_id, secret)


async def synchronise_once(plan: LaunchOptions) -> SyncStatus:
    """Open the home, synchronise until both sides have everything, and close it.

    Raises:
        HomeBusyError: If another process owns the home.
        StoreError: If the database of the home cannot be used.
    """
    ended: asyncio.Future[SyncStatus] = asyncio.get_running_loop().create_future()
    last = SyncStatus()

    def hear(event: EngineEvent) -> None:
        nonlocal last
        if not isinstance(event, SyncListed):
            return
        last = event.status
        is_done = last.state is SyncState.UP_TO_DATE and not last.waiting
        if (is_done or last.problem is not None) and not ended.done():
            ended.set_result(last)

    async with open_core(plan, emit=hear) as core:
        core.sync.begin()
        try:
            async with asyncio.timeout(LIMIT_S):
                return await ended
        except TimeoutError:
            detail = _("It is not finished yet; it goes on when Parley is open.")
            problem = SyncProblem(
                fault=SyncFault.UNREACHABLE, since=plan.clock.now(), detail=detail
            )
            return replace(last, problem=problem)


@asynccontextmanager
async def _connections(
    home: Home, settings: SyncSettings, password: str | None = None
) -> AsyncGenerator[tuple[ServerConnections, str]]:
    """Connections, and this device's id, created if there is none; safe beside a running program."""
    environment = {**os.environ, **({} if password is None else {VARIABLES[SYNC]: password})}
    async with _opened_database(home) as database:
        repository = SyncRepository(database=database)
        connections = ServerConnections(
            settings=settings,
            keys=KeyStore(keys_file=home.keys_file, environment=environment),
            clock=SystemClock(),
            state=StateRepository(database=database),
            known_rows=repository.known_rows,
        )
        yield connections, await repository.device_id()


@asynccontextmanager
async def _opened_database(home: Home) -> AsyncGenerator[Database]:
    database = await Database.open(home.database)
    try:
        yield database
    finally:
        await database.aclose()


async def _own_side(home: Home) -> tuple[str, int]:
    """This device's id, and how many changes wait; read only, safe beside a running program."""
    if not home.database.exists():
        return "", 0
    async with _opened_database(home) as database:
        repository = SyncRepository(database=database)
        if not await repository.is_enabled():
            return "", 0
        return await repository.device_id(), (await repository.counts()).waiting
