"""Keeping what is listened for in step with the state, one loop turn after it changed.

Engine thread. `attention` says what is listened for in which state; here are the exceptions: a
question whose presenter thinks, a microphone that is closed after the reply, a talk key.
"""

import asyncio
from typing import Final, Protocol

from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    DialogueState,
    VoiceSessionState,
)
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.listening.speech_input import SpeechInput
from assistant.voice.protocols import ListeningMode
from assistant.voice.questions.question_turn import QuestionTurn
from assistant.voice.turn_taking.listening_mode import listening_mode_for
from assistant.voice.turn_taking.push_to_talk import PushToTalkKey

HELD_LIMIT_S: Final = 60.0
"""Seconds the talk key may be held in silence; nobody does, but a key-up can be lost."""


class ListeningControlOwner(Protocol):
    """Who hears."""

    @property
    def stand(self) -> QuestionTurn | None:
        """The question that holds the floor."""
        ...

    @property
    def is_finishing_turn(self) -> bool:
        """Whether a turn that is over is being understood."""
        ...

    @property
    def has_unfinished_barge_in(self) -> bool:
        """Whether the user speaks as they did over the voice, which has ended."""
        ...

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is being said."""
        ...

    @property
    def alarm_listening_mode(self) -> ListeningMode | None:
        """What is listened for because something rings; None if nothing is."""
        ...

    def give_way(self) -> None:
        """The talk key is down: end what is being said or made."""
        ...

    def discard_turn(self) -> None:
        """Forget what is being heard."""
        ...

    def no_speech(self) -> None:
        """Nothing was said for the time that is waited."""
        ...


class ListeningControl:
    """Listens for what the state asks for.

    Args:
        owner: Who hears.
        talk: The conversation.
        ear: The listener.
        key: The talk key.
        barge_in: Whether speech alone interrupts the voice.
        push_to_talk: Whether the user is listened to only while they hold the talk key, or after
            they called.
        no_speech_timeout_s: Seconds of silence before listening ends.
        ending_timeout_s: The same after "shall we end the conversation?".
    """

    def __init__(
        self,
        *,
        owner: ListeningControlOwner,
        talk: ConversationPort,
        ear: SpeechInput,
        key: PushToTalkKey,
        barge_in: bool,
        push_to_talk: bool,
        no_speech_timeout_s: float,
        ending_timeout_s: float,
    ) -> None:
        self._owner = owner
        self._talk = talk
        self._ear = ear
        self._key = key
        self._barge_in = barge_in and not push_to_talk
        self._push_to_talk = push_to_talk
        self._no_speech_timeout_s = no_speech_timeout_s
        self._ending_timeout_s = ending_timeout_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_due = False
        self._is_anew = False
        self._silence: asyncio.TimerHandle | None = None
        self.done = asyncio.Event()
        """The input, a file, is at its end and everything was said."""
        self.since: float | None = None
        """When the speech began that opens the next turn, if it began before."""
        self.is_called = False
        """The user called, by the wake word or the button, since their last turn."""
        self.is_closing = False
        """Listening ends where it would begin again."""

    @property
    def ends_after_a_turn(self) -> bool:
        """Whether nothing is listened to but what the user announces."""
        return self._push_to_talk

    def start(self) -> None:
        """Attend from now on, on the running loop."""
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        """Attend no more."""
        self._loop = None
        self._count_no_silence()

    def soon(self) -> None:
        """Look at the state in the next turn of the loop."""
        if self._loop is not None and not self._is_due:
            self._is_due = True
            self._loop.call_soon(self.now)

    def anew(self) -> None:
        """Listen for another turn of the user, even if one is listened for."""
        self._is_anew = True
        self.soon()

    def rest(self) -> None:
        """Hear the wake word alone until something else is to be heard."""
        self._ear.hear(ListeningMode.WAKE)

    def now(self) -> None:
        """Make what is listened for follow from the state."""
        self._is_due = False
        anew, self._is_anew = self._is_anew, False
        self._count_no_silence()
        state = self._talk.state
        if self._key.is_down and state.phase in {
            ConversationPhase.SPEAKING,
            ConversationPhase.STREAMING,
            ConversationPhase.TOOL_CALLING,
        }:
            self._owner.give_way()
            return
        if state.phase is ConversationPhase.LISTENING:
            if not self._may_listen():
                return
            self._listen(state, anew=anew)
        elif (alarm_listening_mode := self._owner.alarm_listening_mode) is not None:
            self._ear.hear(
                alarm_listening_mode, again=anew and alarm_listening_mode is ListeningMode.BARGE_IN
            )
        elif not self._owner.has_unfinished_barge_in:
            self._ear.hear(listening_mode_for(state, barge_in=self._barge_in), again=anew)
        if self._ear.is_over and self._owner.is_quiet and self._is_at_rest(state.phase):
            self.done.set()

    def _may_listen(self) -> bool:
        """Whether to listen for a turn now; if not, what has to be done instead is done."""
        if self._owner.is_finishing_turn:
            return False
        stand = self._owner.stand
        if stand is not None and not stand.is_asking and self._ear.can_hear:
            return False  # the presenter thinks
        is_uncalled = self._push_to_talk and self._key.is_up and not self.is_called
        if is_uncalled and stand is not None and self._ear.can_hear:
            self._wait_for_the_key()
            return False
        if self.is_closing or is_uncalled or not self._ear.can_hear:
            self._end_listening()
            return False
        return True

    def _listen(self, state: DialogueState, *, anew: bool) -> None:
        since, self.since = self.since, None
        held = not self._key.is_up
        wait_s = HELD_LIMIT_S if held else self._no_speech_timeout_s
        if state.session is VoiceSessionState.ENDING and not held:
            wait_s = self._ending_timeout_s
        self._ear.hear(
            ListeningMode.TURN,
            no_speech_after_s=wait_s,
            again=anew or since is not None,
            since=since,
            held=held,
        )

    def _wait_for_the_key(self) -> None:
        """A question was put to somebody who is heard only while they hold the talk key."""
        self.rest()
        if self._loop is not None:
            self._silence = self._loop.call_later(self._no_speech_timeout_s, self._owner.no_speech)

    def _count_no_silence(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    def _is_at_rest(self, phase: ConversationPhase) -> bool:
        """Whether nothing more happens without the user."""
        if phase in {ConversationPhase.AWAITING_ANSWER, ConversationPhase.AWAITING_CONFIRM}:
            return self._owner.stand is None  # the question is left to others
        return phase is ConversationPhase.IDLE

    def _end_listening(self) -> None:
        self._owner.discard_turn()
        stand = self._owner.stand
        if stand is not None:
            stand.gone()
        elif self._talk.question_pending:
            self._talk.signal(ConversationSignal.QUESTION_LEFT)
        elif self._ear.is_over:
            self._talk.signal(ConversationSignal.SESSION_ENDED)
        else:
            self._talk.signal(ConversationSignal.MIC_OFF)
