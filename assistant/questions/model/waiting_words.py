"""What is said of questions that wait, together. Pure, but for the interface's language."""

from collections.abc import Sequence
from typing import Final

from assistant.locale import _, ngettext
from assistant.questions.model.question import QuestionSet
from assistant.questions.model.sanitizer import one_line

MOST_LINES: Final = 8
"""Questions that are named; of the others the number is told."""
_LINE_LENGTH: Final = 120


def waiting_title(count: int) -> str:
    return ngettext(
        "{n} question is waiting for your answer",
        "{n} questions are waiting for your answer",
        count,
    ).format(n=count)


def waiting_lines(questions: Sequence[QuestionSet], *, most: int = MOST_LINES) -> list[str]:
    """Return a line for each, with who asks, never with what a permission is for."""
    lines = [_line(one) for one in questions[:most]]
    rest = len(questions) - len(lines)
    if rest:
        lines.append(_("and {n} more").format(n=rest))
    return lines


def _line(questions: QuestionSet) -> str:
    text = one_line(questions.title or questions.questions[0].text)
    text = text if len(text) <= _LINE_LENGTH else f"{text[: _LINE_LENGTH - 1]}…"
    asker = questions.asked_by
    return f"• {one_line(asker)}: {text}" if asker else f"• {text}"
