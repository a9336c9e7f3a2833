"""Takes updates: stores those of linked users and hands each to whom it is for. Engine loop only.

Of what anybody else writes, and of groups, nothing is stored; who is not linked is told how to link.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from assistant.channels.telegram.bot_api.errors import TelegramRefused
from assistant.channels.telegram.chat import ChatSurroundings, TelegramChat, turn_of
from assistant.channels.telegram.chat_lanes import ChatLanes
from assistant.channels.telegram.linking import AccountLinks
from assistant.channels.telegram.model.backlog import WaitingMessage, passed_over
from assistant.channels.telegram.model.formatted_text import plain
from assistant.channels.telegram.model.updates import Message, Update, read_update
from assistant.channels.telegram.strangers import Strangers
from assistant.errors import AssistantError
from assistant.locale import _
from assistant.questions.model.question import Method
from assistant.storage.telegram import TelegramAccount, TelegramUpdateRecord

_log = logging.getLogger(__name__)

_KNOWN_FOR: Final = timedelta(days=2)
"""How long a handled update is known again; Telegram sends none that is older than a day."""
_AT_ONCE: Final = frozenset({"stop", "unlink"})
"""Commands that do not wait for the reply under way."""


class UpdateRouter:
    """The way of an update.

    Args:
        surroundings: What chats work with.
        linking: Links accounts.
        strangers: Answers who is not linked.
        on_unlinked: Called once a user has unlinked themselves.
    """

    def __init__(
        self,
        *,
        surroundings: ChatSurroundings,
        linking: AccountLinks,
        strangers: Strangers,
        on_unlinked: Callable[[], None] = lambda: None,
    ) -> None:
        self._with = surroundings
        self._linking = linking
        self._strangers = strangers
        self._on_unlinked = on_unlinked
        self._chats: dict[int, TelegramChat] = {}
        """By the id of their user."""
        self._late: set[int] = set()
        """Updates that came before this start, and may be meant for a question of before."""
        self._lanes = ChatLanes(self._dispatch)
        self._hearing: set[asyncio.Task[None]] = set()
        """Voice messages that may answer a question."""
        self._stopping: set[asyncio.Task[None]] = set()
        """`/stop`s that stop a reply."""

    @property
    def accounts(self) -> Sequence[TelegramAccount]:
        """Who is linked."""
        return [chat.account for chat in self._chats.values()]

    def chat_of(self, conversation_id: str) -> TelegramChat | None:
        """Return the chat that goes on with a conversation."""
        for chat in self._chats.values():
            if chat.account.conversation_id == conversation_id:
                return chat
        return None

    def account_of(self, conversation_id: str) -> TelegramAccount | None:
        """Return whose chat goes on with a conversation, or None."""
        chat = self.chat_of(conversation_id)
        return None if chat is None else chat.account

    async def hold(self, account: TelegramAccount) -> None:
        """Have the chat hold its conversation: one of its questions is put again."""
        chat = self._chats.get(account.user_id)
        if chat is not None:
            await chat.hold()

    def question_settled(self, conversation_id: str) -> None:
        """Have the chat let go of its conversation, if it held it for a question alone."""
        chat = self.chat_of(conversation_id)
        if chat is not None:
            chat.wake()

    async def load(self) -> None:
        """Take up who is linked; raises StoreError."""
        for account in await self._with.repository.accounts():
            self.add(account)

    def add(self, account: TelegramAccount) -> None:
        """Serve an account, in place of what was linked to its user before."""
        self._chats[account.user_id] = TelegramChat(account, self._with)

    async def remove(self, user_id: int) -> None:
        """Serve an account no more, and forget it; raises StoreError."""
        chat = self._chats.pop(user_id, None)
        if chat is not None:
            await chat.aclose()
        await self._with.repository.unlink(user_id)

    async def stop_turns(self) -> None:
        """Stop the replies under way: this device may not act any more."""
        for chat in self._chats.values():
            await chat.stop_turn()

    async def take_arrived(self) -> None:
        """See to updates that another device got and stored here; raises StoreError."""
        for record in await self._with.repository.waiting():
            for chat in self._chats.values():
                if chat.account.chat_id == record.chat_id:
                    chat.enqueue(record.update_id)

    async def aclose(self) -> None:
        """Leave everything to the next start."""
        await self._lanes.aclose()
        beside = [*self._hearing, *self._stopping]
        for task in beside:
            task.cancel()
        if beside:
            await asyncio.wait(beside)
        for chat in self._chats.values():
            await chat.aclose()

    async def store(self, raws: Sequence[Mapping[str, Any]]) -> Sequence[TelegramUpdateRecord]:
        """Store what came of linked users, and where to go on.

        Returns:
            The updates that are new, in the order of their ids.

        Raises:
            StoreError: If it cannot be stored; Telegram will send it again.
        """
        if not raws:
            return ()
        now = self._with.clock.now()
        records: list[TelegramUpdateRecord] = []
        for raw in sorted(raws, key=lambda raw: int(raw["update_id"])):
            update = read_update(raw)
            account = None if update is None else await self._account_of(update)
            if update is not None and account is not None:
                records.append(
                    TelegramUpdateRecord(
                        update_id=update.update_id,
                        chat_id=account.chat_id,
                        content=json.dumps(raw),  # ASCII: it may hold half a character
                        received_at=now,
                    )
                )
        offset = max(int(raw["update_id"]) for raw in raws) + 1
        new = await self._with.repository.receive(records, offset=offset)
        return [record for record in records if record.update_id in new]

    async def take(self, raws: Sequence[Mapping[str, Any]]) -> None:
        """Store updates and have those that are new seen to; raises StoreError."""
        for record in await self.store(raws):
            self._put(record)

    def _put(self, record: TelegramUpdateRecord) -> None:
        """Have an update seen to in its turn; a reply under way is stopped before that."""
        update, chat = _read(record), self._chat_at(record.chat_id)
        message = None if update is None else update.message
        is_stop = message is not None and message.command == "stop"
        if chat is None or not is_stop or not chat.is_replying:
            self._lanes.put(record)
            return
        task = asyncio.create_task(self._stop(record, chat), name=f"stop {record.update_id}")
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    async def _stop(self, record: TelegramUpdateRecord, chat: TelegramChat) -> None:
        """Stop the reply that was under way when the command came; no other, whatever comes after it."""
        try:
            await chat.stop_turn()
            await self._handled(record.update_id)
        except AssistantError as error:
            _log.warning("An update waits: %s", type(error).__name__)

    async def take_up(self, *, back_at: datetime) -> None:
        """Have what waits in the store since Parley was away seen to; raises StoreError.

        Args:
            back_at: When it was back.
        """
        repository, settings = self._with.repository, self._with.settings()
        await repository.forget_handled(before=back_at - _KNOWN_FOR)
        waiting = await repository.waiting()
        late = [
            WaitingMessage(
                update_id=record.update_id,
                chat_id=record.chat_id,
                written_at=update.message.written_at,
            )
            for record in waiting
            if (update := _read(record)) is not None
            and update.message is not None
            and not await self._is_under_way(record)
        ]
        dropped = passed_over(
            late,
            back_at=back_at,
            newest=settings.backlog_messages,
            ttl_s=settings.backlog_ttl_s,
        )
        await repository.handled(sorted(dropped), at=self._with.clock.now())
        self._late = {record.update_id for record in waiting} - set(dropped)
        for record in waiting:
            if record.update_id in self._late:
                self._lanes.put(record)
        for chat in self._chats.values():
            chat.wake()  # a reply may have to be finished

    async def _is_under_way(self, record: TelegramUpdateRecord) -> bool:
        """Whether the reply to an update was begun before the program ended."""
        reply = await self._with.repository.reply(record.chat_id)
        return reply is not None and reply.turn_id == turn_of(record.update_id)

    async def _account_of(self, update: Update) -> TelegramAccount | None:
        """Return whose chat an update is from; links the sender if they have the code."""
        sender, chat = update.sender, update.chat
        if sender is None:
            return None
        known = self._chats.get(sender.id)
        if known is not None and chat is not None and chat.id == known.account.chat_id:
            return known.account
        if update.callback_query is not None:
            await self._with.questions.take_tap(update.callback_query, None)
        elif known is None and update.message is not None and update.message.is_private:
            is_code_shown = self._linking.is_open
            outcome = await self._linking.try_link(update.message)
            if isinstance(outcome, TelegramAccount):
                self.add(outcome)
            else:
                await self._strangers.answer(update.message, outcome, is_code_shown=is_code_shown)
        return None

    async def _dispatch(self, record: TelegramUpdateRecord) -> None:
        """Hand an update to whom it is for, without waiting for a turn."""
        update = _read(record)
        chat = self._chat_at(record.chat_id)
        if chat is None or update is None:
            return
        if await self._is_taken_at_once(update, chat):
            await self._handled(update.update_id)
        elif not self._is_heard(update, chat):
            chat.enqueue(record.update_id)

    def _chat_at(self, chat_id: int) -> TelegramChat | None:
        return next((c for c in self._chats.values() if c.account.chat_id == chat_id), None)

    async def _handled(self, update_id: int) -> None:
        await self._with.repository.handled([update_id], at=self._with.clock.now())

    def _is_heard(self, update: Update, chat: TelegramChat) -> bool:
        """Whether a voice message may answer a question: it is heard now, beside the queue."""
        message = update.message
        if message is None or message.voice is None:
            return False
        if not self._with.questions.is_pending(chat.account):
            return False
        task = asyncio.create_task(
            self._offer_voice(update, message, chat), name=f"hear {update.update_id}"
        )
        self._hearing.add(task)
        task.add_done_callback(self._heard)
        return True

    def _heard(self, task: "asyncio.Task[None]") -> None:
        self._hearing.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.warning("A voice message was not taken: %s", type(error).__name__)

    async def _offer_voice(self, update: Update, message: Message, chat: TelegramChat) -> None:
        """Offer the words of a voice message to the question; if it wants them not, they wait."""
        text = await chat.hear(message)
        is_taken = text is None or await self._with.questions.take_text(
            chat.account, message, text, method=Method.VOICE
        )
        if is_taken:
            await self._handled(update.update_id)
        else:
            chat.enqueue(update.update_id)

    async def question_shown(self, account: TelegramAccount, *, asked_at: datetime) -> None:
        """Offer a question the words that came after it was asked and wait behind its own turn.

        They do so after a crash alone: else they are offered as they come.

        Raises:
            StoreError: If the store cannot be read.
        """
        if not self._late:
            return
        for record in await self._with.repository.waiting():
            update = _read(record)
            if record.update_id not in self._late or record.chat_id != account.chat_id:
                continue
            if update is not None and update.message is not None:
                if update.message.written_at > asked_at.replace(microsecond=0):
                    self._late.discard(record.update_id)
                    self._lanes.put(record)

    async def _is_taken_at_once(self, update: Update, chat: TelegramChat) -> bool:
        try:
            if update.callback_query is not None:
                await self._with.questions.take_tap(update.callback_query, chat.account)
                return True
            message = update.message
            if message is None:
                return True
            if message.command == "new":
                await chat.leave_questions()
            if message.command in _AT_ONCE:
                await self._command(message, chat)
                return True
            if message.text:
                return await self._with.questions.take_text(
                    chat.account, message, message.text, method=Method.TYPED
                )
            if message.voice is None and self._with.questions.is_pending(chat.account):
                await chat.tell_waiting()  # no picture is an answer
            return False
        except TelegramRefused as refused:
            _log.info("A chat took nothing: %s", refused.code)
            return True

    async def _command(self, message: Message, chat: TelegramChat) -> None:
        chat_id = chat.account.chat_id
        if message.command == "stop":
            if not await chat.stop_turn():
                await self._with.outbox.send(chat_id, plain(_("Nothing is under way.")))
            return
        await chat.leave_questions()  # whose buttons would be dead
        await self.remove(chat.account.user_id)
        goodbye = _("This account is not linked to Parley any more.")
        await self._with.outbox.send(chat_id, plain(goodbye))
        self._on_unlinked()


def _read(record: TelegramUpdateRecord) -> Update | None:
    return read_update(json.loads(record.content)) if record.content else None
