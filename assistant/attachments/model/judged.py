"""Whether what another process calls judged is that, and files without what is in them. Pure."""

import base64
import binascii
from dataclasses import replace
from typing import Final

from assistant.attachments.model.limits import (
    MAX_DOCUMENT_CHARACTERS,
    MAX_PDF_BYTES,
    fitting_name,
)
from assistant.errors import AttachmentRefused
from assistant.llm.messages_api.pictures import is_taken, picture_header
from assistant.locale import _
from assistant.protocol.messages import Attachment, DocumentPart, ImagePart

_KINDS: Final = frozenset({"application/pdf", "text/plain"})


def check_attachment(attachment: Attachment) -> None:
    """Make sure that the judge of files would have let a file pass as it is.

    Raises:
        AttachmentRefused: If it would not have.
    """
    if fitting_name(attachment.name) != attachment.name or not _is_judged(attachment):
        raise AttachmentRefused(
            _("A file was not sent in the form that Parley sends it in."),
            hint=_("Attach it again."),
        )


def _is_judged(attachment: Attachment) -> bool:
    try:
        data = base64.b64decode(attachment.data, validate=True)
    except (binascii.Error, ValueError):
        return False
    match attachment:
        case ImagePart():
            header = picture_header(data)
            return (
                header is not None
                and header.media_type == attachment.media_type
                and is_taken(header, data)
            )
        case DocumentPart():
            return (
                attachment.media_type in _KINDS
                and len(attachment.text) <= MAX_DOCUMENT_CHARACTERS
                and len(data) <= MAX_PDF_BYTES
                and (not data or attachment.media_type == "application/pdf")
                and min(attachment.pages, attachment.characters) >= 0
            )


def named_alone(attachment: Attachment) -> Attachment:
    """Return a file without what is in it."""
    match attachment:
        case ImagePart():
            return replace(attachment, data="")
        case DocumentPart():
            return replace(attachment, data="", text="")
