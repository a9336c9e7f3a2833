"""How a question looks in a terminal that can draw: lines of styled text. Pure.

The look is that of a card with a chip: `╭─ header ─╮`, a pointer `>`, round marks where one may be
chosen and square ones where several may be, descriptions below in a muted colour. Every line is
broken here to the width there is, so that the frame stays whole.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from prompt_toolkit.utils import get_cwidth

from assistant.channels.terminal.questions.model.card_rows import CardRow, CardRowKind
from assistant.channels.terminal.questions.model.card_state import FIELDS, CardMode, CardState
from assistant.channels.terminal.text.line_wrap import Line, Span, drawable, elided, wrapped
from assistant.locale import _
from assistant.questions.form.answer_hints import rule_text
from assistant.questions.form.captions import (
    KEY_SEPARATOR,
    chain_text,
    clock_text,
    entry_hint,
    progress_dots,
    round_text,
)
from assistant.questions.form.icons import ICONS
from assistant.questions.form.outcome_text import answer_line, outcome_lines
from assistant.questions.form.round_text import round_lines
from assistant.questions.model.answer_revision import is_models_question
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import Answer

STYLE: Final[dict[str, str]] = {
    "chip": "#818CF8 bold bg:#1E293B",
    "chip-edge": "#818CF8 bold",
    "frame": "#64748B",
    "progress": "#94A3B8",
    "question": "bold",
    "pointer": "#F1F5F9",
    "focused": "#F1F5F9",
    "option": "#94A3B8",
    "mark": "#818CF8",
    "recommended": "#34D399",
    "muted": "#64748B",
    "confirmed": "#34D399 bold",
    "wrong": "#EF4444 bold",
}
"""Colours by the name of what they are for. A terminal with fewer colours takes the nearest."""

_ON_LIGHT: Final[dict[str, str]] = {
    "chip": "#4F46E5 bold bg:#E2E8F0",
    "chip-edge": "#4F46E5 bold",
    "pointer": "bold",
    "focused": "bold",
    "option": "",
    "mark": "#4F46E5",
    "recommended": "#047857",
    "confirmed": "#047857 bold",
    "wrong": "#B91C1C bold",
}
"""What differs where the background is light: the terminal's own colour for what is read."""


CHIP_LIMIT: Final = 24
"""Columns of a header that are shown; the question itself says the rest."""
MAX_PREVIEW_LINES: Final = 12
SHORT_S: Final = 30
"""Seconds that are little time."""
NARROWEST: Final = 20
WIDEST: Final = 100
"""Columns; longer lines are hard to read."""
CLOSED: Final = 60
"""Columns from which the frame is closed on its right side too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPicture:
    """A question, ready to be drawn."""

    width: int
    """Columns of the frame."""
    body: tuple[Line, ...]
    """What stands above the field, without the right side of the frame."""
    row: range
    """The lines of the body that must be seen: those of the row with the pointer."""
    rows: range
    """The lines of all rows."""
    label: str
    """What stands before the field; empty without a field."""
    foot: tuple[Line, ...]
    """The end of the frame, what was wrong, and the keys."""

    @property
    def is_closed(self) -> bool:
        """Whether the frame has a right side."""
        return self.width >= CLOSED

    def framed(self, lines: Iterable[Line]) -> tuple[Line, ...]:
        """Return lines of the body with the right side of the frame, where it has one."""
        return tuple(map(self._framed, lines)) if self.is_closed else tuple(lines)

    def _framed(self, line: Line) -> Line:
        free = self.width - 1 - sum(get_cwidth(text) for _style, text in line)
        if not line[0][1].startswith(ICONS["chipLeft"][0]):
            return (*line, ("frame", " " * free + ICONS["boxVertical"]))
        space = " " if len(line) > 1 else ""
        return (*line, ("frame", space + "─" * (free - len(space)) + "╮"))


def style_on(*, is_light: bool) -> dict[str, str]:
    """Return the colours for a dark background, or for a light one."""
    return STYLE | _ON_LIGHT if is_light else STYLE


def paint_card(
    asking: CardState,
    columns: int,
    *,
    is_confirmed: bool = False,
    left_s: float | None = None,
    numbers: bool = True,
) -> CardPicture:
    """Return how it looks on so many columns.

    Args:
        asking: Where the user is.
        columns: The width of the terminal.
        is_confirmed: Show the row under the pointer as the one that was just taken.
        left_s: Seconds until nobody waits for the answer any more; None if somebody always does.
        numbers: Show the number or letter before each option; the keys work in any case.
    """
    width = max(NARROWEST, min(WIDEST, columns - 1))
    body = _Body(width=width, numbers=numbers)
    body.add_head(asking)
    if asking.mode is CardMode.REVIEW:
        body.add_review(asking)
    elif asking.mode is CardMode.EARLIER:
        body.add_earlier(asking)
    else:
        body.add_question(asking)
        if asking.mode is CardMode.WAYS:
            body.add_ways(asking)
        elif asking.mode is not CardMode.TEXT:
            body.add_options(asking, is_confirmed=is_confirmed)
    body.add_blank()
    return CardPicture(
        width=width,
        body=tuple(body.lines),
        row=body.row,
        rows=body.rows,
        label=_field_label(asking) if asking.mode in FIELDS else "",
        foot=tuple(_foot(asking, width, is_confirmed=is_confirmed, left_s=left_s)),
    )


class _Body:
    """Collects the lines inside the frame."""

    def __init__(self, *, width: int, numbers: bool) -> None:
        self._width = width
        self._numbers = numbers
        self.lines: list[Line] = []
        self.row = range(0)
        self.rows = range(0)

    def add_head(self, asking: CardState) -> None:
        questions, question = asking.questions, asking.question
        is_review = asking.mode is CardMode.REVIEW
        shown = self._chip_text(_header(asking))
        line: list[Span] = [("chip-edge", ICONS["chipLeft"])]
        if shown:
            line += [("chip", f" {shown} "), ("chip-edge", ICONS["chipRight"])]
        total = len(asking.form.visible)
        if total > 1:
            answered = total if is_review else asking.form.settled_count
            dots = progress_dots(answered, total)
            place = _("Question {i} of {n}").format(
                i=asking.form.visible.index(question) + 1, n=total
            )
            line.append(("progress", f"  {dots}" if is_review else f"  {place}  {dots}"))
        if is_models_question(questions) and not chain_text(questions):
            line.append(("progress", f"  {round_text(questions)}"))
        self.lines.append(tuple(line))
        if questions.source:
            self.add("muted", questions.source)

    def add_question(self, asking: CardState) -> None:
        questions, question = asking.questions, asking.question
        self.add_blank()
        header = _header(asking)
        if self._chip_text(header) != drawable(header):  # shortened there
            self.add("muted", header)
        for text in (questions.title if question.header else "", questions.description):
            if text:
                self.add("muted", text)
        several = " " + _("(Select multiple with Space)") if question.traits.is_multiple else ""
        optional = "" if question.required else " " + _("(optional)")
        words = [("question", _headed(asking)), ("muted", several + optional)]
        self.add_spans([span for span in words if span[1]])
        rule = rule_text(question)
        if rule:
            self.add("muted", rule)
        if question.context:
            self.add("muted", question.context)
        self.add_blank()

    def _chip_text(self, header: str) -> str:
        return elided(drawable(header).replace("\n", " "), min(CHIP_LIMIT, self._width - 8))

    def add_options(self, asking: CardState, *, is_confirmed: bool) -> None:
        for place, row in enumerate(asking.rows):
            start = len(self.lines)
            self._add_row(asking, place, row, is_confirmed=is_confirmed)
            self._keep_row(start, is_focused=place == asking.focus)
        note = asking.selected.note
        if note and asking.mode is not CardMode.NOTE:
            self.add_blank()
            self.add("muted", _("Note: {words}").format(words=note))

    def add_ways(self, asking: CardState) -> None:
        for place, row in enumerate(asking.rows):
            start = len(self.lines)
            self._add_plain(place == asking.focus, _way_text(row))
            self._keep_row(start, is_focused=place == asking.focus)

    def add_earlier(self, asking: CardState) -> None:
        """Add what was asked before, with all options and what was answered."""
        for place, past in enumerate(asking.earlier):
            is_focused = place == asking.focus
            self.add_blank()
            start = len(self.lines)
            self._add_plain(is_focused, round_text(past.questions))
            for line in round_lines(past):
                self.add("muted", line, indent=2)
            for line in outcome_lines(past.questions, past.response):
                self.add("confirmed", line, indent=2)
            self._keep_row(start, is_focused=is_focused)

    def add_review(self, asking: CardState) -> None:
        self.add_blank()
        if asking.questions.title:
            self.add("question", _("Your answers"))
            self.add_blank()
        for place, row in enumerate(asking.rows):
            is_focused = place == asking.focus
            if row.kind is CardRowKind.SUBMIT:
                self.add_blank()
            start = len(self.lines)
            if row.kind is not CardRowKind.ANSWERED:
                text = _("🚀 Submit") if row.kind is CardRowKind.SUBMIT else _("🗑️ Reset all")
                self._add_plain(is_focused, text)
                self._keep_row(start, is_focused=is_focused)
                continue
            question = asking.questions.find(row.id)
            answer = asking.form.draft.answers.get(row.id)
            line = answer_line(question, answer or Answer(question_id=question.id))
            change = [("muted", "  " + _("🔄 Change"))] if is_focused else []
            style = "focused" if is_focused else "option"
            self.add_spans(
                [
                    ("confirmed", "✔ "),
                    (style, line),
                    *change,
                ],
                first=_pointer(is_focused),
                rest="  ",
            )
            if answer is not None and answer.note:
                self.add("muted", _("Note: {words}").format(words=answer.note), indent=6)
            self._keep_row(start, is_focused=is_focused)

    def _add_row(self, asking: CardState, place: int, row: CardRow, *, is_confirmed: bool) -> None:
        is_focused = place == asking.focus
        question = asking.question
        label, description, is_recommended = _row_words(asking, row)
        style = "focused" if is_focused else "option"
        mark = "mark"
        if is_confirmed and is_focused:
            style = mark = "confirmed"
        spans: list[Span] = [
            (mark, _mark(asking, row, is_taken=is_confirmed and is_focused)),
            (style, f" {marker(question, place)}) {label}" if self._numbers else f" {label}"),
        ]
        if is_recommended:
            spans.append(("recommended", " " + _("(Recommended)")))
        self.add_spans(spans, first=_pointer(is_focused), rest="     ")
        if description:
            self.add("muted", description, indent=4)
        if is_focused and row.kind is CardRowKind.OPTION:
            preview = question.option(row.id).preview
            if preview:
                self._add_preview(preview)

    def _keep_row(self, start: int, *, is_focused: bool) -> None:
        end = len(self.lines)
        self.rows = range(self.rows.start if self.rows else start, end)
        if is_focused:
            self.row = range(start, end)

    def _add_preview(self, preview: str) -> None:
        given = preview.strip("\n").split("\n")
        for text in given[:MAX_PREVIEW_LINES]:
            self.add("muted", f"┆ {text.expandtabs(4)}", indent=4)
        if len(given) > MAX_PREVIEW_LINES:
            self.add("muted", "┆ …", indent=4)

    def _add_plain(self, is_focused: bool, text: str) -> None:
        style = "focused" if is_focused else "option"
        self.add_spans([(style, text)], first=_pointer(is_focused), rest="  ")

    def add_blank(self) -> None:
        self.lines.append((("frame", ICONS["boxVertical"]),))

    def add(self, style: str, text: str, *, indent: int = 0) -> None:
        space = (("", " " * indent),)
        self.add_spans([(style, text)], first=space, rest=" " * indent)

    def add_spans(
        self, spans: Sequence[Span], *, first: Sequence[Span] = (), rest: str = ""
    ) -> None:
        """Add text broken to the width, below itself from the second line on."""
        before = sum(get_cwidth(text) for _style, text in first)
        sides = 3 if self._width < CLOSED else 5
        room = self._width - sides - max(before, len(rest))
        lines = wrapped([(style, drawable(text)) for style, text in spans], room)
        for number, line in enumerate(lines):
            start = tuple(first) if number == 0 else (("", rest),)
            self.lines.append((("frame", f"{ICONS['boxVertical']}  "), *start, *line))


def key_hint(asking: CardState) -> str:
    """Return the keys that work now."""
    match asking.mode:
        case CardMode.TEXT:
            parts = [_("enter confirm"), _("ctrl+j new line")]
        case CardMode.OTHER | CardMode.NOTE | CardMode.NONE_FIT | CardMode.REASON:
            return KEY_SEPARATOR.join((_("enter confirm"), _("esc back")))
        case CardMode.EARLIER:
            keys = (_("↑↓ navigate"), _("enter change"), _("b go on anew from here"), _("esc back"))
            return KEY_SEPARATOR.join(keys)
        case CardMode.WAYS:
            return KEY_SEPARATOR.join((_("↑↓ navigate"), _("enter select"), _("esc back")))
        case CardMode.CHOOSING if asking.typed:
            return entry_hint(asking.typed)
        case CardMode.CHOOSING | CardMode.REVIEW:
            parts = [_("↑↓ navigate"), _("enter select")]
            if asking.mode is CardMode.CHOOSING and asking.question.traits.is_multiple:
                parts.append(_("space toggle"))
            if asking.mode is CardMode.REVIEW or asking.form.before is not None:
                parts.append(_("← back"))
    parts.append(_("tab more"))
    if asking.can_cancel:
        parts.append(_("esc cancel"))
    return KEY_SEPARATOR.join(parts)


def _foot(
    asking: CardState, width: int, *, is_confirmed: bool, left_s: float | None
) -> Iterator[Line]:
    frame = "wrong" if asking.message else "confirmed" if is_confirmed else "frame"
    yield ((frame, ICONS["boxBottom"] + "─" * (width - 2) + "╯"),)
    if asking.message:
        for line in wrapped([("wrong", drawable(asking.message))], width - 2):
            yield (("", "  "), *line)
    hints: list[Span] = [("muted", part) for part in key_hint(asking).split(KEY_SEPARATOR)]
    if left_s is not None:
        style = "wrong" if left_s <= SHORT_S else "progress"
        clock = _("{time} left").format(time=clock_text(left_s))
        hints.insert(0, (style, f"⏱ {clock}"))
    yield from _in_lines(hints, width)


def _in_lines(hints: Sequence[Span], width: int) -> Iterator[Line]:
    """Set hints side by side; none is broken over two lines."""
    line: list[Span] = []
    for style, text in hints:
        used = sum(get_cwidth(part) for _style, part in line)
        if line and used + get_cwidth(KEY_SEPARATOR + text) > width:
            yield tuple(line)
            line = []
        line += [("muted", KEY_SEPARATOR) if line else ("", "  "), (style, text)]
    yield tuple(line)


def _header(asking: CardState) -> str:
    """Return what stands in the chip."""
    if asking.mode is CardMode.REVIEW:
        return asking.questions.title or _("Your answers")
    return asking.question.header or asking.questions.title


def _headed(asking: CardState) -> str:
    name = chain_text(asking.questions)
    return f"{name}: {asking.question.text}" if name else asking.question.text


def _pointer(is_focused: bool) -> tuple[Span, ...]:
    return (("pointer", "> "),) if is_focused else (("", "  "),)


def _mark(asking: CardState, row: CardRow, *, is_taken: bool) -> str:
    answer = asking.selected
    match row.kind:
        case CardRowKind.YES:
            is_chosen = answer.boolean is True
        case CardRowKind.NO:
            is_chosen = answer.boolean is False
        case CardRowKind.OTHER:
            is_chosen = bool(answer.other) or asking.wants_other or asking.mode is CardMode.OTHER
        case _:
            is_chosen = row.id in answer.option_ids
    if asking.question.traits.is_multiple:
        return ICONS["checkbox" if is_chosen else "checkboxEmpty"]
    return "●" if is_chosen or is_taken else "○"


def _row_words(asking: CardState, row: CardRow) -> tuple[str, str, bool]:
    """Return label, description, and whether it is recommended."""
    match row.kind:
        case CardRowKind.YES:
            return _("Yes"), "", False
        case CardRowKind.NO:
            return _("No"), "", False
        case CardRowKind.OTHER:
            words = asking.selected.other
            return _("Other"), words or _("Provide custom input"), False
        case _:
            option = asking.question.option(row.id)
            return option.label, option.description, option.recommended


def _way_text(row: CardRow) -> str:
    match row.kind:
        case CardRowKind.SKIP:
            return _("leave this question out")
        case CardRowKind.BACK:
            return _("the question before")
        case CardRowKind.EARLIER:
            return _("what was asked before")
        case CardRowKind.NOTE:
            return _("a remark on your answer")
        case CardRowKind.DECIDE:
            return _("let the assistant decide")
        case CardRowKind.NONE_FIT:
            return _("none of these; say what would fit")
        case CardRowKind.LATER:
            return _("answer later")
        case CardRowKind.CANCEL_WITH_REASON:
            return _("cancel, and say why")
        case _:
            return _("cancel")


def _field_label(asking: CardState) -> str:
    match asking.mode:
        case CardMode.OTHER:
            return _("Please specify:") + " "
        case CardMode.NOTE:
            return _("Remark:") + " "
        case CardMode.NONE_FIT:
            return _("What would fit:") + " "
        case CardMode.REASON:
            return _("Why:") + " "
        case _:
            return "> "
