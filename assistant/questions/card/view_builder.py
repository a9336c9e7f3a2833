"""From the selections in a question set to what its card shows. Pure, but for the language."""

from collections.abc import Iterator
from typing import Final

from assistant.locale import _, mark
from assistant.questions.card.card_view import (
    ButtonKind,
    CardButton,
    CardField,
    CardProgress,
    CardRow,
    CardSummary,
    CardView,
)
from assistant.questions.card.gestures import (
    OTHER,
    Cancel,
    Confirm,
    Gesture,
    LetAssistantDecide,
    OpenWords,
    PutOff,
    Reset,
    Review,
    Revise,
    Skip,
    StopAsking,
    Submit,
    WordsFor,
)
from assistant.questions.form.answer_hints import most_characters
from assistant.questions.form.choices import choices_of, own_words
from assistant.questions.form.form_state import FormState
from assistant.questions.form.outcome_text import answer_line, short_name
from assistant.questions.model.limits import MAX_QUESTIONS_PER_FORM, MAX_TEXT
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import AnswerInput, Purpose, Question


def build_view(
    form: FormState,
    *,
    is_form: bool,
    words_for: WordsFor | None,
    words_question: str,
    wants_other: bool,
    can_stop: bool,
    message: str,
) -> CardView:
    """Return what a card shows; see `QuestionCard` for the arguments."""
    questions, current, visible = form.questions, form.current, form.visible
    is_other_open = wants_other or words_for is WordsFor.OTHER
    return CardView(
        questions=questions,
        question=current,
        place=len(visible) if current is None else visible.index(current) + 1,
        answer=None if current is None else form.answer(current.id),
        rows=() if current is None else tuple(_rows(form, current, is_other_open=is_other_open)),
        field=_field(form, current, words_for, words_question),
        asked=tuple(
            _summary(form, question, number, part)
            for part, page in enumerate(form.pages, start=1)
            for number, question in enumerate(page, start=1 + (part - 1) * MAX_QUESTIONS_PER_FORM)
        ),
        progress=CardProgress(
            done=form.settled_count,
            total=len(visible),
            part=form.page + 1,
            parts=len(form.pages),
        ),
        buttons=tuple(_buttons(form, current, is_form=is_form)),
        ways=tuple(_ways(form, current, can_stop=can_stop)),
        message=message,
        is_form=is_form,
        can_cancel=questions.allow_cancel,
        is_guarded=questions.purpose is not Purpose.ASK,
    )


def _rows(form: FormState, question: Question, *, is_other_open: bool) -> Iterator[CardRow]:
    chosen = form.choices(question.id)
    is_multiple = question.traits.is_multiple
    choices = choices_of(question, form.questions.purpose)
    for index, option in enumerate(choices):
        yield CardRow(
            question_id=question.id,
            id=option.id,
            caption=option.label,
            description=_("With the mouse only") if option.by_click else option.description,
            marker=marker(question, index),
            is_multiple=is_multiple,
            is_chosen=option.id in chosen,
            is_recommended=option.recommended,
            preview=option.preview,
        )
    if question.allow_other and question.traits.input is AnswerInput.OPTIONS:
        words, other = form.answer(question.id).other, own_words(form.questions.purpose)
        yield CardRow(
            question_id=question.id,
            id=OTHER,
            caption=other.label,
            description=words or other.description,
            marker=marker(question, len(choices)),
            is_other=True,
            is_multiple=is_multiple,
            is_chosen=bool(words) or is_other_open,
        )


def _field(
    form: FormState, current: Question | None, words_for: WordsFor | None, question_id: str
) -> CardField | None:
    if words_for is None:
        if current is None or current.traits.input is not AnswerInput.TEXT:
            return None
        words_for, question_id = WordsFor.ANSWER, current.id
    match words_for:
        case WordsFor.NONE_FIT:
            return _opened(words_for, _("What would fit:"))
        case WordsFor.REASON:
            return _opened(words_for, _("Why:"))
        case WordsFor.NOTE:
            words = form.answer(question_id).note or ""
            return _opened(words_for, _("Remark:"), question_id=question_id, words=words)
        case WordsFor.OTHER:
            return _opened(
                words_for,
                _("Please specify:"),
                question_id=question_id,
                words=form.answer(question_id).other or "",
                limit=most_characters(form.questions.find(question_id)),
            )
        case WordsFor.ANSWER:
            return CardField(
                words_for=words_for,
                question_id=question_id,
                prompt="",
                words=form.answer(question_id).text or "",
                limit=most_characters(form.questions.find(question_id)),
                is_opened=False,
            )


def _opened(
    words_for: WordsFor,
    prompt: str,
    *,
    question_id: str = "",
    words: str = "",
    limit: int = MAX_TEXT,
) -> CardField:
    return CardField(
        words_for=words_for,
        question_id=question_id,
        prompt=prompt,
        words=words,
        limit=limit,
        is_opened=True,
    )


def _summary(form: FormState, question: Question, number: int, part: int) -> CardSummary:
    answer, is_settled = form.answer(question.id), form.is_settled(question.id)
    optional = "" if question.required else "  " + _("(optional)")
    return CardSummary(
        question_id=question.id,
        number=number,
        part=part,
        is_open=question is form.current,
        is_settled=is_settled,
        answer=answer,
        caption=answer_line(question, answer) if is_settled else short_name(question) + optional,
        note=answer.note or "",
    )


def _buttons(form: FormState, current: Question | None, *, is_form: bool) -> Iterator[CardButton]:
    if current is None:
        yield _button(ButtonKind.SUBMIT, Submit())
        yield _button(ButtonKind.RESET, Reset())
        return
    yield _button(ButtonKind.CONFIRM, Confirm(question_id=current.id))
    if is_form and form.can_review and len(form.visible) > 1:
        yield _button(ButtonKind.REVIEW, Review())


def _ways(form: FormState, current: Question | None, *, can_stop: bool) -> Iterator[CardButton]:
    questions = form.questions
    is_asked = questions.purpose is Purpose.ASK
    if current is not None:
        if not current.required:
            yield _button(ButtonKind.SKIP, Skip(question_id=current.id))
        if form.before is not None:
            yield _button(ButtonKind.BACK, Revise(question_id=form.before.id))
        if is_asked:
            note = OpenWords(words_for=WordsFor.NOTE, question_id=current.id)
            yield _button(ButtonKind.NOTE, note)
    if is_asked:
        yield _button(ButtonKind.DECIDE, LetAssistantDecide())
        if any(question.options for question in questions.questions):
            yield _button(ButtonKind.NONE_FIT, OpenWords(words_for=WordsFor.NONE_FIT))
        yield _button(ButtonKind.LATER, PutOff())
    if can_stop:
        yield _button(ButtonKind.STOP, StopAsking())
    if questions.takes_reason:
        yield _button(ButtonKind.CANCEL_WITH_REASON, OpenWords(words_for=WordsFor.REASON))
    if questions.allow_cancel and questions.purpose is Purpose.PERMISSION:
        yield CardButton(
            kind=ButtonKind.CANCEL,
            caption=_("Decide there"),
            description=_("leave it to the program's own dialog"),
            gesture=Cancel(),
        )
    elif questions.allow_cancel:
        yield _button(ButtonKind.CANCEL, Cancel())


def _button(kind: ButtonKind, gesture: Gesture) -> CardButton:
    caption, description = _CAPTIONS[kind]
    return CardButton(kind=kind, caption=_(caption), description=_(description), gesture=gesture)


_CAPTIONS: Final = {
    ButtonKind.CONFIRM: (mark("Confirm"), mark("Confirm")),
    ButtonKind.BACK: (mark("Back"), mark("the question before")),
    ButtonKind.REVIEW: (mark("Review"), mark("Review")),
    ButtonKind.SUBMIT: (mark("🚀 Submit"), mark("🚀 Submit")),
    ButtonKind.RESET: (mark("🗑️ Reset all"), mark("🗑️ Reset all")),
    ButtonKind.SKIP: (mark("Leave out"), mark("leave this question out")),
    ButtonKind.NOTE: (mark("Add a note"), mark("a remark on your answer")),
    ButtonKind.DECIDE: (mark("You decide"), mark("let the assistant decide")),
    ButtonKind.NONE_FIT: (mark("None of these…"), mark("none of these; say what would fit")),
    ButtonKind.LATER: (mark("Later"), mark("answer later")),
    ButtonKind.STOP: (mark("Stop asking"), mark("Stop asking")),
    ButtonKind.CANCEL_WITH_REASON: (mark("Cancel because…"), mark("cancel, and say why")),
    ButtonKind.CANCEL: (mark("Cancel"), mark("cancel")),
}
"""What stands on a button, and what says the same in a list."""
