"""A core on a home: real store, real desk, real tools; model, clock and person are the test's."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Set
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from assistant.assembly.core import open_core
from assistant.clock import Clock, SystemClock
from assistant.engine.core import Core
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.llm.messages_api.model_client import ModelClient
from assistant.protocol.commands import Command
from assistant.protocol.conversation import Say
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.questions import AnswerQuestion, QuestionAsked
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Method,
    Provenance,
    QuestionSet,
    Response,
)
from assistant.settings import load
from assistant.tools.system.host_access import HostAccess
from tests.helpers.llm.scripted_model import ScriptedModel
from tests.helpers.patience import PATIENCE_S

Event = TypeVar("Event")

QUIET: Final = 100
"""Pieces of work of the store's without any change, after which nothing is under way."""


def chose(questions: QuestionSet, **choices: str) -> Answered:
    """Return the answer with these option ids or words, by the id of the question."""
    answers: list[Answer] = []
    for question in questions.questions:
        given = choices.get(question.id, "")
        ids = {option.id for option in question.options}
        answers.append(
            Answer(question_id=question.id, option_ids=(given,))
            if given in ids
            else Answer(question_id=question.id, other=given or None)
        )
    return Answered(answers=tuple(answers), provenance=provenance())


def provenance() -> Provenance:
    """Return where and when the test answers."""
    return Provenance(channel=Channel.DESKTOP, method=Method.CLICK, at=SystemClock().now())


class RunningCore:
    """A core, its model and everything that was heard of it."""

    def __init__(
        self, core: Core, model: ModelClient, events: list[EngineEvent], heard: asyncio.Event
    ) -> None:
        self.core = core
        self.client = model
        self.events = events
        self.heard = heard
        """Set by every event."""

    @property
    def model(self) -> ScriptedModel:
        """The model, where it is a scripted one."""
        assert isinstance(self.client, ScriptedModel)
        return self.client

    async def do(self, command: Command) -> None:
        """Handle a command as the engine would."""
        await self.core.commands.dispatch(command)

    async def turn(self, text: str) -> TurnFinished:
        """Say something; return how its turn ended."""
        n_before = len(self.of(TurnFinished))
        await self.do(Say(text=text))
        return await self.until(TurnFinished, n_before + 1)

    async def until(self, kind: type[Event], count: int = 1) -> Event:
        """Wait until there are `count` events of this kind; return the last."""
        await self.until_true(lambda: len(self.of(kind)) >= count)
        return self.of(kind)[-1]

    async def until_true(
        self, condition: Callable[[], bool], *, patience_s: float = PATIENCE_S
    ) -> None:
        """Wait until something holds that an event tells of."""
        async with asyncio.timeout(patience_s):
            while not condition():
                self.heard.clear()
                await self.heard.wait()

    async def until_notice(self, code: str) -> Notice:
        """Wait for a notice."""
        await self.until_true(lambda: code in {notice.code for notice in self.of(Notice)})
        return next(notice for notice in self.of(Notice) if notice.code == code)

    async def until_asked(self, count: int = 1) -> QuestionAsked:
        """Wait until questions were put before presenters this often; return the last event."""
        await self.until_true(lambda: len(self.presented) >= count)
        return self.presented[-1]

    @property
    def presented(self) -> list[QuestionAsked]:
        """The questions that were put before presenters, oldest first."""
        return [event for event in self.of(QuestionAsked) if event.is_presented]

    async def until_requested(self, count: int) -> None:
        """Wait until the model was asked this often; nothing tells of that."""
        while len(self.model.requests) < count:
            await self.core.store.state.get("nothing")

    async def settle(self) -> None:
        """Let everything that is under way come to where it waits for the user or the model.

        All work passes through the store again and again, one piece after the other: where a hundred
        pieces of our own bring nothing new, nothing is to come.
        """
        quiet, before = 0, self._signs()
        while quiet < QUIET:
            await self.core.store.state.get("nothing")
            now = self._signs()
            quiet, before = (quiet + 1 if now == before else 0), now

    def _signs(self) -> tuple[int, Set[asyncio.Task[Any]]]:
        """Return what changes while work is under way."""
        return len(self.events), asyncio.all_tasks()

    def of(self, kind: type[Event]) -> list[Event]:
        """Return the events of this kind."""
        return [e for e in self.events if isinstance(e, kind)]

    async def respond(self, questions: QuestionSet, response: Response) -> None:
        """Answer from the list of open questions."""
        await self.do(
            AnswerQuestion(questions_id=questions.id, response=response, channel=Channel.DESKTOP)
        )

    async def answer_b(self) -> None:
        """Answer the question that was put last with its second option."""
        asked = await self.until_asked()
        question = asked.questions.questions[0]
        await self.respond(asked.questions, chose(asked.questions, **{question.id: "2"}))


@asynccontextmanager
async def opened(
    home: Home,
    model: ModelClient | None = None,
    *,
    resume: bool = True,
    clock: Clock | None = None,
    announce: bool = True,
    others: Mapping[str, ModelClient] | None = None,
    channel: Channel = Channel.DESKTOP,
    outside: HostAccess | None = None,
    warms_up: bool = False,
    has_rules: bool = False,
) -> AsyncGenerator[RunningCore]:
    """Open a core on a home."""
    loaded = load(home, {})
    events: list[EngineEvent] = []
    heard = asyncio.Event()

    def hear(event: EngineEvent) -> None:
        events.append(event)
        heard.set()

    model = model or ScriptedModel()
    plan = LaunchOptions(
        home=home,
        settings=loaded.settings,
        problems=loaded.problems,
        clock=clock or SystemClock(),
        channel=channel,
        client=model,
        other_clients=others or {},
        resume=resume,
        outside=outside,
        has_rules=has_rules,
    )
    async with open_core(plan, emit=hear, warms_up=warms_up) as core:
        if announce:
            core.announce()
        yield RunningCore(core, model, events, heard)
