"""A question desk over a store in memory, in virtual time, that remembers what it told."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field

from assistant.questions.desk.answer_reader import AnswerReader
from assistant.questions.desk.open_question import OpenQuestion
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import Channel, Origin, QuestionSet, Response
from assistant.storage.questions import QuestionRepository
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.builders import ORIGIN, question_set
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.helpers.questions.presenters import FakePresenter


@dataclass
class DeskEvents:
    """What the desk told."""

    asked: list[str] = field(default_factory=list[str])
    closed: list[tuple[str, Response, Channel | None]] = field(
        default_factory=list[tuple[str, Response, Channel | None]]
    )
    late: list[Response] = field(default_factory=list[Response])
    notices: list[str] = field(default_factory=list[str])

    def callbacks(self) -> DeskCallbacks:
        """Return callbacks that remember."""
        return DeskCallbacks(
            on_asked=lambda questions, _origin: self.asked.append(questions.id),
            on_closed=lambda questions, response, channel: self.closed.append(
                (questions.id, response, channel)
            ),
            on_late_answer=lambda _questions, _origin, response: self.late.append(response),
            on_notice=lambda code, _text, _hint: self.notices.append(code),
        )


@dataclass
class DeskWorld:
    """A desk and what it stands on."""

    store: MemoryQuestionStore
    told: DeskEvents
    desk: QuestionDesk
    clock: LoopClock


def make_world(
    store: MemoryQuestionStore | None = None, *, reader: AnswerReader | None = None
) -> DeskWorld:
    """Return a desk over this store, or over an empty one."""
    store, told, clock = store or MemoryQuestionStore(), DeskEvents(), LoopClock()
    desk = make_desk(store, told, clock, reader=reader)
    return DeskWorld(store=store, told=told, desk=desk, clock=clock)


def make_desk(
    store: QuestionRepository,
    told: DeskEvents,
    clock: LoopClock,
    *,
    reader: AnswerReader | None = None,
) -> QuestionDesk:
    """Return a desk over any store."""
    return QuestionDesk(store=store, clock=clock, callbacks=told.callbacks(), reader=reader)


def ask(
    world: DeskWorld, questions: QuestionSet | None = None, origin: Origin = ORIGIN
) -> "asyncio.Task[Response]":
    """Ask in a task of its own; one question about databases if none is given."""
    return asyncio.create_task(world.desk.ask(questions or question_set(), origin))


async def presented(
    questions: QuestionSet | None = None, *, shows: bool = True
) -> "tuple[DeskWorld, FakePresenter, asyncio.Task[Response]]":
    """Return a world in which a dialog presents a question, and who asked it."""
    world, dialog = make_world(), FakePresenter(shows=shows)
    world.desk.register(dialog)
    asked = ask(world, questions)
    await dialog.presenting()
    return world, dialog, asked


async def waiting(
    questions: QuestionSet | None = None, origin: Origin = ORIGIN
) -> "tuple[DeskWorld, asyncio.Task[Response]]":
    """Return a world in which a question waits that nobody presents."""
    world = make_world()
    asked = ask(world, questions, origin)
    await settle_down()
    return world, asked


def resume(
    world: DeskWorld, questions_id: str, origin: Origin | None = None
) -> "asyncio.Task[Response]":
    """Put an open question again and wait for its response, in a task of its own."""
    return asyncio.create_task(_response(world.desk.resume(questions_id, origin)))


def reopen(
    world: DeskWorld, questions_id: str, origin: Origin | None = None
) -> "asyncio.Task[Response]":
    """Open a question again that timed out and wait for its response, in a task of its own."""
    return asyncio.create_task(_response(world.desk.reopen(questions_id, origin)))


async def _response(opening: Awaitable[OpenQuestion]) -> Response:
    return await (await opening).response_or_withdraw()


async def settle_down() -> None:
    """Let everything that is ready run."""
    await asyncio.sleep(0.001)


async def restart(world: DeskWorld) -> DeskWorld:
    """End the desk as the program does, and return a new one over the same store."""
    await world.desk.aclose()
    return make_world(world.store)


async def give_up(*waiting: "asyncio.Task[Response]") -> None:
    """Cancel who waits still."""
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
