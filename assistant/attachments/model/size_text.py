"""How large a file is, as people read it. Pure."""

from assistant.locale import _, ngettext
from assistant.protocol.messages import Attachment, DocumentPart, ImagePart


def size_text(attachment: Attachment) -> str:
    """Return how large a file is, as people read it."""
    match attachment:
        case ImagePart():
            size = len(attachment.data) * 3 // 4
            if size < 1_000_000:
                return _("{count} kB").format(count=max(1, round(size / 1_000)))
            return _("{count} MB").format(count=f"{size / 1_000_000:.1f}")
        case DocumentPart(media_type="application/pdf"):
            return ngettext("{count} page", "{count} pages", attachment.pages).format(
                count=f"{attachment.pages:,}"
            )
        case DocumentPart():
            return ngettext(
                "{count} character", "{count} characters", attachment.characters
            ).format(count=f"{attachment.characters:,}")
