"""Keeps the records of this device and those of the server alike, in one task. Engine loop only.

What to do when is decided in `model/synchroniser_policy.py`; here it is carried out. Nobody waits
for it: what changes on this device is in the outbox of the store already, and what arrives is
applied to the store before any listener is called. So every failure may simply lead to another try.
"""

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, assert_never

from assistant.background_tasks import raise_if_cancelled
from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.locale import _
from assistant.sync.errors import SyncError, SyncUnavailableError
from assistant.sync.model.applied import Applied
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.records import Device
from assistant.sync.model.sealed_records import is_sealed
from assistant.sync.model.status import SyncProblem
from assistant.sync.model.sync_progress import SyncProgress
from assistant.sync.model.synchroniser_policy import (
    AwaitChange,
    Connect,
    Exchange,
    Rest,
    StopSynchroniser,
    SyncAction,
    SynchroniserState,
    SyncPhase,
    SyncTrigger,
    next_step,
)
from assistant.sync.record_server import RecordServer
from assistant.sync.repository import SyncRepository

_log = logging.getLogger(__name__)

PULL_BATCH: Final = 1000
PUSH_BATCH: Final = 500
"""Records at once: few round trips, and no transaction of seconds."""
ANSWER_S: Final = 20.0
BATCH_S: Final = 120.0
"""How long the server has to answer, and to take or give a batch over a slow line."""
CLOSE_S: Final = 0.5
"""How long the end of the program waits for a connection to close."""
MOST_REFUSED: Final = 20
"""Pushes in a row of which the server may take nothing: others were faster each time, or it is broken."""

_HEARD_FIRST: Final = (
    SyncTrigger.REMOVED,
    SyncTrigger.REFUSED,
    SyncTrigger.FAILED,
    SyncTrigger.TURNED_AWAY,
    SyncTrigger.WANTED,
    SyncTrigger.LOCAL_CHANGE,
    SyncTrigger.SERVER_CHANGE,
)


class Synchroniser:
    """Exchanges records with the server while it runs.

    Args:
        address: Names the server, and the user there; without a password.
        connect: Opens a connection for the device of this id, or prepares to; raises SyncError.
        local: The records of this device.
        name: What the user calls this device.
        platform: What it runs on.
        arrived: Takes what was applied to the store; an AssistantError is logged.
        report: Called when the progress changed.
        clock: Time.
        chance: Returns a number from 0 to below 1.
    """

    def __init__(
        self,
        *,
        address: str,
        connect: Callable[[str], Awaitable[RecordServer]],
        local: SyncRepository,
        name: str,
        platform: str,
        arrived: Callable[[Applied], Awaitable[None]],
        report: Callable[[SyncProgress], None],
        clock: Clock,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._address = address
        self._connect = connect
        self._local = local
        self._name = name
        self._platform = platform
        self._arrived = arrived
        self._report = report
        self._clock = clock
        self._chance = chance
        self._state = SynchroniserState()
        self._progress = SyncProgress()
        self._server: RecordServer | None = None
        self._watching: asyncio.Task[None] | None = None
        self._has_place = False
        """Whether the server has a place for a connection that stays."""
        self._task: asyncio.Task[None] | None = None
        self._unlisten: Callable[[], None] = lambda: None
        self._heard: set[SyncTrigger] = set()
        self._woken = asyncio.Event()
        self._wanted = asyncio.Event()

    @property
    def progress(self) -> SyncProgress:
        return self._progress

    @property
    def server(self) -> RecordServer:
        """The present connection; do not close it.

        Raises:
            SyncUnavailableError: If there is none.
        """
        if self._server is None:
            raise SyncUnavailableError(_("The server of your devices cannot be reached now."))
        return self._server

    def begin(self) -> None:
        if self._task is None:
            self._unlisten = self._local.listen(lambda: self._hear(SyncTrigger.LOCAL_CHANGE))
            self._task = asyncio.create_task(self._run(), name="synchroniser")

    def synchronise_now(self) -> None:
        """Cut the current wait short."""
        self._wanted.set()
        self._hear(SyncTrigger.WANTED)

    async def aclose(self) -> None:
        """Stop and close the connection; what was not exchanged waits for the next start."""
        self._unlisten()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    # The task.

    async def _run(self) -> None:
        trigger = SyncTrigger.BEGUN
        try:
            while True:
                raise_if_cancelled()
                self._state, action = next_step(self._state, trigger, chance=self._chance())
                self._notify(phase=self._state.phase)
                if isinstance(action, StopSynchroniser):
                    return
                try:
                    trigger = await self._carry_out(action)
                except Exception as error:  # noqa: BLE001  # a bug must not end it for good
                    trigger = self._fail(error)
        finally:
            await self._disconnect()

    def _fail(self, error: Exception) -> SyncTrigger:
        """Record an error and choose the trigger that follows from it."""
        if not isinstance(error, AssistantError):
            _log.error("Synchronising failed", exc_info=error)
            error = SyncError(repr(error))
        fault = error.fault if isinstance(error, SyncError) else SyncFault.FAILED
        before = self._progress.problem
        detail = f"{error.message} {error.hint}".strip()
        if before is None or before.fault is not fault:
            _log.info("Synchronising rests: %s", detail)
            before = SyncProblem(fault=fault, since=self._clock.now())
        self._notify(problem=replace(before, detail=detail))
        if fault is SyncFault.REMOVED:
            return SyncTrigger.REMOVED
        if fault is SyncFault.CROWDED:
            return SyncTrigger.TURNED_AWAY
        # A store that fails now may work again soon, a server that does not want us will not.
        is_refusal = isinstance(error, SyncError) and not fault.is_passing
        return SyncTrigger.REFUSED if is_refusal else SyncTrigger.FAILED

    async def _carry_out(self, action: SyncAction) -> SyncTrigger:
        match action:
            case Connect():
                await self._open()
                return SyncTrigger.CONNECTED
            case Exchange():
                self._heard -= {
                    SyncTrigger.LOCAL_CHANGE,
                    SyncTrigger.SERVER_CHANGE,
                    SyncTrigger.WANTED,
                }
                self._wanted.clear()
                server = self.server
                is_news = await self._exchange(server)
                has_place = self._has_place or await self._ask_for_place(server)
                self._notify(synchronised_at=self._clock.now(), is_polling=not has_place)
                if has_place:
                    return SyncTrigger.EXCHANGED
                return SyncTrigger.CROWDED if is_news else SyncTrigger.CROWDED_QUIET
            case AwaitChange():
                if action.rests:
                    await self._unwatch()
                    await self.server.rest()
                return await self._next_change(action.seconds)
            case Rest():
                if action.closes:
                    await self._disconnect()
                with suppress(TimeoutError):
                    async with asyncio.timeout(action.seconds):
                        await self._wanted.wait()
                        self._wanted.clear()
                        return SyncTrigger.WANTED
                return SyncTrigger.RESTED
            case StopSynchroniser():
                raise AssertionError("ends the task")
            case _:
                assert_never(action)

    def _notify(
        self,
        *,
        phase: SyncPhase | None = None,
        problem: SyncProblem | None = None,
        synchronised_at: datetime | None = None,
        is_polling: bool | None = None,
    ) -> None:
        before = self._progress
        self._progress = replace(
            before,
            phase=phase or before.phase,
            problem=None if synchronised_at else problem or before.problem,
            synchronised_at=synchronised_at or before.synchronised_at,
            is_polling=before.is_polling if is_polling is None else is_polling,
        )
        if self._progress != before:
            self._report(self._progress)

    # The connection.

    async def _open(self) -> None:
        await self._local.enable(self._address)
        device_id = await self._local.device_id()
        self._progress = replace(self._progress, device_id=device_id)
        async with _answered_within(ANSWER_S):
            self._server = server = await self._connect(device_id)
        self._heard.clear()
        now = self._clock.now()
        async with _answered_within(ANSWER_S):
            await server.register(
                Device(
                    device_id=device_id,
                    name=self._name,
                    platform=self._platform,
                    added_at=now,
                    seen_at=now,
                )
            )
            await self._measure_clock(server)
        self._watch_soon(server)

    async def _ask_for_place(self, server: RecordServer) -> bool:
        """Keep the connection if the server has room for others too."""
        async with _answered_within(ANSWER_S):
            self._has_place = await server.has_place()
        if self._has_place and self._watching is None:
            self._watch_soon(server)
        return self._has_place

    async def _measure_clock(self, server: RecordServer) -> None:
        asked_at, began_at = self._clock.now(), self._clock.monotonic()
        there = await server.now()
        half_way = timedelta(seconds=(self._clock.monotonic() - began_at) / 2)
        offset = (asked_at + half_way - there).total_seconds()
        self._progress = replace(self._progress, clock_offset_s=offset)

    async def _disconnect(self) -> None:
        self._has_place = False
        server, self._server = self._server, None
        try:
            await self._unwatch()
        finally:
            if server is not None:
                with suppress(TimeoutError, SyncError):
                    async with asyncio.timeout(CLOSE_S):
                        await server.aclose()
        self._heard.clear()

    def _watch_soon(self, server: RecordServer) -> None:
        self._watching = asyncio.create_task(self._watch(server), name="synchroniser: changes")

    async def _unwatch(self) -> None:
        watching, self._watching = self._watching, None
        if watching is not None:
            watching.cancel()
            await asyncio.wait({watching}, timeout=CLOSE_S)

    async def _watch(self, server: RecordServer) -> None:
        """Note each time that another device may have changed something."""
        try:
            while True:
                await server.wait_for_change()
                self._hear(SyncTrigger.SERVER_CHANGE)
        except Exception as error:  # noqa: BLE001  # else nothing would be heard of any more
            self._hear(self._fail(error))

    def _hear(self, trigger: SyncTrigger) -> None:
        self._heard.add(trigger)
        self._woken.set()

    async def _next_change(self, seconds: float) -> SyncTrigger:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._heard:
                    self._woken.clear()
                    await self._woken.wait()
        trigger = next((one for one in _HEARD_FIRST if one in self._heard), SyncTrigger.QUIET)
        self._heard.discard(trigger)
        return trigger

    # The records.

    async def _exchange(self, server: RecordServer) -> bool:
        """Pull and push everything; returns whether there was anything."""
        is_news = await self._pull(server)
        fruitless = 0
        while sent := await self._local.pending(PUSH_BATCH):
            async with _answered_within(BATCH_S):
                result = await server.push(sent)
            await self._take(await self._local.pushed(sent, result))
            fruitless = 0 if result.accepted else fruitless + 1
            if fruitless > MOST_REFUSED:
                raise SyncUnavailableError(
                    _("The server does not take the changes of this device.")
                )
            is_news = True
            if result.refused:
                await self._pull(server)
        return is_news

    async def _pull(self, server: RecordServer) -> bool:
        """Returns whether there was anything."""
        before = cursor = await self._local.cursor()
        while True:
            async with _answered_within(BATCH_S):
                records = await server.changes(after=cursor, limit=PULL_BATCH)
            if any(map(is_sealed, records)):
                raise SyncError(
                    _("The records on the server are encrypted."),
                    hint=_("Enter the passphrase of your other devices."),
                    fault=SyncFault.PASSPHRASE_MISSING,
                )
            if records:
                cursor = records[-1].change
                await self._take(await self._local.apply(records, cursor=cursor))
            if len(records) < PULL_BATCH - 1:  # the key of encrypted ones is not among them
                return cursor != before

    async def _take(self, applied: Applied) -> None:
        if applied == Applied():
            return
        try:
            await self._arrived(applied)
        except AssistantError as error:  # it is stored, and seen at the next start at the latest
            _log.warning("What arrived was not made use of: %s", error.message)


@asynccontextmanager
async def _answered_within(seconds: float) -> AsyncGenerator[None]:
    """Raise SyncUnavailableError if the server takes longer."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise SyncUnavailableError(_("The server of your devices does not answer.")) from error
