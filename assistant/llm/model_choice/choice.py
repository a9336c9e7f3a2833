"""Which model answers. Pure: what was found goes in, what to use and what to offer come out.

`auto` takes Anthropic's service if there is a key, else a local server that the user has accepted
and that answers, else the starter model. A local server that was found but not accepted is only
*offered*: on a shared machine anyone could have opened that port.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, assert_never

from assistant.llm.messages_api.model_client import Profile

ProfileName = Literal["auto", "anthropic", "local", "starter"]

DEFAULT_BASE_URL: Final = "https://api.anthropic.com"
STARTER_MODEL: Final = "smollm2-135m-instruct"
STARTER_CONTEXT_TOKENS: Final = 2048
STARTER_OUTPUT_TOKENS: Final = 256
STARTER_PROMPT: Final = "You are a helpful assistant."
"""With a longer prompt a model of this size rambles (measured)."""
STARTER_MESSAGES: Final = 6
CHARACTERS_PER_TOKEN: Final = 3
"""A cautious mean over the languages we speak, to turn a context in tokens into characters."""
UNNAMED_MODEL: Final = "default"
"""What a local server is asked for when nobody named a model; one-model servers ignore it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalModel:
    """A model that a local server offers, and what is known of it."""

    name: str
    tools: bool = True
    images: bool = False
    context_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalServer:
    """A model server that answered."""

    base_url: str
    models: tuple[LocalModel, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalServerOffer:
    """A local server that was found and waits to be accepted once."""

    base_url: str
    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAnthropic:
    """Anthropic's service, or another at the configured address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UseLocal:
    """A server on this machine or network; `is_answering` says whether it was reached."""

    base_url: str
    model: LocalModel
    is_answering: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class UseStarter:
    """The embedded starter model."""


Use = UseAnthropic | UseLocal | UseStarter


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """What to use, and what to offer beside it."""

    use: Use
    offer: LocalServerOffer | None = None


_API_PATH: Final = re.compile(
    r"(?:/+v1(?:/+(?:messages|models|responses|completions|chat/completions))?|/+messages)$",
    re.IGNORECASE,
)


def service_root(base_url: str) -> str:
    """Return a service's address without the path of its API, which many give along with it."""
    scheme, mark, rest = base_url.strip().rpartition("://")
    rest = re.split(r"[?#]", rest, maxsplit=1)[0].rstrip("/")
    rest = _API_PATH.sub("", rest).rstrip("/")
    return f"{scheme}{mark}{rest}"


def same_server(one: str, other: str) -> bool:
    """Whether two base URLs mean the same server, apart from how the end is written and case."""
    return service_root(one).casefold() == service_root(other).casefold()


def pick_model(server: LocalServer, wanted: str) -> LocalModel:
    """Return the wanted model if it is named, else the first that the server offers."""
    if not wanted:
        return server.models[0] if server.models else LocalModel(name=UNNAMED_MODEL)
    for model in server.models:
        # Ollama lists `name:latest` for what everybody calls `name`.
        if wanted in {model.name, model.name.removesuffix(":latest")}:
            return model
    return LocalModel(name=wanted)


def choose_model(
    *,
    wanted: ProfileName,
    has_key: bool,
    servers: tuple[LocalServer, ...],
    local_url: str,
    local_model: str,
    local_accepted: str,
) -> ModelChoice:
    """Choose the model.

    Args:
        wanted: The configured profile.
        has_key: Whether there is a key for Anthropic's service.
        servers: The local servers that answered, the configured one first.
        local_url: The configured local server.
        local_model: The model it should use, or empty.
        local_accepted: The base URL of the server that was accepted, or empty.
    """
    match wanted:
        case "anthropic":
            return ModelChoice(use=UseAnthropic())
        case "starter":
            return ModelChoice(use=UseStarter())
        case "local":
            return ModelChoice(use=_configured_local(servers, local_url, local_model))
        case "auto":
            pass
        case _:
            assert_never(wanted)
    if has_key:
        return ModelChoice(use=UseAnthropic())
    for server in servers:
        if local_accepted and same_server(server.base_url, local_accepted):
            return ModelChoice(
                use=UseLocal(base_url=server.base_url, model=pick_model(server, local_model))
            )
    offer = None
    if servers:
        offer = LocalServerOffer(
            base_url=servers[0].base_url, model=pick_model(servers[0], local_model).name
        )
    return ModelChoice(use=UseStarter(), offer=offer)


def _configured_local(
    servers: tuple[LocalServer, ...], local_url: str, local_model: str
) -> UseLocal:
    # Choosing the profile `local` by hand accepts the address that is configured with it.
    for server in servers:
        if same_server(server.base_url, local_url):
            return UseLocal(base_url=server.base_url, model=pick_model(server, local_model))
    return UseLocal(
        base_url=local_url,
        model=LocalModel(name=local_model or UNNAMED_MODEL),
        is_answering=False,
    )


def anthropic_profile(*, model: str, max_output_tokens: int, thinking: bool) -> Profile:
    return Profile(
        name="anthropic",
        model=model,
        documents=True,
        max_output_tokens=max_output_tokens,
        thinking=thinking,
    )


def local_profile(model: LocalModel, *, max_output_tokens: int) -> Profile:
    """Return the profile of a model of a local server; room for the reply is kept free."""
    context_characters = None
    if model.context_tokens is not None:
        max_output_tokens = min(max_output_tokens, max(1, model.context_tokens // 4))
        context_characters = (model.context_tokens - max_output_tokens) * CHARACTERS_PER_TOKEN
    return Profile(
        name="local",
        model=model.name,
        tools=model.tools,
        images=model.images,
        max_output_tokens=max_output_tokens,
        context_characters=context_characters,
    )


def starter_profile(
    model: str = STARTER_MODEL, *, context_tokens: int = STARTER_CONTEXT_TOKENS
) -> Profile:
    """Return the profile of a built-in model: short questions, short answers."""
    return Profile(
        name="starter",
        model=model,
        tools=False,
        images=False,
        max_output_tokens=STARTER_OUTPUT_TOKENS,
        context_characters=(context_tokens - STARTER_OUTPUT_TOKENS) * CHARACTERS_PER_TOKEN,
        system_prompt=STARTER_PROMPT,
        max_messages=STARTER_MESSAGES,
    )
