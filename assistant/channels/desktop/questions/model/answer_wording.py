"""Words about answers given and questions that wait. Pure, but for the interface's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import assert_never

from assistant.channels.desktop.questions.model.pending_questions import PendingItem, PendingState
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.locale import _
from assistant.moment_words import moment_words
from assistant.questions.form import outcome_text
from assistant.questions.form.choices import choices_of
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import (
    Answer,
    Answered,
    AnswerInput,
    Cancelled,
    Channel,
    Draft,
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
from assistant.questions.model.validation import visible


def pending_state_text(item: PendingItem) -> str:
    """Return where an open question stands."""
    return {
        PendingState.ASKED: _("Being asked"),
        PendingState.QUEUED: _("Waits for another"),
        PendingState.PUT_OFF: _("Put off"),
        PendingState.RESTORED: _("From before the restart"),
    }[item.standing]


def settled_text(
    response: Response, channel: Channel | None, now: datetime, zone: tzinfo | None = None
) -> str:
    """Return how and when a question was settled, for the line under the answer.

    Empty for a time-out and where the program closed it: nobody did anything then.
    """
    provenance = None if isinstance(response, TimedOut) else response.provenance
    if provenance is None or channel is None:
        return ""
    return _provenance_text(provenance, moment_words(provenance.at.astimezone(zone), now))


def _provenance_text(provenance: Provenance, moment: str) -> str:
    if provenance.method is Method.TIMEOUT_DEFAULT:
        return _("Taken by default when the time was up, {time}. You did not choose this.").format(
            time=moment
        )
    text = _("{how}, {time}").format(how=_way_text(provenance), time=moment)
    if provenance.user:
        text = _("{who}, {how}").format(who=provenance.user, how=text)
    if provenance.method is Method.VOICE and provenance.transcript:
        text += " " + _("(heard: “{words}”)").format(words=provenance.transcript)
    return text


def _way_text(provenance: Provenance) -> str:
    if provenance.channel is not Channel.DESKTOP:
        return outcome_text.channel_name(provenance.channel, here=Channel.DESKTOP)
    return {
        Method.CLICK: _("with the mouse"),
        Method.KEY: _("with the keyboard"),
        Method.TYPED: _("in your words"),
        Method.VOICE: _("by voice"),
        Method.TIMEOUT_DEFAULT: _("by default"),
    }[provenance.method]


def outcome_lines(questions: QuestionSet, response: Response) -> list[str]:
    """Return what became of a question; a default of a time-out bears another mark than a choice."""
    match response:
        case TimedOut():
            return ["⚠ " + _("Timed out"), _("Nobody answered in time. Nothing was chosen.")]
        case Cancelled():
            why = outcome_text.cancel_reason(response)
            return [_("Cancelled: {words}").format(words=why) if why else _("Cancelled")]
        case Answered():
            return outcome_text.answer_lines(questions, response)
        case YouDecide() | NoneFit() | Later():
            return outcome_text.outcome_lines(questions, response)
        case _:
            assert_never(response)


def lines_beside_options(questions: QuestionSet, response: Response) -> list[str]:
    """Return what a card says of an outcome that its options, marked as chosen, do not show."""
    if not isinstance(response, Answered) or outcome_text.is_default_of_timeout(response):
        return outcome_lines(questions, response)
    unmarked = tuple(a for a in response.answers if a.other or a.text or not a.choices)
    return outcome_text.answer_lines(questions, response.model_copy(update={"answers": unmarked}))


def undo_text(questions: QuestionSet, response: Response) -> str:
    """Return an answer in one line, for the bar that offers to undo it."""
    lines = outcome_lines(questions, response)
    first = elided(lines[0], 70)
    if len(lines) > 1:
        return _("{first} (and {n} more)").format(first=first, n=len(lines) - 1)
    return first


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOption:
    """One option of a question, as a card shows it."""

    marker: str
    label: str
    description: str
    is_chosen: bool
    is_recommended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardQuestion:
    """One question, as a card shows it: with its options and what was chosen."""

    text: str
    context: str
    options: tuple[CardOption, ...]
    note: str
    is_multi: bool


def card_questions(questions: QuestionSet, response: Response | None) -> tuple[CardQuestion, ...]:
    """Return the questions that were open given the answers, parents before follow-ups.

    Before there are answers these are the questions that are open from the start.
    """
    answers: Sequence[Answer] = response.answers if isinstance(response, Answered) else ()
    by_id = {answer.question_id: answer for answer in answers}
    return tuple(
        _shown(question, by_id.get(question.id))
        for question in visible(questions, Draft(answers=by_id))
    )


def _shown(question: Question, answer: Answer | None) -> CardQuestion:
    chosen = answer or Answer(question_id=question.id)
    options = tuple(
        CardOption(
            marker=marker(question, index) if question.options else "",
            label=option.label,
            description=option.description,
            is_chosen=option.id in chosen.choices,
            is_recommended=option.recommended,
        )
        for index, option in enumerate(choices_of(question))
    )
    return CardQuestion(
        text=question.text,
        context=question.context,
        options=options,
        note=chosen.note or "",
        is_multi=question.traits.is_multiple,
    )


def heading_of(questions: QuestionSet) -> str:
    """Return what a question set is called: its first header, its title, or a stand-in."""
    return questions.questions[0].header or questions.title or _("Question")


def header_of(questions: QuestionSet) -> str:
    """Return the header of the first question, or a stand-in if it has none."""
    return questions.questions[0].header or questions.title or "Q1"


def question_texts(questions: QuestionSet, draft: Draft | None = None) -> str:
    """Return a question set as plain lines: what is shown where nothing better can be."""
    lines = [part for part in (questions.title, questions.description) if part]
    for number, question in enumerate(questions.questions, start=1):
        lines.append(
            f"{number}. {question.text}" if len(questions.questions) > 1 else question.text
        )
        chosen = draft.answers.get(question.id) if draft else None
        for index, option in enumerate(question.options):
            mark = "●" if chosen and option.id in chosen.option_ids else "○"
            description = f" - {option.description}" if option.description else ""
            lines.append(f"   {mark} {marker(question, index)}. {option.label}{description}")
        if question.traits.input is AnswerInput.YES_NO:
            lines.append(f"   {_('Yes')} / {_('No')}")
    return "\n".join(lines)
