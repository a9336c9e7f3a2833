"""The desktop app: the engine thread with core and voice, and the window on the main thread."""

import importlib.metadata
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from assistant.assembly.core import open_core
from assistant.assembly.downloads import Downloads
from assistant.assembly.loading import Loading, load_all
from assistant.assembly.plan import Plan
from assistant.assembly.stored import StoredKey, StoredSettings
from assistant.assembly.switch import DeviceBuilder, VoiceSwitch
from assistant.assembly.voice import Devices
from assistant.catalog import Catalog, Store
from assistant.channels.desktop.app import DesktopApp
from assistant.channels.desktop.bars import Progress as ShownProgress
from assistant.channels.desktop.settings_status import ModelFile
from assistant.clock import Clock
from assistant.conversation.commands import (
    VoiceChanged,
)
from assistant.conversation.engine import Engine, Handlers
from assistant.errors import AssistantError
from assistant.llm.keys import KeyStore
from assistant.questions.presenting import Presenter
from assistant.settings import Settings
from assistant.voice.devices.pacing import FreePacing
from assistant.voice.devices.system import SystemAudio, system_audio

logger = logging.getLogger(__name__)

DISTRIBUTION = "parley-assistant"


def devices_of(audio: SystemAudio) -> DeviceBuilder:
    """Return what makes the machine's microphone and speaker as the settings name them."""

    def build(settings: Settings, clock: Clock) -> Devices:
        microphone, input_binding = audio.microphone(settings.voice.input_device)
        speaker, output_binding = audio.speaker(settings.voice.output_device)
        return Devices(
            input=microphone,
            output=speaker,
            pacer=FreePacing(),
            clock=clock,
            input_binding=input_binding,
            output_binding=output_binding,
        )

    return build


def run_desktop(plan: Plan, *, devices: DeviceBuilder | None = None) -> int:
    """Run the desktop app on the calling thread, which must be the main one.

    Args:
        plan: What to run.
        devices: Makes microphone and speaker; by default the machine's own.

    Returns:
        The exit status.

    Raises:
        HomeBusyError: If another process owns the home.
        StoreError: If the database cannot be used at all.
    """
    app = build_desktop(plan, devices=devices)
    return app.run()


def build_desktop(plan: Plan, *, devices: DeviceBuilder | None = None) -> DesktopApp:
    """Build the app and start its engine; `run` or `close` the result.

    Args:
        plan: What to run.
        devices: Makes microphone and speaker; by default the machine's own.

    Raises:
        HomeBusyError: If another process owns the home.
        StoreError: If the database cannot be used at all.
    """
    models = Store(catalog=Catalog.load(), folder=plan.home.models)
    audio = system_audio(clock=plan.clock)
    make_devices = devices or devices_of(audio)
    presenters: list[Presenter] = []
    fallbacks: list[Presenter] = []
    engine = Engine(
        graph=lambda engine: _graph(
            engine, plan, presenters, fallbacks, models=models, devices=make_devices
        )
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
        list_devices=audio.list_devices,
        wake_word=plan.settings.voice.wake_word,
        arm_delay_s=plan.settings.questions.arm_delay_ms / 1000,
        undo_s=plan.settings.questions.undo_s,
        workspace=plan.home.workspace(plan.settings.person.workspace),
        on_quit=quit_all,
    )
    presenters.append(app.presenter)
    fallbacks.append(app.text_list)
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
    fallbacks: Sequence[Presenter],
    *,
    models: Store,
    devices: DeviceBuilder,
) -> AsyncGenerator[Handlers]:
    async with open_core(plan, emit=engine.emit) as core:
        for presenter in presenters:
            core.desk.register(presenter)
        for presenter in fallbacks:
            core.desk.register(presenter, fallback=True)
        loading = Loading()
        core.subscribe(loading.on_event)
        voice = VoiceSwitch(core=core, models=models, devices=devices, loading=loading)
        core.announce()
        core.hold(load_all(core, start_voice=voice.restart), "load")
        try:
            yield {**core.handlers(), **voice.handlers()}
        finally:
            await voice.aclose()


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
