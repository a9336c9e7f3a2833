"""Synchronises a core while the settings want it, and again when they change. Engine loop only.

Nothing of it is imported before: no database library, no merging of files.
"""

import asyncio
import importlib
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from assistant.clock import Clock, SystemClock
from assistant.engine.core import Core
from assistant.engine.questions.turn_ownership import TurnOwnership
from assistant.engine.sync.device_sync import RemoteChannel
from assistant.errors import AssistantError
from assistant.llm.api_keys import SYNC, KeyStore
from assistant.locale import _
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.sync import SyncListed, SyncTried
from assistant.settings import SyncSettings, load
from assistant.sync.errors import SyncError, SyncUnavailableError
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.known_devices import KnownDevices
from assistant.sync.model.status import SyncProblem, SyncState, SyncStatus
from assistant.sync.record_server import RecordServer

if TYPE_CHECKING:
    from assistant.assembly.sync.connections import ServerConnections
    from assistant.assembly.sync.session import SyncSession
    from assistant.engine.sync.turn_claims import TurnClaims
    from assistant.sync.server.server_check import ServerFinding

_log = logging.getLogger(__name__)

_SESSION: Final = "assistant.assembly.sync.session"
_CHECK: Final = "assistant.sync.server.server_check"
_KNOWN: Final = "sync.known_devices"
"""The key of the store's state that keeps what is known of the devices."""
_RECORDING: Final = "sync.recording"
"""The key of the store's state that is there while changes are noted for other devices."""
GATHER_S: Final = 0.2
"""Changes of the status that come together are told as one."""
DEVICES_S: Final = 30.0
"""A list of the devices that is older is asked for again when something came or went."""
_CLOCK: Final = "sync_clock"
_PROBLEM: Final = "sync_problem"


class SyncSwitch:
    """Implements `DeviceSync` and `SyncController`.

    Args:
        keys: Has the password, and what opens the records.
    """

    def __init__(self, *, keys: KeyStore) -> None:
        self._keys = keys
        self._core: Core | None = None
        self._settings: SyncSettings | None = None
        self._connections: ServerConnections | None = None
        self._session: SyncSession | None = None
        self._claims: TurnClaims | None = None
        self._changing = asyncio.Lock()
        self._is_begun = False
        self._is_closed = False
        self._waiting = 0
        self._known = KnownDevices()
        self._refreshed_at = 0.0
        self._leader_id = ""
        self._remote: RemoteChannel | None = None
        self._was_connected = False
        self._shown = SyncStatus()
        self._is_telling = False
        self._notices: set[str] = set()

    async def attach(self, core: Core) -> None:
        """Raises StoreError."""
        self._core = core
        self._settings = core.plan.settings.sync
        await self._load_known(core)
        self._decide_turns(core)

    # For surfaces and channels.

    @property
    def is_on(self) -> bool:
        settings = self._settings
        return settings is not None and settings.enabled and bool(settings.url)

    @property
    def has_others(self) -> bool | None:
        return self._known.has_others if self.is_on else False

    @property
    def led_last(self) -> bool:
        return self._known.led_last or not self.is_on

    @property
    def server(self) -> RecordServer:
        if self._session is None:
            raise SyncUnavailableError(_("The server of your devices cannot be reached now."))
        return self._session.synchroniser.server

    def follow(self, channel: RemoteChannel) -> None:
        self._remote = channel

    def leader_changed(self, device_id: str) -> None:
        self._leader_id = device_id
        self._learn(self._known.led_by(device_id))
        self._notify_soon()

    def begin(self) -> None:
        self._is_begun = True
        if self._core is not None and not self._is_closed:
            self._core.spawn(self._begin(), "sync")

    def suspend(self) -> None:
        self._is_closed = True
        if self._session is not None:
            self._session.suspend()

    async def aclose(self) -> None:
        self._is_closed = True
        async with self._changing:
            if self._session is not None:
                await self._session.send_last()
            await self._close()

    async def _begin(self) -> None:
        async with self._changing:
            await self._open()

    async def _open(self) -> None:
        core, settings, claims = self._core, self._settings, self._claims
        if core is None or settings is None or self._is_closed or self._session is not None:
            return
        if claims is None:
            await self._forget(core)
            return
        module = await asyncio.to_thread(importlib.import_module, _SESSION)
        connections = self._connections = self._made(core, settings)
        session: SyncSession = module.SyncSession(
            core,
            settings,
            claims=claims,
            connect=connections.connect,
            changed=self._changed,
            remote=self._remote_changed,
            known=lambda: self._known,
        )
        self._session = session
        try:
            await session.begin()
        except AssistantError as error:
            _log.warning("Synchronising does not begin: %s", error.message)

    async def _load_known(self, core: Core) -> None:
        """Load what is known of the devices; asks and imports nothing if it is off."""
        if not self.is_on or self._settings is None:
            return
        from assistant.sync.repository import SyncRepository

        device_id = await SyncRepository(database=core.store.database).device_id()
        kept = KnownDevices.from_json(await core.store.state.get(_KNOWN))
        self._known = kept.of(self._settings.url, device_id)

    def _learn(self, known: KnownDevices) -> None:
        """Store what is known of the devices."""
        core, before, self._known = self._core, self._known, known
        if core is None or known == before:
            return
        core.spawn(core.store.state.put(_KNOWN, known.to_json()), "sync-devices")
        if known.has_others is not before.has_others and self._remote is not None:
            self._remote.sync_changed()

    def _decide_turns(self, core: Core) -> None:
        """Choose how turns go on: as one of several devices, or as the only one.

        That holds before anything is synchronised: a turn of another device may be in the store.
        """
        self._claims = None
        if self.is_on:
            from assistant.engine.sync.turn_claims import TurnClaims
            from assistant.sync.repository import SyncRepository

            self._claims = TurnClaims(
                writers=SyncRepository(database=core.store.database),
                questions=core.store.questions,
                server=lambda: self.server,
                go_on_with=core.answers.go_on_with,
                spawn=core.spawn,
            )
        core.answers.go_by(self._claims or TurnOwnership())

    def _made(self, core: Core, settings: SyncSettings) -> "ServerConnections":
        from assistant.assembly.sync.connections import ServerConnections
        from assistant.sync.repository import SyncRepository

        return ServerConnections(
            settings=settings,
            keys=self._keys,
            clock=core.plan.clock,
            state=core.store.state,
            known_rows=SyncRepository(database=core.store.database).known_rows,
        )

    async def _close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.aclose()

    async def _forget(self, core: Core) -> None:
        """Stop recording changes, if synchronisation was once set up."""
        if await core.store.state.get(_RECORDING) is not None:
            from assistant.sync.repository import SyncRepository

            await SyncRepository(database=core.store.database).disable()

    # For the user.

    @property
    def status(self) -> SyncStatus:
        session, settings = self._session, self._settings
        if session is None or settings is None:
            return SyncStatus(address="" if settings is None else settings.url)
        from assistant.assembly.sync.session import sync_state

        progress = session.synchroniser.progress
        return SyncStatus(
            state=sync_state(progress),
            address=settings.url,
            device_id=progress.device_id,
            devices=self._known.devices or (),
            leader_id=self._leader_id,
            waiting=self._waiting,
            last_sync=progress.synchronised_at,
            conflicts=session.conflicts,
            problem=progress.problem,
            clock_off_s=progress.clock_offset_s,
            is_polling=progress.is_polling,
            is_encrypted=self._connections is not None and self._connections.is_encrypted,
            left_out=session.left_out or (),
            file_troubles=session.file_troubles,
            server_went_back=session.server_went_back,
        )

    async def apply_settings(self) -> None:
        core = self._core
        if core is None:
            return
        async with self._changing:
            loaded = await asyncio.to_thread(load, core.plan.home)
            self._settings = loaded.settings.sync
            await self._close()
            await self._load_known(core)
            self._decide_turns(core)
            if self._is_begun:
                await self._open()
        if self._remote is not None:
            self._remote.sync_changed()

    async def sync_now(self) -> None:
        if self._session is not None:
            self._session.synchroniser.synchronise_now()

    async def refresh_devices(self) -> None:
        if self._session is None:
            return
        await self._session.look_for_left_out()
        try:
            server = self.server
            devices = await server.devices()
            leader = await server.holder("telegram")
        except AssistantError as error:
            _log.info("The devices are not known: %s", error.message)
            return
        if self._core is not None:
            self._refreshed_at = self._core.plan.clock.monotonic()
        self._leader_id = "" if leader is None else leader.device_id
        listed = tuple(device for device in devices if not device.is_removed)
        self._learn(replace(self._known, devices=listed).led_by(self._leader_id))

    async def remove_device(self, device_id: str) -> None:
        await self.server.remove_device(device_id)

    async def try_out(self, url: str, password: str | None) -> SyncTried:
        clock = SystemClock() if self._core is None else self._core.plan.clock
        module = await asyncio.to_thread(importlib.import_module, _CHECK)
        if password is None:
            key = await self._keys.get(SYNC)
            password = None if key is None else key.secret
        try:
            found: ServerFinding = await module.examine_server(url, password, clock=clock)
        except AssistantError as error:
            fault = error.fault if isinstance(error, SyncError) else SyncFault.FAILED
            detail = f"{error.message} {error.hint}".strip()
            problem = SyncProblem(fault=fault, since=clock.now(), detail=detail)
            return SyncTried(url=url, problem=problem)
        was_encrypted = not found.has_passphrase and await self._was_encrypted(url)
        return SyncTried(
            url=url,
            problem=_encryption_gone(clock) if was_encrypted else None,
            devices=found.devices,
            is_encrypted=found.has_passphrase,
        )

    async def _was_encrypted(self, url: str) -> bool:
        core, settings = self._core, self._settings
        if core is None or settings is None:
            return False
        return await self._made(core, settings.model_copy(update={"url": url})).was_encrypted()

    async def rejoin(self) -> None:
        core = self._core
        if core is None:
            return
        async with self._changing:
            await self._close()
            from assistant.sync.repository import SyncRepository

            await SyncRepository(database=core.store.database).forget_device()
            await self._load_known(core)
            self._decide_turns(core)
            await self._open()

    async def encrypt(self, passphrase: str) -> str | None:
        connections, device_id = await self._asked()
        if self._session is not None:
            await self._session.catch_up()
        code = await connections.encrypt(device_id, passphrase)
        await self.apply_settings()
        return code

    async def open_records(self, secret: str) -> None:
        connections, device_id = await self._asked()
        await connections.open_records(device_id, secret)
        await self.apply_settings()

    async def change_passphrase(self, secret: str, passphrase: str) -> None:
        connections, device_id = await self._asked()
        await connections.change_passphrase(device_id, secret, passphrase)

    async def make_recovery_code(self, secret: str) -> str:
        connections, device_id = await self._asked()
        return await connections.make_recovery_code(device_id, secret)

    async def _asked(self) -> "tuple[ServerConnections, str]":
        """The connections and device id; it need not be turned on yet.

        Raises:
            SyncError: If no address is set.
        """
        core, settings = self._core, self._settings
        if core is None or settings is None or not settings.url:
            raise SyncError(_("Synchronising is not set up."))
        from assistant.sync.repository import SyncRepository

        device_id = await SyncRepository(database=core.store.database).device_id()
        return self._connections or self._made(core, settings), device_id

    # Telling.

    def _changed(self) -> None:
        """Emit the status, and wake channels that wait for the server."""
        self._notify_soon()
        session = self._session
        is_connected = session is not None and session.synchroniser.progress.phase.is_connected
        if is_connected and not self._was_connected and self._remote is not None:
            self._remote.sync_changed()
        self._was_connected = is_connected

    def _remote_changed(self) -> None:
        if self._remote is not None:
            self._remote.remote_changed()

    def _notify_soon(self) -> None:
        if self._core is not None and not self._is_telling and not self._is_closed:
            self._is_telling = True
            self._core.spawn(self._notify(), "sync-status")

    async def _notify(self) -> None:
        try:
            await asyncio.sleep(GATHER_S)
        finally:
            self._is_telling = False
        session, core = self._session, self._core
        if session is None or core is None:
            return
        age = core.plan.clock.monotonic() - self._refreshed_at
        if session.synchroniser.progress.phase.is_connected and (
            not self._known.devices or age > DEVICES_S
        ):
            await self.refresh_devices()
        counts = await session.repository.counts()
        self._waiting = counts.waiting
        status = self.status
        if status != self._shown:
            self._shown = status
            core.emit(SyncListed(status=status))
        self._notice(core, status)

    def _notice(self, core: Core, status: SyncStatus) -> None:
        """Notify about what the user must fix."""
        from assistant.sync.model.status_text import clock_text, fault_hint, fault_text

        wanted: dict[str, tuple[str, str]] = {}
        if status.is_clock_off:
            wanted[_CLOCK] = clock_text(status.clock_off_s), ""
        problem = status.problem
        if problem is not None and status.state is SyncState.STOPPED:
            fault = problem.fault
            if not fault.is_passing:
                wanted[_PROBLEM] = fault_text(fault), fault_hint(fault)
        for code in self._notices - wanted.keys():
            core.emit(Notice(code=code, text="", resolved=True))
        for code in wanted.keys() - self._notices:
            text, hint = wanted[code]
            core.emit(Notice(code=code, text=text, hint=hint, severity=Severity.WARNING))
        self._notices = set(wanted)


def _encryption_gone(clock: Clock) -> SyncProblem:
    return SyncProblem(fault=SyncFault.ENCRYPTION_GONE, since=clock.now())
