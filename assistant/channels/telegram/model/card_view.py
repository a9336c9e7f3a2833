"""What a question shows in a chat: its text, and the buttons below it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from assistant.channels.telegram.model.callback_data import Tap, TapKind, callback_data
from assistant.channels.telegram.model.chat_card import ChatCard, WordsFor
from assistant.channels.telegram.model.formatted_text import (
    FormattedText,
    joined,
    plain,
    styled,
    utf16_length,
)
from assistant.channels.telegram.model.markdown import formatted_markdown
from assistant.channels.telegram.model.message_split import MAX_TEXT, split
from assistant.locale import _
from assistant.questions.form.answer_hints import rule_text
from assistant.questions.form.captions import asker_text, place_text, progress_dots
from assistant.questions.form.choices import choices_of
from assistant.questions.form.outcome_text import (
    answer_line,
    outcome_lines,
    settled_at,
    short_name,
)
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import (
    Answered,
    AnswerInput,
    Channel,
    Option,
    Purpose,
    Question,
    QuestionSet,
    Response,
)

MAX_LABEL: Final = 32
"""Characters of a label on a button; the whole one stands in the message (Q-TG-11)."""
MAX_BUTTONS: Final = 90
"""Telegram takes a hundred; the ways not to answer need the rest."""
_CHOSEN, _FREE, _TICKED, _UNTICKED = "●", "○", "☑", "☐"

_HEAD: Final = 1000
"""Characters of a question that is settled: what became of it stands below."""

Row = list[dict[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """How many characters there are for what may be shortened: never for a label."""

    description: int = MAX_TEXT
    """Of an option."""
    prose: int = MAX_TEXT
    """Of the question, of what it is about, and of an answer to it."""
    has_previews: bool = False


_ROOMS: Final = (
    _Room(has_previews=True),
    _Room(description=200),
    _Room(description=60, prose=800),
    _Room(description=0, prose=250),
)
"""What is tried until a message holds it: its options must be seen, however much stands above."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """A message with its buttons."""

    text: FormattedText
    keyboard: tuple[tuple[dict[str, str], ...], ...] = ()


def view_of(card: ChatCard, token: str) -> CardView:
    """Return what a question shows now."""
    return CardView(text=_text(card), keyboard=tuple(map(tuple, _Keyboard(card, token).rows())))


def settled_view(questions: QuestionSet, response: Response, channel: Channel | None) -> CardView:
    """Return what stands in the place of a question that is settled, without buttons."""
    here = Channel.TELEGRAM
    lines = outcome_lines(questions, response)
    if channel is not None and channel is not here:
        lines = settled_at(lines, response, channel, here=here)
    head = _head_text(questions, is_answered=isinstance(response, Answered))
    return CardView(text=_below(head, "\n".join(lines)))


def put_off_view(questions: QuestionSet, token: str) -> CardView:
    """Return what stands in the place of a question that was put off, with the way back."""
    text = _below(_head_text(questions, is_answered=False), _("Put off until later."))
    again = callback_data(token, Tap(kind=TapKind.AGAIN))
    return CardView(text=text, keyboard=(({"text": _("↩️ Answer now"), "callback_data": again},),))


def _head_text(questions: QuestionSet, *, is_answered: bool) -> str:
    """Return what was asked, unless the lines of the answers say it."""
    asked = questions.questions
    if len(asked) == 1:
        text = asked[0].text
        return "" if is_answered and short_name(asked[0]) == text else _cut(text, _HEAD)
    names = "" if is_answered else " · ".join(map(short_name, asked))
    return _cut(questions.title or names, _HEAD)


def _below(head: str, text: str) -> FormattedText:
    blocks = [styled("bold", head), plain(text)] if head else [plain(text)]
    return split(joined(blocks, "\n\n"))[0]


# The text.


def _text(card: ChatCard) -> FormattedText:
    text = FormattedText()
    for room in _ROOMS:
        text = joined(_blocks(card, room), "\n\n").stripped()
        if utf16_length(text.text) <= MAX_TEXT:
            return text
    return split(text)[0]


def _blocks(card: ChatCard, room: _Room) -> Iterator[FormattedText]:
    questions, form = card.questions, card.form
    current, shown = form.current, form.visible
    heads = [card.heading, asker_text(questions, is_elsewhere=False)]
    index, total = (shown.index(current), len(shown)) if current in shown else (0, 1)
    place = place_text(questions, index=index, total=total)
    head = " · ".join(filter(None, [*heads, place]))
    if head:
        yield styled("italic", head)
    for text in (questions.title, questions.description):
        if text:
            words = _cut(text, room.prose)
            yield styled("bold", words) if text == questions.title else plain(words)
    if card.is_form:
        yield _progress(card, room)
    if current is None:
        yield plain(_("Are these answers right? Send them, or change one."))
    else:
        yield from _question_blocks(card, current, room)


def _progress(card: ChatCard, room: _Room) -> FormattedText:
    form = card.form
    lines = [progress_dots(form.settled_count, len(form.visible))]
    if len(form.pages) > 1:
        lines[0] += " · " + _("Part {i} of {n}").format(i=form.page + 1, n=len(form.pages))
    shown = form.visible if form.current is None else form.pages[form.page]
    lines += [
        f"✔ {_cut(answer_line(question, form.answer(question.id)), room.prose)}"
        for question in shown
        if form.is_settled(question.id) and question is not form.current
    ]
    return plain("\n".join(lines))


def _question_blocks(card: ChatCard, question: Question, room: _Room) -> Iterator[FormattedText]:
    chip = f"[{question.header}] " if question.header else ""
    optional = "" if question.required else " " + _("(optional)")
    yield styled("bold", f"{chip}{_cut(question.text, room.prose)}{optional}")
    if question.context:
        yield plain(_cut(question.context, room.prose))
    options = joined(_option_blocks(question, room), "\n")
    if options.text:
        yield options
    answer = card.form.answer(question.id)
    own = [words for words in (answer.other, answer.text) if words]
    if own:
        words = _cut(", ".join(own), room.prose)
        yield plain(_("Your words: {words}").format(words=words))
    if answer.note:
        yield plain(_("Your note: {words}").format(words=_cut(answer.note, room.prose)))
    hint = " ".join(filter(None, [rule_text(question), _hint(card, question)]))
    if hint:
        yield styled("italic", hint)


def _option_blocks(question: Question, room: _Room) -> Iterator[FormattedText]:
    for index, option in enumerate(question.options):
        recommended = " " + _("(Recommended)") if option.recommended else ""
        line = plain(f"{marker(question, index)}. ") + plain(f"{option.label}{recommended}")
        description = _cut(option.description, room.description)
        if description:
            line += plain(" – ") + styled("italic", description)
        yield line
        if option.preview and room.has_previews:
            yield _preview(option)


def _preview(option: Option) -> FormattedText:
    """Return a preview, folded: code and tables in it would break out of the fold."""
    text = formatted_markdown(option.preview or "").text
    return styled("expandable_blockquote", text)


def _hint(card: ChatCard, question: Question) -> str:
    match card.words_for:
        case WordsFor.OTHER:
            return _("Write your own answer now.")
        case WordsFor.NOTE:
            return _("Write your note now.")
        case WordsFor.NONE_FIT:
            return _("Write what would fit.")
        case WordsFor.REASON:
            return _("Write why you cancel.")
        case WordsFor.ANSWER if question.traits.input is AnswerInput.TEXT:
            return _("Please type your answer")
        case WordsFor.ANSWER:
            return ""


# The buttons.


class _Keyboard:
    def __init__(self, card: ChatCard, token: str) -> None:
        self._card = card
        self._token = token
        self._places = {q.id: n for n, q in enumerate(card.questions.walk())}

    def rows(self) -> Iterator[Row]:
        """Yield the rows from top to bottom."""
        current = self._card.form.current
        yield from self._review_rows() if current is None else self._question_rows(current)
        yield from self._leaving_rows(current)

    def _button(self, label: str, kind: TapKind, question: str = "", option: int = 0) -> Row:
        place = self._places.get(question, 0)
        data = callback_data(self._token, Tap(kind=kind, question=place, option=option))
        return [{"text": label, "callback_data": data}]

    def _question_rows(self, question: Question) -> Iterator[Row]:
        choices = choices_of(question, self._card.questions.purpose)
        is_multiple = question.traits.is_multiple
        chosen = self._card.form.choices(question.id)
        for index, choice in enumerate(choices[:MAX_BUTTONS]):
            is_on = choice.id in chosen
            kind = TapKind.CHOOSE
            mark = (_CHOSEN if is_on else _FREE) if chosen or self._card.is_form else ""
            if is_multiple:
                kind = TapKind.UNTICK if is_on else TapKind.TICK
                mark = _TICKED if is_on else _UNTICKED
            number = f"{marker(question, index)}." if question.options else ""
            label = " ".join(filter(None, [mark, number, elided(choice.label)]))
            yield self._button(label, kind, question.id, index)
        if question.allow_other:
            yield self._button(_("✏️ Type your own"), TapKind.OWN_WORDS, question.id)
        yield from self._confirm_rows(question)

    def _confirm_rows(self, question: Question) -> Iterator[Row]:
        form, row = self._card.form, Row()
        answer = form.answer(question.id)
        wants_confirming = question.traits.is_multiple or not answer.is_empty
        if wants_confirming:
            row += self._button(_("✔️ Done"), TapKind.CONFIRM, question.id)
        if not question.required:
            row += self._button(_("⏭️ Leave out"), TapKind.SKIP, question.id)
        if row:
            yield row
        row = Row()
        if self._card.is_form:
            before = form.before
            if before is not None:
                row += self._button(_("◀️ Back"), TapKind.REVISE, before.id)
            if form.can_review:
                row += self._button(_("📋 Review"), TapKind.REVIEW)
        if row:
            yield row

    def _review_rows(self) -> Iterator[Row]:
        form = self._card.form
        for question in form.visible[:MAX_BUTTONS]:
            name = elided(question.header or question.text)
            yield self._button(f"{_('🔄 Change')}: {name}", TapKind.REVISE, question.id)
        yield [
            *self._button(_("🚀 Submit"), TapKind.SUBMIT),
            *self._button(_("🗑️ Reset all"), TapKind.RESET),
        ]

    def _leaving_rows(self, current: Question | None) -> Iterator[Row]:
        card = self._card
        if not card.can_leave:
            if card.questions.allow_cancel and card.questions.purpose is Purpose.CONFLICT:
                yield self._button(_("✖️ Cancel"), TapKind.CANCEL)
            return
        if not card.is_open:
            yield [
                *self._button(_("💡 You decide"), TapKind.DECIDE),
                *self._button("⋯ " + _("More"), TapKind.MORE),
            ]
            return
        yield [
            *self._button(_("💡 You decide"), TapKind.DECIDE),
            *self._button(_("🚫 None of these"), TapKind.NONE_FIT),
        ]
        row = self._button(_("⏰ Later"), TapKind.LATER)
        if current is not None:
            row += self._button(_("📝 Note"), TapKind.NOTE, current.id)
        yield row
        if card.questions.allow_cancel:
            yield [
                *self._button(_("✖️ Cancel"), TapKind.CANCEL),
                *self._button(_("💬 Cancel, and say why"), TapKind.CANCEL_WITH_REASON),
            ]
        yield self._button("▴ " + _("Less"), TapKind.LESS)


def elided(label: str) -> str:
    """Return a label as it fits on a button."""
    return _cut(" ".join(label.split()), MAX_LABEL)


def _cut(text: str, most: int) -> str:
    """Return at most so many characters of a text; the last one says that there is more."""
    return text if len(text) <= most else text[: max(0, most - 1)] + "…" * bool(most)
