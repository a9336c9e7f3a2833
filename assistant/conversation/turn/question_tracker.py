"""Tracks the questions of a conversation: open, past, and the number asked in a row.

Lives on the engine thread.
"""

from collections.abc import Callable, Sequence

from assistant.conversation.conversation_config import Questioner
from assistant.conversation.turn.turn_factory import TurnFactory
from assistant.protocol.conversation_state import ConversationSignal
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import PastQuestion
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.questions.model.question import Purpose, QuestionSet
from assistant.tools.questions.question_tools import limit_notice
from assistant.tools.tool import QuestionRounds


class QuestionTracker:
    """Follows the questions of one conversation.

    Args:
        signal: Takes signals to the state table; one that is not accepted is dropped.
    """

    def __init__(
        self,
        *,
        questioner: Questioner,
        making: TurnFactory,
        max_rounds: int,
        emit: Callable[[EngineEvent], None],
        signal: Callable[[ConversationSignal], None],
    ) -> None:
        self._questioner = questioner
        self._making = making
        self._max_rounds = max_rounds
        self._emit = emit
        self._signal = signal
        self._open: dict[str, Purpose] = {}
        self.past: tuple[PastQuestion, ...] = ()
        """The settled questions of this branch, oldest first."""
        self.rounds = QuestionRounds(max_rounds)
        """Counts the questions put since the user's last words of their own."""

    def __bool__(self) -> bool:
        """Whether the turn under way waits for an answer."""
        return bool(self._open)

    def __contains__(self, questions_id: str) -> bool:
        """Whether the turn under way waits for this answer."""
        return questions_id in self._open

    def reset(self) -> None:
        """The user said words of their own: count from here."""
        self.rounds = QuestionRounds(self._max_rounds)

    def remember(self, past: Sequence[PastQuestion], *, rounds_used: int) -> None:
        """Take over the stored questions."""
        self.past = tuple(past)
        self.rounds.used = rounds_used

    def forget(self) -> None:
        """No turn waits for an answer any more."""
        self._open.clear()

    def asked(self, event: QuestionAsked) -> None:
        """A question of the turn was put to the user."""
        purpose = event.questions.purpose
        self._open[event.questions.id] = purpose
        self._emit(event)
        self._signal_shown(purpose)

    def closed(self, event: QuestionClosed) -> None:
        """A question of the turn was settled."""
        self._open.pop(event.questions.id, None)
        self._emit(event)
        self._signal(ConversationSignal.QUESTION_CLOSED)
        for purpose in self._open.values():
            self._signal_shown(purpose)
            break

    def put_choice(self, turn_id: str, questions: QuestionSet, *, voice: bool) -> None:
        """Put a choice from a turn's text; one too many becomes a notice."""
        if self.rounds.is_used_up:
            self._emit(Notice(code="question_limit", text=limit_notice(self.rounds.limit)))
            return
        origin = self._making.origin(turn_id, voice=voice)
        number = self.rounds.take()
        self._questioner.put_choice(questions.model_copy(update={"round": number}), origin)

    def _signal_shown(self, purpose: Purpose) -> None:
        is_confirm = purpose is Purpose.CONFIRM
        self._signal(
            ConversationSignal.CONFIRMATION_SHOWN
            if is_confirm
            else ConversationSignal.QUESTION_SHOWN
        )
