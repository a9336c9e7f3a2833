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

    asked: int = 1
    """Which time the question was put, as the page showed it."""
    by: Literal["click", "key", "typed"] = "click"
    """How it was done."""
    for_all: bool = False
    """The answer is meant for every question that is alike, too."""


class PageGesture(_Action):
    """What is done with the page as a whole."""

    do: Literal[
        "shown",  # the user can see it
        "touched",  # they move or type on it
        "review",  # show every answer before it is sent
        "submit",  # send the answers of a form
        "reset",  # begin again
        "you_decide",  # leave the choice to whoever asked
        "later",  # answer at another time
        "stop_asking",  # end a chain of questions
        "reopen",  # ask again what timed out
        "end",  # leave it at the time-out
    ]


class QuestionGesture(_Action):
    """What is done with one question."""

    do: Literal[
        "confirm",
        "open",  # answer it next: again, or out of turn
        "skip",  # leave an optional one out
    ]
    question: _Id


class WrittenWords(_Action):
    """The words of a field changed: an answer of the user's own, a text, a remark."""

    do: Literal["write_other", "write_text", "write_note"]
    question: _Id
    words: _Words


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


class RefuseAll(_Action):
    """None of the options fits."""

    do: Literal["none_fit"]
    words: _Words


class CancelAll(_Action):
    """Close the question without a choice."""

    do: Literal["cancel"]
    words: _Words = ""
    """Why; often nothing."""


PageAction = (
    PageGesture
    | QuestionGesture
    | WrittenWords
    | ChoosePageOption
    | OpenOtherField
    | RefuseAll
    | CancelAll
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
