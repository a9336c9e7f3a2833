"""What a person does on a question's page, as the page sends it. Values only."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from assistant.questions.model.limits import MAX_TEXT

_MOST: Final = 4 * MAX_TEXT
"""Characters that a field may send: what is too long is told to the user, not cut off here."""
_Words = Annotated[str, Field(max_length=_MOST)]
_Id = Annotated[str, Field(max_length=400)]


class _Action(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    by: Literal["click", "key", "typed"] = "click"
    """How it was done."""
    for_all: bool = False
    """The answer is meant for every question that is alike, too."""


class PageShown(_Action):
    """The user can see the page."""

    do: Literal["shown"]


class PageTouched(_Action):
    """The user moves or types on the page."""

    do: Literal["touched"]


class ChoosePageOption(_Action):
    """Choose an option, or take it back where several may be chosen."""

    do: Literal["choose"]
    question: _Id
    option: _Id
    is_final: bool = False
    """Answer with it, where that is all there is to say."""


class OpenOtherField(_Action):
    """Show the field for words of the user's own, or put it away."""

    do: Literal["open_other"]
    question: _Id
    is_open: bool = True


class WriteOtherText(_Action):
    """The words of the user's own changed."""

    do: Literal["write_other"]
    question: _Id
    words: _Words


class WriteText(_Action):
    """The text of a text question changed."""

    do: Literal["write_text"]
    question: _Id
    words: _Words


class WriteNote(_Action):
    """The remark beside the choice changed."""

    do: Literal["write_note"]
    question: _Id
    words: _Words


class ConfirmAnswer(_Action):
    """Confirm the open question."""

    do: Literal["confirm"]
    question: _Id


class OpenQuestionAction(_Action):
    """Answer this question next: again, or out of turn."""

    do: Literal["open"]
    question: _Id


class SkipQuestion(_Action):
    """Leave an optional question out."""

    do: Literal["skip"]
    question: _Id


class ReviewAnswers(_Action):
    """Show every answer before it is sent."""

    do: Literal["review"]


class SubmitAnswers(_Action):
    """Send the answers of a form."""

    do: Literal["submit"]


class ResetPage(_Action):
    """Begin again."""

    do: Literal["reset"]


class LetAskerDecide(_Action):
    """Leave the choice to whoever asked."""

    do: Literal["you_decide"]


class RefuseAll(_Action):
    """None of the options fits."""

    do: Literal["none_fit"]
    words: _Words


class PostponeQuestion(_Action):
    """Answer at another time."""

    do: Literal["later"]


class StopAsking(_Action):
    """End a chain of questions."""

    do: Literal["stop_asking"]


class CancelQuestion(_Action):
    """Close the question without a choice."""

    do: Literal["cancel"]


class ReopenTimedOut(_Action):
    """Ask again what timed out."""

    do: Literal["reopen"]


class AcceptTimeOut(_Action):
    """Leave it at the time-out."""

    do: Literal["end"]


PageAction = (
    PageShown
    | PageTouched
    | ChoosePageOption
    | OpenOtherField
    | WriteOtherText
    | WriteText
    | WriteNote
    | ConfirmAnswer
    | OpenQuestionAction
    | SkipQuestion
    | ReviewAnswers
    | SubmitAnswers
    | ResetPage
    | LetAskerDecide
    | RefuseAll
    | PostponeQuestion
    | StopAsking
    | CancelQuestion
    | ReopenTimedOut
    | AcceptTimeOut
)

_READER: Final[TypeAdapter[PageAction]] = TypeAdapter(
    Annotated[PageAction, Field(discriminator="do")]
)


def read_action(text: str | bytes) -> PageAction:
    """Return what a page sent.

    Raises:
        pydantic.ValidationError: If it is not JSON, or no action.
    """
    return _READER.validate_json(text)
