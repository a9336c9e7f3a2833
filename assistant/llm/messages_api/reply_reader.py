"""From the events of a stream to what the conversation knows of a reply. Pure, one per reply."""

import logging
from dataclasses import dataclass, field
from typing import Any, Final, assert_never, cast, get_args

from pydantic_core import from_json

from assistant.llm.messages_api.messages import (
    MALFORMED_INPUT,
    Block,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
)
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ReplyReceived,
    StopReason,
    TextReceived,
    ThinkingReceived,
)
from assistant.llm.messages_api.stream_events import (
    BlockDelta,
    BlockHead,
    BlockStart,
    BlockStop,
    Delta,
    ErrorEvent,
    MessageDelta,
    MessageStart,
    MessageStop,
    StreamEvent,
)

_log = logging.getLogger(__name__)

STOP_REASONS: Final[frozenset[str]] = frozenset(get_args(StopReason))
CUT_REASONS: Final = frozenset({"model_context_window_exceeded"})
"""Other names for a reply that ends before it is complete."""
KNOWN_BLOCKS: Final = frozenset({"text", "thinking", "redacted_thinking", "tool_use"})


@dataclass(slots=True)
class _OpenBlock:
    head: BlockHead
    text: list[str] = field(default_factory=list[str])
    signature: list[str] = field(default_factory=list[str])


class ReplyReader:
    """Puts the pieces of one reply together.

    A block that the stream never closed is closed by the end of the message.

    Attributes:
        is_complete: Whether the end of the message was read.
    """

    def __init__(self, *, request_id: str | None = None) -> None:
        self.is_complete = False
        self._request_id = request_id
        self._open: dict[int, _OpenBlock] = {}
        self._stop_reason: str | None = None
        self._has_tool_use = False
        self._usage: dict[str, int] = {}

    def feed(self, event: StreamEvent) -> list[ModelEvent]:
        """Take one event of the stream and return what it completes.

        Raises:
            ValueError: If the event is an `ErrorEvent`, which is the caller's to handle.
        """
        match event:
            case MessageStart():
                self._count(event.message.usage)
                return []
            case BlockStart():
                return self._start(event.index, event.content_block)
            case BlockDelta():
                return self._continue(event.index, event.delta)
            case BlockStop():
                return self._close(event.index)
            case MessageDelta():
                self._stop_reason = event.delta.stop_reason or self._stop_reason
                self._count(event.usage or {})
                return []
            case MessageStop():
                return self._finish()
            case ErrorEvent():
                raise ValueError("an error event ends the stream and is not part of the reply")
            case _:
                assert_never(event)

    def _start(self, index: int, head: BlockHead) -> list[ModelEvent]:
        if head.type not in KNOWN_BLOCKS:
            _log.info("passing over a content block of the unknown type %s", head.type)
            return []
        self._open[index] = _OpenBlock(head)
        self._has_tool_use |= head.type == "tool_use"
        return self._continue(
            index,
            Delta(
                type={"text": "text_delta", "thinking": "thinking_delta"}.get(head.type, ""),
                text=head.text,
                thinking=head.thinking,
            ),
        )

    def _continue(self, index: int, delta: Delta) -> list[ModelEvent]:
        block = self._open.get(index)
        if block is None:
            return []
        match delta.type:
            case "text_delta" if delta.text:
                block.text.append(delta.text)
                return [TextReceived(text=delta.text)]
            case "thinking_delta" if delta.thinking:
                block.text.append(delta.thinking)
                return [ThinkingReceived(text=delta.thinking)]
            case "signature_delta":
                block.signature.append(delta.signature)
            case "input_json_delta":
                block.text.append(delta.partial_json)
            case _:  # empty pieces, citations, and what is still to come
                pass
        return []

    def _close(self, index: int) -> list[ModelEvent]:
        block = self._open.pop(index, None)
        return [] if block is None else [BlockReceived(block=_closed(block))]

    def _finish(self) -> list[ModelEvent]:
        events = [event for index in sorted(self._open) for event in self._close(index)]
        self.is_complete = True
        events.append(
            ReplyReceived(
                stop_reason=_stop_reason(self._stop_reason, has_tool_use=self._has_tool_use),
                request_id=self._request_id,
                usage=self._usage,
            )
        )
        return events

    def _count(self, usage: dict[str, Any]) -> None:
        self._usage = self._usage | {
            name: value
            for name, value in usage.items()
            if isinstance(value, int) and not isinstance(value, bool)
        }


def _closed(block: _OpenBlock) -> Block:
    text = "".join(block.text)
    match block.head.type:
        case "text":
            return TextBlock(text=text)
        case "thinking":
            return ThinkingBlock(
                thinking=text, signature=block.head.signature + "".join(block.signature)
            )
        case "redacted_thinking":
            return RedactedThinkingBlock(data=block.head.data)
        case _:
            return ToolUseBlock(
                id=block.head.id,
                name=block.head.name,
                input=_tool_input(text, block.head.input),
            )


def _tool_input(text: str, initial: dict[str, Any] | None) -> dict[str, Any]:
    if not text.strip():  # a tool without arguments, or a server that sends them whole
        return initial or {}
    try:
        value: object = from_json(text)  # no deeper, and no other text, than can be stored and sent
    except ValueError:
        return {MALFORMED_INPUT: text}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {MALFORMED_INPUT: text}


def _stop_reason(reason: str | None, *, has_tool_use: bool) -> StopReason:
    if reason in STOP_REASONS:
        return cast("StopReason", reason)
    if reason in CUT_REASONS:
        return "max_tokens"
    if reason is not None:
        _log.warning("a reply ended for the unknown reason %s", reason)
    return "tool_use" if has_tool_use else "end_turn"
