"""What a question shows in a chat: its text, and the buttons below it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from assistant.channels.telegram.model.callback_data import Tap, TapKind, callback_data, tap_of
from assistant.channels.telegram.model.chat_card import ChatCard
from assistant.channels.telegram.model.formatted_text import (
    FormattedText,
    joined,
    plain,
    styled,
    utf16_length,
)
from assistant.channels.telegram.model.markdown import formatted_markdown
from assistant.channels.telegram.model.message_split import MAX_MESSAGE_UNITS, split
from assistant.locale import _
from assistant.questions.card.card_view import ButtonKind, CardRow, CardView
from assistant.questions.card.gestures import Gesture, OpenWords, SelectOption, WordsFor
from assistant.questions.form.answer_hints import rule_text
from assistant.questions.form.captions import asker_text, place_text, progress_dots
from assistant.questions.form.choices import own_words
from assistant.questions.form.outcome_text import outcome_lines, settled_at, short_name
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import (
    Answered,
    Channel,
    Draft,
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
_ICONS: Final = {
    ButtonKind.CONFIRM: "✔️",
    ButtonKind.BACK: "◀️",
    ButtonKind.REVIEW: "📋",
    ButtonKind.SKIP: "⏭️",
    ButtonKind.NOTE: "📝",
    ButtonKind.DECIDE: "💡",
    ButtonKind.NONE_FIT: "🚫",
    ButtonKind.LATER: "⏰",
    ButtonKind.STOP: "✋",
    ButtonKind.CANCEL: "✖️",
    ButtonKind.CANCEL_WITH_REASON: "💬",
}
"""What stands before the caption of a button that has no picture of its own."""

MARK_SIGNS: Final = "🔵🟢🟠🟣🟡🔴🟤⚪🟦🟩🟧🟪🟨🟥🟫⬜"
"""For each mark of a program that asks, by its number."""
_LONGEST_HEADING: Final = 200
"""Characters of why a question stands in a chat."""
_HEAD: Final = 1000
"""Characters of a question that is settled: what became of it stands below."""

Row = list[dict[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """How many characters there are for what may be shortened: never for a label."""

    description: int = MAX_MESSAGE_UNITS
    """Of an option."""
    prose: int = MAX_MESSAGE_UNITS
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
class CardMessage:
    """A question's message with its buttons."""

    text: FormattedText
    keyboard: tuple[tuple[dict[str, str], ...], ...] = ()


def message_of(card: ChatCard, token: str) -> CardMessage:
    """Return what a question shows now."""
    view = card.view
    keyboard = tuple(map(tuple, _Keyboard(view, token, is_open=card.is_open).rows()))
    return CardMessage(text=_text(card.heading, view), keyboard=keyboard)


def is_shown_whole(questions: QuestionSet) -> bool:
    """Whether a message holds all of what is asked, with nothing of it shortened."""
    view = ChatCard.begin(questions, Draft()).view
    text = joined(_blocks("", view, _ROOMS[0]), "\n\n").stripped()
    return utf16_length(text.text) <= MAX_MESSAGE_UNITS - _LONGEST_HEADING


def settled_message(
    questions: QuestionSet, response: Response, channel: Channel | None
) -> CardMessage:
    """Return what stands in the place of a question that is settled, without buttons."""
    here = Channel.TELEGRAM
    lines = outcome_lines(questions, response)
    if channel is not None and channel is not here:
        lines = settled_at(lines, response, channel, here=here)
    head = _head_text(questions, is_answered=isinstance(response, Answered))
    return CardMessage(text=_below(head, "\n".join(lines)))


def put_off_message(questions: QuestionSet, token: str) -> CardMessage:
    """Return what stands in the place of a question that was put off, with the way back."""
    text = _below(_head_text(questions, is_answered=False), _("Put off until later."))
    again = callback_data(token, Tap(kind=TapKind.AGAIN))
    return CardMessage(
        text=text, keyboard=(({"text": _("↩️ Answer now"), "callback_data": again},),)
    )


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


def _text(heading: str, view: CardView) -> FormattedText:
    text = FormattedText()
    for room in _ROOMS:
        text = joined(_blocks(heading, view, room), "\n\n").stripped()
        if utf16_length(text.text) <= MAX_MESSAGE_UNITS:
            return text
    return split(text)[0]


def _blocks(heading: str, view: CardView, room: _Room) -> Iterator[FormattedText]:
    questions, current = view.questions, view.question
    heads = [heading, _asker(questions)]
    total = view.progress.total if current is not None else 1
    heads.append(place_text(questions, index=view.place - 1, total=total))
    head = " · ".join(filter(None, heads))
    if head:
        yield styled("italic", head)
    for text in (questions.title, questions.description):
        if text:
            words = _cut(text, room.prose)
            yield styled("bold", words) if text == questions.title else plain(words)
    if view.is_form:
        yield _progress(view, room)
    if current is None:
        yield plain(_("Are these answers right? Send them, or change one."))
    else:
        yield from _question_blocks(view, current, room)


def _asker(questions: QuestionSet) -> str:
    """Return who asks, after the mark of the program."""
    sign = "" if questions.asker is None else MARK_SIGNS[questions.asker.mark] + " "
    return sign + asker_text(questions, is_elsewhere=False)


def _progress(view: CardView, room: _Room) -> FormattedText:
    progress = view.progress
    lines = [progress_dots(progress.done, progress.total)]
    if progress.parts > 1:
        part = _("Part {i} of {n}").format(i=progress.part, n=progress.parts)
        lines[0] += " · " + part
    lines += [
        _cut(summary.text, room.prose)
        for summary in view.summaries
        if view.is_review or (summary.is_settled and not summary.is_open)
    ]
    return plain("\n".join(lines))


def _question_blocks(view: CardView, question: Question, room: _Room) -> Iterator[FormattedText]:
    chip = f"[{question.header}] " if question.header else ""
    optional = "" if question.required else " " + _("(optional)")
    yield styled("bold", f"{chip}{_cut(question.text, room.prose)}{optional}")
    if question.context:
        yield plain(_cut(question.context, room.prose))
    options = joined(_option_blocks(question, room), "\n")
    if options.text:
        yield options
    answer = view.answer
    if answer is not None:
        own = [words for words in (answer.other, answer.text) if words]
        if own:
            words = _cut(", ".join(own), room.prose)
            yield plain(_("Your words: {words}").format(words=words))
        if answer.note:
            yield plain(_("Your note: {words}").format(words=_cut(answer.note, room.prose)))
    words_for = view.field.words_for if view.field is not None else None
    hint = " ".join(filter(None, [rule_text(question), words_wanted(words_for)]))
    if hint:
        yield styled("italic", hint)


def words_wanted(words_for: WordsFor | None) -> str:
    """Return what the user is to write now; empty if nothing is wanted."""
    match words_for:
        case WordsFor.OTHER:
            return _("Write your own answer now.")
        case WordsFor.NOTE:
            return _("Write your note now.")
        case WordsFor.NONE_FIT:
            return _("Write what would fit.")
        case WordsFor.REASON:
            return _("Write why you cancel.")
        case WordsFor.ANSWER:
            return _("Please type your answer")
        case None:
            return ""


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


# The buttons.


class _Keyboard:
    def __init__(self, view: CardView, token: str, *, is_open: bool) -> None:
        self._view = view
        self._token = token
        self._is_open = is_open

    def rows(self) -> Iterator[Row]:
        """Yield the rows from top to bottom."""
        if self._view.question is None:
            yield from self._review_rows()
        else:
            yield from self._question_rows(self._view.question)
        yield from self._leaving_rows()

    def _button(self, label: str, gesture: Gesture) -> Row:
        data = callback_data(self._token, tap_of(gesture, self._view.questions))
        return [{"text": label, "callback_data": data}]

    def _folding(self, label: str, kind: TapKind) -> Row:
        return [{"text": label, "callback_data": callback_data(self._token, Tap(kind=kind))}]

    def _offered(self, *kinds: ButtonKind) -> Iterator[Row]:
        """Yield one row of those of the buttons that the card offers now, if there are any."""
        row = Row()
        for kind in kinds:
            button = self._view.button(kind)
            if button is not None:
                label = " ".join(filter(None, [_ICONS.get(kind), button.caption]))
                row += self._button(label, button.gesture)
        if row:
            yield row

    def _question_rows(self, question: Question) -> Iterator[Row]:
        rows = self._view.rows
        is_marked = self._view.is_form or any(row.is_chosen and not row.is_other for row in rows)
        options = [row for row in rows if not row.is_other]
        for row in options[:MAX_BUTTONS]:
            mark = row.mark if row.is_multiple or is_marked else ""
            number = f"{row.marker}." if question.options else ""
            label = " ".join(filter(None, [mark, number, elided(row.caption)]))
            yield self._button(label, _wanted(row))
        if len(options) < len(rows):
            own = OpenWords(words_for=WordsFor.OTHER, question_id=question.id)
            yield self._button(own_words(self._view.questions.purpose).button, own)
        answer = self._view.answer
        is_answered = answer is not None and not answer.is_empty
        confirm = [ButtonKind.CONFIRM] if self._view.is_multiple or is_answered else []
        yield from self._offered(*confirm, ButtonKind.SKIP)
        yield from self._offered(ButtonKind.BACK, ButtonKind.REVIEW)

    def _review_rows(self) -> Iterator[Row]:
        for summary in self._view.summaries[:MAX_BUTTONS]:
            question = self._view.questions.find(summary.question_id)
            name = elided(question.header or question.text)
            yield self._button(f"{_('🔄 Change')}: {name}", summary.revise)
        yield from self._offered(ButtonKind.SUBMIT, ButtonKind.RESET)

    def _leaving_rows(self) -> Iterator[Row]:
        if self._view.questions.purpose is not Purpose.ASK:
            if self._view.questions.purpose is Purpose.CONFLICT:
                yield from self._offered(ButtonKind.CANCEL)
            return
        if not self._is_open:
            for row in self._offered(ButtonKind.DECIDE):
                yield [*row, *self._folding("⋯ " + _("More"), TapKind.MORE)]
            return
        yield from self._offered(ButtonKind.DECIDE, ButtonKind.NONE_FIT)
        yield from self._offered(ButtonKind.LATER, ButtonKind.NOTE)
        yield from self._offered(ButtonKind.STOP)
        yield from self._offered(ButtonKind.CANCEL, ButtonKind.CANCEL_WITH_REASON)
        yield self._folding("▴ " + _("Less"), TapKind.LESS)


def _wanted(row: CardRow) -> Gesture:
    """Return what a button of an option leads to: a state, whatever it is now."""
    if not row.is_multiple:
        return row.choose
    return SelectOption(question_id=row.question_id, option_id=row.id, is_on=not row.is_chosen)


def elided(label: str) -> str:
    """Return a label as it fits on a button."""
    return _cut(" ".join(label.split()), MAX_LABEL)


def _cut(text: str, most: int) -> str:
    """Return at most so many characters of a text; the last one says that there is more."""
    return text if len(text) <= most else text[: max(0, most - 1)] + "…" * bool(most)
