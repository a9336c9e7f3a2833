"""Where the pointer stands on a question card, and what keys do there. Pure.

The card says what may be chosen and what a gesture does; here are the pointer, the number that is
being typed, and the two lists that the terminal shows in place of the question.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from assistant.locale import _
from assistant.questions.card.card_view import (
    ButtonKind,
    CardButton,
    CardField,
    CardRow,
    CardSummary,
    CardView,
)
from assistant.questions.card.gestures import (
    Back,
    Cancel,
    CloseWords,
    Gesture,
    TakeWords,
    WordsFor,
    WriteWords,
)
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.form.answer_hints import range_text
from assistant.questions.form.form_layout import safe_choice_id
from assistant.questions.form.option_keys import KeyEntry, option_keys
from assistant.questions.model.answer_revision import can_change, can_go_back
from assistant.questions.model.question import Draft, QuestionSet, Response
from assistant.questions.model.round_history import EarlierRound


class CardPanel(Enum):
    """Which list the pointer moves in."""

    QUESTION = "question"
    """The rows of the open question, or of the review."""
    WAYS = "ways"
    """What else may be done than answer."""
    EARLIER = "earlier"
    """The questions that were asked before, with their options and answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRevision:
    """The user wants to change an earlier answer; the question at hand waits for it."""

    questions_id: str
    is_return: bool = False
    """Whether the conversation is to go on anew from there."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """The way to the earlier questions."""


CardStop = CardRow | CardSummary | CardButton | LookBack | EarlierRound
"""What the pointer can stand on."""


@dataclass(frozen=True, kw_only=True)  # `cached_property` needs a dictionary
class CardScreen:
    """A question card in a terminal. Every method leaves it as it is."""

    card: QuestionCard
    earlier: tuple[EarlierRound, ...] = ()
    """The questions of the turn that were asked before, oldest first."""
    panel: CardPanel = CardPanel.QUESTION
    focus: int = 0
    """Which of `stops` the pointer stands on."""
    typed: str = ""
    """The beginning of a place or of a label's number, which has chosen nothing yet."""

    @staticmethod
    def begin(
        questions: QuestionSet, draft: Draft, *, earlier: Sequence[EarlierRound] = ()
    ) -> "CardScreen":
        """Return the screen at the first question that is open still."""
        return _at_start(QuestionCard.begin(questions, draft), tuple(earlier))

    @cached_property
    def view(self) -> CardView:
        """What the card shows."""
        return self.card.view()

    @property
    def field(self) -> CardField | None:
        """The field that is on the screen."""
        return self.view.field if self.panel is CardPanel.QUESTION else None

    @cached_property
    def stops(self) -> tuple[CardStop, ...]:
        """What the pointer can stand on; nothing while a text question is answered."""
        view = self.view
        match self.panel:
            case CardPanel.EARLIER:
                return self.earlier
            case CardPanel.WAYS:
                return tuple(_ways(view, has_earlier=bool(self.earlier)))
            case CardPanel.QUESTION if view.is_review:
                return (*view.summaries, *view.buttons)
            case CardPanel.QUESTION:
                return view.rows

    @property
    def is_choosing(self) -> bool:
        """Whether a number or letter chooses a row."""
        return bool(self.view.rows) and self.panel is CardPanel.QUESTION and self.field is None

    @property
    def entry(self) -> KeyEntry:
        """What is typed of a place or of a label's number."""
        return KeyEntry(keys=option_keys(self.view.shown_question), typed=self.typed)

    # Gestures.

    def apply(self, gesture: Gesture) -> "CardScreen":
        """Return the screen after a gesture of the card, with the pointer where it goes on."""
        return self._with(self.card.apply(gesture))

    def with_draft(self, draft: Draft) -> "CardScreen":
        """Show selections that were made elsewhere."""
        after = self._with(self.card.with_draft(draft))
        if after.view.question != self.view.question:
            return after
        there = replace(after, panel=self.panel)
        return replace(there, focus=min(self.focus, len(there.stops) - 1))

    def move(self, by: int) -> "CardScreen":
        """Move the pointer; it stops at both ends."""
        return self.move_to(self.focus + by)

    def move_to(self, place: int) -> "CardScreen":
        """Move the pointer to a stop."""
        focus = max(0, min(len(self.stops) - 1, place))
        return replace(self, card=self.card.refused(""), focus=focus, typed="")

    def mark(self, place: int) -> "Outcome":
        """Take the row at a place, which counts from 0.

        It answers where one may be chosen, ticks where several may be, and only goes there where
        the answer gives a permission.
        """
        if not self.is_choosing or not 0 <= place < len(self.view.rows):
            return self
        there, row = self.move_to(place), self.view.rows[place]
        if self.view.is_multiple:
            return there.apply(row.select)
        return there if self.view.is_guarded else there.apply(row.choose)

    def press(self, key: str) -> "CardScreen":
        """Type another character of a place or of a label's number, and point at what it means."""
        entry = self.entry.press(key) if self.is_choosing else None
        if entry is None:
            return self
        there = self if entry.row is None else self.move_to(entry.row)
        message = "" if entry.is_possible else range_text(self.view.shown_question)
        return replace(there, card=there.card.refused(message), typed=entry.typed)

    def erase(self) -> "CardScreen":
        """Take back the last character that was typed."""
        return replace(self, card=self.card.refused(""), typed=self.typed[:-1])

    def take_typed(self) -> "Outcome":
        """Take the row that was typed; say which ones there are if there is no such row."""
        if not self.typed:
            return self
        row = self.entry.row
        return self._no_such_row() if row is None else self.mark(row)

    def toggle(self) -> "CardScreen":
        """Tick the row under the pointer or take the tick back, where several may be ticked."""
        if not self.is_choosing or not self.view.is_multiple:
            return self
        place = self.entry.row if self.typed else self.focus
        if place is None:
            return self._no_such_row()
        return self.move_to(place).apply(self.view.rows[place].select)

    def _no_such_row(self) -> "CardScreen":
        message = range_text(self.view.shown_question)
        return replace(self, card=self.card.refused(message), typed="")

    def enter(self) -> "Outcome":
        """Take what is typed, or what the pointer stands on. Not for fields: see `write`."""
        if self.typed:
            return self.take_typed()
        match self.stops[self.focus]:
            case CardRow() as row:
                return self.apply(row.choose)
            case CardSummary() as summary:
                return self.apply(summary.revise)
            case CardButton() as button:
                return self.apply(button.gesture)
            case LookBack():
                last = len(self.earlier) - 1
                return replace(self, panel=CardPanel.EARLIER, focus=last)
            case EarlierRound():
                return self._revise(may=can_change, is_return=False)

    def go_back(self) -> "Outcome":
        """Go on anew from the earlier question under the pointer."""
        return self._revise(may=can_go_back, is_return=True)

    def write(self, words: str) -> "CardScreen":
        """Take the words of the field that is open."""
        return self if self.field is None else self.apply(TakeWords(words=words))

    def draft_of(self, words: str) -> "CardScreen":
        """Keep words that are being typed, so that they are not lost; nothing is answered yet."""
        field = self.field
        if field is None or field.words_for not in {WordsFor.OTHER, WordsFor.ANSWER}:
            return self
        return self.apply(
            WriteWords(question_id=field.question_id, words_for=field.words_for, words=words)
        )

    def escape(self) -> "CardScreen":
        """Take back what is typed; leave a list or a field; from the question, cancel it."""
        if self.typed:
            return replace(self, card=self.card.refused(""), typed="")
        if self.panel is not CardPanel.QUESTION:
            return self.returned()
        if self.field is not None and self.field.is_opened:
            return self.apply(CloseWords())
        return self.cancelled()

    def cancelled(self) -> "CardScreen":
        """Cancel the question from wherever the pointer is, if it may be cancelled."""
        return self.apply(Cancel()) if self.view.can_cancel else self

    def back(self) -> "CardScreen":
        """Go to the question before; from the review, to the last one."""
        return replace(self.apply(Back()), typed="")

    def ways(self) -> "CardScreen":
        """Show what else may be done than answer."""
        if self.panel is not CardPanel.QUESTION:
            return self.returned()
        opened = replace(self, card=self.card.refused(""), panel=CardPanel.WAYS, focus=0, typed="")
        return opened if opened.stops else self

    def returned(self) -> "CardScreen":
        """Return to the question, or to the review, from a list."""
        return _at_start(self.card.refused(""), self.earlier)

    # Parts.

    def _revise(
        self, *, may: Callable[[QuestionSet, Response], bool], is_return: bool
    ) -> "Outcome":
        past = self.earlier[self.focus]
        if not may(past.questions, past.response):
            return replace(self, card=self.card.refused(_("This answer cannot be changed.")))
        return AnswerRevision(questions_id=past.questions.id, is_return=is_return)

    def _with(self, card: QuestionCard) -> "CardScreen":
        after = replace(self, card=card, typed="")
        if card.ended is not None or self.panel is CardPanel.WAYS and card.message:
            return after
        if self.panel is CardPanel.QUESTION and after.view.question == self.view.question:
            return after
        return _at_start(card, self.earlier)


Outcome = CardScreen | AnswerRevision
"""What comes of a key."""


def _ways(view: CardView, *, has_earlier: bool) -> Sequence[CardStop]:
    """Return the ways of the card, with the look back behind those about the question itself."""
    about_question = {ButtonKind.SKIP, ButtonKind.BACK, ButtonKind.NOTE}
    review = [button for button in view.buttons if button.kind is ButtonKind.REVIEW]
    first = [way for way in view.ways if way.kind in about_question]
    rest = [way for way in view.ways if way.kind not in about_question]
    return [*first, *review, *([LookBack()] if has_earlier else []), *rest]


def _at_start(card: QuestionCard, earlier: tuple[EarlierRound, ...]) -> CardScreen:
    """Return a card with the pointer where answering begins: at what lets nothing happen."""
    screen = CardScreen(card=card, earlier=earlier)
    view = screen.view
    if view.question is None:
        return replace(screen, focus=len(view.summaries))  # the button that sends them
    safe = safe_choice_id(view.question) if view.is_guarded else None
    return screen if safe is None else screen.move_to(view.question.choice_ids.index(safe))
