"""Questions whose step is the phone, and the list of those that wait: a real desk, in virtual time."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from typing_extensions import override

from assistant.channels.telegram.bot_api.errors import TelegramBroken
from assistant.channels.telegram.model.formatted_text import FormattedText
from assistant.channels.telegram.questions.keyboards import QuestionKeyboards
from assistant.channels.telegram.questions.phone_step import PhoneStep
from assistant.errors import StoreError
from assistant.escalation.step import Step
from assistant.protocol.questions import (
    QuestionAsked,
    QuestionClosed,
    QuestionRose,
    QuestionStanding,
    QuestionsWait,
    UnansweredQuestion,
)
from assistant.questions.desk.presenter import Presentation
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Origin,
    Purpose,
    QuestionSet,
    Response,
)
from assistant.storage.telegram import TelegramAccount
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.builders import AT, ORIGIN, chose, question_set
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.helpers.questions.presenters import FakePresenter

pytestmark = pytest.mark.looptime

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


class Sent:
    """What was sent; implements `SentMessages`."""

    def __init__(self) -> None:
        self.texts: list[tuple[int, str]] = []
        self.is_broken = False

    async def send(self, chat_id: int, text: FormattedText) -> int:
        if self.is_broken:
            raise TelegramBroken("500")
        self.texts.append((chat_id, text.text))
        return len(self.texts)


class World:
    """A desk, and chats that its questions go to."""

    def __init__(self) -> None:
        self.clock = LoopClock()
        self.chats = Chats()
        self.accounts = [account(1), account(2, "club")]
        self.sent = Sent()
        self.risen: set[str] = set()
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
        self.phone = self.begin()

    def begin(self) -> PhoneStep:
        """Open the channel, as at a start or when its settings have changed."""
        self.phone = PhoneStep(
            desk=self.desk,
            chats=self.chats,
            outbox=self.sent,
            accounts=lambda: self.accounts,
            workspace_of=self._workspace_of,
            has_risen=self.risen.__contains__,
        )
        self.phone.begin()
        return self.phone

    async def rise(self, id: str = "set1", step: Step = Step.PHONE) -> None:
        """Have a question take a step, and let everybody show it."""
        self.risen |= {id} if step is Step.PHONE else set()
        (one,) = (one for one in self.desk.pending() if one.id == id)
        self.phone.on_event(QuestionRose(questions=one.questions, origin=one.origin, step=step))
        await asyncio.sleep(MOMENT_S)

    async def ask(
        self, id: str = "set1", *, origin: Origin = ORIGIN, purpose: Purpose = Purpose.ASK
    ) -> "asyncio.Task[Response]":
        """Put a question and let everybody show it."""
        asked = question_set(id=id).model_copy(update={"purpose": purpose})
        task = asyncio.create_task(self.desk.ask(asked, origin))
        self.asking.append(task)
        await asyncio.sleep(MOMENT_S)
        return task

    async def tell(self, *ids: str) -> None:
        """Tell of those that wait."""
        waits = tuple(
            UnansweredQuestion(
                questions=one.questions,
                origin=one.origin,
                asked_at=one.asked_at,
                standing=QuestionStanding.OPEN,
            )
            for one in self.desk.pending()
            if one.id in ids
        )
        self.phone.on_event(QuestionsWait(questions=waits, step=Step.PHONE))
        await asyncio.sleep(MOMENT_S)

    @property
    def shown(self) -> dict[int, list[str]]:
        """The questions that stand in chats now."""
        return {user: ids for user, ids in self.chats.shown.items() if ids}

    async def _workspace_of(self, conversation_id: str) -> str:
        if self.is_store_broken:
            raise StoreError("broken")
        return "club" if conversation_id == "of the club" else "home"

    def _asked(self, questions: QuestionSet, origin: Origin) -> None:
        self.phone.on_event(QuestionAsked(questions=questions, origin=origin))

    def _closed(self, questions: QuestionSet, response: Response, channel: Channel | None) -> None:
        self.closed.append(channel)
        self.phone.on_event(QuestionClosed(questions=questions, response=response, channel=channel))


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    yield world
    for pending in world.desk.pending():
        await world.desk.cancel(questions_id=pending.id)
    await asyncio.gather(*world.asking)
    await world.phone.aclose()
    await world.desk.aclose()


async def test_a_question_is_answered_there(world: World) -> None:
    task = await world.ask()
    await world.rise(step=Step.NOTIFICATION)
    assert world.shown == {}
    await world.rise()
    assert world.shown == {1: ["set1"]}
    assert world.window.withdrawn == 0
    world.chats.answer.set_result(chose("2", channel=Channel.TELEGRAM))
    assert isinstance(await task, Answered)
    assert world.closed == [Channel.TELEGRAM]
    assert world.shown == {}


async def test_an_answer_at_the_desk_takes_it_from_the_phone(world: World) -> None:
    task = await world.ask()
    await world.rise()
    assert world.shown == {1: ["set1"]}
    world.window.answer(chose("1"))
    await task
    assert world.shown == {}
    assert world.closed == [Channel.DESKTOP]


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
    await world.rise()
    assert world.shown == {user: ["set1"]}


@pytest.mark.parametrize(
    ("purpose", "is_store_broken"),
    [
        pytest.param(Purpose.CONFIRM, False, id="a confirmation"),
        pytest.param(Purpose.END_SESSION, False, id="the end of a session"),
        pytest.param(Purpose.CONFLICT, False, id="a conflict"),
        pytest.param(Purpose.ASK, True, id="an owner who is unknown"),
    ],
)
async def test_what_stays_at_the_desk(
    world: World, purpose: Purpose, is_store_broken: bool
) -> None:
    world.is_store_broken = is_store_broken
    task = await world.ask(purpose=purpose)
    await world.rise()
    await world.tell("set1")
    assert world.chats.shown == {}
    assert world.sent.texts == []
    assert not task.done()


async def test_several_questions_stand_there_each_for_itself(world: World) -> None:
    await world.ask("set1")
    await world.ask("set2", origin=ORIGIN.model_copy(update={"turn_id": "t2"}))
    await world.rise("set1")
    assert world.shown == {1: ["set1"]}
    await world.rise("set2")
    await world.rise("set2")
    assert world.shown == {1: ["set1", "set2"]}
    for questions_id in ("set1", "set2"):
        await world.desk.cancel(questions_id=questions_id)
    await asyncio.gather(*world.asking)
    assert world.shown == {}


async def test_questions_are_taken_up_when_the_channel_opens_and_left_when_it_closes(
    world: World,
) -> None:
    task = await world.ask()
    await world.rise()
    await world.phone.aclose()
    await asyncio.sleep(MOMENT_S)
    assert world.shown == {}
    world.begin()
    await asyncio.sleep(MOMENT_S)
    assert world.shown == {1: ["set1"]}
    await world.phone.aclose()
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
    await world.rise()
    draft = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})
    await world.desk.save_draft("set1", draft)
    await asyncio.sleep(MOMENT_S)
    assert world.chats.drafts == [draft]


async def test_each_account_is_told_of_what_waits_for_its_user(world: World) -> None:
    await world.ask("set1")
    await world.ask("set2", origin=Origin(channel=Channel.API, conversation_id="of the club"))
    await world.tell("set1", "set2")
    (first, _text), (second, _other) = world.sent.texts
    assert (first, second) == (1, 2)
    assert world.sent.texts[0][1].splitlines() == [
        "1 question is waiting for your answer",
        "• Which database should we use for this project?",
    ]


async def test_a_chat_that_takes_no_list_is_left(world: World) -> None:
    world.sent.is_broken = True
    await world.ask()
    await world.tell("set1")
    assert world.sent.texts == []
