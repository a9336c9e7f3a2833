"""What the voice session needs of the conversation it speaks for."""

from typing import Protocol

from assistant.conversation.say_result import SayResult
from assistant.conversation.turn.speculation import ReplyPreview
from assistant.protocol.conversation_state import ConversationSignal, DialogueState
from assistant.protocol.events import EngineEvent


class ConversationPort(Protocol):
    """A conversation, as the voice session sees it. Used on the engine thread only."""

    @property
    def state(self) -> DialogueState: ...

    @property
    def question_pending(self) -> bool: ...

    def signal(self, signal: ConversationSignal) -> None:
        """Raises ProtocolError if the state does not accept the signal."""
        ...

    def emit(self, event: EngineEvent) -> None: ...

    async def say(self, text: str, *, spoken: bool, goes_on: bool = False) -> SayResult:
        """Start a turn with the user's words.

        Args:
            text: The words; may be empty if the user `goes_on`.
            spoken: Whether they were heard rather than typed.
            goes_on: Whether they go on from the spoken turn that was stopped just now: the two
                are one turn then, unless a tool has run in the first.

        Returns:
            What became of them. For a rejection a notice says why, and the session
            ends if they were spoken.
        """
        ...

    def is_known_request(self, text: str) -> bool:
        """Whether rules understand this request without a model."""
        ...

    def prepare(self, text: str, *, preview: ReplyPreview | None = None) -> None:
        """Ask the model ahead what `say` with these spoken words would ask it.

        Nothing is shown, stored or done before they are said. Words that are not said, or a changed
        conversation, are asked again. One at a time: other words replace it.

        Args:
            preview: Follows the reply until its turn does, and learns when it is given up.
        """
        ...

    def cancel_speculation(self) -> None:
        """Cancel what `prepare` began, unless its words were said; idempotent."""
        ...

    async def stop_turn(self, *, heard: str | None = None) -> None:
        """Cancel the turn under way, if there is one; keeps what had arrived.

        Args:
            heard: What the user had heard of it.
        """
        ...

    async def record_heard(self, turn_id: str, heard: str) -> None:
        """Note that a complete reply's speech was cut off after `heard`."""
        ...
