"""From settings and keys to the model that answers: what `assembly.py` calls."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import assert_never

from assistant.clock import Clock
from assistant.llm.api_keys import KeyStore
from assistant.llm.messages_api.model_client import ModelClient
from assistant.llm.messages_client import MessagesClient
from assistant.llm.model_choice.choice import (
    STARTER_FILE,
    LocalServer,
    LocalServerOffer,
    ProfileName,
    UseAnthropic,
    UseLocal,
    UseStarter,
    anthropic_profile,
    choose_model,
    local_profile,
    pick_model,
)
from assistant.llm.model_choice.model_names import ModelName
from assistant.llm.server_discovery import WELL_KNOWN_URLS, find_servers
from assistant.llm.starter.client import StarterClient
from assistant.locale import _


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelBuild:
    """The model that answers, and what the user should be told about the choice."""

    client: ModelClient
    """Owned by the caller, who closes it."""
    offer: LocalServerOffer | None = None
    """A local server that may be used once the user accepts it."""
    notices: tuple[str, ...] = ()
    """In the interface's language."""


async def build(
    *,
    profile: ProfileName,
    model: str,
    base_url: str,
    local_url: str,
    local_model: str,
    local_accepted: str,
    max_output_tokens: int,
    thinking: bool,
    timeout_s: float,
    keys: KeyStore,
    models_folder: Path,
    log_folder: Path,
    clock: Clock,
    also_probe: Sequence[str] = WELL_KNOWN_URLS,
) -> ModelBuild:
    """Choose the model and build its client, which loads nothing yet.

    Args:
        profile: `llm.profile`; the next seven are the settings of the same names.
        model: As Anthropic's service names it.
        base_url: Another service for the anthropic profile, or empty for Anthropic's own.
        local_url: Where a local server is expected.
        local_model: What it should run, or empty for its first.
        local_accepted: The base URL of the server the user accepted, or empty.
        max_output_tokens: The longest reply; the starter model has its own limit.
        thinking: Whether the model may think first, where it can.
        timeout_s: Seconds without content before a request is given up.
        keys: Where the key is kept.
        models_folder: Where model files are; the starter model's may be missing.
        log_folder: Where llama.cpp's messages go.
        clock: For the clients.
        also_probe: Other addresses where `auto` looks for a local server, to offer it.

    Raises:
        ConfigError: If `base_url` or the local server's is not an http address.
    """
    key = await keys.get()
    servers: tuple[LocalServer, ...] = ()
    if profile == "local":
        servers = await find_servers([local_url], model=local_model)
    elif profile == "auto" and key is None:
        servers = await find_servers([local_accepted, local_url, *also_probe], model=local_model)
    choice = choose_model(
        wanted=profile,
        has_key=key is not None,
        servers=servers,
        local_url=local_url,
        local_model=local_model,
        local_accepted=local_accepted,
    )
    notices: list[str] = []
    client: ModelClient
    match choice.use:
        case UseAnthropic():
            client = MessagesClient(
                profile=anthropic_profile(
                    model=model, max_output_tokens=max_output_tokens, thinking=thinking
                ),
                api_key=None if key is None else key.secret,
                base_url=base_url or None,
                timeout_s=timeout_s,
                clock=clock,
            )
            if key is not None and (notice := keys.notice(key.place)) is not None:
                notices.append(notice)
        case UseLocal() as local:
            client = MessagesClient(
                profile=local_profile(local.model, max_output_tokens=max_output_tokens),
                api_key=None,
                base_url=local.base_url,
                timeout_s=timeout_s,
                clock=clock,
            )
            if not local.is_answering:
                notices.append(
                    _("The model server at {address} does not answer.").format(
                        address=local.base_url
                    )
                )
        case UseStarter():
            client = StarterClient(
                model_file=models_folder.joinpath(*STARTER_FILE),
                timeout_s=timeout_s,
                clock=clock,
                log_file=log_folder / "starter.log",
            )
            notices.append(starter_notice())
        case _:
            assert_never(choice.use)
    return ModelBuild(client=client, offer=choice.offer, notices=tuple(notices))


async def build_named(
    name: ModelName,
    *,
    base_url: str,
    local_url: str,
    max_output_tokens: int,
    thinking: bool,
    timeout_s: float,
    keys: KeyStore,
    models_folder: Path,
    log_folder: Path,
    clock: Clock,
) -> ModelClient | None:
    """Build the client of one model, which loads nothing yet; the caller closes it.

    Args:
        name: Which model.
        base_url: Another service for the anthropic profile, or empty for Anthropic's own.
        local_url: Where the local server is.
        max_output_tokens: As for `build`, like the others.
        thinking: Whether the model may think first, where it can.
        timeout_s: Seconds without content before a request is given up.
        keys: Where the key is kept.
        models_folder: Where model files are.
        log_folder: Where llama.cpp's messages go.
        clock: For the clients.

    Returns:
        The client, or None if no local server answers.

    Raises:
        ConfigError: If the address is not an http address.
    """
    match name.profile:
        case "anthropic":
            key = await keys.get()
            return MessagesClient(
                profile=anthropic_profile(
                    model=name.model, max_output_tokens=max_output_tokens, thinking=thinking
                ),
                api_key=None if key is None else key.secret,
                base_url=base_url or None,
                timeout_s=timeout_s,
                clock=clock,
            )
        case "local":
            servers = await find_servers([local_url], model=name.model)
            if not servers:
                return None
            return MessagesClient(
                profile=local_profile(
                    pick_model(servers[0], name.model), max_output_tokens=max_output_tokens
                ),
                api_key=None,
                base_url=servers[0].base_url,
                timeout_s=timeout_s,
                clock=clock,
            )
        case "starter":
            return StarterClient(
                model_file=models_folder.joinpath(*STARTER_FILE),
                timeout_s=timeout_s,
                clock=clock,
                log_file=log_folder / "starter.log",
            )
        case _:
            assert_never(name.profile)


def load_sdk() -> None:
    """Import what every client speaks through; blocks for one to two seconds.

    A client does it by itself at its first request; ahead of it nobody waits for it.
    """
    import_module("assistant.llm.anthropic_sdk")


def starter_notice() -> str:
    """Return the plain words about what the starter model is, and how to get a better one."""
    return _(
        "A small built-in model is answering. It works without an account or a network, but knows"
        " little, is often wrong, and cannot use tools. For a better one, add an API key or connect"
        " a local model server in the settings."
    )
