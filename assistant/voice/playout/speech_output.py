"""What is said aloud: replies as they stream, prompts, questions, and the events that tell of it.

Engine thread. Below it stands `speech`, which says lines; above it the session, which decides what
a line that begins and a voice that falls silent mean for the state.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.languages.text_language import detect_line_language
from assistant.locale import _, current_language
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.turns import TurnTimed
from assistant.protocol.voice import SentenceSpoken, SpeechStarted, SpeechStopped
from assistant.voice.audio.earcons import RATE_HZ, Earcon, earcon_samples
from assistant.voice.devices.policy.notices import device_notice
from assistant.voice.events import DeviceChanged
from assistant.voice.playout.first_clause_preview import FirstClausePreview
from assistant.voice.playout.reply_outlook import ReplyOutlook
from assistant.voice.playout.speech_queue import SpeechLine, SpeechPart, SpeechQueue
from assistant.voice.protocols import AudioOutput, Synthesiser
from assistant.voice.text.reply_portions import ReplyPortions
from assistant.voice.text.reply_sentences import SpokenReply, SpokenSentence
from assistant.voice.text.spoken_phrases import REST_ON_SCREEN, phrase_for_voice
from assistant.voice.tts.missing_voices import MissingVoices
from assistant.voice.turn_taking.timeline import TimelineRecorder, TurnStage

UNAVAILABLE = "voice_output_unavailable"
"""Code of the notice that replies are text only."""


def _reply_line(sentence: SpokenSentence, turn_id: str) -> SpeechLine:
    return SpeechLine(
        text=sentence.text,
        part=SpeechPart.REPLY,
        turn_id=turn_id,
        language=sentence.language,
        goes_on=sentence.goes_on,
    )


class SpeechOutputListener(Protocol):
    """Who decides what the voice's doings mean. Called on the engine thread."""

    def line_began(self, line: SpeechLine) -> None:
        """The first sample of `line` left the program."""
        ...

    def voice_quiet(self) -> None:
        """Nothing is being said and nothing is queued."""
        ...

    def voice_lost(self) -> None:
        """Speech output failed; `voice_quiet` follows."""
        ...


class SpeechOutput:
    """Says what there is to say. Implements `speech_queue.SpeechListener`.

    Args:
        listener: Called when a line begins and when the voice falls silent.
        synthesiser: None if there is none; then nothing is ever said.
        clock: Stamps the stages of a turn.
    """

    def __init__(
        self,
        *,
        listener: SpeechOutputListener,
        emit: Callable[[EngineEvent], None],
        synthesiser: Synthesiser | None,
        player: AudioOutput | None,
        clock: Clock,
    ) -> None:
        self._listener = listener
        self._emit = emit
        self._clock = clock
        self._speech: SpeechQueue | None = None
        if synthesiser is not None and player is not None:
            self._speech = SpeechQueue(
                synthesiser=synthesiser,
                player=player,
                listener=self,
                clock=clock,
            )
        self._reason = ""
        self._reply: SpokenReply | None = None
        self._portions = ReplyPortions(limit_s=None)
        self._is_rest_offered = False
        self._resting = ""
        self._sounding: str | None = None
        self._is_sounding = False
        self._last_line = ""
        self._conversed: str | None = None
        self._missing = MissingVoices(emit=emit)

    # What it can do.

    @property
    def language(self) -> str:
        """ISO 639-1 code for speech beside replies.

        The language of the conversation if there is a voice for it, else that of the voice; the
        interface's if there is no voice.
        """
        if self._speech is None:
            return current_language()
        if self._conversed is not None and self.speaks(self._conversed):
            return self._conversed
        return self._speech.language

    @property
    def home_language(self) -> str:
        """ISO 639-1 code of the default voice."""
        return self._speech.language if self._speech is not None else current_language()

    def speaks(self, language: str) -> bool:
        return (
            self._speech is not None
            and not self._missing.is_broken(language)
            and self._speech.speaks(language)
        )

    @property
    def is_available(self) -> bool:
        return self._speech is not None and self._speech.is_available

    @property
    def is_quiet(self) -> bool:
        return self._speech is None or self._speech.is_quiet

    async def start(self, post: Callable[[Callable[[], None]], object]) -> None:
        """Open the speaker.

        Raises:
            DeviceError: If no speaker can be opened.
        """
        if self._speech is not None:
            await self._speech.start(post)

    async def recover(self) -> None:
        """Retry what had failed; report if it works again."""
        self._missing.forgive()
        if self._speech is None:
            return
        try:
            await self._speech.try_again()
        except AssistantError as error:
            self.tell_unavailable(error.message)

    async def prepare(self, language: str) -> None:
        """Load the voice of `language`, ahead of the reply that will need it."""
        if self._speech is not None and self.is_available and self.speaks(language):
            try:
                await self._speech.prepare(language)
            except AssistantError as error:
                if language != self._speech.language:  # the other's line reports its failure
                    self._missing.broke(language, error.message)

    def earcon(self, kind: Earcon) -> None:
        if self._speech is not None:
            self._speech.cue(earcon_samples(kind), RATE_HZ)

    async def aclose(self) -> None:
        """Fall silent and close the speaker; idempotent."""
        if self._speech is not None:
            await self._speech.aclose()

    def give_up(self, reason: str) -> None:
        """Stop speaking for good."""
        if self._speech is not None:
            self._speech.give_up(reason)

    def tell_unavailable(self, reason: str = "") -> None:
        """Notify that replies are text only; without a reason, with the known one."""
        self._reason = reason or self._reason
        self._emit(
            Notice(
                code=UNAVAILABLE,
                text=_("Voice output is unavailable"),
                hint=self._reason,
            )
        )

    # The reply.

    @property
    def reply(self) -> SpokenReply | None:
        """The reply being made or said."""
        return self._reply

    @property
    def outlook(self) -> ReplyOutlook:
        """What is still to come of the reply."""
        if self._reply is None or self._reply.is_complete:
            return ReplyOutlook.OVER
        return ReplyOutlook.TOOLS if self._reply.open_tools else ReplyOutlook.STREAMING

    @property
    def ended_with_question(self) -> bool:
        """Whether the latest line asks something."""
        return self._last_line.rstrip(" \"'”’»)」』").endswith(("?", "？", "؟"))

    def begin_reply(
        self,
        turn_id: str,
        recorder: TimelineRecorder,
        *,
        asked: str | None = None,
        limit_s: float | None = None,
    ) -> None:
        """Speak the reply of this turn as it streams.

        Args:
            recorder: Its time line.
            asked: ISO 639-1 code of the language of the user's words, if it is known.
            limit_s: Seconds after which the user is asked whether to go on; None says everything.
        """
        self.drop_rest()
        self._portions = ReplyPortions(limit_s=limit_s)
        self._conversed = asked or self._conversed
        self._reply = self._reply_to(turn_id, recorder, asked)

    def preview_reply(self, *, asked: str | None) -> FirstClausePreview:
        """Prepares the first clause of a reply that may never be said.

        Args:
            asked: ISO 639-1 code of the language of the user's words, if it is known.
        """
        reply = self._reply_to("", TimelineRecorder(), asked)
        return FirstClausePreview(reply=reply, prefetch=self._prefetch)

    def _prefetch(self, sentence: SpokenSentence) -> Callable[[], None] | None:
        if self._speech is None or not self.speaks(sentence.language):
            return None
        return self._speech.prefetch(_reply_line(sentence, ""))

    def _reply_to(self, turn_id: str, recorder: TimelineRecorder, asked: str | None) -> SpokenReply:
        return SpokenReply(
            turn_id=turn_id,
            home=self.home_language,
            asked=asked,
            speaks=self.speaks,
            recorder=recorder,
        )

    def reply_of(self, turn_id: str) -> SpokenReply | None:
        """The reply of this turn, if it is the one being made or said."""
        return self._reply if self._reply is not None and self._reply.turn_id == turn_id else None

    def feed(self, reply: SpokenReply, text: str) -> None:
        """Add text of the reply."""
        now = self._clock.monotonic()
        reply.recorder.mark(TurnStage.FIRST_TOKEN, now)
        self._say_reply(reply, reply.feed(text, at=now))

    def flush(self, reply: SpokenReply) -> None:
        """Say what is left of a reply that breaks off."""
        self._say_reply(reply, reply.flush())

    def end_segment(self, reply: SpokenReply) -> None:
        """Say what is left: a tool runs next, or the reply is over."""
        self._say_reply(reply, reply.end_segment())
        was_any = self._take_back(reply)
        reply.segment_ended()
        if was_any and self.is_quiet:
            self.fell_silent()

    def complete(self, reply: SpokenReply, *, aloud: bool = True) -> None:
        """No more text will come; say what is left if `aloud`."""
        if aloud:
            self.flush(reply)
            self._offer_rest(reply.turn_id)
        else:
            self.interrupt()
        reply.is_complete = True
        if self.is_quiet:
            self._tell_timeline(reply)

    def forget_reply(self) -> None:
        """Stop speaking the reply and forget it."""
        self._reply = None

    def _take_back(self, reply: SpokenReply) -> bool:
        """Drop queued lines of a broken text that the new one lacks; returns whether any were."""
        self._portions.take_back(reply.is_outdated, reply.taken_back)
        return self._speech is not None and self._speech.take_back(
            lambda line: line.turn_id == reply.turn_id and reply.is_outdated(line.text),
            lambda line: reply.taken_back(line.text),
        )

    def _say_reply(self, reply: SpokenReply, sentences: Sequence[SpokenSentence]) -> None:
        for sentence in sentences:
            if self._speech is None:
                continue
            if not self.speaks(sentence.language):
                to_fetch = self._speech.voice_to_fetch(sentence.language)
                self._missing.report(sentence.language, to_fetch=to_fetch)
                continue
            self._speech.withdraw_fillers()
            self._take_back(reply)
            reply.recorder.mark(TurnStage.FIRST_CLAUSE, self._clock.monotonic())
            if self._portions.admits(sentence):
                self._say_sentence(sentence, reply.turn_id)

    def _say_sentence(self, sentence: SpokenSentence, turn_id: str) -> None:
        self._say(_reply_line(sentence, turn_id))

    # The rest of a long reply.

    @property
    def is_rest_offered(self) -> bool:
        """Whether the user was asked whether to go on with a long reply."""
        return self._is_rest_offered

    def _offer_rest(self, turn_id: str) -> None:
        """Say a short rest of the reply; offer a longer one."""
        for sentence in self._portions.short_rest():
            self._say_sentence(sentence, turn_id)
        if self._portions.has_rest:
            self._resting = turn_id
            self.remark(REST_ON_SCREEN, SpeechPart.OFFER)

    def read_on(self) -> None:
        """Read on in the reply whose rest was offered; offers what is left after that."""
        self._is_rest_offered = False
        for sentence in self._portions.next_portion():
            self._say_sentence(sentence, self._resting)
        self._offer_rest(self._resting)

    def drop_rest(self) -> None:
        """Drop the rest of a long reply."""
        self._is_rest_offered = False
        self._portions = ReplyPortions(limit_s=None)

    # Prompts and questions.

    def say(self, text: str, part: SpeechPart, *, pause_s: float = 0.0) -> None:
        """Queue a line, followed by `pause_s` of silence.

        The voice of `home_language` says what no other voice speaks.
        """
        self._say(self._line(text, part, pause_s=pause_s))

    def expect(self, texts: Sequence[str]) -> None:
        """Synthesise likely next lines, in place of earlier ones."""
        if self._speech is not None:
            self._speech.expect([self._line(text, SpeechPart.PROMPT) for text in texts])

    def rest(self) -> None:
        """Synthesise nothing ahead: the user speaks, and the recogniser needs the processor."""
        if self._speech is not None:
            self._speech.rest()

    def _line(self, text: str, part: SpeechPart, *, pause_s: float = 0.0) -> SpeechLine:
        language = detect_line_language(text, likely=self.language).language
        known = language if self.speaks(language) else None
        return SpeechLine(text=text, part=part, pause_s=pause_s, language=known)

    def remark(self, text: str, part: SpeechPart) -> None:
        """Say a sentence of ours, given by its msgid, in the language of the conversation."""
        said, language = phrase_for_voice(self.language, text)
        known = language if self.speaks(language) else None
        self._say(SpeechLine(text=said, part=part, language=known))

    def _say(self, line: SpeechLine) -> None:
        if self._speech is not None:
            self._speech.say(line)

    # Silence.

    def interrupt(self) -> str:
        """Stop at once and drop the queue.

        Returns:
            What was heard of the reply.
        """
        if self._speech is None:
            return ""
        if not self._is_rest_offered:
            self.drop_rest()
        turn_id = self._reply.turn_id if self._reply is not None else None
        heard = self._speech.interrupt(turn_id)
        self.stopped(interrupted=True)
        return heard

    def withdraw_question(self) -> None:
        """Stop reading a question aloud."""
        if self._speech is not None:
            self._speech.withdraw_question()
            if not self._speech.is_sounding:
                self.stopped(interrupted=True)

    def stopped(self, *, interrupted: bool) -> None:
        """Report that the voice fell silent, if it had been heard."""
        if self._is_sounding:
            self._is_sounding = False
            self._emit(
                SpeechStopped(
                    turn_id=self._sounding, interrupted=interrupted, at=self._clock.monotonic()
                )
            )

    # What the speech tells.

    def line_synthesised(self, line: SpeechLine, at: float) -> None:
        reply = self._reply_with(line)
        if reply is not None:
            reply.recorder.mark(TurnStage.FIRST_SYNTHESIS, at)

    def line_started(self, line: SpeechLine, at: float) -> None:
        self._listener.line_began(line)
        if line.part in {SpeechPart.OFFER, SpeechPart.REPLY}:
            self._is_rest_offered = line.part is SpeechPart.OFFER and self._portions.has_rest
        reply = self._reply_with(line)
        self._last_line = line.text
        if not self._is_sounding:
            self._is_sounding = True
            self._sounding = line.turn_id
            self._emit(SpeechStarted(turn_id=line.turn_id, at=at))
        self._emit(SentenceSpoken(turn_id=line.turn_id, text=line.text))
        if reply is not None:
            reply.recorder.mark(TurnStage.FIRST_AUDIO, at)
            self._tell_timeline(reply)

    def line_unspoken(self, line: SpeechLine, reason: str) -> None:
        if line.language is not None:
            self._missing.broke(line.language, reason)

    def fell_silent(self) -> None:
        if self._reply is not None and self._reply.is_complete:
            self._tell_timeline(self._reply)
        self._listener.voice_quiet()

    def voice_lost(self, reason: str) -> None:
        self.tell_unavailable(reason)
        self._listener.voice_lost()

    def voice_restored(self) -> None:
        self._emit(
            Notice(
                code=UNAVAILABLE,
                text=_("Voice output works again."),
                severity=Severity.INFO,
                resolved=True,
            )
        )

    def speaker_changed(self, event: DeviceChanged) -> None:
        self._emit(device_notice(event))

    def _reply_with(self, line: SpeechLine) -> SpokenReply | None:
        return self.reply_of(line.turn_id) if line.turn_id is not None else None

    def _tell_timeline(self, reply: SpokenReply) -> None:
        if not reply.is_timed:
            reply.is_timed = True
            self._emit(TurnTimed(turn_id=reply.turn_id, timeline=reply.recorder.timeline))
