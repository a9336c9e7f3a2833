"""Keeps the rounds of questions that are over, so that voice can tell of the one before."""

from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionClosed
from assistant.questions.model.round_history import RoundHistory


class RoundListener:
    """Implements `protocol.client.Listener`: notes the settled questions of the open conversation."""

    def __init__(self) -> None:
        self.rounds = RoundHistory()
        self._conversation_id: str | None = None

    def __call__(self, event: EngineEvent) -> None:
        match event:
            case ConversationOpened():
                self._conversation_id = event.conversation_id
                self.rounds.forget()
            case QuestionClosed() if event.conversation_id in {None, self._conversation_id}:
                self.rounds.remember(event.questions, event.response)
            case _:
                pass
