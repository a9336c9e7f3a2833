"""What never leaves a device, looked for in all that the database stores."""

import base64
import json
from typing import Any, Final

import pytest

from assistant.llm.api_keys import ANTHROPIC, TELEGRAM, KeyStore
from assistant.settings import save
from assistant.settings.schema import users_settings
from assistant.storage.telegram import TelegramUpdateRecord
from assistant.sync.documents.model.document_name import DocumentName
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.sync.devices import UserDevices, dump, until_alike, until_sent
from tests.helpers.telegram.running_channel import link
from tests.helpers.telegram.server import TelegramServer

SOUND: Final = b"OggS" + bytes(range(64)) + b"what was heard in the room"
SECRETS: Final = (
    "sk-secret-of-the-model",
    "123:secret-of-the-bot",
    "secret-of-the-api-interface",
    "/secret/of/this/device",
    "secret in a log",
    "secret in the trash",
    "secret beside the notes",
)


def records(devices: UserDevices) -> list[tuple[str, str, dict[str, Any]]]:
    """Return kind, key and contents of what the server stores."""
    rows = devices.process.run(
        "SELECT kind, key, convert_from(body, 'UTF8') FROM parley.records WHERE body IS NOT NULL",
        database=devices.database.name,
    )
    return [(kind, key, json.loads(body)) for kind, key, body in rows]


@pytest.mark.requirement("SYNC-11")
async def test_no_key_secret_or_sound_reaches_the_database(devices: UserDevices) -> None:
    home = devices.home("laptop")
    keys = KeyStore(keys_file=home.keys_file)
    await keys.set(SECRETS[0], ANTHROPIC)
    await keys.set(SECRETS[1], TELEGRAM)
    save(home, "api", "token", SECRETS[2])
    save(home, "voice", "input_device", SECRETS[3])
    save(home, "voice", "speed", 1.5)
    for path, said in (
        ("logs/parley.log", SECRETS[4].encode()),
        ("workspaces/default/.trash/Old.md", SECRETS[5].encode()),
        ("workspaces/default/notes/memo.txt", SECRETS[6].encode()),
        ("workspaces/default/notes/memo.ogg", SOUND),
        ("recordings/1.wav", SOUND),
        ("memory/voice.wav", SOUND),
        ("workspaces/default/notes/Shopping.md", b"- bread\n"),
    ):
        (home.root / path).parent.mkdir(parents=True, exist_ok=True)
        (home.root / path).write_bytes(said)
    model = ScriptedModel([says("Hello.")])
    with TelegramServer() as telegram:
        ada = telegram.user("Ada")
        async with devices.on("laptop", model) as laptop:
            await laptop.turn("Hi")
            account = await link(laptop, ada)
            ada.send_voice(SOUND)
            (raw,) = telegram.world.updates
            update = TelegramUpdateRecord(
                update_id=raw["update_id"],
                chat_id=account.chat_id,
                content=json.dumps(raw),
                received_at=laptop.core.plan.clock.now(),
            )
            await laptop.core.store.telegram.receive([update], offset=raw["update_id"] + 1)
            await until_alike(laptop)
            await until_sent(laptop)
            stored, found = dump(devices), records(devices)

    # What should travel did, so that the rest was looked for in the right place.
    assert {kind for kind, _key, _body in found} == {
        *("conversation", "message", "setting", "document", "remote_account", "remote_request"),
    }
    assert "Hello." in stored
    for secret in (*SECRETS, devices.database.password):
        assert secret not in stored
        assert base64.b64encode(secret.encode()).decode().rstrip("=") not in stored
    for written in (SOUND.hex(), base64.b64encode(SOUND).decode(), "what was heard"):
        assert written not in stored
    travelling = {f"{section}.{name}" for section, name in users_settings()}
    for kind, key, body in found:
        if kind == "setting":
            assert key in travelling
        if kind == "document":
            assert DocumentName.of(body["path"]) is not None
            assert b"bread" in base64.b64decode(body["snapshot"])
        if kind == "message":
            blocks = json.loads(body["content"])
            assert {block["type"] for block in blocks} == {"text"}
