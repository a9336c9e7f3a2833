"""What a file of a conversation is called and holds when it is saved. Pure."""

import base64
import binascii
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from assistant.locale import _
from assistant.protocol.messages import Attachment, DocumentPart

_ENDINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "image/png": "png",
        "image/jpeg": "jpg",
        "image/gif": "gif",
        "image/webp": "webp",
        "application/pdf": "pdf",
    }
)


def saved_name(attachment: Attachment) -> tuple[str, str]:
    """Return the name that is proposed, and its ending; the bytes decide it, not the old name."""
    ending = _ENDINGS.get(attachment.media_type, "txt")
    if isinstance(attachment, DocumentPart) and not attachment.data:
        ending = "txt"
    name = attachment.name.replace("/", "_").replace("\\", "_") or _("Picture")
    stem, dot, old = name.rpartition(".")
    if ending == "txt" and dot and attachment.media_type == "text/plain":
        return name, old  # a text keeps its own
    return f"{stem if dot else name}.{ending}", ending


def saved_bytes(attachment: Attachment) -> bytes:
    """Return what is written: a document that was not kept whole as its text."""
    if isinstance(attachment, DocumentPart) and not attachment.data:
        return attachment.text.encode("utf-8", "replace")
    try:
        return base64.b64decode(attachment.data)
    except (binascii.Error, ValueError):
        return b""
