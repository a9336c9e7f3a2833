"""Takes questions to the phone that nobody answers at the desk. Engine loop only.

They stay open at the desk: the first answer counts, wherever it is given. Of what the user does there
the selections are known; a question that is being answered waits longer.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from assistant.background_tasks import BackgroundTasks
from assistant.channels.telegram.bot_api.errors import TelegramError
from assistant.channels.telegram.model.escalation import due_at, goes_to_phone, whom_to_ask
from assistant.channels.telegram.outbox import Pause
from assistant.channels.telegram.questions.keyboards import QuestionKeyboards
from assistant.clock import Clock
from assistant.errors import StoreError
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.questions.desk.presenter import Presentation
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response
from assistant.quiet_hours import QuietHours
from assistant.storage.telegram import TelegramAccount

_log = logging.getLogger(__name__)

_LOOK_S: Final = 60.0
"""Longest sleep: the loop's clock stands still while the machine sleeps."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EscalatedQuestion:
    """Implements `Presenter` for one question in one chat."""

    questions_id: str
    account: TelegramAccount
    chats: QuestionKeyboards
    channel: Channel = Channel.TELEGRAM

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether it is this question."""
        return questions.id == self.questions_id

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Put it into the chat; where that takes nothing, the question stays at the desk."""
        heading = _("Asked at your computer, and not answered there")
        try:
            return await self.chats.ask(self.account, questions, draft, desk, heading=heading)
        except TelegramError as error:
            _log.info("A chat takes no question: %s", type(error).__name__)
            return None

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made elsewhere."""
        self.chats.update_draft(questions_id, draft)


@dataclass(slots=True)
class _Waiting:
    """A question that waits at the desk."""

    watch: "asyncio.Task[None] | None" = None
    withdraw: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    """Takes it from the chats that it went to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EscalationRules:
    """When questions go to the phone."""

    after_s: float
    """How long they wait at the desk."""
    quiet: QuietHours | None


class QuestionEscalation:
    """Watches the questions that are put at the desk.

    Args:
        desk: Has them.
        chats: Puts them into chats.
        accounts: Returns who is linked.
        workspace_of: Returns the workspace that a conversation belongs to.
        rules: Returns the rules in use for a question; None if it stays at the desk.
        clock: Time.
        pause: Waits so many seconds.
    """

    def __init__(
        self,
        *,
        desk: QuestionDesk,
        chats: QuestionKeyboards,
        accounts: Callable[[], Sequence[TelegramAccount]],
        workspace_of: Callable[[str], Awaitable[str]],
        rules: Callable[[QuestionSet], EscalationRules | None],
        clock: Clock,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._desk = desk
        self._chats = chats
        self._accounts = accounts
        self._workspace_of = workspace_of
        self._rules = rules
        self._clock = clock
        self._pause = pause
        self._tasks = BackgroundTasks(owner="escalation")
        self._waiting: dict[str, _Waiting] = {}
        self._changed = asyncio.Event()

    def begin(self) -> None:
        """Watch those that are before the user already."""
        for pending in self._desk.pending():
            if pending.is_presented:
                self._watch(pending.questions, pending.origin, since=pending.asked_at)

    async def aclose(self) -> None:
        """Leave all questions to the desk."""
        for questions_id in tuple(self._waiting):
            self._forget(questions_id)
        await self._tasks.cancel_all()

    def on_event(self, event: EngineEvent) -> None:
        """Hear of questions that are put and settled."""
        match event:
            case QuestionAsked(questions=questions, origin=origin) if event.is_presented:
                self._watch(questions, origin, since=self._clock.now())
            case QuestionClosed(questions=questions):
                self._forget(questions.id)
            case _:
                pass

    def look(self) -> None:
        """The rules have changed: see at once what is due."""
        self._changed.set()
        self._changed = asyncio.Event()

    def _watch(self, questions: QuestionSet, origin: Origin, *, since: datetime) -> None:
        if questions.id in self._waiting or not goes_to_phone(questions, origin):
            return
        waiting = self._waiting[questions.id] = _Waiting()
        waiting.watch = self._tasks.spawn(
            self._wait(questions.id, waiting, since), f"watch {questions.id}"
        )

    def _forget(self, questions_id: str) -> None:
        waiting = self._waiting.pop(questions_id, None)
        if waiting is None:
            return
        if waiting.watch is not None:
            waiting.watch.cancel()
        for withdraw in waiting.withdraw:
            withdraw()

    async def _wait(self, questions_id: str, waiting: _Waiting, since: datetime) -> None:
        """Wait until a question is due and nobody is at it, then show it."""
        seen = self._pending(questions_id)
        while seen is not None and (due := self._due(seen, since)) is not None:
            left_s = (due - self._clock.now()).total_seconds()
            if left_s > 0:
                await pause_until(self._changed, self._pause(min(left_s, _LOOK_S)))
            now = self._pending(questions_id)
            if now is not None and now.draft != seen.draft:
                since = self._clock.now()
            elif now is not None and self._is_due(now, since):
                await self._escalate(now, waiting)
                return
            seen = now

    def _due(self, pending: PendingQuestion, since: datetime) -> datetime | None:
        """Return when a question goes to the phone; one that was there before a restart, at once."""
        if self._chats.stands_in_chat(pending.id):
            return self._clock.now()
        rules = self._rules(pending.questions)
        return rules and due_at(since, after_s=rules.after_s, quiet=rules.quiet)

    def _is_due(self, pending: PendingQuestion, since: datetime) -> bool:
        due = self._due(pending, since)
        return due is not None and due <= self._clock.now()

    async def _escalate(self, pending: PendingQuestion, waiting: _Waiting) -> None:
        try:
            workspace = await self._workspace_of(pending.origin.conversation_id)
        except StoreError as error:
            _log.warning("A question stays at the desk: %s", error.message)
            return
        for account in whom_to_ask(self._accounts(), workspace):
            presenter = EscalatedQuestion(
                questions_id=pending.id, account=account, chats=self._chats
            )
            waiting.withdraw.append(self._desk.register(presenter))

    def _pending(self, questions_id: str) -> PendingQuestion | None:
        return next((p for p in self._desk.pending() if p.id == questions_id), None)


async def pause_until(changed: asyncio.Event, pause: Awaitable[None]) -> None:
    """Wait for a pause to be over, or until something has changed."""
    either = {asyncio.ensure_future(pause), asyncio.ensure_future(changed.wait())}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for waiting in either:
            waiting.cancel()
