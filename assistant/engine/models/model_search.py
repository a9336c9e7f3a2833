"""Looks for what could answer on this machine, and tries keys. Engine loop only."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Final

from assistant.background_tasks import Spawn
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import AssistantError, ErrorCategory, ProviderError
from assistant.home import Home
from assistant.llm.messages_api.messages import user_text
from assistant.llm.messages_api.model_client import ModelRequest
from assistant.llm.model_choice.starter_choice import StarterModel
from assistant.llm.model_factory import ModelFactory
from assistant.llm.server_discovery import ASKED_URLS, find_servers
from assistant.locale import _, joined
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import (
    BuiltInEntry,
    FindModels,
    ModelKeyTried,
    ModelsFound,
    ServerEntry,
    TryModelKey,
)
from assistant.settings import load

TRIAL_S: Final = 30.0
"""How long a service may take to answer one short request."""


class ModelSearch:
    """Takes the commands of the first run about models.

    Args:
        factory: Knows the built-in models, and makes clients.
        home: Has the settings.
        emit: Takes events.
        spawn: Runs what takes a moment.
        urls: Where servers are looked for, beside the address of the settings.
    """

    def __init__(
        self,
        *,
        factory: ModelFactory,
        home: Home,
        emit: Callable[[EngineEvent], None],
        spawn: Spawn,
        urls: Sequence[str] = ASKED_URLS,
    ) -> None:
        self._factory = factory
        self._home = home
        self._emit = emit
        self._spawn = spawn
        self._urls = urls

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(FindModels, self._find)
        commands.register(TryModelKey, self._try)

    async def _find(self, _command: FindModels) -> None:
        self._spawn(self._found(), "find-models")

    async def _try(self, command: TryModelKey) -> None:
        self._spawn(self._tried(command), "try-key")

    async def _found(self) -> None:
        llm = (await asyncio.to_thread(load, self._home)).settings.llm
        servers = await find_servers([llm.local_url, *self._urls], model=llm.local_model)
        listed = tuple(
            ServerEntry(base_url=each.base_url, models=tuple(model.name for model in each.models))
            for each in servers
            if each.models
        )
        running = self._factory.built_in
        try:
            choice = await self._factory.selector.choose(running and running.model)
        except AssistantError:  # the catalogue; the doctor says what is wrong with it
            self._emit(ModelsFound(built_in=None, servers=listed))
            return
        self._emit(
            ModelsFound(
                built_in=_entry(choice.run),
                is_here=choice.is_here,
                better=None
                if choice.fetch is None or not llm.starter_download
                else _entry(choice.fetch),
                servers=listed,
            )
        )

    async def _tried(self, command: TryModelKey) -> None:
        self._emit(ModelKeyTried(problem=await self._problem(command)))

    async def _problem(self, command: TryModelKey) -> str:
        """Send a request and wait for its first word; "" if that came."""
        llm = (await asyncio.to_thread(load, self._home)).settings.llm
        changes = {"base_url": command.base_url, "model": command.model or llm.model}
        request = ModelRequest(system=(), messages=(user_text("Hello"),))
        try:
            client = self._factory.with_key(command.key, llm.model_copy(update=changes))
            try:
                async with asyncio.timeout(TRIAL_S), aclosing(client.stream(request)) as events:
                    async for _event in events:
                        return ""
            finally:
                await client.aclose()
        except TimeoutError:
            return _("The service did not answer in {seconds} s.").format(seconds=round(TRIAL_S))
        except ProviderError as error:
            if error.category is ErrorCategory.AUTHENTICATION:
                return joined(
                    _("The service refused this key."),
                    _("Copy it once more, whole, from the page of the service."),
                )
            return joined(_sentence(error.message), error.hint)
        except AssistantError as error:
            return joined(_sentence(error.message), error.hint)
        return _("The service answered without a word.")


def _sentence(text: str) -> str:
    return text if text.endswith((".", "。", "!", "?")) else f"{text}."


def _entry(model: StarterModel) -> BuiltInEntry:
    return BuiltInEntry(title=model.title, size_bytes=model.size_bytes)
