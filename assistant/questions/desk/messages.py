"""What can happen to an open question: the closed union `QuestionMessage`, and who posts it."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from typing_extensions import override

from assistant.questions.card.chat_answer import OfferResult
from assistant.questions.desk.presenter import Presentation, Presenter
from assistant.questions.model.question import (
    Answer,
    Cancelled,
    Channel,
    Draft,
    Method,
    Provenance,
    Response,
)
from assistant.questions.model_reading.unread_words import UnreadWords

if TYPE_CHECKING:  # loaded with the first answer in words
    from assistant.questions.spoken.understanding import Understanding

Read = Callable[[UnreadWords], Awaitable["Understanding | None"]]
"""Has a model read words, as `Presentation.read`."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PresenterRegistration:
    """A presenter, and whether it is only for when no other can show."""

    presenter: Presenter
    is_fallback: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowOnPresenters:
    """Put the question before these presenters."""

    presenters: tuple[PresenterRegistration, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenterShowed:
    """A presenter has it before the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenterTouched:
    """The user is busy with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftChanged:
    """The selections changed, on a presenter or elsewhere (None)."""

    draft: Draft
    by: Presenter | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftAdopted:
    """The selections changed on another device; they are stored already."""

    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenterEnded:
    """A presenter's task is over, however it ended."""

    presenter: Presenter
    task: "asyncio.Task[Response | None]"


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawPresenter:
    """A presenter goes away."""

    presenter: Presenter


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectResponse:
    """A response from a surface that is not presenting."""

    response: Response
    channel: Channel
    taken: "asyncio.Future[None]"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReading:
    """What came of having a model read words."""

    meant: "Understanding | None"
    """None if it read nothing, or not in time."""
    question_id: str
    """The question that they were for."""
    before: Answer | None
    """What was selected for it then: another selection makes the reading late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedText:
    """Words typed where they may be meant for something else."""

    text: str
    channel: Channel
    method: Method
    taken: "asyncio.Future[OfferResult]"
    question_id: str | None = None
    """The question of the set that they answer; None for the one that is asked now."""
    reading: ModelReading | None = None
    """Set once a model was asked."""

    def provenance(self, at: datetime) -> Provenance:
        """Return how the words were given."""
        transcript = self.text if self.method is Method.VOICE else None
        return Provenance(channel=self.channel, method=self.method, at=at, transcript=transcript)


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseQuestion:
    """Close it without a choice."""

    response: Cancelled
    done: "asyncio.Future[None]"


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspendQuestion:
    """Stop asking and leave it open in the store."""


QuestionMessage = (
    ShowOnPresenters
    | PresenterShowed
    | PresenterTouched
    | DraftChanged
    | DraftAdopted
    | PresenterEnded
    | WithdrawPresenter
    | DirectResponse
    | OfferedText
    | CloseQuestion
    | SuspendQuestion
)


class PresenterMailbox(Presentation):
    """What one presenter says to the desk, turned into messages; any thread."""

    def __init__(
        self,
        *,
        presenter: Presenter,
        post: Callable[[QuestionMessage], None],
        read: Read,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._presenter = presenter
        self._post = post
        self._read = read
        self._loop = loop

    @override
    def shown(self) -> None:
        self._send(PresenterShowed())

    @override
    def touched(self) -> None:
        self._send(PresenterTouched())

    @override
    def draft_changed(self, draft: Draft) -> None:
        self._send(DraftChanged(draft=draft, by=self._presenter))

    @override
    async def read(self, unread: UnreadWords) -> "Understanding | None":
        return await self._read(unread)

    def _send(self, message: QuestionMessage) -> None:
        # A loop that is closed raises; a widget may outlive it for a moment and need not know.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._post, message)
