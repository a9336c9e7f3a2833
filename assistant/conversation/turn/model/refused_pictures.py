"""Which pictures a request is sent again without, once the service refused one. Pure."""

from collections.abc import Collection
from dataclasses import replace
from typing import TypeGuard

from assistant.llm.messages_api.messages import Block, ImageBlock, Message
from assistant.llm.messages_api.model_client import ModelRequest, Profile
from assistant.llm.messages_api.refused_picture import refused_picture
from assistant.llm.messages_api.request_body import image_at

Source = dict[str, str]
"""Of a picture: what is the same is the same picture, wherever it stands."""


def refused_sources(
    detail: str, *, request: ModelRequest, profile: Profile, is_first: bool
) -> list[Source]:
    """Pictures to leave out of the repeated request.

    The one that the service names; where it does not say which, those that came last, since the
    ones before were accepted; the second time all there are, so that this comes to an end.

    Args:
        detail: What the service said.
        request: What it refused.
        is_first: Whether nothing was left out of it before.
    """
    sent = [
        [block.source for block in message.content if _is_sent_picture(block)]
        for message in request.messages
    ]
    everything = [source for sources in sent for source in sources]
    if not is_first:
        return everything
    refused = refused_picture(detail)
    if refused is not None and refused.place is not None:
        named = image_at(profile, request, *refused.place)
        if named is not None:
            return [named]
    latest = [sources for sources in sent if sources][-1:]
    return latest[0] if latest else []


def without_pictures(request: ModelRequest, sources: Collection[Source]) -> ModelRequest:
    """Put words in the place of pictures."""
    if not sources:
        return request
    return replace(
        request, messages=tuple(with_refused(each, sources) or each for each in request.messages)
    )


def with_refused(message: Message, sources: Collection[Source]) -> Message | None:
    """Mark pictures as refused; None if the message has none of them."""
    content = [
        block.model_copy(update={"is_refused": True})
        if _is_sent_picture(block) and block.source in sources
        else block
        for block in message.content
    ]
    if content == list(message.content):
        return None
    return message.model_copy(update={"content": tuple(content)})


def _is_sent_picture(block: Block) -> TypeGuard[ImageBlock]:
    """Whether a block is a picture that no service refused."""
    return isinstance(block, ImageBlock) and not block.is_refused
