"""The open question of a page, as it is shown. Pure, but for the interface's language."""

from collections.abc import Mapping
from typing import Final, Literal

from assistant.channels.web.pages.model.markdown_tree import markdown_nodes
from assistant.channels.web.pages.model.page_content import PageContent
from assistant.channels.web.pages.model.view import (
    PageCard,
    PageField,
    PageKeys,
    PageOption,
    PageOther,
)
from assistant.locale import _
from assistant.questions.card.card_view import ButtonKind, CardRow, CardView
from assistant.questions.form.answer_hints import most_characters, range_text, rule_text
from assistant.questions.form.captions import place_text
from assistant.questions.form.choices import own_words
from assistant.questions.form.option_keys import option_keys
from assistant.questions.model.limits import MAX_TEXT
from assistant.questions.model.question import (
    Answer,
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


def card_of(content: PageContent, view: CardView, question: Question) -> PageCard:
    """Return the question that is open, with what can be chosen and written."""
    answer = view.answer or Answer(question_id=question.id)
    total = view.progress.total if view.is_form else 1
    return PageCard(
        question=question.id,
        is_multiple=view.is_multiple,
        header=question.header or "",
        place=place_text(content.questions, index=view.place - 1, total=total),
        text=question.text,
        context=question.context,
        rule=rule_text(question),
        is_required=question.required,
        keys=_keys(view, question),
        range=range_text(question) if question.choice_ids else "",
        options=tuple(_option(content, row) for row in view.rows if not row.is_other),
        other=_other(content, view, question),
        field=None if view.rows else _field(question, answer),
        note=_note(view, answer),
        is_wrong=bool(view.message),
    )


def _option(content: PageContent, row: CardRow) -> PageOption:
    return PageOption(
        id=row.id,
        name=content.names.option(row.question_id, row.id),
        marker=row.marker,
        is_key=not row.is_multiple,
        label=row.caption,
        description=row.description,
        badge=_("(Recommended)") if row.is_recommended else "",
        is_chosen=row.is_chosen,
        preview=markdown_nodes(row.preview) if row.preview else None,
    )


def _keys(view: CardView, question: Question) -> Mapping[str, PageKeys]:
    """Return what typed keys mean; nothing where several options may be ticked."""
    if view.is_multiple:
        return {}
    return {
        typed: PageKeys(row=meant.row, goes_on=meant.goes_on)
        for typed, meant in option_keys(question).items()
    }


def _other(content: PageContent, view: CardView, question: Question) -> PageOther | None:
    row = next((row for row in view.rows if row.is_other), None)
    if row is None:
        return None
    own = own_words(view.questions.purpose)
    return PageOther(
        name=content.names.other(question.id),
        submit_name=content.names.other_submit,
        marker=row.marker,
        is_key=not row.is_multiple,
        label=own.button,
        description=own.description,
        is_open=row.is_chosen,
        words=(view.answer and view.answer.other) or "",
        limit=most_characters(question),
    )


def _field(question: Question, answer: Answer) -> PageField:
    is_short = question.max_length is not None and question.max_length <= _SHORT
    return PageField(
        words=answer.text or "",
        limit=most_characters(question),
        label=question.text,
        is_one_line=is_short or question.text_format is not TextFormat.PLAIN,
        mode=_MODES[question.text_format],
    )


def _note(view: CardView, answer: Answer) -> PageField | None:
    if view.button(ButtonKind.NOTE) is None:
        return None
    return PageField(words=answer.note or "", limit=MAX_TEXT, label=_("Note"))
