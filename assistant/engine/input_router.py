"""Routes the user's words to alarms, agents, questions and memory before the model gets them."""

from assistant.conversation.conversation import LONGEST_MESSAGE
from assistant.conversation.current_conversation import InputHandler
from assistant.engine.memory.memory_service import MemoryService
from assistant.engine.timers.timer_commands import TimerCommands


class InputRouter:
    """Implements `InputHandler`: what rings, an agent that waits, a question, what is to be remembered.

    They are asked in this order.

    What is remembered is for the model all the same.

    Args:
        timers: Takes typed words that are meant for what rings. The voice asks of it by itself,
            before anything else is made of what was heard.
    """

    def __init__(
        self,
        *,
        timers: TimerCommands,
        agents: InputHandler,
        questions: InputHandler,
        memories: MemoryService,
    ) -> None:
        self._agents = agents
        self._timers = timers
        self._questions = questions
        self._memories = memories

    async def try_handle(self, text: str, *, spoken: bool) -> bool:
        if len(text) > LONGEST_MESSAGE:
            return False  # the conversation refuses it; to look through it would stop all else
        if not spoken and await self._timers.try_handle(text):
            return True
        if await self._agents.try_handle(text, spoken=spoken):
            return True
        if await self._questions.try_handle(text, spoken=spoken):
            return True
        await self._memories.take_words(text)
        return False

    def may_handle(self, text: str) -> bool:
        """Whether these words may change what the model is sent, or answer a question."""
        if len(text) > LONGEST_MESSAGE:
            return False
        handlers = (self._agents, self._questions)
        return any(one.may_handle(text) for one in handlers) or self._memories.may_take(text)
