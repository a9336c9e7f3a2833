"""`parley chat` where it is the only program of its home: it has the engine itself."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant.assembly.core import open_core
from assistant.assembly.outside_access import outside_access
from assistant.channels.terminal.chat.conversation import BuildSurface, TerminalChat
from assistant.cli.model_fetch import BackgroundFetch, ModelFetch
from assistant.engine.core import Core
from assistant.engine.history.past_conversations import latest_user_messages
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.startup_loader import LoadQueue
from assistant.home import Home
from assistant.locale import _
from assistant.protocol.models import FetchModelFiles, StarterFilesChanged

if TYPE_CHECKING:
    from assistant.catalog import ModelStore


async def own_chat(plan: LaunchOptions, *, resume: bool, surface: BuildSurface) -> None:
    """Converse in the terminal until the user leaves.

    Args:
        plan: What to start.
        resume: Go on with the latest conversation.
        surface: Builds the terminal.

    Raises:
        HomeBusyError: If another process owns the home.
        StoreError: If the database cannot be used at all.
        OSError: If the output took no more.
    """
    chat = TerminalChat(surface)
    with chat.held():
        async with open_core(plan, emit=chat.hear) as core:
            # What was cut off goes on in any case: no other way leads back to it from a terminal.
            if not (
                resume or core.conversations.current.is_empty or await core.answers.is_unfinished()
            ):
                await core.conversations.open(None)
            await _hold(core, chat)
    chat.raise_failure()


async def _hold(core: Core, chat: TerminalChat) -> None:
    chat.connect(
        dispatch=core.commands.dispatch, register=core.desk.register, clock=core.plan.clock
    )
    chat.remembered = core.conversations.current.conversation_id
    chat.surface.remember(await latest_user_messages(core.store))
    loading = LoadQueue()
    core.subscribe(loading.on_event)
    fetching = _Fetching(core, chat)
    core.commands.register(FetchModelFiles, fetching.begin)
    async with outside_access(core, loading=loading, has_api=False) as access:
        core.announce()
        core.servers.begin()
        core.sync.begin()
        await core.taken_up()
        if chat.surface.is_person:  # who only sends lines through a pipe is soon gone
            access.begin()
            core.starter.begin(fetching.background)
            await chat.tell_unanswered()
            await _tell_missing_model(core, chat.say)
        try:
            await chat.converse()
        finally:
            fetching.background.stop()


async def _tell_missing_model(core: Core, say: Callable[[str], None]) -> None:
    """Say how to get the built-in model, if it is to answer and is not here."""
    model = await core.starter.to_fetch()
    if model is not None and model == core.starter.model:
        say(
            _(
                "The built-in model is not here yet: /fetch fetches it ({size} MB). Timers,"
                " memory and calculations do without."
            ).format(size=round(model.size_bytes / 1e6))
        )


class _Fetching:
    """Fetches model files while the user goes on: those that are wanted, and the better model."""

    def __init__(self, core: Core, chat: TerminalChat) -> None:
        self._core = core
        self._say = chat.say
        self._model_fetch = ModelFetch(
            open_store=self._store,
            say=chat.say,
            refused=chat.tell_problem,
            arrived=self._arrived,
            spawn=core.spawn,
        )
        self.background = BackgroundFetch(
            open_store=self._store, say=chat.say, arrived=self._arrived, spawn=core.spawn
        )

    async def begin(self, command: FetchModelFiles) -> None:
        """Fetch a model, by default the one that would have the built-in model answer better."""
        name = await self._core.starter.name_to_fetch(command)
        if self.background.fetching == name:
            self._say(_("{name} is being fetched already.").format(name=name))
        else:
            self._model_fetch.begin(name)

    async def _arrived(self) -> None:
        await self._core.commands.dispatch(StarterFilesChanged())

    def _store(self) -> "ModelStore":
        return model_store(self._core.plan.home)


def model_store(home: Home) -> "ModelStore":
    """Return the model files of a home."""
    from assistant.catalog import Catalog, ModelStore  # much to import, and seldom needed

    return ModelStore(catalog=Catalog.load(), folder=home.models)
