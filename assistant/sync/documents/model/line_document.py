"""A text file that several devices edit apart, merged line by line by a CRDT (Loro). Pure.

Each line is an element that is never changed: who changes a line deletes it and puts in another that
*replaces* it. So two changes of one line never blend into a third; both stand, and are a conflict
that the user is asked about. What is seen follows from the elements alone, so every device that has
the same updates, in whatever order they came, shows the same text:

- Elements that say the same and replace the same line are one line: the same change was made twice.
- List items that say the same in one section and were written apart are one line: two devices were
  told the same. Each element carries the number of its copy, so an item that was put there twice on
  purpose stands twice.
- A line that was moved on one device and changed on another is the changed one.

What is hidden so is deleted with the next edit.

A *rewriting* (a memory that became too long is put in fewer words) deletes nothing: it covers the
lines that it says again. If two devices rewrite the same lines apart, the one that covers more
counts, and what the other wrote is hidden instead of saying everything twice; a line that only the
other covered is seen again.

Damaged updates are refused by Loro's checksum.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Generator, Hashable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar, cast

from loro import ExportMode, Frontiers, LoroDoc, VersionVector

from assistant.sync.documents.model.file_text import FileText
from assistant.sync.documents.model.line_plan import plan_edit, united
from assistant.sync.errors import SyncError

if TYPE_CHECKING:
    from loro import LoroValue

MAX_REPLACED: Final = 8
"""Earlier versions that a line names; a device that has seen none of them gets no question."""

_LINES: Final = "lines"
_FILE: Final = "file"
_WRITERS: Final = "writers"
_REWRITINGS: Final = "rewritings"
_ITEM: Final = re.compile(r"[-*+][ \t]+\S")
_HEADING: Final = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_CONTROL: Final = frozenset("\n\0")
"""What no line has."""

_T = TypeVar("_T")


class DamagedDocumentError(SyncError):
    """An update or snapshot of a document that is none, or not whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineVersion:
    """A line that somebody made of another."""

    line_id: str
    text: str
    device: str
    """Who wrote it; empty if that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineConflict:
    """One line that was changed differently on several devices; all of it is in the document."""

    document: str
    """Its key."""
    id: str
    """The same on every device; another as soon as one of the lines is changed or gone."""
    versions: tuple[LineVersion, ...]
    """In the order of their ids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineResolution:
    """What is to become of the lines of a conflict."""

    kept: tuple[str, ...] = ()
    """Ids of lines that stay."""
    text: str | None = None
    """A line in the place of all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Element:
    """One element of the list."""

    index: int
    id: str
    text: str
    replaces: frozenset[str]
    trail: tuple[str, ...]
    """What it replaces, the newest first."""
    copy: int
    original: str
    """The id of the line that it is, moved; empty if it was written."""
    rewriting: str
    """The id of the rewriting that it is part of; empty if of none."""
    writer: str
    """The device that wrote its text; empty if it is the one that put it in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A line as it is seen."""

    element: _Element
    ids: tuple[str, ...]
    """Of all elements that are this line."""
    replaces: frozenset[str]
    """What all of them replace."""


class LineDocument:
    """One replica of a document. Not safe against threads.

    Each object writes under a new random id of a peer, as Loro requires of one that may have lost
    what it wrote before.
    """

    def __init__(self, *, device: str = "") -> None:
        self._device = device
        self._doc = LoroDoc()
        self._made = 0
        self._known: tuple[_Line, ...] | None = None
        """The lines that are seen, until something changes."""

    @classmethod
    def from_text(cls, text: str, *, device: str = "") -> "LineDocument":
        document = cls(device=device)
        document.edit(text)
        return document

    @classmethod
    def load(
        cls, snapshot: bytes, updates: Iterable[bytes] = (), *, device: str = ""
    ) -> "LineDocument":
        """Merge a snapshot and updates, in any order.

        Raises:
            DamagedDocumentError: If one of them is damaged.
        """
        document = cls(device=device)
        document.merge(snapshot)
        for update in updates:
            document.merge(update)
        return document

    # What it says.

    def file_text(self) -> FileText:
        found = self._doc.get_map(_FILE).get_value()
        ends = cast("dict[str, LoroValue]", found) if isinstance(found, dict) else {}
        return FileText(
            lines=tuple(line.element.text for line in self._lines()),
            has_end=ends.get("end") is not False,
            is_crlf=ends.get("crlf") is True,
        )

    def text(self) -> str:
        return self.file_text().text

    @property
    def version(self) -> bytes:
        """An opaque version for `at`."""
        return self._doc.oplog_frontiers.encode()

    def at(self, version: bytes) -> "LineDocument | None":
        """The document as of a version, to be edited apart; None if that was never merged."""
        other = LineDocument(device=self._device)
        try:
            with _checked():
                other._doc = self._doc.fork_at(Frontiers.decode(version))
        except DamagedDocumentError:
            return None
        return other

    # Changes.

    def edit(self, text: str) -> bytes | None:
        """Make the document say `text`, as an edit of its present state.

        Returns:
            The update for the other replicas; None if it says this already.
        """
        new, now = FileText.of(text), self.file_text()
        if new.text == now.text:
            return None
        before = self._doc.oplog_vv
        if new.lines != now.lines:
            self._edit_lines(self._lines(), new.lines)
        self._set_ends(new)
        return self._committed(before)

    def rewrite(self, text: str) -> bytes | None:
        """Make the document say `text`, the same content in other words; see `edit`."""
        new, lines = FileText.of(text), self._lines()
        plan = plan_edit([line.element.text for line in lines], new.lines)
        kept = {planned.kept for planned in plan}
        gone = [line for n, line in enumerate(lines) if n not in kept]
        if not gone:
            return self.edit(text)
        before = self._doc.oplog_vv
        rewriting = self._next_id()
        covered = {one_id for line in gone for one_id in line.ids}
        for earlier in {line.element.rewriting for line in gone} & self._rewritings().keys():
            covered |= self._rewritings()[earlier]
        ids: list[LoroValue] = [*sorted(covered)]
        self._doc.get_map(_REWRITINGS).insert(rewriting, ids)
        target = [
            _New(text=planned.text, rewriting=rewriting)
            if planned.kept is None
            else lines[planned.kept]
            for planned in plan
        ]
        self._apply(lines, target)
        self._set_ends(new)
        return self._committed(before)

    def adopt(self, text: str) -> bytes | None:
        """Add the lines that it lacks of a text written apart.

        Returns:
            The update for the other replicas; None if it has them all.
        """
        now, new = self.file_text(), FileText.of(text)
        lines = united(now.lines, new.lines)
        if lines == now.lines:
            return None
        kept = now if now.lines else new
        return self.edit(FileText(lines=lines, has_end=kept.has_end, is_crlf=kept.is_crlf).text)

    def merge(self, update: bytes) -> None:
        """Merge an update or a snapshot; idempotent.

        An update that arrives before the one it builds on waits for it.

        Raises:
            DamagedDocumentError: If it is damaged; nothing was changed.
        """
        self._known = None
        with _checked():
            self._doc.import_(update)

    def snapshot(self) -> bytes:
        """Return all of it, with the whole history; replaces every update that was merged.

        Without the history it would be a tenth as long, but an update that another device made to
        an older state could not be merged any more.
        """
        return self._doc.export(ExportMode.Snapshot())

    def includes(self, update: bytes) -> bool:
        with _checked():
            found = LoroDoc.decode_import_blob_meta(update, check_checksum=True)
        return self._doc.oplog_vv.includes_vv(found.partial_end_vv)

    # Conflicts.

    def conflicts(self, document: str) -> tuple[LineConflict, ...]:
        """Lines that were changed differently, in order; `document` is the key for the results."""
        return tuple(
            LineConflict(
                document=document,
                id=_conflict_id(document, lines),
                versions=tuple(self._version(line) for line in sorted(lines, key=_id_of)),
            )
            for lines in _conflicting(self._lines())
        )

    def resolve(self, conflict: LineConflict, resolution: LineResolution) -> bytes | None:
        """End a conflict.

        What stays is inserted again: if another device ends it differently at the same time, it is
        a conflict again, and nothing is lost.

        Returns:
            The update for the other replicas; None if there is no such conflict any more.
        """
        lines = self._lines()
        found = next(
            (
                one
                for one in _conflicting(lines)
                if _conflict_id(conflict.document, one) == conflict.id
            ),
            None,
        )
        if found is None:
            return None
        ids = tuple(one_id for line in found for one_id in line.ids)
        before = self._doc.oplog_vv
        target: list[_Line | _New] = []
        written = False
        for line in lines:
            if line not in found:
                target.append(line)
            elif resolution.text is not None:
                if not written:
                    target.append(_New(text=resolution.text, trail=ids))
                written = True
            elif line.element.id in resolution.kept:
                trail = ids if len(resolution.kept) == 1 else line.ids
                writer = self._writer(line.element)
                target.append(_New(text=line.element.text, trail=trail, writer=writer))
        self._apply(lines, target)
        return self._committed(before)

    def _version(self, line: _Line) -> LineVersion:
        return LineVersion(
            line_id=line.element.id,
            text=line.element.text,
            device=self._writer(line.element),
        )

    def _writer(self, element: _Element) -> str:
        """Empty if unknown."""
        if element.writer:
            return element.writer
        writers = self._doc.get_map(_WRITERS).get_value()
        peer = element.id.partition("-")[0]
        device = (
            cast("dict[str, LoroValue]", writers).get(peer) if isinstance(writers, dict) else ""
        )
        return device if isinstance(device, str) else ""

    # Elements and lines.

    def _edit_lines(self, lines: Sequence[_Line], new: Sequence[str]) -> None:
        shared = {one for group in _conflicting(lines) for one in _shared(group)}
        target: list[_Line | _New] = []
        for planned in plan_edit([line.element.text for line in lines], new):
            if planned.kept is not None:
                target.append(lines[planned.kept])
                continue
            trail: tuple[str, ...] = ()
            original = ""
            if planned.replaces is not None:
                old = lines[planned.replaces]
                # Who changes a line of a conflict has seen the other.
                earlier = (one for one in old.element.trail if one not in shared)
                trail = (*old.ids, *earlier)
                if planned.is_moved:
                    original = old.element.original or old.element.id
            target.append(_New(text=planned.text, trail=trail, original=original))
        self._apply(lines, target)

    def _apply(self, lines: Sequence[_Line], target: Sequence["_Line | _New"]) -> None:
        """Make the list these lines; those that stay keep their order."""
        self._known = None
        elements = self._doc.get_list(_LINES)
        present = self._elements()
        rewritten = _rewritten(present, self._rewritings())
        kept = {line.element.index for line in target if isinstance(line, _Line)}
        kept |= {element.index for element in present if element.id in rewritten}
        for index in range(len(elements) - 1, -1, -1):
            if index not in kept:
                elements.delete(index, 1)
        copies: defaultdict[str, set[int]] = defaultdict(set)
        for line in lines:
            if line.element.index in kept:
                copies[line.element.text].add(line.element.copy)
        place = {index: n for n, index in enumerate(sorted(kept))}
        at = n_new = 0
        for line in target:
            if isinstance(line, _Line):
                at = place[line.element.index] + n_new + 1
            else:
                copy = _first_free(copies[line.text])
                copies[line.text].add(copy)
                elements.insert(at, self._new(line, copy))
                at += 1
                n_new += 1

    def _committed(self, before: VersionVector) -> bytes:
        """The update since a version."""
        self._doc.commit()
        return self._doc.export(ExportMode.Updates(before))

    def _set_ends(self, new: FileText) -> None:
        now = self.file_text()
        ends = self._doc.get_map(_FILE)
        if new.lines and new.has_end != now.has_end:
            ends.insert("end", new.has_end)
        if new.lines and new.is_crlf != now.is_crlf:
            ends.insert("crlf", new.is_crlf)

    def _next_id(self) -> str:
        peer = format(self._doc.peer_id, "x")
        if not self._made and self._device:
            self._doc.get_map(_WRITERS).insert(peer, self._device)
        self._made += 1
        return f"{peer}-{self._made:x}"

    def _new(self, line: "_New", copy: int) -> "LoroValue":
        value: dict[str, LoroValue] = {"id": self._next_id(), "text": line.text}
        if line.trail:
            trail: list[LoroValue] = [*dict.fromkeys(line.trail)]
            value["replaces"] = trail[:MAX_REPLACED]
        if copy:
            value["copy"] = copy
        if line.original:
            value["original"] = line.original
        if line.rewriting:
            value["rewriting"] = line.rewriting
        if line.writer and line.writer != self._device:
            value["writer"] = line.writer
        return value

    def _lines(self) -> tuple[_Line, ...]:
        if self._known is None:
            self._known = _seen(self._elements(), self._rewritings())
        return self._known

    def _elements(self) -> list[_Element]:
        return _elements(self._doc.get_list(_LINES).get_value())

    def _rewritings(self) -> dict[str, frozenset[str]]:
        """Ids of the lines that each rewriting covers."""
        found = self._doc.get_map(_REWRITINGS).get_value()
        values = cast("dict[str, LoroValue]", found) if isinstance(found, dict) else {}
        return {
            name: frozenset(one for one in ids if isinstance(one, str))
            for name, ids in values.items()
            if isinstance(ids, list)
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class _New:
    """A line that is put in."""

    text: str
    trail: tuple[str, ...] = ()
    original: str = ""
    rewriting: str = ""
    writer: str = ""


@contextmanager
def _checked() -> Generator[None]:
    """Turn what Loro raises into DamagedDocumentError; it is no Exception."""
    try:
        yield
    except (Exception, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        raise DamagedDocumentError(str(error)) from error


def _elements(found: object) -> list[_Element]:
    """Elements of a list without malformed ones."""
    values = cast("list[LoroValue]", found) if isinstance(found, list) else []
    elements: list[_Element] = []
    for index, value in enumerate(values):
        if not isinstance(value, dict):
            continue
        line_id, text, copy = value.get("id"), value.get("text"), value.get("copy", 0)
        replaces, original = value.get("replaces", []), value.get("original", "")
        rewriting, writer = value.get("rewriting", ""), value.get("writer", "")
        if (
            not isinstance(line_id, str)
            or not isinstance(text, str)
            or not _CONTROL.isdisjoint(text)
        ):
            continue
        trail = (
            tuple(one for one in replaces if isinstance(one, str))
            if isinstance(replaces, list)
            else ()
        )
        elements.append(
            _Element(
                index=index,
                id=line_id,
                text=text,
                replaces=frozenset(trail),
                trail=trail,
                copy=int(copy) if isinstance(copy, (int, float)) else 0,
                original=original if isinstance(original, str) else "",
                rewriting=rewriting if isinstance(rewriting, str) else "",
                writer=writer if isinstance(writer, str) else "",
            )
        )
    return elements


def _rewritten(
    elements: Sequence[_Element], rewritings: Mapping[str, frozenset[str]]
) -> frozenset[str]:
    """Ids of lines that a rewriting hides."""
    covered: set[str] = set()
    unused: set[str] = set()
    for name, ids in sorted(rewritings.items(), key=lambda one: (-len(one[1]), one[0])):
        if covered.isdisjoint(ids):
            covered |= ids
        else:
            unused.add(name)
    return frozenset(
        element.id
        for element in elements
        if element.rewriting in unused or not covered.isdisjoint((element.id, element.original))
    )


def _seen(
    elements: Sequence[_Element], rewritings: Mapping[str, frozenset[str]]
) -> tuple[_Line, ...]:
    changed = {one for element in elements if not element.original for one in element.replaces}
    rewritten = _rewritten(elements, rewritings)
    there = [e for e in elements if e.original not in changed and e.id not in rewritten]
    keys: dict[str, list[Hashable]] = {}
    section = 0
    for element in there:
        keys[element.id] = [(element.text, replaced) for replaced in element.replaces]
        if _HEADING.match(element.text):
            section += 1
        elif _ITEM.match(element.text):
            keys[element.id].append((section, element.text, element.copy))
    groups = _joined(there, lambda element: keys[element.id])
    lines = [
        _Line(
            element=min(group, key=lambda element: element.id),
            ids=tuple(sorted(element.id for element in group)),
            replaces=frozenset(one for element in group for one in element.replaces),
        )
        for group in groups
    ]
    return tuple(sorted(lines, key=lambda line: line.element.index))


def _conflicting(lines: Sequence[_Line]) -> list[list[_Line]]:
    """Group the lines that replace the same line; in order."""
    return [group for group in _joined(lines, lambda line: line.replaces) if len(group) > 1]


def _joined(items: Sequence[_T], keys: Callable[[_T], Iterable[Hashable]]) -> list[list[_T]]:
    """Group items that share a key, directly or through others; in order."""
    first_with: dict[Hashable, int] = {}
    group_of = list(range(len(items)))
    members = {n: [n] for n in group_of}
    for n, item in enumerate(items):
        for key in keys(item):
            kept, joined = sorted((group_of[n], group_of[first_with.setdefault(key, n)]))
            if kept != joined:
                for member in members.pop(joined):
                    members[kept].append(member)
                    group_of[member] = kept
    return [[items[n] for n in sorted(group)] for group in members.values()]


def _shared(lines: Collection[_Line]) -> set[str]:
    seen: set[str] = set()
    shared: set[str] = set()
    for line in lines:
        shared |= seen & line.replaces
        seen |= line.replaces
    return shared


def _conflict_id(document: str, lines: Collection[_Line]) -> str:
    named = "\n".join((document, *sorted(map(_id_of, lines))))
    return hashlib.sha256(named.encode()).hexdigest()[:32]


def _id_of(line: _Line) -> str:
    return line.element.id


def _first_free(taken: Collection[int]) -> int:
    return next(n for n in range(len(taken) + 1) if n not in taken)
