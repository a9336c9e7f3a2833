"""The one judge of files: which go with a message, and in which form. Blocks; for worker threads.

A picture becomes one that the model's service takes: whole, scaled, upright and without what the
camera or a program wrote into it. A PDF keeps its bytes if a service takes them, and has its text
for models that do not. Everything else is text, or is refused with what to do about it.
"""

import base64
from pathlib import Path

from assistant.attachments.file_reader import read_file, too_large
from assistant.attachments.model.file_kind import NO_TEXT, FileKind, foreign_format, kind_of
from assistant.attachments.model.limits import (
    MAX_DOCUMENT_CHARACTERS,
    MAX_FILE_BYTES,
    MAX_PDF_BYTES,
    MAX_PDF_PAGES,
    fitting_name,
)
from assistant.attachments.pdf_reader import PdfContents, read_pdf
from assistant.errors import AttachmentRefused
from assistant.foreign_text import storable, to_plain_text
from assistant.llm.picture_scaler import MAX_PIXELS, PictureProblem, sendable_picture
from assistant.locale import _, ngettext
from assistant.protocol.messages import Attachment, DocumentPart, ImagePart
from assistant.tools.workspace.model.text_encoding import BinaryFile, decode


def judge_file(path: Path) -> Attachment:
    """Return a file as it goes with a message.

    Raises:
        AttachmentRefused: If it does not.
    """
    return judge(path.name, read_file(path))


def judge(name: str, data: bytes) -> Attachment:
    """Return what was read, pasted or sent as it goes with a message.

    Args:
        name: Of the file; empty if it has none. Nothing is concluded from it.
        data: All of it.

    Raises:
        AttachmentRefused: If it does not go with one.
    """
    if len(data) > MAX_FILE_BYTES:
        raise too_large(len(data))
    name = fitting_name(storable(to_plain_text(name)))
    match kind_of(data):
        case FileKind.EMPTY:
            raise AttachmentRefused(_("This file is empty."))
        case FileKind.PICTURE:
            return _picture(name, data)
        case FileKind.PDF:
            return _pdf(name, data)
        case FileKind.TEXT:
            return _text(name, data)
        case FileKind.FOREIGN:
            raise _foreign(data)


def _picture(name: str, data: bytes) -> ImagePart:
    match sendable_picture(data):
        case PictureProblem.UNREADABLE:
            raise AttachmentRefused(
                _("This picture is damaged or incomplete."),
                hint=_("Save it anew as PNG or JPEG, and attach that."),
            )
        case PictureProblem.TOO_LARGE:
            raise AttachmentRefused(
                _("This picture is too large; {count} megapixels are the most.").format(
                    count=MAX_PIXELS // 1_000_000
                ),
                hint=_("Make it smaller, or attach a part of it."),
            )
        case block:
            return ImagePart(
                media_type=block.source["media_type"], data=block.source["data"], name=name
            )


def _pdf(name: str, data: bytes) -> DocumentPart:
    contents = read_pdf(data)
    is_whole = (
        len(data) <= MAX_PDF_BYTES and contents.pages <= MAX_PDF_PAGES and not contents.is_encrypted
    )
    if not is_whole and not contents.text:
        raise _unsendable(contents)
    return DocumentPart(
        name=name or "document.pdf",
        media_type="application/pdf",
        text=contents.text,
        data=base64.b64encode(data).decode("ascii") if is_whole else "",
        pages=contents.pages,
        characters=contents.characters,
    )


def _unsendable(contents: PdfContents) -> AttachmentRefused:
    if contents.pages > MAX_PDF_PAGES:
        text = ngettext(
            "This PDF has no text, and {count} page, which is too many.",
            "This PDF has no text, and {count} pages, which is too many.",
            contents.pages,
        ).format(count=contents.pages)
        return AttachmentRefused(
            text,
            hint=_("Attach a PDF with {count} of its pages at most.").format(count=MAX_PDF_PAGES),
        )
    return AttachmentRefused(
        _("This PDF has no text, and is too large or protected."),
        hint=_("Attach pictures of its pages."),
    )


def _text(name: str, data: bytes) -> DocumentPart:
    decoded = decode(data)
    if isinstance(decoded, BinaryFile) or not decoded.text.strip():
        raise _foreign(data)
    # Twice as much: what does not show is taken out.
    text = to_plain_text(storable(decoded.text[: 2 * MAX_DOCUMENT_CHARACTERS]))
    is_cut = len(text) > MAX_DOCUMENT_CHARACTERS
    kept = text[:MAX_DOCUMENT_CHARACTERS]
    return DocumentPart(
        name=name or "text.txt",
        media_type="text/plain",
        text=kept,
        characters=max(len(decoded.text), len(kept) + 1) if is_cut else len(kept),
    )


def _foreign(data: bytes) -> AttachmentRefused:
    known = foreign_format(data) or NO_TEXT
    return AttachmentRefused(_(known.name), hint=_(known.remedy))
