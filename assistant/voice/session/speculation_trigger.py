"""When the model is asked before the user's turn is certain to be over.

Engine thread. At a pause the interim transcript is there before anybody knows whether the user is
done. The conversation is told these words, so that it can ask ahead; if they go on it is told to
give that up. What is asked ahead has no effect of its own (`ConversationPort.prepare`), but it costs a request:
hence the limits, which are those of LiveKit's preemptive generation.
"""

from typing import Final

from assistant.voice.conversation_port import ConversationPort

MAX_SPECULATIONS: Final = 3
"""How often the model is asked ahead in one turn of the user's."""
MAX_SPEECH_S: Final = 10.0
"""Seconds of a turn after which it is not: whoever talks long pauses often."""


class SpeculationTrigger:
    """Asks ahead, a few times a turn.

    Args:
        talk: The conversation.
        is_on: Whether it does so at all.
    """

    def __init__(self, *, talk: ConversationPort, is_on: bool) -> None:
        self._talk = talk
        self._is_on = is_on
        self._count = 0

    def heard(self, text: str, *, speech_s: float) -> None:
        """The turn may be over with these words, after so many seconds of it."""
        if self._is_on and self._count < MAX_SPECULATIONS and speech_s <= MAX_SPEECH_S:
            self._count += 1
            self._talk.prepare(text)

    def resumed(self) -> None:
        """It was not over: the user goes on."""
        self._talk.cancel_speculation()

    def over(self) -> None:
        """The turn was said or is forgotten."""
        self._count = 0
        self._talk.cancel_speculation()
