"""Questions that nobody answers rise: a real desk, in virtual time, with what carries steps out faked."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime, timedelta

import pytest

from assistant.engine.questions.escalation import QuestionEscalation
from assistant.errors import StoreError
from assistant.escalation.ladder import Moment
from assistant.escalation.quiet_times import QuietTimes
from assistant.escalation.step import Step
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import (
    QuestionAsked,
    QuestionClosed,
    QuestionRose,
    QuestionsWait,
)
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import (
    Answer,
    CancelReason,
    Channel,
    Draft,
    Origin,
    QuestionSet,
    Response,
)
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.builders import ORIGIN, chose, question_set
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.helpers.questions.presenters import FakePresenter

pytestmark = pytest.mark.looptime

NOTIFICATION, SPOKEN, PHONE = Step
STEPS = {NOTIFICATION: 0.0, PHONE: 300.0}
MOMENT_S = 0.01


class Kept:
    """What is kept; implements `KeptState`."""

    def __init__(self) -> None:
        self.text: str | None = None
        self.is_broken = False

    async def get(self, key: str) -> str | None:
        if self.is_broken:
            raise StoreError("broken")
        return self.text

    async def put(self, key: str, value: str) -> None:
        if self.is_broken:
            raise StoreError("broken")
        self.text = value


class User:
    """Whether the user is there; implements `UserSigns`."""

    def __init__(self, clock: LoopClock) -> None:
        self._clock = clock
        self.is_watched = False
        self.is_sitting = False
        self.seen_at: datetime | None = None

    def begin(self) -> None:
        self.is_watched = True

    async def look_for_user(self) -> None:
        if self.is_sitting:
            self.seen_at = self._clock.now()


class World:
    """A desk whose questions rise."""

    def __init__(self, steps: Mapping[Step, float]) -> None:
        self.clock = LoopClock()
        self.kept, self.user = Kept(), User(self.clock)
        self.steps, self.quiet = steps, QuietTimes()
        self.asking: list[asyncio.Task[Response]] = []
        self.told: list[EngineEvent] = []
        self.desk = QuestionDesk(
            store=MemoryQuestionStore(),
            clock=self.clock,
            callbacks=DeskCallbacks(
                on_asked=self._asked,
                on_closed=self._closed,
                on_late_answer=lambda _questions, _origin, _response: None,
                on_notice=lambda _code, _text, _hint: None,
            ),
        )
        self.window = FakePresenter()
        self.desk.register(self.window)
        self.escalation = self.begin()

    def begin(self) -> QuestionEscalation:
        """Start, as after a restart."""
        self.escalation = QuestionEscalation(
            pending=self.desk.pending,
            steps=lambda _questions: self.steps,
            moment=self._moment,
            user=self.user,
            kept=self.kept,
            emit=self.told.append,
            clock=self.clock,
        )
        self.escalation.begin()
        return self.escalation

    async def ask(self, id: str = "set1", *, origin: Origin = ORIGIN) -> "asyncio.Task[Response]":
        task = asyncio.create_task(self.desk.ask(question_set(id=id), origin))
        self.asking.append(task)
        await asyncio.sleep(MOMENT_S)
        return task

    @property
    def rose(self) -> list[str]:
        """What has risen, in order."""
        return [
            f"{one.questions.id} {one.step}" for one in self.told if isinstance(one, QuestionRose)
        ]

    @property
    def lists(self) -> list[tuple[Step, list[str]]]:
        return [
            (one.step, [each.questions.id for each in one.questions])
            for one in self.told
            if isinstance(one, QuestionsWait)
        ]

    def _moment(self, can: frozenset[Step]) -> Moment:
        return Moment(now=self.clock.now(), quiet=self.quiet, can=can, seen_at=self.user.seen_at)

    def _asked(self, questions: QuestionSet, origin: Origin) -> None:
        self.escalation.on_event(QuestionAsked(questions=questions, origin=origin))

    def _closed(self, questions: QuestionSet, response: Response, channel: Channel | None) -> None:
        self.escalation.on_event(
            QuestionClosed(questions=questions, response=response, channel=channel)
        )


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World(STEPS)
    yield world
    for pending in world.desk.pending():
        await world.desk.cancel(questions_id=pending.id)
    await asyncio.gather(*world.asking)
    await world.escalation.aclose()
    await world.desk.aclose()


async def test_a_question_rises_step_by_step_while_nobody_answers(world: World) -> None:
    world.escalation.carries(PHONE)
    await world.ask()
    assert world.rose == ["set1 notification"]
    await asyncio.sleep(299)
    assert world.rose == ["set1 notification"]
    await asyncio.sleep(1)
    assert world.rose == ["set1 notification", "set1 phone"]
    assert world.escalation.has_taken("set1", PHONE)
    await asyncio.sleep(3600)
    assert len(world.rose) == 2
    assert not world.user.is_watched


async def test_what_is_answered_rises_no_more(world: World) -> None:
    world.escalation.carries(PHONE)
    task = await world.ask()
    world.window.answer(chose("1"))
    await task
    await asyncio.sleep(3600)
    assert world.rose == ["set1 notification"]
    assert not world.escalation.has_taken("set1", NOTIFICATION)


async def test_a_step_that_nothing_carries_out_waits_until_something_does(world: World) -> None:
    await world.ask()
    await asyncio.sleep(3600)
    assert world.rose == ["set1 notification"]
    end = world.escalation.carries(PHONE)
    await asyncio.sleep(MOMENT_S)
    assert world.rose == ["set1 notification", "set1 phone"]
    end()
    await world.ask("set2", origin=ORIGIN.model_copy(update={"turn_id": "t2"}))
    await asyncio.sleep(3600)
    assert world.rose[2:] == ["set2 notification"]


async def test_a_question_that_somebody_is_at_waits_longer(world: World) -> None:
    world.escalation.carries(PHONE)
    await world.ask()
    for option in ("1", "2", "3"):
        await asyncio.sleep(150)
        answer = Answer(question_id="q1", option_ids=(option,))
        await world.desk.save_draft("set1", Draft(answers={"q1": answer}))
    await asyncio.sleep(300 - 61)
    assert world.rose == ["set1 notification"]
    await asyncio.sleep(122)  # it is looked at once a minute
    assert world.rose == ["set1 notification", "set1 phone"]


async def test_it_is_said_once_somebody_is_near(world: World) -> None:
    world.steps = {SPOKEN: 60.0}
    world.escalation.carries(SPOKEN)
    await world.ask()
    await asyncio.sleep(1800)
    assert world.rose == []
    assert world.user.is_watched
    world.user.is_sitting = True
    await asyncio.sleep(61)
    assert world.rose == ["set1 spoken"]


async def test_a_restart_repeats_nothing(world: World) -> None:
    world.escalation.carries(PHONE)
    await world.ask()
    await asyncio.sleep(200)
    await world.escalation.aclose()
    world.begin().carries(PHONE)
    await asyncio.sleep(3600)
    assert world.rose == ["set1 notification", "set1 phone"]


@pytest.mark.parametrize("text", [None, "", "[]", "{", '{"taken": {"set1": ["smoke"]}}'])
async def test_what_is_not_known_any_more_is_taken_again(world: World, text: str | None) -> None:
    await world.ask()
    await world.escalation.aclose()
    world.kept.text = text
    world.begin()
    await asyncio.sleep(MOMENT_S)
    assert world.rose == ["set1 notification"] * 2


async def test_a_store_that_fails_stops_no_step(world: World) -> None:
    world.kept.is_broken = True
    world.escalation.carries(PHONE)
    await world.ask()
    await asyncio.sleep(301)
    assert world.rose == ["set1 notification", "set1 phone"]


async def test_after_the_night_there_is_one_list_and_no_second_after_a_restart(
    world: World,
) -> None:
    world.quiet = QuietTimes.read("22:00-07:00", zone=UTC)
    world.escalation.carries(PHONE)
    night = world.clock.now()  # four minutes past three
    await world.ask()
    await world.ask("set2", origin=ORIGIN.model_copy(update={"turn_id": "t2"}))
    await asyncio.sleep((night.replace(hour=6, minute=59) - night).total_seconds())
    assert world.told == []
    await asyncio.sleep(120)
    assert world.lists == [(step, ["set1", "set2"]) for step in (NOTIFICATION, PHONE)]
    assert world.rose == ["set1 phone", "set2 phone"]
    await world.escalation.aclose()
    world.begin().carries(PHONE)
    await asyncio.sleep(timedelta(hours=3).total_seconds())
    assert len(world.lists) == 2
    assert len(world.rose) == 2


async def test_what_was_put_off_and_what_is_asked_on_the_phone_take_no_step(world: World) -> None:
    phone = Origin(channel=Channel.TELEGRAM, conversation_id="chat")
    await world.ask(origin=phone)
    assert world.rose == []
    task = await world.ask("set2")
    await world.desk.cancel(questions_id="set2", reason=CancelReason.USER)
    await task
    await asyncio.sleep(3600)
    assert world.rose == ["set2 notification"]
