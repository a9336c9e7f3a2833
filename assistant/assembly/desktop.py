"""Builds the desktop app: core and voice on the engine thread, the window on the main thread."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from assistant.channels.desktop.app.application import DesktopApp
from assistant.channels.desktop.app.gui_executor import GuiExecutor
from assistant.channels.desktop.questions.dialog_presenter import dialog_class
from assistant.channels.desktop.settings.stored_values import Secrets
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.engine_thread import STOP_LIMIT_S, Engine
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.save_queue import SaveQueue
from assistant.engine.settings_store import StoredKey, StoredSettings
from assistant.errors import AssistantError
from assistant.home import Home
from assistant.llm.api_keys import SYNC, SYNC_PASSPHRASE, TELEGRAM, KeyStore
from assistant.log_file import release_log_files
from assistant.processes.restart import restart_program
from assistant.protocol.conversation import Say
from assistant.protocol.download_progress import DownloadProgress
from assistant.protocol.models import FetchModelFiles, StarterFilesChanged
from assistant.protocol.settings import SyncChanged, TelegramChanged, VoiceChanged
from assistant.questions.desk.presenter import Presenter
from assistant.settings import Settings, load

# Everything else is imported on the engine thread, or when it is asked for: the window is on the
# screen before.
if TYPE_CHECKING:
    from assistant.assembly.model_downloads import ModelDownloads
    from assistant.assembly.voice.voice_switch import DeviceBuilder
    from assistant.catalog import ModelEntry, ModelStore
    from assistant.channels.desktop.backup.afterwards_window import AfterwardsWindow
    from assistant.channels.desktop.backup.restore_dialog import Afterwards
    from assistant.channels.desktop.settings.models_page import ModelFiles, ModelFileStatus
    from assistant.voice.devices.protocols import InputDevice
    from assistant.voice.devices.system import SystemAudio

RESTORE_STOP_S: Final = 30.0
"""How long the engine may take to let go of a home that is to be replaced."""

T = TypeVar("T")


class _Once(Generic[T]):
    """Makes something when it is first asked for; any thread."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: T | None = None

    @property
    def is_made(self) -> bool:
        """Whether the factory ran."""
        return self._made is not None

    def __call__(self) -> T:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made


class _Desktop:
    """The app and its engine, neither shown nor begun.

    Args:
        plan: What to run.
        devices: Makes microphone and speaker; by default the machine's own.
        loaded: Called on the engine thread once everything is loaded.
    """

    def __init__(
        self,
        plan: LaunchOptions,
        devices: "DeviceBuilder | None",
        loaded: Callable[[], None] = lambda: None,
    ) -> None:
        self._plan = plan
        self._loaded = loaded
        self._devices = devices
        self._models: Final = _Once(self._open_models)
        self._audio: Final = _Once(self._open_audio)
        self._downloads: Final = _Once(self._open_downloads)
        self._presenters: list[Presenter] = []
        self._fallbacks: list[Presenter] = []
        self.engine: Final = Engine(graph=self._graph)
        saving = self._saving = SaveQueue(deliver=self.run_in_window)
        stored_key = partial(
            StoredKey,
            keys=KeyStore(keys_file=plan.home.keys_file),
            engine=self.engine,
            saving=saving,
            deliver=self.run_in_window,
        )
        self.key: Final = stored_key()
        self.telegram_key: Final = stored_key(
            name=TELEGRAM, changed=TelegramChanged(), check=self._check_telegram_token
        )
        self.sync_key: Final = stored_key(name=SYNC, changed=SyncChanged())
        self.sync_passphrase: Final = stored_key(name=SYNC_PASSPHRASE, changed=SyncChanged())
        self.app: Final = DesktopApp(
            engine=self.engine,
            clock=plan.clock,
            store=StoredSettings(
                home=plan.home, settings=plan.settings, engine=self.engine, saving=saving
            ),
            secrets=Secrets(
                anthropic_key=self.key,
                telegram_token=self.telegram_key,
                sync_password=self.sync_key,
                sync_passphrase=self.sync_passphrase,
            ),
            home=plan.home,
            model_files=self._model_files,
            list_devices=lambda: self._audio().list_devices(),
            on_quit=self._quit,
        )
        self._calls: Final = GuiExecutor()
        self._presenters.append(self.app.presenter)
        self._fallbacks.append(self.app.text_list)

    def _look_ahead(self) -> None:
        """Read on threads which keys exist; returns at once."""
        for key in (self.key, self.telegram_key, self.sync_key, self.sync_passphrase):
            key.look_ahead()

    async def _check_telegram_token(self, token: str) -> None:
        """Raises ConfigError if Telegram rejects the token; on the thread that saves."""
        from assistant.channels.telegram.bot_api.token_check import check_token  # loads HTTP

        await check_token(token, load(self._plan.home).settings.telegram.api_url)

    def run_in_window(self, work: Callable[[], None]) -> None:
        """Have something done on the GUI thread; any thread."""
        self._calls.post(work)

    def _fetch_models(self) -> None:
        """Fetch missing models that the settings need, with progress."""
        models = self._models()
        voice = load(self._plan.home).settings.voice
        missing = models.missing(models.catalog.needed(voice))
        if missing:
            self._downloads().request(missing)

    def _quit(self) -> None:
        self._calls.close()
        if self._downloads.is_made:
            self._downloads().stop()
        has_more = self.app.afterwards is not None
        self.engine.stop(RESTORE_STOP_S if has_more else STOP_LIMIT_S)

    def _open_models(self) -> "ModelStore":
        from assistant.catalog import Catalog, ModelStore

        return ModelStore(catalog=Catalog.load(), folder=self._plan.home.models)

    def _open_audio(self) -> "SystemAudio":
        from assistant.voice.devices.system import system_audio

        return system_audio(clock=self._plan.clock)

    def _open_downloads(self) -> "ModelDownloads":
        from assistant.assembly.model_downloads import ModelDownloads

        def report(progress: DownloadProgress) -> None:
            self.app.report_progress(progress)

        return ModelDownloads(
            store=self._models(),
            report=report,
            arrived=self._file_arrived,
        )

    def _model_files(self) -> "ModelFiles":
        from assistant.channels.desktop.settings.models_page import ModelFiles

        return ModelFiles(
            all=lambda: _listed_models(self._models(), load(self._plan.home).settings),
            download=lambda name: self._downloads().request([name]),
            remove=lambda name, then: self._saving.put(
                partial(self._remove_model, name), then, name=f"the removal of {name}"
            ),
        )

    def _remove_model(self, name: str) -> None:
        """Delete a model's files; raises ModelFileError if they stay."""
        store = self._models()
        store.remove(name)
        if store.catalog.entry(name).kind == "llm":
            self.engine.submit(StarterFilesChanged())

    def _file_arrived(self, name: str) -> None:
        entry = self._models().catalog.entry(name)
        if entry.kind == "llm":
            self.engine.submit(StarterFilesChanged())
        elif entry.kind != "tts" or entry.default:  # other voices are found when they are needed
            self.engine.submit(VoiceChanged())

    @asynccontextmanager
    async def _graph(self, engine: Engine) -> AsyncGenerator[CommandDispatcher]:
        from assistant.assembly.away_signs import follow_sleep
        from assistant.assembly.core import open_core
        from assistant.assembly.outside_access import outside_access
        from assistant.assembly.voice.dictation import dictation
        from assistant.assembly.voice.sound_trials import SoundTrials
        from assistant.assembly.voice.system_devices import devices_of
        from assistant.assembly.voice.voice_switch import VoiceSwitch
        from assistant.assembly.voice.wake_word_commands import WakeWordCommands
        from assistant.channels.desktop.app.clipboard_and_screen import (
            DesktopClipboard,
            DesktopScreen,
        )
        from assistant.engine.startup_loader import LoadQueue, load_all
        from assistant.tools.system.host_access import HostAccess

        outside = HostAccess(
            clipboard=DesktopClipboard(calls=self._calls),
            screen=DesktopScreen(calls=self._calls, window=self.app.window),
        )
        plan = replace(self._plan, outside=outside)
        async with AsyncExitStack() as stack:
            core = await stack.enter_async_context(open_core(plan, emit=engine.emit, warms_up=True))
            for presenter in self._presenters:
                core.desk.register(presenter)
            for presenter in self._fallbacks:
                core.desk.register(presenter, fallback=True)
            build_devices = self._devices or devices_of(self._audio, home=self._plan.home)

            def microphone() -> "InputDevice | None":
                return build_devices(load(plan.home).settings, plan.clock).input

            loading = LoadQueue()
            core.subscribe(loading.on_event)
            voice = VoiceSwitch(
                core=core,
                models=self._models,
                devices=build_devices,
                loading=loading,
                fetch=self._fetch_models,
            )
            voice.register_commands(core.commands)
            if plan.is_first_run:  # which tries the devices first
                await voice.pause()
            wake_words = WakeWordCommands(
                home=plan.home, emit=core.emit, microphone=microphone, voice=voice
            )
            wake_words.register_commands(core.commands)
            trials = SoundTrials(
                home=plan.home,
                emit=core.emit,
                devices=build_devices,
                clock=plan.clock,
                voice=voice,
                spawn=core.spawn,
            )
            trials.register_commands(core.commands)
            await stack.enter_async_context(dictation(core, ear=voice))

            async def fetch(command: FetchModelFiles) -> None:
                self._downloads().request([await core.starter.name_to_fetch(command)])

            core.commands.register(FetchModelFiles, fetch)
            stack.push_async_callback(voice.aclose)
            stack.push_async_callback(wake_words.aclose)
            stack.push_async_callback(trials.aclose)
            access = await stack.enter_async_context(
                outside_access(core, loading=loading, voice_models=lambda: voice.models_in_use)
            )

            def on_loaded(_load: object) -> None:
                self._loaded()
                access.begin()
                follow_sleep(core, voice)
                core.starter.begin(self._downloads())

            core.announce()

            async def start_voice() -> None:
                self._look_ahead()  # only the settings show it: the first request goes before
                await asyncio.to_thread(dialog_class)  # the first question has it then
                await asyncio.to_thread(self._models)  # much to import
                await asyncio.to_thread(self._fetch_models)
                await voice.restart()

            loads = load_all(
                core,
                start_voice=start_voice,
                loading=loading,
                words_taken=lambda: engine.early_handled(Say),
            )
            core.spawn(loads, "load").add_done_callback(on_loaded)
            yield core.commands


def run_desktop(
    plan: LaunchOptions,
    *,
    devices: "DeviceBuilder | None" = None,
    watch: Callable[[DesktopApp], None] = lambda _app: None,
    loaded: Callable[[], None] = lambda: None,
    restart: Callable[[], None] = restart_program,
    is_hidden: bool = False,
    guides: bool = False,
) -> int:
    """Run the desktop app on the main thread.

    The window is shown before the engine starts; what is typed meanwhile waits for it.

    Args:
        plan: What to run.
        devices: Makes microphone and speaker; by default the machine's own.
        watch: Given the app before its window is shown.
        loaded: Called on the engine thread once everything is loaded.
        restart: Restarts the program, after a backup was restored.
        is_hidden: Whether the window stays away at first.
        guides: Whether somebody new is guided through the first run.

    Raises:
        HomeBusyError: If another process owns the home.
        StoreError: If the database cannot be used at all.
    """

    def settle() -> None:
        loaded()
        desktop.app.collector.schedule_start()
        desktop.run_in_window(desktop.app.join_desktop)

    kept = plan.settings.ui.first_run
    is_guided = guides and _is_first_run_due(kept, plan.home)
    is_seen = is_guided and not is_hidden  # else the voice would rest until somebody looks
    desktop = _Desktop(replace(plan, is_first_run=is_seen), devices, settle)
    app = desktop.app
    if is_guided:
        from assistant.channels.desktop.first_run.model.progress import Progress

        app.begin_first_run(Progress.read(kept))
    watch(app)
    problems: list[BaseException] = []

    def on_ready(problem: BaseException | None) -> None:
        if problem is not None:
            problems.append(problem)
            app.quit_soon()
        else:
            desktop.run_in_window(app.home_claimed)

    status = app.run(begin=lambda: desktop.engine.begin(on_ready), is_hidden=is_hidden)
    if problems:
        raise problems[0]
    if app.afterwards is not None:
        release_log_files()
        if _afterwards_window(app.afterwards, plan).wants_parley():
            restart()
    return status


def _is_first_run_due(kept: str, home: Home) -> bool:
    """Whether somebody new is there, or left the first run half done."""
    is_new_home = not kept and not (home.settings_file.exists() or home.database.exists())
    if not kept and not is_new_home:
        return False
    from assistant.channels.desktop.first_run.model.progress import is_due

    return is_due(kept, is_new_home=is_new_home)


def _afterwards_window(wanted: "Afterwards", plan: LaunchOptions) -> "AfterwardsWindow":
    from assistant.assembly.erase import erase_everything
    from assistant.channels.desktop.backup.afterwards_window import erase_window, restore_window
    from assistant.channels.desktop.backup.restore_dialog import ERASE

    if wanted == ERASE:
        return erase_window(erase=partial(erase_everything, plan.home))
    return restore_window(home=plan.home, request=wanted, now=plan.clock.now())


def build_desktop(plan: LaunchOptions, *, devices: "DeviceBuilder | None" = None) -> DesktopApp:
    """Build the app and start its engine; `run` or `close` the result.

    Args:
        plan: What to run.
        devices: Makes microphone and speaker; by default the machine's own.

    Raises:
        HomeBusyError: If another process owns the home.
        StoreError: If the database cannot be used at all.
    """
    desktop = _Desktop(plan, devices)
    try:
        desktop.engine.start()
    except AssistantError:
        desktop.app.close()
        raise
    return desktop.app


def _purpose(entry: "ModelEntry") -> str:
    from assistant.catalog.wording import title_of
    from assistant.locale import _

    if entry.starter is None:
        return title_of(entry)
    return _("{title}: takes {memory} GB of memory").format(
        title=title_of(entry), memory=f"{entry.starter.memory_mb / 1000:.1f}"
    )


def _listed_models(store: "ModelStore", settings: Settings) -> "list[ModelFileStatus]":
    from assistant.catalog.wording import licence_of
    from assistant.channels.desktop.settings.models_page import ModelFileStatus

    needed = store.catalog.needed(settings.voice)
    return [
        ModelFileStatus(
            name=entry.name,
            kind=entry.kind,
            purpose=_purpose(entry),
            language=entry.languages[0],
            licence=licence_of(entry),
            size_bytes=entry.size_bytes,
            is_present=store.is_present(entry.name),
            is_optional=entry.name not in (*needed, settings.llm.starter_model),
        )
        for entry in store.catalog
    ]
