"""How many files go with a message, and which the model that answers can use."""

import pytest

from assistant.attachments.model.limits import (
    MAX_ATTACHMENTS,
    MAX_MESSAGE_DATA,
    unfit_attachments,
)
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.messages import Attachment, DocumentPart, ImagePart

PICTURE = ImagePart(media_type="image/png", data="aa")
HUGE = ImagePart(media_type="image/png", data="a" * (MAX_MESSAGE_DATA // 4))
TEXT = DocumentPart(name="a.txt", media_type="text/plain", text="words")
PDF = DocumentPart(name="a.pdf", media_type="application/pdf", text="words", data="aa", pages=1)
SCAN = DocumentPart(name="b.pdf", media_type="application/pdf", data="aa", pages=1)


@pytest.mark.parametrize(
    ("attachments", "pictures", "documents", "said"),
    [
        ([], False, False, None),
        ([PICTURE, PDF, SCAN, TEXT], True, True, None),
        ([TEXT, PDF], False, False, None),
        ([TEXT, PICTURE], False, True, "The model that answers cannot see pictures."),
        ([SCAN], True, False, "This PDF has no text, and the model that answers reads text alone."),
        ([TEXT] * MAX_ATTACHMENTS, True, True, None),
        ([TEXT] * (MAX_ATTACHMENTS + 1), True, True, "At most 20 files go with a message."),
        ([HUGE] * 4, True, True, None),
        ([HUGE] * 5, True, True, "The files of one message have 15 MB at most."),
    ],
)
def test_what_the_model_cannot_use_is_said_before_it_is_sent(
    attachments: list[Attachment], said: str | None, *, pictures: bool, documents: bool
) -> None:
    refusal = unfit_attachments(
        attachments, AttachmentKinds(pictures=pictures, documents=documents)
    )
    assert (refusal and refusal.message) == said
