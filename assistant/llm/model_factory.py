"""From settings and keys to the model that answers: what `assembly.py` calls."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import assert_never

from assistant.clock import Clock
from assistant.home import Home
from assistant.llm.api_keys import ApiKey, KeyStore
from assistant.llm.messages_api.model_client import ModelClient
from assistant.llm.messages_client import MessagesClient
from assistant.llm.model_choice.choice import (
    LocalModel,
    LocalServer,
    LocalServerOffer,
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
from assistant.llm.starter.model_files import StarterFiles
from assistant.locale import _
from assistant.settings import LlmSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelBuild:
    """The model that answers, and what the user should be told about the choice."""

    client: ModelClient
    """Owned by the caller, who closes it."""
    offer: LocalServerOffer | None = None
    """A local server that may be used once the user accepts it."""
    notices: tuple[str, ...] = ()
    """In the interface's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFactory:
    """Builds the clients of models, which load nothing yet; the caller closes them.

    Each method raises ConfigError if an address in the settings is not an http address.
    """

    keys: KeyStore
    home: Home
    clock: Clock

    async def choose(
        self, settings: LlmSettings, *, also_probe: Sequence[str] = WELL_KNOWN_URLS
    ) -> ModelBuild:
        """Choose the model that the settings ask for, and build its client.

        Args:
            settings: What is asked for.
            also_probe: Other addresses where `auto` looks for a local server, to offer it.
        """
        key = await self.keys.get()
        local_url, accepted = settings.local_url, settings.local_accepted
        servers: tuple[LocalServer, ...] = ()
        if settings.profile == "local":
            servers = await find_servers([local_url], model=settings.local_model)
        elif settings.profile == "auto" and key is None:
            urls = [accepted, local_url, *also_probe]
            servers = await find_servers(urls, model=settings.local_model)
        choice = choose_model(
            wanted=settings.profile,
            has_key=key is not None,
            servers=servers,
            local_url=local_url,
            local_model=settings.local_model,
            local_accepted=accepted,
        )
        client: ModelClient
        notice: str | None = None
        match choice.use:
            case UseAnthropic():
                client = self._anthropic(settings.model, key, settings)
                notice = None if key is None else self.keys.notice(key.place)
            case UseLocal() as local:
                client = self._local(local.base_url, local.model, settings)
                if not local.is_answering:
                    notice = _("The model server at {address} does not answer.").format(
                        address=local.base_url
                    )
            case UseStarter():
                client = self._starter(settings)
                notice = starter_notice()
            case _:
                assert_never(choice.use)
        return ModelBuild(client=client, offer=choice.offer, notices=(notice,) if notice else ())

    async def named(self, name: ModelName, settings: LlmSettings) -> ModelClient | None:
        """Build the client of one model; None if it is a local one and no server answers."""
        match name.profile:
            case "anthropic":
                return self._anthropic(name.model, await self.keys.get(), settings)
            case "local":
                url = settings.local_accepted or settings.local_url
                servers = await find_servers([url], model=name.model)
                if not servers:
                    return None
                model = pick_model(servers[0], name.model)
                return self._local(servers[0].base_url, model, settings)
            case "starter":
                return self._starter(settings)
            case _:
                assert_never(name.profile)

    def _anthropic(self, model: str, key: ApiKey | None, settings: LlmSettings) -> MessagesClient:
        return MessagesClient(
            profile=anthropic_profile(
                model=model,
                max_output_tokens=settings.max_output_tokens,
                thinking=settings.thinking,
            ),
            api_key=None if key is None else key.secret,
            base_url=settings.base_url or None,
            timeout_s=settings.timeout_s,
            clock=self.clock,
        )

    def _local(self, base_url: str, model: LocalModel, settings: LlmSettings) -> MessagesClient:
        return MessagesClient(
            profile=local_profile(model, max_output_tokens=settings.max_output_tokens),
            api_key=None,
            base_url=base_url,
            timeout_s=settings.timeout_s,
            clock=self.clock,
        )

    def _starter(self, settings: LlmSettings) -> StarterClient:
        return StarterClient(
            model=StarterFiles.at(self.home.models).models[-1],
            timeout_s=settings.timeout_s,
            clock=self.clock,
            log_file=self.home.logs / "starter.log",
        )


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
