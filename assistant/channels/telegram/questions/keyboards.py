"""Puts questions into chats as messages with buttons, and takes taps and words. Engine loop only.

A keyboard is known by a token that is stored with its message: after a restart the same message goes
on, and the keyboard of a question that was settled meanwhile is taken away.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

from assistant.background_tasks import Spawn
from assistant.channels.telegram.bot_api.client import BotApi
from assistant.channels.telegram.bot_api.errors import TelegramError, TelegramRefused
from assistant.channels.telegram.model.callback_data import Tap, TapKind, read_callback_data
from assistant.channels.telegram.model.card_message import (
    CardMessage,
    message_of,
    put_off_message,
    settled_message,
    words_wanted,
)
from assistant.channels.telegram.model.chat_card import CardStep, ChatCard
from assistant.channels.telegram.model.formatted_text import plain
from assistant.channels.telegram.model.phone_rules import is_answered_in_chats
from assistant.channels.telegram.model.updates import CHAT_COMMANDS, CallbackQuery, Message
from assistant.channels.telegram.outbox import ChatOutbox
from assistant.clock import Clock
from assistant.conversation.history.model.stored_question import StoredQuestion, read_record
from assistant.errors import AnswerRefused
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionClosed
from assistant.questions.card.gestures import WordsFor
from assistant.questions.desk.presenter import Presentation
from assistant.questions.form.text_list import describe
from assistant.questions.model.question import (
    Channel,
    Draft,
    Later,
    Method,
    Origin,
    QuestionSet,
    Response,
)
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.storage.model.records import QuestionRecord
from assistant.storage.telegram import (
    TelegramAccount,
    TelegramKeyboardRecord,
    TelegramRepository,
)

_log = logging.getLogger(__name__)

_TOKEN_BYTES: Final = 9
_CLOSE_S: Final = 1.0
"""Seconds that keyboards on their way have left when the channel is closed."""
_RESTORING_S: Final = 30.0
"""Seconds after the start in which questions of before are put again."""


class AskedChats(Protocol):
    """What is known of the chats that questions are put into."""

    def account_of(self, conversation_id: str) -> TelegramAccount | None:
        """Return whose chat goes on with a conversation, or None."""
        ...

    async def question_shown(self, account: TelegramAccount, *, asked_at: datetime) -> None:
        """Words that came since the question was asked may be meant for it."""
        ...

    async def hold(self, account: TelegramAccount) -> None:
        """Have the chat hold its conversation: one of its questions is put again."""
        ...

    def question_settled(self, conversation_id: str) -> None:
        """The chat need not hold its conversation for a question any more."""
        ...


@dataclass(slots=True, kw_only=True)
class _ShownCard:
    """A question that waits in a chat."""

    account: TelegramAccount
    card: ChatCard
    desk: Presentation
    answered: "asyncio.Future[Response]"
    token: str = ""
    message_id: int | None = None
    """None if Telegram did not take the keyboard: the question stands there as a list."""
    prompt_id: int | None = None
    """The message that wants words."""
    prompts_for: WordsFor | None = None
    """What it wants them for."""
    settled: CardMessage | None = None
    """What became of it while its keyboard was on its way."""
    view: CardMessage | None = None
    """What stands in the message."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    words: int = 0
    """How often words came for it: a model that still reads earlier ones is late."""

    @property
    def questions(self) -> QuestionSet:
        return self.card.questions

    def stands_in(self, message: Message | None) -> bool:
        """Whether a message is the one it stands in, or the one that wants words for it."""
        return message is not None and message.message_id in {self.message_id, self.prompt_id}


class QuestionKeyboards:
    """Implements `Presenter` and `ChatQuestions`.

    Args:
        api: The bot.
        outbox: Sends.
        repository: Keeps which keyboards stand in chats.
        find: Returns a stored question.
        put_again: Puts a question again that was put off.
        clock: Stamps answers.
        spawn: Runs work as a task that is held and named.
    """

    channel = Channel.TELEGRAM

    def __init__(
        self,
        *,
        api: BotApi,
        outbox: ChatOutbox,
        repository: TelegramRepository,
        find: Callable[[str], Awaitable[QuestionRecord | None]],
        put_again: Callable[[str], Awaitable[None]],
        clock: Clock,
        spawn: Spawn,
    ) -> None:
        self._api = api
        self._outbox = outbox
        self._repository = repository
        self._find = find
        self._put_again = put_again
        self._clock = clock
        self._spawn = spawn
        self._chats: AskedChats | None = None
        self._where: dict[str, Origin] = {}
        """Where the questions come from that fit here, by their id."""
        self._cards: dict[tuple[int, str], _ShownCard] = {}
        """Those that are shown, by their chat and the id of their set, oldest first."""
        self._rows: dict[str, TelegramKeyboardRecord] = {}
        """The keyboards that stand in chats, by their token."""
        self._began_at = clock.monotonic()
        self._early: dict[tuple[int, str], tuple[CallbackQuery, Tap]] = {}
        """Taps on keyboards of before whose questions are not put again yet, by the same."""
        self._sending: dict[asyncio.Task[None], _ShownCard] = {}
        """Keyboards on their way."""

    async def begin(self, chats: AskedChats) -> None:
        """Take up what stands in chats; keyboards of settled questions are taken away.

        Raises:
            StoreError: If the store cannot be read.
        """
        self._chats = chats
        for row in await self._repository.keyboards():
            self._rows[row.token] = row
            record = await self._find(row.questions_id)
            stored = None if record is None else read_record(record)
            if record is None or stored is None:
                self._spawn(self._retire(row, None), f"retire {row.token}")
            elif stored.response is not None:
                channel = Channel(record.channel) if record.channel else None
                view = settled_message(stored.questions, stored.response, channel)
                self._spawn(self._retire(row, view), f"retire {row.token}")

    async def aclose(self) -> None:
        """Finish what is being sent, for a moment at most; keyboards stay for the next start."""
        if self._sending:
            _sent, late = await asyncio.wait(self._sending, timeout=_CLOSE_S)
            for task in late:
                task.cancel()

    # Of `Presenter`.

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether it was asked in a conversation of a chat, and may be answered there."""
        if self._chats is None or not is_answered_in_chats(questions):
            return False
        if self._chats.account_of(where.conversation_id) is None:
            return False
        self._where[questions.id] = where
        return True

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Put a question into its chat and wait for the response; raises as `ask` does."""
        where = self._where[questions.id]
        account = self._chats.account_of(where.conversation_id) if self._chats else None
        return None if account is None else await self.ask(account, questions, draft, desk)

    async def ask(
        self,
        account: TelegramAccount,
        questions: QuestionSet,
        draft: Draft,
        desk: Presentation,
        *,
        heading: str = "",
    ) -> Response | None:
        """Put a question into the chat of an account, wherever it was asked.

        When the call is cancelled the message stays; `QuestionClosed` says what becomes of it.

        Args:
            account: Whose chat.
            questions: What is asked.
            draft: The selections so far.
            desk: Told what happens.
            heading: Why it stands there, if it was asked elsewhere.

        Returns:
            The response; None if the channel has not begun.

        Raises:
            TelegramError: If the chat takes nothing.
            StoreError: If it cannot be stored where it stands.
        """
        if self._chats is None:
            return None
        shown = _ShownCard(
            account=account,
            card=ChatCard.begin(questions, draft, heading=heading),
            desk=desk,
            answered=asyncio.get_running_loop().create_future(),
        )
        key = account.chat_id, questions.id
        self._cards[key] = shown
        rendering: asyncio.Task[None] | None = None
        try:
            await self._show(shown)
            desk.shown()
            early = self._early.pop(key, None)
            if early is not None:
                await self._take_open_tap(early[0], shown, early[1])
            rendering = asyncio.create_task(self._render(shown), name=f"card {questions.id}")
            record = await self._find(questions.id)
            if record is not None:
                await self._chats.question_shown(account, asked_at=record.asked_at)
            return await shown.answered
        finally:
            self._cards.pop(key, None)
            if rendering is not None:
                rendering.cancel()
                await asyncio.wait({rendering})
            await self._remove_prompt(shown)

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made elsewhere."""
        for shown in self._cards.values():
            if shown.questions.id == questions_id and draft != shown.card.draft:
                shown.card = shown.card.with_draft(draft)
                shown.changed.set()

    def stands_in_chat(self, questions_id: str) -> bool:
        """Whether a keyboard of a question stands in a chat, perhaps from before a restart."""
        return any(row.questions_id == questions_id for row in self._rows.values())

    def on_event(self, event: EngineEvent) -> None:
        """Hear of questions: the keyboard of one that is settled is taken away."""
        if not isinstance(event, QuestionClosed):
            return
        self._where.pop(event.questions.id, None)
        view = settled_message(event.questions, event.response, event.channel)
        for shown in self._sending.values():
            if shown.questions.id == event.questions.id:
                shown.settled = view
        for row in tuple(self._rows.values()):
            if row.questions_id != event.questions.id:
                continue
            if isinstance(event.response, Later):
                away = put_off_message(event.questions, row.token)
                self._spawn(self._put_off(row, away), f"put off {row.token}")
            else:
                self._spawn(self._retire(row, view), f"retire {row.token}")
        if self._chats is not None and event.conversation_id is not None:
            self._chats.question_settled(event.conversation_id)

    # Of `ChatQuestions`.

    def is_pending(self, account: TelegramAccount) -> bool:
        """Whether a question of the chat waits for its user."""
        return any(shown.account.user_id == account.user_id for shown in self._cards.values())

    async def take_text(
        self, account: TelegramAccount, message: Message, text: str, *, method: Method
    ) -> bool:
        """Take words that are meant for a question of the chat; whether they were."""
        if message.command in CHAT_COMMANDS:
            return False
        shown = self._meant(account, message)
        if shown is None:
            return False
        try:
            step = shown.card.take(text, method=method, at=self._clock.now())
        except AnswerRefused as refused:
            step = CardStep(card=shown.card, message=refused.message)
        if not (shown.stands_in(message.reply_to_message) or shown.card.is_meant(text, step)):
            return False
        shown.desk.touched()
        shown.words += 1
        if step.unread is not None:  # a tap must not wait for it
            reading = self._read(shown, message, text, method, step, step.unread)
            self._spawn(reading, f"read words for {shown.token}")
        else:
            await self._do_words(shown, message, step)
        return True

    async def _read(
        self,
        shown: _ShownCard,
        message: Message,
        text: str,
        method: Method,
        by_rules: CardStep,
        unread: UnreadWords,
    ) -> None:
        """Have a model read words; a tap, or an answer elsewhere, makes that late."""
        at = unread.question.id
        before = shown.words, shown.card.draft.answers.get(at)
        by_model = await shown.desk.read(unread)
        question = shown.card.view.question
        is_open = (
            self._cards.get((shown.account.chat_id, shown.questions.id)) is shown
            and not shown.answered.done()
            and question is not None
            and question.id == at
        )
        if not is_open or (shown.words, shown.card.draft.answers.get(at)) != before:
            return
        step = by_rules
        if by_model is not None:
            try:
                at_now = self._clock.now()
                step = shown.card.take(text, method=method, at=at_now, by_model=by_model)
            except AnswerRefused as refused:
                step = CardStep(card=shown.card, message=refused.message)
        await self._do_words(shown, message, step)

    async def _do_words(self, shown: _ShownCard, message: Message, step: CardStep) -> None:
        self._do(shown, step)
        if step.message:
            await self._outbox.send(
                shown.account.chat_id, plain(step.message), reply_to=message.message_id
            )

    async def take_tap(self, query: CallbackQuery, account: TelegramAccount | None) -> None:
        """Take a tap and acknowledge it; without an account, refuse it and change nothing."""
        read = read_callback_data(query.data)
        if account is None or read is None:
            await self._acknowledge(query, _("You cannot answer this."))
            return
        token, tap = read
        shown = next((card for card in self._cards.values() if card.token == token), None)
        if shown is None:
            await self._take_late_tap(query, token, tap, account)
        elif shown.account.user_id != account.user_id:
            await self._acknowledge(query, _("You cannot answer this."))
        else:
            await self._take_open_tap(query, shown, tap)

    async def _take_open_tap(self, query: CallbackQuery, shown: _ShownCard, tap: Tap) -> None:
        shown.desk.touched()
        try:
            step = shown.card.tap(tap, self._clock.now())
        except AnswerRefused as refused:
            await self._acknowledge(query, refused.message)
            return
        is_late = shown.answered.done()
        message = _("This question is already answered.") if is_late else step.message
        await self._acknowledge(query, message)
        if not is_late:
            self._do(shown, step)
            await self._ask_for_words(shown)

    async def _take_late_tap(
        self, query: CallbackQuery, token: str, tap: Tap, account: TelegramAccount
    ) -> None:
        """Tell what became of the question that a keyboard was of."""
        row = self._rows.get(token)
        if row is None or row.chat_id != account.chat_id:
            await self._acknowledge(query, _("This question is not open any more."))
            return
        stored = await self._stored(row.questions_id)
        if stored is not None and stored.status == "pending":
            if tap.kind is TapKind.AGAIN:
                await self._acknowledge(query, "")
                if self._chats is not None:
                    await self._chats.hold(account)
                await self._put_again(row.questions_id)
            elif self._clock.monotonic() - self._began_at < _RESTORING_S:
                self._early[row.chat_id, row.questions_id] = (
                    query,
                    tap,
                )  # it is about to be put again
            else:
                await self._acknowledge(query, _("This question was put off."))
            return
        is_answered = stored is not None and stored.status == "answered"
        closed = _("This question is not open any more.")
        await self._acknowledge(
            query, _("This question is already answered.") if is_answered else closed
        )

    # Parts.

    def _meant(self, account: TelegramAccount, message: Message) -> _ShownCard | None:
        """Return the question that words are for: the one replied to, else the oldest."""
        own = [card for card in self._cards.values() if card.account.user_id == account.user_id]
        for shown in own:
            if shown.stands_in(message.reply_to_message):
                return shown
        wanting = [shown for shown in own if shown.card.words_for is not None]
        return next(iter(wanting or own), None)

    def _do(self, shown: _ShownCard, step: CardStep) -> None:
        """Take over what a tap or words did."""
        before = shown.card
        shown.card = step.card
        if step.response is not None:
            if not shown.answered.done():
                shown.answered.set_result(step.response)
            return
        if step.card.draft != before.draft:
            shown.desk.draft_changed(step.card.draft)
        if step.card.words_for is None and shown.prompt_id is not None:
            self._spawn(self._remove_prompt(shown), f"prompt of {shown.token}")
        shown.changed.set()

    async def _put_off(self, row: TelegramKeyboardRecord, view: CardMessage) -> None:
        """Leave the way back to a question in the place of its keyboard."""
        try:
            await self._outbox.edit(row.chat_id, row.message_id, view.text, keyboard=view.keyboard)
        except TelegramRefused as refused:
            _log.info("A keyboard was not changed: %s", refused.code)

    async def _show(self, shown: _ShownCard) -> None:
        """Send the question, or go on with the message that it stands in."""
        chat_id, questions = shown.account.chat_id, shown.questions
        for row in self._rows.values():
            is_same = (row.questions_id, row.version) == (questions.id, questions.version)
            if is_same and row.chat_id == chat_id:
                shown.token, shown.message_id = row.token, row.message_id
                view = message_of(shown.card, row.token)
                if await self._outbox.edit(
                    chat_id, row.message_id, view.text, keyboard=view.keyboard
                ):
                    shown.view = view
                    return
                break
        await self._send(shown)

    async def _send(self, shown: _ShownCard) -> None:
        """Send a keyboard; once that is begun it is finished, or nobody would know of it."""
        shown.settled = None
        sending = asyncio.create_task(self._send_whole(shown), name=f"send {shown.questions.id}")
        self._sending[sending] = shown
        sending.add_done_callback(lambda task: self._sent(shown, task))
        await asyncio.shield(sending)

    def _sent(self, shown: _ShownCard, task: "asyncio.Task[None]") -> None:
        del self._sending[task]
        view = shown.settled
        row = self._rows.get(shown.token)
        if view is not None and row is not None:  # it was answered elsewhere meanwhile
            self._spawn(self._retire(row, view), f"retire {row.token}")
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.info("A keyboard was not sent: %s", type(error).__name__)

    async def _send_whole(self, shown: _ShownCard) -> None:
        chat_id, questions = shown.account.chat_id, shown.questions
        shown.token = secrets.token_urlsafe(_TOKEN_BYTES)
        view = message_of(shown.card, shown.token)
        try:
            shown.message_id = await self._outbox.send(chat_id, view.text, keyboard=view.keyboard)
        except TelegramRefused as refused:
            if refused.is_blocked:
                raise
            _log.warning("Telegram does not take a keyboard")
            shown.message_id = None
            await self._outbox.send_all(chat_id, plain(describe(questions, shown.card.draft)))
            return
        shown.view = view
        row = TelegramKeyboardRecord(
            token=shown.token,
            chat_id=chat_id,
            message_id=shown.message_id,
            questions_id=questions.id,
            version=questions.version,
            part=0,
            sent_at=self._clock.now(),
        )
        self._rows[row.token] = row
        await self._repository.add_keyboard(row)

    async def _render(self, shown: _ShownCard) -> None:
        """Show changes; those that come together at once."""
        while True:
            await shown.changed.wait()
            shown.changed.clear()
            view = message_of(shown.card, shown.token)
            if view == shown.view or shown.answered.done():
                continue
            try:
                if shown.message_id is None:
                    text = plain(describe(shown.questions, shown.card.draft))
                    await self._outbox.send_all(shown.account.chat_id, text)
                else:
                    is_there = await self._outbox.edit(
                        shown.account.chat_id,
                        shown.message_id,
                        view.text,
                        keyboard=view.keyboard,
                    )
                    if not is_there:  # the user deleted it
                        await self._forget(shown.token)
                        await self._send(shown)
            except TelegramError as error:
                _log.info("A question was not shown as it is: %s", type(error).__name__)
            shown.view = view

    async def _ask_for_words(self, shown: _ShownCard) -> None:
        """Have the user's next words be a reply, where a button wants some (Q-TG-06)."""
        words_for = shown.card.words_for
        if words_for is None or (shown.prompt_id is not None and shown.prompts_for is words_for):
            return
        await self._remove_prompt(shown)
        prompt, shown.prompts_for = words_wanted(words_for), words_for
        shown.prompt_id = await self._outbox.send(
            shown.account.chat_id, plain(prompt), force_reply=prompt
        )

    async def _remove_prompt(self, shown: _ShownCard) -> None:
        prompt_id, shown.prompt_id = shown.prompt_id, None
        if prompt_id is not None:
            await self._outbox.delete(shown.account.chat_id, prompt_id)

    async def _retire(self, row: TelegramKeyboardRecord, view: CardMessage | None) -> None:
        """Take a keyboard away and show what became of its question."""
        try:
            if view is None:
                await self._outbox.edit_keyboard(row.chat_id, row.message_id)
            else:
                await self._outbox.edit(row.chat_id, row.message_id, view.text)
        except TelegramRefused as refused:
            _log.info("A keyboard was not taken away: %s", refused.code)
        await self._forget(row.token)

    async def _forget(self, token: str) -> None:
        self._rows.pop(token, None)
        await self._repository.remove_keyboards(token)

    async def _stored(self, questions_id: str) -> StoredQuestion | None:
        record = await self._find(questions_id)
        return None if record is None else read_record(record)

    async def _acknowledge(self, query: CallbackQuery, text: str) -> None:
        try:
            await self._api.answer_callback(query.id, text)
        except TelegramError as error:  # it is too old, or was acknowledged before a crash
            _log.info("A tap was not acknowledged: %s", type(error).__name__)
