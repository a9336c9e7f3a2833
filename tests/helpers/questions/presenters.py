"""Presenters that do what a test tells them."""

import asyncio
from collections.abc import Callable, Iterable

from typing_extensions import override

from assistant.questions.desk.presenter import Presentation
from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response

Outcome = Response | BaseException | None
"""What `present` gives: a response, an error to raise, or None for giving up."""


class FakePresenter:
    """Implements `Presenter`: shows at once, then waits for `answer`.

    Args:
        channel: Where it presents.
        fits: Whether it can present.
        shows: Whether it reports the question as shown as soon as it is given one.
    """

    def __init__(
        self, channel: Channel = Channel.DESKTOP, *, fits: bool = True, shows: bool = True
    ) -> None:
        self.channel = channel
        self.is_fit = fits
        self.shows = shows
        self.presented: list[QuestionSet] = []
        self.drafts: list[Draft] = []
        """The draft each presentation began with."""
        self.updates: list[Draft] = []
        self.withdrawn = 0
        self.desk: Presentation | None = None
        """What the presenter speaks to while it presents."""
        self._outcomes: asyncio.Queue[Outcome] = asyncio.Queue()
        self._is_presenting = asyncio.Event()

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Return what the test said."""
        return self.is_fit

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Show, wait for `answer`, and give or raise it."""
        self.presented.append(questions)
        self.drafts.append(draft)
        self.desk = desk
        if self.shows:
            desk.shown()
        self._is_presenting.set()
        try:
            outcome = await self._outcomes.get()
        except asyncio.CancelledError:
            self.withdrawn += 1
            raise
        finally:
            self.desk = None
            self._is_presenting.clear()
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Remember the draft."""
        self.updates.append(draft)

    def answer(self, outcome: Outcome) -> None:
        """Let the presentation under way, or the next one, end like this."""
        self._outcomes.put_nowait(outcome)

    async def presenting(self) -> Presentation:
        """Wait until it presents; returns what it speaks to."""
        await self._is_presenting.wait()
        assert self.desk is not None
        return self.desk


class LingeringPresenter(FakePresenter):
    """A `FakePresenter` that takes its time to clear a question away.

    Args:
        lingers_s: How many seconds.
    """

    def __init__(self, *, lingers_s: float) -> None:
        super().__init__()
        self._lingers_s = lingers_s

    @override
    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """As `FakePresenter`, then linger."""
        try:
            return await super().present(questions, draft, desk)
        finally:
            await asyncio.sleep(self._lingers_s)


class ScriptedPresenter:
    """Implements `Presenter`: answers every question set at once by a function, or in order.

    Args:
        script: Gives the response to a question set.
        channel: Where it presents.
    """

    def __init__(
        self,
        script: Callable[[QuestionSet], Response | None] | Iterable[Response | None],
        *,
        channel: Channel = Channel.DESKTOP,
    ) -> None:
        self.channel = channel
        self.presented: list[QuestionSet] = []
        self._script = script if callable(script) else _in_order(script)

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Everything fits."""
        return True

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Show and answer."""
        self.presented.append(questions)
        desk.shown()
        return self._script(questions)

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Nothing is shown long enough to change."""


def _in_order(
    responses: Iterable[Response | None],
) -> Callable[[QuestionSet], Response | None]:
    remaining = iter(responses)
    return lambda _questions: next(remaining)
