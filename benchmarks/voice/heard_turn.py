"""One turn heard by the listener's perception with the models that judge its end, in audio time.

Judge and recogniser answer after a fixed time of audio, as on a machine of ordinary speed, so that a
turn ends at the same sample on any machine, and as soon as the machine can.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from assistant.assembly.voice.voice_loop import TURN_MODEL
from assistant.home import Home
from assistant.languages import LANGUAGES
from assistant.settings import VoiceSettings
from assistant.voice.detectors.open_wake_word import WakeWordPolicy
from assistant.voice.detectors.smart_turn import SmartTurn
from assistant.voice.detectors.vad import SileroVad, shipped_vad_model
from assistant.voice.events import ListenerEvent, Samples, TurnEnded, VoicePaused
from assistant.voice.listening.perception import Perception
from assistant.voice.protocols import SAMPLE_RATE_HZ, ListeningMode, Transcript
from assistant.voice.stt.whisper import WhisperRecogniser
from assistant.voice.turn_taking.clarity_statistics import ClarityStatistics
from assistant.voice.turn_taking.endpointing import EndpointLimits
from assistant.voice.turn_taking.pause_statistics import PauseStatistics
from assistant.voice.turn_taking.text_completeness import PauseReading, assess_completeness

JUDGE_S: Final = 0.1
"""How long the turn model takes, in seconds of audio."""
WORDS_S: Final = 0.3
"""How long the recogniser takes."""

_BLOCK: Final = 320
_NO_SPEECH_S: Final = 30.0


class Recogniser(Protocol):
    """What is needed of the recogniser."""

    def recognise(self, audio: Samples) -> Transcript: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointingModels:
    """The loaded models."""

    vad: SileroVad
    judge: SmartTurn
    recogniser: Recogniser

    @classmethod
    def load(cls, home: Home, settings: VoiceSettings, *, threads: int = 1) -> "EndpointingModels":
        """Load them.

        Raises:
            ModelFileError: If a file is missing.
            ModelLoadError: If one does not load.
        """
        return cls(
            vad=SileroVad(shipped_vad_model()),
            judge=SmartTurn(home.models.joinpath(*TURN_MODEL)),
            recogniser=WhisperRecogniser(
                folder=home.models / settings.stt_model,
                language=settings.language,
                languages=settings.language_codes or tuple(LANGUAGES),
                threads=threads,
            ),
        )


def turn_end_s(
    models: EndpointingModels,
    audio: Samples,
    limits: EndpointLimits,
    *,
    habit: PauseStatistics | None = None,
) -> float | None:
    """Return when a turn is taken to be over, in seconds of its audio; None if it is not.

    Args:
        audio: One turn, 16 kHz mono, with silence at its end.
        habit: The user's own pauses, if they count.
    """
    return _Turn(models, limits, habit).hear(audio)


class _Turn:
    def __init__(
        self, models: EndpointingModels, limits: EndpointLimits, habit: PauseStatistics | None
    ) -> None:
        self._models = models
        self._due: list[tuple[float, int, Samples, bool]] = []
        self._now = 0.0
        self._ended_at: float | None = None
        models.vad.reset()
        self._perception = Perception(
            wake=None,
            policy=WakeWordPolicy(threshold=0.5),
            vad=models.vad,
            limits=limits,
            barge_in_s=0.2,
            ask=self._ask,
            has_reader=True,
            habit=habit,
            clarity=ClarityStatistics(),
        )
        self._perception.hear(ListeningMode.TURN, _NO_SPEECH_S)

    def hear(self, audio: Samples) -> float | None:
        for first in range(0, len(audio), _BLOCK):
            block = audio[first : first + _BLOCK]
            self._now += len(block) / SAMPLE_RATE_HZ
            self._take(self._perception.listen(block, self._now))
            for due in [each for each in self._due if each[0] <= self._now]:
                self._due.remove(due)
                self._answer(*due[1:])
            if self._ended_at is not None:
                return self._ended_at
        return None

    def _ask(self, pause_id: int, audio: Samples) -> None:
        self._due.append((self._now + JUDGE_S, pause_id, audio, True))

    def _answer(self, pause_id: int, audio: Samples, is_for_judge: bool) -> None:
        if is_for_judge:
            probability = self._models.judge.probability(audio)
            self._take(self._perception.judged(pause_id, probability))
            return
        heard = self._models.recogniser.recognise(audio)
        reading = PauseReading(
            assess_completeness(heard.text, heard.language, logprob=heard.avg_logprob),
            log_prob=heard.avg_logprob or None,
            language=heard.language,
        )
        self._take(self._perception.read(pause_id, reading))

    def _take(self, events: Sequence[ListenerEvent]) -> None:
        for event in events:
            if isinstance(event, VoicePaused):
                self._due.append((self._now + WORDS_S, event.pause_id, event.audio, False))
            elif isinstance(event, TurnEnded):
                self._ended_at = event.at
