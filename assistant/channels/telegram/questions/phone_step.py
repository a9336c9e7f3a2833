"""Takes questions to the phone whose step it is, and the list of those that wait. Engine loop only.

They stay open at the desk: the first answer counts, wherever it is given.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from assistant.background_tasks import BackgroundTasks
from assistant.channels.telegram.bot_api.errors import TelegramError
from assistant.channels.telegram.model.formatted_text import FormattedText, plain
from assistant.channels.telegram.model.phone_rules import goes_to_phone, whom_to_ask
from assistant.channels.telegram.questions.keyboards import QuestionKeyboards
from assistant.errors import StoreError
from assistant.escalation.step import Step
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import (
    QuestionAsked,
    QuestionClosed,
    QuestionRose,
    QuestionsWait,
    UnansweredQuestion,
)
from assistant.questions.desk.presenter import Presentation
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response
from assistant.questions.model.waiting_words import waiting_lines, waiting_title
from assistant.storage.telegram import TelegramAccount

_log = logging.getLogger(__name__)


class SentMessages(Protocol):
    """What sends; `ChatOutbox` is one."""

    async def send(self, chat_id: int, text: FormattedText) -> int:
        """Send a message; returns its id. Raises TelegramError if it will never be taken."""
        ...


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


class PhoneStep:
    """Carries out the step of the phone.

    Args:
        desk: Has the questions.
        chats: Puts them into chats.
        outbox: Sends the list.
        accounts: Returns who is linked.
        workspace_of: Returns the workspace that a conversation belongs to.
        has_risen: Returns whether an open question, by its id, has taken the step already.
    """

    def __init__(
        self,
        *,
        desk: QuestionDesk,
        chats: QuestionKeyboards,
        outbox: SentMessages,
        accounts: Callable[[], Sequence[TelegramAccount]],
        workspace_of: Callable[[str], Awaitable[str]],
        has_risen: Callable[[str], bool],
    ) -> None:
        self._desk = desk
        self._chats = chats
        self._outbox = outbox
        self._accounts = accounts
        self._workspace_of = workspace_of
        self._has_risen = has_risen
        self._tasks = BackgroundTasks(owner="phone")
        self._shown: dict[str, list[Callable[[], None]]] = {}
        """What takes each question from the chats again."""

    def begin(self) -> None:
        """Show again what stood there before a restart, or before the channel was opened again."""
        for pending in self._desk.pending():
            if pending.is_presented:
                self._take_up(pending.questions, pending.origin)

    async def aclose(self) -> None:
        """Leave all questions to the desk."""
        for questions_id in tuple(self._shown):
            self._forget(questions_id)
        await self._tasks.cancel_all()

    def on_event(self, event: EngineEvent) -> None:
        """Hear of questions that rise, are put again and are settled."""
        match event:
            case QuestionRose(questions=questions, origin=origin, step=Step.PHONE):
                self._show(questions, origin)
            case QuestionAsked(questions=questions, origin=origin) if event.is_presented:
                self._take_up(questions, origin)
            case QuestionsWait(questions=questions, step=Step.PHONE):
                self._tasks.spawn(self._tell(questions), "tell what waits")
            case QuestionClosed(questions=questions):
                self._forget(questions.id)
            case _:
                pass

    def _take_up(self, questions: QuestionSet, origin: Origin) -> None:
        if self._chats.stands_in_chat(questions.id) or self._has_risen(questions.id):
            self._show(questions, origin)

    def _show(self, questions: QuestionSet, origin: Origin) -> None:
        if questions.id in self._shown or not goes_to_phone(questions, origin):
            return
        self._shown[questions.id] = []
        self._tasks.spawn(self._ask(questions.id, origin), f"ask {questions.id}")

    def _forget(self, questions_id: str) -> None:
        for withdraw in self._shown.pop(questions_id, ()):
            withdraw()

    async def _ask(self, questions_id: str, origin: Origin) -> None:
        accounts = await self._whom_to_ask(origin)
        shown = self._shown.get(questions_id)
        if shown is None:  # it was settled meanwhile
            return
        for account in accounts:
            presenter = EscalatedQuestion(
                questions_id=questions_id, account=account, chats=self._chats
            )
            shown.append(self._desk.register(presenter))

    async def _tell(self, questions: Sequence[UnansweredQuestion]) -> None:
        """Send each account the list of its own."""
        lists: dict[int, list[QuestionSet]] = {}
        for one in questions:
            if goes_to_phone(one.questions, one.origin):
                for account in await self._whom_to_ask(one.origin):
                    lists.setdefault(account.chat_id, []).append(one.questions)
        for chat_id, waiting in lists.items():
            text = "\n".join((waiting_title(len(waiting)), *waiting_lines(waiting)))
            try:
                await self._outbox.send(chat_id, plain(text))
            except TelegramError as error:
                _log.info("A chat was not told what waits: %s", type(error).__name__)

    async def _whom_to_ask(self, origin: Origin) -> Sequence[TelegramAccount]:
        try:
            workspace = await self._workspace_of(origin.conversation_id)
        except StoreError as error:
            _log.warning("A question stays at the desk: %s", error.message)
            return ()
        return whom_to_ask(self._accounts(), workspace)
