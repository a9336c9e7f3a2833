"""Asks for the value that a request lacks, and puts the answer into it. Pure.

"Set a timer" is answered with a question; with its answer, "10 minutes", the request is understood as
if both had been said at once.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from assistant.intents.intent import OpenIntent
from assistant.intents.recogniser import put_in
from assistant.languages.sentence_table import OpenRequest

_ANSWERED: Final = "answered"
_YOU_DECIDE: Final = "you_decide"
_NONE_FIT: Final = "none_fit"
_UNANSWERED: Final = frozenset({"later", "cancelled", "timeout"})


def question_of(asked: OpenIntent, now: datetime) -> str:
    """Question about the missing value; a reminder's repeats the time first.

    Args:
        asked: The request.
        now: Local time.
    """
    if asked.lacks.question:
        return asked.lacks.question
    from assistant.intents.replies import ReplyWriter  # late: it loads Babel

    writer, slots = ReplyWriter(asked.language, now), asked.slots
    if "duration_s" in slots:
        said = writer.said("task_in", length=writer.length(float(slots["duration_s"])))
    else:
        date = now.date() + timedelta(days=slots.get("date", 0))
        moment = datetime.combine(date, datetime.strptime(slots["time"], "%H:%M").time())
        time = writer.time_of_day(moment)
        if "days" in slots:
            said = writer.said("task_on", day=writer.days(slots["days"]), time=time)
        elif slots["date"]:
            said = writer.said("task_on", day=writer.day(date), time=time)
        else:
            said = writer.said("task_at", time=time)
    return said[:1].upper() + said[1:]


def question_input(asked: OpenIntent, now: datetime) -> dict[str, Any]:
    """Input of the question tool.

    Args:
        asked: The request.
        now: Local time.
    """
    return {
        "questions": [
            {
                "question": question_of(asked, now),
                "options": [{"label": option} for option in asked.lacks.options],
                "multiSelect": False,
            }
        ]
    }


def answered_requests(
    text: str, results: Mapping[str, Mapping[str, Any]], asked: OpenRequest
) -> Iterator[str]:
    """Yield how a request may read once the user answered what it lacks.

    Args:
        text: The request.
        results: What the tools of the turn gave back as values, the question tool among them.
        asked: What was asked for.
    """
    for data in results.values():
        answer = _answer(data.get("toolUseResult") or {}, asked)
        if not answer:
            continue
        said = text.strip().rstrip(".?!。？！")
        for part in (form.format(answer) for form in asked.answers):
            yield f"{said} {part}"
            yield f"{part} {said}"
            yield from put_in(part, said)


def is_unanswered(result: Mapping[str, Any]) -> bool:
    """Whether the user put the question off, cancelled it or left it."""
    given: Mapping[str, Any] = result.get("toolUseResult") or {}
    return given.get("outcome") in _UNANSWERED


def _answer(given: Mapping[str, Any], asked: OpenRequest) -> str:
    match given:
        case {"outcome": outcome} if outcome == _YOU_DECIDE:
            return asked.options[0]
        case {"outcome": outcome, "words": str(words)} if outcome == _NONE_FIT:
            return words
        case {"outcome": outcome, "answers": [answer]} if outcome == _ANSWERED:
            chosen = [*answer.get("selectedOptions", ()), answer.get("customInput")]
            return next((words for words in chosen if words), "")
        case _:
            return ""
