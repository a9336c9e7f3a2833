"""Has the best built-in model that the machine can run answer. Engine loop only.

A better one is fetched in the background where the surface can, loaded beside the present one if
there is memory for both, and takes over between turns.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

from assistant.background_tasks import Spawn
from assistant.conversation.conversation import Conversation
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.models.model_selection import CHOICE_NOTICE
from assistant.errors import AssistantError, ModelFileError
from assistant.home import Home
from assistant.llm.messages_api.model_client import ModelClient
from assistant.llm.model_choice.starter_choice import (
    AUTOMATIC,
    MachineMemory,
    StarterChoice,
    StarterModel,
)
from assistant.llm.model_factory import ModelFactory
from assistant.locale import _
from assistant.protocol.client import Listener
from assistant.protocol.events import EngineEvent
from assistant.protocol.models import (
    DeclineStarterDownload,
    FetchModelFiles,
    ModelSwitched,
    StarterFilesChanged,
)
from assistant.protocol.notices import Notice, NoticeAction, Severity
from assistant.settings import LlmSettings, load, save
from assistant.storage.conversations import ConversationRepository

RECHECK_S: Final = 1.0
"""How long a turn that ends unseen keeps the better model waiting."""

_DOWNLOAD: Final = "starter_download"
_ANSWERS: Final = "starter_model"
_MEMORY: Final = "starter_memory"


class StarterDownloads(Protocol):
    """Fetches model files in the background; any thread."""

    def keep_trying(self, name: str) -> None:
        """Fetch a model, retrying later if that fails; returns at once."""
        ...

    def give_up(self, name: str) -> None:
        """Stop fetching it; what was downloaded stays."""
        ...


class StarterUpgrade:
    """Follows what changes the choice of the built-in model: files, settings, failures.

    Args:
        factory: Has the built-in model's client.
        client: The model of the settings.
        conversations: Those that are open.
        home: Has the settings, which are read each time.
        spawn: Runs a task that ends with the program.
    """

    def __init__(
        self,
        *,
        factory: ModelFactory,
        client: Callable[[], ModelClient],
        conversations: Callable[[], Sequence[Conversation]],
        records: ConversationRepository,
        home: Home,
        emit: Listener,
        spawn: Spawn,
    ) -> None:
        self._factory = factory
        factory.on_fall_back = self._fell_back
        self._client = client
        self._conversations = conversations
        self._records = records
        self._home = home
        self._emit = emit
        self._spawn = spawn
        self._downloads: StarterDownloads | None = None
        self._fetching: StarterModel | None = None
        self._looking = asyncio.Lock()
        self._has_moved = asyncio.Event()

    @property
    def model(self) -> StarterModel | None:
        """The file that the built-in model runs from; None before it was wanted."""
        built_in = self._factory.built_in
        return None if built_in is None else built_in.model

    async def to_fetch(self) -> StarterModel | None:
        """The download that would let the built-in model answer, or answer better.

        It is `model` where not even that is here. None if another model answers.

        Raises:
            ModelFileError: If the catalogue cannot be read.
        """
        built_in = self._factory.built_in
        if built_in is None or self._client().profile.name != "starter":
            return None
        choice = await self._factory.selector.choose(running=built_in.model)
        is_here = await asyncio.to_thread(choice.run.file.is_file)
        return choice.fetch if is_here else choice.run

    async def name_to_fetch(self, command: FetchModelFiles) -> str:
        """Return which model a command wants: the one it names, else what `to_fetch` returns.

        Raises:
            ModelFileError: If it names one that the catalogue lacks, or names none and there is no
                better one, or the catalogue cannot be read.
        """
        if command.name:
            await asyncio.to_thread(_look_up, command.name)
            return command.name
        model = await self.to_fetch()
        if model is None:
            raise ModelFileError(_("No better built-in model would run here."))
        return model.name

    @property
    def is_fetching(self) -> bool:
        return self._fetching is not None

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(StarterFilesChanged, self.files_changed)
        commands.register(DeclineStarterDownload, self.decline)

    def on_event(self, event: EngineEvent) -> None:
        """A turn may have ended."""
        self._has_moved.set()

    def begin(self, downloads: StarterDownloads | None = None) -> None:
        """Keep the best model answering from now on; returns at once.

        Args:
            downloads: Fetches what is not here; without it nothing is fetched.
        """
        self._downloads = downloads
        self.look()

    def look(self) -> None:
        self._spawn(self._look(), "starter-upgrade")

    async def files_changed(self, command: StarterFilesChanged) -> None:
        """See whether the new file is better than the model in use."""
        self.look()

    async def decline(self, command: DeclineStarterDownload) -> None:
        """Fetch nothing, now and at later starts, until the setting changes."""
        await asyncio.to_thread(save, self._home, "llm", "starter_download", False)
        if (await self._settings()).starter_model != AUTOMATIC:
            await asyncio.to_thread(save, self._home, "llm", "starter_model", AUTOMATIC)
            self._factory.selector.wanted = AUTOMATIC
        self._stop_fetching()
        self._emit(Notice(code=_DOWNLOAD, text="", resolved=True))

    async def _look(self) -> None:
        async with self._looking:
            built_in = self._factory.built_in
            if built_in is None or self._client().profile.name != "starter":
                self._stop_fetching()  # nobody waits for it any more
                if built_in is not None and not self._held_with_built_in():
                    await built_in.aclose()  # its memory is for others; a request starts it again
                return
            try:
                choice = await self._factory.selector.choose(running=built_in.model)
                while choice.run != built_in.model and not await self._take_over(choice):
                    choice = await self._factory.selector.choose(running=built_in.model)
            except AssistantError as error:
                self._emit(Notice.of(error, _ANSWERS, severity=Severity.WARNING))
                return
            built_in.choice = choice
            await self._fetch(choice.fetch)

    async def _take_over(self, choice: StarterChoice) -> bool:
        built_in = self._factory.built_in
        assert built_in is not None
        if choice.run == self._fetching:
            self._notify(
                _DOWNLOAD,
                _("{title} is here and is being loaded.").format(title=choice.run.title),
                hint=_("You can go on meanwhile; it answers as soon as it has read its prompt."),
            )
        memory = await self._factory.selector.memory()
        took_over = await built_in.take_over(
            choice, side_by_side=memory.has_room_for(choice.run), at_rest=self._at_rest
        )
        if took_over:
            await self._notify_switched(choice.run)
            text = _("The built-in model is {title} from now on.")
            self._notify(_ANSWERS, text.format(title=choice.run.title))
        return took_over

    async def _at_rest(self) -> None:
        """Wait until no conversation with the built-in model has a turn under way."""
        while not all(c.is_at_rest for c in self._held_with_built_in()):
            self._has_moved.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(RECHECK_S):
                    await self._has_moved.wait()

    def _held_with_built_in(self) -> Sequence[Conversation]:
        return [c for c in self._conversations() if c.profile.name == "starter"]

    async def _notify_switched(self, model: StarterModel) -> None:
        """Update open conversations to the model's abilities, and say that it answers."""
        for conversation in self._held_with_built_in():
            conversation.refresh_profile()
            conversation.emit(ModelSwitched(model=model.name, takes=conversation.takes))
            await self._records.set_model(conversation.conversation_id, "starter", model.name)
        self._emit(Notice(code=CHOICE_NOTICE, text="", resolved=True))  # it spoke of the other one

    def _fell_back(self, failed: StarterModel, model: StarterModel, *, is_missing: bool) -> None:
        if is_missing:
            text = _("{failed} is not downloaded; {title} answers instead.")
            hint = _("Fetch it with: parley models get {name}").format(name=failed.name)
        else:
            text = _("{failed} could not be run here; {title} answers instead.")
            hint = _("There may be too little memory, or its file is damaged: parley doctor")
        self._notify(
            _ANSWERS,
            text.format(failed=failed.title, title=model.title),
            hint=hint,
            severity=Severity.WARNING,
        )
        self._spawn(self._notify_switched(model), "starter-switched")

    async def _fetch(self, model: StarterModel | None) -> None:
        settings = await self._settings()
        is_wanted = settings.starter_download or settings.starter_model != AUTOMATIC
        if model is None or self._downloads is None or not is_wanted:
            self._stop_fetching()
            return
        if model == self._fetching:
            return
        self._stop_fetching()
        self._fetching = model
        self._warn_of_memory(model, await self._factory.selector.memory())
        self._notify(
            _DOWNLOAD,
            _("A better built-in model is being downloaded: {title}, {size} GB.").format(
                title=model.title, size=f"{model.size_bytes / 1e9:.1f}"
            ),
            hint=_("You can go on meanwhile; it answers as soon as it is here."),
            actions=(NoticeAction(label=_("Do not download"), command=DeclineStarterDownload()),),
        )
        self._downloads.keep_trying(model.name)

    async def _settings(self) -> LlmSettings:
        return (await asyncio.to_thread(load, self._home)).settings.llm

    def _warn_of_memory(self, model: StarterModel, memory: MachineMemory) -> None:
        if memory.has_room_for(model):
            return
        self._notify(
            _MEMORY,
            _(
                "{title} may be slow here: it takes {needed} GB of memory, {free} GB is free."
            ).format(
                title=model.title,
                needed=f"{model.memory_mb / 1000:.1f}",
                free=f"{memory.available_mb / 1000:.1f}",
            ),
            severity=Severity.WARNING,
        )

    def _stop_fetching(self) -> None:
        fetching, self._fetching = self._fetching, None
        if fetching is None:
            return
        if self._downloads is not None:
            self._downloads.give_up(fetching.name)
        self._emit(Notice(code=_DOWNLOAD, text="", resolved=True))

    def _notify(
        self,
        code: str,
        text: str,
        *,
        hint: str = "",
        severity: Severity = Severity.INFO,
        actions: tuple[NoticeAction, ...] = (),
    ) -> None:
        self._emit(Notice(code=code, text=text, hint=hint, severity=severity, actions=actions))


def _look_up(name: str) -> None:
    from assistant.catalog import Catalog  # much to import, and seldom needed

    Catalog.load().entry(name)
