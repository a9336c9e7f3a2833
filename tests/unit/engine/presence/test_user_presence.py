"""When it is looked whether the user is there, and who is told."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

from assistant.background_tasks import BackgroundTasks
from assistant.coding_agents.model.session_board import SessionBegan, SessionBoard
from assistant.engine.presence.user_presence import UserPresence
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.questions.model.asker import Asker


class Sign:
    """Implements `AwaySign`; the test tells."""

    def __init__(self, *, is_lock: bool = False) -> None:
        self.is_lock = is_lock
        self.tell: Callable[[bool], None] | None = None

    async def watch(self, tell: Callable[[bool], None]) -> None:
        self.tell = tell
        await asyncio.Event().wait()


async def test_signs_are_watched_from_the_first_agent_on_and_any_of_them_counts() -> None:
    tasks, made = BackgroundTasks(), list[Sign]()

    def signs() -> list[Sign]:
        made.extend((Sign(), Sign()))
        return made

    presence = UserPresence(signs=signs, spawn=tasks.spawn)
    told: list[bool] = []
    stop = presence.on_change(lambda: told.append(presence.is_away))
    presence.on_event(AgentSessionsListed(board=SessionBoard()))
    assert made == []
    board = SessionBoard().after(
        SessionBegan(asker=Asker(agent="Codex", session="a")), datetime(2026, 1, 2, tzinfo=UTC)
    )
    for _ in range(2):
        presence.on_event(AgentSessionsListed(board=board))
    await asyncio.sleep(0)
    lock, call = made
    assert lock.tell is not None
    assert call.tell is not None
    assert not presence.is_away
    for tell, is_on in (
        *((lock.tell, True), (call.tell, True), (lock.tell, False), (call.tell, False)),
        *((call.tell, False), (lock.tell, True)),
    ):
        tell(is_on)
    assert told == [True, False, True]
    stop()
    lock.tell(False)
    assert told == [True, False, True]
    await tasks.cancel_all()


async def test_a_voice_has_the_lock_alone_watched() -> None:
    tasks = BackgroundTasks()
    lock, call = Sign(is_lock=True), Sign()
    presence = UserPresence(signs=lambda: (lock, call), spawn=tasks.spawn)
    told: list[tuple[bool, bool]] = []
    presence.on_change(lambda: told.append((presence.is_away, presence.is_locked)))
    presence.begin(lock_alone=True)
    await asyncio.sleep(0)
    assert lock.tell is not None
    assert call.tell is None
    lock.tell(True)
    presence.begin()
    await asyncio.sleep(0)
    tell = call.tell
    assert tell is not None
    tell(True)
    lock.tell(False)
    assert told == [(True, True), (True, False)]
    await tasks.cancel_all()
