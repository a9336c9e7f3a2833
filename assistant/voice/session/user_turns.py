"""A turn of the user on its way to words: pauses, the end, and what was understood.

Engine thread. The listener's events come in through the session; out go the interim and the final
transcript. A turn is understood at most once, and only while it is listened to.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from assistant.background_tasks import BackgroundTasks
from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.protocol.events import EngineEvent
from assistant.protocol.voice import TranscriptFinal, TranscriptInterim
from assistant.voice.events import TurnEnded, VoicePaused
from assistant.voice.protocols import SAMPLE_RATE_HZ, Transcriber, Transcript
from assistant.voice.questions.voice_prompt import HeardWords
from assistant.voice.session.speculation_trigger import SpeculationTrigger
from assistant.voice.stt.turn_transcription import TurnTranscription
from assistant.voice.turn_taking.text_completeness import TextCompleteness, assess_completeness
from assistant.voice.turn_taking.timeline import TimelineRecorder, TurnStage

SAME_END_S = 0.1
"""Two ends of speech that differ by no more are the same, found by different rules."""


class UserTurnsOwner(Protocol):
    """Who listens, and takes what was understood."""

    @property
    def is_listening(self) -> bool:
        """Whether a turn of the user is listened to at all."""
        ...

    @property
    def bias(self) -> Sequence[str]:
        """Names and labels that are likely to be said."""
        ...

    def settles(self, words: HeardWords) -> bool:
        """Whether an interim transcript is answer enough not to wait for the end."""
        ...

    def turn_read(self, pause_id: int, reading: TextCompleteness) -> None:
        """The words up to a pause are known, and what they look like."""
        ...

    @property
    def may_guess(self) -> bool:
        """Whether what is being said is for the model."""
        ...

    def turn_taken(self) -> None:
        """The turn is over and is being understood; nothing more is to be heard of it."""
        ...

    async def take(self, words: HeardWords) -> None:
        """Draw the consequence of a final transcript."""
        ...

    def turn_understood(self) -> None:
        """The consequence was drawn, or there is none."""
        ...

    def recogniser_failed(self, error: AssistantError) -> None:
        """Speech cannot be understood."""
        ...


class UserTurns:
    """Understands one turn after the other.

    Args:
        owner: Who listens.
        transcriber: Speech to text.
        tasks: Holds what is under way.
        emit: Tells the conversation's listeners.
        clock: Stamps the transcript.
        guessing: Has the model asked before the turn is certain to be over.
        wake_phrases: Taken off the beginning of what was heard.
    """

    def __init__(
        self,
        *,
        owner: UserTurnsOwner,
        transcriber: Transcriber,
        tasks: BackgroundTasks,
        emit: Callable[[EngineEvent], None],
        clock: Clock,
        guessing: SpeculationTrigger,
        wake_phrases: Sequence[str] = (),
    ) -> None:
        self._owner = owner
        self._recognition = TurnTranscription(transcriber=transcriber, wake_phrases=wake_phrases)
        self._tasks = tasks
        self._emit = emit
        self._clock = clock
        self._guessing = guessing
        self._recorder = TimelineRecorder()
        self._pause: VoicePaused | None = None
        self._known: tuple[float, Transcript] | None = None
        self._concluding: asyncio.Task[None] | None = None

    @property
    def is_finishing_turn(self) -> bool:
        """Whether a turn that is over is being understood."""
        return self._concluding is not None

    @property
    def _is_listening(self) -> bool:
        return self._owner.is_listening and self._concluding is None

    def take_recorder(self) -> TimelineRecorder:
        """Return the time line of the turn that was understood last, and begin a new one."""
        recorder, self._recorder = self._recorder, TimelineRecorder()
        return recorder

    def expect(self, transcript: Transcript, *, speech_end: float) -> None:
        """Note what was understood of speech that ended at `speech_end`; its pause comes yet."""
        self._known = (speech_end, transcript)

    def paused(self, event: VoicePaused) -> None:
        """Begin to understand what was said so far."""
        if self._is_listening:
            self._pause = event
            job = self._understood(event)
            if job is None:
                job = self._recognition.paused(event.pause_id, event.audio, bias=self._owner.bias)
            self._tasks.spawn(self._take_interim(event, job), "interim transcript")

    def _understood(self, pause: VoicePaused) -> asyncio.Task[Transcript] | None:
        """Return what is known already of the speech that ends with this pause."""
        if self._known is None or abs(self._known[0] - pause.speech_end) > SAME_END_S:
            return None
        _end, transcript = self._known
        self._known = None
        return self._recognition.known(pause.pause_id, transcript)

    def resumed(self) -> None:
        """The user goes on: what was understood is stale."""
        self._pause = None
        if self._concluding is None:
            self._guessing.resumed()
            self._recognition.drop()

    def ended(self, event: TurnEnded) -> None:
        """The turn is over."""
        if self._is_listening:
            self._conclude(event)

    def input_ended(self) -> None:
        """No more audio comes: a pause was the end."""
        if self._pause is not None and self._is_listening:
            self._conclude(self._pause)

    def drop(self) -> None:
        """Forget what is being heard."""
        self._pause = self._known = None
        if self._concluding is not None and self._concluding is not asyncio.current_task():
            self._concluding.cancel()
            self._concluding = None
        self._recognition.drop()
        self._guessing.over()

    async def aclose(self) -> None:
        """Forget what is being heard, and wait until it is gone."""
        self.drop()
        await self._recognition.aclose()

    async def _take_interim(self, pause: VoicePaused, job: asyncio.Task[Transcript]) -> None:
        await asyncio.wait({job})
        if self._pause is not pause or not self._is_listening:
            return
        if job.cancelled() or job.exception() is not None:
            return  # the end of the turn tells
        transcript = job.result()
        words = to_heard_words(transcript)
        reading = assess_completeness(words.text, words.language, logprob=transcript.avg_logprob)
        if words.text:
            self._emit(TranscriptInterim(text=words.text))
        if words.text and reading is not TextCompleteness.DANGLING:
            if self._owner.settles(words):
                self._conclude(pause)
                return
            if self._owner.may_guess:
                self._guessing.heard(words.text, speech_s=len(pause.audio) / SAMPLE_RATE_HZ)
        self._owner.turn_read(pause.pause_id, reading)

    def _conclude(self, event: VoicePaused | TurnEnded) -> None:
        self._pause = None
        self._recorder = TimelineRecorder()
        self._recorder.mark(TurnStage.SPEECH_END, event.speech_end)
        self._recorder.mark(TurnStage.TURN_END, event.at)
        self._owner.turn_taken()
        self._concluding = self._tasks.spawn(self._understand(event), "understand a turn")

    async def _understand(self, event: VoicePaused | TurnEnded) -> None:
        try:
            words = await self._transcribe(event)
            if words is not None and self._owner.is_listening:
                self._recorder.mark(TurnStage.TRANSCRIPT, self._clock.monotonic())
                self._emit(TranscriptFinal(text=words.text, language=words.language))
                await self._owner.take(words)
        finally:
            if self._concluding is asyncio.current_task():
                self._concluding = None
                self._guessing.over()
                self._owner.turn_understood()

    async def _transcribe(self, event: VoicePaused | TurnEnded) -> HeardWords | None:
        try:
            return to_heard_words(
                await self._recognition.ended(event.pause_id, event.audio, bias=self._owner.bias)
            )
        except AssistantError as error:
            self._owner.recogniser_failed(error)
            return None


def to_heard_words(transcript: Transcript) -> HeardWords:
    """Return what was heard, as a question takes it."""
    return HeardWords(
        text=transcript.text.strip(),
        language=transcript.language,
        log_prob=transcript.avg_logprob,
    )
