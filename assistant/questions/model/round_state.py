"""Where a dialogue of several questions stands, as a value that travels. Pure.

A round is one question set that was shown. Rounds count within a turn, from 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from assistant.questions.model.question import (
    Answered,
    Cancelled,
    Later,
    NoneFit,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.response_text import answer_as_text


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedRound:
    """A question set that was shown, and what came back so far."""

    questions: QuestionSet
    response: Response | None
    """None while it is open."""


class RoundEntry(BaseModel):
    """One question of a round and its answer."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    round: int
    question: str
    answer: str | None
    """In words, as the model reads it; None while the question is open or if it stayed without."""


class RoundState(BaseModel):
    """Where a dialogue stands; its JSON is what programs exchange."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    session_id: str
    current_round: int
    """0 before the first question."""
    total_rounds: int | None
    """None where nobody knows."""
    dialog_history: tuple[RoundEntry, ...]


def round_state(session_id: str, rounds: Sequence[AskedRound]) -> RoundState:
    """Return where a dialogue stands.

    The total is what the latest question declares; else, where questions are queued behind the
    current one, the current round and those; else unknown. What was put off before the user's last
    request does not count.

    Args:
        session_id: The conversation.
        rounds: What was asked, in order; of one turn, or of a whole conversation, where the
            numbers begin anew with each turn.
    """
    numbers = [asked.questions.round for asked in rounds]
    begins = [n for n in range(1, len(rounds)) if numbers[n] <= numbers[n - 1]]
    chain = rounds[begins[-1] if begins else 0 :]
    waiting = [asked.questions for asked in chain if asked.response is None]
    current = waiting[0].round if waiting else numbers[-1] if numbers else 0
    total = rounds[-1].questions.total_rounds if rounds else None
    if total is None and len(waiting) > 1:
        total = current + len(waiting) - 1
    return RoundState(
        session_id=session_id,
        current_round=current,
        total_rounds=total,
        dialog_history=tuple(entry for asked in rounds for entry in _entries(asked)),
    )


def _entries(asked: AskedRound) -> list[RoundEntry]:
    """Return what was asked in a round; questions that were not open are left out."""
    questions, response = asked.questions, asked.response
    match response:
        case Answered():
            pairs = [(questions.find(a.question_id), a) for a in response.answers]
            answered = [
                (question.text, answer_as_text(question, answer)) for question, answer in pairs
            ]
        case YouDecide():
            answered = [
                (question.text, "(left to you to decide)") for question in questions.questions
            ]
        case NoneFit() if response.words:
            answered = [(question.text, response.words) for question in questions.questions]
        case NoneFit() | Later() | Cancelled() | TimedOut() | None:
            answered = [(question.text, None) for question in questions.questions]
    return [
        RoundEntry(round=questions.round, question=text, answer=answer) for text, answer in answered
    ]
