"""Documents that a user sends, as the model reads them."""

import re
from typing import Final

from assistant.channels.telegram.model.updates import Document
from assistant.foreign_text import to_plain_text

MAX_DOCUMENT_BYTES: Final = 1_000_000
MAX_DOCUMENT_CHARACTERS: Final = 40_000
"""Half of what is sent to a model by default."""
PICTURES: Final = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_FENCE: Final = re.compile(r"`{3,}")


def is_picture(document: Document) -> bool:
    """Whether a document is a picture that a model can be shown."""
    return document.mime_type in PICTURES


def text_of(data: bytes) -> str | None:
    """Return the text of a document; None if it is none, or too long."""
    if b"\0" in data:
        return None
    try:
        text = to_plain_text(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return None
    return text if len(text) <= MAX_DOCUMENT_CHARACTERS else None


def message_with(document: Document, text: str, caption: str) -> str:
    """Return the words of a message with the document that came with it, set apart from them."""
    longest = max((len(fence) for fence in _FENCE.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    name = re.sub(r"[^\w. -]", "_", document.file_name)[:100] or "document"
    return "\n\n".join(filter(None, (caption, f"{name}:\n{fence}\n{text}\n{fence}")))
