"""Which pictures and PDFs a request is sent again without, once the service refused one. Pure."""

from collections.abc import Collection
from dataclasses import replace
from typing import TypeGuard

from assistant.llm.messages_api.messages import Block, DocumentBlock, ImageBlock, Message
from assistant.llm.messages_api.model_client import ModelRequest, Profile
from assistant.llm.messages_api.refused_picture import refused_picture
from assistant.llm.messages_api.request_body import is_sent_whole, source_at
from assistant.locale import _

Source = dict[str, str]
"""Of a picture or PDF: what is the same is the same file, wherever it stands."""


def refused_sources(
    detail: str, *, request: ModelRequest, profile: Profile, is_first: bool
) -> list[Source]:
    """Pictures and PDFs to leave out of the repeated request.

    The one that the service names; where it does not say which, those that came last, since the
    ones before were accepted; the second time all there are, so that this comes to an end.

    Args:
        detail: What the service said.
        request: What it refused.
        is_first: Whether nothing was left out of it before.
    """
    sent = [
        [block.source for block in message.content if _is_in_request(block, profile)]
        for message in request.messages
    ]
    everything = [source for sources in sent for source in sources]
    if not is_first:
        return everything
    refused = refused_picture(detail)
    if refused is not None and refused.place is not None:
        named = source_at(profile, request, *refused.place)
        if named is not None:
            return [named]
    latest = [sources for sources in sent if sources][-1:]
    return latest[0] if latest else []


def left_out_text(sources: Collection[Source]) -> str:
    """Return what the user is told of what is never sent again."""
    pdfs = [source for source in sources if source.get("media_type") == "application/pdf"]
    if pdfs and len(pdfs) == len(sources):
        return _("The model's service cannot use a PDF here. Its text is sent from now on.")
    if len(sources) == 1:
        return _("The model's service cannot use a picture here. It is left out from now on.")
    return _("The model's service cannot use some pictures. They are left out from now on.")


def without_pictures(request: ModelRequest, sources: Collection[Source]) -> ModelRequest:
    """Put words in the place of pictures and PDFs."""
    if not sources:
        return request
    return replace(
        request, messages=tuple(with_refused(each, sources) or each for each in request.messages)
    )


def with_refused(message: Message, sources: Collection[Source]) -> Message | None:
    """Mark pictures and PDFs as refused; None if the message has none of them."""
    content = [
        block.model_copy(update={"is_refused": True})
        if _is_sent_file(block) and block.source in sources
        else block
        for block in message.content
    ]
    if content == list(message.content):
        return None
    return message.model_copy(update={"content": tuple(content)})


def _is_in_request(block: Block, profile: Profile) -> TypeGuard[ImageBlock | DocumentBlock]:
    """Whether a picture, or a PDF as it is, went to this model."""
    is_text = isinstance(block, DocumentBlock) and not is_sent_whole(profile, block)
    return _is_sent_file(block) and not is_text


def _is_sent_file(block: Block) -> TypeGuard[ImageBlock | DocumentBlock]:
    """Whether a block is a picture or a PDF that no service refused."""
    match block:
        case ImageBlock():
            return not block.is_refused
        case DocumentBlock():
            return bool(block.data) and not block.is_refused
        case _:
            return False
