"""How many files go with a message, how large, and which the model that answers can use. Pure."""

from collections.abc import Sequence
from typing import Final

from assistant.errors import AttachmentRefused
from assistant.locale import _, ngettext
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.messages import Attachment, DocumentPart, ImagePart

MAX_FILE_BYTES: Final = 64_000_000
"""Of a file that is read at all."""
MAX_DOCUMENT_CHARACTERS: Final = 40_000
"""Of a document's text; half of what is sent to a model by default."""
MAX_PDF_BYTES: Final = 10_000_000
"""Of a PDF that is sent as it is; a request has 32 MB for all of the conversation."""
MAX_PDF_PAGES: Final = 100
"""Of such a PDF (Messages API, PDF support: 100 for models with 200,000 tokens of context)."""
MAX_ATTACHMENTS: Final = 20
"""Files of one message; with more pictures services want each of them smaller."""
MAX_MESSAGE_DATA: Final = 20_000_000
"""Characters of base64 of one message."""
_NAME_CHARACTERS: Final = 120


def unfit_attachments(
    attachments: Sequence[Attachment], takes: AttachmentKinds
) -> AttachmentRefused | None:
    """Return why files cannot be sent to the model that answers; None if they can."""
    if len(attachments) > MAX_ATTACHMENTS:
        return too_many()
    if data_of(attachments) > MAX_MESSAGE_DATA:
        return too_much_data()
    return next(
        (why for one in attachments if (why := unfit_attachment(one, takes)) is not None), None
    )


def unfit_attachment(attachment: Attachment, takes: AttachmentKinds) -> AttachmentRefused | None:
    """Return why the model that answers can do nothing with a file; None if it can."""
    match attachment:
        case ImagePart() if not takes.pictures:
            return AttachmentRefused(
                _("The model that answers cannot see pictures."),
                hint=_("Choose another model, or leave the picture out."),
            )
        case DocumentPart(text="") if not (takes.documents and attachment.data):
            return AttachmentRefused(
                _("This PDF has no text, and the model that answers reads text alone."),
                hint=_("Choose another model, or attach pictures of its pages."),
            )
        case _:
            return None


def too_many() -> AttachmentRefused:
    text = ngettext(
        "At most {count} file goes with a message.",
        "At most {count} files go with a message.",
        MAX_ATTACHMENTS,
    ).format(count=MAX_ATTACHMENTS)
    return AttachmentRefused(
        text,
        hint=_("Send the others with the next message."),
    )


def too_much_data() -> AttachmentRefused:
    return AttachmentRefused(
        _("The files of one message have {size} MB at most.").format(
            size=MAX_MESSAGE_DATA * 3 // 4 // 1_000_000
        ),
        hint=_("Send the others with the next message."),
    )


def data_of(attachments: Sequence[Attachment]) -> int:
    """Return how many characters of base64 there are."""
    return sum(len(one.data) for one in attachments)


def fitting_name(name: str) -> str:
    """Return the name of a file in one line that is not too long; its ending stays."""
    line = " ".join(name.split())
    if len(line) <= _NAME_CHARACTERS:
        return line
    stem, dot, ending = line.rpartition(".")
    if not dot or len(ending) > 10:
        return line[: _NAME_CHARACTERS - 1] + "…"
    return f"{stem[: _NAME_CHARACTERS - len(ending) - 2]}….{ending}"


def attachment_note(attachment: Attachment, takes: AttachmentKinds) -> str:
    """Return what of a file is not sent, for the user; empty if all of it is."""
    if isinstance(attachment, ImagePart) or (takes.documents and attachment.data):
        return ""
    sent = min(len(attachment.text), takes.characters)
    if attachment.characters > sent:
        return _("The first {count} of {all} characters are sent.").format(
            count=f"{sent:,}", all=f"{attachment.characters:,}"
        )
    if attachment.media_type == "application/pdf":
        return _("Its text is sent, without its pictures.")
    return ""
