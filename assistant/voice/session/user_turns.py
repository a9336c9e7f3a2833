"""A turn of the user on its way to words. Engine thread.

Out go the interim and the final transcript. A turn is understood at most once, and only while it is
listened to: leaving it drops it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from assistant.background_tasks import BackgroundTasks
from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.voice.events import TurnEnded, VoicePaused, VoiceProgressed
from assistant.voice.protocols import (
    SAMPLE_RATE_HZ,
    SpeakerVerifier,
    Transcriber,
    Transcript,
)
from assistant.voice.questions.voice_prompt import HeardWords
from assistant.voice.session.policy.voice_events import (
    InterimHeard,
    PlainEvent,
    RecognitionFailed,
    RollingHeard,
    VoiceEvent,
)
from assistant.voice.session.voice_checks import VoiceChecks
from assistant.voice.stt.policy.rolling_transcript import RollingTranscript
from assistant.voice.stt.turn_transcription import TurnTranscription
from assistant.voice.turn_taking.addressee import UtteranceSound, sound_of
from assistant.voice.turn_taking.endpointing_delay import is_end_doubted
from assistant.voice.turn_taking.text_completeness import assess_completeness
from assistant.voice.turn_taking.timeline import TimelineRecorder, TurnStage

SAME_END_S = 0.1
"""Two ends of speech that differ by no more are the same, found by different rules."""


class UserTurns:
    """Understands one turn after the other.

    Args:
        bias: Returns names and labels that are likely to be said.
        settles: Whether an interim transcript is answer enough not to wait for the end.
        handle: Takes what was understood at a pause, and how a turn ends.
        take: Takes the words of a whole turn, and draws their consequence.
        wake_phrases: Taken off the beginning of what was heard.
        verifier: Tells the user's voice from others; None if every voice counts.
    """

    def __init__(
        self,
        *,
        transcriber: Transcriber,
        tasks: BackgroundTasks,
        clock: Clock,
        bias: Callable[[], Sequence[str]],
        settles: Callable[[HeardWords], bool],
        handle: Callable[[VoiceEvent], None],
        take: Callable[[HeardWords], Awaitable[None]],
        wake_phrases: Sequence[str] = (),
        verifier: SpeakerVerifier | None = None,
    ) -> None:
        self._voices = VoiceChecks(verifier=verifier, tasks=tasks)
        self._recognition = TurnTranscription(transcriber=transcriber, wake_phrases=wake_phrases)
        self._tasks = tasks
        self._clock = clock
        self._bias = bias
        self._settles = settles
        self._handle = handle
        self._take = take
        self._recorder = TimelineRecorder()
        self._pause: VoicePaused | None = None
        self._known: tuple[float, Transcript] | None = None
        self._drafting: asyncio.Task[None] | None = None
        self._rolling = RollingTranscript()
        self._finishing: asyncio.Task[None] | None = None

    @property
    def is_finishing_turn(self) -> bool:
        """Whether a finished turn is being transcribed."""
        return self._finishing is not None

    def take_recorder(self) -> TimelineRecorder:
        """The time line of the latest transcribed turn; begins a new one."""
        recorder, self._recorder = self._recorder, TimelineRecorder()
        return recorder

    def expect(self, transcript: Transcript, *, speech_end: float) -> None:
        """Note a transcript of speech that ended at `speech_end`; its pause comes yet."""
        self._known = (speech_end, transcript)

    def progressed(self, progress: VoiceProgressed) -> None:
        """Draft what was said so far, unless that is under way."""
        if self._drafting is None or self._drafting.done():
            self._drafting = self._tasks.spawn(self._draft(progress), "draft a turn")

    def _stop_drafting(self) -> None:
        if self._drafting is not None:
            self._drafting.cancel()
            self._drafting = None

    def paused(self, pause: VoicePaused) -> None:
        """Begin to transcribe the turn so far."""
        self._stop_drafting()
        self._pause = pause
        self._voices.begin(pause.pause_id, pause.audio)
        job = self._understood(pause)
        if job is None:
            job = self._recognition.paused(
                pause.pause_id, pause.audio, bias=self._bias(), has_call=pause.has_call
            )
            self._drafting = self._tasks.spawn(
                self._draft(pause, before=job), "draft what was said up to a pause"
            )
        self._tasks.spawn(self._take_interim(pause, job), "interim transcript")

    def _understood(self, pause: VoicePaused) -> asyncio.Task[Transcript] | None:
        """A known transcript of the speech that ends with this pause."""
        if self._known is None or abs(self._known[0] - pause.speech_end) > SAME_END_S:
            return None
        _end, transcript = self._known
        self._known = None
        return self._recognition.known(pause.pause_id, transcript)

    def resumed(self) -> None:
        """The user goes on: the transcript is stale."""
        self._pause = None
        self._voices.drop()
        self._stop_drafting()
        self._recognition.drop()

    def ended(self, end: TurnEnded | None) -> None:
        """Transcribe a finished turn; without an event its last pause was the end."""
        at = end or self._pause
        self._pause = None
        self._reset_draft()
        if at is None:
            return
        self._recorder = TimelineRecorder()
        self._recorder.mark(TurnStage.SPEECH_END, at.speech_end)
        self._recorder.mark(TurnStage.TURN_END, at.at)
        self._finishing = self._tasks.spawn(self._understand(at), "understand a turn")

    def drop(self) -> None:
        """Drop the present turn."""
        self._pause = self._known = None
        self._reset_draft()
        if self._finishing is not None and self._finishing is not asyncio.current_task():
            self._finishing.cancel()
            self._finishing = None
        self._voices.drop()
        self._recognition.drop()

    async def aclose(self) -> None:
        """Drop the present turn, and wait until it is gone."""
        self.drop()
        await self._recognition.aclose()

    def _reset_draft(self) -> None:
        self._stop_drafting()
        self._rolling = RollingTranscript()

    async def _draft(
        self,
        so_far: VoiceProgressed | VoicePaused,
        *,
        before: asyncio.Task[Transcript] | None = None,
    ) -> None:
        """Show a draft; at a pause only before its transcript is known."""
        audio = so_far.audio
        try:
            transcript = await self._recognition.draft(
                audio,
                bias=self._bias(),
                has_call=so_far.has_call,
                at_pause=before is not None,
            )
        except AssistantError:
            return  # the end of the turn tells
        if transcript is None or not transcript.text or (before is not None and before.done()):
            return
        sound_s = len(audio) / SAMPLE_RATE_HZ
        words = to_heard_words(transcript, sound_of(audio))
        self._rolling = self._rolling.after(words.text, sound_s=sound_s)
        self._handle(
            RollingHeard(
                words=words,
                shown=self._rolling.going_on if before is None else self._rolling,
                completeness=assess_completeness(
                    words.text, words.language, logprob=transcript.avg_logprob
                ),
                speech_s=sound_s,
            )
        )

    async def _take_interim(self, pause: VoicePaused, job: asyncio.Task[Transcript]) -> None:
        await asyncio.wait({job})
        is_own_voice = await self._voices.result(pause.pause_id)
        if self._pause is not pause or job.cancelled() or job.exception() is not None:
            return  # the end of the turn tells
        transcript = job.result()
        sound = sound_of(pause.audio, is_own_voice=is_own_voice)
        words = to_heard_words(transcript, sound)
        sound_s = len(pause.audio) / SAMPLE_RATE_HZ
        self._rolling = self._rolling.after(words.text, sound_s=sound_s)
        self._handle(
            InterimHeard(
                pause_id=pause.pause_id,
                words=words,
                completeness=assess_completeness(
                    words.text, words.language, logprob=transcript.avg_logprob
                ),
                speech_s=sound_s,
                settles=self._settles(words),
                shown=self._rolling,
            )
        )

    async def _understand(self, at: VoicePaused | TurnEnded) -> None:
        try:
            words = await self._transcribe(at)
            if words is not None:
                self._recorder.mark(TurnStage.TRANSCRIPT, self._clock.monotonic())
                await self._take(words)
        finally:
            if self._finishing is asyncio.current_task():
                self._finishing = None
                self._handle(PlainEvent.UTTERANCE_TAKEN)

    async def _transcribe(self, at: VoicePaused | TurnEnded) -> HeardWords | None:
        self._voices.begin(at.pause_id, at.audio)
        try:
            transcript = await self._recognition.ended(
                at.pause_id, at.audio, bias=self._bias(), has_call=at.has_call
            )
        except AssistantError as error:
            self._handle(RecognitionFailed(error.message))
            return None
        reading = assess_completeness(
            transcript.text, transcript.language, logprob=transcript.avg_logprob
        )
        sound = sound_of(
            at.audio,
            is_end_doubted=isinstance(at, TurnEnded) and is_end_doubted(at.verdict, reading),
            is_own_voice=await self._voices.result(at.pause_id),
        )
        return to_heard_words(transcript, sound)


def to_heard_words(transcript: Transcript, sound: UtteranceSound | None = None) -> HeardWords:
    return HeardWords(
        text=transcript.text.strip(),
        language=transcript.language,
        log_prob=transcript.avg_logprob,
        sound=sound,
    )
