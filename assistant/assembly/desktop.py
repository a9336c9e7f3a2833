"""The desktop app: the engine thread with core and voice, and the window on the main thread."""

import asyncio
import importlib.metadata
import logging
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from assistant.assembly.core import Core, Plan, open_core
from assistant.assembly.voice import Devices, open_voice
from assistant.catalog import Catalog, Progress, Stage, Store
from assistant.channels.desktop.app import DesktopApp
from assistant.channels.desktop.bars import Progress as ShownProgress
from assistant.channels.desktop.settings_pages import ModelFile
from assistant.clock import Clock
from assistant.conversation.client import EngineClient
from assistant.conversation.commands import (
    ModelChanged,
    Mute,
    Stop,
    ToggleMicrophone,
    VoiceChanged,
)
from assistant.conversation.engine import Engine, Handlers
from assistant.conversation.events import Notice
from assistant.errors import AssistantError, ConfigError, ModelFileError
from assistant.home import Home
from assistant.llm.keys import KeyStore
from assistant.locale import _
from assistant.questions.presenting import Presenter
from assistant.settings import Settings, load, save
from assistant.voice.devices.pacing import FreePacing
from assistant.voice.devices.portaudio import PortAudioInput
from assistant.voice.devices.portaudio_output import PortAudioOutput
from assistant.voice.session import VoiceSession

logger = logging.getLogger(__name__)

DISTRIBUTION = "parley-assistant"
VOICE_MODELS = ("openwakeword", "smart-turn-v3.2")
"""Needed beside the recogniser and the voice that the settings name."""

DeviceBuilder = Callable[[Settings, Clock], Devices]


def system_devices(settings: Settings, clock: Clock) -> Devices:
    """Return the machine's microphone and speaker as the settings name them."""
    voice = settings.voice
    return Devices(
        input=PortAudioInput(name_part=voice.input_device, clock=clock),
        output=PortAudioOutput(name_part=voice.output_device, clock=clock),
        pacer=FreePacing(),
        clock=clock,
    )


class VoiceSwitch:
    """The voice loop of the desktop app: started once its models are here, and anew when asked.

    Engine loop only. A command that comes while there is no voice gets a notice, or its part that
    needs none.
    """

    def __init__(self, *, core: Core, models: Store, devices: DeviceBuilder) -> None:
        self._core = core
        self._models = models
        self._devices = devices
        self._stack: AsyncExitStack | None = None
        self._session: VoiceSession | None = None
        self._is_muted = False
        self._changing = asyncio.Lock()

    async def restart(self) -> None:
        """Close the voice if it runs, and start it with the settings as they are now."""
        async with self._changing:
            await self._close()
            home = self._core.plan.home
            settings = (await asyncio.to_thread(load, home)).settings
            voice = settings.voice
            if not voice.enabled:
                return
            missing = self._models.missing((*VOICE_MODELS, voice.stt_model, voice.voice))
            if missing:
                self._core.emit(
                    Notice(
                        code="voice_models_missing",
                        text=_("Voice is off until its model files are here. You can type."),
                        hint=_("They are fetched in the background; or run: parley models get"),
                    )
                )
                return
            self._core.emit(Notice(code="voice_models_missing", text="", resolved=True))
            stack = AsyncExitStack()
            core = self._core
            devices = self._devices(settings, core.plan.clock)
            self._session = await stack.enter_async_context(
                open_voice(core, devices, settings=voice)
            )
            self._stack = stack
            if self._is_muted:
                await self._session.on_command(Mute(muted=True))

    async def aclose(self) -> None:
        """Close the voice; idempotent."""
        async with self._changing:
            await self._close()

    def handlers(self) -> Handlers:
        """Return the handlers of the commands that have to do with the voice."""
        return {
            ToggleMicrophone: self._toggle,
            Stop: self._stop,
            Mute: self._mute,
            VoiceChanged: self._changed,
        }

    async def _close(self) -> None:
        stack, self._stack, self._session = self._stack, None, None
        if stack is not None:
            await stack.aclose()

    async def _toggle(self, command: ToggleMicrophone) -> None:
        if self._session is not None:
            await self._session.on_command(command)
            return
        self._core.emit(
            Notice(
                code="voice_off",
                text=_("Voice is not ready. You can type."),
                hint=_("The settings say what is missing."),
            )
        )

    async def _stop(self, command: Stop) -> None:
        if self._session is not None:
            await self._session.on_command(command)
        else:
            await self._core.conversations.stop_turn()

    async def _mute(self, command: Mute) -> None:
        self._is_muted = command.muted
        if self._session is not None:
            await self._session.on_command(command)

    async def _changed(self, command: VoiceChanged) -> None:
        await self.restart()


class Downloads:
    """Fetches model files on a thread, one after the other.

    Args:
        store: Where they go.
        report: Shows progress; any thread.
        arrived: Told when files came that were missing.
    """

    def __init__(
        self,
        *,
        store: Store,
        report: Callable[[ShownProgress], None],
        arrived: Callable[[], None],
    ) -> None:
        self._store = store
        self._report = report
        self._arrived = arrived
        self._cancelled = threading.Event()
        self._wanted: list[str] = []
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def request(self, names: Sequence[str]) -> None:
        """Fetch these too; returns at once."""
        with self._lock:
            self._wanted += [name for name in names if name not in self._wanted]
            if self._wanted and self._thread is None:
                self._thread = threading.Thread(target=self._work, name="downloads", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Give up; what was fetched so far is used next time."""
        self._cancelled.set()

    def _next(self) -> str | None:
        with self._lock:
            if self._wanted and not self._cancelled.is_set():
                return self._wanted[0]
            self._thread = None
            return None

    def _work(self) -> None:
        while (name := self._next()) is not None:
            try:
                if self._store.fetch(name, self._show, self._cancelled.is_set):
                    self._arrived()
            except ModelFileError as error:
                self._report(ShownProgress(name=name, error=f"{error.message} {error.hint}"))
            finally:
                with self._lock:
                    self._wanted.remove(name)

    def _show(self, progress: Progress) -> None:
        if not self._cancelled.is_set():
            self._report(
                ShownProgress(
                    name=progress.name,
                    done_bytes=progress.received_bytes,
                    total_bytes=progress.total_bytes,
                    is_finished=progress.stage is Stage.DONE,
                )
            )


class StoredSettings:
    """Implements `SettingsStore` over the settings file; GUI thread."""

    def __init__(self, *, home: Home, settings: Settings, engine: EngineClient) -> None:
        self._home = home
        self._values = settings.model_dump()
        self._engine = engine

    def get(self, section: str, key: str) -> str | float | bool:
        """Return the value in use."""
        value: str | float | bool = self._values[section][key]
        return value

    def set(self, section: str, key: str, value: str | float | bool) -> str | None:
        """Save a value; returns what is wrong with it, or None."""
        try:
            save(self._home, section, key, value)
        except ConfigError as error:
            return f"{error.message} {error.hint}".strip()
        self._values[section][key] = value
        match section:
            case "llm":
                self._engine.submit(ModelChanged())
            case "voice":
                self._engine.submit(VoiceChanged())
            case _:
                pass
        return None


class StoredKey:
    """Implements `SecretStore` over the key store; GUI thread.

    The key store may be a slow service. Reading happens once, ahead, on a thread; writing waits for
    it, at most as long as `KeyStore` bounds it.
    """

    def __init__(self, *, keys: KeyStore, engine: EngineClient) -> None:
        self._keys = keys
        self._engine = engine
        self._is_set = False
        threading.Thread(target=self._look, name="key-store", daemon=True).start()

    def is_set(self) -> bool:
        """Whether there is a key."""
        return self._is_set

    def set(self, secret: str) -> str | None:
        """Keep a key; returns what went wrong, or what the person should know, or None."""
        try:
            asyncio.run(self._keys.set(secret))
        except AssistantError as error:
            return f"{error.message} {error.hint}".strip()
        self._is_set = True
        self._engine.submit(ModelChanged())
        return None

    def clear(self) -> str | None:
        """Forget the key; returns what went wrong, or None."""
        try:
            asyncio.run(self._keys.delete())
        except AssistantError as error:
            return f"{error.message} {error.hint}".strip()
        self._is_set = False
        self._engine.submit(ModelChanged())
        return None

    def _look(self) -> None:
        self._is_set = asyncio.run(self._keys.get()) is not None


def run_desktop(plan: Plan, *, devices: DeviceBuilder = system_devices) -> int:
    """Run the desktop app on the calling thread, which must be the main one.

    Returns:
        The exit status.

    Raises:
        HomeBusyError: If another process owns the home.
        StoreError: If the database cannot be used at all.
    """
    app = build_desktop(plan, devices=devices)
    return app.run()


def build_desktop(plan: Plan, *, devices: DeviceBuilder = system_devices) -> DesktopApp:
    """Build the app and start its engine; `run` or `close` the result.

    Raises:
        HomeBusyError: If another process owns the home.
        StoreError: If the database cannot be used at all.
    """
    models = Store(catalog=Catalog.load(), folder=plan.home.models)
    presenters: list[Presenter] = []
    engine = Engine(
        graph=lambda engine: _graph(engine, plan, presenters, models=models, devices=devices)
    )

    def report(progress: ShownProgress) -> None:
        app.report_progress(progress)

    downloads = Downloads(
        store=models,
        report=report,
        arrived=lambda: engine.submit(VoiceChanged()),
    )

    def quit_all() -> None:
        downloads.stop()
        engine.stop()

    app = DesktopApp(
        engine=engine,
        clock=plan.clock,
        store=StoredSettings(home=plan.home, settings=plan.settings, engine=engine),
        secrets=StoredKey(keys=KeyStore(keys_file=plan.home.keys_file), engine=engine),
        version=importlib.metadata.version(DISTRIBUTION),
        models=lambda: _model_files(models),
        download=lambda name: downloads.request([name]),
        theme=plan.settings.ui.theme,
        text_scale=plan.settings.ui.text_scale,
        wake_word=plan.settings.voice.wake_word,
        arm_delay_s=plan.settings.questions.arm_delay_ms / 1000,
        on_quit=quit_all,
    )
    presenters.append(app.presenter)
    try:
        engine.start()
    except AssistantError:
        app.close()
        raise
    downloads.request(models.missing(models.catalog.defaults))
    return app


@asynccontextmanager
async def _graph(
    engine: Engine,
    plan: Plan,
    presenters: Sequence[Presenter],
    *,
    models: Store,
    devices: DeviceBuilder,
) -> AsyncGenerator[Handlers]:
    async with open_core(plan, emit=engine.emit) as core:
        for presenter in presenters:
            core.desk.register(presenter)
        voice = VoiceSwitch(core=core, models=models, devices=devices)
        core.announce()
        core.hold(voice.restart(), "start-voice")
        core.hold(_warm(core), "warm-up")
        try:
            yield {**core.handlers(), **voice.handlers()}
        finally:
            await voice.aclose()


async def _warm(core: Core) -> None:
    """Load the model ahead; what keeps it from loading is told when it is needed."""
    try:
        await core.client.warm_up()
    except AssistantError as error:
        logger.info("The model is not warm: %s", error.message)


def _model_files(store: Store) -> list[ModelFile]:
    return [
        ModelFile(
            name=entry.name,
            purpose=entry.title,
            size_bytes=entry.size_bytes,
            is_present=store.is_present(entry.name),
        )
        for entry in store.catalog
    ]
