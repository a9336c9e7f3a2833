"""The message by which an answer to a choice in the model's words goes back. Pure.

One question: the id of the option, or the user's own words, and nothing else. A form: a line for
each question. What is not an answer is said in fixed English, whatever the interface speaks: it is
written for a model.
"""

from collections.abc import Sequence
from typing import Final, assert_never

from assistant.questions.model.question import (
    Answer,
    Answered,
    AnswerInput,
    Cancelled,
    Later,
    Method,
    NoneFit,
    Question,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.sanitizer import one_line

OWN_WORDS: Final = "직접입력"
"""What stands for the option id where the user wrote their own answer."""
NOTHING: Final = "(none)"
"""An optional question that was left out."""

_YOU_DECIDE: Final = (
    "You decide. (The user leaves this choice to you. Choose what you judge best, say in one "
    "sentence what you chose and why, and continue. Do not ask the same again.)"
)
_NONE_FIT: Final = "None of these."
_NONE_FIT_REMARK: Final = (
    "(The user says that none of the options fits. Nothing was selected. Do not pick one of the "
    "rejected options; go by the user's words, or ask again with better options if they leave it "
    "open.)"
)
_LATER: Final = (
    "Later. (The user will answer this later; nothing was selected. Do not decide it yourself and "
    "do not ask again now. Continue with what does not depend on it, or stop; the answer will "
    "follow in a message.)"
)
_CANCELLED: Final = (
    "Cancelled. (The user closed the question without an answer. Do not continue this subtask. Ask "
    "the user how to proceed, or stop.)"
)
_TIMED_OUT: Final = (
    "No answer within {seconds} seconds. (Nothing was selected and nothing was executed. Ask again "
    "only if the answer is still needed.)"
)
_BY_DEFAULT: Final = (
    "Note: The user did not answer in time; these are the declared defaults, not the user's choice."
)


def render_text_answer(questions: QuestionSet, response: Response) -> str:
    """Return the user's next message.

    Args:
        questions: What was asked.
        response: What came back, checked.
    """
    match response:
        case Answered():
            return _answered(questions, response)
        case YouDecide():
            return _YOU_DECIDE
        case NoneFit():
            return "\n".join(filter(None, (_NONE_FIT, response.words, _NONE_FIT_REMARK)))
        case Later():
            return _LATER
        case Cancelled():
            reason = f"Reason: {one_line(response.text)}" if response.text else ""
            return "\n".join(filter(None, (_CANCELLED, reason)))
        case TimedOut():
            seconds = f"{response.after_s:.1f}".removesuffix(".0")
            return _TIMED_OUT.format(seconds=seconds)
        case _:
            assert_never(response)


def _answered(questions: QuestionSet, response: Answered) -> str:
    given = {answer.question_id: answer for answer in response.answers}
    asked = [
        question
        for question in questions.walk()
        if question.id in given or question in questions.questions
    ]
    if len(asked) == 1:
        lines = _single(asked[0], given.get(asked[0].id))
    else:
        lines = [line for question in asked for line in _form_lines(question, given)]
    if response.provenance.method is Method.TIMEOUT_DEFAULT:
        lines.append(_BY_DEFAULT)
    return "\n".join(lines)


def _single(question: Question, answer: Answer | None) -> list[str]:
    """Return the lines for the only question: ids, own words as typed, and a note."""
    if answer is None or answer.is_empty:
        return [NOTHING, *_note(answer)]
    parts = [option.id for option in question.options if option.id in answer.option_ids]
    own = _own_words(question, answer)
    return [", ".join([*parts, *own]), *_note(answer)]


def _form_lines(question: Question, given: dict[str, Answer]) -> Sequence[str]:
    answer = given.get(question.id)
    parts: list[str] = []
    if answer is not None and not answer.is_empty:
        parts = [
            f"{option.id}. {one_line(option.label)}"
            for option in question.options
            if option.id in answer.option_ids
        ]
        own = [one_line(words) for words in _own_words(question, answer)]
        is_choice = question.traits.input is AnswerInput.OPTIONS
        parts += [f"{OWN_WORDS}. {words}" if is_choice else words for words in own]
    return [f"{one_line(question.text)}: {', '.join(parts) or NOTHING}", *_note(answer)]


def _own_words(question: Question, answer: Answer) -> list[str]:
    if question.traits.input is AnswerInput.YES_NO and answer.boolean is not None:
        return ["Yes" if answer.boolean else "No"]
    return [words for words in (answer.text, answer.other) if words]


def _note(answer: Answer | None) -> list[str]:
    return [f"Note: {one_line(answer.note)}"] if answer is not None and answer.note else []
