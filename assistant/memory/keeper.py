"""The memory files: read, added to, taken back, rewritten.

Everything here blocks and belongs on a thread.
"""

import hashlib
import threading
import time
import uuid
from collections.abc import Callable

from assistant.clock import Clock
from assistant.errors import MemoryFileError
from assistant.home import Home
from assistant.locale import _
from assistant.memory.archive import Archive
from assistant.memory.disk import MemoryContent, MemoryDisk, encodable
from assistant.memory.files import read_memory
from assistant.memory.model.change_log import MemoryChange, MemoryChangeLog
from assistant.memory.model.file_edits import (
    AlreadyKnown,
    FactEdit,
    MemoryFull,
    add,
    additions,
    line_end,
    shown,
    take_out,
    with_facts,
)
from assistant.memory.model.outcomes import (
    CompactedMemory,
    ForgottenFact,
    KeptFact,
    MemoryConflict,
    MemoryTooLong,
    StoredMemory,
)
from assistant.memory.model.scope import MemoryScope, limit_of
from assistant.memory.owner import MemoryOwner

Rewriting = Callable[[str, str, str], None]
"""Takes the path of a file below the home, what it says, and what it is about to say instead."""


class MemoryKeeper:
    """Reads and writes the memory files of a home; safe against threads and processes.

    Each method that writes raises MemoryFileError if the file cannot be written; it is as it was.
    """

    def __init__(
        self, *, home: Home, clock: Clock, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self._home = home
        self._disk = MemoryDisk(home=home, pause=pause)
        self.archive = Archive(home=home, clock=clock)
        """What the files said before they were rewritten."""
        self._busy = threading.Lock()
        self._changes = MemoryChangeLog()
        self._rewriting_listeners: list[Rewriting] = []

    def tell_rewriting(self, rewriting: Rewriting) -> Callable[[], None]:
        """Call `rewriting` on the writing thread before each rewriting; the result unsubscribes."""
        self._rewriting_listeners.append(rewriting)
        return lambda: self._rewriting_listeners.remove(rewriting)

    # Reading.

    def read(self, owner: MemoryOwner, scope: MemoryScope) -> StoredMemory:
        """The present content; an unreadable file is empty, with a problem."""
        path = self._disk.path(owner, scope)
        try:
            content = self._disk.content(owner, scope)
        except (OSError, RuntimeError, MemoryFileError):
            found = read_memory(path, inside=self._disk.folder(owner, scope))
            text, data = found.text, found.text.encode()
            problem = found.problem or _("The file {path} cannot be read.").format(path=path)
            digest = hashlib.sha256(data).hexdigest()
        else:
            text = shown(content.text.replace("\r\n", "\n"))
            digest = content.digest
            problem = ""
        return StoredMemory(
            scope=scope,
            path=path,
            text=text,
            digest=digest,
            limit=limit_of(scope),
            problem=problem,
        )

    def read_all(self, owner: MemoryOwner) -> tuple[StoredMemory, ...]:
        return tuple(self.read(owner, scope) for scope in MemoryScope)

    def signature(self, owner: MemoryOwner) -> tuple[object, ...]:
        """Changes whenever one of the files or the archive does; reads no file."""
        found: list[object] = []
        for scope in MemoryScope:
            for parts in (owner.parts(scope), owner.archive_parts(scope)):
                try:
                    state = self._home.root.joinpath(*parts).stat()
                except OSError:
                    found.append(None)
                else:
                    found.append((state.st_mtime_ns, state.st_size, state.st_ino))
        return tuple(found)

    # Writing.

    def keep(
        self, owner: MemoryOwner, scope: MemoryScope, fact: str, *, better: str | None = None
    ) -> KeptFact | AlreadyKnown | MemoryFull:
        """Add a fact normalised by `as_fact`.

        With `better`, the id of a change whose fact this says in better words, it replaces that
        fact, wherever that stands, and takes over the change's id.
        """
        with self._busy:
            raw = None if better is None else self._changes.get(better)
            same_file = raw is not None and (raw.owner, raw.scope) == (owner, scope)

            def edit(
                content: MemoryContent,
            ) -> tuple[str | None, MemoryChange | AlreadyKnown | MemoryFull]:
                before, text = content.text, content.text
                if raw is not None and same_file:
                    reverted = raw.reversed_in(text)
                    if reverted is not None:
                        text = reverted
                        before = raw.before if content.text == raw.after else reverted
                outcome = add(text, fact, limit=limit_of(scope))
                if not isinstance(outcome, FactEdit):
                    return None, outcome
                change = MemoryChange(
                    change_id=uuid.uuid4().hex if raw is None else raw.change_id,
                    owner=owner,
                    scope=scope,
                    before=before,
                    after=outcome.text,
                    fact=outcome.fact,
                    replaced=outcome.replaced,
                    alike=outcome.alike,
                )
                return outcome.text, change

            change = self._disk.change(owner, scope, edit)
            if isinstance(change, AlreadyKnown):
                return AlreadyKnown(fact=shown(change.fact))
            if isinstance(change, MemoryFull):
                return change
            if raw is not None and not same_file:
                self._take_back(raw)
            self._changes.add(change)
            return KeptFact(
                change_id=change.change_id,
                scope=scope,
                fact=change.fact,
                replaced=shown(change.replaced).strip(),
                alike=shown(change.alike),
            )

    def forget(self, owner: MemoryOwner, scope: MemoryScope, fact: str) -> ForgottenFact | None:
        """Remove a fact, as `facts_of` gives it, stripped; None if the file lacks it."""

        def edit(content: MemoryContent) -> tuple[str | None, MemoryChange | None]:
            text = take_out(content.text, fact)
            if text is None:
                return None, None
            return text, MemoryChange(
                owner=owner, scope=scope, before=content.text, after=text, removed=fact
            )

        with self._busy:
            change = self._disk.change(owner, scope, edit)
            if change is None:
                return None
            self._changes.add(change)
            return ForgottenFact(change_id=change.change_id, scope=scope, fact=fact)

    def undo(self, change_id: str) -> MemoryChange | None:
        """Undo a change and return it.

        None if the log has forgotten it, or what it wrote was changed since.
        """
        with self._busy:
            change = self._changes.get(change_id)
            return change if change is not None and self._take_back(change) else None

    def save(
        self, owner: MemoryOwner, scope: MemoryScope, text: str, digest: str
    ) -> StoredMemory | MemoryConflict | MemoryTooLong:
        """Save the user's edit of the text that has this digest.

        Returns:
            The file as it stands; `MemoryConflict` if it was changed since; `MemoryTooLong` if it
            would be over its limit, unless it becomes shorter at least.
        """

        def edit(content: MemoryContent) -> tuple[str | None, MemoryTooLong | bool]:
            if content.digest != digest:
                return None, False
            limit = limit_of(scope)
            if len(text) > max(limit, len(content.text)):
                return None, MemoryTooLong(characters=len(text), limit=limit)
            new = encodable(text).replace("\r\n", "\n").replace("\n", line_end(content.text))
            if content.is_damaged:
                self.archive.put(owner, scope, content.data)
            return new, True

        with self._busy:
            outcome = self._disk.change(owner, scope, edit)
        now = self.read(owner, scope)
        if isinstance(outcome, MemoryTooLong):
            return outcome
        return now if outcome else MemoryConflict(now=now)

    def compact(
        self, owner: MemoryOwner, scope: MemoryScope, *, read: StoredMemory, facts: tuple[str, ...]
    ) -> CompactedMemory | None:
        """Replace the facts that were read by rewritten ones; archives the old text.

        Facts that were added since stay, behind the rewritten ones. None if the file was changed
        otherwise since it was read.
        """

        def edit(content: MemoryContent) -> tuple[str | None, CompactedMemory | None]:
            since: tuple[str, ...] | None = ()
            if content.digest != read.digest:
                since = additions(read.text, content.text)
            if since is None:
                return None, None
            new = with_facts(content.text, (*facts, *since))
            archived = self.archive.put(owner, scope, content.data)
            change = MemoryChange(owner=owner, scope=scope, before=content.text, after=new)
            self._changes.add(change)
            for rewriting in tuple(self._rewriting_listeners):
                rewriting("/".join(owner.parts(scope)), content.text, new)
            return new, CompactedMemory(
                change_id=change.change_id,
                archived=archived,
                before=len(content.text),
                after=len(new),
            )

        with self._busy:
            return self._disk.change(owner, scope, edit)

    def _take_back(self, change: MemoryChange) -> bool:
        def edit(content: MemoryContent) -> tuple[str | None, bool]:
            text = change.reversed_in(content.text)
            return text, text is not None

        done = self._disk.change(change.owner, change.scope, edit)
        if done:
            self._changes.forget(change.change_id)
        return done
