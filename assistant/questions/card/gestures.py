"""What the user can do to a question card, whatever the surface. Values only."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.questions.model.question import Answer

OTHER: Final = "\x00other"
"""Stands among the option ids for the row of the user's own words."""


class WordsFor(Enum):
    """What words in a field are."""

    ANSWER = "answer"
    """The answer to a text question."""
    OTHER = "other"
    """The user's own answer to a question with options."""
    NOTE = "note"
    """A remark beside the answer."""
    NONE_FIT = "none_fit"
    """What would have fitted."""
    REASON = "reason"
    """Why the user cancels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectOption:
    """Mark an option without confirming it; in a form, one of one is the answer.

    Where several may be ticked it is ticked, or the tick is taken back.
    """

    question_id: str
    option_id: str
    """Or `OTHER`."""
    is_on: bool | None = None
    """The wanted state of a tick; None is the opposite of what it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOption:
    """Answer with an option; where several may be ticked, with the ticked ones if there are any."""

    question_id: str
    option_id: str
    """Or `OTHER`, which opens the field for the user's own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm:
    """Answer with what is selected and written."""

    question_id: str
    by_words: bool = False
    """Whether the user finished words with it: if these fill the last gap, they send the form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveAnswer:
    """Answer in words that were understood: typed into a line, or said."""

    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenWords:
    """Open a field."""

    words_for: WordsFor
    question_id: str = ""
    """The question that the words are for; the open one if empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseWords:
    """Leave the field that was opened; words of an own answer are dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteWords:
    """Keep words while they are being written; nothing is answered yet."""

    question_id: str
    words_for: WordsFor
    """`ANSWER`, `OTHER` or `NOTE`."""
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeWords:
    """The words of the open field are complete."""

    words: str
    confirms: bool = True
    """Whether own words beside ticks confirm the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip:
    """Leave an optional question out."""

    question_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Back:
    """Open the question before; from the review, the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revise:
    """Open a question next: again, with its selection kept, or out of turn."""

    question_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Show every answer before the form is sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submit:
    """Send the answers of a form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reset:
    """Begin again with nothing chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetAssistantDecide:
    """Leave the choice to whoever asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseAll:
    """None of the options fits."""

    words: str
    """What would."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutOff:
    """Answer at another time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel:
    """Close the question without a choice."""

    reason: str = ""
    """In the user's words; often empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAsking:
    """End a chain of questions."""


ChoiceGesture = SelectOption | ChooseOption | Confirm | GiveAnswer | Skip
WordsGesture = OpenWords | CloseWords | WriteWords | TakeWords
FormGesture = Back | Revise | Review | Submit | Reset
LeaveGesture = LetAssistantDecide | RefuseAll | PutOff | Cancel | StopAsking
Gesture = ChoiceGesture | WordsGesture | FormGesture | LeaveGesture
