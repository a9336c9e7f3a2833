"""From the events of a stream to what the conversation knows of a reply. Pure, one per reply."""

import json
import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, assert_never, cast, get_args

from pydantic_core import from_json

from assistant.foreign_text import storable
from assistant.llm.messages_api.messages import (
    MALFORMED_INPUT,
    Block,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
)
from assistant.llm.messages_api.model_client import (
    CUT_SHORT,
    BlockReceived,
    ModelEvent,
    ReplyReceived,
    StopReason,
    TextReceived,
    TextWithdrawn,
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
from assistant.llm.messages_api.written_thought import (
    Thought,
    ThoughtFilter,
    ThoughtPiece,
    Words,
    WordsWithdrawn,
)

_log = logging.getLogger(__name__)

STOP_REASONS: Final[frozenset[str]] = frozenset(get_args(StopReason))
CUT_REASONS: Final = frozenset({"model_context_window_exceeded"})
"""Other names for a reply that ends before it is complete."""
KNOWN_BLOCKS: Final = frozenset({"", "text", "thinking", "redacted_thinking", "tool_use"})
"""Types of blocks; an empty one is known from the first piece."""
_KINDS: Final = {
    "text_delta": "text",
    "thinking_delta": "thinking",
    "input_json_delta": "tool_use",
}
"""The type of block that a piece belongs to."""


CHARACTERS_PER_TOKEN: Final = 40
"""At most, on average: few tokens are longer than a word."""
SPARE_CHARACTERS: Final = 10_000


class ReplyTooLongError(Exception):
    """A reply goes on where its service should have ended it."""


@dataclass(slots=True)
class _OpenBlock:
    head: BlockHead
    text: list[str] = field(default_factory=list[str])
    signature: list[str] = field(default_factory=list[str])
    filter: ThoughtFilter | None = None
    """Of a text block: takes out what the model wrote of its reasoning."""
    is_thought: bool = False
    """Whether `text` of a text block is such reasoning."""
    is_split: bool = False
    """Whether a part of a text block became a block already."""

    is_ended: bool = False
    """Whether its end was sent."""
    half: str = ""
    """The first half of a surrogate pair, whose other half is to come."""

    def whole(self, text: str, *, is_end: bool = False) -> str:
        """Return a piece with the half of a character that ended the piece before, if one did."""
        text, self.half = self.half + text, ""
        if text[-1:] >= "\ud800" and text[-1:] <= "\udbff" and not is_end:
            text, self.half = text[:-1], text[-1]
        return storable(text)

    @property
    def has_content(self) -> bool:
        """Whether what was gathered since the last part is worth a block."""
        text = "".join(self.text)
        return bool(text.strip() if self.is_thought else text)


class ReplyReader:
    """Puts the pieces of one reply together.

    A block that the stream never closed is closed by the end of the message. Reasoning that stands
    in a text block becomes blocks of its own.

    Args:
        request_id: The provider's id of the request.
        begins_in_thought: As in `ThoughtFilter`, of the first text block.
        max_tokens: How long the reply may be; None for any length.

    Attributes:
        is_complete: Whether the end of the message was read.
        began_in_thought: Whether the words began with reasoning that no mark opened; None if the
            reply does not tell.
    """

    def __init__(
        self,
        *,
        request_id: str | None = None,
        begins_in_thought: bool | None = False,
        max_tokens: int | None = None,
    ) -> None:
        self.is_complete = False
        self.began_in_thought: bool | None = None
        self._begins_in_thought = begins_in_thought
        self._request_id = request_id
        self._left = (
            math.inf if max_tokens is None else max_tokens * CHARACTERS_PER_TOKEN + SPARE_CHARACTERS
        )
        """How many more characters may come."""
        self._open: dict[int, _OpenBlock] = {}
        self._last = -1
        """Where the newest block stands: some servers do not say where what follows belongs."""
        self._passed_over: set[int] = set()
        """Where blocks of unknown types stand."""
        self._stop_reason: str | None = None
        self._has_tool_use = False
        self._usage: dict[str, int] = {}

    @property
    def has_begun(self) -> bool:
        """Whether any of its content came."""
        return self._last >= 0

    @property
    def is_ending(self) -> bool:
        """Whether the service said why the reply ends; some say no more than that."""
        return self._stop_reason is not None

    def end(self) -> list[ModelEvent]:
        """End a reply whose end was not sent; return what that completes."""
        return [] if self.is_complete else self._finish()

    def cut(self) -> list[ModelEvent]:
        """End a reply that is too long, as the service should have; return what that completes."""
        self._stop_reason = "max_tokens"
        return self.end()

    def feed(self, event: StreamEvent) -> list[ModelEvent]:
        """Take one event of the stream and return what it completes.

        Raises:
            ValueError: If the event is an `ErrorEvent`, which is the caller's to handle.
            ReplyTooLongError: If the reply is longer than it may be.
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
                self._count(event.usage)
                return []
            case MessageStop():
                return self._finish()
            case ErrorEvent():
                raise ValueError("an error event ends the stream and is not part of the reply")
            case _:
                assert_never(event)

    def _start(self, index: int | None, head: BlockHead) -> list[ModelEvent]:
        index = self._last + 1 if index is None else index
        self._last = index
        head = head if head.type else _with_type(head)
        events = self._end_open_thoughts()
        events += self._close(index)  # some servers give every block the same place
        if head.type not in KNOWN_BLOCKS:
            _log.info("passing over a content block of the unknown type %s", head.type)
            self._passed_over.add(index)
            return events
        self._passed_over.discard(index)
        block = self._open[index] = _OpenBlock(head)
        if head.type == "text":
            block.filter = ThoughtFilter(begins_in_thought=self._begins_in_thought)
        if head.type:
            # Where reasoning has blocks of its own, none stands in the words unmarked.
            self._begins_in_thought = False
        self._has_tool_use |= head.type == "tool_use"
        return [
            *events,
            *self._continue(
                index,
                Delta(
                    type={"text": "text_delta", "thinking": "thinking_delta"}.get(head.type, "-"),
                    text=head.text,
                    thinking=head.thinking,
                ),
            ),
        ]

    def _continue(self, index: int | None, delta: Delta) -> list[ModelEvent]:
        index = self._last if index is None else index
        if delta.is_empty or index in self._passed_over:
            return []
        self._left -= len(delta.text) + len(delta.thinking) + len(delta.partial_json)
        if self._left < 0:
            raise ReplyTooLongError
        block, events = self._block_for(index, delta)
        if block is None:
            return events
        match delta.kind:
            case "text_delta" if block.filter is not None:
                events += _take(block, block.filter.feed(block.whole(delta.text)))
            case "thinking_delta":
                thinking = block.whole(delta.thinking)
                block.text.append(thinking)
                events.append(ThinkingReceived(text=thinking))
            case "signature_delta":
                block.signature.append(delta.signature)
            case "input_json_delta":
                block.text.append(block.whole(delta.partial_json))
            case _:  # citations, and what is still to come
                pass
        return events

    def _block_for(self, index: int, delta: Delta) -> tuple[_OpenBlock | None, list[ModelEvent]]:
        """Return the block that a piece belongs to; one of another kind, or none, makes a new one."""
        block = self._open.get(index)
        kind = _KINDS.get(delta.kind)
        is_words = kind in {"text", "thinking"}
        if kind is None or (block is not None and (block.head.type == kind or not is_words)):
            if block is not None and kind == "tool_use" and not block.head.type:
                block.head = block.head.model_copy(update={"type": kind})
                self._has_tool_use = True
            return block, []
        if not is_words:
            return None, []
        events = self._start(index, BlockHead(type=kind))
        return self._open[index], events

    def _close(self, index: int | None) -> list[ModelEvent]:
        index = self._last if index is None else index
        block = self._open.get(index)
        if block is None:
            return []
        if block.filter is not None and block.filter.is_open and not block.is_ended:
            block.is_ended = True  # why the reply ends tells whether its reasoning was cut off
            return []
        del self._open[index]
        if not block.head.type:
            return []
        events: list[ModelEvent] = []
        if block.filter is not None:
            is_cut = _stop_reason(self._stop_reason, has_tool_use=False) in CUT_SHORT
            events += _take(block, block.filter.feed(block.whole("", is_end=True)))
            events += _take(block, block.filter.finish(is_cut=is_cut))
            if block.filter.began_in_thought is not None:
                self.began_in_thought = block.filter.began_in_thought
            if block.is_split and not block.has_content:
                return events
        else:
            block.text.append(block.whole("", is_end=True))
        return [*events, BlockReceived(block=_closed(block))]

    def _end_open_thoughts(self) -> list[ModelEvent]:
        """Close what was left open until more was known: more of the reply follows."""
        ended = [index for index, block in self._open.items() if block.is_ended]
        return [event for index in ended for event in self._close(index)]

    def _finish(self) -> list[ModelEvent]:
        events: list[ModelEvent] = []
        for index in sorted(self._open):
            self._open[index].is_ended = True
            events += self._close(index)
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


def _with_type(head: BlockHead) -> BlockHead:
    """Return the head of a block with the type that its fields tell, if they do."""
    kind = "tool_use" if head.name else "thinking" if head.thinking else "text" if head.text else ""
    return head.model_copy(update={"type": kind})


def _take(block: _OpenBlock, pieces: Sequence[ThoughtPiece]) -> list[ModelEvent]:
    """Add what became of a delta to a text block; what is complete of it becomes a block."""
    events: list[ModelEvent] = []
    for piece in pieces:
        match piece:
            case Words():
                _turn(block, events, is_thought=False)
                block.text.append(piece.text)
                events.append(TextReceived(text=piece.text))
            case Thought():
                _turn(block, events, is_thought=True)
                block.text.append(piece.text)
                events.append(ThinkingReceived(text=piece.text))
            case WordsWithdrawn():
                block.text.clear()
                events.append(TextWithdrawn())
            case _:
                assert_never(piece)
    return events


def _turn(block: _OpenBlock, events: list[ModelEvent], *, is_thought: bool) -> None:
    """End the words or the thought before, if there are any, where the other begins."""
    if block.is_thought == is_thought:
        return
    if block.has_content:
        events.append(BlockReceived(block=_closed(block)))
    block.text.clear()
    block.is_thought, block.is_split = is_thought, True


def _closed(block: _OpenBlock) -> Block:
    text = "".join(block.text)
    match block.head.type:
        case "text" if block.is_thought:
            return ThinkingBlock(thinking=text.strip(), is_written=True)
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


def _tool_input(text: str, initial: dict[str, Any] | str | None) -> dict[str, Any]:
    if not text.strip():  # a tool without arguments, or a server that sends them whole
        text = initial if isinstance(initial, str) else json.dumps(initial or {})
    text = storable(text)
    try:
        value: object = from_json(text, allow_inf_nan=False)  # what can be stored and sent
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
