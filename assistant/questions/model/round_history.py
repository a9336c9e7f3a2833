"""Which rounds of questions came before the one that is open. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.questions.model.question import Purpose, QuestionSet, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierRound:
    """A question that was settled, and how."""

    questions: QuestionSet
    response: Response


class RoundHistory:
    """The settled questions of the chain under way.

    A chain begins with round 1; a round that does not come after the last one begins a new chain.
    """

    def __init__(self) -> None:
        self._rounds: list[EarlierRound] = []

    def remember(self, questions: QuestionSet, response: Response) -> None:
        """Note how a question was settled; once more for the same question replaces it."""
        if questions.purpose is not Purpose.ASK:
            return
        kept = [past for past in self._rounds if past.questions.id != questions.id]
        if kept and kept[-1].questions.round > questions.round:
            kept.clear()
        self._rounds = [*kept, EarlierRound(questions=questions, response=response)]

    def forget(self) -> None:
        """Another conversation, or another request of the user, begins."""
        self._rounds.clear()

    def before(self, questions: QuestionSet) -> Sequence[EarlierRound]:
        """Return the rounds before this question, oldest first."""
        return tuple(past for past in self._rounds if past.questions.round < questions.round)
