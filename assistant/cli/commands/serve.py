"""`parley serve`: a Parley without a window or a terminal, for a machine that is always on."""

import asyncio
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.assembly.core import open_core
from assistant.assembly.outside_access import outside_access
from assistant.cli.model_fetch import ModelFetch
from assistant.cli.options import HomeOption, ModelsOption
from assistant.cli.user_service import UserService
from assistant.clock import Clock, SystemClock
from assistant.engine.core import Core
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.startup_loader import LoadQueue, load_all
from assistant.errors import AssistantError
from assistant.home import MODELS_VARIABLE, Home
from assistant.home_folder import HOME_VARIABLE
from assistant.locale import _
from assistant.processes.python_command import python_module
from assistant.protocol.events import EngineEvent
from assistant.protocol.models import FetchModelFiles, StarterFilesChanged
from assistant.protocol.notices import Notice
from assistant.protocol.settings import VoiceChanged
from assistant.protocol.telegram import ListTelegram, TelegramListed, TelegramState, state_text
from assistant.questions.model.question import Channel
from assistant.settings import load
from assistant.signals import ENDING, on_signals

if TYPE_CHECKING:
    from assistant.assembly.voice.voice_loop import VoiceModels
    from assistant.assembly.voice.voice_switch import VoiceSwitch
    from assistant.catalog import ModelStore


def command(
    home: HomeOption = None,
    models: ModelsOption = None,
    voice: Annotated[
        bool, typer.Option("--voice", help="Listen and speak with this machine's own devices too.")
    ] = False,
    install: Annotated[
        bool,
        typer.Option("--install", help="Have systemd start it with your session, now and later."),
    ] = False,
    uninstall: Annotated[
        bool, typer.Option("--uninstall", help="Have systemd start it no more.")
    ] = False,
) -> None:
    """Run Parley without a window or a terminal, until it is told to end (Ctrl-C, SIGTERM).

    It is reached over Telegram, over the HTTP API with the pages of its questions, and by
    `parley chat`, which joins it.
    """
    if install and uninstall:
        raise typer.BadParameter(_("Choose one of --install and --uninstall."))
    if install or uninstall:
        service = UserService.of_user()
        if uninstall:
            service.remove(say=typer.echo)
        else:
            service.write(_own_command(home, models, has_voice=voice), say=typer.echo)
        return
    place = Home.locate(root=home, models=models)
    loaded = load(place)
    plan = LaunchOptions(
        home=place,
        settings=loaded.settings,
        problems=loaded.problems,
        clock=SystemClock(),
        channel=Channel.API,
    )
    asyncio.run(serve(plan, has_voice=voice))


def _own_command(home: Path | None, models: Path | None, *, has_voice: bool) -> list[str]:
    """The command that starts this program, from any folder."""
    given = list(python_module("assistant.cli", "serve"))
    for option, folder, variable in (
        ("--home", home, HOME_VARIABLE),
        ("--models", models, MODELS_VARIABLE),
    ):
        chosen = folder or os.environ.get(variable)  # which the session of systemd does not have
        if chosen:
            given += [option, str(Path(chosen).absolute())]
    return [*given, *(["--voice"] if has_voice else [])]


async def serve(plan: LaunchOptions, *, has_voice: bool) -> None:
    """Run until the process is asked to end.

    Raises:
        HomeBusyError: If another process owns the home.
        StoreError: If the database cannot be used at all.
    """
    ending = asyncio.Event()
    on_signals(*ENDING, signal.SIGINT, do=ending.set)
    log = _ServeLog(plan.clock)
    async with open_core(plan, emit=log.hear) as core:
        loading = LoadQueue()
        core.subscribe(loading.on_event)
        serving = _Serving(core, loading, log)
        core.commands.register(FetchModelFiles, serving.fetch)
        async with outside_access(
            core, loading=loading, voice_models=serving.voice_models
        ) as access:
            try:
                core.announce()
                await load_all(
                    core,
                    start_voice=serving.start_voice if has_voice else _nothing,
                    loading=loading,
                    words_taken=_nothing,
                )
                access.begin()
                await core.commands.dispatch(ListTelegram())
                log.say(_("Parley runs. Join it with parley chat; Ctrl-C or SIGTERM ends it."))
                await ending.wait()
            finally:
                await serving.aclose()
    log.say(_("Parley has ended."))


async def _nothing() -> None:
    """There is no voice, and nothing was typed before."""


class _ServeLog:
    """Writes what somebody who looks after the service should know, a line each."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._notices: dict[str, str] = {}
        self._telegram = ""

    def say(self, text: str) -> None:
        typer.echo(text)

    def refuse(self, error: AssistantError) -> None:
        """Write why something failed."""
        self.say("\n  ".join(filter(None, (f"! {error.message}", error.hint))))

    def hear(self, event: EngineEvent) -> None:
        match event:
            case Notice(code=code, text=text, hint=hint, resolved=False):
                line = "\n  ".join(filter(None, (f"! {text}", hint)))
                if self._notices.get(code) != line:
                    self._notices[code] = line
                    self.say(line)
            case Notice(code=code):
                self._notices.pop(code, None)
            case TelegramListed(state=state) if state.is_trouble:
                self._telegram = ""  # a notice tells it
            case TelegramListed() if event.bot_name or event.state is not TelegramState.WORKING:
                line = state_text(event, self._clock.now())
                if line != self._telegram:
                    self._telegram = line
                    self.say(f"Telegram: {line}")
            case _:
                pass


class _Serving:
    """What is loaded for the voice, and fetched."""

    def __init__(self, core: Core, loading: LoadQueue, log: _ServeLog) -> None:
        self._core = core
        self._loading = loading
        self._voice: VoiceSwitch | None = None
        self._fetching = ModelFetch(
            open_store=self._models,
            say=log.say,
            refused=log.refuse,
            arrived=self._arrived,
            spawn=core.spawn,
        )

    def voice_models(self) -> "VoiceModels | None":
        return None if self._voice is None else self._voice.models_in_use

    async def fetch(self, command: FetchModelFiles) -> None:
        """Fetch a model in the background."""
        self._fetching.begin(await self._core.starter.name_to_fetch(command))

    async def start_voice(self) -> None:
        from assistant.assembly.voice.system_devices import devices_of
        from assistant.assembly.voice.voice_switch import VoiceSwitch
        from assistant.voice.devices.system import system_audio

        core = self._core
        audio = system_audio(clock=core.plan.clock)
        self._voice = VoiceSwitch(
            core=core,
            models=self._models,
            devices=devices_of(lambda: audio, home=core.plan.home),
            loading=self._loading,
        )
        self._voice.register_commands(core.commands)
        await self._voice.restart()

    async def aclose(self) -> None:
        if self._voice is not None:
            await self._voice.aclose()

    async def _arrived(self) -> None:
        await self._core.commands.dispatch(StarterFilesChanged())
        if self._voice is not None:
            await self._core.commands.dispatch(VoiceChanged())

    def _models(self) -> "ModelStore":
        from assistant.catalog import Catalog, ModelStore  # much to import, and seldom needed

        return ModelStore(catalog=Catalog.load(), folder=self._core.plan.home.models)
