"""The interface of a language model: profile, request, events, client."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from assistant.llm.messages_api.messages import Block, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What a model can do; the program adapts to it."""

    name: Literal["anthropic", "local", "starter"]
    model: str
    """As the provider names it."""
    tools: bool = True
    own_tools: frozenset[str] = frozenset()
    """Tools it calls without their being advertised, where it has no `tools`."""
    images: bool = True
    documents: bool = False
    """Whether it takes PDFs as they are; others are sent their text."""
    thinking: bool = False
    max_output_tokens: int = 4096
    context_characters: int | None = None
    """Upper bound on what is sent, or None for the configured one."""
    system_prompt: str | None = None
    """Sent alone instead of the seven layers, for models that cannot use them."""
    localized_prompts: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is sent in place of `system_prompt` to users of these languages (ISO 639-1)."""
    max_messages: int | None = None
    """How many of the last messages are sent, or None for the configured number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool as advertised to the model."""

    name: str
    description: str
    input_schema: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemPart:
    """One layer of the system prompt."""

    text: str
    cache: bool = False
    """Whether the provider may cache everything up to and including this part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One request to a model."""

    system: tuple[SystemPart, ...]
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    tool_choice: Literal["auto", "none", "tool"] = "auto"
    """`tool` forces the call of the one tool that is advertised."""
    max_output_tokens: int | None = None
    """Of the reply; None for what the profile says."""
    results: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    """What the tools of this turn gave back as values, by the id of the call; never sent."""
    results_before: Mapping[str, Mapping[str, Any]] = field(
        default_factory=dict[str, Mapping[str, Any]]
    )
    """The same of the turn before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextReceived:
    """Some words of the reply."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingReceived:
    """Some of the model's reasoning."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextWithdrawn:
    """The text since the last complete block was reasoning: take it back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockReceived:
    """One content block is complete: text, thinking or tool_use, in the order of the reply."""

    block: Block


StopReason = Literal["end_turn", "tool_use", "max_tokens", "refusal", "stop_sequence", "pause_turn"]
CUT_SHORT: Final = frozenset({"max_tokens", "refusal"})
"""Stop reasons of replies that are not whole: nothing they ask for is done (TF-19)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyReceived:
    """The reply is complete; always the last event."""

    stop_reason: StopReason
    request_id: str | None = None
    usage: dict[str, int] = field(default_factory=dict[str, int])
    model: str | None = None
    """Who made the reply, if it was not the model of the profile."""


ModelEvent = TextReceived | TextWithdrawn | ThinkingReceived | BlockReceived | ReplyReceived


class ModelClient(Protocol):
    """A language model behind the Messages API."""

    @property
    def profile(self) -> Profile:
        """What this model can do."""
        ...

    async def check(self) -> None:
        """Make sure a request can be sent, without sending one.

        Raises:
            ProviderError: Category `authentication` if the key is missing or known to be invalid;
                `connectivity` if the starter model's process cannot be started.
        """
        ...

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Send a request and yield what comes back.

        A text block arrives as `TextReceived` deltas and then whole as `BlockReceived`, unless
        `TextWithdrawn` takes the deltas back. A `tool_use` arrives only whole. Closing the iterator
        cancels the request.

        Raises:
            ProviderError: If the service refuses, breaks off, or sends what cannot be read.
        """
        ...

    async def warm_up(self) -> None:
        """Open the connection or load the model, so that the next request starts at once.

        Costs next to nothing where that was done already.

        Raises:
            ProviderError: If the model cannot be started.
            ModelFileError: If its file is missing.
            ModelLoadError: If it does not load.
        """
        ...

    async def aclose(self) -> None:
        """Release the connection or the child process; idempotent."""
        ...
