"""Questions that nobody answers at the desk go to the phone: a real desk, in virtual time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC

import pytest
from typing_extensions import override

from assistant.channels.telegram.questions.escalation import EscalationRules, QuestionEscalation
from assistant.channels.telegram.questions.keyboards import QuestionKeyboards
from assistant.errors import StoreError
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.questions.desk.presenter import Presentation
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import (
    Answer,
    Answered,
    CancelReason,
    Channel,
    Draft,
    Origin,
    Purpose,
    QuestionSet,
    Response,
)
from assistant.quiet_hours import QuietHours
from assistant.storage.telegram import TelegramAccount
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.builders import AT, ORIGIN, chose, question_set
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.helpers.questions.presenters import FakePresenter

pytestmark = pytest.mark.looptime

AFTER_S = 300.0
MOMENT_S = 0.01


def account(user_id: int, workspace: str = "home") -> TelegramAccount:
    return TelegramAccount(
        user_id=user_id,
        chat_id=user_id,
        name="Ada",
        workspace=workspace,
        agent="default",
        conversation_id=None,
        linked_at=AT,
    )


@dataclass
class Chats(QuestionKeyboards):
    """Remembers what was put where, and answers when it is told to."""

    shown: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    """The questions that stand in each chat now."""
    drafts: list[Draft] = field(default_factory=list[Draft])
    standing: set[str] = field(default_factory=set[str])
    answer: "asyncio.Future[Response]" = field(default_factory=asyncio.Future[Response])

    @override
    async def ask(
        self,
        account: TelegramAccount,
        questions: QuestionSet,
        draft: Draft,
        desk: Presentation,
        *,
        heading: str = "",
    ) -> Response | None:
        here = self.shown.setdefault(account.user_id, [])
        here.append(questions.id)
        desk.shown()
        try:
            return await asyncio.shield(self.answer)
        finally:
            here.remove(questions.id)

    @override
    def update_draft(self, questions_id: str, draft: Draft) -> None:
        self.drafts.append(draft)

    @override
    def stands_in_chat(self, questions_id: str) -> bool:
        return questions_id in self.standing


class World:
    """A desk whose questions are escalated."""

    def __init__(self) -> None:
        self.clock = LoopClock()
        self.chats = Chats()
        self.accounts = [account(1), account(2, "club")]
        self.rules: EscalationRules | None = EscalationRules(after_s=AFTER_S, quiet=None)
        self.is_store_broken = False
        self.asking: list[asyncio.Task[Response]] = []
        self.closed: list[Channel | None] = []
        self.notices: list[str] = []
        self.desk = QuestionDesk(
            store=MemoryQuestionStore(),
            clock=self.clock,
            callbacks=DeskCallbacks(
                on_asked=self._asked,
                on_closed=self._closed,
                on_late_answer=lambda _questions, _origin, _response: None,
                on_notice=lambda code, _text, _hint: self.notices.append(code),
            ),
        )
        self.window = FakePresenter()
        self.desk.register(self.window)
        self.escalation = self.begin()

    def begin(self) -> QuestionEscalation:
        """Open the channel, as at a start or when its settings have changed."""
        self.escalation = QuestionEscalation(
            desk=self.desk,
            chats=self.chats,
            accounts=lambda: self.accounts,
            workspace_of=self._workspace_of,
            rules=lambda _questions: self.rules,
            clock=self.clock,
        )
        self.escalation.begin()
        return self.escalation

    async def ask(
        self, id: str = "set1", *, origin: Origin = ORIGIN, purpose: Purpose = Purpose.ASK
    ) -> "asyncio.Task[Response]":
        """Put a question and let everybody show it."""
        asked = question_set(id=id).model_copy(update={"purpose": purpose})
        task = asyncio.create_task(self.desk.ask(asked, origin))
        self.asking.append(task)
        await asyncio.sleep(MOMENT_S)
        return task

    @property
    def shown(self) -> dict[int, list[str]]:
        """The questions that stand in chats now."""
        return {user: ids for user, ids in self.chats.shown.items() if ids}

    async def _workspace_of(self, conversation_id: str) -> str:
        if self.is_store_broken:
            raise StoreError("broken")
        return "club" if conversation_id == "of the club" else "home"

    def _asked(self, questions: QuestionSet, origin: Origin) -> None:
        self.escalation.on_event(QuestionAsked(questions=questions, origin=origin))

    def _closed(self, questions: QuestionSet, response: Response, channel: Channel | None) -> None:
        self.closed.append(channel)
        self.escalation.on_event(
            QuestionClosed(questions=questions, response=response, channel=channel)
        )


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    yield world
    for pending in world.desk.pending():
        await world.desk.cancel(questions_id=pending.id)
    await asyncio.gather(*world.asking)
    await world.escalation.aclose()
    await world.desk.aclose()


async def test_a_question_goes_to_the_phone_after_a_while_and_may_be_answered_there(
    world: World,
) -> None:
    task = await world.ask()
    await asyncio.sleep(AFTER_S - 1)
    assert world.shown == {}
    await asyncio.sleep(1)
    assert world.shown == {1: ["set1"]}
    assert world.window.withdrawn == 0
    world.chats.answer.set_result(chose("2", channel=Channel.TELEGRAM))
    assert isinstance(await task, Answered)
    assert world.closed == [Channel.TELEGRAM]
    assert world.shown == {}


async def test_an_answer_at_the_desk_takes_it_from_the_phone(world: World) -> None:
    task = await world.ask()
    await asyncio.sleep(AFTER_S + 1)
    assert world.shown == {1: ["set1"]}
    world.window.answer(chose("1"))
    await task
    assert world.shown == {}
    assert world.closed == [Channel.DESKTOP]


async def test_a_question_that_is_answered_in_time_never_goes_there(world: World) -> None:
    task = await world.ask()
    await asyncio.sleep(AFTER_S / 2)
    world.window.answer(chose("1"))
    await task
    await asyncio.sleep(AFTER_S * 2)
    assert world.chats.shown == {}


async def test_a_question_that_somebody_is_at_waits_longer(world: World) -> None:
    await world.ask()
    for option in ("1", "2", "3"):
        await asyncio.sleep(AFTER_S / 2)
        answer = Answer(question_id="q1", option_ids=(option,))
        await world.desk.save_draft("set1", Draft(answers={"q1": answer}))
    await asyncio.sleep(AFTER_S - 61)
    assert world.shown == {}
    await asyncio.sleep(122)  # it is looked at once a minute
    assert world.shown == {1: ["set1"]}


@pytest.mark.parametrize(
    ("channel", "conversation", "user"),
    [
        *((channel, "of an agent", 1) for channel in (Channel.API, Channel.MCP, Channel.TERMINAL)),
        (ORIGIN.channel, "of the club", 2),
    ],
)
async def test_whose_question_it_is_is_asked_of_programs_too(
    world: World, channel: Channel, conversation: str, user: int
) -> None:
    await world.ask(origin=Origin(channel=channel, conversation_id=conversation))
    await asyncio.sleep(AFTER_S + 1)
    assert world.shown == {user: ["set1"]}


def without_rule(world: World) -> None:
    world.rules = None


def without_store(world: World) -> None:
    world.is_store_broken = True


@pytest.mark.parametrize(
    ("purpose", "change"),
    [
        pytest.param(Purpose.CONFIRM, None, id="a confirmation"),
        pytest.param(Purpose.END_SESSION, None, id="the end of a session"),
        pytest.param(Purpose.CONFLICT, None, id="a conflict"),
        pytest.param(Purpose.ASK, without_rule, id="no rule"),
        pytest.param(Purpose.ASK, without_store, id="an owner who is unknown"),
    ],
)
async def test_what_stays_at_the_desk(
    world: World, purpose: Purpose, change: Callable[[World], None] | None
) -> None:
    if change is not None:
        change(world)
    task = await world.ask(purpose=purpose)
    await asyncio.sleep(AFTER_S * 3)
    assert world.chats.shown == {}
    assert not task.done()


async def test_the_phone_is_left_alone_at_night(world: World) -> None:
    world.rules = EscalationRules(
        after_s=AFTER_S, quiet=QuietHours.read("22:00", "07:00", zone=UTC)
    )
    night = world.clock.now()  # four minutes past three
    await world.ask()
    await asyncio.sleep((night.replace(hour=6, minute=59) - night).total_seconds())
    assert world.shown == {}
    await asyncio.sleep(120)
    assert world.shown == {1: ["set1"]}


async def test_a_question_that_was_put_off_is_left_alone(world: World) -> None:
    task = await world.ask()
    await world.desk.cancel(questions_id="set1", reason=CancelReason.USER)
    await task
    await asyncio.sleep(AFTER_S * 2)
    assert world.chats.shown == {}


async def test_several_questions_wait_each_for_itself(world: World) -> None:
    await world.ask("set1")
    await asyncio.sleep(AFTER_S / 2)
    await world.ask("set2", origin=ORIGIN.model_copy(update={"turn_id": "t2"}))
    await asyncio.sleep(AFTER_S / 2)
    assert world.shown == {1: ["set1"]}
    await asyncio.sleep(AFTER_S / 2 + 1)
    assert world.shown == {1: ["set1", "set2"]}
    for questions_id in ("set1", "set2"):
        await world.desk.cancel(questions_id=questions_id)
    await asyncio.gather(*world.asking)
    assert world.shown == {}


async def test_questions_are_taken_up_when_the_channel_opens_and_left_when_it_closes(
    world: World,
) -> None:
    task = await world.ask()
    await world.escalation.aclose()
    await asyncio.sleep(AFTER_S + 1)
    assert world.chats.shown == {}
    world.begin()
    await asyncio.sleep(MOMENT_S)
    assert world.shown == {1: ["set1"]}  # it has waited since it was asked
    await world.escalation.aclose()
    await asyncio.sleep(MOMENT_S)
    assert world.shown == {}
    assert not task.done()


async def test_a_question_that_stood_there_before_a_restart_does_so_again_at_once(
    world: World,
) -> None:
    world.chats.standing.add("set1")
    await world.ask()
    await asyncio.sleep(MOMENT_S)
    assert world.shown == {1: ["set1"]}


async def test_selections_at_the_desk_are_shown_on_the_phone(world: World) -> None:
    await world.ask()
    await asyncio.sleep(AFTER_S + 1)
    draft = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})
    await world.desk.save_draft("set1", draft)
    await asyncio.sleep(MOMENT_S)
    assert world.chats.drafts == [draft]
