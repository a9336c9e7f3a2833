"""What arrives: the events of a streamed reply, as far as we read them.

Servers add event and block types at will; the Messages API asks clients to pass over those they do
not know, so `parse_event` returns None for them and the blocks keep their type as plain text.
"""

from typing import Annotated, Any, Final, Literal, cast, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json


class _Event(BaseModel):
    # Built with the first event: until then a request is on its way that somebody waits for.
    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class MessageHead(_Event):
    """The message as it stands before its content."""

    usage: dict[str, Any] = Field(default_factory=dict[str, Any])


class MessageStart(_Event):
    """The reply begins."""

    type: Literal["message_start"]
    message: MessageHead = Field(default_factory=MessageHead)


class BlockHead(_Event):
    """A content block as it begins; which fields count depends on `type`."""

    type: str
    text: str = ""
    thinking: str = ""
    signature: str = ""
    data: str = ""
    id: str = ""
    name: str = ""
    input: dict[str, Any] | None = None


class BlockStart(_Event):
    """A content block begins."""

    type: Literal["content_block_start"]
    index: int
    content_block: BlockHead


class Delta(_Event):
    """A piece of a content block; which field counts depends on `type`."""

    type: str
    text: str = ""
    thinking: str = ""
    signature: str = ""
    partial_json: str = ""


class BlockDelta(_Event):
    """More of a content block."""

    type: Literal["content_block_delta"]
    index: int
    delta: Delta


class BlockStop(_Event):
    """A content block is complete."""

    type: Literal["content_block_stop"]
    index: int


class MessageEnd(_Event):
    """Why the reply ends."""

    stop_reason: str | None = None


class MessageDelta(_Event):
    """The reply is about to end."""

    type: Literal["message_delta"]
    delta: MessageEnd = Field(default_factory=MessageEnd)
    usage: dict[str, Any] | None = None


class MessageStop(_Event):
    """The reply is complete."""

    type: Literal["message_stop"]


class ErrorDetail(_Event):
    """What failed after the reply had begun."""

    type: str = ""
    message: str = ""


class Refusal(_Event):
    """The body of an answer that is no reply; servers that imitate the API differ around `error`."""

    error: ErrorDetail = Field(default_factory=ErrorDetail)


class ErrorEvent(_Event):
    """The service gives up in the middle of the stream."""

    type: Literal["error"] = "error"
    error: ErrorDetail = Field(default_factory=ErrorDetail)


StreamEvent = (
    MessageStart | BlockStart | BlockDelta | BlockStop | MessageDelta | MessageStop | ErrorEvent
)
_events: Final = TypeAdapter[StreamEvent](
    Annotated[StreamEvent, Field(discriminator="type")], config=ConfigDict(defer_build=True)
)
KNOWN_TYPES: Final = frozenset(
    get_args(kind.model_fields["type"].annotation)[0] for kind in get_args(StreamEvent)
)


def parse_refusal(body: bytes) -> ErrorDetail:
    """Read why a request was refused; nothing is known if a proxy or another server says it."""
    try:
        return Refusal.model_validate_json(body).error
    except ValidationError:
        return ErrorDetail()


class UnreadableEventError(ValueError):
    """A server-sent event that is not what the Messages API sends."""


def parse_event(name: str | None, data: str) -> StreamEvent | None:
    """Read one server-sent event.

    Args:
        name: The `event:` field; some servers leave it out and the type stands in the data alone.
        data: The `data:` field.

    Returns:
        The event, or None if it is a keep-alive or of a type we do not know.

    Raises:
        UnreadableEventError: If the data is not the JSON object that its type calls for.
    """
    if not data or name == "ping":
        return None
    try:
        read: object = from_json(data)
    except ValueError as error:
        if name == "error":
            return ErrorEvent(error=ErrorDetail(message=data))
        raise UnreadableEventError(f"An event {name!r} is not JSON.") from error
    if not isinstance(read, dict):
        raise UnreadableEventError(f"An event {name!r} is not a JSON object.")
    value = cast("dict[str, object]", read)
    if name == "error":  # some servers send the error without the type around it
        value = {**value, "type": "error"}
    if value.get("type") not in KNOWN_TYPES:
        return None
    try:
        return _events.validate_python(value)
    except ValidationError as error:
        # The data may hold the user's words: only places and rules are named.
        problems = [".".join(map(str, detail["loc"])) for detail in error.errors()]
        raise UnreadableEventError(
            f"An event {name!r} is wrong at {', '.join(problems)}."
        ) from None
