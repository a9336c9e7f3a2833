"""What a database that devices share hands out, whoever wrote it."""

import base64
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final, cast

from assistant.encryption.errors import DamagedContentError
from assistant.encryption.wrapped_key import PassphraseCost, create, read_wrapped_key
from assistant.engine.history.conversation_files import ConversationFiles
from assistant.protocol.history import FileFormat
from assistant.storage.conversation_transfer import WholeConversation
from assistant.storage.model.row_values import to_text
from assistant.storage.store import Store
from assistant.sync.documents.model.document_bodies import (
    DocumentBody,
    DocumentUpdateBody,
    decoded,
    document_of,
)
from assistant.sync.documents.model.document_name import DocumentName
from assistant.sync.documents.model.line_document import DamagedDocumentError, LineDocument
from assistant.sync.model.records import RecordKey, RecordKind, ServerRecord
from assistant.sync.record_tables import TABLES
from assistant.sync.repository import SyncRepository
from assistant.sync.server.announced_changes import AnnouncedChanges
from tests.fuzz.event_loop import finished
from tests.fuzz.harness import Harness
from tests.fuzz.harnesses.conversation_files import NOW, SETTING
from tests.fuzz.stores import new_store, rows_of
from tests.helpers.clock import ManualClock
from tests.unit.storage.samples import conversation, message, question

_TEXT: Final = "# Me\n\n- likes tea\n- likes 차\n"


def _records(data: bytes) -> None:
    """Rows stand in lines: kind, key, version, body; the database announces them."""
    rows: list[object] = []
    for line in data.decode("utf-8", "replace").split("\n"):
        try:
            match json.loads(line):
                case [kind, key, version, body]:
                    stored = json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
                    body = None if body is None else base64.b64encode(stored).decode()
                    rows.append([kind, key, version, len(rows) + 1, "other", body, 1])
                case _:
                    continue
        except (ValueError, RecursionError):
            continue
    changes = AnnouncedChanges()
    changes.take(json.dumps({"after": 0, "records": rows}))
    finished(_taken(changes.after(0, 1000)))


async def _taken(records: Sequence[ServerRecord]) -> None:
    """Whatever is handed out, the store can be read, and taking it in again changes nothing."""
    if not records:
        return
    async with new_store() as store:
        await store.wholes.add(
            WholeConversation(conversation=conversation(), messages=(message("m1"),))
        )
        repository = SyncRepository(database=store.database)
        await repository.enable("server")
        await repository.apply(records, cursor=records[-1].change)
        before = await rows_of(store)
        await repository.apply(records, cursor=records[-1].change)
        assert await rows_of(store) == before
        assert await repository.cursor() == records[-1].change
        await _check_readable(store, repository)


async def _check_readable(store: Store, repository: SyncRepository) -> None:
    for record in await repository.pending(rest_s=0.0):
        json.dumps(record.body)
    await repository.conflicts()
    await store.telegram.accounts()
    await store.telegram.waiting()
    await store.questions.pending()
    for kind in (RecordKind.SETTING, RecordKind.DOCUMENT, RecordKind.DOCUMENT_UPDATE):
        for key, body in (await repository.values(kind)).items():
            document = document_of(RecordKey(kind, key))
            if (read := DocumentBody.read(body)) is not None:
                _load(decoded(read.snapshot))
                name = DocumentName.of(read.path)
                assert name is None or ".." not in name.path.split("/")
            if (update := DocumentUpdateBody.read(body)) is not None:
                assert document is None or document.encode("utf-8", "replace")
                _load(decoded(update.update))
    for record in await store.conversations.recent():
        await store.messages.chain(record.conversation_id)
        await store.messages.forks(record.conversation_id)
        await store.questions.history(record.conversation_id)
    files = ConversationFiles(store=store, clock=ManualClock(NOW), setting=lambda: SETTING)
    for format_ in FileFormat:
        async for text, _summary in files.text(format_):
            text.encode("utf-8", "replace")


def _load(snapshot: bytes) -> None:
    try:
        LineDocument.load(snapshot).text()
    except DamagedDocumentError:
        return


def _update(data: bytes) -> None:
    """What is damaged changes nothing; what is not can be merged in any order."""
    document = LineDocument.from_text(_TEXT, device="a")
    try:
        document.merge(data)
    except DamagedDocumentError:
        assert document.text() == _TEXT
        raise
    document.edit(document.text() + "more\n")
    again = LineDocument.load(data, [document.snapshot()], device="b")
    assert again.text() == document.text()


def _stored_key(data: bytes) -> None:
    """Nobody's key costs more than a device can bear."""
    cost = read_wrapped_key(data).passphrase.cost
    assert cost.memory_kib <= 2**22
    assert cost.iterations * cost.memory_kib <= 2**26


def _rows() -> Iterator[bytes]:
    whole = {
        RecordKind.CONVERSATION: ("c2", conversation("c2", title="Tea")),
        RecordKind.MESSAGE: ("m2", message("m2", "m1")),
        RecordKind.QUESTION: ("q1", question()),
    }
    lines: list[Any] = []
    for kind, (key, record) in whole.items():
        body = {name: _value(getattr(record, name, None)) for name in _columns(kind)}
        lines.append([kind, key, 1, body])
    lines += [
        [RecordKind.SETTING, "ui.language", 2, {"value": "ko", "changed_at": _value(NOW)}],
        [RecordKind.REMOTE_ACCOUNT, "7", 1, {"is_linked": False}],
        [RecordKind.CONVERSATION, "c3", 3, None],
        [RecordKind.DOCUMENT, "memory/me.md", 1, _document()],
    ]
    for line in lines:
        yield json.dumps(line).encode()
    yield "\n".join(map(json.dumps, lines)).encode()


def _columns(kind: RecordKind) -> tuple[str, ...]:
    return cast("Any", TABLES[kind])._columns


def _value(value: object) -> object:
    return to_text(value) if isinstance(value, datetime) else value


def _document() -> dict[str, str]:
    snapshot = base64.b64encode(LineDocument.from_text(_TEXT).snapshot()).decode()
    return {"path": "memory/me.md", "origin": "o", "snapshot": snapshot}


def _updates() -> Iterator[bytes]:
    document = LineDocument.from_text(_TEXT, device="b")
    yield document.snapshot()
    update = document.edit("- likes coffee\n")
    assert update is not None
    yield update


def _keys() -> Iterator[bytes]:
    meta, _cipher, _code = create(
        "correct horse", cost=PassphraseCost(iterations=1, lanes=1, memory_kib=128)
    )
    yield meta.model_dump_json().encode()


HARNESSES: Final = (
    Harness(name="sync-records", read=_records, seeds=_rows, count=25, most_calls=1_000_000),
    Harness(name="sync-document", read=_update, errors=(DamagedDocumentError,), seeds=_updates),
    Harness(name="stored-key", read=_stored_key, errors=(DamagedContentError,), seeds=_keys),
)
