"""A chat answers questions as every surface does."""

import asyncio
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from assistant.background_tasks import BackgroundTasks
from assistant.channels.telegram.bot_api.client import BotApi
from assistant.channels.telegram.model.updates import CallbackQuery, Message
from assistant.channels.telegram.outbox import ChatOutbox
from assistant.channels.telegram.questions.keyboards import QuestionKeyboards
from assistant.questions.card.card_view import CardView
from assistant.questions.card.gestures import (
    OTHER,
    Back,
    ChooseOption,
    Gesture,
    OpenWords,
    Revise,
    SelectOption,
    TakeWords,
    WordsFor,
)
from assistant.questions.model.question import Channel, Draft, Method, QuestionSet, Response
from assistant.storage.database import Database
from assistant.storage.store import Store
from assistant.storage.telegram import TelegramAccount
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.answer_reader import ScriptedReader
from tests.helpers.questions.builders import AT
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.questions.surface_contract import SurfaceContract, button_for
from tests.helpers.questions.words_contract import WordsContract
from tests.helpers.telegram.loop_transport import LoopTransport
from tests.helpers.telegram.server import TOKEN, FakeBotApi
from tests.helpers.telegram.users import TelegramUser
from tests.helpers.telegram.world import Callback, ShownMessage

_CLOCK = ManualClock()


class _Chats:
    """Implements `AskedChats` for one chat."""

    def __init__(self, account: TelegramAccount) -> None:
        self._account = account

    def account_of(self, conversation_id: str) -> TelegramAccount | None:
        return self._account

    async def question_shown(self, account: TelegramAccount, *, asked_at: datetime) -> None:
        return

    async def hold(self, account: TelegramAccount) -> None:
        return

    def question_settled(self, conversation_id: str) -> None:
        return


async def _at_once(_seconds: float) -> None:
    await asyncio.sleep(0)


async def _nobody(_questions_id: str) -> None:
    return


class _TapDriver:
    """Taps buttons and writes into a chat."""

    def __init__(
        self, keyboards: QuestionKeyboards, account: TelegramAccount, user: TelegramUser
    ) -> None:
        self.is_changed = asyncio.Event()
        self._keyboards = keyboards
        self._account = account
        self._user = user
        self._taps: list[Callback] = []
        self._set_id = ""
        self._desk = FakePresentation()

    def ask(self, questions: QuestionSet, draft: Draft) -> "asyncio.Task[Response | None]":
        self._set_id = questions.id
        self._asked = asyncio.create_task(
            self._keyboards.ask(self._account, questions, draft, self._desk)
        )
        return self._asked

    async def perform(self, gesture: Gesture, view: CardView) -> None:
        match gesture:
            case TakeWords(words=words):
                await self._write(words)
                is_beside_ticks = view.question is not None and view.question.traits.is_multiple
                if is_beside_ticks and view.field and view.field.words_for is WordsFor.OTHER:
                    await self._tap("Confirm")
            case OpenWords(words_for=WordsFor.OTHER):
                await self._tap("Type your own")
            case ChooseOption(option_id=option_id) | SelectOption(option_id=option_id):
                row = next(row for row in view.rows if row.id == option_id)
                await self._tap("Type your own" if row.is_other else row.caption)
            case Revise(question_id=question_id):
                question = view.questions.find(question_id)
                await self._tap(f"🔄 Change: {question.header}")
            case Back():
                await self._tap("Back")
            case _:
                await self._tap(button_for(view, gesture).caption)

    async def _tap(self, caption: str) -> None:
        if not self._labels(caption):
            await self._send(self._user.tap(self._message, "More"))
            async with asyncio.timeout(PATIENCE_S):
                while not self._labels(caption):
                    await self.changed()
        await self._send(self._user.tap(self._message, self._labels(caption)[0]))

    def _labels(self, caption: str) -> list[str]:
        rows = self._message.buttons if self._has_message() else []
        labels = [label for row in rows for label in row]
        return [label for label in labels if label.endswith(caption)]

    async def _send(self, tap: Callback) -> None:
        self._taps.append(tap)
        await self._keyboards.take_tap(CallbackQuery.model_validate(tap.raw), self._account)

    async def _write(self, words: str) -> None:
        self._user.send(words)
        message = Message.model_validate(self._user.chat.messages[-1].raw)
        await self._keyboards.take_text(self._account, message, words, method=Method.TYPED)

    @property
    def _message(self) -> ShownMessage:
        return next(message for message in self._user.chat.from_bot if message.buttons)

    def _has_message(self) -> bool:
        return any(message.buttons for message in self._user.chat.from_bot)

    async def draft_elsewhere(self, draft: Draft) -> None:
        self._keyboards.update_draft(self._set_id, draft)
        self._desk.drafts.append(draft)

    def text(self) -> str:
        toasts = [tap.answer.get("text", "") for tap in self._taps if tap.answer]
        return "\n".join([*self._user.chat.texts, *toasts])

    def marked(self, view: CardView) -> set[str] | None:
        chosen: set[str] = set()
        for row in view.rows:
            if not row.is_other and any(
                label.startswith(("●", "☑")) for label in self._labels(row.caption)
            ):
                chosen.add(row.id)
        wants_words = "Write your own answer now." in self.text() or "Your words:" in self.text()
        has_other = any(row.is_other for row in view.rows)
        return chosen | ({OTHER} if has_other and wants_words else set())

    def draft(self) -> Draft | None:
        return self._desk.drafts[-1] if self._desk.drafts else None

    async def changed(self) -> None:
        await self.is_changed.wait()
        self.is_changed.clear()

    async def response(self) -> Response | None:
        return await self._asked


class TestTelegram(SurfaceContract):
    """Taps and words in, messages out."""

    channel = Channel.TELEGRAM
    cannot = frozenset({"own words that are left for an option"})
    """A chat has no key that leaves a field; the next tap does it."""

    @asynccontextmanager
    async def opened(self, questions: QuestionSet, draft: Draft) -> AsyncGenerator[_TapDriver]:
        async with _chat() as (telegram, keyboards, account, user):
            driver = _TapDriver(keyboards, account, user)
            telegram.world.on_change = driver.is_changed.set
            asked = driver.ask(questions, draft)
            yield driver
            asked.cancel()
            await asyncio.wait({asked})


class _WordsDriver:
    """Writes into a chat and reads it."""

    def __init__(
        self, keyboards: QuestionKeyboards, account: TelegramAccount, user: TelegramUser
    ) -> None:
        self.is_changed = asyncio.Event()
        self._keyboards = keyboards
        self._account = account
        self._user = user
        self._before = 0
        self._desk = FakePresentation()

    def ask(self, questions: QuestionSet, reader: ScriptedReader) -> None:
        self._desk.reader = reader
        self._set_id = questions.id
        self._asked = asyncio.create_task(
            self._keyboards.ask(self._account, questions, Draft(), self._desk)
        )

    async def say(self, words: str) -> None:
        await self._until(1)
        self._before = len(self._user.chat.from_bot)
        self._user.send(words)
        message = Message.model_validate(self._user.chat.messages[-1].raw)
        await self._keyboards.take_text(self._account, message, words, method=Method.TYPED)

    async def told(self) -> str:
        await self._until(self._before + 1)
        return "\n".join(self._user.chat.texts)

    async def _until(self, messages: int) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while len(self._user.chat.from_bot) < messages:
                await self.is_changed.wait()
                self.is_changed.clear()

    async def draft_elsewhere(self, draft: Draft) -> None:
        self._keyboards.update_draft(self._set_id, draft)

    async def withdraw(self) -> None:
        self._asked.cancel()
        await asyncio.wait({self._asked})

    def is_open(self) -> bool:
        return not self._asked.done() or self._asked.cancelled()

    def drafts(self) -> list[Draft]:
        return self._desk.drafts

    async def response(self) -> Response | None:
        return await self._asked


class TestWordsInTelegram(WordsContract):
    """Messages in, messages out. A permission is not put into a chat."""

    @asynccontextmanager
    async def opened(
        self, questions: QuestionSet, reader: ScriptedReader
    ) -> AsyncGenerator[_WordsDriver]:
        async with _chat() as (telegram, keyboards, account, user):
            driver = _WordsDriver(keyboards, account, user)
            telegram.world.on_change = driver.is_changed.set
            driver.ask(questions, reader)
            yield driver
            await driver.withdraw()


@asynccontextmanager
async def _chat() -> AsyncGenerator[
    tuple[FakeBotApi, QuestionKeyboards, TelegramAccount, TelegramUser]
]:
    """Yield the keyboards of a bot, and a user who is linked to it."""
    telegram = FakeBotApi()
    user = telegram.user()
    account = TelegramAccount(
        user_id=user.user_id,
        chat_id=user.chat.chat_id,
        name="Ada",
        workspace="home",
        agent="default",
        conversation_id=None,
        linked_at=AT,
    )
    api = BotApi(TOKEN, url="http://telegram.test", transport=LoopTransport(telegram))
    with tempfile.TemporaryDirectory() as folder:
        store = Store(database=await Database.open(Path(folder) / "parley.db"))
        keyboards = QuestionKeyboards(
            api=api,
            outbox=ChatOutbox(api=api, clock=_CLOCK, pause=_at_once),
            repository=store.telegram,
            find=store.questions.get,
            put_again=_nobody,
            clock=_CLOCK,
            spawn=BackgroundTasks().spawn,
        )
        await keyboards.begin(_Chats(account))
        yield telegram, keyboards, account, user
        await keyboards.aclose()
        await api.aclose()
        await store.aclose()
