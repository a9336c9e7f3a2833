"""How a running core is reached from outside: Telegram, and the API of other programs. Engine loop only.

Nothing of either is imported before it is begun.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.assembly.telegram.switch import TelegramSwitch
from assistant.assembly.web.api_switch import ApiSwitch
from assistant.engine.core import Core
from assistant.engine.startup_loader import LoadQueue
from assistant.llm.api_keys import KeyStore

if TYPE_CHECKING:
    from assistant.assembly.voice.voice_loop import VoiceModels


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideAccess:
    """Both, closed until they are begun."""

    telegram: TelegramSwitch
    api: ApiSwitch | None

    def begin(self) -> None:
        """Open what the settings want, once everything else is loaded; returns at once."""
        if self.api is not None:
            self.api.begin()
        self.telegram.begin()


@asynccontextmanager
async def outside_access(
    core: Core,
    *,
    loading: LoadQueue,
    has_api: bool = True,
    voice_models: "Callable[[], VoiceModels | None]" = lambda: None,
) -> AsyncGenerator[OutsideAccess]:
    """Opens API and Telegram; closes them when the context ends.

    Args:
        core: Which is reached.
        loading: Gives the turn to load.
        has_api: Whether other programs may reach it.
        voice_models: Returns the recogniser and the voice that are loaded already, if any are.
    """
    telegram = TelegramSwitch(
        core=core,
        loading=loading,
        keys=KeyStore(keys_file=core.plan.home.keys_file),
        voice_models=voice_models,
        shared=core.sync,
        on_leader=core.sync.leader_changed,
    )
    core.sync.follow(telegram)
    telegram.register_commands(core.commands)
    api = ApiSwitch(core=core, loading=loading) if has_api else None
    if api is not None:
        api.register_commands(core.commands)
    try:
        yield OutsideAccess(telegram=telegram, api=api)
    finally:
        await telegram.aclose()
        if api is not None:
            await api.aclose()
