"""Which conversation is the current one.

Channels and the voice session speak to whichever is current; when it changes they need not know.
Lives on the engine thread.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from assistant.conversation.conversation import Conversation
from assistant.conversation.conversation_config import Speaker
from assistant.conversation.say_result import SayHandled, SayResult
from assistant.protocol.client import Listener
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.conversation_state import ConversationSignal, DialogueState
from assistant.protocol.events import EngineEvent


class InputHandler(Protocol):
    """Takes words that are meant for a question rather than for the model."""

    async def try_handle(self, text: str, *, spoken: bool) -> bool:
        """Return whether the words were meant for one, and taken."""
        ...

    def may_handle(self, text: str) -> bool:
        """Whether these words may turn out to be meant for one; changes nothing."""
        ...


ConversationLoader = Callable[[str | None], Awaitable[tuple[Conversation, ConversationOpened]]]
"""Opens the conversation with this id, or a new one for None."""


class CurrentConversation:
    """The current conversation, and the way to another.

    Args:
        emit: Takes every event of the current one.
    """

    def __init__(self, *, emit: Listener) -> None:
        self._emit = emit
        self._load: ConversationLoader | None = None
        self._input: InputHandler | None = None
        self._current: Conversation | None = None
        self._opened: ConversationOpened | None = None
        self._speaker: Speaker | None = None
        self._changing = asyncio.Lock()

    def connect(self, load: ConversationLoader, input_handler: InputHandler | None = None) -> None:
        """Take what opens a conversation, which may need this holder itself.

        Args:
            load: Opens a conversation.
            input_handler: Takes words that are meant for a question, before they are said.
        """
        self._load, self._input = load, input_handler

    @property
    def current(self) -> Conversation:
        """The conversation that is held now; there is one once `open` has returned."""
        if self._current is None:
            raise RuntimeError("No conversation is open yet")
        return self._current

    async def open(self, conversation_id: str | None = None) -> None:
        """Make a conversation the current one: the one with this id, or a new one.

        Nobody is told before `announce`.

        Raises:
            StoreError: If it cannot be read or created; the current one stays.
        """
        async with self._changing:
            if self._load is None:
                raise RuntimeError("Nothing opens conversations yet")
            conversation, opened = await self._load(conversation_id)
            if self._current is not None:
                self._current.drop_waiting()  # else the next of them would begin a turn now
                await self._current.aclose()
            conversation.subscribe(self._emit)
            if self._speaker is not None:
                conversation.attach(self._speaker)
            self._current, self._opened = conversation, opened

    def announce(self, *, message_id: str | None = None) -> None:
        """Tell the listeners which conversation is held and what was said in it.

        Args:
            message_id: The message to look at; None for the end.
        """
        if self._opened is not None:
            resumed = bool(self.current.entries)
            self._emit(
                replace(
                    self._opened,
                    resumed=resumed,
                    message_id=message_id,
                    model=self.current.model,  # it may have been switched since
                )
            )
            self.current.show_history()

    async def aclose(self) -> None:
        """Close the current conversation."""
        if self._current is not None:
            await self._current.aclose()

    def attach(self, speaker: Speaker) -> None:
        """Let `speaker` speak the replies of this and later conversations."""
        self._speaker = speaker
        self.current.attach(speaker)

    # The current conversation, as the voice session sees it.

    @property
    def state(self) -> DialogueState:
        """Where the conversation stands."""
        return self.current.state

    @property
    def question_pending(self) -> bool:
        """Whether a question waits for the user."""
        return self.current.question_pending

    def signal(self, signal: ConversationSignal) -> None:
        """Apply a signal; raises ProtocolError if the state does not accept it."""
        self.current.signal(signal)

    def accepts(self, signal: ConversationSignal) -> bool:
        """Whether a signal is legal now."""
        return self.current.accepts(signal)

    def emit(self, event: EngineEvent) -> None:
        """Tell every listener."""
        self.current.emit(event)

    async def say(self, text: str, *, spoken: bool) -> SayResult:
        """Answer a question or start a turn with the user's words; what became of them."""
        if self._input is not None and await self._input.try_handle(text, spoken=spoken):
            return SayHandled()
        return await self.current.say(text, spoken=spoken)

    def suspend(self) -> None:
        """The program ends: leave what the turn under way waits for to the next start."""
        if self._current is not None:
            self._current.suspend()

    def drop_waiting(self) -> None:
        """Forget the messages that wait for the turn under way."""
        self.current.drop_waiting()

    async def stop_turn(self, *, heard: str | None = None) -> None:
        """Stop the turn under way; what had arrived is kept."""
        await self.current.stop_turn(heard=heard)

    def prepare(self, text: str) -> None:
        """Have the model asked already what `say` with these spoken words would ask it."""
        if self._input is None or not self._input.may_handle(text):
            self.current.prepare(text)

    def cancel_speculation(self) -> None:
        """Give up what `prepare` began, unless its words were said."""
        self.current.cancel_speculation()

    async def record_heard(self, turn_id: str, heard: str) -> None:
        """Note that the user interrupted a finished reply after hearing `heard`."""
        await self.current.record_heard(turn_id, heard)
