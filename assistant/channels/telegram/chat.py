"""The chat of one linked user: its messages one after the other, each with its turn. Engine loop only.

What waits is in the store, not in memory. The conversation is held while something of it is under way,
or one of its questions waits for the user.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from assistant.attachments.judge import judge
from assistant.attachments.model.limits import unfit_attachment
from assistant.backoff import backoff_s
from assistant.channels.telegram.bot_api.errors import (
    TelegramBroken,
    TelegramGivenUp,
    TelegramRefused,
)
from assistant.channels.telegram.model.formatted_text import plain, styled
from assistant.channels.telegram.model.pictures import largest_picture
from assistant.channels.telegram.model.stored_reply import has_turn, is_over, words_of
from assistant.channels.telegram.model.updates import (
    Document,
    Message,
    PhotoSize,
    Update,
    read_update,
)
from assistant.channels.telegram.outbox import ChatOutbox, Pause
from assistant.channels.telegram.reply_stream import ReplyStream
from assistant.channels.telegram.seams import ChatQuestions, Speech
from assistant.clock import Clock
from assistant.conversation.conversation import Conversation
from assistant.conversation.conversation_registry import ConversationLease, ConversationRegistry
from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.unfinished_turn import find_last_user_message
from assistant.conversation.say_result import SayRejected
from assistant.errors import AssistantError, AttachmentRefused
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import Attachment
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnStarted
from assistant.settings import TelegramSettings
from assistant.storage.model.records import ConversationRecord
from assistant.storage.telegram import (
    TelegramAccount,
    TelegramReplyRecord,
    TelegramRepository,
    TelegramUpdateRecord,
)
from assistant.sync.leader_election import LeaderElection

_log = logging.getLogger(__name__)

MAX_DOWNLOAD_BYTES: Final = 20_000_000
"""Of a file that a bot is given (Bot API, getFile)."""
MAX_VOICE_S: Final = 300
"""Seconds of a voice message at most."""
LINGER_S: Final = 60.0
"""Seconds that a conversation stays open after the last that happened in its chat."""
GRACE_S: Final = 10.0
"""Seconds until what another device did has reached this one."""
MAX_CHAT_FAILURES: Final = 6
"""Half a minute in all; then the chat rests until its next message or the next start."""
LEASE: Final = "telegram"
"""What the one of the user's devices holds that answers."""
_TURN_PREFIX: Final = "telegram-"


def turn_of(update_id: int) -> str:
    """Return the id of the turn that an update begins."""
    return f"{_TURN_PREFIX}{update_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSurroundings:
    """What every chat works with."""

    conversations: ConversationRegistry
    create: Callable[[TelegramAccount], Awaitable[str]]
    """Stores a new conversation for an account; returns its id."""
    find: Callable[[str], Awaitable[ConversationRecord | None]]
    """Returns a stored conversation."""
    conversation_of_turn: Callable[[str], Awaitable[str | None]]
    """Returns the id of the conversation that holds a turn."""
    resume: Callable[[str], Awaitable[bool]]
    """Goes on with an open conversation where it was interrupted."""
    close_questions: Callable[[str], Awaitable[None]]
    """Closes what is asked in a conversation, put off or not."""
    has_workspace: Callable[[TelegramAccount], bool]
    repository: TelegramRepository
    outbox: ChatOutbox
    questions: ChatQuestions
    speech: Speech | None
    settings: Callable[[], TelegramSettings]
    clock: Clock
    pause: Pause = asyncio.sleep
    tell: Callable[[Notice], None] = lambda _notice: None
    """Tells the user at the desk what a chat cannot say."""
    election: LeaderElection = field(default_factory=lambda: LeaderElection(LEASE))
    """Says whether this device may act."""
    leases: dict[str, ConversationLease] = field(default_factory=dict[str, ConversationLease])
    """Conversations that stay open while the channel is closed: something of them is under way."""


class TelegramChat:
    """One chat."""

    def __init__(self, account: TelegramAccount, surroundings: ChatSurroundings) -> None:
        self.account = account
        self._with = surroundings
        self._lease: ConversationLease | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._streams: dict[str, tuple[ReplyStream, asyncio.Task[None]]] = {}
        """The replies under way, by the id of their turn."""
        self._worker: asyncio.Task[None] | None = None
        self._due = asyncio.Event()
        """Set while something may have to be done."""
        self._last = 0
        """Id of the last update that waits for its turn; those after it may be for somebody else."""
        self._is_closed = False
        self._is_resumed = False
        self._told_waiting = ""
        """The turn of which the user was told that what they sent waits for an answer."""

    def enqueue(self, update_id: int) -> None:
        """Take an update that is stored when those before it are done; returns at once."""
        self._last = max(self._last, update_id)
        self.wake()

    def wake(self) -> None:
        """See to what is left of before, and to what waits in the store; returns at once."""
        self._due.set()
        if self._worker is None and not self._is_closed:
            self._worker = asyncio.create_task(self._work(), name=f"chat {self.account.chat_id}")
            self._worker.add_done_callback(self._worked)

    @property
    def is_replying(self) -> bool:
        """Whether a reply is under way."""
        return self._lease is not None and self._lease.conversation.turn_id is not None

    async def stop_turn(self) -> bool:
        """Stop the reply under way; whether there was one."""
        if self._lease is None or self._lease.conversation.turn_id is None:
            return False
        await self._lease.conversation.stop_turn()
        return True

    async def leave_questions(self) -> None:
        """Close what is asked in the conversation: a new one neither waits for it nor answers it."""
        if self._with.questions.is_pending(self.account):
            await self.stop_turn()
        if self.account.conversation_id is not None:
            await self._with.close_questions(self.account.conversation_id)

    async def tell_waiting(self) -> None:
        """Tell that something waits for the answer that the turn under way waits for; once a turn."""
        turn_id = "" if self._lease is None else self._lease.conversation.turn_id
        if turn_id and turn_id != self._told_waiting:
            self._told_waiting = turn_id
            await self._say(_("This waits until the question is answered."))

    async def aclose(self) -> None:
        """Leave everything to the next start; nothing is sent any more."""
        self._is_closed = True
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.wait([self._worker])
        await self._give_up_streams()
        lease = self._lease
        if lease is not None and lease.conversation.turn_id is not None:
            self._unsubscribe()
            self._with.leases[lease.conversation.conversation_id] = lease
            self._lease = None
        else:
            await self._release()

    # The queue.

    def _worked(self, task: "asyncio.Task[None]") -> None:
        self._worker = None
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("A chat broke", exc_info=error)
        elif self._due.is_set():
            self.wake()

    async def _work(self) -> None:
        """Serve the chat; what fails is taken up anew, as after a restart, then left to it."""
        for failures in range(1, MAX_CHAT_FAILURES + 1):
            try:
                return await self._serve()
            except AssistantError as error:
                _log.warning("A chat waits: %s", type(error).__name__)
            await self._give_up_streams()
            self._is_resumed = False
            if failures < MAX_CHAT_FAILURES:
                await self._with.pause(backoff_s(failures))

    async def _serve(self) -> None:
        self._due.clear()
        if not self._is_resumed:
            self._is_resumed = True
            await self._resume()
        while True:
            self._due.clear()
            while (record := await self._next()) is not None:
                await self._take(record)
                await self._done(record)
            if self._streams or self._with.questions.is_pending(self.account):
                return  # which wake it up at their end
            if not await self._is_due_soon():
                break
        await self._release()

    async def _is_due_soon(self) -> bool:
        """Whether something comes while the conversation is kept open for it."""
        pausing = asyncio.ensure_future(self._with.pause(LINGER_S))
        due = asyncio.ensure_future(self._due.wait())
        try:
            await asyncio.wait({pausing, due}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pausing.cancel()
            due.cancel()
        return self._due.is_set()

    async def hold(self) -> None:
        """Open the conversation: a question of it is put again, whose answer it goes on with.

        Raises:
            StoreError: If it cannot be read.
        """
        await self._conversation()
        self.wake()

    async def _next(self) -> TelegramUpdateRecord | None:
        return await self._with.repository.next_waiting(self.account.chat_id, until=self._last)

    async def _done(self, record: TelegramUpdateRecord) -> None:
        await self._with.repository.handled([record.update_id], at=self._with.clock.now())

    async def _take(self, record: TelegramUpdateRecord) -> None:
        update = _read(record)
        if update is None:
            return
        is_ours = await self._with.election.begin(f"{LEASE}:{record.update_id}")
        try:
            if not is_ours:
                await self._leave_to_other(record)
            elif update.callback_query is not None:
                await self._with.questions.take_tap(update.callback_query, self.account)
            elif update.message is not None:
                await self._take_message(update.update_id, update.message)
        except TelegramGivenUp:
            await self._tell_given_up()
        except TelegramRefused as refused:  # the user has blocked the bot, or deleted the chat
            _log.info("A chat took nothing: %s", refused.code)
        except AssistantError:  # it is taken up anew
            raise
        except Exception:  # noqa: BLE001  # a bug must not keep what comes after from its turn
            _log.exception("A message broke something")
            with contextlib.suppress(TelegramRefused):  # nor must a chat that takes nothing
                await self._say(_("An error occurred while processing."))

    async def _leave_to_other(self, record: TelegramUpdateRecord) -> None:
        """Tell that another device began with it, unless word came that it is done."""
        await self._with.pause(GRACE_S)
        turn_id = turn_of(record.update_id)
        entries = await self._entries_with(turn_id)
        is_answered = entries is not None and is_over(entries, turn_id)
        if not is_answered and await self._next() == record:
            await self._say(_begun_elsewhere())

    async def _take_message(self, update_id: int, message: Message) -> None:
        if not self._with.has_workspace(self.account):
            await self._say(_("Please connect a workspace first."), _how_to_map())
        elif message.command:
            await self._command(message.command)
        elif message.voice is not None:
            await self._take_voice(update_id, message)
        elif message.photo:
            await self._take_picture(update_id, message.caption, largest_picture(message.photo))
        elif message.document is not None:
            await self._take_document(update_id, message.document, message.caption)
        elif message.text.strip():
            await self._turn(update_id, message.text)
        else:
            await self._say(_("I can read text, pictures and voice messages here."))

    async def _take_voice(self, update_id: int, message: Message) -> None:
        if await self._was_begun(turn_of(update_id)):
            return
        text = await self.hear(message)
        if text is None:
            return
        quoted = plain("🎤 ") + styled("italic", text)
        await self._with.outbox.send_all(self.account.chat_id, quoted)
        await self._turn(update_id, text, is_voice=True)

    async def hear(self, message: Message) -> str | None:
        """Return the words of a voice message; None if there are none, and the user was told."""
        speech, voice = self._with.speech, message.voice
        if speech is None or voice is None:
            await self._say(_("I cannot listen to voice messages here."))
            return None
        if voice.duration > MAX_VOICE_S:
            await self._say(_("This voice message is too long; five minutes are the most."))
            return None
        recording = await self._download(voice.file_id)
        if recording is None:
            return None
        try:
            text = (await speech.transcribe(recording)).strip()
        except AssistantError as error:
            await self._say(error.message, *filter(None, [error.hint]))
            return None
        if not text:
            await self._say(_("I didn't catch that, please say it again"))
        return text or None

    async def _download(self, file_id: str) -> bytes | None:
        """Return what the user sent; None if it will not be given, and the user was told."""
        try:
            return await self._with.outbox.download(file_id)
        except TelegramRefused as refused:
            _log.info("A file was not given: %s", refused.code)
            await self._say(_("Telegram does not give the file."))
            return None
        except TelegramBroken:
            await self._say(_("Telegram does not give the file."), _("Send it again later."))
            return None

    async def _take_picture(self, update_id: int, caption: str, picture: PhotoSize | None) -> None:
        conversation = await self._conversation()
        if not conversation.takes.pictures:
            await self._say(_("The model that answers cannot see pictures."))
        elif picture is None:
            await self._say(_("This picture is too large."))
        else:
            await self._take_file(update_id, picture.file_id, "", caption)

    async def _take_document(self, update_id: int, document: Document, caption: str) -> None:
        if not self._with.settings().take_documents:
            await self._say(
                _("Documents are not read here. You can allow it in Settings, Telegram.")
            )
        elif (document.file_size or 0) > MAX_DOWNLOAD_BYTES:
            await self._say(
                _("Telegram gives bots files of {count} MB at most.").format(
                    count=MAX_DOWNLOAD_BYTES // 1_000_000
                )
            )
        else:
            await self._take_file(update_id, document.file_id, document.file_name, caption)

    async def _take_file(self, update_id: int, file_id: str, name: str, caption: str) -> None:
        """Say words with a file, judged as on every surface."""
        data = await self._download(file_id)
        if data is None:
            return
        conversation = await self._conversation()
        try:
            attachment = await asyncio.to_thread(judge, name, data)
            refusal = unfit_attachment(attachment, conversation.takes)
            if refusal is not None:
                raise refusal
        except AttachmentRefused as refused:
            await self._say(refused.message, *filter(None, [refused.hint]))
        else:
            await self._turn(update_id, caption, attachments=[attachment])

    async def _command(self, command: str) -> None:
        match command:
            case "new":
                await self._release()
                self.account = replace(self.account, conversation_id=None)
                await self._with.repository.set_conversation(self.account.user_id, None)
                await self._say(_("A new conversation begins."))
            case "start" | "help":
                await self._say(help_text())
            case "stop":
                pass  # the router stopped the reply; none of ours is under way
            case _:
                await self._say(_("I do not know this command."), help_text())

    async def _say(self, *lines: str) -> None:
        await self._with.outbox.send_all(self.account.chat_id, plain("\n\n".join(lines)))

    async def _tell_given_up(self) -> None:
        """Tell that something could not be sent: here, or at the desk where nothing can be sent."""
        _log.warning("A message was given up: Telegram has only errors for it")
        text = _("Telegram has only errors for what was to be sent here.")
        hint = _("Replies can be read in Parley, in the conversation of this chat.")
        try:
            await self._say(text, hint)
        except TelegramRefused:
            text = _("Telegram has only errors for what was to be sent to {name}.").format(
                name=self.account.name
            )
            self._with.tell(Notice(code="telegram_not_sent", text=text, hint=hint))

    # Turns.

    async def _turn(
        self,
        update_id: int,
        text: str,
        *,
        attachments: Sequence[Attachment] = (),
        is_voice: bool = False,
    ) -> None:
        """Say words and show the reply, unless that was done before a crash."""
        turn_id = turn_of(update_id)
        if await self._was_begun(turn_id):
            return  # its reply was seen to when the chat was taken up
        conversation = await self._conversation()
        task = await self._show(turn_id)
        stream, _task = self._streams[turn_id]
        said = await conversation.say(text, spoken=False, attachments=attachments, turn_id=turn_id)
        if isinstance(said, SayRejected):
            notice = said.notice or Notice(code="", text="")
            stream.fail(notice.text, notice.hint)
        await task
        wanted = self._with.settings().voice_replies
        if wanted == "always" or (wanted == "voice" and is_voice):
            await self._speak(stream.text)

    async def _speak(self, text: str) -> None:
        """Send a reply as a voice message too, if there is a voice for it."""
        if self._with.speech is None or not text.strip():
            return
        await self._with.outbox.show_action(self.account.chat_id, "record_voice")
        try:
            spoken = await self._with.speech.speak(text)
        except AssistantError as error:
            _log.info("A reply was not spoken: %s", type(error).__name__)
            return
        if spoken is not None:
            await self._with.outbox.send_voice(
                self.account.chat_id, spoken.data, duration_s=spoken.duration_s
            )

    async def _show(self, turn_id: str, message_ids: tuple[int, ...] = ()) -> "asyncio.Task[None]":
        """Begin to show the reply of a turn; returns the task that ends once it stands there."""
        record = TelegramReplyRecord(
            chat_id=self.account.chat_id, turn_id=turn_id, message_ids=message_ids
        )
        await self._with.repository.set_reply(record)
        return self._begin_stream(record)

    def _begin_stream(self, record: TelegramReplyRecord) -> "asyncio.Task[None]":
        stream = ReplyStream(
            record=record,
            outbox=self._with.outbox,
            store=self._with.repository.set_reply,
            pause=self._with.pause,
        )
        task = asyncio.create_task(self._run(stream), name=f"reply {record.turn_id}")
        self._streams[record.turn_id] = (stream, task)
        task.add_done_callback(lambda done: self._shown(record.turn_id, done))
        return task

    async def _run(self, stream: ReplyStream) -> None:
        try:
            await stream.run()
        except TelegramGivenUp:
            await stream.give_up()
            await self._tell_given_up()

    def _shown(self, turn_id: str, task: "asyncio.Task[None]") -> None:
        self._streams.pop(turn_id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, AssistantError):
                _log.info("A reply was not shown: %s", type(error).__name__)
            else:
                _log.error("A reply was not shown", exc_info=error)
        if not self._is_closed and not task.cancelled():
            self.wake()  # which lets go of the conversation if nothing is left

    def _on_event(self, event: EngineEvent) -> None:
        if isinstance(event, TurnStarted) and event.turn_id not in self._streams:
            is_answer = event.answers is not None or event.resumed
            if is_answer and not self._is_closed:
                record = TelegramReplyRecord(chat_id=self.account.chat_id, turn_id=event.turn_id)
                self._begin_stream(record)
            return
        turn_id = getattr(event, "turn_id", None)
        for stream, _task in tuple(self._streams.values()):
            if turn_id in {None, stream.turn_id}:
                stream.on_event(event)

    async def _give_up_streams(self) -> None:
        """Stop showing replies; how far each is stands in the store."""
        tasks = [task for _stream, task in self._streams.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    # After a restart.

    async def _resume(self) -> None:
        """See to the last reply, if it was not delivered whole, and to what an answer began."""
        reply = await self._with.repository.reply(self.account.chat_id)
        is_shown = reply is None or reply.is_delivered
        if self.account.conversation_id is None:
            if reply is not None and not is_shown:
                await self._show_stored(reply)
            return
        conversation = await self._conversation()
        if reply is None or is_shown:
            await self._with.resume(conversation.conversation_id)
            return
        if not has_turn(conversation.entries, reply.turn_id):
            await self._show_stored(reply)
            return
        task = await self._show(reply.turn_id, reply.message_ids)
        if not is_over(conversation.entries, reply.turn_id):
            await self._with.resume(conversation.conversation_id)
            async with conversation.going_back():
                point = find_last_user_message(conversation.entries)
                if conversation.turn_id is None and point is not None:
                    conversation.take_up(point)
        if conversation.turn_id != reply.turn_id:
            stream, _task = self._streams[reply.turn_id]
            stream.finish(words_of(conversation.entries, reply.turn_id))
        await task

    async def _show_stored(self, reply: TelegramReplyRecord) -> None:
        """Show a reply of another conversation, which the chat went on from; none if it was not begun."""
        entries = await self._entries_with(reply.turn_id)
        if entries is None:
            return
        task = await self._show(reply.turn_id, reply.message_ids)
        stream, _task = self._streams[reply.turn_id]
        words = words_of(entries, reply.turn_id)
        if is_over(entries, reply.turn_id):
            stream.finish(words)
        else:
            stream.fail(_begun_elsewhere(), "", text=words)
        await task

    async def _was_begun(self, turn_id: str) -> bool:
        """Whether a turn is stored; the chat may have gone on to another conversation since."""
        return await self._with.conversation_of_turn(turn_id) is not None

    async def _entries_with(self, turn_id: str) -> Sequence[HistoryEntry] | None:
        """Return the messages of the conversation that holds a turn; None if it is not stored."""
        conversation_id = await self._with.conversation_of_turn(turn_id)
        if conversation_id is None:
            return None
        lease = await self._with.conversations.acquire(conversation_id)
        try:
            return tuple(lease.conversation.entries)
        finally:
            await lease.release()

    # The conversation.

    async def _conversation(self) -> Conversation:
        """Return the conversation of the chat, open; a new one if there is none any more."""
        if self._lease is not None and self._lease.is_open:
            return self._lease.conversation
        await self._release()
        conversation_id = self.account.conversation_id
        if conversation_id is None or await self._with.find(conversation_id) is None:
            conversation_id = await self._with.create(self.account)
            await self._with.repository.set_conversation(self.account.user_id, conversation_id)
            self.account = replace(self.account, conversation_id=conversation_id)
        kept = self._with.leases.pop(conversation_id, None)
        self._lease = kept or await self._with.conversations.acquire(conversation_id)
        self._unsubscribe = self._lease.subscribe(self._on_event)
        return self._lease.conversation

    async def _release(self) -> None:
        self._unsubscribe()
        self._unsubscribe = lambda: None
        lease, self._lease = self._lease, None
        if lease is not None:
            await lease.release()


def help_text() -> str:
    """Return what can be done in a chat."""
    return "\n".join(
        (
            _("Write to me as you would in the window. These commands help:"),
            _("/new begins a new conversation"),
            _("/stop stops the reply"),
            _("/unlink ends the link with this account"),
        )
    )


def _begun_elsewhere() -> str:
    return _("Another of your devices began with this. If no answer comes, send it again.")


def _how_to_map() -> str:
    return _("Open Settings, Telegram in Parley and choose one for this account.")


def _read(record: TelegramUpdateRecord) -> Update | None:
    return read_update(json.loads(record.content))
