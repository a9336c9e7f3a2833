"""The voice yields to the person: which state that is, and what the next turn begins with.

Engine thread. `overlap` decides about speech over the voice; here its decisions become signals of the
conversation.
"""

from collections.abc import Sequence
from typing import Protocol, assert_never

from assistant.protocol.conversation_state import Phase, Session, Signal
from assistant.protocol.events import StateChanged
from assistant.voice.background_tasks import Tasks
from assistant.voice.conversation_port import Talk
from assistant.voice.events import VoiceHeld, VoiceSuspected, VoiceWithdrawn
from assistant.voice.listening.speech_input import Ear
from assistant.voice.playout.reply_speaker import Speaking
from assistant.voice.protocols import Playing, Transcriber, Transcript
from assistant.voice.questions.question_turn import Stand
from assistant.voice.session.barge_in_handler import Known, Overlap
from assistant.voice.session.listening_control import Attending
from assistant.voice.session.user_controls import Controls
from assistant.voice.session.user_turns import Intake, words_of
from assistant.voice.session.utterance_router import Outcome, Overlapped


class YieldingOwner(Protocol):
    """Who hears."""

    @property
    def stand(self) -> Stand | None:
        """The question that holds the floor."""
        ...


class Yielding:
    """Implements `overlap.OverlapOwner`.

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
        owner: YieldingOwner,
        talk: Talk,
        ear: Ear,
        speaking: Speaking,
        attending: Attending,
        controls: Controls,
        outcome: Outcome,
        intake: Intake | None,
        player: Playing | None,
        transcriber: Transcriber | None,
        tasks: Tasks,
    ) -> None:
        self._owner = owner
        self._talk = talk
        self._ear = ear
        self._speaking = speaking
        self._attending = attending
        self._controls = controls
        self._outcome = outcome
        self._intake = intake
        self._overlap: Overlap | None = None
        if player is not None and transcriber is not None:
            self._overlap = Overlap(owner=self, player=player, transcriber=transcriber, tasks=tasks)

    @property
    def saying(self) -> Sequence[str]:
        """What is being said; nothing if the voice is silent."""
        is_speaking = self._talk.state.phase is Phase.SPEAKING
        return self._overlap.saying if self._overlap is not None and is_speaking else ()

    @property
    def is_talked_over(self) -> bool:
        """Whether the person speaks as they did over the voice, which ended before a tool ran."""
        is_made = self._talk.state.phase in {Phase.STREAMING, Phase.TOOL_CALLING}
        return is_made and self._overlap is not None and self._overlap.is_open

    # What happens.

    def line_began(self, text: str) -> None:
        """A line begins to be heard."""
        if self._overlap is not None:
            self._overlap.line_began(text)

    def voice_started(self) -> None:
        """Speech began, or has become an interruption beyond doubt."""
        state = self._talk.state
        if self._overlap is None or state.session is Session.INACTIVE:
            return
        if state.phase is Phase.SPEAKING or self._overlap.is_open:
            self._overlap.sure()

    def heard_over_voice(self, event: VoiceSuspected | VoiceHeld | VoiceWithdrawn) -> None:
        """Speech over the voice has come to another stage."""
        if self._overlap is None:
            return
        match event:
            case VoiceSuspected():
                state = self._talk.state
                is_over_voice = state.phase is Phase.SPEAKING and self._ear.can_hear
                if is_over_voice and state.session is not Session.INACTIVE:
                    self._overlap.suspected(event)
            case VoiceHeld():
                self._overlap.held()
            case VoiceWithdrawn():
                self._overlap.withdrawn(event)
            case _:
                assert_never(event)

    def state_changed(self, event: StateChanged) -> None:
        """Keep what is said over the voice, if the voice came to its own end."""
        if event.old.phase is Phase.LISTENING and event.new.phase is not Phase.LISTENING:
            self._attending.since = self._outcome.overlapped = None
        if event.new.session is Session.INACTIVE:
            self.clear()
        elif event.new.phase is Phase.LISTENING and self._overlap is not None:
            saying, since = self._overlap.saying, self._overlap.clear()
            if since is not None:
                self._attending.since = since
                self._outcome.overlapped = Overlapped(saying=saying, is_cut=False)

    def clear(self) -> None:
        """Forget what is being said over the voice."""
        if self._overlap is not None:
            self._overlap.clear()

    # What the overlap decides.

    @property
    def is_urgent(self) -> bool:
        """Whether the person is being asked something, so that any word is meant."""
        stand = self._owner.stand
        is_read_to = stand is not None and (stand.is_reading or stand.is_announcing)
        return is_read_to or self._talk.state.session is Session.ENDING

    @property
    def bias(self) -> Sequence[str]:
        """Labels that are likely to be said."""
        stand = self._owner.stand
        return stand.bias if stand is not None else ()

    def understands(self, transcript: Transcript) -> bool:
        """Whether words said over a question mean anything to it; without one, any do."""
        stand = self._owner.stand
        return stand is None or stand.understands(words_of(transcript))

    def interrupt(self, *, since: float | None, known: Known | None = None) -> None:
        """The person takes the turn: fall silent at once and listen.

        Args:
            since: When what they say began; None only listens from now on.
            known: What they said so far, if it is understood already.
        """
        saying = self._overlap.saying if self._overlap is not None else ()
        match self._talk.state.phase:
            case Phase.SPEAKING:
                self._fall_silent()
            case Phase.STREAMING | Phase.TOOL_CALLING:  # the voice came to its end meanwhile
                self._controls.break_off()
            case _:
                return
        self._attending.since = since
        self._outcome.overlapped = Overlapped(saying=saying, is_cut=True)
        if known is not None and self._intake is not None:
            self._intake.expect(known.transcript, speech_end=known.speech_end)

    def overlap_over(self) -> None:
        """Nobody speaks over the voice any more."""
        self._attending.soon()

    def _fall_silent(self) -> None:
        heard = self._speaking.voice.interrupt()
        stand = self._owner.stand
        if stand is not None and stand.is_announcing:
            self._talk.signal(Signal.QUESTION_LEFT)  # it is answered elsewhere
        elif self._talk.state.session is Session.ENDING:
            self._talk.signal(Signal.PLAYED_OUT)  # a barge-in would answer the question to end
        else:
            self._talk.signal(Signal.BARGE_IN)
        if stand is not None and (stand.is_asking or stand.is_announcing):
            stand.cut()
        else:
            self._speaking.cut_reply(heard)
