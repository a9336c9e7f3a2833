"""What a file says becomes part of the document it was made of. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.sync.documents.model.file_text import FileText
from assistant.sync.documents.model.line_document import LineDocument
from assistant.sync.documents.model.line_plan import n_changes, rebased


@dataclass(frozen=True, slots=True)
class FileVersion:
    """What a file says, as a version of its document."""

    version: bytes
    apart: str | None = None
    """The text, if the version says more: the file was made apart, and is merged into it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTaken:
    """What became of the text of a file."""

    update: bytes | None
    """For the other replicas; None if the document said it already."""
    shown: FileVersion
    """What the file says."""


def take_file(document: LineDocument, known: Sequence[FileVersion], text: str) -> FileTaken:
    """Merge what a file says into a document.

    Args:
        known: What the file may have said before; of several, the one it is closest to is meant.
            None of them: it was made apart, and what it has more is added.
        text: Of the file.
    """
    if document.text() == FileText.of(text).text:
        return FileTaken(update=None, shown=FileVersion(document.version))
    bases = [
        (one, old) for one in dict.fromkeys(known) if (old := document.at(one.version)) is not None
    ]
    if not bases:
        update = document.adopt(text)
        return FileTaken(update=update, shown=FileVersion(document.version, text))
    lines = FileText.of(text).lines
    base, old = min(reversed(bases), key=lambda one: n_changes(_lines(*one), lines))
    update = old.edit(text if base.apart is None else _rebased(base.apart, text, old))
    if update is not None:
        document.merge(update)
    apart = None if base.apart is None else text
    return FileTaken(update=update, shown=FileVersion(old.version, apart))


def take_rewriting(
    document: LineDocument, known: Sequence[FileVersion], before: str, after: str, text: str
) -> tuple[FileTaken, ...]:
    """Merge that a file was rewritten in fewer words; what it says since is taken after that.

    Args:
        known: What the file may have said before.
        before: What it said just before.
        after: What it said just after.
        text: What it says now. If that is closer to what it said before, it was not rewritten.
    """
    now = FileText.of(text).lines
    old, new = FileText.of(before).lines, FileText.of(after).lines
    if n_changes(old, now) <= n_changes(new, now):
        return ()
    taken = take_file(document, known, before)
    base = document.at(taken.shown.version)
    if base is None or taken.shown.apart is not None:
        return (taken,)
    update = base.rewrite(after)
    if update is not None:
        document.merge(update)
    return (taken, FileTaken(update=update, shown=FileVersion(base.version)))


def _lines(known: FileVersion, document: LineDocument) -> tuple[str, ...]:
    return document.file_text().lines if known.apart is None else FileText.of(known.apart).lines


def _rebased(before: str, after: str, document: LineDocument) -> str:
    """Apply what was edited in a file to the document that it is merged into."""
    now, new = document.file_text(), FileText.of(after)
    lines = rebased(FileText.of(before).lines, new.lines, now.lines)
    return replace(now if now.lines else new, lines=lines).text
