"""How refusals of the question desk are told to programs. Pure."""

from collections.abc import Mapping

from assistant.channels.web.server.model.problems import ApiProblem
from assistant.conversation.history.model.stored_question import StoredQuestion
from assistant.errors import AnswerRefused, QuestionError, RefusalReason
from assistant.locale import _
from assistant.questions.desk.model.lifecycle import LifecycleEvent, refusal_of
from assistant.questions.formats.answer_json import wire_form
from assistant.questions.model.question import Channel, Question
from assistant.questions.model.validation import may_answer


def question_not_found(question_id: str, details: Mapping[str, str] | None = None) -> ApiProblem:
    """Return the problem of a question that its session does not have."""
    return ApiProblem(
        404,
        "question_not_found",
        _("This session has no such question; it may be one of an earlier round that is gone."),
        {"question_id": question_id, **(details or {})},
    )


def check_settleable(
    stored: StoredQuestion, happening: LifecycleEvent, channel: Channel = Channel.API
) -> None:
    """Raise AnswerRefused if a question is settled, or may not be settled through a channel."""
    if refused := refusal_of(stored.status, happening):
        raise refused
    if not may_answer(stored.questions, channel):
        raise AnswerRefused(
            RefusalReason.NOT_ALLOWED,
            _("This can only be answered in the window or the terminal."),
        )


def problem_of(refused: AnswerRefused, question_id: str, question: Question | None) -> ApiProblem:
    """Return what a program is told whose answer was refused.

    Args:
        refused: Why.
        question_id: What it named.
        question: What that is, if it is known.
    """
    match refused.reason:
        case RefusalReason.NOT_FOUND | RefusalReason.WRONG_SESSION:
            return question_not_found(question_id)
        case RefusalReason.INVALID:
            return invalid_answer(refused, question_id, question)
        case RefusalReason.ALREADY_ANSWERED | RefusalReason.CLOSED:
            code = refused.reason.value
            return ApiProblem(
                400, code, refused.message, {"question_id": question_id, "reason": code}
            )
        case RefusalReason.NOT_ALLOWED:
            return ApiProblem(403, "not_allowed", refused.message, {"question_id": question_id})


def invalid_answer(
    refused: AnswerRefused, question_id: str, question: Question | None
) -> ApiProblem:
    """Return the problem of an answer that does not fit, with the form that does."""
    details: dict[str, object] = {"question_id": question_id}
    message = refused.message
    if question is not None:
        form = wire_form(question)
        message = f"{message} {form}"
        details |= {
            "type": question.traits.type_names[0],
            "expected": form,
            "options": [option.id for option in question.options],
            "allow_other": question.allow_other,
            "required": question.required,
        }
    return ApiProblem(400, "invalid_answer", message, details)


def invalid_question(error: QuestionError) -> ApiProblem:
    """Return the problem of a question that cannot be asked."""
    details = {"problems": [dict(one) for one in error.details] or list(error.problems)}
    return ApiProblem(400, "invalid_question", f"{error.message} {error.hint}".strip(), details)
