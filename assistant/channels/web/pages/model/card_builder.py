"""The open question of a page, as it is shown. Pure, but for the interface's language."""

from collections.abc import Mapping
from typing import Final, Literal

from assistant.channels.web.pages.model.answer_sheet import AnswerSheet
from assistant.channels.web.pages.model.markdown_tree import markdown_nodes
from assistant.channels.web.pages.model.view import (
    PageCard,
    PageField,
    PageKeys,
    PageOption,
    PageOther,
)
from assistant.locale import _
from assistant.questions.form.actions import ChooseOption, SubmitOther, WriteOther
from assistant.questions.form.answer_hints import most_characters, range_text, rule_text
from assistant.questions.form.captions import place_text
from assistant.questions.form.choices import choices_of
from assistant.questions.form.option_keys import option_keys
from assistant.questions.model.limits import MAX_TEXT
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import (
    Answer,
    AnswerInput,
    Purpose,
    Question,
    TextFormat,
)

_SHORT: Final = 80
"""A text of at most so many characters has a field of one line."""
_MODES: Final[Mapping[TextFormat, Literal["text", "email", "url", "decimal", "numeric"]]] = {
    TextFormat.PLAIN: "text",
    TextFormat.EMAIL: "email",
    TextFormat.URI: "url",
    TextFormat.DATE: "numeric",
    TextFormat.DATE_TIME: "text",
    TextFormat.NUMBER: "decimal",
    TextFormat.INTEGER: "numeric",
}


def card_of(sheet: AnswerSheet, question: Question) -> PageCard:
    """Return the question that is open, with what can be chosen and written."""
    visible, answer = sheet.form.visible, sheet.form.answer(question.id)
    total = len(visible) if sheet.is_form else 1
    return PageCard(
        question=question.id,
        is_multiple=question.traits.is_multiple,
        header=question.header or "",
        place=place_text(sheet.questions, index=visible.index(question), total=total),
        text=question.text,
        context=question.context,
        rule=rule_text(question),
        is_required=question.required,
        keys=_keys(question),
        range=range_text(question) if question.choice_ids else "",
        options=_options(sheet, question),
        other=_other(sheet, question, answer),
        field=_field(question, answer),
        note=_note(sheet, answer),
        is_wrong=bool(sheet.message),
    )


def _options(sheet: AnswerSheet, question: Question) -> tuple[PageOption, ...]:
    chosen = sheet.form.choices(question.id)
    return tuple(
        PageOption(
            id=option.id,
            name=sheet.names.name(ChooseOption(question_id=question.id, option_id=option.id)),
            marker=marker(question, index),
            is_key=not question.traits.is_multiple,
            label=option.label,
            description=option.description,
            badge=_("(Recommended)") if option.recommended else "",
            is_chosen=option.id in chosen,
            preview=markdown_nodes(option.preview) if option.preview else None,
        )
        for index, option in enumerate(choices_of(question))
    )


def _keys(question: Question) -> Mapping[str, PageKeys]:
    """Return what typed keys mean; nothing where several options may be ticked."""
    if not question.traits.answers_at_once:
        return {}
    return {
        typed: PageKeys(row=meant.row, goes_on=meant.goes_on)
        for typed, meant in option_keys(question).items()
    }


def _other(sheet: AnswerSheet, question: Question, answer: Answer) -> PageOther | None:
    if not question.allow_other or question.traits.input is not AnswerInput.OPTIONS:
        return None
    index = len(question.options)
    return PageOther(
        name=sheet.names.name(WriteOther(question_id=question.id)),
        submit_name=sheet.names.name(SubmitOther()),
        marker=marker(question, index),
        is_key=not question.traits.is_multiple,
        label=_("✏️ Type your own"),
        description=_("Provide custom input"),
        is_open=sheet.is_other_open(question),
        words=answer.other or "",
        limit=most_characters(question),
    )


def _field(question: Question, answer: Answer) -> PageField | None:
    if question.traits.input is not AnswerInput.TEXT:
        return None
    is_short = question.max_length is not None and question.max_length <= _SHORT
    return PageField(
        words=answer.text or "",
        limit=most_characters(question),
        label=question.text,
        is_one_line=is_short or question.text_format is not TextFormat.PLAIN,
        mode=_MODES[question.text_format],
    )


def _note(sheet: AnswerSheet, answer: Answer) -> PageField | None:
    if sheet.questions.purpose is not Purpose.ASK:
        return None
    return PageField(words=answer.note or "", limit=MAX_TEXT, label=_("Note"))
