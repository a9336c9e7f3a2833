"""What a rule makes of a request."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from assistant.intents.intent import Intent
from assistant.intents.intent_client import IntentClient
from assistant.intents.open_requests import question_of
from assistant.intents.recogniser import open_request, recognise
from assistant.languages.sentence_table import IntentName
from assistant.llm.messages_api.model_client import ModelClient
from assistant.tools.utilities.model.arithmetic import evaluate
from assistant.tools.utilities.model.math_functions import ArithmeticProblem
from benchmarks.requests.request_set import NOW, RequestKind, RequestSample
from benchmarks.requests.verdict import Outcome


class _ClockOfRequests:
    """Stands still when every request is made."""

    def monotonic(self) -> float:
        return 0.0

    def now(self) -> datetime:
        return NOW.astimezone(UTC)


def rule_outcome(
    sample: RequestSample, model: ModelClient, tools: Collection[str]
) -> Outcome | None:
    """Return what is done with a request without a model; None if it goes to the model.

    Args:
        model: What answers where no rule does.
    """
    rules = IntentClient(
        inner=model,
        order="rules first",
        tools=lambda: tools,
        clock=_ClockOfRequests(),
        language=lambda: sample.language,
    )
    intent = recognise(sample.text, NOW, prefer=sample.language)
    if intent is not None and rules.can_answer(sample.text):
        return _outcome(intent)
    asked = open_request(sample.text, NOW, prefer=sample.language)
    if asked is None:
        return None
    question, options = question_of(asked, NOW), asked.lacks.options
    return Outcome(kind=RequestKind.ASK, text=question, options=options, by_rule=True)


def _outcome(intent: Intent) -> Outcome:
    done = Outcome(kind=RequestKind.ACTION, intent=intent.name.value, by_rule=True)
    if intent.name is IntentName.DECLINE:
        return replace(done, kind=RequestKind.DECLINE, intent="")
    slots: dict[str, Any] = dict(intent.slots)
    if "expression" in slots:
        slots["value"] = _value(str(slots["expression"]))
    return replace(done, slots=slots)


def _value(expression: str) -> float | None:
    try:
        return float(evaluate(expression))
    except ArithmeticProblem:
        return None
