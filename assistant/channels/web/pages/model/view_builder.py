"""From a sheet to what its page shows. Pure, but for the interface's language."""

from collections.abc import Sequence

from assistant.channels.web.pages.model import wording
from assistant.channels.web.pages.model.answer_sheet import AnswerSheet
from assistant.channels.web.pages.model.card_builder import card_of
from assistant.channels.web.pages.model.phase import PagePhase
from assistant.channels.web.pages.model.view import (
    PageButton,
    PageLine,
    PageMessage,
    PageProgress,
    PageReview,
    PageRound,
    PageRounds,
    PageSimilar,
    PageTone,
    PageView,
)
from assistant.locale import _, current_language
from assistant.questions.form.actions import JumpToQuestion, ResetForm, ReviseAnswer, SubmitForm
from assistant.questions.form.captions import (
    announcement,
    heading,
    key_hint,
    progress_dots,
    round_text,
    set_title,
)
from assistant.questions.form.key_bindings import FocusPlace, KeyContext, QuestionKey, action_for
from assistant.questions.form.outcome_text import answer_line, short_name
from assistant.questions.form.round_text import round_lines
from assistant.questions.model.question import Answered, Purpose, Question
from assistant.questions.model.round_history import EarlierRound


def open_view(sheet: AnswerSheet, *, version: int, phase: PagePhase = PagePhase.OPEN) -> PageView:
    """Return a page on which the question can be answered, or has just been."""
    questions, current = sheet.questions, sheet.form.current
    before, after = _lines(sheet)
    return PageView(
        version=version,
        lang=current_language(),
        title=set_title(questions),
        phase=phase,
        banners=_banners(sheet),
        source=_("Asked by {source}").format(source=questions.source) if questions.source else "",
        heading=heading(questions),
        description=questions.description,
        progress=_progress(sheet) if sheet.is_form else None,
        rounds=_rounds(sheet.earlier),
        review=_review(sheet) if current is None else None,
        lines_before=before,
        card=card_of(sheet, current) if current is not None else None,
        lines_after=after,
        message=_message(sheet),
        similar=_similar(sheet),
        waiting=sheet.waiting,
        ways_out=_ways_out(sheet, current),
        buttons=_buttons(sheet, current),
        hint=key_hint(
            kind=current.kind if current is not None else None, can_cancel=questions.allow_cancel
        ),
        keys=_keys(sheet, current),
        announcement=(
            announcement(questions, current) if current is not None else _("Review your answers")
        ),
        words=wording.fixed_words(),
    )


def settled_view(
    sheet: AnswerSheet,
    outcome: Sequence[str],
    *,
    version: int,
    tone: PageTone,
    phase: PagePhase = PagePhase.SETTLED,
) -> PageView:
    """Return a page of a question that is over: for good, or unless it is asked again."""
    is_over = phase is PagePhase.SETTLED
    return PageView(
        version=version,
        lang=current_language(),
        title=wording.ended_title(sheet.questions, tone),
        phase=phase,
        tone=tone,
        outcome=tuple(outcome),
        heading=wording.ended_heading(sheet.questions),
        rounds=_rounds(sheet.earlier),
        message=None if is_over else _message(sheet),
        waiting=sheet.waiting,
        buttons=() if is_over else _late_buttons(),
        announcement="\n".join(outcome),
        words=wording.fixed_words(),
    )


def _message(sheet: AnswerSheet) -> PageMessage | None:
    if not sheet.message:
        return None
    return PageMessage(number=sheet.message_number, text=sheet.message)


def _late_buttons() -> tuple[PageButton, ...]:
    return (
        PageButton(name="end_question", do="end", label=_("End")),
        PageButton(name="reopen_question", do="reopen", label=_("Reopen"), role="primary"),
    )


def _banners(sheet: AnswerSheet) -> tuple[str, ...]:
    if sheet.questions.amends is None:
        return ()
    return (_("You are changing an answer that was given already."),)


def _progress(sheet: AnswerSheet) -> PageProgress:
    form = sheet.form
    done, total, parts = form.settled_count, len(form.visible), len(form.pages)
    part = ""
    if parts > 1 and form.current is not None:
        part = _("Part {i} of {n}").format(i=form.page + 1, n=parts)
    return PageProgress(
        dots=progress_dots(done, total),
        words=_("{done} of {n} answered").format(done=done, n=total),
        part=part,
    )


def _review(sheet: AnswerSheet) -> PageReview:
    left_out = sum(not sheet.form.is_settled(question.id) for question in sheet.form.visible)
    remark = _("Nothing is sent before you submit.")
    if left_out:
        text = _("{n} optional left open. You can send without them.").format(n=left_out)
        remark = f"⚠ {text}"
    return PageReview(title=_("Review your answers"), remark=remark, is_warning=bool(left_out))


def _lines(sheet: AnswerSheet) -> tuple[tuple[PageLine, ...], tuple[PageLine, ...]]:
    """Return the questions that are not open: those before the open one, and those after it."""
    form = sheet.form
    visible, current = form.visible, form.current
    if not sheet.is_form:
        return (), ()
    if current is None:
        return tuple(_line(sheet, q, n) for n, q in enumerate(visible, start=1)), ()
    page = form.pages[form.page]
    at = page.index(current)
    numbers = {question.id: number for number, question in enumerate(visible, start=1)}
    lines = [_line(sheet, question, numbers[question.id]) for question in page]
    return tuple(lines[:at]), tuple(lines[at + 1 :])


def _line(sheet: AnswerSheet, question: Question, number: int) -> PageLine:
    answer = sheet.form.answer(question.id)
    is_settled = sheet.form.is_settled(question.id)
    if is_settled:
        text = f"✔ {answer_line(question, answer)}"
    else:
        text = f"○ {number}. {short_name(question)}"
        if not question.required:
            text += "  " + _("(optional)")
    action = ReviseAnswer if is_settled else JumpToQuestion
    return PageLine(
        question=question.id,
        name=sheet.names.name(action(question_id=question.id)),
        is_settled=is_settled,
        text=text,
        note=f"{_('Note')}: {answer.note}" if answer.note else "",
        button=_("🔄 Change") if is_settled else _("Answer"),
    )


def _rounds(earlier: Sequence[EarlierRound]) -> PageRounds | None:
    if not earlier:
        return None
    return PageRounds(
        title=_("Earlier rounds ({n})").format(n=len(earlier)),
        rounds=tuple(
            PageRound(
                title=round_text(past.questions),
                texts="\n".join(round_lines(past)),
                outcome=tuple(wording.outcome_lines(past.questions, past.response)),
                is_answered=isinstance(past.response, Answered),
            )
            for past in earlier
        ),
    )


def _similar(sheet: AnswerSheet) -> PageSimilar | None:
    if not sheet.similar:
        return None
    names = tuple(wording.header_of(one) for one in (sheet.questions, *sheet.similar))
    label = _("Apply to all {n} similar questions").format(n=len(names))
    return PageSimilar(label=label, names=names)


def _ways_out(sheet: AnswerSheet, current: Question | None) -> tuple[PageButton, ...]:
    """Return the ways not to answer."""
    questions = sheet.questions
    asks = questions.purpose is Purpose.ASK
    can_fit_none = asks and any(question.options for question in questions.questions)
    offered = (
        (asks, "you_decide", _("You decide")),
        (can_fit_none, "none_fit", _("None of these…")),
        (asks, "later", _("Later")),
        (current is not None and not current.required, "skip", _("Leave out")),
        (sheet.can_stop, "stop_asking", _("Stop asking")),
        (questions.takes_reason, "cancel_with_reason", _("Cancel because…")),
    )
    return tuple(
        PageButton(name=do, do=do, label=label, role="link")
        for is_offered, do, label in offered
        if is_offered
    )


def _buttons(sheet: AnswerSheet, current: Question | None) -> tuple[PageButton, ...]:
    form, set_id = sheet.form, sheet.questions.id
    is_review = current is None
    may_review = sheet.is_form and not is_review and form.can_review and len(form.visible) > 1
    buttons: list[PageButton] = []
    if is_review:
        name = sheet.names.name(ResetForm())
        buttons.append(PageButton(name=name, do="reset", label=_("🗑️ Reset all")))
    if may_review:
        name = f"review_form_{set_id}"
        buttons.append(PageButton(name=name, do="review", label=_("Review")))
    if sheet.questions.allow_cancel:
        buttons.append(PageButton(name="cancel", do="cancel", label=_("Cancel")))
    if is_review:
        name = sheet.names.name(SubmitForm())
        label = _("🚀 Submit")
        buttons.append(PageButton(name=name, do="submit", label=label, role="primary"))
    else:
        label = _("Confirm")
        buttons.append(PageButton(name="confirm", do="confirm", label=label, role="primary"))
    return tuple(buttons)


def _keys(sheet: AnswerSheet, current: Question | None) -> dict[str, dict[str, str]]:
    """Return what each key does, for every place where the focus can be."""
    is_empty = current is None or sheet.form.answer(current.id).is_empty
    kind = current.kind if current is not None else None
    can_cancel = sheet.questions.allow_cancel
    return {
        place.value: {
            key.value: action_for(
                key, KeyContext(place=place, kind=kind, is_empty=is_empty, can_cancel=can_cancel)
            ).value
            for key in QuestionKey
        }
        for place in FocusPlace
    }
