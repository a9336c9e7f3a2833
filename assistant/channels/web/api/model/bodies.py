"""What programs send to the API and what they get, as JSON."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from assistant.channels.web.server.model.answer_language import AnswerText
from assistant.questions.model.round_state import RoundEntry

Id = Annotated[str, Field(min_length=1, max_length=300)]
AnswerValue = Annotated[
    Any,
    Field(
        description=(
            "The id of an option; an array of ids; a text; true or false; "
            '{"other": "..."} where words of one\'s own are allowed, alone or inside the array; '
            "null to leave out an optional question."
        ),
        examples=["option_a", ["google", "github"], "8080", True, {"other": "bun"}],
    ),
]


Version = Annotated[
    int,
    Field(
        ge=1,
        description=(
            "Which time the question was put, as `ask_user` and the session tell it. Without it an id"
            " that was put more than once is refused."
        ),
    ),
]


class StrictBody(BaseModel):
    """The body of a request; keys that nobody knows are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class GivenAnswer(StrictBody):
    """The answer to one question."""

    question_id: Id
    version: Version | None = None
    answer: AnswerValue
    note: Annotated[str, Field(max_length=1000)] | None = None


class AnswerRequest(GivenAnswer):
    """The answer to one question of a session."""

    session_id: Id


class AnswersRequest(StrictBody):
    """Answers to several questions of a session."""

    session_id: Id
    answers: Annotated[list[GivenAnswer], Field(min_length=1, max_length=100)]


class CancelRequest(StrictBody):
    """Close a question without an answer; one cancel covers all that were put together."""

    session_id: Id
    question_id: Id
    version: Version | None = None
    reason: Annotated[str, Field(max_length=1000)] = ""


class ResumeRequest(StrictBody):
    """Go on with a session, or from an earlier round of it."""

    session_id: Id
    round: Annotated[int, Field(ge=1, le=1000)] | None = None


class PageRequest(StrictBody):
    """Show an open question on a page too."""

    session_id: Id
    question_id: Id


class Success(BaseModel):
    """Something was done."""

    success: Literal[True] = True
    message: AnswerText


class AnswerTaken(Success):
    """An answer was taken; with others of the same form open, it waits for them."""

    open_questions: list[str] | None = None
    """Ids of the questions of the same form that are still to be answered."""


class AnswerOutcome(BaseModel):
    """What became of one answer of several."""

    question_id: str
    success: bool
    error: str | None = None
    message: AnswerText
    details: dict[str, Any] = Field(default_factory=dict[str, Any])


class AnswerOutcomes(BaseModel):
    """What became of several answers; each is taken or refused for itself."""

    success: bool = Field(description="Whether every answer was taken.")
    message: AnswerText
    results: list[AnswerOutcome]


class QuestionCreated(Success):
    """A question was put."""

    session_id: str
    session_key: str
    set_id: str = Field(description="What the questions put together are called.")
    question_id: str = Field(description="The first question's id.")
    question_ids: list[str]
    version: int
    notes: list[str] = Field(
        description="What was put right in the definition, or has no effect; a line each."
    )


class PageOpened(Success):
    """A question is on a page."""

    url: str = Field(description="Its address, for this one question.")


class OpenQuestionsBody(BaseModel):
    """Questions that were put together and wait for an answer."""

    set_id: str
    version: int
    questions: list[dict[str, Any]] = Field(description="In the typed form.")
    title: str
    description: str
    round: int
    total_rounds: int | None
    asked_at: datetime
    closes_at: datetime
    allow_cancel: bool
    may_answer: bool = Field(description="Whether the API may answer it; it may not confirm.")
    is_shown: bool = Field(description="Whether the person has it before them now.")


class SessionStateBody(BaseModel):
    """Where the dialogue of a session stands."""

    success: Literal[True] = True
    session_id: str
    session_key: str
    current_round: int
    total_rounds: int | None
    dialog_history: list[RoundEntry]
    pending: list[OpenQuestionsBody]


class QuestionStateBody(BaseModel):
    """What became of questions that were put together."""

    success: Literal[True] = True
    session_id: str
    set_id: str
    question_ids: list[str]
    version: int
    status: Literal["pending", "answered", "cancelled", "timeout"]
    answers: dict[str, AnswerValue] = Field(
        description="By the id of the question, in the form in which answers are sent."
    )
    response: dict[str, Any] | None = Field(description="All that is known of the answer.")
    result: str | None = Field(description="The answer in words, as a model reads it.")


class ResponseBody(BaseModel):
    """What came back for questions that were waited for."""

    success: Literal[True] = True
    response: dict[str, Any] = Field(description="All that is known of the answer.")
    result: str = Field(description="The answer in words, as a model reads it.")
