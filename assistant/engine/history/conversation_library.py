"""Lists, opens and deletes stored conversations. Engine loop only.

Handles the commands of `protocol/history.py` except those about files.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Any, Final

from assistant.attachments.model.limits import unfit_attachments
from assistant.background_tasks import Spawn
from assistant.clock import Clock
from assistant.conversation.context.summariser import MEMORY_SUMMARIES as SUMMARIES
from assistant.conversation.conversation import Conversation
from assistant.conversation.current_conversation import CurrentConversation
from assistant.conversation.history.model.message_view import attachments_of
from assistant.conversation.history.model.titles import clean_title, make_title
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.history.conversation_files import ConversationFiles
from assistant.engine.history.file_commands import FileCommands
from assistant.engine.history.search_indexer import SearchIndexer
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.errors import StoreError
from assistant.llm.messages_api.messages import ToolResultBlock
from assistant.locale import _
from assistant.protocol.conversation import ConversationOpened, ConversationScoped
from assistant.protocol.events import EngineEvent
from assistant.protocol.history import (
    BranchFrom,
    ConversationsListed,
    ConversationSummary,
    DeleteConversation,
    DeleteEverything,
    HistoryFound,
    ListConversations,
    OpenConversation,
    RenameConversation,
    SearchHistory,
    SearchHit,
)
from assistant.protocol.models import ModelSwitched
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import QuestionAsked
from assistant.protocol.turns import RequestSent, TurnFailed, TurnFinished, TurnStarted
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.storage.message_search import FoundMessage
from assistant.storage.model.records import ConversationRecord
from assistant.storage.store import Store

_log = logging.getLogger(__name__)

_FEW: Final = 5
"""The list is refreshed conversation by conversation up to so many; else it is read again."""


class ConversationLibrary:
    """Lists, finds, opens, renames and deletes stored conversations."""

    def __init__(
        self,
        *,
        store: Store,
        desk: QuestionDesk,
        answers: AnswerDelivery,
        conversations: CurrentConversation,
        exchange: ConversationFiles,
        clock: Clock,
        spawn: Spawn,
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._store = store
        self._desk = desk
        self._answers = answers
        self._conversations = conversations
        self._clock = clock
        self._spawn = spawn
        self._emit = emit
        self._indexing = SearchIndexer(store=store)
        self._files = FileCommands(exchange=exchange, imported=self._take_imported, emit=emit)
        self._listed: dict[str, ConversationSummary] | None = None
        """What was listed, in the order it was used, the latest last; None until somebody asked."""
        self._words: dict[str, str] = {}
        """The user's words that began the turn under way, by conversation."""
        self._entitled: set[str] = set()
        """Conversations that are known to have a title."""
        self._search: asyncio.Task[Any] | None = None
        self._found_partly: SearchHistory | None = None
        """The last search, if there was more to be read in then."""
        self._changing = asyncio.Lock()

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListConversations, self._list)
        commands.register(SearchHistory, self._find)
        commands.register(OpenConversation, self._open)
        commands.register(RenameConversation, self._rename)
        commands.register(DeleteConversation, self._delete)
        commands.register(DeleteEverything, self._delete_everything)
        commands.register(BranchFrom, self._branch)
        self._files.register_commands(commands)

    def begin(self) -> None:
        """Do what the last run left undone; returns at once."""
        self._spawn(self._begin(), "index")

    def on_event(self, event: EngineEvent) -> None:
        """Index new messages and update the list."""
        match event:
            case TurnStarted():
                own = event.text if event.answers is None else ""
                own = "\n".join(filter(None, (own, *(one.name for one in event.attachments))))
                self._words[self._where(event)] = own
            case RequestSent():  # the words are stored now, and the model has its request
                self._entitle_soon(self._where(event))
            case ModelSwitched() | ConversationOpened():
                self._refresh_soon()
            case QuestionAsked():  # the turn may wait for days, and is to be found meanwhile
                self._spawn(self._catch_up(), "index")
            case TurnFinished() | TurnFailed():
                self._entitle_soon(self._where(event))
                self._spawn(self._catch_up(), "index")
            case _:
                pass

    async def _take_imported(self) -> None:
        """Refresh the list after an import, whose questions may be open."""
        await self._desk.restore()
        self._answers.announce_open()
        if self._listed is not None:
            await self._list(ListConversations())
        self._spawn(self._catch_up(), "index")

    async def stored_elsewhere(self, changed: Collection[str], deleted: Collection[str]) -> None:
        """Follow what another device stored or deleted.

        Raises:
            StoreError: If the store cannot be read.
        """
        if self._listed is not None:
            if len(changed) > _FEW:
                await self._list(ListConversations())
            else:
                for conversation_id in (*changed, *deleted):
                    await self._refresh(conversation_id)
        if deleted:
            await self._indexing.tidy()
        self._spawn(self._catch_up(), "index")

    # The list.

    async def _list(self, command: ListConversations) -> None:
        records = await self._store.conversations.used()
        self._listed = {r.conversation_id: _summary(r) for r in reversed(records)}
        self._notify_list()

    def _refresh_soon(self) -> None:
        if self._listed is not None:
            self._spawn(self._refresh(self._conversations.current.conversation_id), "list")

    async def _refresh(self, conversation_id: str) -> None:
        """Emit one list entry again, as stored."""
        try:
            records = await self._store.conversations.used(conversation_id)
        except StoreError as error:
            _log.warning("The list of conversations is not up to date: %s", error.message)
            return
        if self._listed is None:
            return
        before = self._listed.get(conversation_id)
        if not records:
            self._listed.pop(conversation_id, None)
        else:
            summary = _summary(records[0])
            if before is not None and before.updated_at == summary.updated_at:
                self._listed[conversation_id] = summary  # stays where it is
            else:
                self._listed.pop(conversation_id, None)
                self._listed[conversation_id] = summary
        self._notify_list()

    def _notify_list(self) -> None:
        if self._listed is not None:
            self._emit(
                ConversationsListed(
                    conversations=tuple(reversed(self._listed.values())),
                    current=self._conversations.current.conversation_id,
                )
            )

    def _where(self, event: ConversationScoped) -> str:
        return event.conversation_id or self._conversations.current.conversation_id

    def _entitle_soon(self, conversation_id: str) -> None:
        self._spawn(self._entitle(conversation_id, self._words.pop(conversation_id, "")), "title")

    async def _entitle(self, conversation_id: str, text: str) -> None:
        """Title an untitled conversation after these words, and list it."""
        title = "" if conversation_id in self._entitled else make_title(text)
        if title:
            try:
                await self._store.conversations.entitle({conversation_id: title})
            except StoreError as error:
                _log.warning("A conversation got no title: %s", error.message)
            else:
                self._entitled.add(conversation_id)
        if self._listed is not None:
            await self._refresh(conversation_id)

    async def _begin(self) -> None:
        if await self._indexing.begin() and self._listed is not None:
            await self._list(ListConversations())
        await self._find_the_rest()

    async def _catch_up(self) -> None:
        await self._indexing.catch_up()
        await self._find_the_rest()

    async def _find_the_rest(self) -> None:
        """Repeat a search that ran before the index was complete."""
        if self._found_partly is not None and not self._indexing.is_behind:
            await self._find(self._found_partly)

    # The search.

    async def _find(self, command: SearchHistory) -> None:
        if self._search is not None:
            self._search.cancel()
        search = asyncio.ensure_future(
            self._store.search.find(command.query, now=self._clock.now())
        )
        self._search = search
        await asyncio.wait([search])
        if search.cancelled():
            return
        findings = search.result()
        is_partial = self._indexing.is_behind
        self._found_partly = command if is_partial else None
        self._emit(
            HistoryFound(
                query=command.query,
                hits=tuple(_hit(found) for found in findings.found),
                is_cut=findings.is_cut,
                is_partial=is_partial,
            )
        )

    # Going on.

    async def _open(self, command: OpenConversation) -> None:
        async with self._changing:
            conversation_id, message_id = command.conversation_id, command.message_id
            if await self._store.conversations.get(conversation_id) is None:
                self._refuse(_("This conversation does not exist any more."))
                await self._refresh(conversation_id)
                return
            current = self._conversations.current
            is_here = conversation_id == current.conversation_id
            if is_here and (message_id is None or _is_on_branch(current, message_id)):
                if current.turn_id is None:
                    self._answers.announce(message_id=message_id)
                elif message_id is not None:  # what is shown of the turn must not be shown again
                    self._refuse(_("Wait for the reply, then this message can be shown."))
                return
            if is_here:
                await current.stop_turn()  # what it stores still belongs to the branch that is left
            if message_id is not None:
                await self._store.messages.choose(conversation_id, message_id)
            await self._conversations.open(conversation_id)
            self._answers.announce(message_id=message_id)
        await self._answers.continue_current()

    async def _branch(self, command: BranchFrom) -> None:
        conversations = self._conversations
        current = conversations.current
        async with self._changing:
            entry = next((e for e in current.entries if e.uuid == command.message_id), None)
            if entry is None:
                self._refuse(_("This message is on a branch of the conversation that was left."))
                return
            is_own = entry.role == "user" and entry.answers is None
            if not is_own or any(isinstance(b, ToolResultBlock) for b in entry.message.content):
                self._refuse(_("Only your own messages can be changed and sent again."))
                return
            attachments = command.attachments
            if attachments is None:
                attachments = attachments_of(entry.message) if command.text.strip() else ()
            is_said = bool(command.text.strip() or attachments)
            if is_said:
                refusal = unfit_attachments(attachments, current.takes)
                if refusal is not None:
                    raise refusal
                await current.check()  # what cannot be sent must not lead back
            async with current.going_back():
                current.queue.clear()
                await current.stop_turn()
                current.rewind(entry.parent_uuid)
                if entry.parent_uuid is not None:
                    await self._store.messages.end_at(current.conversation_id, entry.parent_uuid)
                await self._answers.leave_branch()
                self._answers.announce()
        if is_said:
            await conversations.current.say(command.text, spoken=False, attachments=attachments)

    # Changing and deleting.

    async def _rename(self, command: RenameConversation) -> None:
        title = clean_title(command.title)
        await self._store.conversations.rename(command.conversation_id, title)
        if title:
            self._entitled.add(command.conversation_id)
        else:  # named after the first words again
            await self._indexing.entitle()
        await self._refresh(command.conversation_id)

    async def _delete(self, command: DeleteConversation) -> None:
        conversation_id = command.conversation_id
        async with self._changing:
            is_current = conversation_id == self._conversations.current.conversation_id
            if is_current:  # first, so that no turn goes on with a question that was cancelled
                await self._conversations.open(None)
            await self._conversations.registry.close(conversation_id)
            await self._desk.cancel(conversation_id=conversation_id)
            if is_current:
                self._answers.announce()
            await self._store.conversations.delete(conversation_id)
        if self._listed is not None and self._listed.pop(conversation_id, None) is not None:
            self._notify_list()
        await self._indexing.tidy()

    async def _delete_everything(self, command: DeleteEverything) -> None:
        async with self._changing:
            await self._conversations.open(None)
            for conversation in self._conversations.registry.open_conversations:
                if conversation is not self._conversations.current:
                    await self._conversations.registry.close(conversation.conversation_id)
            for pending in self._desk.pending():
                await self._desk.cancel(questions_id=pending.id)
            await self._store.conversations.delete_all(
                but=self._conversations.current.conversation_id
            )
            await self._store.state.forget(SUMMARIES)  # what a model made of memory goes as well
            self._answers.announce()
        if self._listed is not None:
            self._listed = {}
            self._notify_list()
        self._emit(
            Notice(
                code="everything_deleted",
                text=_("All conversations are deleted."),
                severity=Severity.INFO,
            )
        )
        await self._store.database.compact()

    def _refuse(self, text: str) -> None:
        self._emit(Notice(code="history_refused", text=text, severity=Severity.INFO))


def _is_on_branch(conversation: Conversation, message_id: str) -> bool:
    return any(entry.uuid == message_id for entry in conversation.entries)


def _summary(record: ConversationRecord) -> ConversationSummary:
    return ConversationSummary(
        conversation_id=record.conversation_id,
        title=record.title,
        updated_at=record.updated_at,
        model=record.model,
        workspace=record.workspace,
        agent=record.agent,
    )


def _hit(found: FoundMessage) -> SearchHit:
    return SearchHit(
        conversation_id=found.conversation_id,
        title=found.title,
        message_id=found.uuid,
        role=found.role,
        snippet=found.snippet.text,
        matches=found.snippet.matches,
        said_at=found.created_at,
    )
