"""What is sent: a request as the Messages API reads it, cut to what the model can use.

Pure. The composition of the context happens above; what is done here holds for every request,
from any caller: a model without tools gets none, a model with a prompt of its own gets no
layers, and no block is sent that the service would refuse.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, assert_never

from assistant.llm.messages_api.call_ids import CallIds
from assistant.llm.messages_api.documents import document_room, document_text
from assistant.llm.messages_api.messages import (
    Block,
    DocumentBlock,
    ImageBlock,
    Message,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from assistant.llm.messages_api.model_client import ModelRequest, Profile, SystemPart, ToolSpec

MAX_CACHE_MARKS: Final = 4
"""Cache breakpoints a request may have (Messages API, prompt caching)."""
CACHE_MARK: Final = {"type": "ephemeral"}

PICTURE_LEFT_OUT: Final = (
    "[There was a picture here. The model's service refused it, so you cannot see it.]"
)
"""Stands where a picture was that is not sent any more."""

Body = dict[str, Any]


def request_body(profile: Profile, request: ModelRequest) -> Body:
    """Return the JSON body of a streaming request.

    Fields the model cannot use, or that only one provider knows, are left out:
    `cache_control` and `thinking` go to the anthropic profile alone.
    """
    body: Body = {
        "model": profile.model,
        "max_tokens": request.max_output_tokens or profile.max_output_tokens,
        "messages": _messages(profile, request.messages),
    }
    system = _system(profile, request.system)
    if system:
        body["system"] = system
    if keeps_prompts(profile):
        taken = 0 if isinstance(system, str) else sum("cache_control" in part for part in system)
        _mark(body["messages"], MAX_CACHE_MARKS - taken)
    if profile.tools and request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
        body["tool_choice"] = {"type": request.tool_choice}
    is_forced = request.tool_choice == "tool"
    if is_forced and "tools" in body:
        body["tool_choice"]["name"] = request.tools[0].name
    if profile.thinking and profile.name == "anthropic" and not is_forced:  # else it is refused
        # Current models decide themselves how long to think; "summarized" makes it visible.
        body["thinking"] = {"type": "adaptive", "display": "summarized"}
    return body


def source_at(profile: Profile, request: ModelRequest, message: int, block: int) -> Body | None:
    """Return the source of the picture or PDF at a place of the body; None if there is none."""
    messages = _messages(profile, request.messages)
    content: list[Body] = messages[message]["content"] if message < len(messages) else []
    found = content[block] if block < len(content) else {}
    return found.get("source") if found.get("type") in {"image", "document"} else None


def keeps_prompts(profile: Profile) -> bool:
    """Whether the service keeps what it has read of a prompt where it is marked."""
    return profile.name == "anthropic"


def _mark(messages: Sequence[Body], most: int) -> None:
    """Set the cache breakpoints: the end, and the last messages that the user wrote.

    The end serves the next round of a tool loop. The words of this turn and of the one before are
    where a request ended that is a prefix of this one whatever happened since: thinking is left out
    of earlier turns, so what followed them may be another text. The service looks back for only
    20 blocks from a mark, fewer than a turn with tools may have.
    """
    own = [
        index
        for index, message in enumerate(messages)
        if message["role"] == "user"
        and any(
            block["type"] not in {"tool_result", "image", "document"}
            for block in message["content"]
        )
    ]
    end = [index for index, message in enumerate(messages) if message["role"] == "user"][-1:]
    for index in list(dict.fromkeys([*end, *reversed(own)]))[:most]:
        messages[index]["content"][-1]["cache_control"] = CACHE_MARK


def _tool(tool: ToolSpec) -> Body:
    return {
        "name": tool.name,
        "description": tool.description,
        "input_schema": tool.input_schema,
    }


def _system(profile: Profile, parts: Sequence[SystemPart]) -> str | list[Body]:
    if profile.system_prompt is not None:
        return profile.system_prompt
    parts = [part for part in parts if part.text.strip()]
    if not keeps_prompts(profile):
        return "\n\n".join(part.text for part in parts)
    marked = [index for index, part in enumerate(parts) if part.cache][-MAX_CACHE_MARKS:]
    return [
        {"type": "text", "text": part.text}
        | ({"cache_control": CACHE_MARK} if index in marked else {})
        for index, part in enumerate(parts)
    ]


def _messages(profile: Profile, messages: Sequence[Message]) -> list[Body]:
    ids = CallIds(is_strict=profile.name == "anthropic")
    usable = [
        (message.role, content)
        for message in messages
        if (content := list(_usable(profile, ids, message.content)))
    ]
    if profile.max_messages is not None:
        usable = usable[-profile.max_messages :]
    # The first message must be the user's, and some chat templates insist on alternation.
    while usable and usable[0][0] == "assistant":
        usable.pop(0)
    merged: list[Body] = []
    for role, content in usable:
        if merged and merged[-1]["role"] == role:
            merged[-1]["content"] += content
        else:
            merged.append({"role": role, "content": content})
    return merged


def _usable(profile: Profile, ids: CallIds, content: Iterable[Block]) -> Iterable[Body]:
    for block in content:
        if not _is_usable(profile, block):
            continue
        match block:
            case ImageBlock(is_refused=True):
                yield {"type": "text", "text": PICTURE_LEFT_OUT}
            case ImageBlock():
                yield {"type": "image", "source": block.source}
            case DocumentBlock() if is_sent_whole(profile, block):
                yield {"type": "document", "source": block.source, "title": block.name}
            case DocumentBlock():
                yield {"type": "text", "text": document_text(block, room=document_room(profile))}
            case ToolUseBlock():
                yield block.model_dump() | {"id": ids.of_call(block.id)}
            case ToolResultBlock():
                yield block.model_dump() | {"tool_use_id": ids.of_result(block.tool_use_id)}
            case _:
                yield block.model_dump()


def is_sent_whole(profile: Profile, block: DocumentBlock) -> bool:
    """Whether a model is sent a PDF itself rather than its text."""
    return profile.documents and bool(block.data) and not block.is_refused


def _is_usable(profile: Profile, block: Block) -> bool:
    match block:
        case TextBlock():
            return bool(block.text.strip())  # empty text is refused with a 400
        case ImageBlock():
            return profile.images
        case DocumentBlock():
            return True
        case ToolUseBlock() | ToolResultBlock():
            return profile.tools
        case ThinkingBlock(is_written=True):
            return False
        case ThinkingBlock():
            # Only the service that signed it can check it; without a signature it is refused.
            return profile.name == "local" or (
                profile.name == "anthropic" and block.signature != ""
            )
        case RedactedThinkingBlock():
            return profile.name == "anthropic"
        case _:
            assert_never(block)
