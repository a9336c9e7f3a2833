"""For what the person's words are meant, if not for the model."""

from assistant.conversation.current_conversation import Heed
from assistant.engine.memory.memory_service import Memories
from assistant.engine.timers.timer_commands import TimerDesk


class Heeding:
    """Implements `Heed`: what rings, a question, what is to be remembered, in this order.

    What is remembered is for the model all the same.

    Args:
        timers: Takes typed words that are meant for what rings. The voice asks of it by itself,
            before anything else is made of what was heard.
        questions: Takes words that are meant for a question.
        memories: Takes the others.
    """

    def __init__(self, *, timers: TimerDesk, questions: Heed, memories: Memories) -> None:
        self._timers = timers
        self._questions = questions
        self._memories = memories

    async def heed(self, text: str, *, spoken: bool) -> bool:
        """Return whether the words were meant for what rings or for a question, and taken."""
        if not spoken and await self._timers.heed(text):
            return True
        if await self._questions.heed(text, spoken=spoken):
            return True
        await self._memories.take_words(text)
        return False

    def may_heed(self, text: str) -> bool:
        """Whether these words may change what the model is sent, or are meant for a question."""
        return self._questions.may_heed(text) or self._memories.may_take(text)
