"""What a typed line can mean. Values only; `typed_answer` reads lines, and is loaded with the first."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assistant.languages.lexicon import CommandKind
from assistant.questions.model.question import Answer

if TYPE_CHECKING:  # loaded with the first answer in words
    from assistant.questions.spoken.understanding import Understanding


@dataclass(frozen=True, slots=True, kw_only=True)
class MisreadLine:
    """The line is no answer to this question."""

    why: str
    """For the user, in their language."""
    by_rules: "Understanding | None" = field(default=None, compare=False)
    """What the rules made of it; None where what is shown was named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtfulAnswer:
    """The line is an answer only if the user says that this is what they meant."""

    answer: Answer
    why: str
    """Asks it, in the user's language."""
    by_rules: "Understanding | None" = field(default=None, compare=False)
    """As for `MisreadLine`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedCommand:
    """The user wants something other than to choose, in words."""

    kind: CommandKind
    option_ids: tuple[str, ...] = ()
    """What to explain or compare; empty for all."""
    words: str = ""
    """Why, for `CANCEL`; often empty."""
    doubt: str = ""
    """Asks whether it is meant, in the user's language; empty where it is beyond doubt."""


TypedAnswer = Answer | DoubtfulAnswer | TypedCommand | MisreadLine
