"""One request to a model beside the conversation: asked, waited for, read whole."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.messages import Block, TextBlock, ToolUseBlock, user_text
from assistant.llm.messages_api.model_client import (
    CUT_SHORT,
    BlockReceived,
    ModelClient,
    ModelRequest,
    ReplyReceived,
    SystemPart,
    ToolSpec,
)
from assistant.locale import _

LIMIT_S: Final = 20.0
"""Seconds one request may take (G-07)."""
CALL_TOKENS: Final = 200
"""Of a forced call: enough for the ids of every option."""


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
    blocks, stop_reason = await _reply(client, request, LIMIT_S)
    texts = [block.text for block in blocks if isinstance(block, TextBlock)]
    return SingleReply(text="\n".join(texts), is_cut=stop_reason == "max_tokens")


async def call(
    client: ModelClient, instruction: str, message: str, tool: ToolSpec, *, limit_s: float
) -> Mapping[str, object] | None:
    """Return the input of the one call that a model is forced to make.

    Returns:
        None if it makes no call, another, several, or says something beside it.

    Raises:
        ProviderError: If it fails, or takes more than `limit_s` seconds.
    """
    request = ModelRequest(
        system=(SystemPart(text=instruction),),
        messages=(user_text(message),),
        tools=(tool,),
        tool_choice="tool",
        max_output_tokens=CALL_TOKENS,
    )
    blocks, stop_reason = await _reply(client, request, limit_s)
    said = any(isinstance(block, TextBlock) and block.text.strip() for block in blocks)
    calls = [block for block in blocks if isinstance(block, ToolUseBlock)]
    if said or len(calls) != 1 or calls[0].name != tool.name or stop_reason in CUT_SHORT:
        return None
    return calls[0].input


async def _reply(
    client: ModelClient, request: ModelRequest, limit_s: float
) -> tuple[list[Block], str]:
    """Return the blocks of a reply, and why it ended."""
    blocks: list[Block] = []
    stop_reason = ""
    try:
        async with asyncio.timeout(limit_s), aclosing(client.stream(request)) as events:
            async for event in events:
                match event:
                    case BlockReceived():
                        blocks.append(event.block)
                    case ReplyReceived():
                        stop_reason = event.stop_reason
                    case _:
                        pass
    except TimeoutError as error:
        raise ProviderError(_("Response timed out"), category=ErrorCategory.TIMEOUT) from error
    return blocks, stop_reason
