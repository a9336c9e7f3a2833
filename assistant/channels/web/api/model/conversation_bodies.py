"""What another surface that holds the conversation sends and gets, as JSON."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from assistant.attachments.model.limits import MAX_ATTACHMENTS
from assistant.channels.web.api.model.bodies import Id, StrictBody, Success, Version
from assistant.channels.web.server.openapi import RESPONSE
from assistant.protocol.questions import QuestionStanding
from assistant.questions.model.question import Channel, Draft


class FileBody(StrictBody):
    """A file that goes with words: a picture, a PDF or text; its bytes say which."""

    name: Annotated[str, Field(max_length=500)] = ""
    data: Annotated[str, Field(min_length=1, description="Base64.")]


class MessageRequest(StrictBody):
    """Words for the conversation that is held, or for one question of any session."""

    session_id: Id
    text: str = ""
    files: Annotated[
        list[FileBody],
        Field(
            max_length=MAX_ATTACHMENTS,
            description="Files that go with the words; without words they are the message. With"
            " them the message answers no question.",
        ),
    ] = []
    question_id: Id | None = Field(
        default=None,
        description="The question that the words answer. They are never a message then, and"
        " answer no other question.",
    )
    version: Version | None = None


class StopRequest(StrictBody):
    """Stop the reply that is made."""

    session_id: Id


class ResponseRequest(StrictBody):
    """Settle questions that were put together, in any of the ways there are."""

    session_id: Id
    question_id: Id
    version: Version | None = None
    response: Annotated[dict[str, Any], Field(json_schema_extra=RESPONSE)]


class DraftRequest(StrictBody):
    """What is selected and typed so far; shown on the other surfaces too."""

    session_id: Id
    question_id: Id
    draft: Draft


class MessageTaken(Success):
    """Words were taken."""

    last_event_id: str = Field(description="What they led to so far stands before it.")


class MessageSaid(MessageTaken):
    """What became of words."""

    status: Literal["accepted", "queued", "handled"] = Field(
        description="Whether a turn began with them, they wait for the reply under way, or they"
        " were meant for a question or for what rings."
    )


class MessageBody(BaseModel):
    """What was said."""

    role: Literal["user", "assistant"]
    text: str
    said_at: datetime | None
    answers: str | None = Field(description="The questions that these words answer.")


class OpenForm(BaseModel):
    """A question that waits, as a surface puts it."""

    id: str
    session_id: str
    form: dict[str, Any] = Field(description="In the program's own form.")
    draft: dict[str, Any] = Field(description="What is selected so far.")
    may_answer: bool


class UnansweredForm(OpenForm):
    """A question without an answer that can still have one."""

    channel: Channel = Field(description="Where it was asked first.")
    asked_at: datetime
    standing: QuestionStanding = Field(
        description="`open`: before the user. `put_off`: left for later, or of before a restart."
        " `held`: waits for another answer. `timed_out`: can be opened again."
    )


class UnansweredBody(BaseModel):
    """The questions without an answer, of all conversations, oldest first."""

    success: Literal[True] = True
    questions: list[UnansweredForm]
    listed_at: datetime


class ReopenRequest(StrictBody):
    """Put a question again that was put off or timed out."""

    session_id: Id
    question_id: Id


class PastAnswerBody(BaseModel):
    """A settled question of the conversation that is held."""

    id: str
    form: dict[str, Any] = Field(description="In the program's own form.")
    response: dict[str, Any] = Field(description="With every change that was made since.")
    asked_at: datetime
    may_change: bool = Field(description="Whether `change` asks it again, or only `go_back`.")


class PastAnswersBody(BaseModel):
    """The settled questions of the conversation that is held, oldest first."""

    success: Literal[True] = True
    session_id: str
    answers: list[PastAnswerBody]
    listed_at: datetime


class ChangeRequest(StrictBody):
    """Have an answer of the conversation that is held changed: the question is put again with it."""

    session_id: Id
    question_id: Id
    way: Literal["change", "go_back", "undo"] = Field(
        default="change",
        description="`change` tells the model the new answer. `go_back` goes on anew from the"
        " question, on a new branch. `undo` goes back if nothing but words came of the answer, and"
        " else changes it.",
    )


class ConversationStateBody(BaseModel):
    """The conversation that is held, as it stands."""

    success: Literal[True] = True
    session_id: str
    session_key: str
    model: str
    is_replying: bool
    messages: list[MessageBody] = Field(description="The last ones, oldest first.")
    open: list[OpenForm] = Field(description="Every question that is before the person.")
    last_event_id: str = Field(description="Where to begin to follow what happens from now on.")
