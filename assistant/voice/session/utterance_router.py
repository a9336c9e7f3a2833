"""What becomes of the person's words, and of their silence.

Engine thread. The session hears; here is decided which signal of the conversation that is, and what
is said to it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from assistant.locale import mark
from assistant.protocol.conversation_state import Session, Signal
from assistant.voice.conversation_port import Talk
from assistant.voice.playout.reply_speaker import Speaking
from assistant.voice.questions.question_turn import Stand
from assistant.voice.questions.voice_prompt import Words
from assistant.voice.turn_taking.backchannel import Aside, understand_aside
from assistant.voice.turn_taking.farewell import EndingReply, understand_ending

NOT_UNDERSTOOD = mark("I didn't catch that, please say it again")
SHALL_WE_END = mark("Shall we end the conversation?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlapped:
    """A turn that began over the assistant's voice."""

    saying: Sequence[str]
    """What was being said."""
    is_cut: bool
    """Whether the voice was stopped for it; otherwise it came to its own end."""


class OutcomeOwner(Protocol):
    """Who listens."""

    @property
    def stand(self) -> Stand | None:
        """The question that holds the floor."""
        ...

    def listen_anew(self) -> None:
        """Listen for another turn."""
        ...


class Outcome:
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
        owner: OutcomeOwner,
        talk: Talk,
        speaking: Speaking,
        silences: Callable[[str], bool] = lambda _text: False,
    ) -> None:
        self._owner = owner
        self._silences = silences
        self._talk = talk
        self._speaking = speaking
        self.overlapped: Overlapped | None = None
        """How the turn that is listened to began, if it began over the voice."""

    async def take(self, words: Words) -> None:
        """Draw the consequence of what was said."""
        overlapped, self.overlapped = self.overlapped, None
        await self._speaking.wait_until_cut()
        stand = self._owner.stand
        if self._silences(words.text):
            self.silent_press(ends=False)
        elif stand is not None and stand.is_asking:
            stand.hear(words)
        elif self._talk.state.session is Session.ENDING:
            await self._take_ending(words.text)
        elif overlapped is not None and _is_nothing_new(words.text, overlapped):
            self._owner.listen_anew()
        elif words.text:
            await self._talk.say(words.text, spoken=True)
        else:
            self._talk.signal(Signal.NOT_UNDERSTOOD)
            self._speaking.prompt(NOT_UNDERSTOOD)

    async def _take_ending(self, text: str) -> None:
        match understand_ending(text):
            case EndingReply.END:
                self._talk.signal(Signal.SESSION_ENDED)
            case EndingReply.KEEP:
                self._talk.signal(Signal.SESSION_KEPT)
            case EndingReply.UNRECOGNISED:
                self._talk.signal(Signal.UNRECOGNISED)
            case EndingReply.REQUEST:
                await self._talk.say(text, spoken=True)

    def silence(self) -> None:
        """Draw the consequence of nothing having been said for the time that is waited."""
        stand = self._owner.stand
        if stand is not None and stand.is_asking:
            stand.silent()
        elif self._talk.state.session is Session.ENDING:
            self._talk.signal(Signal.SESSION_ENDED)
        elif self._talk.question_pending or self._speaking.has_open_choice:
            self._talk.signal(Signal.QUESTION_LEFT)
        elif self._speaking.turns == 0:
            self._talk.signal(Signal.FALSE_WAKE)
        else:
            self._talk.signal(Signal.SILENCE)
            self._speaking.prompt(SHALL_WE_END)

    def silent_press(self, *, ends: bool) -> None:
        """Draw the consequence of the talk key having been held in silence: none to be heard.

        Args:
            ends: Whether nothing is listened to but while the key is held.
        """
        stand = self._owner.stand
        if stand is not None and stand.is_asking:
            self._owner.listen_anew()
        elif self._speaking.turns == 0 and self._talk.accepts(Signal.FALSE_WAKE):
            self._talk.signal(Signal.FALSE_WAKE)
        elif ends and not self._talk.question_pending:
            self._talk.signal(Signal.MIC_OFF)
        else:
            self._owner.listen_anew()


def _is_nothing_new(text: str, overlapped: Overlapped) -> bool:
    """Whether words that were said over the voice ask nothing of the model."""
    match understand_aside(text, saying=overlapped.saying):
        case Aside.STOP | Aside.OWN_WORDS:
            return True
        case Aside.BACKCHANNEL | Aside.NOTHING:
            return not overlapped.is_cut
        case Aside.WORDS:
            return False
