"""How a document of the user's is written for a model that is sent its text. Pure."""

import re
from typing import Final

from assistant.llm.messages_api.messages import DocumentBlock, Message, TextBlock
from assistant.llm.messages_api.model_client import Profile

_FENCE: Final = re.compile(r"`{3,}")
NO_TEXT: Final = "[This PDF has no text, only pictures of its pages, which you cannot see.]"


def document_text(block: DocumentBlock, *, room: int | None = None) -> str:
    """Return a document with its name, set apart so that it cannot pass for the user's words.

    Args:
        block: The document.
        room: How many characters of it are sent at most; None for all that is kept.
    """
    text = block.text[:room]
    longest = max((len(fence) for fence in _FENCE.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    name = re.sub(r"[^\w. -]", "_", block.name)[:100] or "document"
    pages = f" ({block.pages} pages)" if block.pages else ""
    if not text:
        return f"{name}{pages}:\n{NO_TEXT}"
    cut = ""
    if block.characters > len(text):
        cut = f"\n[The first {len(text):,} of {block.characters:,} characters.]"
    return f"{name}{pages}:\n{fence}\n{text}\n{fence}{cut}"


def document_room(profile: Profile) -> int | None:
    """Return how many characters of a document a model is sent; None for all that is kept."""
    return None if profile.context_characters is None else profile.context_characters // 4


def with_documents_as_text(message: Message, *, room: int | None = None) -> Message:
    """Put the text of documents in their place, of each at most so many characters."""
    if not any(isinstance(block, DocumentBlock) for block in message.content):
        return message
    content = tuple(
        TextBlock(text=document_text(block, room=room))
        if isinstance(block, DocumentBlock)
        else block
        for block in message.content
    )
    return message.model_copy(update={"content": content})
