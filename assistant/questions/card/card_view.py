"""What a question card shows, for a surface to draw. Values only."""

from dataclasses import dataclass
from enum import Enum

from assistant.questions.card.gestures import (
    ChooseOption,
    Gesture,
    Revise,
    SelectOption,
    WordsFor,
)
from assistant.questions.form.icons import ICONS
from assistant.questions.model.question import Answer, Question, QuestionSet


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """An option of the open question, yes or no, or the row of the user's own words."""

    question_id: str
    id: str
    """Of the option; `OTHER` for own words."""
    caption: str
    description: str = ""
    """Of own words: those that are written, if there are any."""
    marker: str
    """The number or letter before it."""
    is_other: bool = False
    is_multiple: bool = False
    """Whether several rows may be ticked."""
    is_chosen: bool = False
    is_recommended: bool = False
    preview: str | None = None

    @property
    def mark(self) -> str:
        """The sign that says whether it is chosen."""
        if self.is_multiple:
            return ICONS["checkbox" if self.is_chosen else "checkboxEmpty"]
        return "●" if self.is_chosen else "○"

    @property
    def choose(self) -> ChooseOption:
        """What answers with it."""
        return ChooseOption(question_id=self.question_id, option_id=self.id)

    @property
    def select(self) -> SelectOption:
        """What marks it, or takes the tick back."""
        return SelectOption(question_id=self.question_id, option_id=self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSummary:
    """A question of a form in one line."""

    question_id: str
    number: int
    """Its place among the visible questions, from 1."""
    part: int
    """The part of the form that it is in, from 1."""
    is_open: bool
    is_settled: bool
    answer: Answer
    """What is selected for it, a pre-selection included."""
    caption: str
    """`header: answer` once it is settled, its name before."""
    note: str = ""

    @property
    def is_left_out(self) -> bool:
        """Whether it is settled without an answer."""
        return self.is_settled and self.answer.is_empty

    @property
    def text(self) -> str:
        """The line with its mark."""
        return f"✔ {self.caption}" if self.is_settled else f"○ {self.number}. {self.caption}"

    @property
    def revise(self) -> Revise:
        """What opens it."""
        return Revise(question_id=self.question_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardField:
    """The field that words go to now."""

    words_for: WordsFor
    question_id: str = ""
    """Empty for words about the whole set."""
    prompt: str
    """What stands before it; empty for a text question, whose own words say it."""
    words: str = ""
    """What is written."""
    limit: int
    """Most characters."""
    is_opened: bool
    """Whether the user opened it, and can leave it."""


class ButtonKind(Enum):
    """What a button does."""

    CONFIRM = "confirm"
    BACK = "back"
    REVIEW = "review"
    SUBMIT = "submit"
    RESET = "reset"
    SKIP = "skip"
    NOTE = "note"
    DECIDE = "you_decide"
    NONE_FIT = "none_fit"
    LATER = "later"
    STOP = "stop_asking"
    CANCEL_WITH_REASON = "cancel_with_reason"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardButton:
    """Something to do other than choose."""

    kind: ButtonKind
    caption: str
    description: str
    """The same in a list, where there is room for more words."""
    gesture: Gesture


@dataclass(frozen=True, slots=True, kw_only=True)
class CardProgress:
    """How far the user is in a form."""

    done: int
    total: int
    part: int = 1
    """Which part of the form is shown, from 1."""
    parts: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """What a card shows."""

    questions: QuestionSet
    question: Question | None
    """The open question; None in the review."""
    place: int
    """Its place among the visible questions, from 1; the last one in the review."""
    answer: Answer | None
    """What is selected for the open question."""
    rows: tuple[CardRow, ...]
    """What can be chosen for the open question."""
    field: CardField | None
    asked: tuple[CardSummary, ...]
    """All visible questions: follow-ups stand right after the parent that called them."""
    progress: CardProgress
    buttons: tuple[CardButton, ...]
    """What goes on: confirm, back, review; submit and reset in the review."""
    ways: tuple[CardButton, ...]
    """What else may be done than answer."""
    message: str
    is_form: bool
    can_cancel: bool
    is_guarded: bool
    """Whether the answer lets something happen: a single key must not give it."""

    @property
    def is_review(self) -> bool:
        """Whether all answers are shown before they are sent."""
        return self.question is None

    @property
    def is_multiple(self) -> bool:
        """Whether several rows may be ticked."""
        return bool(self.rows) and self.rows[0].is_multiple

    @property
    def summaries(self) -> tuple[CardSummary, ...]:
        """The questions of the part that is shown; all of them in the review."""
        part = self.progress.part
        return tuple(one for one in self.asked if self.is_review or one.part == part)

    @property
    def shown_question(self) -> Question:
        """The open question; in the review, the last one."""
        return self.question or self.questions.find(self.asked[-1].question_id)

    def button(self, kind: ButtonKind) -> CardButton | None:
        """Return a button or way, if it is offered now."""
        return next((one for one in (*self.buttons, *self.ways) if one.kind is kind), None)
