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
from assistant.memory.disk import Content, MemoryDisk, encodable, shown
from assistant.memory.files import read_memory
from assistant.memory.model.change_log import Change, Changes
from assistant.memory.model.file_edits import (
    Edited,
    Full,
    Known,
    add,
    additions,
    line_end,
    take_out,
    with_facts,
)
from assistant.memory.model.outcomes import (
    Archived,
    Compacted,
    Conflict,
    Forgotten,
    Kept,
    Stored,
    TooLong,
)
from assistant.memory.model.scope import Scope, limit_of
from assistant.memory.owner import Whose


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
        self._disk = MemoryDisk(home=home, pause=pause)
        self._archive = Archive(home=home, clock=clock)
        self._busy = threading.Lock()
        self._changes = Changes()

    # Reading.

    def read(self, whose: Whose, scope: Scope) -> Stored:
        """Return a memory file as it is now; what cannot be read is empty, with a problem."""
        path = self._disk.path(whose, scope)
        try:
            content = self._disk.content(whose, scope)
        except (OSError, RuntimeError, MemoryFileError):
            found = read_memory(path, inside=self._disk.folder(whose, scope))
            text, data = found.text, found.text.encode()
            problem = found.problem or _("The file {path} cannot be read.").format(path=path)
            digest = hashlib.sha256(data).hexdigest()
        else:
            text = shown(content.text.replace("\r\n", "\n"))
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

    def archived(self, whose: Whose) -> tuple[Archived, ...]:
        """Return what these files said before they were rewritten, newest first."""
        return self._archive.list(whose)

    def read_archived(self, whose: Whose, name: str) -> str:
        """Return what an archived memory says.

        Raises:
            MemoryFileError: If there is none of this name.
        """
        return self._archive.read(whose, name)

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

            def edit(content: Content) -> tuple[str | None, Change | Known | Full]:
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

            change = self._disk.change(whose, scope, edit)
            if isinstance(change, Known):
                return Known(fact=shown(change.fact))
            if isinstance(change, Full):
                return change
            if raw is not None and not same_file:
                self._take_back(raw)
            self._changes.add(change)
            return Kept(
                change_id=change.change_id,
                scope=scope,
                fact=change.fact,
                replaced=shown(change.replaced).strip(),
            )

    def forget(self, whose: Whose, scope: Scope, fact: str) -> Forgotten | None:
        """Take a fact out of a memory file.

        Args:
            whose: Whose memory it is.
            scope: Which file.
            fact: As `facts_of` gives it, without white space at its ends.

        Returns:
            None if the file does not say it.

        Raises:
            MemoryFileError: If the file cannot be written; it is as it was.
        """

        def edit(content: Content) -> tuple[str | None, Change | None]:
            text = take_out(content.text, fact)
            if text is None:
                return None, None
            return text, Change(
                change_id=uuid.uuid4().hex,
                whose=whose,
                scope=scope,
                before=content.text,
                after=text,
                removed=fact,
            )

        with self._busy:
            change = self._disk.change(whose, scope, edit)
            if change is None:
                return None
            self._changes.add(change)
            return Forgotten(change_id=change.change_id, scope=scope, fact=fact)

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

        def edit(content: Content) -> tuple[str | None, TooLong | bool]:
            if content.digest != digest:
                return None, False
            limit = limit_of(scope)
            if len(text) > max(limit, len(content.text)):
                return None, TooLong(characters=len(text), limit=limit)
            new = encodable(text).replace("\r\n", "\n").replace("\n", line_end(content.text))
            if content.is_damaged:
                self._archive.put(whose, scope, content.data)
            return new, True

        with self._busy:
            outcome = self._disk.change(whose, scope, edit)
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

        def edit(content: Content) -> tuple[str | None, Compacted | None]:
            since: tuple[str, ...] | None = ()
            if content.digest != read.digest:
                since = additions(read.text, content.text)
            if since is None:
                return None, None
            new = with_facts(content.text, (*facts, *since))
            archived = self._archive.put(whose, scope, content.data)
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
            return self._disk.change(whose, scope, edit)

    def _take_back(self, change: Change) -> bool:
        def edit(content: Content) -> tuple[str | None, bool]:
            text = change.reversed_in(content.text)
            return text, text is not None

        done = self._disk.change(change.whose, change.scope, edit)
        if done:
            self._changes.forget(change.change_id)
        return done
