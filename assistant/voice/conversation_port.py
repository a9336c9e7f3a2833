"""What the voice session needs of the conversation it speaks for."""

from typing import Protocol

from assistant.conversation.say_result import SayResult
from assistant.conversation.turn.speculation import ReplyPreview
from assistant.protocol.conversation_state import ConversationSignal, DialogueState
from assistant.protocol.events import EngineEvent


class ConversationPort(Protocol):
    """A conversation, as the voice session sees it. Used on the engine thread only."""

    @property
    def state(self) -> DialogueState:
        """Where the conversation stands."""
        ...

    @property
    def question_pending(self) -> bool:
        """Whether a question waits for the user."""
        ...

    def signal(self, signal: ConversationSignal) -> None:
        """Apply `signal` and tell every listener.

        Raises:
            ProtocolError: If the state does not accept it; nothing changes.
        """
        ...

    def emit(self, event: EngineEvent) -> None:
        """Tell every listener."""
        ...

    async def say(self, text: str, *, spoken: bool, goes_on: bool = False) -> SayResult:
        """Start a turn with the user's words.

        Args:
            text: The words; may be empty if the user `goes_on`.
            spoken: Whether they were heard rather than typed.
            goes_on: Whether they go on from the spoken turn that was stopped just now: the two
                are one turn then, unless a tool has run in the first.

        Returns:
            What became of them. Where they are rejected the user was told why, and the session
            ends if they were spoken.
        """
        ...

    def is_known_request(self, text: str) -> bool:
        """Whether these words are a request that is understood without a model."""
        ...

    def prepare(self, text: str, *, preview: ReplyPreview | None = None) -> None:
        """Have the model asked already what `say` with these spoken words would ask it.

        Nothing is seen, stored or done of it before they are said. Words that are not said, or a
        conversation that is not as it was, are asked anew. One at a time: other words replace it.

        Args:
            text: The words.
            preview: Follows the reply until its turn does, and is told when it is given up.
        """
        ...

    def cancel_speculation(self) -> None:
        """Give up what `prepare` began, unless its words were said; idempotent."""
        ...

    async def stop_turn(self, *, heard: str | None = None) -> None:
        """Cancel the turn under way, if there is one; what had arrived is kept.

        Args:
            heard: What the user had heard of it.
        """
        ...

    async def record_heard(self, turn_id: str, heard: str) -> None:
        """Note that the speech of a complete reply was cut short after `heard`."""
        ...
