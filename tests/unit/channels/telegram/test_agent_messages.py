"""Sessions of coding agents that still wait or are done, told on the phone; in virtual time."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, timedelta

import pytest

from assistant.channels.telegram.agent_messages import AgentMessages
from assistant.channels.telegram.bot_api.errors import TelegramBroken
from assistant.channels.telegram.model.card_message import MARK_SIGNS
from assistant.channels.telegram.model.formatted_text import FormattedText
from assistant.coding_agents.model.session_board import (
    QuestionOpened,
    SessionBoard,
    SessionEnded,
    SessionEvent,
    UserNeeded,
    WordsTaken,
    WorkDone,
)
from assistant.escalation.ladder import Moment
from assistant.escalation.quiet_times import QuietTimes
from assistant.escalation.step import Step
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.questions.model.asker import Asker
from tests.helpers.loop_clock import LoopClock
from tests.unit.channels.telegram.questions.test_phone_step import account

pytestmark = pytest.mark.looptime

AFTER_S = 300.0
ALWAYS_LOUD = QuietTimes()
SHOP = Asker(agent="Claude Code", project="webshop", session="a")
API = Asker(agent="Codex", project="api", session="b")
MARK = MARK_SIGNS[SHOP.mark]
WORKS, NEEDED = WordsTaken(asker=SHOP), UserNeeded(asker=SHOP)
DONE = WorkDone(asker=SHOP, last_sentence="The password is swordfish.")


class Chat:
    """What stands in a chat; implements `EditedMessages`."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.is_broken = False

    async def send(self, chat_id: int, text: FormattedText) -> int:
        if self.is_broken:
            raise TelegramBroken("500")
        self.texts.append(text.text)
        return len(self.texts) - 1

    async def edit(self, chat_id: int, message_id: int, text: FormattedText) -> bool:
        self.texts[message_id] = text.text
        return True


class World:
    """Agents, and the chat of a user who is told of them."""

    def __init__(self, after_s: dict[Step, float], quiet: QuietTimes) -> None:
        self.clock = LoopClock()
        self.chat = Chat()
        self.board = SessionBoard()
        self.after_s, self.quiet, self.is_locked = after_s, quiet, False
        self.messages = AgentMessages(
            outbox=self.chat,
            listeners=lambda: [account(1)],
            steps=lambda _asker: self.after_s,
            moment=lambda can: Moment(
                now=self.clock.now(), quiet=self.quiet, can=can, is_locked=self.is_locked
            ),
        )

    async def happen(self, *events: SessionEvent, wait_s: float = 0.0) -> None:
        for event in events:
            self.board = self.board.after(event, self.clock.now())
            self.messages.on_event(AgentSessionsListed(board=self.board))
        await asyncio.sleep(wait_s)
        await asyncio.sleep(0)


@asynccontextmanager
async def told(
    *, after_s: float | None = AFTER_S, quiet: QuietTimes = ALWAYS_LOUD
) -> AsyncGenerator[World]:
    world = World({} if after_s is None else {Step.PHONE: after_s}, quiet)
    try:
        yield world
    finally:
        await world.messages.aclose()


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (NEEDED, f"{MARK} Claude Code · webshop waits for you at its own dialog"),
        (DONE, f"{MARK} Claude Code · webshop is done"),
    ],
)
async def test_a_session_that_nobody_looks_after_is_told_and_taken_back(
    event: SessionEvent, words: str
) -> None:
    async with told() as world:
        await world.happen(WORKS, event, wait_s=AFTER_S - 1)
        assert world.chat.texts == []
        await world.happen(wait_s=2)
        assert world.chat.texts == [words]
        await world.happen(event, wait_s=AFTER_S)
        assert world.chat.texts == [words]
        await world.happen(WORKS)
        assert world.chat.texts == ["✔ Claude Code · webshop"]


@pytest.mark.parametrize(
    "event", [WORKS, SessionEnded(asker=SHOP), QuestionOpened(asker=SHOP, questions_id="q")]
)
async def test_one_that_goes_on_in_time_is_not_told_of(event: SessionEvent) -> None:
    async with told() as world:
        await world.happen(WORKS, NEEDED, wait_s=AFTER_S - 1)
        await world.happen(event, wait_s=2 * AFTER_S)
        assert world.chat.texts == []


async def test_nothing_is_told_where_the_user_wants_none() -> None:
    async with told(after_s=None) as world:
        await world.happen(WORKS, DONE, wait_s=2 * AFTER_S)
        assert world.chat.texts == []


async def test_a_session_waits_for_the_end_of_the_quiet_hours() -> None:
    now = LoopClock().now().astimezone(UTC)
    until = now + timedelta(hours=2)
    quiet = QuietTimes.read(f"{now:%H:%M}-{until:%H:%M}", zone=UTC)
    async with told(quiet=quiet) as world:
        await world.happen(WORKS, DONE, wait_s=3600)
        assert world.chat.texts == []
        await world.happen(wait_s=3700)
        assert len(world.chat.texts) == 1


async def test_each_session_is_told_of_and_a_chat_that_takes_nothing_is_left() -> None:
    async with told() as world:
        await world.happen(DONE, UserNeeded(asker=API), wait_s=AFTER_S + 1)
        assert len(world.chat.texts) == 2
        world.chat.is_broken = True
        await world.happen(WORKS, DONE, wait_s=AFTER_S + 1)
        assert [text[0] for text in world.chat.texts] == ["✔", MARK_SIGNS[API.mark]]


async def test_one_is_told_of_at_once_when_the_user_goes_away() -> None:
    async with told() as world:
        await world.happen(WORKS, DONE, wait_s=10)
        world.is_locked = True
        world.messages.look()
        await world.happen(wait_s=1)
        assert len(world.chat.texts) == 1
