"""What can happen to an open question: the closed union `Message`, and who posts it."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from typing_extensions import override

from assistant.questions.desk.presenter import Presentation, Presenter
from assistant.questions.form.chat_answer import Offer
from assistant.questions.model.question import (
    Cancelled,
    Channel,
    Draft,
    Method,
    Provenance,
    Response,
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Registered:
    """A presenter, and whether it is only for when no other can show."""

    presenter: Presenter
    is_fallback: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """Put the question before these presenters."""

    presenters: tuple[Registered, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A presenter has it before the person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """The person is busy with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftChanged:
    """The selections changed, on a presenter or elsewhere (None)."""

    draft: Draft
    by: Presenter | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenterEnded:
    """A presenter's task is over, however it ended."""

    presenter: Presenter
    task: "asyncio.Task[Response | None]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """A presenter goes away."""

    presenter: Presenter


@dataclass(frozen=True, slots=True, kw_only=True)
class Respond:
    """A response from a surface that is not presenting."""

    response: Response
    channel: Channel
    taken: "asyncio.Future[None]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """Words typed where they may be meant for something else."""

    text: str
    channel: Channel
    method: Method
    taken: "asyncio.Future[Offer]"

    def provenance(self, at: datetime) -> Provenance:
        """Return how the words were given."""
        transcript = self.text if self.method is Method.VOICE else None
        return Provenance(channel=self.channel, method=self.method, at=at, transcript=transcript)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel:
    """Close it without a choice."""

    response: Cancelled
    done: "asyncio.Future[None]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspend:
    """Stop asking and leave it open in the store."""


Message = (
    Show
    | Shown
    | Touched
    | DraftChanged
    | PresenterEnded
    | Withdraw
    | Respond
    | Offered
    | Cancel
    | Suspend
)


class Mouthpiece(Presentation):
    """What one presenter says to the desk, turned into messages; any thread."""

    def __init__(
        self,
        *,
        presenter: Presenter,
        post: Callable[[Message], None],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._presenter = presenter
        self._post = post
        self._loop = loop

    @override
    def shown(self) -> None:
        self._send(Shown())

    @override
    def touched(self) -> None:
        self._send(Touched())

    @override
    def draft_changed(self, draft: Draft) -> None:
        self._send(DraftChanged(draft=draft, by=self._presenter))

    def _send(self, message: Message) -> None:
        # A loop that is closed raises; a widget may outlive it for a moment and need not know.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._post, message)
