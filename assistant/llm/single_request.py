"""One request to a model beside the conversation, without tools: asked, waited for, read whole."""

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.messages import TextBlock, user_text
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelClient,
    ModelRequest,
    ReplyReceived,
    SystemPart,
)
from assistant.locale import _

LIMIT_S: Final = 20.0
"""Seconds one request may take (G-07)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleReply:
    """What the model wrote."""

    text: str
    is_cut: bool = False
    """It was longer than the model may write at once."""


async def ask(client: ModelClient, instruction: str, message: str) -> SingleReply:
    """Return what a model answers.

    Raises:
        ProviderError: If it fails, or takes more than `LIMIT_S` seconds.
    """
    request = ModelRequest(system=(SystemPart(text=instruction),), messages=(user_text(message),))
    texts: list[str] = []
    stop_reason = ""
    try:
        async with asyncio.timeout(LIMIT_S), aclosing(client.stream(request)) as events:
            async for event in events:
                match event:
                    case BlockReceived(block=TextBlock(text=text)):
                        texts.append(text)
                    case ReplyReceived():
                        stop_reason = event.stop_reason
                    case _:
                        pass
    except TimeoutError as error:
        raise ProviderError(_("Response timed out"), category=ErrorCategory.TIMEOUT) from error
    return SingleReply(text="\n".join(texts), is_cut=stop_reason == "max_tokens")
