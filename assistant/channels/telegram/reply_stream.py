"""Shows one reply in a chat while it is made, and whole at its end. Engine loop only.

A message of a reply is sent with a placeholder, its id is stored, and its words come by edits. An edit
can be repeated after a crash without anything standing there twice.
"""

import asyncio
import base64
import binascii
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from assistant.channels.telegram.bot_api.errors import TelegramRefused
from assistant.channels.telegram.model.formatted_text import FormattedText, plain
from assistant.channels.telegram.model.reply_text import (
    PLACEHOLDER,
    ReplyText,
    failed_messages,
    final_messages,
)
from assistant.channels.telegram.outbox import ChatOutbox, Pause
from assistant.conversation.history.message_history import BETWEEN_SEGMENTS
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import ImagePart
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked
from assistant.protocol.turns import (
    ReplyRestarted,
    ReplySegmentFinished,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
)
from assistant.questions.formats import is_question_tool
from assistant.storage.telegram import TelegramReplyRecord

_log = logging.getLogger(__name__)

_TYPING_EVERY_S: Final = 4.5
"""Telegram shows an action for five seconds."""
Store = Callable[[TelegramReplyRecord], Awaitable[None]]


class ReplyStream:
    """One reply on its way.

    Args:
        record: How it stands; the messages it is shown in already.
        outbox: Sends.
        store: Keeps how it stands.
        pause: Waits so many seconds.
    """

    def __init__(
        self,
        *,
        record: TelegramReplyRecord,
        outbox: ChatOutbox,
        store: Store,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._record = record
        self._outbox = outbox
        self._store = store
        self._pause = pause
        self._shown: list[FormattedText | None] = [None] * len(record.message_ids)
        """What stands in each message; None if that is not known."""
        self._reply = ReplyText()
        self._notes: list[str] = []
        self._images: list[ImagePart] = []
        self._final: tuple[FormattedText, ...] | None = None
        self._final_text = ""
        self._changed = asyncio.Event()
        self._is_waiting = False
        """Whether the user is asked: nothing is typed then."""

    @property
    def turn_id(self) -> str:
        """The turn whose reply it is."""
        return self._record.turn_id

    @property
    def text(self) -> str:
        """The words of the reply as they stand."""
        return self._final_text or self._reply.text

    def on_event(self, event: EngineEvent) -> None:
        """Hear of the turn."""
        match event:
            case TextDelta(text=text):
                self._is_waiting, self._reply.tool = False, ""
                self._reply.text += text
            case ReplyRestarted(text=text):
                self._reply.text = text
            case ReplySegmentFinished():
                if self._reply.text:
                    self._reply.text = self._reply.text.rstrip() + BETWEEN_SEGMENTS
            case ToolStarted(name=name):
                self._reply.tool = "" if is_question_tool(name) else name
            case ToolFinished(images=images):
                self._reply.tool, self._is_waiting = "", False
                self._images += images
            case QuestionAsked():
                self._reply.begin_below()
                self._reply.tool, self._is_waiting = "", True
            case Notice(code=code, text=text) if code.startswith("tool_") and text:
                self._notes.append(text)
            case TurnFinished(text=text, reason=reason, hint=hint):
                self.finish(text, "\n".join(filter(None, (reason, hint))))
            case TurnFailed(text=text, cancelled=True):
                self.finish(text, _("The reply was stopped."))
            case TurnFailed(text=text, reason=reason, hint=hint):
                self.fail(reason, hint, text=text)
            case _:
                return
        self._changed.set()

    def finish(self, text: str, note: str = "") -> None:
        """Take the whole reply, with what the user should know of it."""
        self._final_text = text
        self._final = final_messages(self._reply.pieces(text), [*self._notes, note])
        self._changed.set()

    def fail(self, reason: str, hint: str, *, text: str = "") -> None:
        """Take it that there is no more of the reply, and why."""
        self._final_text = text
        self._final = failed_messages(self._reply.pieces(text), reason, hint)
        self._changed.set()

    async def run(self) -> None:
        """Show the reply until all of it is there.

        Raises:
            TelegramError: If the chat takes nothing any more.
            StoreError: If it cannot be stored how it stands.
        """
        await self._save()
        typing = asyncio.create_task(self._type(), name=f"typing for {self.turn_id}")
        try:
            while self._final is None:
                await self._changed.wait()
                self._changed.clear()
                if self._final is None:
                    await self._wait_for_turn()
                if self._final is None:
                    await self._show(self._reply.progress())
        finally:
            typing.cancel()
            await asyncio.wait({typing})
        await self._show_final(self._final)

    async def give_up(self) -> None:
        """Take it that the chat does not take the reply: it is not shown again at the next start."""
        await self._save(is_delivered=True)

    async def _wait_for_turn(self) -> None:
        """Wait until the chat takes another edit, or the reply is complete."""
        wait_s = self._outbox.until_edit(self._record.chat_id)
        if wait_s <= 0:
            return
        pausing = asyncio.ensure_future(self._pause(wait_s))
        try:
            while not pausing.done() and self._final is None:
                changed = asyncio.ensure_future(self._changed.wait())
                await asyncio.wait({pausing, changed}, return_when=asyncio.FIRST_COMPLETED)
                changed.cancel()
                self._changed.clear()
        finally:
            pausing.cancel()

    async def _type(self) -> None:
        while True:
            if not self._is_waiting and not self._record.message_ids:
                await self._outbox.show_action(self._record.chat_id, "typing")
            await self._pause(_TYPING_EVERY_S)

    async def _show(self, parts: Sequence[FormattedText]) -> None:
        """Show what there is so far, as far as that is possible now."""
        for index, part in enumerate(parts):
            if index >= len(self._shown):
                await self._begin_message()
            if self._shown[index] == part:
                continue
            message_id = self._record.message_ids[index]
            try:
                taken = await self._outbox.show_progress(self._record.chat_id, message_id, part)
            except TelegramRefused as refused:
                _log.info("Progress was refused: %s", refused.code)
                taken = False
            if taken:
                self._shown[index] = part
            return  # one edit at a time; the rest follows with the next

    async def _show_final(self, parts: Sequence[FormattedText]) -> None:
        parts = parts or ((plain(_("(no words)")),) if not self._images else ())
        for index, part in enumerate(parts):
            if index >= len(self._shown):
                await self._begin_message()
            if self._shown[index] != part:
                await self._put(index, part)
        await self._remove_messages(len(parts))
        for number, image in enumerate(self._images, start=1):
            await self._send_image(image, number)
        await self._save(is_delivered=True)

    async def _put(self, index: int, part: FormattedText) -> None:
        chat_id, message_id = self._record.chat_id, self._record.message_ids[index]
        try:
            is_there = await self._outbox.edit(chat_id, message_id, part)
        except TelegramRefused as refused:
            if refused.is_blocked:
                raise
            _log.warning("Telegram does not take the looks of a reply")
            part = plain(part.text)
            is_there = await self._outbox.edit(chat_id, message_id, part)
        if not is_there:  # the user deleted it
            ids = list(self._record.message_ids)
            ids[index] = await self._outbox.send(chat_id, part)
            await self._save(message_ids=tuple(ids))
        self._shown[index] = part

    async def _begin_message(self) -> None:
        message_id = await self._outbox.send(self._record.chat_id, PLACEHOLDER)
        self._shown.append(PLACEHOLDER)
        await self._save(message_ids=(*self._record.message_ids, message_id))

    async def _remove_messages(self, count: int) -> None:
        """Take away the messages behind so many: the reply has become shorter."""
        while len(self._shown) > count:
            message_id = self._record.message_ids[-1]
            await self._outbox.delete(self._record.chat_id, message_id)
            self._shown.pop()
            await self._save(message_ids=self._record.message_ids[:-1])

    async def _send_image(self, image: ImagePart, number: int) -> None:
        try:
            data = base64.b64decode(image.data, validate=True)
        except binascii.Error:
            return
        suffix = image.media_type.partition("/")[2] or "png"
        await self._outbox.send_picture(
            self._record.chat_id, data, name=f"picture-{number}.{suffix}"
        )

    async def _save(
        self, *, message_ids: tuple[int, ...] | None = None, is_delivered: bool = False
    ) -> None:
        ids = self._record.message_ids if message_ids is None else message_ids
        self._record = TelegramReplyRecord(
            chat_id=self._record.chat_id,
            turn_id=self.turn_id,
            message_ids=ids,
            is_delivered=is_delivered,
        )
        await self._store(self._record)
