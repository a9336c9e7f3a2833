"""Handles the commands about the user's decisions. Engine loop only."""

from collections.abc import Awaitable, Callable
from typing import Final

from assistant.conversation.history.model.stored_question import StoredQuestion, read_record
from assistant.decision_log.decision_query import DecisionQuery
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.decisions.decision_book import DecisionBook
from assistant.engine.decisions.decision_files import write_records
from assistant.errors import StoreError
from assistant.locale import _
from assistant.protocol.commands import Command
from assistant.protocol.decisions import (
    DecisionsListed,
    ExportDecisions,
    ListDecisions,
    OpenDecision,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.history import OpenConversation
from assistant.protocol.notices import Notice, Severity
from assistant.storage.store import Store

MAX_LISTED: Final = 500
"""Decisions that are listed at once at most."""


class DecisionCommands:
    """Lists decisions, opens their conversations and writes them to files.

    Args:
        store: Where the questions are.
        do: Carries out another command.
        emit: Takes events.
    """

    def __init__(
        self,
        *,
        store: Store,
        do: Callable[[Command], Awaitable[None]],
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._store = store
        self._book = DecisionBook(store.questions)
        self._do = do
        self._emit = emit

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListDecisions, self._list)
        commands.register(OpenDecision, self._open)
        commands.register(ExportDecisions, self._export)

    async def _list(self, command: ListDecisions) -> None:
        page = await self._book.page(
            DecisionQuery(words=command.words, project=command.project),
            limit=max(1, min(command.limit, MAX_LISTED)),
            before=command.before,
        )
        is_first = not command.words and not command.project and command.before is None
        self._emit(
            DecisionsListed(
                asked=command,
                decisions=page.decisions,
                next=page.next,
                askers=await self._book.askers() if is_first else (),
            )
        )

    async def _open(self, command: OpenDecision) -> None:
        question = await self._read(command.questions_id)
        if question is None:
            self._refuse(_("There is no such question."))
            return
        conversation_id = question.origin.conversation_id
        if await self._store.conversations.get(conversation_id) is None:
            self._refuse(_("Its conversation is not kept here."))
            return
        asked = question
        if question.origin.turn_id is None and question.questions.amends is not None:
            asked = await self._read(question.questions.amends) or question
        turn_id, message_id = asked.origin.turn_id, None
        if turn_id is not None:
            message_id = await self._store.messages.that_asked(
                conversation_id, turn_id, asked.questions.tool_use_id
            )
        await self._do(OpenConversation(conversation_id=conversation_id, message_id=message_id))

    async def _read(self, questions_id: str) -> StoredQuestion | None:
        record = await self._store.questions.get(questions_id)
        return None if record is None else read_record(record)

    async def _export(self, command: ExportDecisions) -> None:
        query = DecisionQuery(words=command.words, project=command.project)
        try:
            written = await write_records(self._book, query, command.folder)
        except StoreError as error:
            notice = Notice(
                code="decisions_exported",
                text=error.message,
                hint=error.hint,
                severity=Severity.ERROR,
            )
        else:
            notice = Notice(
                code="decisions_exported",
                text=written.text,
                hint=str(command.folder),
                severity=Severity.INFO,
            )
        self._emit(notice)

    def _refuse(self, text: str) -> None:
        self._emit(Notice(code="history_refused", text=text, severity=Severity.INFO))
