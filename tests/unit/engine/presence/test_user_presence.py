"""When it is looked whether the user is there, when they were seen, and who is told."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from assistant.background_tasks import BackgroundTasks
from assistant.coding_agents.model.session_board import SessionBegan, SessionBoard
from assistant.engine.presence.user_presence import UserPresence
from assistant.escalation.sign_kind import SignKind
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionClosed
from assistant.protocol.turns import TurnStarted
from assistant.protocol.voice import TranscriptInterim
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Channel
from tests.helpers.clock import ManualClock
from tests.helpers.questions.builders import chose, question_set


class Sign:
    """Implements `AwaySign`; the test tells."""

    def __init__(self, kind: SignKind = SignKind.CALL) -> None:
        self.kind = kind
        self.tell: Callable[[bool], None] | None = None

    async def watch(self, tell: Callable[[bool], None]) -> None:
        self.tell = tell
        await asyncio.Event().wait()


async def test_signs_are_watched_from_the_first_agent_on_and_any_of_them_counts() -> None:
    tasks, made = BackgroundTasks(), list[Sign]()

    def signs() -> list[Sign]:
        made.extend((Sign(), Sign()))
        return made

    presence = UserPresence(signs=signs, spawn=tasks.spawn, clock=ManualClock())
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
    lock, call = Sign(SignKind.LOCK), Sign()
    presence = UserPresence(signs=lambda: (lock, call), spawn=tasks.spawn, clock=ManualClock())
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


async def test_do_not_disturb_is_not_being_away() -> None:
    tasks, sign = BackgroundTasks(), Sign(SignKind.DO_NOT_DISTURB)
    presence = UserPresence(signs=lambda: (sign,), spawn=tasks.spawn, clock=ManualClock())
    told: list[bool] = []
    presence.on_change(lambda: told.append(presence.is_do_not_disturb))
    presence.begin()
    await asyncio.sleep(0)
    assert sign.tell is not None
    sign.tell(True)
    assert not (presence.is_away)
    assert not (presence.is_in_call)
    assert not (presence.is_locked)
    sign.tell(False)
    assert told == [True, False]
    await tasks.cancel_all()


def closed(channel: Channel | None) -> QuestionClosed:
    return QuestionClosed(questions=question_set(), response=chose("1"), channel=channel)


@pytest.mark.parametrize(
    ("event", "is_seen"),
    [
        (TranscriptInterim(text="well"), True),
        (TurnStarted(turn_id="t", text="x", spoken=True), True),
        (TurnStarted(turn_id="t", text="x", spoken=False), False),  # it may be a message
        (closed(Channel.DESKTOP), True),
        (closed(Channel.TELEGRAM), False),
        (closed(None), False),
    ],
)
async def test_who_speaks_or_answers_here_is_seen(event: EngineEvent, is_seen: bool) -> None:
    clock, tasks = ManualClock(), BackgroundTasks()
    presence = UserPresence(signs=tuple, spawn=tasks.spawn, clock=clock)
    began = clock.now()
    assert presence.seen_at == began
    clock.advance(600)
    presence.note(event)
    assert presence.seen_at == (clock.now() if is_seen else began)


@pytest.mark.parametrize(
    ("idle_s", "ago_s"), [(None, 600), (30.0, 30), (900.0, 600)], ids=["unknown", "there", "gone"]
)
async def test_who_is_at_the_keyboard_is_seen(idle_s: float | None, ago_s: float) -> None:
    clock, tasks = ManualClock(), BackgroundTasks()

    async def idle() -> float | None:
        return idle_s

    presence = UserPresence(signs=tuple, spawn=tasks.spawn, clock=clock, idle_s=idle)
    clock.advance(600)
    await presence.look_for_user()
    assert clock.now() - presence.seen_at == timedelta(seconds=ago_s)


async def test_who_unlocks_the_screen_is_seen() -> None:
    clock, tasks, lock = ManualClock(), BackgroundTasks(), Sign(SignKind.LOCK)
    presence = UserPresence(signs=lambda: (lock,), spawn=tasks.spawn, clock=clock)
    presence.begin()
    await asyncio.sleep(0)
    assert lock.tell is not None
    lock.tell(True)
    clock.advance(3600)
    lock.tell(False)
    assert presence.seen_at == clock.now()
    await tasks.cancel_all()
