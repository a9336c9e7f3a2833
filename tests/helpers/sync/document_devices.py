"""Devices that have the documents of one user: files on the disk, records in memory."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from typing_extensions import override

from assistant.home import Home
from assistant.memory.disk import HomeFiles
from assistant.sync.documents.document_files import DocumentFiles
from assistant.sync.documents.document_sync import DocumentSync
from assistant.sync.documents.model.document_name import DocumentName
from assistant.sync.documents.model.line_document import LineConflict
from assistant.sync.model.records import Body, RecordKey, RecordKind
from assistant.sync.repository import SyncRepository
from tests.helpers.files import write
from tests.helpers.memory_memo import MemoryMemo


class ProcessEndedError(BaseException):
    """The process was killed in this moment."""


@dataclass
class Steps:
    """Counts the steps that change something, and ends the process at one of them.

    Attributes:
        n: How many there were.
        last: After which one the process ends; None for never.
    """

    n: int = 0
    last: int | None = None

    def __call__(self) -> None:
        """Take a step."""
        if self.last is not None and self.n >= self.last:
            raise ProcessEndedError
        self.n += 1


@dataclass
class DocumentServer:
    """Keeps records as a server does: a write counts if it was made to the present version."""

    versions: dict[RecordKey, int] = field(default_factory=dict[RecordKey, int])
    bodies: dict[RecordKey, Body | None] = field(default_factory=dict[RecordKey, "Body | None"])

    def push(self, key: RecordKey, body: Body | None, base: int) -> bool:
        """Store a record if nobody else did; one that was deleted stays so."""
        if self.versions.get(key, 0) != base or (base and self.bodies[key] is None):
            return False
        self.versions[key] = base + 1
        self.bodies.pop(key, None)
        self.bodies[key] = body  # as the last one
        return True


@dataclass
class MemoryDocumentRecords(SyncRepository):
    """Records of documents; what it has outlives the process.

    Attributes:
        server: Whom it exchanges records with.
    """

    device: str
    server: DocumentServer
    step: Callable[[], None] = lambda: None
    stored: dict[RecordKey, Body] = field(default_factory=dict[RecordKey, "Body"])
    waiting: dict[RecordKey, None] = field(default_factory=dict[RecordKey, None])
    versions: dict[RecordKey, int] = field(default_factory=dict[RecordKey, int])

    @override
    async def device_id(self) -> str:
        """Return the id of this device."""
        return self.device

    @override
    async def put_values(self, values: Mapping[RecordKey, Body | None]) -> None:
        """Store or delete values in one transaction, and have them sent."""
        self.step()
        for key, body in values.items():
            self._put(key, body)

    @override
    async def replace_value(self, key: RecordKey, old: Body | None, new: Body) -> bool:
        """Store a value if it is as it was, else nothing, and have it sent; None: there was none."""
        self.step()
        if self.stored.get(key) != old:
            return False
        self._put(key, new)
        return True

    @override
    async def value(self, key: RecordKey) -> Body | None:
        """Return a value, or None."""
        return self.stored.get(key)

    @override
    async def values(self, kind: RecordKind, *, prefix: str = "") -> Mapping[str, Body]:
        """Return the values of a kind whose keys begin so, by key."""
        return {
            key.key: body
            for key, body in sorted(self.stored.items())
            if key.kind is kind and key.key.startswith(prefix)
        }

    @override
    async def is_waiting(self, key: RecordKey) -> bool:
        """Return whether the server may not have a value as it is here."""
        return key in self.waiting

    def exchange(self) -> set[RecordKey]:
        """Pull and push everything; return what changed here."""
        changed = self._pull()
        for key in list(self.waiting):
            if self.server.push(key, self.stored.get(key), self.versions.get(key, 0)):
                self.versions[key] = self.server.versions[key]
            del self.waiting[key]
        return changed | self._pull()

    def _pull(self) -> set[RecordKey]:
        changed: set[RecordKey] = set()
        for key, version in self.server.versions.items():
            if self.versions.get(key, 0) < version:
                self.versions[key] = version
                self.waiting.pop(key, None)
                if self.stored.get(key) != self.server.bodies[key]:
                    self._set(key, self.server.bodies[key])
                    changed.add(key)
        return changed

    def _put(self, key: RecordKey, body: Body | None) -> None:
        if self.stored.get(key) != body:
            self._set(key, body)
            self.waiting.pop(key, None)
            self.waiting[key] = None

    def _set(self, key: RecordKey, body: Body | None) -> None:
        if body is None:
            self.stored.pop(key, None)
        else:
            self.stored[key] = body


class SteppedMemo(MemoryMemo):
    """A memo of which each change is a step."""

    def __init__(self, step: Callable[[], None]) -> None:
        super().__init__()
        self._step = step

    @override
    async def put(self, key: str, value: str) -> None:
        """Keep a text."""
        self._step()
        await super().put(key, value)


class SteppedFiles(DocumentFiles):
    """Documents of which each writing is a step.

    Attributes:
        meanwhile: Done once, between reading a file and writing it.
    """

    def __init__(self, home: Home, step: Callable[[], None]) -> None:
        super().__init__(home=home, files=HomeFiles(home=home, pause=lambda _seconds: None))
        self._step = step
        self.meanwhile: Callable[[], None] | None = None

    @override
    def change(self, name: DocumentName, edit: Callable[[str], str]) -> None:
        """Write what an edit makes of what a document says."""
        self._step()
        self.write_meanwhile()
        super().change(name, edit)

    def write_meanwhile(self) -> None:
        """Do what is to be done meanwhile, if it was not done."""
        done, self.meanwhile = self.meanwhile, None
        if done is not None:
            done()


class DocumentDevice:
    """A device whose process may end and begin again.

    Attributes:
        reported: The conflicts that were told of last.
    """

    def __init__(self, root: Path, server: DocumentServer, *, steps: Steps | None = None) -> None:
        self.root = root
        self.steps = steps or Steps()
        self.records = MemoryDocumentRecords(root.name, server, self.steps)
        self.memo = SteppedMemo(self.steps)
        home = Home(root=root, models=root / "models")
        root.mkdir(parents=True, exist_ok=True)
        self.files = SteppedFiles(home, self.steps)
        self.reported: tuple[LineConflict, ...] = ()
        self.begin()

    def begin(self) -> None:
        """Begin a new process."""
        self.sync = DocumentSync(
            records=self.records,
            memo=self.memo,
            files=self.files,
            report=self._report,
            pause=_no_pause,
        )

    def write(self, path: str, text: str) -> None:
        """Write a file as another program would."""
        write(self.root / path, text)

    def read(self, path: str) -> str | None:
        """Return what a file says, or None if there is none."""
        file = self.root / path
        return file.read_bytes().decode() if file.exists() else None

    async def work(self) -> None:
        """Do all that is to do: look at the files, exchange records, write what came."""
        await self.sync.look()
        await self.sync.take(self.records.exchange())
        self.records.exchange()

    def _report(self, conflicts: tuple[LineConflict, ...]) -> None:
        self.reported = conflicts


async def work_together(devices: Collection[DocumentDevice], *, rounds: int = 3) -> None:
    """Have all devices exchange everything."""
    for _round in range(rounds):
        for device in devices:
            await device.work()


def devices(root: Path, names: Iterable[str]) -> list[DocumentDevice]:
    """Return devices of these names on one server."""
    server = DocumentServer()
    return [DocumentDevice(root / name, server) for name in names]


async def _no_pause(_seconds: float) -> None:
    """Wait for nothing."""
