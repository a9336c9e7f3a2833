"""Questions in a terminal that can draw: arrows, Space, Enter, numbers, Escape.

A question is drawn below what stands on the screen, changes in place, and is erased when it is
over: what remains is what others print of the outcome. All runs on the loop that `present` is
called on.
"""

from collections.abc import Callable, Sequence
from typing import Final

from assistant.channels.terminal.console.session import TerminalSession
from assistant.channels.terminal.questions.card import Card
from assistant.channels.terminal.questions.model.card_screen import AnswerRevision, CardScreen
from assistant.clock import Clock
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.desk.presenter import Presentation
from assistant.questions.model.question import (
    Channel,
    Draft,
    Method,
    Origin,
    Provenance,
    QuestionSet,
    Response,
)
from assistant.questions.model.round_history import EarlierRound

FLASH_S: Final = 0.12
"""How long an answer is shown as taken before it is cleared away."""


class KeyedPresenter:
    """Puts questions that are answered with keys. Runs on the engine loop.

    Args:
        seat: The terminal, which one at a time may draw on.
        clock: Stamps answers.
        arm_delay_s: How long keys are ignored after a question appeared: they were meant for what
            stood there before.
        numbers: Whether each option bears its number or letter.
        flash_s: How long an answer is shown as taken.
        interrupt: What Ctrl-C does in a question that cannot be cancelled.
        leave: What Ctrl-D does; the question stays open.
        earlier: Returns the questions of the turn that were asked before.
        revise: Has an earlier answer changed; the question that is put for it comes before the one
            that is shown.
    """

    channel = Channel.TERMINAL

    def __init__(
        self,
        *,
        seat: TerminalSession,
        clock: Clock,
        arm_delay_s: float = 0.0,
        numbers: bool = True,
        flash_s: float = FLASH_S,
        interrupt: Callable[[], None],
        leave: Callable[[], None],
        earlier: Callable[[QuestionSet], Sequence[EarlierRound]] = lambda _questions: (),
        revise: Callable[[AnswerRevision], None] = lambda _revision: None,
    ) -> None:
        self._seat = seat
        self._clock = clock
        self._arm_delay_s = arm_delay_s
        self._flash_s = flash_s
        self._numbers = numbers
        self._interrupt = interrupt
        self._leave = leave
        self._earlier = earlier
        self._revise = revise
        self._drafts: dict[str, Draft] = {}
        """The selections of each set that waits or is shown, by its id."""
        self._card: Card | None = None

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came from this terminal."""
        return where.channel is Channel.TERMINAL

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections that were made elsewhere."""
        if questions_id in self._drafts:
            self._drafts[questions_id] = draft
        if self._card is not None and self._card.screen.card.questions.id == questions_id:
            self._card.take_draft(draft)

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Draw the questions one after the other until the last is answered."""
        self._drafts[questions.id] = draft
        if questions.amends is not None and self._card is not None:
            self._card.yield_terminal()  # the user is changing an answer
        try:
            while True:
                async with self._seat.taken():
                    card, ended = await self._draw(questions, desk)
                if not card.is_yielded:
                    break
                self._drafts[questions.id] = card.screen.card.draft
        finally:
            del self._drafts[questions.id]
        if ended is None:
            self._leave()
            return None
        at = self._clock.now()
        return ended.response(Provenance(channel=self.channel, method=Method.KEY, at=at))

    async def _draw(
        self, questions: QuestionSet, desk: Presentation
    ) -> tuple[Card, QuestionCard | None]:
        """Draw a question until it ends or gives its place to another."""
        card = Card(
            screen=CardScreen.begin(
                questions,
                self._drafts[questions.id],
                earlier=self._earlier(questions),
            ),
            desk=desk,
            seat=self._seat,
            arm_delay_s=self._arm_delay_s,
            clock=self._clock,
            flash_s=self._flash_s,
            numbers=self._numbers,
            interrupt=self._interrupt,
            revise=self._revise,
        )
        self._card = card
        try:
            return card, await card.ask()
        finally:
            self._card = None
