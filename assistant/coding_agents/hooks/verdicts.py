"""What the user's response to a hook's question means for the agent."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from assistant.coding_agents.hooks.hook_events import (
    Asked,
    FormAsked,
    PermissionAsked,
    QuestionsAsked,
)
from assistant.coding_agents.hooks.permission_request import ALLOW, DENY, chosen_rule
from assistant.questions.formats.elicitation import elicitation_result
from assistant.questions.formats.input_reader import as_fields, as_list
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Later,
    NoneFit,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.response_text import render_tool_result
from assistant.questions.model.sanitizer import one_line

_DENIED = "The user denied this."


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenAnswer:
    """The answer to one question of the agent's."""

    labels: tuple[str, ...]
    """The labels that were chosen, and words of the user's own."""
    notes: tuple[str, ...] = ()
    """A remark beside them, if there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """The user allowed it, or answered."""

    answers: Mapping[str, GivenAnswer] = field(default_factory=dict[str, GivenAnswer])
    """The answers to the agent's questions, by their texts as it wrote them."""
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The fields of a form."""
    rule: Mapping[str, Any] | None = None
    """The agent's own rule that the user chose, as the agent wrote it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Denied:
    """The user denied it, or gave another answer than was offered."""

    message: str
    """What the agent's model reads."""
    words: str = ""
    """Why, in the user's own words, if they said so."""


Verdict = Allowed | Denied


def verdict_of(asked: Asked, questions: QuestionSet, response: Response) -> Verdict | None:
    """Return what a response means.

    Returns:
        None where the user has decided nothing: then the agent's own dialog stays.
    """
    if isinstance(response, Later | TimedOut):
        return None
    match asked:
        case PermissionAsked():
            return _permission(asked, response)
        case QuestionsAsked():
            return _answers(asked, questions, response)
        case FormAsked():
            return _form(questions, response)
        case _:
            assert_never(asked)


def _permission(asked: PermissionAsked, response: Response) -> Verdict | None:
    match response:
        case Answered(answers=(answer,)) if answer.other:
            said = one_line(answer.other)
            return Denied(message=f"{_DENIED} They said: {said}", words=said)
        case Answered(answers=(answer,)) if answer.option_ids == (DENY,):
            return Denied(message=_DENIED)
        case Answered(answers=(answer,)) if answer.option_ids == (ALLOW,):
            return Allowed()
        case Answered(answers=(answer,)) if len(answer.option_ids) == 1:
            rule = chosen_rule(asked.request, answer.option_ids[0])
            return None if rule is None else Allowed(rule=rule)
        case _:
            return None


def _answers(asked: QuestionsAsked, questions: QuestionSet, response: Response) -> Verdict | None:
    match response:
        case Answered(answers=answers):
            asked_as = dict(zip((q.id for q in questions.questions), _texts(asked), strict=False))
            given = {
                asked_as[answer.question_id]: _given(questions, answer)
                for answer in answers
                if not answer.is_empty and answer.question_id in asked_as
            }
            return Allowed(answers=given)
        case Cancelled(reason=reason, text=text):
            is_users = reason is CancelReason.USER and text
            return Denied(message=render_tool_result(questions, response)) if is_users else None
        case YouDecide() | NoneFit():
            return Denied(message=render_tool_result(questions, response))
        case _:
            return None


def _texts(asked: QuestionsAsked) -> Iterator[str]:
    """Yield the questions as the agent wrote them: it finds its answers by them."""
    for question in as_list(asked.tool_input.get("questions")) or []:
        text: object = as_fields(question).get("question")
        yield text if isinstance(text, str) else ""


def _given(questions: QuestionSet, answer: Answer) -> GivenAnswer:
    question = questions.find(answer.question_id)
    labels = [option.label for option in question.options if option.id in answer.option_ids]
    labels += [one_line(words) for words in (answer.other, answer.text) if words]
    notes = (one_line(answer.note),) if answer.note else ()
    return GivenAnswer(labels=tuple(labels), notes=notes)


def _form(questions: QuestionSet, response: Response) -> Verdict | None:
    if isinstance(response, Cancelled):
        return None
    result = elicitation_result(questions, response)
    if result.get("action") == "accept":
        return Allowed(fields=result.get("content", {}))
    return Denied(message="") if result.get("action") == "decline" else None
