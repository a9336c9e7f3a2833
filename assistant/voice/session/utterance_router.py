"""What becomes of the user's words, and of their silence.

Engine thread. The session hears; here is decided which signal of the conversation that is, and what
is said to it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from assistant.locale import mark
from assistant.protocol.conversation_state import ConversationSignal, VoiceSessionState
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.playout.reply_speaker import ReplySpeaker
from assistant.voice.questions.question_turn import QuestionTurn
from assistant.voice.questions.voice_prompt import HeardWords
from assistant.voice.turn_taking.backchannel import OverlapMeaning, classify_overlap
from assistant.voice.turn_taking.farewell import FarewellReply, classify_farewell

NOT_UNDERSTOOD = mark("I didn't catch that, please say it again")
SHALL_WE_END = mark("Shall we end the conversation?")


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlappingTurn:
    """A turn that began over the assistant's voice."""

    saying: Sequence[str]
    """What was being said."""
    is_cut: bool
    """Whether the voice was stopped for it; otherwise it came to its own end."""


class UtteranceRouterOwner(Protocol):
    """Who listens."""

    @property
    def stand(self) -> QuestionTurn | None:
        """The question that holds the floor."""
        ...

    def restart_listening(self) -> None:
        """Listen for another turn."""
        ...


class UtteranceRouter:
    """Draws the consequences of what was heard.

    Args:
        owner: Who listens.
        talk: The conversation.
        speaking: Says prompts, and knows how many turns there were.
        silences: Does what words say to something that rings; whether they said anything to it.
    """

    def __init__(
        self,
        *,
        owner: UtteranceRouterOwner,
        talk: ConversationPort,
        speaking: ReplySpeaker,
        silences: Callable[[str], bool] = lambda _text: False,
    ) -> None:
        self._owner = owner
        self._silences = silences
        self._talk = talk
        self._speaking = speaking
        self.overlapped: OverlappingTurn | None = None
        """How the turn that is listened to began, if it began over the voice."""

    async def take(self, words: HeardWords) -> None:
        """Draw the consequence of what was said."""
        overlapped, self.overlapped = self.overlapped, None
        await self._speaking.wait_until_cut()
        stand = self._owner.stand
        if self._silences(words.text):
            self.handle_silent_press(ends=False)
        elif stand is not None and stand.is_asking:
            stand.hear(words)
        elif self._talk.state.session is VoiceSessionState.ENDING:
            await self._take_ending(words.text)
        elif overlapped is not None and _is_nothing_new(words.text, overlapped):
            self._owner.restart_listening()
        elif words.text:
            await self._talk.say(words.text, spoken=True)
        else:
            self._talk.signal(ConversationSignal.NOT_UNDERSTOOD)
            self._speaking.prompt(NOT_UNDERSTOOD)

    async def _take_ending(self, text: str) -> None:
        match classify_farewell(text):
            case FarewellReply.END:
                self._talk.signal(ConversationSignal.SESSION_ENDED)
            case FarewellReply.KEEP:
                self._talk.signal(ConversationSignal.SESSION_KEPT)
            case FarewellReply.UNRECOGNISED:
                self._talk.signal(ConversationSignal.UNRECOGNISED)
            case FarewellReply.REQUEST:
                await self._talk.say(text, spoken=True)

    def silence(self) -> None:
        """Draw the consequence of nothing having been said for the time that is waited."""
        stand = self._owner.stand
        if stand is not None and stand.is_asking:
            stand.silent()
        elif self._talk.state.session is VoiceSessionState.ENDING:
            self._talk.signal(ConversationSignal.SESSION_ENDED)
        elif self._talk.question_pending or self._speaking.has_open_choice:
            self._talk.signal(ConversationSignal.QUESTION_LEFT)
        elif self._speaking.turns == 0:
            self._talk.signal(ConversationSignal.FALSE_WAKE)
        else:
            self._talk.signal(ConversationSignal.SILENCE)
            self._speaking.prompt(SHALL_WE_END)

    def handle_silent_press(self, *, ends: bool) -> None:
        """Draw the consequence of the talk key having been held in silence: none to be heard.

        Args:
            ends: Whether nothing is listened to but while the key is held.
        """
        stand = self._owner.stand
        if stand is not None and stand.is_asking:
            self._owner.restart_listening()
        elif self._speaking.turns == 0 and self._talk.accepts(ConversationSignal.FALSE_WAKE):
            self._talk.signal(ConversationSignal.FALSE_WAKE)
        elif ends and not self._talk.question_pending:
            self._talk.signal(ConversationSignal.MIC_OFF)
        else:
            self._owner.restart_listening()


def _is_nothing_new(text: str, overlapped: OverlappingTurn) -> bool:
    """Whether words that were said over the voice ask nothing of the model."""
    match classify_overlap(text, saying=overlapped.saying):
        case OverlapMeaning.STOP | OverlapMeaning.OWN_WORDS:
            return True
        case OverlapMeaning.BACKCHANNEL | OverlapMeaning.NOTHING:
            return not overlapped.is_cut
        case OverlapMeaning.WORDS:
            return False
