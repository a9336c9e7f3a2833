"""The messages of a conversation as the Messages API writes them. Values only."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from assistant.foreign_text import storable

_Text = Annotated[str, AfterValidator(storable)]


class _Block(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class TextBlock(_Block):
    """Words."""

    type: Literal["text"] = "text"
    text: _Text


def _is_false(value: bool) -> bool:
    return not value


def _is_empty(value: str) -> bool:
    return not value


class ThinkingBlock(_Block):
    """The model's reasoning; replayed unchanged inside the tool loop of its turn."""

    type: Literal["thinking"] = "thinking"
    thinking: _Text
    signature: str = ""
    is_written: Annotated[bool, Field(exclude_if=_is_false)] = False
    """Whether the model wrote it into its words, which is no form that a service takes back."""


class RedactedThinkingBlock(_Block):
    """Reasoning the provider keeps to itself; replayed unchanged."""

    type: Literal["redacted_thinking"] = "redacted_thinking"
    data: str


MALFORMED_INPUT = "__malformed_json__"
"""The one key of a tool's input that the model wrote as something other than a JSON object."""


class ToolUseBlock(_Block):
    """The model's request to run a tool.

    Where the model wrote no JSON object (it was cut off, or made a mistake), `input` is
    `{MALFORMED_INPUT: what it wrote}`: the block can be stored and replayed as any other, the tool
    is not run, and the model gets an error.
    """

    type: Literal["tool_use"] = "tool_use"
    id: str
    name: str
    input: dict[str, Any]

    @property
    def malformed_input(self) -> str | None:
        """What the model wrote instead of a JSON object, or None if the input is one."""
        if self.input.keys() != {MALFORMED_INPUT}:
            return None
        return str(self.input[MALFORMED_INPUT])


class ToolResultBlock(_Block):
    """Our answer to a tool request, joined by `tool_use_id`."""

    type: Literal["tool_result"] = "tool_result"
    tool_use_id: str
    content: _Text
    is_error: bool = False


class ImageBlock(_Block):
    """A picture, base64."""

    type: Literal["image"] = "image"
    source: dict[str, str]
    is_refused: bool = False
    """Whether a service refused it: the user still sees it, and it is not sent again."""
    name: Annotated[str, Field(exclude_if=_is_empty)] = ""
    """Of the file, if it was one of the user's."""


class DocumentBlock(_Block):
    """A PDF or a text file of the user's.

    A PDF that a service takes is kept whole, beside its text for models that do not.
    """

    type: Literal["document"] = "document"
    name: _Text
    media_type: Literal["application/pdf", "text/plain"]
    text: _Text = ""
    """Its words, or the first of them."""
    data: str = ""
    """Base64 of the PDF; empty if its text alone is sent."""
    pages: int = 0
    characters: int = 0
    """How long the whole text is."""
    is_refused: bool = False
    """Whether a service refused the PDF: its text is sent from then on."""

    @property
    def source(self) -> dict[str, str]:
        """The PDF as the Messages API reads it; empty if there is none."""
        if not self.data:
            return {}
        return {"type": "base64", "media_type": self.media_type, "data": self.data}


Block = Annotated[
    TextBlock
    | ThinkingBlock
    | RedactedThinkingBlock
    | ToolUseBlock
    | ToolResultBlock
    | ImageBlock
    | DocumentBlock,
    Field(discriminator="type"),
]
blocks = TypeAdapter(tuple[Block, ...])
"""Reads and writes the content of one message."""

Role = Literal["user", "assistant"]


class Message(_Block):
    """One message on the wire."""

    role: Role
    content: tuple[Block, ...]

    @property
    def text(self) -> str:
        """The words of the message, without thinking and tools."""
        return "".join(block.text for block in self.content if isinstance(block, TextBlock))


def user_text(text: str) -> Message:
    return Message(role="user", content=(TextBlock(text=text),))
