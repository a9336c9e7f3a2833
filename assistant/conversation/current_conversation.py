"""Tracks the current conversation.

Channels and the voice session always talk to the current one and need not know when it changes.
Lives on the engine thread.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from assistant.conversation.conversation import Conversation
from assistant.conversation.conversation_config import Speaker
from assistant.conversation.conversation_registry import (
    ConversationLease,
    ConversationLoader,
    ConversationRegistry,
)
from assistant.conversation.event_bus import EventBus
from assistant.conversation.say_result import SayHandled, SayResult
from assistant.conversation.turn.speculation import ReplyPreview
from assistant.protocol.client import Listener
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.conversation_state import ConversationSignal, DialogueState
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import Attachment
from assistant.protocol.questions import QuestionAsked, QuestionClosed


class InputHandler(Protocol):
    """Takes words that are meant for a question rather than for the model."""

    async def try_handle(self, text: str, *, spoken: bool) -> bool:
        """Returns whether the words were meant for one, and used."""
        ...

    def may_handle(self, text: str) -> bool:
        """Whether these words may be meant for one; changes nothing."""
        ...


class CurrentConversation:
    """The current conversation, and the way to another.

    Others may be open at the same time (`registry`): their events are not emitted here, but for
    questions, which are for every surface.

    Args:
        emit: Takes every event of the current one.
    """

    def __init__(self, *, emit: Listener) -> None:
        self.registry = ConversationRegistry(on_event=self._on_event)
        self._emit = emit
        self._input: InputHandler | None = None
        self._lease: ConversationLease | None = None
        self._speaker: Speaker | None = None
        self._others = EventBus()
        self._changing = asyncio.Lock()

    def connect(self, load: ConversationLoader, input_handler: InputHandler | None = None) -> None:
        """Take what opens a conversation, which may need this holder itself."""
        self.registry.connect(load)
        self._input = input_handler

    def subscribe_others(self, listener: Listener) -> Callable[[], None]:
        """Events of open conversations other than the current one; the result unsubscribes."""
        return self._others.subscribe(listener)

    @property
    def current(self) -> Conversation:
        if self._lease is None:
            raise RuntimeError("No conversation is open yet")
        return self._lease.conversation

    def other(self, conversation_id: str | None) -> Conversation | None:
        if conversation_id is None or conversation_id == self.current.conversation_id:
            return None
        return self.registry.find(conversation_id)

    async def open(self, conversation_id: str | None = None) -> None:
        """Make a conversation the current one: the one with this id, or a new one.

        The one before closes unless another lease holds it; then its turn goes on, unspoken. No
        event is emitted before `announce`.

        Raises:
            StoreError: If it cannot be read or created; the current one stays.
        """
        async with self._changing:
            before = self._lease
            is_here = before is not None and conversation_id == self.current.conversation_id
            lease = await self.registry.acquire(conversation_id, anew=is_here)
            if before is not None:
                await before.release()
                if not is_here and before.is_open:
                    before.conversation.detach()
            self._lease = lease
            if self._speaker is not None:
                lease.conversation.attach(self._speaker)

    def _on_event(self, conversation_id: str, event: EngineEvent) -> None:
        is_current = self._lease is not None and conversation_id == self.current.conversation_id
        if is_current or isinstance(event, QuestionAsked | QuestionClosed):
            self._emit(event)
        else:
            self._others.emit(event)

    def announce(self, *, message_id: str | None = None) -> None:
        """Emit which conversation is current and what was said in it.

        Args:
            message_id: The message to look at; None for the end.
        """
        if self._lease is not None:
            self._emit(self.opened(message_id=message_id))
            self.current.show_history()

    def opened(self, *, message_id: str | None = None) -> ConversationOpened:
        """Return which conversation is held, as `announce` tells it."""
        if self._lease is None:
            raise RuntimeError("No conversation is open yet")
        return replace(
            self._lease.opened,
            resumed=bool(self.current.entries),
            message_id=message_id,
            model=self.current.model,  # it may have been switched since
            takes=self.current.takes,
        )

    async def aclose(self) -> None:
        await self.registry.aclose()

    def attach(self, speaker: Speaker) -> None:
        """Speak the replies of this and later conversations."""
        self._speaker = speaker
        self.current.attach(speaker)

    def detach(self, speaker: Speaker) -> None:
        """Stop `speaker` if it is attached; a turn under way goes on in text."""
        if self._speaker is speaker:
            self._speaker = None
            self.current.detach()

    # The current conversation, as the voice session sees it.

    @property
    def state(self) -> DialogueState:
        return self.current.state

    @property
    def question_pending(self) -> bool:
        return self.current.question_pending

    def signal(self, signal: ConversationSignal) -> None:
        """Raises ProtocolError if the state does not accept it."""
        self.current.signal(signal)

    def emit(self, event: EngineEvent) -> None:
        self.current.emit(event)

    async def say(
        self,
        text: str,
        *,
        spoken: bool,
        goes_on: bool = False,
        attachments: Sequence[Attachment] = (),
    ) -> SayResult:
        """Answer a question or start a turn; words with files start one."""
        may_answer = not attachments and (bool(text.strip()) or not goes_on)
        if (
            may_answer
            and self._input is not None
            and await self._input.try_handle(text, spoken=spoken)
        ):
            return SayHandled()
        return await self.current.say(text, spoken=spoken, goes_on=goes_on, attachments=attachments)

    def suspend(self) -> None:
        """The program ends: leave what the turn waits for to the next start."""
        self.registry.suspend()

    def drop_waiting(self) -> None:
        """Drop messages that wait for the turn."""
        self.current.queue.clear()

    async def stop_turn(self, *, heard: str | None = None) -> None:
        """Stop the turn under way; keeps what had arrived."""
        await self.current.stop_turn(heard=heard)

    def is_known_request(self, text: str) -> bool:
        """Whether rules understand this request without a model."""
        return self.current.is_known_request(text)

    def prepare(self, text: str, *, preview: ReplyPreview | None = None) -> None:
        """Ask the model ahead what `say` with these spoken words would ask it."""
        if self._input is None or not self._input.may_handle(text):
            self.current.prepare(text, preview=preview)

    def cancel_speculation(self) -> None:
        """Cancel what `prepare` began, unless its words were said."""
        self.current.cancel_speculation()

    async def record_heard(self, turn_id: str, heard: str) -> None:
        """Note that the user interrupted a finished reply after hearing `heard`."""
        await self.current.record_heard(turn_id, heard)
