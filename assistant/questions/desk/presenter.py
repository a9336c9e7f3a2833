"""What the question desk and a presenter know of each other."""

from typing import TYPE_CHECKING, Protocol

from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response
from assistant.questions.model_reading.unread_words import UnreadWords

if TYPE_CHECKING:  # loaded with the first answer in words
    from assistant.questions.spoken.understanding import Understanding


class Presentation(Protocol):
    """What a presenter tells the desk meanwhile; any thread, but for `read`."""

    def shown(self) -> None:
        """The user can see or hear the question now; the clock of a time-out starts."""
        ...

    def touched(self) -> None:
        """The user is typing, moving or speaking; the clock rests."""
        ...

    def draft_changed(self, draft: Draft) -> None:
        """The selections changed; they are saved and passed to the other presenters."""
        ...

    async def read(self, unread: UnreadWords) -> "Understanding | None":
        """Have the user's model read words about which the rules would ask back. Engine loop only.

        Meanwhile the question may be answered another way: what is returned then does nothing.

        Returns:
            What they mean; None if no model reads them, or not in time: then ask back.
        """
        ...


class Presenter(Protocol):
    """One way to put a question to the user. Runs on the engine loop."""

    @property
    def channel(self) -> Channel:
        """The channel it presents on."""
        ...

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether this presenter can put these questions to the user now."""
        ...

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Put the questions and wait for the response.

        The task is cancelled when another presenter wins; withdraw the question then.

        Returns:
            The response, or None if this presenter gave up (voice after three tries) while the
            question stays open elsewhere.
        """
        ...

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Another presenter changed the selections; show them."""
        ...
