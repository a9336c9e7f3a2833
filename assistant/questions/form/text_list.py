"""Questions as plain text, where nothing can be clicked. Pure, but for the interface's language."""

from collections.abc import Iterator

from assistant.locale import _
from assistant.questions.form.choices import own_words
from assistant.questions.form.outcome_text import answer_in_words
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import (
    Answer,
    AnswerInput,
    Draft,
    Option,
    Purpose,
    Question,
    QuestionSet,
)
from assistant.questions.model.validation import default_draft, visible


def describe(questions: QuestionSet, draft: Draft | None = None) -> str:
    """Return every open question with its options, numbered per question.

    Args:
        questions: What is asked.
        draft: The selections so far; what its author pre-selected if not given.
    """
    draft = default_draft(questions) if draft is None else draft
    shown = visible(questions, draft)
    blocks = ["\n".join(part for part in (questions.title, questions.description) if part)]
    for position, question in enumerate(shown, start=1):
        answer = draft.answers.get(question.id)
        lines = describe_question(
            question, answer, purpose=questions.purpose, position=position, total=len(shown)
        )
        blocks.append("\n".join(lines))
    return "\n\n".join(block for block in blocks if block)


def describe_question(
    question: Question,
    answer: Answer | None = None,
    *,
    purpose: Purpose = Purpose.ASK,
    position: int = 1,
    total: int = 1,
) -> tuple[str, ...]:
    """Return the lines of one question: text, context, options, what is selected, what to reply.

    Args:
        question: The question.
        answer: What is selected already.
        purpose: Why it is put.
        position: Which one of the open questions it is, from 1.
        total: How many are open; progress is shown from 2 on.
    """
    return tuple(_lines(question, answer, purpose, position, total))


def _lines(
    question: Question, answer: Answer | None, purpose: Purpose, position: int, total: int
) -> Iterator[str]:
    chip = [f"[{question.header}]"] if question.header else []
    if total > 1:
        chip.append(_("Question {i} of {n}").format(i=position, n=total))
    if chip:
        yield " ".join(chip)
    optional = "" if question.required else " " + _("(optional: /skip)")
    yield question.text + optional
    if question.context:
        yield question.context
    for index, option in enumerate(question.options):
        yield _option_line(question, index, option)
    if question.allow_other:
        place, own = marker(question, len(question.options)), own_words(purpose)
        yield f"{place}. {own.label} - {own.description}"
    if answer is not None and not answer.is_empty:
        yield _("Selected: {answer} (an empty line or /keep keeps it)").format(
            answer=answer_with_places(question, answer)
        )
    yield _instruction(question)


def _option_line(question: Question, index: int, option: Option) -> str:
    recommended = " " + _("(Recommended)") if option.recommended else ""
    description = f" - {option.description}" if option.description else ""
    return f"{marker(question, index)}. {option.label}{recommended}{description}"


def _instruction(question: Question) -> str:
    lettered = bool(question.options) and not marker(question, 0).isdecimal()
    match question.traits.input:
        case AnswerInput.OPTIONS if question.traits.is_multiple:
            if lettered:
                return _("Please reply with the letters, such as A, C")
            return _("Please reply with the numbers, such as 1, 3")
        case AnswerInput.OPTIONS if lettered:
            return _("Please reply with the letter")
        case AnswerInput.OPTIONS:
            return _("Please reply with the number")
        case AnswerInput.YES_NO:
            return _("Please reply with yes or no")
        case AnswerInput.TEXT:
            return _("Please type your answer")


def answer_with_places(question: Question, answer: Answer) -> str:
    """Return an answer in one line with the places of its options, as the list names it."""
    return answer_in_words(question, answer, place=lambda index: f"{marker(question, index)}. ")
