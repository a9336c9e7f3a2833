"""What an MCP server offers and answers, free of the package that speaks the protocol. Values only."""

from dataclasses import dataclass, field

from assistant.tools.mcp.model.input_schema import InputSchema


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteTool:
    """A tool as its server describes it. Nothing of it is to be trusted."""

    name: str
    title: str = ""
    description: str = ""
    input: InputSchema = field(default_factory=InputSchema)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteResource:
    """Something a server lets be read."""

    uri: str
    name: str = ""
    description: str = ""
    mime_type: str = ""
    is_template: bool = False
    """Whether `uri` has parts in braces to be filled in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptArgument:
    """What a prompt wants to be told."""

    name: str
    description: str = ""
    is_required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RemotePrompt:
    """Words that a server has prepared."""

    name: str
    title: str = ""
    description: str = ""
    arguments: tuple[PromptArgument, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerText:
    """Words."""

    text: str
    uri: str = ""
    """The resource they are, if they are one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerData:
    """A picture, a sound or another file."""

    mime_type: str
    base64: str
    uri: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLink:
    """A resource that may be read."""

    resource: RemoteResource


ServerContent = ServerText | ServerData | ServerLink


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAnswer:
    """What a tool gave back."""

    parts: tuple[ServerContent, ...] = ()
    structured: object = None
    """JSON, or None."""
    is_error: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOffer:
    """All that a server offers."""

    tools: tuple[RemoteTool, ...] = ()
    resources: tuple[RemoteResource, ...] = ()
    prompts: tuple[RemotePrompt, ...] = ()
    left_out: tuple[str, ...] = ()
    """Entries of its lists that cannot be read, and lists that it does not give."""
    is_partial: bool = False
    """Whether a list failed, and may be had later."""
