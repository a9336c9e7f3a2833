"""Questions to the user and their answers: commands and events."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from assistant.escalation.step import Step
from assistant.protocol.conversation import ConversationScoped
from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuestion:
    """Answer a question from a surface that is not presenting it (the pending list)."""

    questions_id: str
    response: Response
    channel: Channel
    version: int | None = None
    """The version of the question that is answered, if the surface names one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveDraft:
    """Keep the selections made so far."""

    questions_id: str
    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentQuestionAgain:
    """Put an open question before the presenters again: it was put off, or is of before a restart."""

    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenTimedOutQuestion:
    """Open a question again that timed out."""

    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendAnswer:
    """Change an answer that was given: put the question again with it, then tell the model."""

    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnToQuestion:
    """Go back to a question of this conversation and go on from there on a new branch.

    What was said since stays stored and readable on the old branch.
    """

    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoAnswer:
    """Undo an answer given a moment ago.

    As `ReturnToQuestion` if nothing but words came of it; as `AmendAnswer` if a tool has acted since.
    """

    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuestions:
    """Ask for `QuestionsListed`."""


class QuestionStanding(StrEnum):
    """Where a question without an answer stands."""

    OPEN = "open"
    """It is before the user."""
    PUT_OFF = "put_off"
    """The user left it for later, or it is of before a restart."""
    HELD = "held"
    """It cannot be put before another question has its answer."""
    TIMED_OUT = "timed_out"
    """Its time ran out; it can be opened again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnansweredQuestion:
    """A question without an answer that can still have one, as a list shows it."""

    questions: QuestionSet
    origin: Origin
    asked_at: datetime
    standing: QuestionStanding
    draft: Draft = field(default_factory=Draft)
    """What is selected so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsListed(ConversationScoped):
    """Every question without an answer, of all conversations, oldest first."""

    questions: tuple[UnansweredQuestion, ...]
    listed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAnswers:
    """Ask for `AnswersListed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastAnswer:
    """A settled question whose answer may be changed, or from which one may go on again."""

    questions: QuestionSet
    response: Response
    """With every change that was made since."""
    asked_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersListed(ConversationScoped):
    """The settled questions of the conversation as it stands, oldest first."""

    answers: tuple[PastAnswer, ...]
    listed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAsked(ConversationScoped):
    """A question is put to the user; stored already. Sent again when it is put once more."""

    questions: QuestionSet
    origin: Origin
    draft: Draft = field(default_factory=Draft)
    """The selections it starts from."""
    asked_at: datetime | None = None
    """When it was first asked, aware."""
    is_presented: bool = True
    """Whether presenters show it now; one of before a restart only waits in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRose(ConversationScoped):
    """A question that nobody answered takes a step; what carries that out hears it."""

    questions: QuestionSet
    origin: Origin
    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsWait(ConversationScoped):
    """Quiet hours are over: what waits for an answer since then, oldest first."""

    questions: tuple[UnansweredQuestion, ...]
    step: Step
    """What tells of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionClosed(ConversationScoped):
    """A question is settled; `channel` is where, or None if the program closed it."""

    questions: QuestionSet
    response: Response
    channel: Channel | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSentToModel(ConversationScoped):
    """A model is sent words about which the rules would ask back, to read them."""

    count: int
    """How often one was since the program started, this time included."""


QuestionCommand = (
    AnswerQuestion
    | SaveDraft
    | PresentQuestionAgain
    | ReopenTimedOutQuestion
    | AmendAnswer
    | ReturnToQuestion
    | UndoAnswer
    | ListQuestions
    | ListAnswers
)
QuestionEvent = (
    QuestionAsked
    | QuestionRose
    | QuestionsWait
    | QuestionClosed
    | QuestionsListed
    | AnswersListed
    | AnswerSentToModel
)
