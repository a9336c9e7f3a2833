"""The seam to the model that reads answers which the rules would ask back about."""

from typing import TYPE_CHECKING, Protocol

from assistant.questions.model.question import Origin
from assistant.questions.model_reading.unread_words import UnreadWords

if TYPE_CHECKING:  # loaded with the first answer in words
    from assistant.questions.spoken.understanding import Understanding


class AnswerReader(Protocol):
    """Reads words. Engine loop only."""

    async def read(self, unread: UnreadWords, origin: Origin) -> "Understanding | None":
        """Return what words mean; None if no model reads them, or not in time.

        Args:
            unread: The words, and what they answer.
            origin: Where it was asked.
        """
        ...
