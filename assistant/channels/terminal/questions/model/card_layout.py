"""How a question looks in a terminal that can draw: lines of styled text. Pure.

The look is that of a card with a chip: `╭─ header ─╮`, a pointer `>`, round marks where one may be
chosen and square ones where several may be, descriptions below in a muted colour. Every line is
broken here to the width there is, so that the frame stays whole.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from prompt_toolkit.utils import get_cwidth

from assistant.channels.terminal.questions.model.card_screen import (
    CardPanel,
    CardScreen,
    CardStop,
    LookBack,
)
from assistant.channels.terminal.text.line_wrap import Line, Span, drawable, elided, wrapped
from assistant.channels.terminal.text.mark_style import (
    MARK_STYLE,
    MARK_STYLE_ON_LIGHT,
    mark_span,
)
from assistant.locale import _
from assistant.questions.card.card_view import (
    ButtonKind,
    CardButton,
    CardRow,
    CardSummary,
    CardView,
)
from assistant.questions.card.gestures import WordsFor
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
from assistant.questions.form.outcome_text import outcome_lines
from assistant.questions.form.round_text import round_lines
from assistant.questions.model.answer_revision import is_models_question
from assistant.questions.model.question import Question

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
    **MARK_STYLE,
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
    **MARK_STYLE_ON_LIGHT,
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
    screen: CardScreen,
    columns: int,
    *,
    is_confirmed: bool = False,
    left_s: float | None = None,
    numbers: bool = True,
) -> CardPicture:
    """Return how it looks on so many columns.

    Args:
        screen: Where the user is.
        columns: The width of the terminal.
        is_confirmed: Show the row under the pointer as the one that was just taken.
        left_s: Seconds until nobody waits for the answer any more; None if somebody always does.
        numbers: Show the number or letter before each option; the keys work in any case.
    """
    width = max(NARROWEST, min(WIDEST, columns - 1))
    view, field = screen.view, screen.field
    body = _Body(width=width, numbers=numbers)
    body.add_head(view)
    if screen.panel is CardPanel.EARLIER:
        body.add_earlier(screen)
    elif view.question is None and screen.panel is CardPanel.QUESTION:
        body.add_review(screen)
    else:
        body.add_question(view)
        if screen.panel is CardPanel.WAYS:
            body.add_ways(screen)
        elif view.rows:
            body.add_options(screen, is_confirmed=is_confirmed)
    body.add_blank()
    return CardPicture(
        width=width,
        body=tuple(body.lines),
        row=body.row,
        rows=body.rows,
        label="" if field is None else (field.prompt or ">") + " ",
        foot=tuple(_foot(screen, width, is_confirmed=is_confirmed, left_s=left_s)),
    )


class _Body:
    """Collects the lines inside the frame."""

    def __init__(self, *, width: int, numbers: bool) -> None:
        self._width = width
        self._numbers = numbers
        self.lines: list[Line] = []
        self.row = range(0)
        self.rows = range(0)

    def add_head(self, view: CardView) -> None:
        questions, progress = view.questions, view.progress
        shown = self._chip_text(_header(view))
        line: list[Span] = [("chip-edge", ICONS["chipLeft"])]
        if shown:
            line += [("chip", f" {shown} "), ("chip-edge", ICONS["chipRight"])]
        if progress.total > 1:
            place = _("Question {i} of {n}").format(i=view.place, n=progress.total)
            dots = progress_dots(progress.done, progress.total)
            text = dots if view.is_review else f"{place}  {dots}"
            line.append(("progress", f"  {text}"))
        if is_models_question(questions) and not chain_text(questions):
            line.append(("progress", f"  {round_text(questions)}"))
        self.lines.append(tuple(line))
        if questions.asked_by:
            asker = questions.asker
            dot = () if asker is None else (mark_span(asker.mark),)
            self.add_spans([("muted", questions.asked_by)], first=dot, rest="  " if dot else "")

    def add_question(self, view: CardView) -> None:
        questions, question = view.questions, view.shown_question
        self.add_blank()
        header = _header(view)
        if self._chip_text(header) != drawable(header):  # shortened there
            self.add("muted", header)
        for text in (questions.title if question.header else "", questions.description):
            if text:
                self.add("muted", text)
        several = " " + _("(Select multiple with Space)") if view.is_multiple else ""
        optional = "" if question.required else " " + _("(optional)")
        words = [("question", _headed(view, question)), ("muted", several + optional)]
        self.add_spans([span for span in words if span[1]])
        rule = rule_text(question)
        if rule:
            self.add("muted", rule)
        if question.context:
            self.add("muted", question.context)
        self.add_blank()

    def _chip_text(self, header: str) -> str:
        return elided(drawable(header).replace("\n", " "), min(CHIP_LIMIT, self._width - 8))

    def add_options(self, screen: CardScreen, *, is_confirmed: bool) -> None:
        view, field = screen.view, screen.field
        for place, row in enumerate(view.rows):
            start = len(self.lines)
            is_focused = place == screen.focus
            self._add_row(row, is_focused=is_focused, is_taken=is_confirmed and is_focused)
            self._keep_row(start, is_focused=is_focused)
        note = view.answer.note if view.answer is not None else None
        if note and (field is None or field.words_for is not WordsFor.NOTE):
            self.add_blank()
            self.add("muted", _("Note: {words}").format(words=note))

    def add_ways(self, screen: CardScreen) -> None:
        for place, stop in enumerate(screen.stops):
            start = len(self.lines)
            self._add_plain(place == screen.focus, _way_text(stop))
            self._keep_row(start, is_focused=place == screen.focus)

    def add_earlier(self, screen: CardScreen) -> None:
        """Add what was asked before, with all options and what was answered."""
        for place, past in enumerate(screen.earlier):
            is_focused = place == screen.focus
            self.add_blank()
            start = len(self.lines)
            self._add_plain(is_focused, round_text(past.questions))
            for line in round_lines(past):
                self.add("muted", line, indent=2)
            for line in outcome_lines(past.questions, past.response):
                self.add("confirmed", line, indent=2)
            self._keep_row(start, is_focused=is_focused)

    def add_review(self, screen: CardScreen) -> None:
        view = screen.view
        self.add_blank()
        if view.questions.title:
            self.add("question", _("Your answers"))
            self.add_blank()
        for place, stop in enumerate(screen.stops):
            is_focused = place == screen.focus
            if isinstance(stop, CardButton) and stop.kind is ButtonKind.SUBMIT:
                self.add_blank()
            start = len(self.lines)
            if isinstance(stop, CardSummary):
                self._add_summary(stop, is_focused=is_focused)
            elif isinstance(stop, CardButton):
                self._add_plain(is_focused, stop.caption)
            self._keep_row(start, is_focused=is_focused)

    def _add_summary(self, summary: CardSummary, *, is_focused: bool) -> None:
        change = [("muted", "  " + _("🔄 Change"))] if is_focused else []
        style = "focused" if is_focused else "option"
        mark, text = summary.text[:2], summary.text[2:]
        self.add_spans(
            [("confirmed" if summary.is_settled else "mark", mark), (style, text), *change],
            first=_pointer(is_focused),
            rest="  ",
        )
        if summary.note:
            self.add("muted", _("Note: {words}").format(words=summary.note), indent=6)

    def _add_row(self, row: CardRow, *, is_focused: bool, is_taken: bool) -> None:
        style = "confirmed" if is_taken else "focused" if is_focused else "option"
        sign = "●" if is_taken and not row.is_multiple else row.mark
        spans: list[Span] = [
            ("confirmed" if is_taken else "mark", sign),
            (style, f" {row.marker}) {row.caption}" if self._numbers else f" {row.caption}"),
        ]
        if row.is_recommended:
            spans.append(("recommended", " " + _("(Recommended)")))
        self.add_spans(spans, first=_pointer(is_focused), rest="     ")
        if row.description:
            self.add("muted", row.description, indent=4)
        if is_focused and row.preview:
            self._add_preview(row.preview)

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


def key_hint(screen: CardScreen) -> str:
    """Return the keys that work now."""
    view, field = screen.view, screen.field
    if screen.panel is CardPanel.EARLIER:
        keys = (_("↑↓ navigate"), _("enter change"), _("b go on anew from here"), _("esc back"))
        return KEY_SEPARATOR.join(keys)
    if screen.panel is CardPanel.WAYS:
        return KEY_SEPARATOR.join((_("↑↓ navigate"), _("enter select"), _("esc back")))
    if field is not None and field.is_opened:
        return KEY_SEPARATOR.join((_("enter confirm"), _("esc back")))
    if screen.typed:
        return entry_hint(screen.typed)
    if field is not None:
        parts = [_("enter confirm"), _("ctrl+j new line")]
    else:
        parts = [_("↑↓ navigate"), _("enter select")]
        if view.is_multiple:
            parts.append(_("space toggle"))
        if view.is_review or view.button(ButtonKind.BACK) is not None:
            parts.append(_("← back"))
    parts.append(_("tab more"))
    if view.can_cancel:
        parts.append(_("esc cancel"))
    return KEY_SEPARATOR.join(parts)


def _foot(
    screen: CardScreen, width: int, *, is_confirmed: bool, left_s: float | None
) -> Iterator[Line]:
    message = screen.view.message
    frame = "wrong" if message else "confirmed" if is_confirmed else "frame"
    yield ((frame, ICONS["boxBottom"] + "─" * (width - 2) + "╯"),)
    if message:
        for line in wrapped([("wrong", drawable(message))], width - 2):
            yield (("", "  "), *line)
    hints: list[Span] = [("muted", part) for part in key_hint(screen).split(KEY_SEPARATOR)]
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


def _header(view: CardView) -> str:
    """Return what stands in the chip."""
    if view.question is None:
        return view.questions.title or _("Your answers")
    return view.question.header or view.questions.title


def _headed(view: CardView, question: Question) -> str:
    name = chain_text(view.questions)
    return f"{name}: {question.text}" if name else question.text


def _pointer(is_focused: bool) -> tuple[Span, ...]:
    return (("pointer", "> "),) if is_focused else (("", "  "),)


def _way_text(stop: CardStop) -> str:
    match stop:
        case CardButton():
            return stop.description
        case LookBack():
            return _("what was asked before")
        case _:
            return ""
