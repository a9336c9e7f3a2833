"""Hands the floor to one question at a time. Engine thread.

While a question stands, what the user says is for it and never for the model. A question that was
left stays on the screen; the user comes back to it by calling.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Protocol

from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    VoiceSessionState,
)
from assistant.questions.model.question import Purpose
from assistant.questions.spoken.read_aloud import SpokenLine
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.listening.speech_input import SpeechInput
from assistant.voice.playout.reply_speaker import ReplySpeaker
from assistant.voice.playout.speech_queue import SpeechPart
from assistant.voice.questions.question_turn import QuestionTurn
from assistant.voice.questions.voice_prompt import HeardWords, VoicePrompt
from assistant.voice.session.listening_control import ListeningControl

_AWAITING = frozenset({ConversationPhase.AWAITING_ANSWER, ConversationPhase.AWAITING_CONFIRM})


class QuestionTurnsOwner(Protocol):
    """Who hears."""

    def discard_turn(self) -> None:
        """Forget what is being heard."""
        ...

    def discard_barge_in(self) -> None:
        """Forget what is being said over the voice."""
        ...


class QuestionTurns:
    """Implements `floor.VoicePrompts`, and what a stand needs.

    Args:
        owner: Who hears.
        talk: The conversation.
        ear: The listener.
        speaking: Says the questions.
        attending: Decides what is listened for.
    """

    def __init__(
        self,
        *,
        owner: QuestionTurnsOwner,
        talk: ConversationPort,
        ear: SpeechInput,
        speaking: ReplySpeaker,
        attending: ListeningControl,
    ) -> None:
        self._owner = owner
        self._talk = talk
        self._ear = ear
        self._speaking = speaking
        self._voice = speaking.voice
        self._attending = attending
        self._lock = asyncio.Lock()
        self.stand: QuestionTurn | None = None
        """The question that holds the floor."""

    # The question that stands, if any does.

    @property
    def waits_for_call(self) -> bool:
        """Whether a question was left that the user can come back to, or go on without."""
        if self._talk.state.phase not in _AWAITING:
            return False
        if self.stand is not None:
            return self.stand.is_left
        return not self._talk.question_pending

    def called(self) -> None:
        """The user calls while a question waits that was left."""
        if self.stand is not None:
            self.stand.call()
        else:  # no turn waits for it: it stays on the screen, and the user is heard
            self._attending.is_called = True
            self._talk.signal(ConversationSignal.TURN_STOPPED)

    def touched(self) -> None:
        """The user begins to speak."""
        if self.stand is not None:
            self.stand.touched()

    def gone(self) -> None:
        """Nothing can be said or heard any more."""
        if self.stand is not None:
            self.stand.gone()

    @property
    def bias(self) -> Sequence[str]:
        """Labels that are likely to be said."""
        return self.stand.bias if self.stand is not None else ()

    def settles(self, words: HeardWords) -> bool:
        """Whether an interim transcript answers the question."""
        return self.stand is not None and self.stand.settles(words)

    # The floor.

    @property
    def is_open(self) -> bool:
        """Whether a voice session is under way that can speak and hear."""
        return (
            self._talk.state.session is not VoiceSessionState.INACTIVE
            and not self._attending.is_closing
            and self._voice.is_available
            and self._ear.can_hear
        )

    @asynccontextmanager
    async def floor(
        self, *, purpose: Purpose, shown: Callable[[], None], touched: Callable[[], None]
    ) -> AsyncGenerator[VoicePrompt, None]:
        """Wait for the floor and hold it; leaving the context silences the question."""
        async with self._lock:
            stand = QuestionTurn(owner=self, purpose=purpose, shown=shown, touched=touched)
            self.stand = stand
            try:
                yield stand
            finally:
                self.stand = None
                self._owner.discard_turn()
                self._owner.discard_barge_in()
                self._voice.withdraw_question()
                self._speaking.settle()  # what was silenced tells of no end
                if self._talk.state.phase is ConversationPhase.LISTENING:
                    self._attending.rest()
                self._attending.soon()

    # What a stand needs.

    @property
    def voice_language(self) -> str:
        """ISO 639-1 code of the voice."""
        return self._voice.language

    def read_question(self, lines: Sequence[SpokenLine]) -> None:
        """Say `lines` as a question, then listen."""
        if self._talk.state.phase is ConversationPhase.LISTENING:
            self._talk.signal(ConversationSignal.QUESTION_SPOKEN)
        for line in lines:
            self._voice.say(line.text, SpeechPart.QUESTION, pause_s=line.pause_s)

    def restart_listening(self) -> None:
        """Listen for another turn of the user."""
        self._attending.anew()

    def tell(self, line: SpokenLine) -> None:
        """Say a line and go on."""
        self._voice.say(line.text, SpeechPart.PROMPT, pause_s=line.pause_s)

    def leave_question(self) -> None:
        """Stop saying and hearing the question; it stays pending."""
        self._owner.discard_turn()
        self._owner.discard_barge_in()
        self._voice.withdraw_question()
        if self._talk.state.phase in {ConversationPhase.LISTENING, ConversationPhase.SPEAKING}:
            self._voice.stopped(interrupted=True)
            self._talk.signal(ConversationSignal.QUESTION_LEFT)
