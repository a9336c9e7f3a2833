"""All that the voice loop has to do with what rings: sounding it, and hearing for it.

Engine thread. Without timers there is nothing to it; without a recogniser it sounds, and nothing is
heard for it.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from assistant.background_tasks import BackgroundTasks
from assistant.errors import AssistantError
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.events import Samples, TurnEnded, VoicePaused
from assistant.voice.protocols import AudioOutput, Synthesiser, Transcriber, Transcript
from assistant.voice.ringing.alarm_ringer import AlarmControl, AlarmRinger
from assistant.voice.session.policy.voice_events import AlarmReplyHeard
from assistant.voice.turn_taking.text_completeness import assess_completeness
from assistant.voice.turn_taking.wake_phrase import strip_wake_phrases


class VoiceAlarms(AlarmRinger):
    """What rings, and what is said to it.

    Args:
        desk: As for `AlarmRinger`, and so are the next.
        transcriber: Understands what was said; None if there is none.
        heard: Takes what was said to what rings, and draws its consequence.
        wake_phrases: As in the settings.
    """

    def __init__(
        self,
        *,
        desk: AlarmControl | None,
        conversation: ConversationPort,
        player: AudioOutput | None,
        synthesiser: Synthesiser | None,
        transcriber: Transcriber | None,
        tasks: BackgroundTasks,
        heard: Callable[[AlarmReplyHeard], Awaitable[None]],
        wake_phrases: Sequence[str],
    ) -> None:
        super().__init__(
            desk=desk,
            conversation=conversation,
            player=player,
            synthesiser=synthesiser,
            tasks=tasks,
        )
        self._transcriber = transcriber
        self._heard = heard
        self._wake_phrases = tuple(wake_phrases)
        self._paused: tuple[int, Transcript] | None = None

    def understand(self, speech: VoicePaused | TurnEnded | Samples) -> None:
        """Transcribe what was said to what rings."""
        self._tasks.spawn(self._understand(speech), "hear for what rings")

    async def _understand(self, speech: VoicePaused | TurnEnded | Samples) -> None:
        match speech:
            case VoicePaused(pause_id=pause_id, audio=audio):
                transcript = await self._transcribe(audio)
                self._paused = None if transcript is None else (pause_id, transcript)
                await self._report(transcript, pause_id=pause_id)
            case TurnEnded(pause_id=pause_id, audio=audio):
                known, self._paused = self._paused, None
                is_known = known is not None and known[0] == pause_id
                await self._report(
                    known[1] if known and is_known else await self._transcribe(audio)
                )
            case _:
                await self._report(await self._transcribe(speech))

    async def _transcribe(self, audio: Samples) -> Transcript | None:
        if self._transcriber is None:
            return None
        try:
            transcript = await self._transcriber.transcribe(audio)
        except AssistantError:
            return None  # the window still stops it, and that nothing is understood is told
        return replace(transcript, text=transcript.text.strip())

    async def _report(self, transcript: Transcript | None, *, pause_id: int | None = None) -> None:
        if transcript is None:
            return
        rest = strip_wake_phrases(transcript.text, self._wake_phrases)
        await self._heard(
            AlarmReplyHeard(
                text=transcript.text,
                rest=rest,
                completeness=assess_completeness(
                    transcript.text, transcript.language, logprob=transcript.avg_logprob
                ),
                is_for_alarm=self.means(rest),
                pause_id=pause_id,
            )
        )
