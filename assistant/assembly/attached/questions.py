"""Shows the questions of a running Parley in an attached terminal. Any loop."""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress

from assistant.channels.terminal.console.output import ConversationOutput, LineTone
from assistant.channels.web.client.remote_conversation import RunningConversation
from assistant.errors import RequestRefused, UnreachableError
from assistant.locale import _
from assistant.protocol.questions import QuestionAsked
from assistant.questions.desk.presenter import Presenter
from assistant.questions.model.question import Draft, QuestionSet

_log = logging.getLogger(__name__)

_OVER = frozenset({"already_answered", "closed", "question_not_found", "session_not_found"})
"""Refusals that say that somebody else was faster; the stream tells who."""


class AttachedQuestions:
    """Puts questions in the terminal, and sends what comes back to the program.

    Args:
        conversation: Where the questions live; may be replaced.
        page: Where is written what the terminal may not answer.
    """

    def __init__(self, *, conversation: RunningConversation, page: ConversationOutput) -> None:
        self.conversation = conversation
        self._page = page
        self._presenter: Presenter | None = None
        self._open: dict[str, asyncio.Task[None]] = {}
        """What is put here, by the id of the set."""
        self._answered: set[str] = set()
        """What was answered here and is not told yet."""
        self._told: set[str] = set()
        """What waits in the window alone, and was said so."""

    def put_by(self, presenter: Presenter) -> None:
        """Put questions with this presenter."""
        self._presenter = presenter

    def put(self, asked: QuestionAsked, *, may_answer: bool) -> None:
        """Put a question, unless it stands here already; returns at once."""
        set_id = asked.questions.id
        if not may_answer:
            if set_id not in self._told:
                self._told.add(set_id)
                text = " ".join(question.text for question in asked.questions.questions)
                self._page.line(_("? {question}").format(question=text))
                self._page.line(_("  This is decided in the window."), LineTone.NOTE)
            return
        before = self._open.get(set_id)
        if before is not None and not before.done():
            return
        self._open[set_id] = asyncio.create_task(self._ask(asked), name=f"attached {set_id}")

    async def close(self, set_id: str) -> bool:
        """Take a question away that is settled; returns whether it was answered here."""
        await self._withdraw(set_id)
        self._told.discard(set_id)
        if set_id in self._answered:
            self._answered.discard(set_id)
            return True
        return False

    async def take_up(self, questions: Iterable[tuple[QuestionAsked, bool]]) -> None:
        """Put the questions that are open now, and take away those that are not any more."""
        now = list(questions)
        for set_id in self._open.keys() - {asked.questions.id for asked, _may in now}:
            await self._withdraw(set_id)
        for asked, may_answer in now:
            self.put(asked, may_answer=may_answer)

    async def aclose(self) -> None:
        """Take every question away; they stay open in the program."""
        for set_id in tuple(self._open):
            await self._withdraw(set_id)

    async def _withdraw(self, set_id: str) -> None:
        task = self._open.pop(set_id, None)
        if task is None:
            return
        if set_id not in self._answered:  # else it is on its way out by itself
            task.cancel()
        await asyncio.wait({task})
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("A question could not be put in the terminal.", exc_info=error)
            self._page.line(_("! The question cannot be shown here."), LineTone.TROUBLE)

    async def _ask(self, asked: QuestionAsked) -> None:
        if self._presenter is None:
            raise RuntimeError("nothing puts questions yet")
        questions, session_id = asked.questions, asked.origin.conversation_id
        draft = asked.draft
        while True:
            link = _Link(
                conversation=self.conversation,
                session_id=session_id,
                asked=questions,
                draft=draft,
            )
            try:
                response = await self._presenter.present(questions, draft, link)
            finally:
                await link.aclose()
            if response is None:
                return  # the user leaves; it stays open in the window
            self._answered.add(questions.id)
            try:
                await self.conversation.respond(
                    session_id, questions.id, response, version=questions.version
                )
            except RequestRefused as refused:
                self._answered.discard(questions.id)
                if refused.code in _OVER:
                    return
                self._page.line(f"! {refused.message}", LineTone.TROUBLE)
                draft = link.draft
            except UnreachableError as error:
                self._page.line(f"! {error.message}", LineTone.TROUBLE)
                return
            else:
                return


class _Link:
    """Implements `Presentation`: keeps the program up to date of what is selected here.

    One request is under way at a time; the latest selections follow it.
    """

    def __init__(
        self,
        *,
        conversation: RunningConversation,
        session_id: str,
        asked: QuestionSet,
        draft: Draft,
    ) -> None:
        self._conversation = conversation
        self._session_id = session_id
        self._asked = asked
        self.draft = draft
        """The last selections."""
        self._is_sent = True
        self._task: asyncio.Task[None] | None = None

    def shown(self) -> None:
        """Do nothing: the program has shown it itself."""

    def touched(self) -> None:
        """Let the clock of a time-out rest, if there is one."""
        if self._asked.timeout_s is not None:
            self._send()

    def draft_changed(self, draft: Draft) -> None:
        """Keep the selections."""
        self.draft = draft
        self._send()

    async def aclose(self) -> None:
        """End what is under way."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def _send(self) -> None:
        self._is_sent = False
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._sending(), name="attached-draft")

    async def _sending(self) -> None:
        while not self._is_sent:
            self._is_sent = True
            # Settled or gone meanwhile: the stream tells.
            with suppress(RequestRefused, UnreachableError):
                await self._conversation.save_draft(self._session_id, self._asked.id, self.draft)
