"""What an MCP server asks the user, in both eras of the protocol, as questions of ours. Pure.

A form becomes a question set field by field; an address to be opened becomes a question of its own.
The text is the server's and stands under its name; the choices and warnings are ours.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from assistant.errors import QuestionError
from assistant.locale import _
from assistant.questions.form.outcome_text import cancel_reason
from assistant.questions.formats.elicitation import (
    answer_schema,
    elicitation_result,
    parse_elicitation,
)
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Later,
    NoneFit,
    Option,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.tools.mcp.model.input_schema import read_schema
from assistant.tools.mcp.model.safe_names import bounded_text
from assistant.tools.mcp.model.url_check import CheckedUrl, check_url

MAX_MESSAGE: Final = 4_000
"""Characters of what a server says with its question."""
_OPEN, _STAY = "open", "stay"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormElicitation:
    """Fields to be filled in."""

    questions: QuestionSet
    notes: tuple[str, ...] = ()
    """What of the form is not kept, for the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UrlElicitation:
    """An address to be opened in the user's browser."""

    questions: QuestionSet
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedElicitation:
    """Something that is never put before the user."""

    reason: str
    """For the log and the server."""


def question_of(
    params: Mapping[str, Any], *, server: str, set_id: str
) -> FormElicitation | UrlElicitation | RejectedElicitation:
    """Convert a server's question.

    Args:
        params: Of `elicitation/create`, or of one of the `inputRequests`, as on the wire.
        server: Its name in the configuration, shown as the one who asks.
        set_id: Id of the question set.
    """
    message = params.get("message")
    words = bounded_text(message, MAX_MESSAGE, multiline=True) if isinstance(message, str) else ""
    source = _("MCP server {server}").format(server=server)
    match str(params.get("mode") or "form").lower():
        case "form":
            return _form({**params, "message": words}, source=source, set_id=set_id)
        case "url":
            return _visit(params.get("url"), words, source=source, set_id=set_id)
        case mode:
            return RejectedElicitation(reason=f"The mode {mode[:40]!r} is not known.")


def action_of(asked: FormElicitation | UrlElicitation, response: Response) -> dict[str, Any]:
    """The reply: `{"action", "content"}`, without content for an address.

    Why the user cancelled stands in `_meta`; the protocol has no other place for it.
    """
    why = cancel_reason(response) if isinstance(response, Cancelled) else ""
    meta = {"_meta": {"reason": why}} if why else {}
    match asked:
        case FormElicitation():
            return elicitation_result(asked.questions, response) | meta
        case UrlElicitation():
            return {"action": _visit_action(response)} | meta
        case _:
            assert_never(asked)


def faults_of(asked: FormElicitation, action: Mapping[str, Any]) -> tuple[str, ...]:
    """Violations of the server's own schema. May take some milliseconds.

    Args:
        action: What would be sent.
    """
    content: Mapping[str, Any] = action.get("content") or {}
    schema = answer_schema(json.loads(asked.questions.raw))
    return read_schema(schema).problems(content)


def asked_again(
    asked: FormElicitation, response: Response, faults: Sequence[str], *, set_id: str
) -> FormElicitation:
    """The form once more: it says what did not fit and holds what was answered."""
    questions = asked.questions
    given = {answer.question_id: answer for answer in _answers(response)}
    trouble = _("Your answer does not fit what the server asks for: {problems}").format(
        problems="; ".join(faults)
    )
    update: dict[str, object] = {
        "id": set_id,
        "description": f"{trouble}\n\n{questions.description}".strip(),
        "questions": tuple(
            _starting_from(question, given[question.id]) if question.id in given else question
            for question in questions.questions
        ),
    }
    return FormElicitation(questions=questions.model_copy(update=update))


def _answers(response: Response) -> Sequence[Answer]:
    return response.answers if isinstance(response, Answered) else ()


def _starting_from(question: Question, answer: Answer) -> Question:
    options = tuple(
        option.model_copy(update={"default": option.id in answer.option_ids})
        for option in question.options
    )
    update = {
        "options": options,
        "default_text": answer.text or "",
        "default_boolean": answer.boolean,
    }
    return question.model_copy(update=update)


def _form(
    params: Mapping[str, Any], *, source: str, set_id: str
) -> FormElicitation | RejectedElicitation:
    try:
        parsed = parse_elicitation(params, set_id=set_id, source=source)
    except QuestionError as error:
        return RejectedElicitation(reason=f"{error.message} {error.hint}".strip())
    questions = parsed.questions
    if any("secret" in note for note in parsed.notes):
        warning = _(
            "⚠ This form seems to ask for a password or another secret. Servers must not ask for one"
            " in a form: what you write is not protected."
        )
        description = f"{warning}\n\n{questions.description}".strip()
        questions = questions.model_copy(update={"description": description})
    return FormElicitation(questions=questions, notes=parsed.notes)


def _visit(
    url: object, words: str, *, source: str, set_id: str
) -> UrlElicitation | RejectedElicitation:
    judged = check_url(url) if isinstance(url, str) else None
    if judged is None:
        return RejectedElicitation(reason="The address is not one that may be opened.")
    question = Question(
        id="address",
        kind=QuestionKind.SINGLE,
        header=_("Open"),
        text=_("Open this address of {domain} in your browser?").format(domain=judged.host),
        context=_about(judged),
        options=(
            Option(id=_STAY, label=_("Do not open it"), default=True),
            Option(id=_OPEN, label=_("Open it")),
        ),
    )
    questions = QuestionSet(
        id=set_id,
        questions=(question,),
        description=words,
        source=source,
        route=QuestionRoute.ELICITATION,
    )
    return UrlElicitation(questions=questions, url=judged.url)


def _about(judged: CheckedUrl) -> str:
    """The whole address, the domain by itself, and warnings.

    Shown as plain text everywhere, so nothing in an address can be read as formatting.
    """
    lines = [
        _("Address: {address}").format(address=judged.url),
        _("Domain: {domain}").format(domain=judged.host),
    ]
    if judged.is_disguised:
        lines.append(
            _("⚠ The domain is shown as “{domain}”: letters of it may look like others.").format(
                domain=judged.readable_host
            )
        )
    if not judged.is_encrypted:
        lines.append(_("⚠ The connection to it would not be encrypted."))
    return "\n\n".join(lines)


def _visit_action(response: Response) -> str:
    match response:
        case Answered(answers=(answer,)) if answer.option_ids == (_OPEN,):
            return "accept"
        case Answered() | NoneFit() | YouDecide():
            return "decline"
        case Cancelled() | Later() | TimedOut():
            return "cancel"
        case _:
            assert_never(response)
