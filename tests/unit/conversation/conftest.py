"""A conversation with a scripted model and a store in memory."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import pytest
from typing_extensions import override

from assistant.conversation.context.model.layers import ContextLayers, ContextLimits
from assistant.conversation.conversation import Conversation
from assistant.conversation.conversation_config import (
    ConversationConfig,
    InterruptedCall,
    LoadedLayers,
)
from assistant.conversation.history.message_history import History, HistoryEntry, Place
from assistant.conversation.say_result import SayAccepted
from assistant.errors import StoreError
from assistant.llm.messages_api.messages import Block, ImageBlock, Message, Role
from assistant.protocol.conversation import StateChanged
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import Attachment
from assistant.protocol.turns import TextDelta, TurnFinished
from assistant.questions.model.question import Channel, Origin, QuestionSet
from assistant.storage.messages import MessageRepository
from assistant.storage.model.records import MessageRecord
from assistant.tools.confirmation import DeskConfirmer
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.tool import AnsweredQuestions, ToolContext, ToolResult
from tests.helpers.clock import ManualClock
from tests.helpers.llm.scripted_model import ScriptedModel
from tests.helpers.patience import PATIENCE_S
from tests.helpers.tools.fakes import ScriptedTool

Event = TypeVar("Event")

LAYERS = ContextLayers(
    base="BASE", persona="", date="", workspace_memory="", agent_memory="", personal_memory=""
)


NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


async def read_layers() -> LoadedLayers:
    """Return the same layers always."""
    return LoadedLayers(layers=LAYERS)


@dataclass
class MemoryStore(MessageRepository):
    """Keeps messages in memory, and every version that was stored."""

    records: dict[str, MessageRecord] = field(default_factory=dict[str, MessageRecord])
    versions: list[MessageRecord] = field(default_factory=list[MessageRecord])
    broken: StoreError | None = None

    @override
    async def append(self, record: MessageRecord) -> None:
        """Keep a new record."""
        assert record.uuid not in self.records
        await self.checkpoint(record)

    @override
    async def checkpoint(self, record: MessageRecord) -> None:
        """Keep a version of a record."""
        if self.broken:
            raise self.broken
        self.records[record.uuid] = record
        self.versions.append(record)

    @override
    async def chain(self, conversation_id: str) -> tuple[MessageRecord, ...]:
        """Return the records in the order they were first stored."""
        return tuple(self.records.values())

    @override
    async def forks(self, conversation_id: str) -> Mapping[Place, tuple[str, ...]]:
        """Return no forks: there is one branch."""
        return {}


def entry(
    role: Role, *content: Block, uuid: str = "u", turn_id: str = "t", **more: Any
) -> HistoryEntry:
    """Return one message of a history."""
    message = Message(role=role, content=content)
    return HistoryEntry(
        uuid=uuid, parent_uuid=None, turn_id=turn_id, message=message, created_at=NOON, **more
    )


class TestTool(ScriptedTool):
    """A Safe tool that a test can look into.

    Args:
        name: As advertised.
        is_question: Whether it behaves as the question tool.
        halts: Whether its result halts the turn.
        hangs: Never ends by itself.
    """

    __test__ = False

    def __init__(
        self, name: str, *, is_question: bool = False, halts: bool = False, hangs: bool = False
    ) -> None:
        super().__init__(name, self._ran, is_question=is_question)
        self.description = ""
        self.halts = halts
        self.hangs = hangs
        self.begun = asyncio.Event()
        self.takes_s = 0.0
        self.images: tuple[ImageBlock, ...] = ()
        self.takes_images: bool | None = None
        """What it was told of the model."""

    async def _ran(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        self.begun.set()
        self.takes_images = context.takes_images
        await asyncio.sleep(self.takes_s)
        if self.hangs:
            await asyncio.Event().wait()
        return ToolResult(content=f"ran {self.name}", halts=self.halts, images=self.images)


class Nobody:
    """Implements `Questioner`: nobody is there to ask; choices are noted."""

    def __init__(self) -> None:
        self.choices: list[tuple[QuestionSet, Origin]] = []
        self.earlier: dict[str, AnsweredQuestions] = {}
        """What became of the questions of interrupted calls."""
        self.taken_up: list[InterruptedCall] = []

    async def ask(self, questions: QuestionSet, origin: Origin) -> AnsweredQuestions:
        """Refuse: these conversations ask nothing."""
        raise AssertionError(questions)

    async def take_up(self, call: InterruptedCall) -> AnsweredQuestions | None:
        """Return what the test put there."""
        self.taken_up.append(call)
        return self.earlier.get(call.tool_use_id)

    def put_choice(self, questions: QuestionSet, origin: Origin) -> None:
        """Note the choice."""
        self.choices.append((questions, origin))


class Talk:
    """A conversation and everything that was seen of it."""

    def __init__(self) -> None:
        self.model = ScriptedModel()
        self.store = MemoryStore()
        self.questioner = Nobody()
        self.registry = ToolRegistry(confirmer=DeskConfirmer())
        self.tool = TestTool("clock")
        for tool in (
            self.tool,
            TestTool("ask", is_question=True),
            TestTool("ask_in_vain", is_question=True, halts=True),
            TestTool("hang", hangs=True),
        ):
            self.registry.add(tool)
        self.clock = ManualClock()
        self.events: list[EngineEvent] = []
        self.pauses: list[float] = []
        """Seconds that were to be waited before a request was sent again; no time passed."""
        self.surroundings = ConversationConfig(
            client=self.model,
            layers=read_layers,
            specs=self.registry.specs(),
            tools=ToolRunner(registry=self.registry, clock=self.clock, timeout_s=10),
            questioner=self.questioner,
            channel=Channel.DESKTOP,
            workspace=Path(),
            agent="agent",
            max_question_rounds=10,
            limits=ContextLimits(max_characters=10_000, recent_messages=30),
            zone=ZoneInfo("UTC"),
            max_tool_rounds=3,
            pause=self._pause,
        )
        self.conversation = self.opened()

    async def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def opened(self) -> Conversation:
        """Return the conversation on the history as it stands."""
        self.history = History(conversation_id="c", store=self.store, clock=self.clock)
        conversation = Conversation(
            history=self.history, surroundings=self.surroundings, clock=self.clock
        )
        conversation.subscribe(self.events.append)
        return conversation

    @property
    def phases(self) -> list[str]:
        """The phases gone through, in order."""
        return [e.new.phase.value for e in self.events if isinstance(e, StateChanged)]

    @property
    def text(self) -> str:
        """The words shown."""
        return "".join(e.text for e in self.events if isinstance(e, TextDelta))

    def of(self, kind: type[Event]) -> list[Event]:
        """Return the events of this kind."""
        return [e for e in self.events if isinstance(e, kind)]

    def only(self, kind: type[Event]) -> Event:
        """Return the one event of this kind."""
        (event,) = self.of(kind)
        return event

    async def turn(
        self, text: str, *, spoken: bool = False, attachments: Sequence[Attachment] = ()
    ) -> TurnFinished:
        """Say something; return what becomes of its turn."""
        n_before = len(self.of(TurnFinished))
        said = await self.conversation.say(text, spoken=spoken, attachments=attachments)
        assert isinstance(said, SayAccepted)
        return await self.until(TurnFinished, n_before + 1)

    async def until(self, kind: type[Event], count: int = 1) -> Event:
        """Let the loop run until there are `count` events of this kind; return the last."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                found = [e for e in self.events if isinstance(e, kind)]
                if len(found) >= count:
                    return found[-1]
                await asyncio.sleep(0)


@pytest.fixture
async def talk() -> Talk:
    """A conversation at its beginning."""
    return Talk()
