"""With a passphrase the database reads nothing of what it keeps."""

import pytest

from assistant.protocol.history import OpenConversation
from assistant.protocol.settings import SyncChanged
from assistant.protocol.sync import (
    EncryptRecords,
    OpenRecords,
    PassphraseTried,
    RecoveryCodeMade,
    SyncListed,
    SyncTried,
    TrySync,
)
from assistant.settings import save
from assistant.sync.model.faults import SyncFault
from tests.helpers.engine.running_core import RunningCore
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.sync.devices import (
    PATIENCE_S,
    UserDevices,
    dump,
    until_alike,
    until_listed,
    until_said,
    until_sent,
)

pytestmark = pytest.mark.requirement("SYNC-11")


async def test_two_devices_with_a_passphrase_and_one_without(devices: UserDevices) -> None:
    home = devices.home("laptop")
    save(home, "sync", "enabled", value=False)
    async with devices.on("laptop", ScriptedModel([says("Hello there.")])) as laptop:
        await laptop.do(EncryptRecords(passphrase="correct horse battery"))
        save(home, "sync", "enabled", value=True)
        await laptop.do(SyncChanged())
        assert laptop.of(RecoveryCodeMade)[-1].code
        await laptop.turn("Good morning")
        await until_alike(laptop)
        await until_sent(laptop)
        stored = dump(devices)
        assert "Hello there." not in stored
        assert "Good morning" not in stored
        assert "laptop" not in stored
        await laptop.do(TrySync(url=devices.database.url))
        tried = laptop.of(SyncTried)[-1]
        assert (tried.problem, tried.devices, tried.is_encrypted) == (None, 1, True)
        async with devices.on("tower") as tower:
            await tower.until_true(lambda: lacks_passphrase(tower), patience_s=PATIENCE_S)
            await tower.do(OpenRecords(secret="correct horse battery"))
            (listed,) = await until_listed(tower, 1)
            await tower.do(OpenConversation(conversation_id=listed.conversation_id))
            await until_said(tower, "Good morning", "Hello there.")
            await until_alike(tower)
            assert tower.of(SyncListed)[-1].status.is_encrypted


async def test_a_database_that_devices_use_is_encrypted_in_place(devices: UserDevices) -> None:
    async with (
        devices.on("laptop", ScriptedModel([says("Hello there.")])) as laptop,
        devices.on("tower", ScriptedModel([says("Noted.")])) as tower,
    ):
        await laptop.turn("Good morning")
        await until_alike(laptop, tower)
        await until_sent(laptop)
        await until_listed(tower, 1)
        assert "Good morning" in dump(devices)

        await laptop.do(EncryptRecords(passphrase="correct horse battery"))
        assert not laptop.of(PassphraseTried)[-1].refusal
        assert laptop.of(RecoveryCodeMade)[-1].code
        await tower.until_true(lambda: lacks_passphrase(tower), patience_s=PATIENCE_S)
        await tower.turn("Remember the milk")
        stored = dump(devices)
        for said in ("Good morning", "Hello there.", "Remember the milk"):
            assert said not in stored

        await tower.do(OpenRecords(secret="correct horse battery"))
        await until_alike(laptop, tower)
        await until_sent(tower)
        await until_listed(laptop, 2)
        await until_listed(tower, 2)
        assert "Remember the milk" not in dump(devices)


def lacks_passphrase(device: RunningCore) -> bool:
    """Whether a device has found that it needs the passphrase."""
    told = device.of(SyncListed)
    problem = told[-1].status.problem if told else None
    return problem is not None and problem.fault is SyncFault.PASSPHRASE_MISSING
