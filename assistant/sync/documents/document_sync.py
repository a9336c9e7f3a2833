"""Keeps the documents of a home and those of the user's other devices alike. Engine loop only.

Three things are there of a document: the file, which the user and other programs change as they
like; the records, which are the document; and the memo, which says which version of the document
the file said last. An edit of the file is what it says now compared with *that* version, however
much came from other devices since, so it is merged with what came as if it had been made there.

Each step is stored before the next one begins, and looked at again after a restart:

1. An edit of the file becomes a record, which names the version that the file says with it. A
   restart finds that version in the record if the memo does not know it yet. Where the document and
   the file were made apart, the version says more than the file, so the record has that text too.
2. The memo notes the version that is about to be written, and the file is written. A restart takes
   the one of the two versions that the file is closer to.
3. The memo notes that it was written.

A file that becomes a document is noted in the memo first, and the document is stored only if none
came meanwhile: a document that others know is never put in the place of another.
"""

import asyncio
import json
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from assistant.background_tasks import raise_if_cancelled
from assistant.errors import AssistantError, MemoryFileError
from assistant.storage.key_value import StateRepository
from assistant.sync.documents.document_files import DocumentFiles, Signature
from assistant.sync.documents.model.document_bodies import (
    DocumentBody,
    DocumentUpdateBody,
    FileMemo,
    UpdateKey,
    decoded,
    document_of,
    encoded,
)
from assistant.sync.documents.model.document_name import DocumentName
from assistant.sync.documents.model.file_merge import (
    FileTaken,
    FileVersion,
    take_file,
    take_rewriting,
)
from assistant.sync.documents.model.file_text import FileText
from assistant.sync.documents.model.line_document import (
    DamagedDocumentError,
    LineConflict,
    LineDocument,
    LineResolution,
)
from assistant.sync.model.records import Body, RecordKey, RecordKind
from assistant.sync.repository import SyncRepository

_log = logging.getLogger(__name__)

POLL_S: Final = 0.5
"""Seconds between two looks at the files; a look reads none that did not change."""
SETTLE_S: Final = 0.05
"""Seconds in which a program fills a file that it writes in pieces."""
COMPACTED: Final = 200
"""Updates of a document from which on a snapshot takes their place."""
CACHED: Final = 64
"""Documents that are kept in memory; of others, an edit begins with reading their records."""
_MEMO: Final = "sync.document/"


@dataclass(slots=True)
class _Stored:
    """A document as its records say."""

    name: DocumentName
    origin: str
    document: LineDocument
    snapshot: str
    merged: set[str] = field(default_factory=set[str])
    """Keys of the updates in it."""
    number: int = 0
    """Of the last update that was made here."""
    shown: FileVersion | None = None
    """What that update says the file said."""

    @property
    def body(self) -> Body:
        body = DocumentBody(path=self.name.path, origin=self.origin, snapshot=self.snapshot)
        return body.body()


class DocumentSync:
    """Takes in what changes in files and records, and writes what comes of it.

    Args:
        records: Of this device.
        memo: What it remembers.
        files: Of the home.
        report: Called with all conflicts when they changed.
        troubled: Called when `troubles` changed.
        pause: Waits some seconds.
    """

    def __init__(
        self,
        *,
        records: SyncRepository,
        memo: StateRepository,
        files: DocumentFiles,
        report: Callable[[tuple[LineConflict, ...]], None] = lambda _conflicts: None,
        troubled: Callable[[], None] = lambda: None,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._records = records
        self._memo = memo
        self._files = files
        self._report = report
        self._troubled = troubled
        self._pause = pause
        self._busy = asyncio.Lock()
        self._device = ""
        self._cache: OrderedDict[str, _Stored] = OrderedDict()
        self._seen: dict[str, Signature] | None = None
        """The files as they were last looked at; None before the first time."""
        self._names: Mapping[str, DocumentName] = {}
        """As they are called here; a file system may not tell great letters from small ones."""
        self._conflicts: dict[str, tuple[LineConflict, ...]] = {}
        self._troubles: dict[str, str] = {}
        self._rewritings: dict[str, tuple[str, str]] = {}
        """What files said before and after they were rewritten, until that is taken in."""

    @property
    def troubles(self) -> Mapping[str, str]:
        """What prevents synchronisation, by document key; "" stands for all documents."""
        return dict(self._troubles)

    # When.

    async def watch(self) -> None:
        """Take in file changes until cancelled; a failure is logged once."""
        logged: str | None = None
        while True:
            raise_if_cancelled()
            try:
                await self.look()
            except AssistantError as error:
                if logged != error.message:
                    _log.warning("Documents are not synchronised: %s", error.message)
                logged = error.message
                self._note_trouble("", error.message)
            except Exception as error:  # noqa: BLE001  # a bug must not end it for good
                if logged != repr(error):
                    _log.exception("Documents are not synchronised")
                logged = repr(error)
                self._note_trouble("", type(error).__name__)
            else:
                logged = None
                self._note_trouble("", "")
            await asyncio.sleep(POLL_S)

    def note_rewriting(self, path: str, before: str, after: str) -> None:
        """Note that a file is about to be rewritten in fewer words; may be called on any thread.

        If it is not noted, as the program ended in this moment, the rewriting counts as an edit: if
        another device rewrote the same then, both stand.
        """
        name = DocumentName.of(path)
        if name is not None:
            self._rewritings[name.key] = (before, after)

    async def look(self) -> None:
        """Take in the files that changed since the last look; raises StoreError.

        The first look takes in all of them and writes what arrived while the program was off.
        """
        async with self._busy:
            first = await asyncio.to_thread(self._files.find)
            if self._seen is None:
                stored = await self._records.values(RecordKind.DOCUMENT)
                self._names = {key: file.name for key, file in first.items()}
                for key in sorted({*first, *stored}):
                    await self._reconcile(key)
                self._seen = {key: file.signature for key, file in first.items()}
                return
            now = {key: file.signature for key, file in first.items()}
            if now == self._seen:
                return
            await self._pause(SETTLE_S)
            found = await asyncio.to_thread(self._files.find)
            self._names = {key: file.name for key, file in found.items()}
            for key in sorted({*now, *self._seen}):
                signature = now.get(key)
                again = found[key].signature if key in found else None
                if signature == self._seen.get(key) or signature != again:
                    continue  # as it was, or still being written
                await self._reconcile(key)
                if signature is None:
                    self._seen.pop(key, None)
                else:
                    self._seen[key] = signature

    async def take(self, keys: Collection[RecordKey]) -> None:
        """Write what came from other devices; raises StoreError.

        Args:
            keys: Of records that came, changed or were deleted; of any kind.
        """
        documents = {document for key in keys if (document := document_of(key)) is not None}
        async with self._busy:
            for document in sorted(documents):
                await self._reconcile(document)

    # Conflicts.

    def conflicts(self) -> tuple[LineConflict, ...]:
        return tuple(one for _, found in sorted(self._conflicts.items()) for one in found)

    async def resolve(self, conflict_id: str, resolution: LineResolution) -> bool:
        """End a conflict as the user chose; raises StoreError.

        Returns:
            Whether there still was this conflict.
        """
        async with self._busy:
            conflict = next((one for one in self.conflicts() if one.id == conflict_id), None)
            if conflict is None:
                return False
            key = conflict.document
            await self._reconcile(key)  # what the user has written since comes first
            stored = await self._load(key)
            if stored is None:
                return False
            update = stored.document.resolve(conflict, resolution)
            if update is None:
                return False
            await self._put_update(key, stored, update, shown=None)
            await self._reconcile(key)
            return True

    # One document.

    async def _reconcile(self, key: str) -> None:
        """Merge the file with the document and update the conflicts."""
        try:
            stored = await self._load(key)
            if stored is None:
                if key in self._names:
                    await self._bear(key, self._names[key])
            else:
                await self._bring_together(key, stored)
                await self._compact(key, stored)
                self._note(key, stored.document.conflicts(key))
            self._note_trouble(key, "")
        except (MemoryFileError, DamagedDocumentError) as error:  # the file is left as it is
            self._cache.pop(key, None)
            _log.info("A document is not synchronised: %s", error.message)
            self._note_trouble(key, error.message)
        except BaseException:
            self._cache.pop(key, None)  # it may have what was not stored
            raise

    async def _bear(self, key: str, name: DocumentName) -> None:
        """Make a document of a file that is none yet."""
        text = await asyncio.to_thread(self._files.read, name)
        if not text:
            return
        document = LineDocument.from_text(text, device=await self._own_device())
        stored = _Stored(
            name=name,
            origin=secrets.token_hex(8),
            document=document,
            snapshot=encoded(document.snapshot()),
        )
        await self._remember(key, stored, shown=FileVersion(document.version))
        record = RecordKey(RecordKind.DOCUMENT, key)
        if await self._records.replace_value(record, None, stored.body):
            self._cached(key, stored)
        # Else another device's came in this moment, and is about to be taken.

    async def _bring_together(self, key: str, stored: _Stored) -> None:
        name = self._names.get(key, stored.name)
        text = await asyncio.to_thread(self._files.read, name)
        shown = await self._take_in(key, stored, text)
        if stored.document.text() == FileText.of(text).text:
            await self._remember(key, stored, shown=FileVersion(stored.document.version))
            return
        # Between the file and the memo of it the program ends only if it is killed.
        writing = asyncio.create_task(self._write(key, stored, name, text, shown))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait({writing})  # what it raises must not take the place of this
            raise

    async def _take_in(self, key: str, stored: _Stored, text: str) -> FileVersion:
        document = stored.document
        rewriting = self._rewritings.pop(key, None)
        known = await self._known(key, stored)
        steps: tuple[FileTaken, ...] = ()
        if rewriting is not None and known:
            steps = await asyncio.to_thread(take_rewriting, document, known, *rewriting, text)
            known += [step.shown for step in steps]
        taken = await asyncio.to_thread(take_file, document, known, text)
        for step in (*steps, taken):
            if step.update is not None:
                await self._put_update(key, stored, step.update, shown=step.shown)
        return taken.shown

    async def _write(
        self, key: str, stored: _Stored, name: DocumentName, text: str, shown: FileVersion
    ) -> None:
        """Write the document's text, merged with what is written into the file meanwhile."""
        document = stored.document
        await self._remember(key, stored, shown=shown, writing=document.version)
        versions = [shown]
        late: list[FileTaken] = []

        def edit(now: str) -> str:
            if now != text:  # written meanwhile
                found = take_file(document, versions, now)
                late.append(found)
                versions.append(found.shown)
            versions.append(FileVersion(document.version))
            return document.text()

        await asyncio.to_thread(self._files.change, name, edit)
        for found in late:
            if found.update is not None:
                shown = FileVersion(document.version)
                await self._put_update(key, stored, found.update, shown=shown)
        await self._remember(key, stored, shown=FileVersion(document.version))

    async def _compact(self, key: str, stored: _Stored) -> None:
        """Put a snapshot in the place of many updates.

        They are deleted once the server has the snapshot; until then nobody else may have them.
        """
        if len(stored.merged) < COMPACTED:
            return
        if await self._records.is_waiting(RecordKey(RecordKind.DOCUMENT, key)):
            return
        on_server = await asyncio.to_thread(LineDocument.load, decoded(stored.snapshot))
        updates = await self._records.values(RecordKind.DOCUMENT_UPDATE, prefix=f"{key}/")
        gone: list[str] = []
        for name, value in updates.items():
            body = DocumentUpdateBody.read(value)
            with suppress(DamagedDocumentError):
                if body is not None and on_server.includes(decoded(body.update)):
                    gone.append(name)
        if gone:
            await self._records.put_values(
                {RecordKey(RecordKind.DOCUMENT_UPDATE, name): None for name in gone}
            )
            stored.merged.difference_update(gone)
        if len(stored.merged) >= COMPACTED:
            record, before = RecordKey(RecordKind.DOCUMENT, key), stored.snapshot
            found = await self._records.value(record)
            body = DocumentBody.read(found)
            if body is None or (body.origin, body.snapshot) != (stored.origin, before):
                return  # another device's came in this moment
            stored.snapshot = encoded(stored.document.snapshot())
            if not await self._records.replace_value(record, found, stored.body):
                stored.snapshot = before

    def _note(self, key: str, conflicts: tuple[LineConflict, ...]) -> None:
        if self._conflicts.get(key, ()) != conflicts:
            self._conflicts[key] = conflicts
            self._report(self.conflicts())

    def _note_trouble(self, key: str, text: str) -> None:
        if self._troubles.get(key, "") != text:
            if text:
                self._troubles[key] = text
            else:
                del self._troubles[key]
            self._troubled()

    # What is stored.

    async def _load(self, key: str) -> _Stored | None:
        """None if there is no such document.

        Raises:
            DamagedDocumentError: If its record is none.
        """
        found = await self._records.value(RecordKey(RecordKind.DOCUMENT, key))
        if found is None:
            self._cache.pop(key, None)
            return None
        body = DocumentBody.read(found)
        name = None if body is None else DocumentName.of(body.path)
        if body is None or name is None or name.key != key:
            raise DamagedDocumentError("a record of a document says none")
        stored = self._cache.get(key)
        if stored is None or stored.origin != body.origin:
            document = LineDocument(device=await self._own_device())
            stored = _Stored(name=name, origin=body.origin, document=document, snapshot="")
        updates = await self._records.values(RecordKind.DOCUMENT_UPDATE, prefix=f"{key}/")
        lost = await asyncio.to_thread(_merge, stored, body, updates, self._device)
        if lost:
            await self._records.put_values(dict.fromkeys(lost))
        self._cached(key, stored)
        return stored

    def _cached(self, key: str, stored: _Stored) -> None:
        self._cache[key] = stored
        self._cache.move_to_end(key)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)

    async def _put_update(
        self, key: str, stored: _Stored, update: bytes, *, shown: FileVersion | None
    ) -> None:
        stored.number += 1
        stored.shown = shown
        name = UpdateKey(key, await self._own_device(), secrets.token_hex(8))
        body = DocumentUpdateBody(
            document=key,
            origin=stored.origin,
            update=encoded(update),
            number=stored.number,
            shown=None if shown is None else encoded(shown.version),
            apart=None if shown is None else shown.apart,
        )
        await self._records.put_values({name.record: body.body()})
        stored.merged.add(name.record.key)

    async def _known(self, key: str, stored: _Stored) -> list[FileVersion]:
        """What the file may say now, or may have been derived from."""
        memo = _memo(await self._memo.get(_MEMO + key))
        is_of_this = memo is not None and memo.origin == stored.origin
        number = memo.number if memo is not None and is_of_this else -1
        if stored.shown is not None and stored.number > number:
            return [stored.shown]  # what was taken in after that memo; nothing was written since
        if memo is None or not is_of_this:
            return []
        stored.number = max(stored.number, memo.number)
        known = [FileVersion(decoded(memo.shown), memo.apart)]
        if memo.writing is not None:
            known.append(FileVersion(decoded(memo.writing)))
        return known

    async def _remember(
        self, key: str, stored: _Stored, *, shown: FileVersion, writing: bytes | None = None
    ) -> None:
        memo = FileMemo(
            origin=stored.origin,
            shown=encoded(shown.version),
            apart=shown.apart,
            writing=None if writing is None else encoded(writing),
            number=stored.number,
        )
        if _memo(await self._memo.get(_MEMO + key)) != memo:
            await self._memo.put(_MEMO + key, memo.model_dump_json())

    async def _own_device(self) -> str:
        if not self._device:
            self._device = await self._records.device_id()
        return self._device


def _merge(
    stored: _Stored, body: DocumentBody, updates: Mapping[str, Body], device: str
) -> list[RecordKey]:
    """Merge what is not merged yet; return the updates made here to another origin.

    That document was made apart from this one, which the server had first. What they say is in
    the file.
    """
    if body.snapshot != stored.snapshot:
        stored.document.merge(decoded(body.snapshot))
        stored.snapshot = body.snapshot
    lost: list[RecordKey] = []
    for name in stored.merged - updates.keys():
        stored.merged.discard(name)
    for name, value in updates.items():
        parts, update = UpdateKey.of(name), DocumentUpdateBody.read(value)
        if name in stored.merged or parts is None or update is None:
            continue
        is_own = parts.device == device
        if update.origin != body.origin:
            if is_own:
                lost.append(parts.record)
            continue
        try:
            stored.document.merge(decoded(update.update))
        except DamagedDocumentError:
            _log.warning("An update of a document is damaged")
        stored.merged.add(name)
        if is_own and update.number > stored.number:
            stored.number = update.number
            stored.shown = (
                None if update.shown is None else FileVersion(decoded(update.shown), update.apart)
            )
    return lost


def _memo(text: str | None) -> FileMemo | None:
    return None if text is None else FileMemo.read(json.loads(text))
