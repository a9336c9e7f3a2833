"""Builds the Telegram channel over a core. Engine loop only.

Imports the HTTP client; `assembly/telegram/switch.py` decides when.
"""

import asyncio
import importlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from assistant.assembly.telegram.away_mode import AwayMode
from assistant.background_tasks import BackgroundTasks, Spawn
from assistant.channels.telegram.bot_api.client import BotApi, refuse_open_connection
from assistant.channels.telegram.bot_api.errors import TelegramError
from assistant.channels.telegram.chat import LEASE, ChatSurroundings, help_text
from assistant.channels.telegram.linking import AccountLinks
from assistant.channels.telegram.model.formatted_text import plain
from assistant.channels.telegram.outbox import ChatOutbox, Pause
from assistant.channels.telegram.poller import UpdatePoller
from assistant.channels.telegram.questions.keyboards import QuestionKeyboards
from assistant.channels.telegram.router import UpdateRouter
from assistant.channels.telegram.seams import Speech, VoiceMessage
from assistant.channels.telegram.strangers import Strangers
from assistant.conversation.conversation_registry import ConversationLease
from assistant.engine.core import Core
from assistant.engine.launch_options import LaunchOptions
from assistant.locale import INTERFACE_LANGUAGES, _, mark, text_in
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import PresentQuestionAgain
from assistant.protocol.telegram import STATE_PROBLEMS, TelegramState
from assistant.questions.model.question import Channel
from assistant.settings import TelegramSettings
from assistant.storage.telegram import TelegramAccount
from assistant.sync.leader_election import LeaderElection

if TYPE_CHECKING:
    from assistant.assembly.telegram.speech import TelegramSpeech
    from assistant.assembly.voice.voice_loop import VoiceModels

_log = logging.getLogger(__name__)

_SPEECH: Final = "assistant.assembly.telegram.speech"
_STATE_CODE: Final = "telegram_state"
"""Code of the notice that says why nothing comes."""


class LazySpeech:
    """Implements `Speech`; what it is made of is imported with the first voice message.

    Args:
        plan: What the program was started with.
        fetch: Has a model of the catalogue fetched; returns before it is here.
        shared: Returns the models that the voice loop has loaded, if it runs.
    """

    def __init__(
        self,
        plan: LaunchOptions,
        *,
        fetch: Callable[[str], Awaitable[None]],
        shared: "Callable[[], VoiceModels | None]",
    ) -> None:
        self._plan = plan
        self._fetch = fetch
        self._shared = shared
        self._speech: TelegramSpeech | None = None

    async def transcribe(self, recording: bytes) -> str:
        return await (await self._loaded()).transcribe(recording)

    async def speak(self, text: str) -> VoiceMessage | None:
        return await (await self._loaded()).speak(text)

    async def aclose(self) -> None:
        """Unload what was loaded for this alone."""
        if self._speech is not None:
            await self._speech.aclose()

    async def _loaded(self) -> "TelegramSpeech":
        if self._speech is None:
            await asyncio.to_thread(importlib.import_module, _SPEECH)
        if self._speech is None:  # no other message was first meanwhile
            from assistant.assembly.telegram.speech import TelegramSpeech

            self._speech = TelegramSpeech(
                home=self._plan.home,
                settings=self._plan.settings.voice,
                clock=self._plan.clock,
                fetch=self._fetch,
                shared=self._shared,
            )
        return self._speech


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramChannel:
    """The channel, once it stands."""

    router: UpdateRouter
    polling: "asyncio.Task[None]"
    api: BotApi


@asynccontextmanager
async def open_telegram(
    core: Core,
    token: str,
    *,
    settings: Callable[[], TelegramSettings],
    linking: AccountLinks,
    on_unlinked: Callable[[], None] = lambda: None,
    speech: Speech | None = None,
    leases: dict[str, ConversationLease] | None = None,
    election: LeaderElection | None = None,
    pause: Pause = asyncio.sleep,
) -> AsyncGenerator[TelegramChannel]:
    """Poll for a core until the context ends.

    Args:
        core: Whose conversations are held.
        settings: Those in use.
        on_unlinked: Called once a user has unlinked themselves.
        speech: Makes words of voice messages, and voice messages of words.
        leases: Conversations that an earlier channel of this core left open.
        election: Says whether this device may act; it always may if None.
        pause: Waits so many seconds.

    Raises:
        ConfigError: If the token would be readable on its way.
        StoreError: If the store cannot be read.
    """
    refuse_open_connection(settings().api_url)
    home, store, clock = core.plan.home, core.store, core.plan.clock
    election = election or LeaderElection(LEASE)
    api = BotApi(token, url=settings().api_url, may_call=election.may_act)
    tasks = BackgroundTasks(owner="telegram")
    outbox = ChatOutbox(api=api, clock=clock, pause=pause)

    async def create(account: TelegramAccount) -> str:
        return await core.conversation_factory.create_remote(
            Channel.TELEGRAM, workspace=account.workspace, agent=account.agent
        )

    def has_workspace(account: TelegramAccount) -> bool:
        return home.find("workspaces", account.workspace).is_dir()

    async def put_again(questions_id: str) -> None:
        await core.commands.dispatch(PresentQuestionAgain(questions_id=questions_id))

    async def close_questions(conversation_id: str) -> None:
        await core.desk.cancel(conversation_id=conversation_id)

    questions = QuestionKeyboards(
        api=api,
        outbox=outbox,
        repository=store.telegram,
        find=store.questions.get,
        put_again=put_again,
        clock=clock,
        spawn=tasks.spawn,
    )

    away = AwayMode(
        core,
        questions,
        api=api,
        outbox=outbox,
        accounts=lambda: router.accounts,
        settings=settings,
        pause=pause,
    )

    def on_state(state: TelegramState) -> None:
        core.emit(_notice(state))
        tasks.spawn(linking.bot_stands(state), "state of the bot")
        if state is TelegramState.WORKING:
            tasks.spawn(_introduce(api, outbox, linking, tasks.spawn), "introduction")

    router = UpdateRouter(
        surroundings=ChatSurroundings(
            conversations=core.conversations.registry,
            create=create,
            find=store.conversations.get,
            conversation_of_turn=store.messages.conversation_of_turn,
            resume=core.answers.continue_open,
            close_questions=close_questions,
            has_workspace=has_workspace,
            repository=store.telegram,
            outbox=outbox,
            questions=away.chat_questions,
            speech=speech,
            settings=settings,
            clock=clock,
            pause=pause,
            tell=core.emit,
            election=election,
            leases={} if leases is None else leases,
        ),
        linking=linking,
        strangers=Strangers(outbox=outbox, memo=store.state, clock=clock, spawn=tasks.spawn),
        on_unlinked=on_unlinked,
    )
    poller = UpdatePoller(
        api=api,
        router=router,
        repository=store.telegram,
        clock=clock,
        on_state=on_state,
        pause=pause,
    )
    async with AsyncExitStack() as stack:
        stack.push_async_callback(api.aclose)
        stack.push_async_callback(tasks.cancel_all)
        await router.load()
        await questions.begin(router)
        stack.push_async_callback(linking.bot_left)
        stack.push_async_callback(router.aclose)
        stack.push_async_callback(questions.aclose)
        polling = asyncio.create_task(poller.run(), name="telegram")
        stack.push_async_callback(_end, polling)
        stack.callback(core.subscribe(questions.on_event))
        stack.callback(core.desk.register(questions))
        stack.push_async_callback(away.aclose)
        away.begin()
        yield TelegramChannel(router=router, polling=polling, api=api)


async def _end(task: "asyncio.Task[None]") -> None:
    """Cancel a task and wait for its end."""
    task.cancel()
    await asyncio.wait({task})


_COMMANDS: Final = {
    "new": mark("Begin a new conversation"),
    "stop": mark("Stop the reply"),
    "help": mark("What can be done here"),
    "unlink": mark("End the link with this account"),
}


async def _introduce(api: BotApi, outbox: ChatOutbox, links: AccountLinks, spawn: Spawn) -> None:
    """Announce the bot's name, and let Telegram offer its commands."""

    async def welcome(account: TelegramAccount) -> None:
        linked = _("This account is linked to Parley now.")
        try:
            await outbox.send(account.chat_id, plain(f"{linked}\n\n{help_text()}"))
        except TelegramError as error:
            _log.info("A new account was not greeted: %s", type(error).__name__)

    async def greet(account: TelegramAccount) -> None:
        spawn(welcome(account), f"greeting {account.user_id}")  # nobody waits until it has arrived

    try:
        me = await api.get_me()
    except TelegramError as error:
        _log.info("The bot's name is not known: %s", type(error).__name__)
    else:
        await links.bot_reached(me.username, greet)
    await _offer_commands(api)


async def _offer_commands(api: BotApi) -> None:
    """In the language of the user's app."""
    for language in INTERFACE_LANGUAGES:
        commands = {name: text_in(language, text) for name, text in _COMMANDS.items()}
        try:
            await api.set_commands(commands, language="" if language == "en" else language)
        except TelegramError as error:
            _log.info("The commands were not set: %s", type(error).__name__)
            return


def _notice(state: TelegramState) -> Notice:
    if state not in STATE_PROBLEMS:
        return Notice(code=_STATE_CODE, text="", resolved=True)
    text, hint = STATE_PROBLEMS[state]
    return Notice(code=_STATE_CODE, text=_(text), hint=_(hint), severity=Severity.WARNING)
