"""From a page's content to what it shows. Pure, but for the interface's language."""

from collections.abc import Sequence
from typing import Final, Literal

from assistant.channels.web.pages.model import wording
from assistant.channels.web.pages.model.card_builder import card_of
from assistant.channels.web.pages.model.page_content import PageContent
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
from assistant.questions.card.card_view import ButtonKind, CardSummary, CardView
from assistant.questions.form.captions import (
    announcement,
    asked_by_text,
    heading,
    key_hint,
    progress_dots,
    round_text,
    set_title,
)
from assistant.questions.form.key_bindings import FocusPlace, KeyContext, QuestionKey, action_for
from assistant.questions.form.round_text import round_lines
from assistant.questions.model.question import Answered, QuestionSet
from assistant.questions.model.round_history import EarlierRound


def open_view(content: PageContent, *, version: int, phase: PagePhase = PagePhase.OPEN) -> PageView:
    """Return a page on which the question can be answered, or has just been."""
    questions, view = content.questions, content.card.view()
    current = view.question
    before, after = _lines(content, view)
    return PageView(
        version=version,
        lang=current_language(),
        title=set_title(questions),
        phase=phase,
        banners=_banners(questions),
        source=asked_by_text(questions),
        mark=None if questions.asker is None else questions.asker.mark,
        heading=heading(questions),
        description=questions.description,
        progress=_progress(view) if view.is_form else None,
        rounds=_rounds(content.earlier),
        review=_review(view) if view.is_review else None,
        lines_before=before,
        card=card_of(content, view, current) if current is not None else None,
        lines_after=after,
        message=_message(content),
        similar=_similar(content),
        waiting=content.waiting,
        ways_out=_ways_out(view),
        buttons=_buttons(content, view),
        hint=key_hint(
            kind=current.kind if current is not None else None, can_cancel=view.can_cancel
        ),
        keys=_keys(view),
        announcement=(
            announcement(questions, current) if current is not None else _("Review your answers")
        ),
        words=wording.fixed_words(),
    )


def settled_view(
    content: PageContent,
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
        title=wording.ended_title(content.questions, tone),
        phase=phase,
        tone=tone,
        outcome=tuple(outcome),
        heading=wording.ended_heading(content.questions),
        rounds=_rounds(content.earlier),
        message=None if is_over else _message(content),
        waiting=content.waiting,
        buttons=() if is_over else _late_buttons(),
        announcement="\n".join(outcome),
        words=wording.fixed_words(),
    )


def _message(content: PageContent) -> PageMessage | None:
    if not content.card.message:
        return None
    return PageMessage(number=content.message_number, text=content.card.message)


def _late_buttons() -> tuple[PageButton, ...]:
    return (
        PageButton(name="end_question", do="end", label=_("End")),
        PageButton(name="reopen_question", do="reopen", label=_("Reopen"), role="primary"),
    )


def _banners(questions: QuestionSet) -> tuple[str, ...]:
    if questions.amends is None:
        return ()
    return (_("You are changing an answer that was given already."),)


def _progress(view: CardView) -> PageProgress:
    progress, part = view.progress, ""
    if progress.parts > 1 and not view.is_review:
        part = _("Part {i} of {n}").format(i=progress.part, n=progress.parts)
    return PageProgress(
        dots=progress_dots(progress.done, progress.total),
        words=_("{done} of {n} answered").format(done=progress.done, n=progress.total),
        part=part,
    )


def _review(view: CardView) -> PageReview:
    left_out = sum(not summary.is_settled for summary in view.summaries)
    remark = _("Nothing is sent before you submit.")
    if left_out:
        text = _("{n} optional left open. You can send without them.").format(n=left_out)
        remark = f"⚠ {text}"
    return PageReview(title=_("Review your answers"), remark=remark, is_warning=bool(left_out))


def _lines(
    content: PageContent, view: CardView
) -> tuple[tuple[PageLine, ...], tuple[PageLine, ...]]:
    """Return the questions that are not open: those before the open one, and those after it."""
    if not view.is_form:
        return (), ()
    lines = tuple(_line(content, summary) for summary in view.summaries)
    if view.is_review:
        return lines, ()
    at = next(n for n, summary in enumerate(view.summaries) if summary.is_open)
    return lines[:at], lines[at + 1 :]


def _line(content: PageContent, summary: CardSummary) -> PageLine:
    return PageLine(
        question=summary.question_id,
        name=content.names.revise(summary.question_id, is_settled=summary.is_settled),
        is_settled=summary.is_settled,
        text=summary.text,
        note=f"{_('Note')}: {summary.note}" if summary.note else "",
        button=_("🔄 Change") if summary.is_settled else _("Answer"),
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


def _similar(content: PageContent) -> PageSimilar | None:
    if not content.similar:
        return None
    names = tuple(wording.header_of(one) for one in (content.questions, *content.similar))
    label = _("Apply to all {n} similar questions").format(n=len(names))
    return PageSimilar(label=label, names=names)


_WAYS_OUT: Final = (
    ButtonKind.DECIDE,
    ButtonKind.NONE_FIT,
    ButtonKind.LATER,
    ButtonKind.SKIP,
    ButtonKind.STOP,
    ButtonKind.CANCEL_WITH_REASON,
)


def _ways_out(view: CardView) -> tuple[PageButton, ...]:
    """Return the ways not to answer."""
    return tuple(
        PageButton(name=kind.value, do=kind.value, label=button.caption, role="link")
        for kind in _WAYS_OUT
        if (button := view.button(kind)) is not None
    )


def _buttons(content: PageContent, view: CardView) -> tuple[PageButton, ...]:
    names = {
        ButtonKind.RESET: content.names.reset,
        ButtonKind.REVIEW: content.names.review,
        ButtonKind.SUBMIT: content.names.submit,
    }
    return tuple(
        PageButton(name=names.get(kind, kind.value), do=kind.value, label=button.caption, role=role)
        for kind, role in _BUTTONS
        if (button := view.button(kind)) is not None
    )


_BUTTONS: Final[tuple[tuple[ButtonKind, Literal["", "primary"]], ...]] = (
    (ButtonKind.RESET, ""),
    (ButtonKind.REVIEW, ""),
    (ButtonKind.CANCEL, ""),
    (ButtonKind.SUBMIT, "primary"),
    (ButtonKind.CONFIRM, "primary"),
)


def _keys(view: CardView) -> dict[str, dict[str, str]]:
    """Return what each key does, for every place where the focus can be."""
    is_empty = view.answer is None or view.answer.is_empty
    kind = view.question.kind if view.question is not None else None
    return {
        place.value: {
            key.value: action_for(
                key,
                KeyContext(place=place, kind=kind, is_empty=is_empty, can_cancel=view.can_cancel),
            ).value
            for key in QuestionKey
        }
        for place in FocusPlace
    }
