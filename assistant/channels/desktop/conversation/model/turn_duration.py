"""How long a reply took, not counting the time the user took to answer a question. Pure."""

from collections.abc import Iterable

from assistant.questions.model.question import QuestionSet


def is_awaited(questions: QuestionSet) -> bool:
    """Whether a turn waits for the answer."""
    return questions.tool_use_id is not None


def duration_without_waits(begin: float, end: float, waits: Iterable[tuple[float, float]]) -> float:
    """Return the seconds from `begin` to `end` that lie in none of the `waits`."""
    took, at = end - begin, begin
    for asked, answered in sorted(waits):
        since, until = max(asked, at), min(answered, end)
        if since < until:
            took -= until - since
            at = until
    return took
