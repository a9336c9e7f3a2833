"""Takes the commands that try microphone and speaker in the first run. Engine loop only.

The voice is closed from the first trial to the end of them, so that one stream alone reads the
microphone and no wake word opens a session.
"""

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from assistant.background_tasks import Spawn
from assistant.clock import Clock
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import AssistantError, ModelFileError
from assistant.home import Home
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import (
    EndSoundTrials,
    SoundTrial,
    SoundTried,
    TrialStanding,
    TryEcho,
    TryMicrophone,
    TrySpeaker,
)
from assistant.protocol.voice import MicrophoneLevel
from assistant.protocol.wake_words import WakeWordTried
from assistant.settings import Settings, VoiceSettings, load

if TYPE_CHECKING:
    from assistant.assembly.voice.voice_loop import VoiceDevices
    from assistant.assembly.voice.voice_switch import DeviceBuilder, VoiceSwitch
    from assistant.voice.events import Samples
    from assistant.voice.listening.microphone_thread import MicrophoneThread
    from assistant.voice.listening.wake_word_trial import MicrophoneTrial
    from assistant.voice.turn_taking.wake_word import WakeWordScorer

UNDER_WAY: Final = TrialStanding.UNDER_WAY


class SoundTrials:
    """Tries one thing at a time; a microphone that is tried stays open until the next trial.

    Args:
        home: Has the settings and the models.
        emit: Takes events.
        devices: Makes microphone and speaker.
        clock: Their time line.
        voice: Closed meanwhile.
        spawn: Runs a trial.
        load_wake_word: Loads what hears the wake word; None while its models are not here.
        say: Makes a sentence of a language audible.
    """

    def __init__(
        self,
        *,
        home: Home,
        emit: Callable[[EngineEvent], None],
        devices: "DeviceBuilder",
        clock: Clock,
        voice: "VoiceSwitch",
        spawn: Spawn,
        load_wake_word: "Callable[[Home, VoiceSettings], WakeWordScorer | None] | None" = None,
        say: "Callable[[Home, VoiceSettings, TrySpeaker], tuple[Samples, int]] | None" = None,
    ) -> None:
        self._home = home
        self._emit = emit
        self._devices = devices
        self._clock = clock
        self._voice = voice
        self._spawn = spawn
        self._load_wake_word = load_wake_word or loaded_wake_word
        self._say = say or spoken
        self._loop = asyncio.get_running_loop()
        self._thread: MicrophoneThread[MicrophoneTrial] | None = None
        self._stopped = threading.Event()
        self._one = asyncio.Lock()

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(TryMicrophone, self._try_microphone)
        commands.register(TrySpeaker, self._try_speaker)
        commands.register(TryEcho, self._try_echo)
        commands.register(EndSoundTrials, self._end)

    async def aclose(self) -> None:
        """Close the devices; the voice stays closed."""
        self._stopped.set()
        async with self._one:
            await self._close_microphone()

    async def _try_microphone(self, _command: TryMicrophone) -> None:
        self._spawn(self._trial(SoundTrial.MICROPHONE, self._microphone), "try-microphone")

    async def _try_speaker(self, command: TrySpeaker) -> None:
        self._spawn(self._trial(SoundTrial.SPEAKER, partial(self._speaker, command)), "try-speaker")

    async def _try_echo(self, _command: TryEcho) -> None:
        self._spawn(self._trial(SoundTrial.ECHO, self._echo), "try-echo")

    async def _end(self, _command: EndSoundTrials) -> None:
        self._stopped.set()
        async with self._one:
            await self._close_microphone()
        await self._voice.resume()

    async def _trial(
        self, trial: SoundTrial, run: "Callable[[Settings, VoiceDevices], SoundTried | None]"
    ) -> None:
        """Do one trial on a thread, after the one before it."""
        self._stopped.set()
        async with self._one:
            self._stopped.clear()
            self._emit(SoundTried(trial=trial, standing=UNDER_WAY))
            await self._voice.pause()
            await self._close_microphone()
            settings = (await asyncio.to_thread(load, self._home)).settings
            try:
                devices = await asyncio.to_thread(self._devices, settings, self._clock)
                tried = await asyncio.to_thread(run, settings, devices)
            except AssistantError as error:
                tried = _failed(trial, error)
            if tried is not None:
                self._emit(tried)
            if self._thread is not None:
                self._thread.start()

    async def _close_microphone(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            await asyncio.to_thread(thread.stop)

    def _microphone(self, settings: Settings, devices: "VoiceDevices") -> SoundTried | None:
        """Prepare to listen. On a thread, as those below."""
        from assistant.voice.listening.microphone_thread import MicrophoneThread
        from assistant.voice.listening.wake_word_trial import MicrophoneTrial

        device = devices.input
        if device is None:
            return SoundTried(
                trial=SoundTrial.MICROPHONE,
                standing=TrialStanding.FAILED,
                text=_("There is no microphone."),
            )
        voice = settings.voice
        tell, loop_emit = self._on_step, self._emit_from_thread
        self._thread = MicrophoneThread(
            device=device,
            build=lambda: MicrophoneTrial(
                lambda: self._load_wake_word(self._home, voice), threshold=voice.wake_threshold
            ),
            tell=lambda _session, step: tell(step, device.name),
            failed=lambda error: loop_emit(_failed(SoundTrial.MICROPHONE, error)),
        )
        return None

    def _on_step(self, step: object, name: str) -> None:
        """Tell what came of the microphone. On its thread."""
        from assistant.voice.listening.wake_word_trial import (
            LoudnessHeard,
            NothingHeard,
            PhraseHeard,
            TrialReady,
        )

        match step:
            case LoudnessHeard(dbfs=dbfs):
                self._emit_from_thread(MicrophoneLevel(dbfs=dbfs))
            case PhraseHeard():
                self._emit_from_thread(WakeWordTried())
            case TrialReady():
                self._emit_from_thread(
                    SoundTried(trial=SoundTrial.WAKE_WORD, standing=TrialStanding.WELL)
                )
            case NothingHeard():
                self._emit_from_thread(
                    SoundTried(
                        trial=SoundTrial.MICROPHONE,
                        standing=TrialStanding.ADVISED,
                        text=_("“{name}” gives nothing but silence.").format(name=name),
                        hint=_("It may be muted, or this program may not be allowed to use it."),
                    )
                )
            case _:
                self._emit_from_thread(
                    SoundTried(trial=SoundTrial.MICROPHONE, standing=TrialStanding.WELL, text=name)
                )
                self._emit_from_thread(SoundTried(trial=SoundTrial.WAKE_WORD, standing=UNDER_WAY))

    def _speaker(
        self, command: TrySpeaker, settings: Settings, devices: "VoiceDevices"
    ) -> SoundTried:
        from assistant.voice.playout.single_playback import play_once

        if devices.output is None:
            return _no_speaker(SoundTrial.SPEAKER)
        samples, rate_hz = self._say(self._home, settings.voice, command)
        samples = samples * (settings.voice.volume / 100)
        if play_once(devices.output, samples, rate_hz, stopped=self._stopped):
            return SoundTried(
                trial=SoundTrial.SPEAKER, standing=TrialStanding.WELL, text=devices.output.name
            )
        return SoundTried(
            trial=SoundTrial.SPEAKER,
            standing=TrialStanding.FAILED,
            text=_("“{name}” opens but takes no audio.").format(name=devices.output.name),
        )

    def _echo(self, settings: Settings, devices: "VoiceDevices") -> SoundTried:
        from assistant.voice.listening.echo_measurement import (
            EchoFinding,
            echo_advice,
            measure_echo,
        )

        def told(standing: TrialStanding, text: str, hint: str = "") -> SoundTried:
            return SoundTried(trial=SoundTrial.ECHO, standing=standing, text=text, hint=hint)

        if devices.input is None:
            return told(TrialStanding.FAILED, _("There is no microphone."))
        if devices.output is None:
            return _no_speaker(SoundTrial.ECHO)
        measure = measure_echo(devices.input, devices.output)
        if measure is None:
            return told(TrialStanding.FAILED, _("The microphone or the speaker did not keep up."))
        finding = measure.finding(is_cancelled=settings.voice.echo == "cancel")
        match finding:
            case EchoFinding.NOT_HEARD:
                return told(
                    TrialStanding.WELL,
                    _("The microphone does not hear the speaker, as with headphones."),
                )
            case EchoFinding.WELL:
                return told(
                    TrialStanding.WELL,
                    _("The microphone hears Parley, and Parley takes its own voice out again."),
                )
            case EchoFinding.LEFT_ALONE:
                return told(
                    TrialStanding.ADVISED,
                    _("The microphone hears Parley, and nothing is done about it."),
                    _("The settings say that you wear headphones: see “Voice”."),
                )
            case EchoFinding.FAULTY:
                return told(TrialStanding.ADVISED, measure.fault, _("Use headphones."))
            case _:
                return told(
                    TrialStanding.ADVISED,
                    _("The microphone hears much of Parley's own voice."),
                    echo_advice(finding),
                )

    def _emit_from_thread(self, event: EngineEvent) -> None:
        self._loop.call_soon_threadsafe(self._emit, event)


def _failed(trial: SoundTrial, error: AssistantError) -> SoundTried:
    return SoundTried(
        trial=trial, standing=TrialStanding.FAILED, text=error.message, hint=error.hint
    )


def _no_speaker(trial: SoundTrial) -> SoundTried:
    return SoundTried(trial=trial, standing=TrialStanding.FAILED, text=_("There is no speaker."))


def loaded_wake_word(home: Home, settings: VoiceSettings) -> "WakeWordScorer | None":
    """What hears the wake word of the settings; None while its models are not here.

    Raises:
        ModelLoadError: If one does not load.
    """
    from assistant.assembly.voice.voice_loop import custom_wake_words, wake_files
    from assistant.voice.detectors.open_wake_word import OpenWakeWord

    try:
        return OpenWakeWord(
            folder=home.models / "openwakeword",
            phrases=wake_files(home, settings.wake_words),
            custom=custom_wake_words(home, settings.wake_words),
        )
    except ModelFileError:
        return None


def spoken(home: Home, settings: VoiceSettings, command: TrySpeaker) -> "tuple[Samples, int]":
    """A sentence as the voice of its language says it, a plain one if it has none here.

    Raises:
        ModelLoadError: If no voice can be used.
    """
    from assistant.assembly.voice.voices import known_voices, named_voice, plain_voices
    from assistant.voice.tts.synthesiser import ThreadedSynthesiser

    async def say() -> "tuple[Samples, int]":
        synthesiser = ThreadedSynthesiser(
            home=named_voice(home, settings.voice),
            others=(*known_voices(home), *plain_voices()),
            speed=settings.speed,
        )
        try:
            return await synthesiser.synthesise(command.text, language=command.language)
        finally:
            await synthesiser.aclose()

    return asyncio.run(say())
