"""What the user wants of their devices reaches what synchronises, and they are told."""

import pytest

from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.sync.sync_commands import SyncCommands, SyncController
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
    SyncCommand,
    SyncEvent,
    SyncListed,
    SyncNow,
    SyncTried,
    TrySync,
)
from assistant.sync.errors import SyncUnavailableError
from tests.helpers.sync.fake_controller import FakeSyncController
from tests.helpers.sync.statuses import ALIKE, URL


class Engine:
    """Takes commands, and keeps what is told."""

    def __init__(self, sync: SyncController) -> None:
        self.told: list[SyncEvent] = []
        self._commands = CommandDispatcher()
        SyncCommands(sync=sync, emit=self.told.append).register_commands(self._commands)

    async def do(self, command: SyncCommand | SyncChanged) -> list[SyncEvent]:
        self.told.clear()
        await self._commands.dispatch(command)
        return self.told


@pytest.mark.parametrize(
    ("command", "done", "told"),
    [
        (ListSync(), [("refresh",)], [SyncListed(status=ALIKE), SyncListed(status=ALIKE)]),
        (SyncNow(), [("now",)], [SyncListed(status=ALIKE)]),
        (SyncChanged(), [("apply",)], [SyncListed(status=ALIKE)]),
        (TrySync(url=URL), [("try", URL, "None")], [SyncTried(url=URL, devices=2)]),
        (
            RemoveDevice(device_id="b"),
            [("remove", "b"), ("refresh",)],
            [SyncListed(status=ALIKE)],
        ),
        (RejoinDevices(), [("rejoin",)], [SyncListed(status=ALIKE)]),
        (
            EncryptRecords(passphrase="two words"),
            [("encrypt", "two words")],
            [RecoveryCodeMade(code="K7MP-2XQA"), PassphraseTried(), SyncListed(status=ALIKE)],
        ),
        (
            OpenRecords(secret="two words"),
            [("open", "two words")],
            [PassphraseTried(), SyncListed(status=ALIKE)],
        ),
        (
            ChangePassphrase(secret="old", passphrase="new"),
            [("change", "old", "new")],
            [PassphraseTried(), SyncListed(status=ALIKE)],
        ),
        (
            MakeRecoveryCode(secret="old"),
            [("code", "old")],
            [RecoveryCodeMade(code="K7MP-2XQA"), PassphraseTried(), SyncListed(status=ALIKE)],
        ),
    ],
)
async def test_each_command_is_carried_out_and_told(
    command: SyncCommand | SyncChanged, done: list[tuple[str, ...]], told: list[SyncEvent]
) -> None:
    sync = FakeSyncController()
    sync.status = ALIKE
    assert await Engine(sync).do(command) == told
    assert sync.done == done


async def test_what_another_device_had_just_encrypted_gives_no_code() -> None:
    sync = FakeSyncController()
    sync.code = None
    assert await Engine(sync).do(EncryptRecords(passphrase="two words")) == [
        PassphraseTried(),
        SyncListed(),
    ]


REFUSABLE = [
    EncryptRecords(passphrase="x"),
    OpenRecords(secret="x"),
    ChangePassphrase(secret="x", passphrase="y"),
    MakeRecoveryCode(secret="x"),
]


@pytest.mark.parametrize("command", REFUSABLE)
async def test_what_fails_is_told_with_the_reason(command: SyncCommand) -> None:
    sync = FakeSyncController()
    sync.error = SyncUnavailableError("It cannot be reached.", hint="Wait.")
    refusal = "It cannot be reached. Wait."
    assert await Engine(sync).do(command) == [PassphraseTried(refusal=refusal), SyncListed()]
    for other in (RemoveDevice(device_id="b"), RejoinDevices()):
        assert await Engine(sync).do(other) == [SyncListed(refusal=refusal)]


def test_no_secret_is_part_of_a_repr() -> None:
    for command in (
        TrySync(url=URL, password="hunter2"),
        EncryptRecords(passphrase="hunter2"),
        OpenRecords(secret="hunter2"),
        ChangePassphrase(secret="hunter2", passphrase="hunter2"),
        MakeRecoveryCode(secret="hunter2"),
        RecoveryCodeMade(code="hunter2"),
    ):
        assert "hunter2" not in repr(command)
