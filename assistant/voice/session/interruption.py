"""The voice yields to the user: which state that is, and what the next turn begins with.

Engine thread. `overlap` decides about speech over the voice; here its decisions become signals of the
conversation.
"""

from collections.abc import Sequence
from typing import Protocol, assert_never

from assistant.background_tasks import BackgroundTasks
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    VoiceSessionState,
)
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.events import VoiceHeld, VoiceSuspected, VoiceWithdrawn
from assistant.voice.listening.speech_input import SpeechInput
from assistant.voice.playout.reply_speaker import ReplySpeaker
from assistant.voice.protocols import AudioOutput, Transcriber, Transcript
from assistant.voice.questions.question_turn import QuestionTurn
from assistant.voice.session.barge_in_handler import BargeInHandler, KnownTranscript
from assistant.voice.session.listening_control import ListeningControl
from assistant.voice.session.user_controls import UserControls
from assistant.voice.session.user_turns import UserTurns, to_heard_words
from assistant.voice.session.utterance_router import OverlappingTurn, UtteranceRouter


class InterruptionOwner(Protocol):
    """Who hears."""

    @property
    def stand(self) -> QuestionTurn | None:
        """The question that holds the floor."""
        ...


class InterruptionHandler:
    """Implements `overlap.BargeInOwner`.

    Args:
        owner: Who hears.
        talk: The conversation.
        ear: The listener.
        speaking: What is said.
        attending: What is listened for.
        controls: Breaks a turn off.
        outcome: What becomes of the words that follow.
        intake: Understands them; None if there is no recogniser.
        player: The speaker; None if there is none, then nothing is ever talked over.
        transcriber: Understands what was said over the voice; None if there is none.
        tasks: Holds what is under way.
    """

    def __init__(
        self,
        *,
        owner: InterruptionOwner,
        talk: ConversationPort,
        ear: SpeechInput,
        speaking: ReplySpeaker,
        attending: ListeningControl,
        controls: UserControls,
        outcome: UtteranceRouter,
        intake: UserTurns | None,
        player: AudioOutput | None,
        transcriber: Transcriber | None,
        tasks: BackgroundTasks,
    ) -> None:
        self._owner = owner
        self._talk = talk
        self._ear = ear
        self._speaking = speaking
        self._attending = attending
        self._controls = controls
        self._outcome = outcome
        self._intake = intake
        self._overlap: BargeInHandler | None = None
        if player is not None and transcriber is not None:
            self._overlap = BargeInHandler(
                owner=self, player=player, transcriber=transcriber, tasks=tasks
            )

    @property
    def saying(self) -> Sequence[str]:
        """What is being said; nothing if the voice is silent."""
        is_speaking = self._talk.state.phase is ConversationPhase.SPEAKING
        return self._overlap.saying if self._overlap is not None and is_speaking else ()

    @property
    def has_unfinished_barge_in(self) -> bool:
        """Whether the user speaks as they did over the voice, which ended before a tool ran."""
        is_made = self._talk.state.phase in {
            ConversationPhase.STREAMING,
            ConversationPhase.TOOL_CALLING,
        }
        return is_made and self._overlap is not None and self._overlap.is_open

    # What happens.

    def line_began(self, text: str) -> None:
        """A line begins to be heard."""
        if self._overlap is not None:
            self._overlap.line_began(text)

    def voice_started(self) -> None:
        """Speech began, or has become an interruption beyond doubt."""
        state = self._talk.state
        if self._overlap is None or state.session is VoiceSessionState.INACTIVE:
            return
        if state.phase is ConversationPhase.SPEAKING or self._overlap.is_open:
            self._overlap.sure()

    def heard_over_voice(self, event: VoiceSuspected | VoiceHeld | VoiceWithdrawn) -> None:
        """Speech over the voice has come to another stage."""
        if self._overlap is None:
            return
        match event:
            case VoiceSuspected():
                state = self._talk.state
                is_over_voice = state.phase is ConversationPhase.SPEAKING and self._ear.can_hear
                if is_over_voice and state.session is not VoiceSessionState.INACTIVE:
                    self._overlap.suspected(event)
            case VoiceHeld():
                self._overlap.held()
            case VoiceWithdrawn():
                self._overlap.withdrawn(event)
            case _:
                assert_never(event)

    def state_changed(self, event: StateChanged) -> None:
        """Keep what is said over the voice, if the voice came to its own end."""
        if (
            event.old.phase is ConversationPhase.LISTENING
            and event.new.phase is not ConversationPhase.LISTENING
        ):
            self._attending.since = self._outcome.overlapped = None
        if event.new.session is VoiceSessionState.INACTIVE:
            self.clear()
        elif event.new.phase is ConversationPhase.LISTENING and self._overlap is not None:
            saying, since = self._overlap.saying, self._overlap.clear()
            if since is not None:
                self._attending.since = since
                self._outcome.overlapped = OverlappingTurn(saying=saying, is_cut=False)

    def clear(self) -> None:
        """Forget what is being said over the voice."""
        if self._overlap is not None:
            self._overlap.clear()

    # What the overlap decides.

    @property
    def is_urgent(self) -> bool:
        """Whether the user is being asked something, so that any word is meant."""
        stand = self._owner.stand
        is_read_to = stand is not None and (stand.is_reading or stand.is_announcing)
        return is_read_to or self._talk.state.session is VoiceSessionState.ENDING

    @property
    def bias(self) -> Sequence[str]:
        """Labels that are likely to be said."""
        stand = self._owner.stand
        return stand.bias if stand is not None else ()

    def understands(self, transcript: Transcript) -> bool:
        """Whether words said over a question mean anything to it; without one, any do."""
        stand = self._owner.stand
        return stand is None or stand.understands(to_heard_words(transcript))

    def interrupt(self, *, since: float | None, known: KnownTranscript | None = None) -> None:
        """The user takes the turn: fall silent at once and listen.

        Args:
            since: When what they say began; None only listens from now on.
            known: What they said so far, if it is understood already.
        """
        saying = self._overlap.saying if self._overlap is not None else ()
        match self._talk.state.phase:
            case ConversationPhase.SPEAKING:
                self._fall_silent()
            case (
                ConversationPhase.STREAMING | ConversationPhase.TOOL_CALLING
            ):  # the voice came to its end meanwhile
                self._controls.abort_turn()
            case _:
                return
        self._attending.since = since
        self._outcome.overlapped = OverlappingTurn(saying=saying, is_cut=True)
        if known is not None and self._intake is not None:
            self._intake.expect(known.transcript, speech_end=known.speech_end)

    def overlap_over(self) -> None:
        """Nobody speaks over the voice any more."""
        self._attending.soon()

    def _fall_silent(self) -> None:
        heard = self._speaking.voice.interrupt()
        stand = self._owner.stand
        if stand is not None and stand.is_announcing:
            self._talk.signal(ConversationSignal.QUESTION_LEFT)  # it is answered elsewhere
        elif self._talk.state.session is VoiceSessionState.ENDING:
            self._talk.signal(
                ConversationSignal.PLAYED_OUT
            )  # a barge-in would answer the question to end
        else:
            self._talk.signal(ConversationSignal.BARGE_IN)
        if stand is not None and (stand.is_asking or stand.is_announcing):
            stand.cut()
        else:
            self._speaking.cut_reply(heard)
