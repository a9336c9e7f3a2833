"""Takes the commands about wake words of the user's own. Engine loop only.

While recordings are made the voice is closed, so that one stream alone reads the microphone and no
wake word opens a session.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import AssistantError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.wake_words import (
    BeginEnrolment,
    DeleteVoices,
    DeleteWakeWord,
    DropRecording,
    EndEnrolment,
    EnrolmentChanged,
    EnrolmentLevel,
    EnrolmentPhase,
    ListWakeWords,
    RecordPhrase,
    SaveWakeWord,
    TryWakeWord,
    WakeWordEntry,
    WakeWordsListed,
    WakeWordTried,
)

if TYPE_CHECKING:
    from assistant.assembly.voice.voice_switch import VoiceSwitch
    from assistant.voice.custom_wake_word.enrolment_session import EnrolmentSession
    from assistant.voice.custom_wake_word.model.custom_wake_word import CustomWakeWord
    from assistant.voice.custom_wake_word.wake_word_store import WakeWordStore
    from assistant.voice.devices.protocols import InputDevice
    from assistant.voice.listening.microphone_thread import MicrophoneThread
    from assistant.voice.speaker_verification.model.voice_profile import VoiceProfile
    from assistant.voice.speaker_verification.voice_profile_store import VoiceProfileStore


class WakeWordCommands:
    """Lists and deletes wake words, and runs one enrolment at a time.

    Args:
        home: Where they are kept, and the models.
        emit: Takes events.
        microphone: Makes the microphone of the settings; None if there is none.
        voice: Closed while recordings are made.
        build: Makes what records and learns a phrase; called on its thread.
    """

    def __init__(
        self,
        *,
        home: Home,
        emit: Callable[[EngineEvent], None],
        microphone: "Callable[[], InputDevice | None]",
        voice: "VoiceSwitch",
        build: "Callable[[Home, str], EnrolmentSession] | None" = None,
    ) -> None:
        self._home = home
        self._emit = emit
        self._microphone = microphone
        self._voice = voice
        self._build = build or enrolment_session
        self._thread: MicrophoneThread[EnrolmentSession] | None = None
        self._learned: CustomWakeWord | None = None
        self._profile: VoiceProfile | None = None
        self._changing = asyncio.Lock()

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListWakeWords, self._list)
        commands.register(DeleteWakeWord, self._delete)
        commands.register(DeleteVoices, self._delete_voices)
        commands.register(BeginEnrolment, self._begin)
        commands.register(RecordPhrase, self._record)
        commands.register(DropRecording, self._drop)
        commands.register(TryWakeWord, self._try)
        commands.register(SaveWakeWord, self._save)
        commands.register(EndEnrolment, self._end)

    async def aclose(self) -> None:
        """Close the microphone; the voice stays closed."""
        async with self._changing:
            await self._stop()

    async def _list(self, _command: ListWakeWords) -> None:
        await self._tell()

    async def _delete(self, command: DeleteWakeWord) -> None:
        def delete(words: "WakeWordStore", voices: "VoiceProfileStore") -> None:
            voices.delete(command.phrase)
            words.delete(command.phrase)

        await self._change(delete)

    async def _delete_voices(self, _command: DeleteVoices) -> None:
        def delete(_words: "WakeWordStore", voices: "VoiceProfileStore") -> None:
            for phrase in voices.phrases():
                voices.delete(phrase)

        await self._change(delete)

    async def _save(self, _command: SaveWakeWord) -> None:
        learned, profile = self._learned, self._profile
        if learned is None:
            return

        def write(words: "WakeWordStore", voices: "VoiceProfileStore") -> None:
            words.write(learned)
            if profile is not None:
                voices.write(profile)

        await self._change(write)

    async def _begin(self, command: BeginEnrolment) -> None:
        from assistant.voice.listening.microphone_thread import MicrophoneThread

        loop = asyncio.get_running_loop()
        async with self._changing:
            await self._stop()
            await self._voice.pause()
            microphone = await asyncio.to_thread(self._microphone)
            if microphone is None:
                await self._voice.resume()
                self._emit(_closed(_("There is no microphone.")))
                return
            self._thread = MicrophoneThread(
                device=microphone,
                build=lambda: self._build(self._home, command.phrase),
                tell=lambda session, step: self._on_step(loop, session, step),
                failed=lambda error: self._failed(loop, error),
            )
            self._thread.start()

    async def _record(self, _command: RecordPhrase) -> None:
        self._ask(lambda session: session.record())

    async def _drop(self, _command: DropRecording) -> None:
        self._ask(lambda session: session.drop())

    async def _try(self, _command: TryWakeWord) -> None:
        self._ask(lambda session: session.try_out())

    async def _end(self, _command: EndEnrolment) -> None:
        async with self._changing:
            await self._stop()
            await self._voice.resume()
        self._emit(EnrolmentChanged(phase=EnrolmentPhase.CLOSED))

    def _ask(self, call: "Callable[[EnrolmentSession], None]") -> None:
        if self._thread is not None:
            self._thread.ask(call)

    async def _stop(self) -> None:
        thread, self._thread = self._thread, None
        self._learned = self._profile = None
        if thread is not None:
            await asyncio.to_thread(thread.stop)

    def _on_step(
        self,
        loop: asyncio.AbstractEventLoop,
        session: "EnrolmentSession",
        step: object,
    ) -> None:
        """Take a step of the session. Enrolment thread."""
        from assistant.voice.custom_wake_word.enrolment_session import RecordingEnded
        from assistant.voice.listening.wake_word_trial import LoudnessHeard, PhraseHeard

        match step:
            case LoudnessHeard(dbfs=dbfs):
                event: EngineEvent = EnrolmentLevel(dbfs=dbfs)
            case PhraseHeard():
                event = WakeWordTried()
            case _:
                problem = step.problem if isinstance(step, RecordingEnded) else None
                learned = session.learned
                event = EnrolmentChanged(
                    phase=session.phase,
                    recordings=session.recordings,
                    refused=problem,
                    learned=None if learned is None else wake_word_entry(learned),
                )
                loop.call_soon_threadsafe(self._keep, learned, session.voice)
        loop.call_soon_threadsafe(self._emit, event)

    def _failed(self, loop: asyncio.AbstractEventLoop, error: AssistantError) -> None:
        """Say why there are no recordings. Enrolment thread."""
        loop.call_soon_threadsafe(self._emit, _closed(_why(error)))

    def _keep(self, learned: "CustomWakeWord | None", profile: "VoiceProfile | None") -> None:
        if self._thread is not None:
            self._learned, self._profile = learned, profile

    async def _change(self, change: "Callable[[WakeWordStore, VoiceProfileStore], None]") -> None:

        problem = ""
        try:
            await asyncio.to_thread(lambda: change(*self._stores()))
        except OSError as error:
            problem = _("The wake word cannot be saved: {error}.").format(
                error=failure_reason(error)
            )
        await self._tell(problem)

    async def _tell(self, problem: str = "") -> None:
        words, voices = await asyncio.to_thread(
            lambda: (self._stores()[0].read_all(), self._stores()[1].read_all())
        )
        self._emit(
            WakeWordsListed(
                words=tuple(map(wake_word_entry, words)),
                voices=tuple(each.phrase for each in voices),
                problem=problem,
            )
        )

    def _stores(self) -> "tuple[WakeWordStore, VoiceProfileStore]":
        from assistant.voice.custom_wake_word.wake_word_store import WakeWordStore
        from assistant.voice.speaker_verification.voice_profile_store import VoiceProfileStore

        return WakeWordStore(self._home.root), VoiceProfileStore(self._home.root)


def wake_word_entry(word: "CustomWakeWord") -> WakeWordEntry:
    return WakeWordEntry(
        phrase=word.phrase,
        recordings=word.estimate.recordings,
        heard=word.estimate.heard,
        heard_in_noise=word.estimate.heard_in_noise,
    )


def enrolment_session(home: Home, phrase: str) -> "EnrolmentSession":
    """Records and learns a phrase with the models of the home.

    Raises:
        ModelFileError: If a model file is missing.
        ModelLoadError: If one does not load.
    """
    from assistant.voice.custom_wake_word.enrolment_session import EnrolmentSession
    from assistant.voice.custom_wake_word.phrase_embedding import PhraseEmbedder
    from assistant.voice.custom_wake_word.shipped_speech import background_for
    from assistant.voice.detectors.open_wake_word import OpenWakeWord
    from assistant.voice.speaker_verification.voice_embedding import VoiceEmbedder

    folder = home.models / "openwakeword"
    return EnrolmentSession(
        phrase=phrase,
        embedder=PhraseEmbedder(folder),
        speech=background_for(phrase),
        listen_for=lambda word: OpenWakeWord(folder=folder, phrases={}, custom={word.phrase: word}),
        voices=VoiceEmbedder(),
    )


def _closed(problem: str) -> EnrolmentChanged:
    return EnrolmentChanged(phase=EnrolmentPhase.CLOSED, problem=problem)


def _why(error: AssistantError) -> str:
    return f"{error.message} {error.hint}".strip()
