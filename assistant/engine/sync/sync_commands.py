"""Handles what the user wants of the devices that are kept alike. Engine loop only."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Protocol

from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import AssistantError
from assistant.locale import joined
from assistant.protocol.settings import SyncChanged
from assistant.protocol.sync import (
    ChangePassphrase,
    EncryptRecords,
    ListSync,
    MakeRecoveryCode,
    OpenRecords,
    PassphraseTried,
    RecoveryCodeMade,
    RejoinDevices,
    RemoveDevice,
    SyncEvent,
    SyncListed,
    SyncNow,
    SyncTried,
    TrySync,
)
from assistant.sync.model.status import SyncStatus


class SyncController(Protocol):
    """Synchronises, or does not while it is not set up.

    Each method may be called at any time, and none of them waits for a server for longer than a
    few seconds. What is wrong with the server is part of the status and no error. Whoever
    implements it tells `SyncListed` whenever the status is another.
    """

    @property
    def status(self) -> SyncStatus: ...

    async def apply_settings(self) -> None:
        """Read settings and keys again; begin, end, or change the database."""
        ...

    async def sync_now(self) -> None:
        """Try at once instead of when the next attempt is due."""
        ...

    async def refresh_devices(self) -> None:
        """Refresh devices and leader, if the server answers."""
        ...

    async def try_out(self, url: str, password: str | None) -> SyncTried:
        """Whether a database could be used; changes nothing.

        Args:
            url: Without the password.
            password: None for the one that is kept.
        """
        ...

    async def remove_device(self, device_id: str) -> None:
        """Have the server refuse a device from now on.

        Raises:
            SyncError: If it cannot be reached.
        """
        ...

    async def rejoin(self) -> None:
        """Register this device again, under a new id, after it was removed.

        Raises:
            SyncError: If the server cannot be reached.
        """
        ...

    async def encrypt(self, passphrase: str) -> str | None:
        """Encrypt the database, and keep the passphrase's key in the key store.

        Returns:
            The recovery code; None if another device had just encrypted it, with this passphrase.

        Raises:
            SyncError: If the server cannot be reached, or shows what this device does not know.
            EncryptionError: If it is no passphrase, or not the one that opens.
            ConfigError: If what opens it cannot be kept.
        """
        ...

    async def open_records(self, secret: str) -> None:
        """Open a database that another device encrypted; raises as `encrypt`.

        Args:
            secret: The passphrase, or the recovery code.
        """
        ...

    async def change_passphrase(self, secret: str, passphrase: str) -> None:
        """Raises as `open_records`.

        Args:
            secret: The passphrase so far, or the recovery code.
        """
        ...

    async def make_recovery_code(self, secret: str) -> str:
        """The old one stops working. Raises as `open_records`.

        Args:
            secret: The passphrase, or the recovery code so far.
        """
        ...


class SyncCommands:
    """Takes the commands about the user's devices."""

    def __init__(self, *, sync: SyncController, emit: Callable[[SyncEvent], None]) -> None:
        self._sync = sync
        self._emit = emit

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(SyncChanged, self._change)
        commands.register(ListSync, self._list)
        commands.register(SyncNow, self._sync_now)
        commands.register(TrySync, self._try)
        commands.register(RemoveDevice, self._remove)
        commands.register(RejoinDevices, self._rejoin)
        commands.register(EncryptRecords, self._encrypt)
        commands.register(OpenRecords, self._open_records)
        commands.register(ChangePassphrase, self._change_passphrase)
        commands.register(MakeRecoveryCode, self._make_recovery_code)

    async def _change(self, _command: SyncChanged) -> None:
        await self._sync.apply_settings()
        self._notify()

    async def _list(self, _command: ListSync) -> None:
        self._notify()  # what is known is there at once
        await self._sync.refresh_devices()
        self._notify()

    async def _sync_now(self, _command: SyncNow) -> None:
        await self._sync.sync_now()
        self._notify()

    async def _try(self, command: TrySync) -> None:
        self._emit(await self._sync.try_out(command.url, command.password))

    async def _remove(self, command: RemoveDevice) -> None:
        async with self._notifying():
            await self._sync.remove_device(command.device_id)
            await self._sync.refresh_devices()

    async def _rejoin(self, _command: RejoinDevices) -> None:
        async with self._notifying():
            await self._sync.rejoin()

    async def _encrypt(self, command: EncryptRecords) -> None:
        async with self._trying_passphrase():
            code = await self._sync.encrypt(command.passphrase)
            if code is not None:
                self._emit(RecoveryCodeMade(code=code))

    async def _open_records(self, command: OpenRecords) -> None:
        async with self._trying_passphrase():
            await self._sync.open_records(command.secret)

    async def _change_passphrase(self, command: ChangePassphrase) -> None:
        async with self._trying_passphrase():
            await self._sync.change_passphrase(command.secret, command.passphrase)

    async def _make_recovery_code(self, command: MakeRecoveryCode) -> None:
        async with self._trying_passphrase():
            self._emit(RecoveryCodeMade(code=await self._sync.make_recovery_code(command.secret)))

    @asynccontextmanager
    async def _trying_passphrase(self) -> AsyncGenerator[None]:
        """Emit the outcome of a passphrase, and the status."""
        refusal = ""
        try:
            yield
        except AssistantError as error:
            refusal = joined(error.message, error.hint)
        self._emit(PassphraseTried(refusal=refusal))
        self._notify()

    @asynccontextmanager
    async def _notifying(self) -> AsyncGenerator[None]:
        """Emit the status after an attempt, and the reason of a refusal."""
        refusal = ""
        try:
            yield
        except AssistantError as error:
            refusal = joined(error.message, error.hint)
        self._emit(SyncListed(status=self._sync.status, refusal=refusal))

    def _notify(self) -> None:
        self._emit(SyncListed(status=self._sync.status))
