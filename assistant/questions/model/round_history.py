"""Which rounds of questions came before the one that is open. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.questions.model.answer_revision import can_change, revised
from assistant.questions.model.question import Later, Purpose, QuestionSet, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierRound:
    """A question that was settled, and how."""

    questions: QuestionSet
    response: Response


class RoundHistory:
    """The questions of the chain under way, each as it stands.

    Rounds are put one after the other, so one that does not come after the last begins a new chain,
    unless it is of before: put off and answered now, opened again, or changed.
    """

    def __init__(self) -> None:
        self._rounds: dict[str, EarlierRound] = {}
        self._known: set[str] = set()
        """Ids of all sets so far, also of chains that are over."""

    def remember(self, questions: QuestionSet, response: Response) -> None:
        """Note how a question was settled, put off or changed."""
        if questions.purpose is not Purpose.ASK:
            return
        past = self._rounds.get(questions.amends or "")
        if past is not None:
            self._revise(past, questions, response)
        elif questions.id in self._rounds or not {questions.id, questions.amends} & self._known:
            self._put(questions, response)
        self._known.add(questions.id)

    def _revise(self, past: EarlierRound, again: QuestionSet, new: Response) -> None:
        if can_change(again, new):
            standing = revised(past.questions, past.response, again, new)
            self._rounds[past.questions.id] = EarlierRound(
                questions=past.questions, response=standing
            )

    def _put(self, questions: QuestionSet, response: Response) -> None:
        if questions.id not in self._rounds and any(
            past.questions.round >= questions.round for past in self._rounds.values()
        ):
            self._rounds.clear()
        self._rounds[questions.id] = EarlierRound(questions=questions, response=response)

    def forget(self) -> None:
        """Another conversation begins."""
        self._rounds.clear()
        self._known.clear()

    def before(self, questions: QuestionSet) -> Sequence[EarlierRound]:
        """Return the settled rounds before this question, oldest first."""
        return tuple(
            past
            for past in self._rounds.values()
            if past.questions.round < questions.round and not isinstance(past.response, Later)
        )
