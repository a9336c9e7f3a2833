"""The memory files on the disk: read, added to, taken back, rewritten.

Everything here blocks and belongs on a thread. Whatever happens meanwhile, a file is never half
written and nobody's edit is lost: writers of Parley's wait for each other, in whichever process they
are, and what another program writes meanwhile is seen before the new file takes its place, or right
after, and the change is made again on top of it.
"""

import hashlib
import logging
import re
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from filelock import FileLock, Timeout

from assistant.clock import Clock
from assistant.errors import MemoryFileError
from assistant.home import Home, shipped
from assistant.locale import _
from assistant.memory.changes import Change, Changes
from assistant.memory.editing import Edited, Full, Known, add, additions, line_end, with_facts
from assistant.memory.files import MAX_BYTES, read_memory
from assistant.memory.scope import Scope, limit_of
from assistant.memory.whose import Whose, is_inside
from assistant.memory.writing import held_open, prepared, put_in_place, sweep

_log = logging.getLogger(__name__)

LOCK_S: Final = 5.0
"""Seconds a writer waits for another one; each holds the lock for some milliseconds."""
TRIES: Final = 8
"""How often a change is made anew because somebody else changed the file meanwhile."""
SETTLE_S: Final = 0.03
"""Seconds in which an editor fills a file that it has just emptied."""
_ARCHIVED: Final = re.compile(r"(workspace|agent|personal)-(\d{8}T\d{6}Z)(?:-\d{1,3})?\.md")
_STAMP: Final = "%Y%m%dT%H%M%SZ"
_MARK: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A memory file as it is."""

    scope: Scope
    path: Path
    """Of the person's own file; it may not exist yet."""
    text: str
    r"""All of it; its lines end with `\n`."""
    digest: str
    limit: int
    """Characters it is kept within."""
    problem: str = ""
    """What is wrong with it, in the person's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Archived:
    """What a memory file said before it was rewritten."""

    name: str
    scope: Scope
    at: datetime
    characters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A fact was written."""

    change_id: str
    scope: Scope
    fact: str
    replaced: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compacted:
    """A file was rewritten."""

    change_id: str
    archived: str
    """Name of what it said before."""
    before: int
    """Characters."""
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """The file has changed since it was read; nothing was written."""

    now: Stored


@dataclass(frozen=True, slots=True, kw_only=True)
class TooLong:
    """The text is longer than the file may be; nothing was written."""

    characters: int
    limit: int


@dataclass(frozen=True, slots=True)
class _Content:
    """The bytes of a file, and the text they are; damaged bytes stay as they are."""

    data: bytes

    @property
    def text(self) -> str:
        return self.data.removeprefix(_MARK).decode("utf-8", "surrogateescape")

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    def with_text(self, text: str) -> "_Content":
        mark = _MARK if self.data.startswith(_MARK) else b""
        return _Content(mark + text.encode("utf-8", "surrogateescape"))


ResultT = TypeVar("ResultT")
_Edit = Callable[[_Content], tuple[str | None, ResultT]]
"""Takes what the file says; gives what it shall say, or None to leave it, and a result."""


class MemoryKeeper:
    """Reads and writes the memory files of a home; safe against threads and processes.

    Args:
        home: Where the files are.
        clock: Dates the archive.
        pause: Waits some seconds.
    """

    def __init__(
        self, *, home: Home, clock: Clock, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self._home = home
        self._clock = clock
        self._pause = pause
        self._busy = threading.Lock()
        self._changes = Changes()

    # Reading.

    def read(self, whose: Whose, scope: Scope) -> Stored:
        """Return a memory file as it is now; what cannot be read is empty, with a problem."""
        path = self._path(whose, scope)
        try:
            content = self._content(whose, scope)
        except (OSError, RuntimeError, MemoryFileError):
            found = read_memory(path, inside=self._folder(whose, scope))
            text, data = found.text, found.text.encode()
            problem = found.problem or _("The file {path} cannot be read.").format(path=path)
            digest = hashlib.sha256(data).hexdigest()
        else:
            text = _shown(content.text.replace("\r\n", "\n"))
            digest = content.digest
            problem = ""
        return Stored(
            scope=scope,
            path=path,
            text=text,
            digest=digest,
            limit=limit_of(scope),
            problem=problem,
        )

    def read_all(self, whose: Whose) -> tuple[Stored, ...]:
        """Return the memory files of workspace, agent and person."""
        return tuple(self.read(whose, scope) for scope in Scope)

    def archive(self, whose: Whose) -> tuple[Archived, ...]:
        """Return what these files said before they were rewritten, newest first."""
        found: list[Archived] = []
        for scope in Scope:
            folder = self._home.root.joinpath(*whose.archive_parts(scope))
            try:
                if not is_inside(folder, self._folder(whose, scope)):
                    continue
                names = sorted(folder.iterdir())
                found += [
                    archived
                    for path in names
                    if (archived := self._archived(path, scope)) is not None
                ]
            except (OSError, RuntimeError):  # most have none; a circle of links raises either
                continue
        return tuple(sorted(found, key=lambda one: (one.at, one.name), reverse=True))

    def read_archived(self, whose: Whose, name: str) -> str:
        """Return what an archived memory says.

        Raises:
            MemoryFileError: If there is none of this name.
        """
        matched = _ARCHIVED.fullmatch(name)
        if matched is not None:
            scope = Scope(matched.group(1))
            path = self._home.root.joinpath(*whose.archive_parts(scope), name)
            if path.is_file():
                return read_memory(path, inside=self._folder(whose, scope)).text
        raise MemoryFileError(_("There is no archived memory {name!r}.").format(name=name))

    def signature(self, whose: Whose) -> tuple[object, ...]:
        """Return what changes whenever one of the files or the archive does; reads no file."""
        found: list[object] = []
        for scope in Scope:
            for parts in (whose.parts(scope), whose.archive_parts(scope)):
                try:
                    state = self._home.root.joinpath(*parts).stat()
                except OSError:
                    found.append(None)
                else:
                    found.append((state.st_mtime_ns, state.st_size, state.st_ino))
        return tuple(found)

    # Writing.

    def keep(
        self, whose: Whose, scope: Scope, fact: str, *, better: str | None = None
    ) -> Kept | Known | Full:
        """Add a fact to a memory file.

        Args:
            whose: Whose memory it is.
            scope: Which file.
            fact: As `as_fact` gives it.
            better: Id of a change whose fact this is in better words: it takes its place, wherever
                that stands, and the change is this one from now on.

        Raises:
            MemoryFileError: If the file cannot be written; it is as it was.
        """
        with self._busy:
            raw = None if better is None else self._changes.get(better)
            same_file = raw is not None and (raw.whose, raw.scope) == (whose, scope)

            def edit(content: _Content) -> tuple[str | None, Change | Known | Full]:
                before, text = content.text, content.text
                if raw is not None and same_file:
                    reverted = raw.reversed_in(text)
                    if reverted is not None:
                        text = reverted
                        before = raw.before if content.text == raw.after else reverted
                outcome = add(text, fact, limit=limit_of(scope))
                if not isinstance(outcome, Edited):
                    return None, outcome
                change = Change(
                    change_id=uuid.uuid4().hex if raw is None else raw.change_id,
                    whose=whose,
                    scope=scope,
                    before=before,
                    after=outcome.text,
                    fact=outcome.fact,
                    replaced=outcome.replaced,
                )
                return outcome.text, change

            change = self._rewrite_file(whose, scope, edit)
            if isinstance(change, Known):
                return Known(fact=_shown(change.fact))
            if isinstance(change, Full):
                return change
            if raw is not None and not same_file:
                self._take_back(raw)
            self._changes.add(change)
            return Kept(
                change_id=change.change_id,
                scope=scope,
                fact=change.fact,
                replaced=_shown(change.replaced),
            )

    def undo(self, change_id: str) -> Change | None:
        """Take back what a change did.

        Returns:
            The change; None if it is not remembered any more, or what it wrote was changed since.

        Raises:
            MemoryFileError: If the file cannot be written; it is as it was.
        """
        with self._busy:
            change = self._changes.get(change_id)
            return change if change is not None and self._take_back(change) else None

    def save(
        self, whose: Whose, scope: Scope, text: str, digest: str
    ) -> Stored | Conflict | TooLong:
        """Replace what a file says with what the person made of it.

        Args:
            whose: Whose memory it is.
            scope: Which file.
            text: What it shall say.
            digest: Of the text that was edited.

        Returns:
            The file as it stands; `Conflict` if it was changed since; `TooLong` if it would be
            over its limit, unless it becomes shorter at least.

        Raises:
            MemoryFileError: If it cannot be written; it is as it was.
        """

        def edit(content: _Content) -> tuple[str | None, TooLong | bool]:
            if content.digest != digest:
                return None, False
            limit = limit_of(scope)
            if len(text) > max(limit, len(content.text)):
                return None, TooLong(characters=len(text), limit=limit)
            new = _encodable(text).replace("\r\n", "\n").replace("\n", line_end(content.text))
            if not _is_utf8(content.data):
                self._put_away(whose, scope, content)
            return new, True

        with self._busy:
            outcome = self._rewrite_file(whose, scope, edit)
        now = self.read(whose, scope)
        if isinstance(outcome, TooLong):
            return outcome
        return now if outcome else Conflict(now=now)

    def compact(
        self, whose: Whose, scope: Scope, *, read: Stored, facts: tuple[str, ...]
    ) -> Compacted | None:
        """Put rewritten facts in the place of those that were read; the old text is archived.

        Facts that were added since stay, behind the rewritten ones.

        Args:
            whose: Whose memory it is.
            scope: Which file.
            read: What was rewritten.
            facts: The rewriting.

        Returns:
            None if the file was changed otherwise since it was read.

        Raises:
            MemoryFileError: If it cannot be written; it is as it was.
        """

        def edit(content: _Content) -> tuple[str | None, Compacted | None]:
            since: tuple[str, ...] | None = ()
            if content.digest != read.digest:
                since = additions(read.text, content.text)
            if since is None:
                return None, None
            new = with_facts(content.text, (*facts, *since))
            archived = self._put_away(whose, scope, content)
            change = Change(
                change_id=uuid.uuid4().hex,
                whose=whose,
                scope=scope,
                before=content.text,
                after=new,
            )
            self._changes.add(change)
            return new, Compacted(
                change_id=change.change_id,
                archived=archived,
                before=len(content.text),
                after=len(new),
            )

        with self._busy:
            return self._rewrite_file(whose, scope, edit)

    def _take_back(self, change: Change) -> bool:
        def edit(content: _Content) -> tuple[str | None, bool]:
            text = change.reversed_in(content.text)
            return text, text is not None

        done = self._rewrite_file(change.whose, change.scope, edit)
        if done:
            self._changes.forget(change.change_id)
        return done

    # The disk.

    def _path(self, whose: Whose, scope: Scope) -> Path:
        return self._home.root.joinpath(*whose.parts(scope))

    def _folder(self, whose: Whose, scope: Scope) -> Path:
        """The folder that no link may lead out of."""
        return self._home.root / whose.parts(scope)[0]

    def _content(self, whose: Whose, scope: Scope) -> _Content:
        """Return what the file says; the shipped one's text as long as the person has none.

        Raises:
            OSError: If it cannot be read.
            RuntimeError: If links lead in a circle.
            MemoryFileError: If it is none that can be changed.
        """
        path = self._path(whose, scope)
        if not is_inside(path, self._folder(whose, scope)):
            raise MemoryFileError(
                _("The file {path} leads out of its folder and was not read.").format(path=path)
            )
        if not path.exists():
            path = shipped(*whose.parts(scope))
            if not path.exists():
                return _Content(b"")
        if not path.is_file():
            raise MemoryFileError(_("{path} is not a file and was not read.").format(path=path))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise MemoryFileError(_("The file {path} is too long to be changed.").format(path=path))
        return _Content(data)

    def _rewrite_file(self, whose: Whose, scope: Scope, edit: _Edit[ResultT]) -> ResultT:
        """Make a change, anew as long as others change the file meanwhile.

        Raises:
            MemoryFileError: If the file cannot be written; it is as it was.
        """
        path = self._path(whose, scope)
        try:
            if not is_inside(path, self._folder(whose, scope)):
                raise MemoryFileError(
                    _("The file {path} leads out of its folder and was not written.").format(
                        path=path
                    )
                )
            path = path.resolve()  # a link inside the folder stays one
            path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(self._home.root / "memory.lock", timeout=LOCK_S, thread_local=False):
                sweep(path)
                return self._replace(whose, scope, path, edit)
        except Timeout as error:
            raise MemoryFileError(
                _("Another program holds the memory files for too long.")
            ) from error
        except (OSError, RuntimeError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            raise MemoryFileError(
                _("The file {path} cannot be written: {error}.").format(
                    path=path, error=reason or error
                )
            ) from error

    def _replace(self, whose: Whose, scope: Scope, path: Path, edit: _Edit[ResultT]) -> ResultT:
        expected = base = self._settled(whose, scope, path)
        for _try in range(TRIES):
            text, result = edit(base)
            new = base if text is None else base.with_text(text)
            if new == expected:
                return result
            with held_open(path) as old, prepared(path, new.data) as temporary:
                if self._content(whose, scope) != expected:
                    expected = base = self._settled(whose, scope, path)
                    continue
                put_in_place(temporary, path)
                late = _written_late(old, expected)
            if late is None:
                return result
            expected, base = new, late
        raise MemoryFileError(
            _("The file {path} is being changed by another program.").format(path=path)
        )

    def _settled(self, whose: Whose, scope: Scope, path: Path) -> _Content:
        """Return what the file says, once an editor that has just emptied it has filled it."""
        content = self._content(whose, scope)
        if not content.data and path.exists():
            self._pause(SETTLE_S)
            content = self._content(whose, scope)
        return content

    def _put_away(self, whose: Whose, scope: Scope, content: _Content) -> str:
        """Archive what a file says and return its name; raises OSError."""
        folder = self._home.root.joinpath(*whose.archive_parts(scope))
        if not is_inside(folder, self._folder(whose, scope)):
            raise OSError(f"{folder} leads out of its folder")
        folder.mkdir(parents=True, exist_ok=True)
        stamp = f"{scope.value}-{self._clock.now().astimezone(UTC):{_STAMP}}"
        name, n = f"{stamp}.md", 1
        while (folder / name).exists():
            if (folder / name).read_bytes() == content.data:
                return name
            n += 1
            name = f"{stamp}-{n}.md"
        with prepared(folder / name, content.data) as temporary:
            put_in_place(temporary, folder / name)
        return name

    def _archived(self, path: Path, scope: Scope) -> Archived | None:
        matched = _ARCHIVED.fullmatch(path.name)
        if matched is None or matched.group(1) != scope.value:
            return None
        at = datetime.strptime(matched.group(2), _STAMP).replace(tzinfo=UTC)
        text = path.read_bytes()[: MAX_BYTES + 1].decode("utf-8", "replace")
        return Archived(name=path.name, scope=scope, at=at, characters=len(text))


def _written_late(old: BinaryIO | None, content: _Content) -> _Content | None:
    """Return what another program wrote into the old file while it was being replaced, if it did."""
    if old is None:
        return None
    data = old.read(MAX_BYTES + 1)
    return None if data == content.data or not data else _Content(data)


def _shown(text: str) -> str:
    """Return text as it may be shown: damaged bytes as U+FFFD."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _encodable(text: str) -> str:
    """Return text without what UTF-8 has no bytes for, and without NUL."""
    return text.encode("utf-8", "ignore").decode("utf-8").replace("\0", "")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
