"""Opens and closes the Telegram channel of a running core. Engine loop only.

Nothing of it is imported, and nobody is asked for anything, unless the settings want it and there is a
token.
"""

import asyncio
import importlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, get_args

from typing_extensions import override

from assistant.assembly.supervised import Supervised
from assistant.clock import elapsed_by
from assistant.conversation.conversation_registry import ConversationLease
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.core import Core
from assistant.engine.startup_loader import LoadQueue
from assistant.errors import ConfigError, StoreError
from assistant.llm.api_keys import TELEGRAM, KeyStore
from assistant.locale import _
from assistant.protocol.models import FetchModelFiles
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.settings import TelegramChanged
from assistant.protocol.telegram import ListTelegram, TelegramCommand, TelegramState
from assistant.settings import Settings, TelegramSettings
from assistant.storage.telegram import TelegramAccount
from assistant.sync.leader_election import LeaderElection, SharedServer
from assistant.sync.model.leadership import LeaderRole, Leadership

if TYPE_CHECKING:
    from assistant.assembly.telegram.channel import TelegramChannel
    from assistant.assembly.voice.voice_loop import VoiceModels
    from assistant.channels.telegram.linking import AccountLinks

_log = logging.getLogger(__name__)

_LINKING: Final = "assistant.channels.telegram.linking"
_CHANNEL: Final = "assistant.assembly.telegram.channel"
_LEASE: Final = "telegram"
_STATE_CODE: Final = "telegram_state"
"""Code of the notice that says why nothing comes."""


class TelegramSwitch(Supervised[TelegramSettings]):
    """Opens the channel once everything else is loaded, and again when something of it changes.

    Implements `RemoteChannel`.

    Args:
        core: Whose it is.
        loading: Gives the turn to load.
        keys: Has the token.
        voice_models: Returns the recogniser and the voice that are loaded already, if any are.
        shared: The server of the user's devices, of which one answers.
        on_leader: Called with the id of the device that answers, or "" if none is known, when it
            changes.
        pause: Waits so many seconds, for the channel.
    """

    def __init__(
        self,
        *,
        core: Core,
        loading: LoadQueue,
        keys: KeyStore,
        voice_models: "Callable[[], VoiceModels | None]" = lambda: None,
        shared: SharedServer | None = None,
        on_leader: Callable[[str], None] = lambda _device_id: None,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(core=core, name="telegram-channel")
        self._loading = loading
        self._keys = keys
        self._links: AccountLinks | None = None
        self._link_commands = CommandDispatcher()
        self._voice_models = voice_models
        self._election = LeaderElection(
            _LEASE,
            shared=shared,
            elapsed=elapsed_by(core.plan.clock),
            changed=self._leadership_changed,
        )
        self._on_leader = on_leader
        self._pause = pause
        self._opened: TelegramChannel | None = None
        self._leases: dict[str, ConversationLease] = {}
        self._is_insecure = False
        """Whether the token would be readable on its way."""

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(TelegramChanged, self._changed)
        for kind in get_args(TelegramCommand):
            commands.register(kind, self._on_link_command)

    async def _on_link_command(self, command: TelegramCommand) -> None:
        await self._loaded_links()
        await self._link_commands.dispatch(command)

    async def _loaded_links(self) -> "AccountLinks":
        """The account links; imported on first use."""
        if self._links is None:
            await asyncio.to_thread(importlib.import_module, _LINKING)
        if self._links is None:  # nobody else was first meanwhile
            from assistant.channels.telegram.linking import AccountLinks
            from assistant.memory.personas import PersonaFiles

            core = self._core
            self._links = AccountLinks(
                repository=core.store.telegram,
                personas=PersonaFiles(home=core.plan.home),
                in_use=lambda: core.conversation_factory.settings.person,
                clock=core.plan.clock,
                emit=core.emit,
                changed=self._reopen_soon,
                spawn=core.spawn,
            )
            self._links.register_commands(self._link_commands)
            await self._tell_standing()
        return self._links

    async def _reopen_soon(self) -> None:
        """Restart; returns at once, as the caller may be part of what is closed."""
        self._core.spawn(self._changed(TelegramChanged()), "telegram-reopens")

    def _on_unlinked(self) -> None:
        self._core.spawn(self._core.commands.dispatch(ListTelegram()), "telegram-listed")
        self._core.spawn(self._changed(TelegramChanged()), "telegram-reopens")

    async def _tell_standing(self) -> None:
        """Emit the bot's state while it is not polled, if a channel asked once."""
        if self._links is None or self._is_open:
            return
        has_token = await self._wanted_token() is not None
        if self._is_open:  # meanwhile: the poller tells it
            return
        leadership = self._election.state
        if not self._settings.enabled:
            state = TelegramState.OFF
        elif not has_token:
            state = TelegramState.NO_TOKEN
        elif self._is_insecure:
            state = TelegramState.INSECURE
        elif leadership.role is LeaderRole.WAITING:
            state = TelegramState.WAITING
        elif leadership.leader_id and not self._election.may_act():
            state = TelegramState.ELSEWHERE
        else:
            state = TelegramState.CONNECTING
        await self._links.bot_stands(state)

    async def _changed(self, command: TelegramChanged) -> None:
        await self.apply_settings()
        await self._tell_standing()

    @override
    def _part_of(self, settings: Settings) -> TelegramSettings:
        return settings.telegram

    @override
    async def _serve(self) -> None:
        leaving, self._is_insecure = self._leaving, False
        token = await self._wanted_token()
        if token is None:
            return
        async with self._loading.turn():
            channel = await asyncio.to_thread(importlib.import_module, _CHANNEL)
        links = await self._loaded_links()
        await self._tell_standing()
        async with self._election.standing():
            while await self._leads(leaving) and await self._answer(channel, token, links, leaving):
                pass

    async def _leads(self, leaving: asyncio.Event) -> bool:
        """Wait until this device answers; False if it does not want to any more."""
        await _either(self._election.leads(), leaving.wait())
        return not leaving.is_set()

    async def _answer(
        self, channel: ModuleType, token: str, links: "AccountLinks", leaving: asyncio.Event
    ) -> bool:
        """Answer until another device does, or it is off; returns whether to stand by then."""
        speech = channel.LazySpeech(
            self._core.plan, fetch=self._fetch_model, shared=self._voice_models
        )
        try:
            async with channel.open_telegram(
                self._core,
                token,
                settings=lambda: self._settings,
                linking=links,
                on_unlinked=self._on_unlinked,
                speech=speech,
                leases=self._leases,
                election=self._election,
                pause=self._pause,
            ) as self._opened:
                self._is_open = True
                await _either(self._election.lost(), leaving.wait())
                if not leaving.is_set() and self._opened is not None:
                    await self._opened.router.stop_turns()
        except StoreError as error:
            _log.warning("Telegram is not served: %s", error.message)
            return False
        except ConfigError as error:
            self._is_insecure = True
            self._core.emit(Notice.of(error, _STATE_CODE))
            return False
        finally:
            self._is_open, self._opened = False, None
            await speech.aclose()
            if not leaving.is_set():
                await self._tell_standing()
        return not leaving.is_set()

    async def _fetch_model(self, name: str) -> None:
        await self._core.commands.dispatch(FetchModelFiles(name=name))

    def _leadership_changed(self, state: Leadership) -> None:
        """Emit which device answers; notify if none is known."""
        self._on_leader(state.leader_id)
        if self._is_begun and not self._is_closed:
            self._core.spawn(self._tell_standing(), "telegram-standing")
        if state.role is LeaderRole.WAITING:
            text = _("Telegram waits: the server of your devices does not say which one answers.")
            self._core.emit(Notice(code=_STATE_CODE, text=text, severity=Severity.WARNING))
        else:
            self._core.emit(Notice(code=_STATE_CODE, text="", resolved=True))

    def sync_changed(self) -> None:
        self._election.ask_soon()

    def remote_changed(self) -> None:
        if self._is_begun and not self._is_closed:
            self._core.spawn(self._take_remote(), "telegram-remote")

    async def _take_remote(self) -> None:
        if self._opened is None:
            if self._task is None or self._task.done():
                await self._changed(TelegramChanged())
            return
        router = self._opened.router
        try:
            stored = await self._core.store.telegram.accounts()
            if {_identity(one) for one in stored} != {_identity(one) for one in router.accounts}:
                await self._changed(TelegramChanged())
            else:
                await router.take_arrived()
        except StoreError as error:
            _log.warning("What came for Telegram waits: %s", error.message)

    async def _wanted_token(self) -> str | None:
        key = await self._keys.get(TELEGRAM)
        return None if key is None else key.secret


def _identity(account: TelegramAccount) -> tuple[object, ...]:
    """What a chat cannot go on without reading again."""
    where = account.workspace, account.agent, account.conversation_id
    return account.user_id, account.chat_id, *where


async def _either(*waits: Coroutine[Any, Any, object]) -> None:
    """Wait for whichever comes first."""
    tasks = [asyncio.ensure_future(one) for one in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
