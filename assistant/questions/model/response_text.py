"""What goes back: the text for the model, and the structured record. Pure.

The texts of answers, cancels and time-outs are fixed, whatever the language of the interface: they
are written for a model.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, assert_never

from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Later,
    Method,
    NoneFit,
    Provenance,
    Question,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.sanitizer import one_line

ResultStyle = Literal["list", "sentence"]

_ANSWERED_HEADING: Final = "User answered the following questions:"
_ANSWERED_CLOSING: Final = "Proceeding with user selections."
_DEFAULT_HEADING: Final = (
    "The user did not answer in time. The defaults that the questions declare for this case "
    "were taken:"
)
_DEFAULT_CLOSING: Final = "Proceeding with these defaults. They are not the user's choice."
_SENTENCE_START: Final = "User has answered your questions: "
_SENTENCE_END: Final = ". You can now continue with the user's answers in mind."
_DEFAULT_SENTENCE_START: Final = "User did not answer in time; the declared defaults were taken: "
_DEFAULT_SENTENCE_END: Final = ". They are not the user's choice."
_CANCELLED_HEADING: Final = "User cancelled the following questions:"
_CANCELLED_CLOSING: Final = "Do not continue this subtask. Ask the user how to proceed, or stop."
_CLOSED_HEADING: Final = "The following questions were closed before the user answered:"
_TIMED_OUT_CLOSING: Final = (
    "Nothing was selected and nothing was executed. Ask again only if the answer is still needed."
)
_YOU_DECIDE_HEADING: Final = "User leaves the following questions for you to decide:"
_YOU_DECIDE_CLOSING: Final = (
    "Choose what you judge best, say in one sentence what you chose and why, and continue. "
    "Do not ask the same questions again."
)
_NONE_FIT_HEADING: Final = "User says that none of the options fits the following questions:"
_NONE_FIT_CLOSING: Final = (
    "Nothing was selected. Do not pick one of the rejected options; go by the user's words, or "
    "ask again with better options if they leave it open."
)
_LATER_HEADING: Final = "User will answer the following questions later:"
_LATER_CLOSING: Final = (
    "Nothing was selected and the questions stay open. Do not decide them yourself and do not ask "
    "them again now. Continue with what does not depend on them, or stop; the answers will follow "
    "in a message."
)
_AMENDED_HEADING: Final = "User changed earlier answers:"
_AMENDED_CLOSING: Final = (
    "These replace the earlier answers. Say what of the work done so far they affect, and continue "
    "with the new answers."
)
_NOT_ASKED: Final = "(not asked)"
_NO_LONGER_ASKED: Final = "(no longer asked)"
_NOT_AMENDED: Final = "User looked at earlier answers again and left them as they are."
BY_THE_PERSON: Final = frozenset(
    {CancelReason.USER, CancelReason.EXIT, CancelReason.TURN_CANCELLED}
)
"""Why a question is closed when it is the user who closed it."""


def render_tool_result(
    questions: QuestionSet, response: Response, *, style: ResultStyle = "list"
) -> str:
    """Return the content of the tool result that answers a question call.

    Args:
        questions: What was asked.
        response: What came back, checked.
        style: How answers are written: a numbered list, or one sentence.
    """
    match response:
        case Answered():
            by_default = response.provenance.method is Method.TIMEOUT_DEFAULT
            if style == "sentence":
                return _sentence(questions, response.answers, by_default=by_default)
            return _paragraphs(
                _DEFAULT_HEADING if by_default else _ANSWERED_HEADING,
                *_answer_blocks(questions, response.answers),
                _DEFAULT_CLOSING if by_default else _ANSWERED_CLOSING,
            )
        case Cancelled():
            by_person = response.reason in BY_THE_PERSON
            return _unanswered(
                questions,
                _CANCELLED_HEADING if by_person else _CLOSED_HEADING,
                _CANCELLED_CLOSING,
                remark="Reason: " + one_line(response.text) if response.text else "",
            )
        case TimedOut():
            seconds = f"{response.after_s:.1f}".removesuffix(".0")
            heading = f"No answer within {seconds} seconds to the following questions:"
            return _unanswered(questions, heading, _TIMED_OUT_CLOSING)
        case YouDecide():
            return _unanswered(questions, _YOU_DECIDE_HEADING, _YOU_DECIDE_CLOSING)
        case NoneFit():
            remark = "User said: " + one_line(response.words) if response.words else ""
            return _unanswered(questions, _NONE_FIT_HEADING, _NONE_FIT_CLOSING, remark=remark)
        case Later():
            return _unanswered(questions, _LATER_HEADING, _LATER_CLOSING)
        case _:
            assert_never(response)


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def _unanswered(questions: QuestionSet, heading: str, closing: str, *, remark: str = "") -> str:
    listed = "\n".join(
        f"{n}. {_title(question, str(n))}" for n, question in enumerate(questions.questions, 1)
    )
    return _paragraphs(heading, listed, remark, closing)


def _title(question: Question, number: str) -> str:
    return f"{one_line(question.header or f'Q{number}')} ({one_line(question.text)})"


def _answer_blocks(questions: QuestionSet, answers: Sequence[Answer]) -> Iterator[str]:
    """Yield a block of lines for each question of the set, its follow-ups indented below it."""
    by_id = {answer.question_id: answer for answer in answers}
    for n, question in enumerate(questions.questions, start=1):
        yield "\n".join(_lines(question, by_id, number=str(n), indent=""))


def _lines(
    question: Question, by_id: dict[str, Answer], *, number: str, indent: str
) -> Iterator[str]:
    nested = "." in number
    body = indent + (" " * 4 if nested else " " * 3)
    yield f"{indent}{number}{'' if nested else '.'} {_title(question, number)}"
    answer = by_id.get(question.id)
    if answer is None:  # what it depends on was not chosen
        yield f"{body}{_NOT_ASKED}"
        return
    yield f"{body}Selected: {_selected(question, answer, mark_other=True)}"
    if answer.note:
        yield f"{body}Note: {one_line(answer.note)}"
    answered = [q for qs in question.follow_ups.values() for q in qs if q.id in by_id]
    for n, follow_up in enumerate(answered, start=1):
        yield from _lines(follow_up, by_id, number=f"{number}.{n}", indent=body)


def _selected(question: Question, answer: Answer, *, mark_other: bool) -> str:
    parts = [one_line(label) for label in selected_labels(question, answer)]
    if answer.text:
        parts.append(one_line(answer.text))
    if answer.other:
        parts.append(one_line(answer.other) + (" (custom input)" if mark_other else ""))
    return ", ".join(parts) or "(none)"


def selected_labels(question: Question, answer: Answer) -> list[str]:
    """Return the labels that were chosen, in the author's order; a yes or no has one, too."""
    if answer.boolean is not None:
        return ["Yes" if answer.boolean else "No"]
    return [option.label for option in question.options if option.id in answer.option_ids]


def render_amendment(questions: QuestionSet, old: Response, new: Response) -> str:
    """Return the message that tells the model what of a sent answer the user changed.

    Args:
        questions: What was asked.
        old: What was answered then.
        new: What is answered now, checked.
    """
    before, after = _values(questions, old), _values(questions, new)
    shown = [q for q in questions.walk() if before.get(q.id) != after.get(q.id)]
    blocks = [
        f"{n}. {_title(question, str(n))}\n"
        f"   Was: {before.get(question.id, _NOT_ASKED)}\n"
        f"   Now: {after.get(question.id, _NO_LONGER_ASKED)}"
        for n, question in enumerate(shown, start=1)
    ]
    if not blocks:
        return _NOT_AMENDED
    return _paragraphs(_AMENDED_HEADING, *blocks, _AMENDED_CLOSING)


def _values(questions: QuestionSet, response: Response) -> dict[str, str]:
    """Return what a response says to each question that was open, in words."""
    if isinstance(response, Answered):
        return {
            answer.question_id: _with_note(questions.find(answer.question_id), answer)
            for answer in response.answers
        }
    instead = _without_choice(response)
    return {question.id: instead for question in questions.questions}


def _with_note(question: Question, answer: Answer) -> str:
    words = _selected(question, answer, mark_other=True)
    return f"{words} (note: {one_line(answer.note)})" if answer.note else words


def _without_choice(response: YouDecide | NoneFit | Later | Cancelled | TimedOut) -> str:
    match response:
        case YouDecide():
            return "(left to you to decide)"
        case NoneFit():
            words = one_line(response.words)
            return f"(none of the options fits: {words})" if words else "(none of the options fits)"
        case Later():
            return "(to be answered later)"
        case Cancelled():
            words = one_line(response.text)
            return f"(cancelled: {words})" if words else "(cancelled)"
        case TimedOut():
            return "(not answered in time)"


def answer_as_text(question: Question, answer: Answer) -> str:
    """Return an answer in words: its labels and own words on one line, or `(none)`."""
    return _selected(question, answer, mark_other=False)


def _sentence(questions: QuestionSet, answers: Sequence[Answer], *, by_default: bool) -> str:
    pairs: list[str] = []
    for answer in answers:
        question = questions.find(answer.question_id)
        note = f" (note: {one_line(answer.note)})" if answer.note else ""
        pairs.append(f'"{one_line(question.text)}"="{answer_as_text(question, answer)}"{note}')
    start, end = (
        (_DEFAULT_SENTENCE_START, _DEFAULT_SENTENCE_END)
        if by_default
        else (_SENTENCE_START, _SENTENCE_END)
    )
    return start + ", ".join(pairs) + end


def structured_result(questions: QuestionSet, response: Response) -> dict[str, Any]:
    """Return the record of a result for history, export and programs; JSON values only.

    `route` is how the questions came in, `amends` the set whose sent answer this one changes, or
    None; `status` is the stored status (`pending` after *later*), `outcome` what the user did;
    `answers` has one entry for each visible question, in order, with ids, labels and zero-based
    indices, and is empty unless something was answered.
    """
    result: dict[str, Any] = {
        "questions_id": questions.id,
        "tool_use_id": questions.tool_use_id,
        "route": questions.route.value,
        "amends": questions.amends,
        "status": stored_status(response),
        "outcome": response.outcome,
        "answers": [],
    }
    match response:
        case Answered():
            result["answers"] = [
                _structured_answer(questions.find(a.question_id), a) for a in response.answers
            ]
            result |= _structured_provenance(response.provenance)
        case NoneFit():
            result["words"] = response.words
            result |= _structured_provenance(response.provenance)
        case YouDecide() | Later():
            result |= _structured_provenance(response.provenance)
        case Cancelled():
            result["reason"] = response.reason.value
            result["text"] = response.text
            if response.provenance is not None:
                result |= _structured_provenance(response.provenance)
        case TimedOut():
            result["after_s"] = response.after_s
        case _:
            assert_never(response)
    return result


def stored_status(
    response: Response,
) -> Literal["pending", "answered", "cancelled", "timeout"]:
    """Return the status a question has once this response was taken."""
    match response:
        case Answered() | YouDecide() | NoneFit():
            return "answered"
        case Later():
            return "pending"
        case Cancelled():
            return "cancelled"
        case TimedOut():
            return "timeout"
        case _:
            assert_never(response)


def _structured_answer(question: Question, answer: Answer) -> dict[str, Any]:
    result: dict[str, Any] = {
        "question_id": question.id,
        "question": question.text,
        "header": question.header or "",
        "selectedOptions": selected_labels(question, answer),
        "option_ids": list(answer.option_ids),
        "indices": [n for n, o in enumerate(question.options) if o.id in answer.option_ids],
    }
    optional = {
        "customInput": answer.other,
        "text": answer.text,
        "boolean": answer.boolean,
        "note": answer.note,
    }
    return result | {key: value for key, value in optional.items() if value is not None}


def _structured_provenance(provenance: Provenance) -> dict[str, Any]:
    return {
        "answered_by": provenance.method.value,
        "provenance": provenance.model_dump(mode="json", exclude_none=True, exclude={"user"}),
    }
