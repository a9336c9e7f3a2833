"""What is sent to the model: seven layers in a fixed order. Pure.

1 base prompt, 2 persona, 3 date and time, 4 workspace memory, 5 agent memory, 6 personal memory,
7 the recent conversation. Layer 3 is fixed when a session starts, so that the model's prompt cache
stays warm; each message of the person's carries its own time. A model that cannot use layers gets
its profile's short prompt and the last few messages alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from assistant.llm.client import ModelRequest, Profile, SystemPart, ToolSpec
from assistant.llm.messages import (
    ImageBlock,
    Message,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

MIN_RECENT_MESSAGES = 5
"""Messages that are kept however long they are (CTX-10)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layers:
    """The six layers above the conversation; an empty one is left out."""

    base: str
    persona: str
    date: str
    workspace_memory: str
    agent_memory: str
    personal_memory: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much may be sent."""

    max_characters: int
    recent_messages: int


def describe_date(now: datetime) -> str:
    """Return layer 3 for a session that starts at `now`, which is aware and local."""
    offset = now.strftime("%z")
    return (
        f"It is {now:%A}, {now:%Y-%m-%d}, {now:%H:%M} when this session starts"
        f" ({now.tzname()}, UTC{offset[:3]}:{offset[3:]})."
        " Each message of the person begins with the time it was sent."
    )


def compose(
    *,
    layers: Layers,
    messages: Sequence[Message],
    tools: Sequence[ToolSpec],
    profile: Profile,
    limits: Limits,
) -> ModelRequest:
    """Compose the request for one call.

    Args:
        layers: Layers 1 to 6.
        messages: The conversation as `replay` gives it; begins and ends with the user.
        tools: What may be advertised.
        profile: What the model can do.
        limits: How much may be sent; the profile may allow less.

    Returns:
        The request. Its messages begin with a message of the person's own, no tool call is parted
        from its result, and the last message is always there.
    """
    system = _system(layers, profile)
    budget = min(limits.max_characters, profile.context_characters or limits.max_characters)
    budget -= sum(len(part.text) for part in system)
    recent = min(limits.recent_messages, profile.max_messages or limits.recent_messages)
    if not profile.tools:
        messages = _without_tools(messages)
    return ModelRequest(
        system=system,
        messages=_window(messages, budget=budget, recent=recent),
        tools=tuple(tools) if profile.tools else (),
    )


def size_of(message: Message) -> int:
    """Return the characters a message costs, near enough for a budget."""
    total = 0
    for block in message.content:
        match block:
            case TextBlock():
                total += len(block.text)
            case ThinkingBlock():
                total += len(block.thinking)
            case RedactedThinkingBlock():
                total += len(block.data)
            case ToolUseBlock():
                total += len(block.name) + len(str(block.input))
            case ToolResultBlock():
                total += len(block.content)
            case ImageBlock():
                total += len(block.source.get("data", ""))
    return total


def _system(layers: Layers, profile: Profile) -> tuple[SystemPart, ...]:
    if profile.system_prompt is not None:
        return (SystemPart(text=profile.system_prompt),)
    titled = (
        ("", layers.base),
        ("# Who you are\n\n", layers.persona),
        ("# Now\n\n", layers.date),
        ("# What you remember of this workspace\n\n", layers.workspace_memory),
        ("# What you remember as this persona\n\n", layers.agent_memory),
        ("# What you remember of the person\n\n", layers.personal_memory),
    )
    texts = [title + text.strip() for title, text in titled if text.strip()]
    return tuple(
        SystemPart(text=text, cache=index == len(texts) - 1) for index, text in enumerate(texts)
    )


def _window(messages: Sequence[Message], *, budget: int, recent: int) -> tuple[Message, ...]:
    """Keep the newest groups that fit; a group is the person's message and all that followed.

    A call and its result count as one message (G-26).
    """
    groups: list[list[Message]] = []
    for message in messages:
        if _begins_group(message) or not groups:
            groups.append([])
        groups[-1].append(message)
    kept: list[list[Message]] = []
    count = characters = 0
    for group in reversed(groups):
        size = sum(size_of(message) for message in group)
        weight = sum(1 for message in group if not _is_only_results(message))
        over = characters + size > budget and count >= MIN_RECENT_MESSAGES
        if kept and (count + weight > recent or over):
            break
        kept.append(group)
        count += weight
        characters += size
    return tuple(message for group in reversed(kept) for message in group)


def _begins_group(message: Message) -> bool:
    return message.role == "user" and not any(
        isinstance(block, ToolResultBlock) for block in message.content
    )


def _is_only_results(message: Message) -> bool:
    return all(isinstance(block, ToolResultBlock) for block in message.content)


def _without_tools(messages: Sequence[Message]) -> list[Message]:
    """Keep the words alone, for a model that knows no tools; neighbours of one role are joined."""
    kept: list[Message] = []
    for message in messages:
        words = tuple(block for block in message.content if isinstance(block, TextBlock))
        if not words:
            continue
        if kept and kept[-1].role == message.role:
            words = (*(b for b in kept.pop().content if isinstance(b, TextBlock)), *words)
        kept.append(Message(role=message.role, content=words))
    return kept
