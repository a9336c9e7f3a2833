"""From settings and keys to the model that answers: what `assembly.py` calls."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

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
from assistant.llm.model_choice.starter_choice import MachineMemory, StarterChoice, StarterModel
from assistant.llm.server_discovery import WELL_KNOWN_URLS, find_servers
from assistant.llm.starter.built_in_client import (
    BuiltInClient,
    FallBackListener,
    OpenClient,
    tell_nobody,
)
from assistant.llm.starter.client import StarterClient
from assistant.llm.starter.starter_selector import StarterSelector
from assistant.settings import LlmSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelBuild:
    """The model that answers, and what to tell the user about the choice."""

    client: ModelClient
    """Owned by the caller, who closes it."""
    offer: LocalServerOffer | None = None
    """A local server that may be used once the user accepts it."""
    notices: tuple[str, ...] = ()
    """In the interface's language."""
    silent_servers: tuple[str, ...] = ()
    """The address of the server that is to answer, if it does not."""
    starter: StarterChoice | None = None
    """How the built-in model was chosen, if it answers."""


class ModelFactory:
    """Builds the clients of models, which load nothing yet; the caller closes them.

    The built-in model has one client for all conversations: there is memory for one.

    Each method raises ConfigError if an address in the settings is not an http address.

    Args:
        memory: Reads the machine's memory; by default the real one.
        open_starter: Builds the client of a built-in model's file; by default a `StarterClient`.
    """

    def __init__(
        self,
        *,
        keys: KeyStore,
        home: Home,
        clock: Clock,
        memory: Callable[[], MachineMemory] | None = None,
        open_starter: OpenClient | None = None,
    ) -> None:
        self._keys = keys
        self._home = home
        self._clock = clock
        self._open_starter = open_starter
        self.selector: Final = StarterSelector(folder=home.models, memory=memory)
        """Chooses the built-in model's file."""
        self.on_fall_back: FallBackListener = tell_nobody
        """Told when another built-in model answers because one did not run."""
        self._built_in: BuiltInClient | None = None
        self._building = asyncio.Lock()

    @property
    def built_in(self) -> BuiltInClient | None:
        """The client of the built-in model, once it was asked for."""
        return self._built_in

    async def built_in_name(self) -> str | None:
        """Return the name of the built-in model as it runs or would; None if its file is not here.

        Raises:
            ModelFileError: If the catalogue cannot be read.
        """
        if self._built_in is not None:
            model = self._built_in.model
        else:
            model = (await self.selector.choose()).run
        return model.name if await asyncio.to_thread(model.file.is_file) else None

    async def choose(
        self, settings: LlmSettings, *, also_probe: Sequence[str] = WELL_KNOWN_URLS
    ) -> ModelBuild:
        """Choose the model that the settings ask for, and build its client.

        Args:
            settings: What is asked for.
            also_probe: Other addresses where `auto` looks for a local server, to offer it.
        """
        key = await self._keys.get()
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
        silent: tuple[str, ...] = ()
        starter: StarterChoice | None = None
        match choice.use:
            case UseAnthropic():
                client = self._anthropic(settings.model, key, settings)
                notice = None if key is None else self._keys.notice(key.place)
            case UseLocal() as local:
                client = self._local(local.base_url, local.model, settings)
                if not local.is_answering:
                    silent = (local.base_url,)
            case UseStarter():
                client = built_in = await self._starter(settings)
                starter = built_in.choice
            case _:
                assert_never(choice.use)
        return ModelBuild(
            client=client,
            offer=choice.offer,
            notices=(notice,) if notice else (),
            silent_servers=silent,
            starter=starter,
        )

    async def named(self, name: ModelName, settings: LlmSettings) -> ModelClient | None:
        """Build the client of one model; None if it is a local one and no server answers."""
        match name.profile:
            case "anthropic":
                return self._anthropic(name.model, await self._keys.get(), settings)
            case "local":
                url = settings.local_accepted or settings.local_url
                servers = await find_servers([url], model=name.model)
                if not servers:
                    return None
                model = pick_model(servers[0], name.model)
                return self._local(servers[0].base_url, model, settings)
            case "starter":
                return await self._starter(settings)
            case _:
                assert_never(name.profile)

    def with_key(self, key: str, settings: LlmSettings) -> MessagesClient:
        """Build a client that tries a key: its replies are a few words; the caller closes it.

        Raises:
            ConfigError: Also if the key could be read on the way.
        """
        return MessagesClient(
            profile=anthropic_profile(model=settings.model, max_output_tokens=16, thinking=False),
            api_key=key or None,
            base_url=settings.base_url or None,
            timeout_s=settings.timeout_s,
            clock=self._clock,
        )

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
            clock=self._clock,
        )

    def _local(self, base_url: str, model: LocalModel, settings: LlmSettings) -> MessagesClient:
        return MessagesClient(
            profile=local_profile(model, max_output_tokens=settings.max_output_tokens),
            api_key=None,
            base_url=base_url,
            timeout_s=settings.timeout_s,
            clock=self._clock,
        )

    def _fell_back(self, failed: StarterModel, model: StarterModel, *, is_missing: bool) -> None:
        self.on_fall_back(failed, model, is_missing=is_missing)

    async def _starter(self, settings: LlmSettings) -> BuiltInClient:
        def open_client(model: StarterModel) -> StarterClient:
            return StarterClient(
                model=model,
                timeout_s=settings.timeout_s,
                clock=self._clock,
                log_file=self._home.logs / "starter.log",
            )

        async with self._building:
            self.selector.wanted = settings.starter_model
            if self._built_in is None:
                self._built_in = BuiltInClient(
                    choice=await self.selector.choose(),
                    selector=self.selector,
                    open_client=self._open_starter or open_client,
                    on_fall_back=self._fell_back,
                )
            return self._built_in
