"""Hours of polling, a full day under stress, in virtual time: nothing grows."""

import asyncio
import gc
import tracemalloc
from pathlib import Path

import pytest

from assistant.background_tasks import BackgroundTasks
from assistant.channels.telegram.bot_api.client import BotApi
from assistant.channels.telegram.chat import ChatSurroundings
from assistant.channels.telegram.outbox import ChatOutbox
from assistant.channels.telegram.poller import UpdatePoller
from assistant.channels.telegram.questions.keyboards import QuestionKeyboards
from assistant.channels.telegram.router import UpdateRouter
from assistant.channels.telegram.strangers import Strangers
from assistant.conversation.conversation_registry import ConversationRegistry
from assistant.home import Home
from assistant.protocol.telegram import TelegramState
from assistant.settings import load
from assistant.storage.database import Database
from assistant.storage.model.records import ConversationRecord
from assistant.storage.store import Store
from assistant.storage.telegram import TelegramAccount
from tests.conftest import STRESS
from tests.helpers.loop_clock import LoopClock
from tests.helpers.telegram.loop_transport import LoopTransport
from tests.helpers.telegram.no_linking import NoLinking
from tests.helpers.telegram.server import TOKEN, FakeBotApi

HOURS = 24 if STRESS else 6
GROWTH_BYTES = 200_000
"""What these hours may leave behind, in bytes: caches of libraries fill up."""


async def nothing(account: TelegramAccount) -> str:
    raise AssertionError("nobody says anything to a model")


async def no_conversation(conversation_id: str) -> ConversationRecord | None:
    return None


async def nowhere(turn_id: str) -> str | None:
    return None


async def not_resumed(conversation_id: str) -> bool:
    return False


async def nobody_asks(_id: str) -> None:
    raise AssertionError("nobody asks anything")


@pytest.mark.looptime
@pytest.mark.timeout(120)
async def test_hours_of_polling_are_flat(home: Home, tmp_path: Path) -> None:
    clock = LoopClock()
    telegram = FakeBotApi(now=clock.now)
    mallory = telegram.user("Mallory")
    store = Store(database=await Database.open(tmp_path / "parley.db"))
    api = BotApi(TOKEN, url="http://telegram.test", transport=LoopTransport(telegram))
    settings = load(home, {}).settings.telegram
    router = UpdateRouter(
        surroundings=ChatSurroundings(
            conversations=ConversationRegistry(on_event=lambda _id, _event: None),
            create=nothing,
            find=no_conversation,
            conversation_of_turn=nowhere,
            resume=not_resumed,
            close_questions=nobody_asks,
            has_workspace=lambda _account: True,
            repository=store.telegram,
            outbox=ChatOutbox(api=api, clock=clock),
            questions=QuestionKeyboards(
                api=api,
                outbox=ChatOutbox(api=api, clock=clock),
                repository=store.telegram,
                find=store.questions.get,
                put_again=nobody_asks,
                clock=clock,
                spawn=BackgroundTasks().spawn,
            ),
            speech=None,
            settings=lambda: settings,
            clock=clock,
        ),
        linking=NoLinking(),
        strangers=Strangers(
            outbox=ChatOutbox(api=api, clock=clock),
            memo=store.state,
            clock=clock,
            spawn=BackgroundTasks().spawn,
        ),
    )
    poller = UpdatePoller(api=api, router=router, repository=store.telegram, clock=clock)
    polling = asyncio.create_task(poller.run())

    async def pass_hours(hours: int) -> int:
        for hour in range(hours):
            mallory.send("spam")
            if hour % 5 == 0:
                telegram.drop("getUpdates")
            await asyncio.sleep(3600)
        gc.collect()
        # What the fake itself keeps of the stranger's words is not the channel's.
        mallory.chat.messages.clear()
        return tracemalloc.get_traced_memory()[0]

    await pass_hours(1)
    tracemalloc.start()
    before = await pass_hours(1)
    after = await pass_hours(HOURS - 2)
    tracemalloc.stop()
    assert after - before < GROWTH_BYTES
    assert telegram.n_polls > HOURS * 3600 / 30
    assert len(telegram.called("sendMessage")) == 1, "a stranger is answered once a day"
    assert poller.state is TelegramState.WORKING
    assert await store.telegram.waiting() == ()
    polling.cancel()
    await asyncio.wait({polling})
    await api.aclose()
    await store.aclose()
