"""Starts the voice loop of a running app when its models are present; restarts it on request."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from importlib import import_module
from typing import TYPE_CHECKING, Final

from assistant.clock import Clock
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.core import Core
from assistant.engine.startup_loader import LoadQueue
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.protocol.conversation import StateChanged, Stop
from assistant.protocol.conversation_state import ConversationPhase, VoiceSessionState
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.settings import VoiceChanged
from assistant.protocol.voice import Mute, PushToTalk, ToggleMicrophone
from assistant.settings import Settings, load

if TYPE_CHECKING:
    from assistant.assembly.voice.voice_loop import VoiceDevices, VoiceModels
    from assistant.catalog import ModelStore
    from assistant.voice.devices.stream_supervisor import StreamSupervisor
    from assistant.voice.protocols import Transcript
    from assistant.voice.session.voice_session import VoiceSession

VOICE_MODELS = ("openwakeword", "smart-turn-v3.2")
"""Needed beside the recogniser that the settings name. Without the voice one listens and reads."""

QUIET_LIMIT_S: Final = 60.0
"""Seconds that a restart waits for a voice session to end by itself."""

DeviceBuilder = Callable[[Settings, Clock], "VoiceDevices"]


class VoiceSwitch:
    """The voice loop of the desktop app: started once its models are here, and again when asked.

    Engine loop only. A command that comes while there is no voice gets a notice, or its part that
    needs none.

    Args:
        core: What the voice speaks for.
        models: Opens the store of the model files; asked when the voice is started.
        devices: Builds microphone and speaker.
        loading: Says when what is heavy may load.
        fetch: Has the model files that the settings need fetched; returns before they are here. Any
            thread.
        patience_s: Seconds that a restart waits for a quiet moment at most.
    """

    def __init__(
        self,
        *,
        core: Core,
        models: "Callable[[], ModelStore]",
        devices: DeviceBuilder,
        loading: LoadQueue | None = None,
        fetch: Callable[[], None] = lambda: None,
        patience_s: float = QUIET_LIMIT_S,
    ) -> None:
        self._core = core
        self._loading = loading or LoadQueue()
        self._models = models
        self._devices = devices
        self._fetch = fetch
        self._stack: AsyncExitStack | None = None
        self._session: VoiceSession | None = None
        self._in_use: VoiceModels | None = None
        self._bindings: tuple[StreamSupervisor | None, ...] = ()
        self._is_muted = False
        self._is_closed = False
        self._is_paused = False
        self._patience_s = patience_s
        self._is_due = False
        """Whether a restart waits for a quiet moment."""
        self._hurry = asyncio.Event()
        """Whether it is to wait no more."""
        self._changing = asyncio.Lock()

    @property
    def models_in_use(self) -> "VoiceModels | None":
        """Recogniser and voice of the running loop."""
        return self._in_use

    async def restart(self) -> None:
        """Restart the voice with the present settings if it runs.

        A voice session under way ends first, unless the voice is to be switched off. After `aclose`
        it does nothing.
        """
        is_wanted = await self._is_wanted()
        if self._is_due:  # the one that waits reads the settings when it begins
            if not is_wanted:
                self._hurry.set()
            return
        self._is_due = True
        try:
            if is_wanted:
                await self._quiet_moment()
        finally:
            self._is_due = False
        async with self._changing:
            await self._close()
            if self._is_closed or self._is_paused:
                return
            home = self._core.plan.home
            settings = (await asyncio.to_thread(load, home)).settings
            voice = settings.voice
            if not voice.enabled:
                return
            missing = self._models().missing((*VOICE_MODELS, voice.stt_model))
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
            # The voice loop is much to import: not before it is wanted, and not on this thread.
            await asyncio.to_thread(import_module, "assistant.assembly.voice.voice_loop")
            await self._loading.requests_sent()
            from assistant.assembly.voice.output_ducking import duck_other_programs
            from assistant.assembly.voice.voice_loop import VoiceModels, open_voice

            stack = AsyncExitStack()
            core = self._core
            devices = self._devices(settings, core.plan.clock)
            models = VoiceModels.build(home, voice, devices.clock)
            stack.push_async_callback(models.aclose)
            self._session = await stack.enter_async_context(
                open_voice(core, devices, models=models, settings=voice, loading=self._loading)
            )
            if devices.media:
                await stack.enter_async_context(
                    duck_other_programs(devices.media, subscribe=core.subscribe)
                )
            if not voice.while_locked:
                stack.callback(self._follow_lock(self._session))
            self._in_use = models
            self._bindings = (devices.input_binding, devices.output_binding)
            self._stack = stack
            if self._is_muted:
                await self._session.on_command(Mute(muted=True))

    async def dictate(self, released: asyncio.Event) -> "Transcript":
        """See `VoiceSession.dictate`. Raises DeviceError if there is no voice."""
        if self._session is None:
            raise DeviceError(
                _("Voice is not ready. You can type."),
                hint=_("The settings say what is missing."),
            )
        return await self._session.dictate(released)

    async def pause(self) -> None:
        """Close the voice until `resume`: something else needs the microphone."""
        self._is_paused = True
        self._hurry.set()
        async with self._changing:
            await self._close()

    async def resume(self) -> None:
        """Start it again after `pause`."""
        if self._is_paused:
            self._is_paused = False
            await self.restart()

    def machine_woke(self) -> None:
        """Open microphone and speaker again: what was open before the machine slept may be dead."""
        for binding in self._bindings:
            if binding is not None:
                binding.reopen()

    def _follow_lock(self, session: "VoiceSession") -> Callable[[], None]:
        """Have a session neither hear nor speak while the screen is locked; the result ends that."""
        presence = self._core.presence

        def changed() -> None:
            session.set_locked(is_locked=presence.is_locked)

        presence.begin(lock_alone=True)
        changed()
        return presence.on_change(changed)

    async def aclose(self) -> None:
        """Close the voice for good; idempotent."""
        self._is_closed = True
        self._hurry.set()
        async with self._changing:
            await self._close()

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ToggleMicrophone, self._toggle)
        commands.register(PushToTalk, self._talk)
        commands.replace(Stop, self._stop)  # the voice stops as well
        commands.register(Mute, self._mute)
        commands.register(VoiceChanged, self._changed)

    async def _is_wanted(self) -> bool:
        return (await asyncio.to_thread(load, self._core.plan.home)).settings.voice.enabled

    async def _quiet_moment(self) -> None:
        """Wait until the voice session ends, within a limit; then end it."""
        if self._session is None or self._is_quiet:
            return
        is_quiet = asyncio.Event()
        if not self._is_closed:
            self._hurry.clear()

        def follow(event: EngineEvent) -> None:
            if isinstance(event, StateChanged) and self._is_quiet:
                is_quiet.set()

        waits = [asyncio.ensure_future(each.wait()) for each in (is_quiet, self._hurry)]
        unsubscribe = self._core.subscribe(follow)
        try:
            await asyncio.wait(waits, timeout=self._patience_s, return_when=asyncio.FIRST_COMPLETED)
        finally:
            unsubscribe()
            for wait in waits:
                wait.cancel()

    @property
    def _is_quiet(self) -> bool:
        state = self._core.conversations.state
        is_speaking = state.phase is ConversationPhase.SPEAKING
        return state.session is VoiceSessionState.INACTIVE and not is_speaking

    async def _close(self) -> None:
        stack, self._stack, self._session, self._in_use = self._stack, None, None, None
        self._bindings = ()
        if stack is not None:
            await stack.aclose()

    async def _toggle(self, command: ToggleMicrophone) -> None:
        if self._session is not None:
            await self._session.on_command(command)
        else:
            self._tell_off()

    async def _talk(self, command: PushToTalk) -> None:
        if self._session is not None:
            await self._session.on_command(command)
        elif command.pressed:
            self._tell_off()

    def _tell_off(self) -> None:
        self._core.emit(
            Notice(
                code="voice_off",
                text=_("Voice is not ready. You can type."),
                hint=_("The settings say what is missing."),
            )
        )

    async def _stop(self, command: Stop) -> None:
        other = self._core.conversations.other(command.conversation_id)
        if other is not None:
            other.queue.clear()
            await other.stop_turn()
            return
        self._core.conversations.drop_waiting()
        if self._session is not None:
            await self._session.on_command(command)
        else:
            await self._core.conversations.stop_turn()

    async def _mute(self, command: Mute) -> None:
        self._is_muted = command.muted
        if self._session is not None:
            await self._session.on_command(command)

    async def _changed(self, command: VoiceChanged) -> None:
        await asyncio.to_thread(self._fetch)
        await self.restart()
