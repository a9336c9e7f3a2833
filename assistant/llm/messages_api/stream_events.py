"""What arrives: the events of a streamed reply, as far as we read them.

Servers add event and block types at will; the Messages API asks clients to pass over those they do
not know, so `parse_event` returns None for them and the blocks keep their type as plain text. Servers
that imitate the API leave fields out or send null; what can be read without them is read.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, cast, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic_core import from_json

from assistant.llm.messages_api.refusals import Reason, reason_in


def _text(value: object) -> str:
    """Read words. They may hold half of a surrogate pair, whose other half follows."""
    return value if isinstance(value, str) else ""


def _name(value: object) -> str:
    return str(value) if isinstance(value, str | int) else ""


def _input(value: object) -> object:
    """Read a tool's arguments, which some servers send as the JSON text."""
    return cast("object", value) if isinstance(value, dict | str) else None


def _delta(value: object) -> object:
    """Read a piece of text that stands alone."""
    return {"text": value} if isinstance(value, str) else value


def _json_text(value: object) -> str:
    """Read a piece of a tool's arguments, which some servers send whole and as a value."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _counts(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


_Text = Annotated[str, PlainValidator(_text)]
_Name = Annotated[str, BeforeValidator(_name)]
_Counts = Annotated[dict[str, Any], BeforeValidator(_counts)]


class _Event(BaseModel):
    # Built with the first event, so that building does not delay the first request.
    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, value: object) -> object:
        if not isinstance(value, dict):
            return value
        fields = cast("dict[str, object]", value)
        if None not in fields.values():
            return fields
        return {name: field for name, field in fields.items() if field is not None}


class MessageHead(_Event):
    """The message as it stands before its content."""

    usage: _Counts = Field(default_factory=dict[str, Any])


class MessageStart(_Event):
    """The reply begins."""

    type: Literal["message_start"]
    message: MessageHead = Field(default_factory=MessageHead)


class BlockHead(_Event):
    """A content block as it begins; which fields count depends on `type`."""

    type: str = ""
    text: _Text = ""
    thinking: _Text = ""
    signature: _Text = ""
    data: _Text = ""
    id: _Name = ""
    name: _Name = ""
    input: Annotated[Any, BeforeValidator(_input)] = None


class BlockStart(_Event):
    """A content block begins."""

    type: Literal["content_block_start"]
    index: int | None = None
    content_block: BlockHead = Field(default_factory=BlockHead)


class Delta(_Event):
    """A piece of a content block; which field counts depends on `type`."""

    type: str = ""
    text: _Text = ""
    thinking: _Text = ""
    signature: _Text = ""
    partial_json: Annotated[str, PlainValidator(_json_text)] = ""

    @property
    def kind(self) -> str:
        """The type, or what it must be where a server leaves it out."""
        if self.type:
            return self.type
        if self.partial_json:
            return "input_json_delta"
        return "thinking_delta" if self.thinking else "text_delta"

    @property
    def is_empty(self) -> bool:
        """Whether nothing comes with it."""
        return not (self.text or self.thinking or self.signature or self.partial_json)


class BlockDelta(_Event):
    """More of a content block."""

    type: Literal["content_block_delta"]
    index: int | None = None
    delta: Annotated[Delta, BeforeValidator(_delta)] = Field(default_factory=Delta)


class BlockStop(_Event):
    """A content block is complete."""

    type: Literal["content_block_stop"]
    index: int | None = None


class MessageEnd(_Event):
    """Why the reply ends."""

    stop_reason: _Name = ""


class MessageDelta(_Event):
    """The reply is about to end."""

    type: Literal["message_delta"]
    delta: MessageEnd = Field(default_factory=MessageEnd)
    usage: _Counts = Field(default_factory=dict[str, Any])


class MessageStop(_Event):
    """The reply is complete."""

    type: Literal["message_stop"]


class ErrorEvent(_Event):
    """The service gives up in the middle of the stream."""

    type: Literal["error"] = "error"
    reason: Reason = Reason()


StreamEvent = (
    MessageStart | BlockStart | BlockDelta | BlockStop | MessageDelta | MessageStop | ErrorEvent
)
_events: Final = TypeAdapter[StreamEvent](
    Annotated[StreamEvent, Field(discriminator="type")], config=ConfigDict(defer_build=True)
)
_END: Final = "[DONE]"
"""What OpenAI's service ends a stream with, and servers that imitate several services."""
KNOWN_TYPES: Final = frozenset(
    get_args(kind.model_fields["type"].annotation)[0] for kind in get_args(StreamEvent)
)


class UnreadableEventError(ValueError):
    """A server-sent event that is not what the Messages API sends."""


class OtherApiError(ValueError):
    """The service answers as another API does: OpenAI's, Ollama's own or Google's."""


def _check_api(value: Mapping[str, object]) -> None:
    is_ollama = "done" in value and ("message" in value or "response" in value)
    is_other = isinstance(value.get("choices"), list) or isinstance(value.get("candidates"), list)
    if (is_ollama or is_other) and not value.get("error") and value.get("type") is None:
        raise OtherApiError


def parse_event(name: str | None, data: str) -> StreamEvent | None:
    """Read one server-sent event.

    Args:
        name: The `event:` field; some servers leave it out and the type stands in the data alone.
        data: The `data:` field.

    Returns:
        The event, or None if it is a keep-alive or of a type we do not know.

    Raises:
        UnreadableEventError: If the data is not the JSON object that its type calls for.
        OtherApiError: If it is an event of another API.
    """
    if not data or name == "ping" or data == _END:
        return None
    try:
        read = _json(data)
    except ValueError as error:
        if name == "error":
            return ErrorEvent(reason=Reason(message=data))
        raise UnreadableEventError(f"An event {name!r} is not JSON.") from error
    if not isinstance(read, dict):
        if name == "error":
            return ErrorEvent(reason=reason_in(read))
        raise UnreadableEventError(f"An event {name!r} is not a JSON object.")
    value = cast("dict[str, object]", read)
    _check_api(value)
    kind = value.get("type")
    if not isinstance(kind, str):  # some say it in the event's name alone
        kind = name
        value = {**value, "type": name}
    if name == "error" or kind == "error" or (kind not in KNOWN_TYPES and value.get("error")):
        return ErrorEvent(reason=reason_in(value))
    if kind not in KNOWN_TYPES:
        return None
    try:
        return _events.validate_python(value)
    except ValidationError as error:
        # The data may hold the user's words: only places and rules are named.
        problems = [".".join(map(str, detail["loc"])) for detail in error.errors()]
        raise UnreadableEventError(
            f"An event {name!r} is wrong at {', '.join(problems)}."
        ) from None


def _json(data: str) -> object:
    try:
        return from_json(data)
    except ValueError:
        try:  # it takes half of a surrogate pair, of which some servers send each half by itself
            return json.loads(data)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error


def whole_message(body: bytes) -> Iterator[StreamEvent] | None:
    """Return the events that would have brought a reply which came as one JSON object.

    Returns:
        The events, or None if the body is no reply.

    Raises:
        OtherApiError: If it is one of another API; of several lines, the first.
    """
    text = body.decode("utf-8-sig", "replace")
    try:
        read: object = _json(text)
    except ValueError:
        try:
            read = _json(text.lstrip().partition("\n")[0])
        except ValueError:
            return None
    if not isinstance(read, dict):
        return None
    message = cast("dict[str, object]", read)
    _check_api(message)
    content = message.get("content")
    if message.get("type") == "error" or message.get("error") or content is None:
        return None
    if isinstance(content, str | dict):
        return _events_of(message, [cast("object", content)])
    return _events_of(message, cast("list[object]", content)) if isinstance(content, list) else None


def _events_of(message: Mapping[str, object], blocks: list[object]) -> Iterator[StreamEvent]:
    yield MessageStart(type="message_start")
    for index, block in enumerate(blocks):
        fields: object = {"type": "text", "text": block} if isinstance(block, str) else block
        if not isinstance(fields, dict):
            continue
        try:
            head = BlockHead.model_validate(fields)
        except ValidationError as error:
            raise UnreadableEventError(f"The block {index} of a reply is wrong.") from error
        yield BlockStart(type="content_block_start", index=index, content_block=head)
        yield BlockStop(type="content_block_stop", index=index)
    yield MessageDelta(
        type="message_delta",
        delta=MessageEnd(stop_reason=_name(message.get("stop_reason"))),
        usage=_counts(message.get("usage")),
    )
    yield MessageStop(type="message_stop")
