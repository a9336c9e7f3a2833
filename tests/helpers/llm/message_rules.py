"""What the Messages API demands of the messages of a request, said of each that breaks a rule."""

from collections.abc import Iterator, Sequence
from typing import Any

Json = dict[str, Any]


def faults(messages: Sequence[Json]) -> list[str]:
    """Return what is wrong with the messages of a request; empty if the service would take them."""
    return [] if not messages else list(_faults(messages))


def results(messages: Sequence[Json]) -> dict[str, list[str]]:
    """Return the contents of the tool results by the id of their call, in the order they stand."""
    found: dict[str, list[str]] = {}
    for block in _blocks(messages, "tool_result"):
        found.setdefault(block["tool_use_id"], []).append(block["content"])
    return found


def calls(messages: Sequence[Json]) -> list[str]:
    """Return the ids of the tool calls, in the order they stand."""
    return [block["id"] for block in _blocks(messages, "tool_use")]


def content_of(message: Json) -> list[Json]:
    """Return the blocks of a message; content that is a plain string is one block of text."""
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _blocks(messages: Sequence[Json], kind: str) -> list[Json]:
    return [block for m in messages for block in content_of(m) if block["type"] == kind]


def _faults(messages: Sequence[Json]) -> Iterator[str]:
    if messages[0]["role"] != "user":
        yield "the first message is not the user's"
    if messages[-1]["role"] != "user":
        yield "the last message is not the user's"
    asked: list[str] = []
    for number, message in enumerate(messages):
        if number and messages[number - 1]["role"] == message["role"]:
            yield f"message {number} has the role of the one before"
        blocks = content_of(message)
        if not blocks:
            yield f"message {number} is empty"
        if any(block["type"] == "text" and not block["text"].strip() for block in blocks):
            yield f"message {number} has a block without words"
        given = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        if sorted(given) != sorted(asked):
            yield f"message {number} answers the calls {given} where {asked} were made"
        if any(block["type"] != "tool_result" for block in blocks[: len(given)]):
            yield f"message {number} has words before its results"
        asked = [block["id"] for block in blocks if block["type"] == "tool_use"]
        if asked and message["role"] != "assistant":
            yield f"message {number} calls tools and is not the assistant's"
    if len(set(calls(messages))) != len(calls(messages)):
        yield "two calls have the same id"
