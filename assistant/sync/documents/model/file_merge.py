"""What a file says becomes part of the document it was made of. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.sync.documents.model.file_text import FileText
from assistant.sync.documents.model.line_document import LineDocument
from assistant.sync.documents.model.line_plan import n_changes


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTaken:
    """What became of the text of a file."""

    update: bytes | None
    """For the other replicas; None if the document said it already."""
    shown: bytes | None
    """The version that the file says; None if it says none, as it was made apart."""


def take_file(document: LineDocument, known: Sequence[bytes], text: str) -> FileTaken:
    """Merge what a file says into a document.

    Args:
        document: Is changed.
        known: Versions that the file may have been made of; of several, the one it is closest to
            is meant. None of them: it was made apart, and what it has more is added.
        text: Of the file.
    """
    if document.text() == FileText.of(text).text:
        return FileTaken(update=None, shown=document.version)
    versions = list(dict.fromkeys(known))
    olds = [old for version in versions if (old := document.at(version)) is not None]
    if not olds:
        return FileTaken(update=document.adopt(text), shown=None)
    lines = FileText.of(text).lines
    old = min(reversed(olds), key=lambda one: n_changes(one.file_text().lines, lines))
    update = old.edit(text)
    if update is not None:
        document.merge(update)
    return FileTaken(update=update, shown=old.version)


def take_rewriting(
    document: LineDocument, known: Sequence[bytes], before: str, after: str, text: str
) -> tuple[FileTaken, ...]:
    """Merge that a file was rewritten in fewer words; what it says since is taken after that.

    Args:
        document: Is changed.
        known: Versions that the file may have been made of before.
        before: What it said just before.
        after: What it said just after.
        text: What it says now. If that is closer to what it said before, it was not rewritten.
    """
    now = FileText.of(text).lines
    old, new = FileText.of(before).lines, FileText.of(after).lines
    if n_changes(old, now) <= n_changes(new, now):
        return ()
    taken = take_file(document, known, before)
    base = None if taken.shown is None else document.at(taken.shown)
    if base is None:
        return (taken,)
    update = base.rewrite(after)
    if update is not None:
        document.merge(update)
    return (taken, FileTaken(update=update, shown=base.version))
