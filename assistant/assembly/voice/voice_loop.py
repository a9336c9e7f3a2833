"""Builds the voice loop around a core: microphone, wake word, recogniser, voice, speaker."""

import asyncio
import logging
import sys
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from assistant import freed_memory
from assistant.assembly.escalation import alert_rules, follow_presence
from assistant.assembly.voice.echo_cancellation import echo_canceller, tap
from assistant.assembly.voice.output_ducking import OtherMedia
from assistant.assembly.voice.voices import known_voices, named_voice, plain_voices
from assistant.clock import Clock
from assistant.engine.core import Core
from assistant.engine.startup_loader import LoadQueue, warm_up_on_wake
from assistant.errors import AssistantError, ModelFileError
from assistant.escalation.step import Step
from assistant.home import Home
from assistant.languages import LANGUAGES
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import TurnFailed, TurnFinished, TurnStarted
from assistant.questions.spoken.answer_interpreter import load_language
from assistant.settings import VoiceSettings
from assistant.voice.audio.reply_loudness import ReplyLoudness
from assistant.voice.custom_wake_word.model.custom_wake_word import CustomWakeWord
from assistant.voice.custom_wake_word.wake_word_store import WakeWordStore
from assistant.voice.detectors.open_wake_word import OpenWakeWord, WakeWordPolicy
from assistant.voice.detectors.smart_turn import SmartTurn, TurnJudge
from assistant.voice.detectors.vad import SileroVad, shipped_vad_model
from assistant.voice.devices.protocols import InputDevice, OutputDevice, Pacer
from assistant.voice.devices.stream_supervisor import StreamSupervisor
from assistant.voice.events import Samples
from assistant.voice.listening.listener import Listener
from assistant.voice.listening.perception import Perception
from assistant.voice.playout.player import STALL_S, Player
from assistant.voice.protocols import SpeakerVerifier, Synthesiser, Transcriber, Transcript
from assistant.voice.questions.presenter import VoicePresenter
from assistant.voice.questions.round_listener import RoundListener
from assistant.voice.session.policy.voice_state import Speculation, VoiceOptions
from assistant.voice.session.voice_session import VoiceSession
from assistant.voice.speaker_verification.model.own_voice import OwnVoices
from assistant.voice.speaker_verification.shipped_voices import other_voices
from assistant.voice.speaker_verification.speaker_verifier import ThreadedSpeakerVerifier
from assistant.voice.speaker_verification.voice_profile_store import VoiceProfileStore
from assistant.voice.stt.cpu_features import decoder_threads, usable_cores
from assistant.voice.stt.moonshine import MoonshineDrafter
from assistant.voice.stt.transcriber import ThreadedTranscriber
from assistant.voice.stt.whisper import WhisperRecogniser
from assistant.voice.tts.synthesiser import ThreadedSynthesiser
from assistant.voice.turn_taking.clarity_statistics import ClarityStatistics
from assistant.voice.turn_taking.endpointing import EndpointLimits
from assistant.voice.turn_taking.endpointing_delay import EndpointingDelay
from assistant.voice.turn_taking.pause_statistics import PauseStatistics

_log = logging.getLogger(__name__)

WAKE_WORDS: Final[Mapping[str, str]] = {
    "hey_jarvis": "hey_jarvis_v0.1.onnx",
    "alexa": "alexa_v0.1.onnx",
    "hey_mycroft": "hey_mycroft_v0.1.onnx",
    "hey_rhasspy": "hey_rhasspy_v0.1.onnx",
}
"""The wake words that come with openWakeWord. Others are paths of such files, or the user's own."""
SWITCH_INTERVAL_S: Final = 0.0002
"""How long one thread keeps the interpreter from others that want it.

With Python's own 5 ms the handing over from recogniser to engine to listener and back took 60 ms of
a turn: response latency p50 631 ms, against 582 with 1 ms, 570 to 610 with 0.5 ms and 551 with this.
"""
DRAFT_MODEL: Final = "moonshine-tiny-en"
TURN_MODEL: Final = ("smart-turn-v3.2", "smart-turn-v3.2-cpu.onnx")


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceDevices:
    """What is heard and spoken through."""

    input: InputDevice | None
    output: OutputDevice | None
    pacer: Pacer
    clock: Clock
    """The time line of both."""
    is_watched: bool = True
    """Whether an output that asks for nothing has stopped working; files may pause."""
    has_echo: bool = True
    """Whether the input may hear the output; a file never does."""
    input_binding: StreamSupervisor | None = None
    """Follows the input from device to device; None for one that is always the same."""
    output_binding: StreamSupervisor | None = None
    """The same for the output."""
    media: Sequence[OtherMedia] = ()
    """Lowered while a session is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceModels:
    """The two heavy models, on a thread each."""

    transcriber: Transcriber
    synthesiser: Synthesiser

    @classmethod
    def build(cls, home: Home, settings: VoiceSettings, clock: Clock) -> "VoiceModels":
        """Loads nothing before they are warmed up or used."""
        return cls(
            transcriber=ThreadedTranscriber(
                load=lambda: WhisperRecogniser(
                    folder=home.models / settings.stt_model,
                    language=settings.language,
                    languages=settings.language_codes or tuple(LANGUAGES),
                    names=settings.expected_names,
                    threads=decoder_threads(usable_cores()),
                    device=settings.device,
                    drafter=_english_drafter(home.models / DRAFT_MODEL),
                ),
                clock=clock,
            ),
            synthesiser=ThreadedSynthesiser(
                home=named_voice(home, settings.voice),
                chosen={
                    language: named_voice(home, voice)
                    for language, voice in settings.voice_by_language.items()
                },
                others=(
                    *known_voices(home),
                    *(plain_voices() if settings.plain_voice else ()),
                ),
                speed=settings.speed,
            ),
        )

    async def aclose(self) -> None:
        """Join both threads."""
        await self.transcriber.aclose()
        await self.synthesiser.aclose()


@contextmanager
def quick_switches() -> Generator[None]:
    """Switch threads quickly while the context lasts."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@asynccontextmanager
async def open_voice(
    core: Core,
    devices: VoiceDevices,
    *,
    models: VoiceModels | None = None,
    settings: VoiceSettings | None = None,
    show_parts: Callable[[Listener | None, Player | None], None] | None = None,
    loading: LoadQueue | None = None,
) -> AsyncGenerator[VoiceSession]:
    """Run the voice loop on the running loop until the context ends.

    Args:
        core: What it speaks for.
        devices: What is heard and spoken through.
        models: Used and not closed; by default built from the settings, and closed.
        settings: Used instead of those of the core's plan.
        show_parts: Given the listener and the player before they start, for their counters.
        loading: Says when each of the models may load that nobody waits for yet.
    """
    loading = loading or LoadQueue()
    plan = core.plan
    settings = settings or plan.settings.voice
    core.volume.percent = settings.volume
    used = models or VoiceModels.build(plan.home, settings, devices.clock)
    judge = TurnJudge(load=lambda: SmartTurn(plan.home.models.joinpath(*TURN_MODEL)))
    echo = (
        echo_canceller(setting=settings.echo, emit=core.emit)
        if devices.has_echo and devices.input is not None and devices.output is not None
        else None
    )
    loudness = ReplyLoudness(
        follows_noise=settings.follow_noise, answers_whispers=settings.answer_whispers
    )
    listener = (
        Listener(
            device=devices.input,
            build_perception=_perception(plan.home, settings, loudness),
            judge=judge,
            pacer=devices.pacer,
            clock=devices.clock,
            echo=echo,
            binding=devices.input_binding,
        )
        if devices.input is not None
        else None
    )
    player = (
        Player(
            output=devices.output,
            clock=devices.clock,
            pacer=devices.pacer,
            stall_s=STALL_S if devices.is_watched else None,
            binding=devices.output_binding,
            on_played=tap(echo, devices.output) if echo is not None else None,
            gain=lambda: core.volume.gain * loudness.gain,
        )
        if devices.output is not None
        else None
    )
    verifier = await asyncio.to_thread(speaker_verifier, plan.home, settings)
    session = VoiceSession(
        conversation=core.conversations,
        subscribe=core.subscribe,
        listener=listener,
        transcriber=_PacedTranscriber(used.transcriber, devices.pacer, loading),
        synthesiser=_PacedSynthesiser(used.synthesiser, devices.pacer, loading),
        player=player,
        clock=devices.clock,
        options=VoiceOptions(
            barge_in=settings.barge_in,
            push_to_talk=settings.push_to_talk,
            speculate=Speculation(settings.speculate),
            checks_voice=verifier is not None,
            no_speech_timeout_s=settings.no_speech_timeout_s,
            ending_timeout_s=settings.ending_timeout_s,
        ),
        speak_typed_turns=settings.speak_typed_turns,
        earcons=settings.earcons,
        long_reply_s=settings.long_reply_s or None,
        wake_phrases=settings.wake_words,
        verifier=_PacedVerifier(verifier, devices.pacer) if verifier is not None else None,
        ring_desk=core.timer_desk,
        agent_rules=partial(alert_rules, core),
        is_read=lambda questions_id: presenter.reads(questions_id),
    )
    if show_parts is not None:
        show_parts(listener, player)
    turns = _TurnHold(devices.pacer)
    stop_holding = core.subscribe(turns)
    stop_readying = core.subscribe(warm_up_on_wake(core))
    core.conversations.attach(session)
    past_rounds = RoundListener()
    stop_following = core.subscribe(past_rounds)
    presenter = VoicePresenter(
        prompts=session.prompts,
        clock=plan.clock,
        rounds=past_rounds.rounds,
        reading=lambda asker: alert_rules(core).reading(asker, plan.clock.now()),
    )
    withdraw = core.desk.register(presenter)
    stop_watching = follow_presence(core, session.leave_questions)
    stop_speaking = core.escalation.carries(Step.SPOKEN) if player is not None else _nothing
    warming: asyncio.Task[None] | None = None
    try:
        with quick_switches():
            await session.start()
            if verifier is not None:
                verifier.warm_up()
            warming = core.spawn(
                _warm_up(judge, used.synthesiser.language, loading), "warm-up-voice"
            )
            yield session
    finally:
        withdraw()
        stop_watching()
        stop_speaking()
        if warming is not None:
            warming.cancel()
        core.conversations.detach(session)  # nothing is left that would end its state
        await session.aclose()
        stop_holding()
        stop_readying()
        stop_following()
        turns.release()
        judge.close()
        if verifier is not None:
            await verifier.aclose()
        if models is None:
            await used.aclose()


def _nothing() -> None: ...


async def _warm_up(judge: TurnJudge, language: str, loading: LoadQueue) -> None:
    """Load what the session does not load itself."""
    loop = asyncio.get_running_loop()
    is_warm = asyncio.Event()
    async with loading.turn():
        judge.warm_up(lambda: loop.call_soon_threadsafe(is_warm.set))
        await is_warm.wait()
    async with loading.turn():
        # Ahead of the first question: the tables of a language take a tenth of a second to compile.
        await asyncio.to_thread(load_language, language)
    await loading.over()
    await asyncio.to_thread(freed_memory.give_back)


def wake_files(home: Home, wake_words: Sequence[str]) -> dict[str, Path]:
    """Files of shipped wake words, by name."""
    return {word: _wake_file(home, word) for word in wake_words if not _is_custom(word)}


def custom_wake_words(home: Home, wake_words: Sequence[str]) -> dict[str, CustomWakeWord]:
    """The user's own wake words.

    Raises:
        ModelFileError: If nothing was learned of one.
        ModelLoadError: If a file is damaged.
    """
    store = WakeWordStore(home.root)
    found: dict[str, CustomWakeWord] = {}
    for word in filter(_is_custom, wake_words):
        learned = store.read(word)
        if learned is None:
            raise ModelFileError(
                _("The wake word “{phrase}” is not known.").format(phrase=word),
                hint=_("Record it, or choose another wake word in the settings."),
            )
        found[word] = learned
    return found


def speaker_verifier(home: Home, settings: VoiceSettings) -> ThreadedSpeakerVerifier | None:
    """None if every voice counts."""
    profiles = VoiceProfileStore(home.root).read_all() if settings.only_my_voice else ()
    if not profiles:
        return None
    return ThreadedSpeakerVerifier(OwnVoices(profiles, other_voices()))


def _is_custom(wake_word: str) -> bool:
    return _shipped_file(wake_word) is None and not wake_word.endswith(".onnx")


def _shipped_file(wake_word: str) -> str | None:
    """File of a shipped wake word, named as in the settings or as it is said."""
    return WAKE_WORDS.get(wake_word.strip().lower().replace(" ", "_"))


def _wake_file(home: Home, wake_word: str) -> Path:
    known = _shipped_file(wake_word)
    if known is None:
        return Path(wake_word).expanduser()
    return home.models / "openwakeword" / known


def endpoint_limits(settings: VoiceSettings) -> EndpointLimits:
    """When a turn is over, by the settings."""
    return EndpointLimits(
        pause_s=settings.pause_ms / 1000,
        turn_end=EndpointingDelay.styled(
            settings.turn_end, silence_s=settings.endpoint_silence_ms / 1000
        ),
        max_utterance_s=settings.max_utterance_s,
    )


def _perception(
    home: Home, settings: VoiceSettings, loudness: ReplyLoudness
) -> Callable[[Callable[[int, Samples], None] | None], Perception]:
    def build(ask: Callable[[int, Samples], None] | None) -> Perception:
        wake = OpenWakeWord(
            folder=home.models / "openwakeword",
            phrases=wake_files(home, settings.wake_words),
            custom=custom_wake_words(home, settings.wake_words),
        )
        return Perception(
            wake=wake,
            wake_again=wake.twin(),
            policy=WakeWordPolicy(
                threshold=settings.wake_threshold,
                warm_up_frames=wake.warm_up_frames,
                checks=settings.wake_check,
            ),
            vad=SileroVad(shipped_vad_model()),
            limits=endpoint_limits(settings),
            barge_in_s=settings.barge_in_ms / 1000,
            ask=ask,
            has_reader=True,
            habit=PauseStatistics() if settings.learn_pauses else None,
            clarity=ClarityStatistics(),
            loudness=loudness,
        )

    return build


def _english_drafter(folder: Path) -> MoonshineDrafter | None:
    """Drafts English; None if it is not here or does not load."""
    if not folder.is_dir():
        return None
    try:
        return MoonshineDrafter(folder)
    except AssistantError as error:
        _log.warning("The recogniser drafts by itself: %s", error.message)
        return None


class _PacedTranscriber:
    """A transcriber during whose work audio time stands still, where it can.

    It is warmed up when its turn to load has come; used before, it loads at once.
    """

    def __init__(self, transcriber: Transcriber, pacer: Pacer, loading: LoadQueue) -> None:
        self._transcriber = transcriber
        self._pacer = pacer
        self._loading = loading

    async def transcribe(self, audio: Samples, *, bias: Sequence[str] = ()) -> Transcript:
        with self._pacer.busy():
            return await self._transcriber.transcribe(audio, bias=bias)

    async def draft(
        self, audio: Samples, *, bias: Sequence[str] = (), at_pause: bool = False
    ) -> Transcript | None:
        # What comes too late is not missed.
        return await self._transcriber.draft(audio, bias=bias, at_pause=at_pause)

    async def warm_up(self) -> None:
        async with self._loading.turn():
            with self._pacer.busy():
                await self._transcriber.warm_up()

    async def aclose(self) -> None:
        """Its builder closes the model."""


class _PacedVerifier:
    """A speaker verifier during whose work audio time stands still, where it can."""

    def __init__(self, verifier: SpeakerVerifier, pacer: Pacer) -> None:
        self._verifier = verifier
        self._pacer = pacer

    async def is_own_voice(self, audio: Samples, *, is_call: bool = False) -> bool | None:
        with self._pacer.busy():
            return await self._verifier.is_own_voice(audio, is_call=is_call)

    async def aclose(self) -> None:
        """Its builder closes the model."""


class _PacedSynthesiser:
    """A synthesiser during whose work audio time stands still, where it can.

    Its own voice is warmed up when its turn to load has come; used before, it loads at once.
    """

    def __init__(self, synthesiser: Synthesiser, pacer: Pacer, loading: LoadQueue) -> None:
        self._synthesiser = synthesiser
        self._pacer = pacer
        self._loading = loading

    @property
    def language(self) -> str:
        return self._synthesiser.language

    def speaks(self, language: str) -> bool:
        return self._synthesiser.speaks(language)

    def voice_to_fetch(self, language: str) -> str | None:
        return self._synthesiser.voice_to_fetch(language)

    async def synthesise(self, text: str, *, language: str | None = None) -> tuple[Samples, int]:
        with self._pacer.busy():
            return await self._synthesiser.synthesise(text, language=language)

    async def warm_up(self, *, language: str | None = None) -> None:
        if language is not None:  # lines in it are about to be said
            with self._pacer.busy():
                await self._synthesiser.warm_up(language=language)
            return
        async with self._loading.turn():
            with self._pacer.busy():
                await self._synthesiser.warm_up()

    async def aclose(self) -> None:
        """Its builder closes the model."""


class _TurnHold:
    """Holds audio time while a turn runs and does not wait for the user."""

    def __init__(self, pacer: Pacer) -> None:
        self._pacer = pacer
        self._held: Callable[[], None] | None = None
        self._is_running = False

    def __call__(self, event: EngineEvent) -> None:
        match event:
            case TurnStarted():
                self._is_running = True
                self._hold()
            case QuestionClosed() if self._is_running:
                self._hold()
            case QuestionAsked():
                self.release()
            case TurnFinished() | TurnFailed():
                self._is_running = False
                self.release()
            case _:
                pass

    def _hold(self) -> None:
        if self._held is None:
            self._held = self._pacer.hold()

    def release(self) -> None:
        """Let time go on."""
        if self._held is not None:
            self._held()
            self._held = None
