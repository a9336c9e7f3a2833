"""A conversation with a scripted model and a store in memory."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar
from zoneinfo import ZoneInfo

import pytest

from assistant.conversation.context import Layers, Limits
from assistant.conversation.conversation import Conversation, Surroundings
from assistant.conversation.events import EngineEvent, StateChanged, TextDelta
from assistant.conversation.history import History
from assistant.conversation.turn import ToolRound
from assistant.errors import StoreError
from assistant.llm.client import ToolSpec
from assistant.llm.messages import ToolResultBlock, ToolUseBlock
from assistant.storage.records import MessageRecord
from tests.helpers.clock import ManualClock
from tests.helpers.models import ScriptedModel

Event = TypeVar("Event")

LAYERS = Layers(
    base="BASE", persona="", date="", workspace_memory="", agent_memory="", personal_memory=""
)


@dataclass
class MemoryStore:
    """Implements `MessageStore` in memory, keeping every version that was stored."""

    records: dict[str, MessageRecord] = field(default_factory=dict[str, MessageRecord])
    versions: list[MessageRecord] = field(default_factory=list[MessageRecord])
    broken: StoreError | None = None

    async def append(self, record: MessageRecord) -> None:
        """Keep a new record."""
        assert record.uuid not in self.records
        await self.checkpoint(record)

    async def checkpoint(self, record: MessageRecord) -> None:
        """Keep a version of a record."""
        if self.broken:
            raise self.broken
        self.records[record.uuid] = record
        self.versions.append(record)

    async def chain(self, conversation_id: str) -> Sequence[MessageRecord]:
        """Return the records in the order they were first stored."""
        return list(self.records.values())


@dataclass
class Tools:
    """Implements `ToolRunner` with a function."""

    answer: Callable[[ToolUseBlock], str] = lambda call: f"ran {call.name}"
    calls: list[ToolUseBlock] = field(default_factory=list[ToolUseBlock])
    counts: bool = True
    halted: bool = False

    async def run(self, calls: Sequence[ToolUseBlock], *, turn_id: str) -> ToolRound:
        """Answer every call."""
        self.calls.extend(calls)
        return ToolRound(
            results=tuple(
                ToolResultBlock(tool_use_id=call.id, content=self.answer(call)) for call in calls
            ),
            counts=self.counts,
            halted=self.halted,
        )


class Talk:
    """A conversation and everything that was seen of it."""

    def __init__(self) -> None:
        self.model = ScriptedModel()
        self.store = MemoryStore()
        self.tools = Tools()
        self.clock = ManualClock()
        self.events: list[EngineEvent] = []
        self.surroundings = Surroundings(
            client=self.model,
            layers=lambda: LAYERS,
            specs=(ToolSpec(name="clock", description="", input_schema={}),),
            tools=self.tools,
            limits=Limits(max_characters=10_000, recent_messages=30),
            zone=ZoneInfo("UTC"),
            max_tool_rounds=3,
        )
        self.conversation = self.opened()

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

    def only(self, kind: type[Event]) -> Event:
        """Return the one event of this kind."""
        (event,) = [e for e in self.events if isinstance(e, kind)]
        return event

    async def until(self, kind: type[Event], count: int = 1) -> Event:
        """Let the loop run until there are `count` events of this kind; return the last."""
        async with asyncio.timeout(5):
            while True:
                found = [e for e in self.events if isinstance(e, kind)]
                if len(found) >= count:
                    return found[-1]
                await asyncio.sleep(0)


@pytest.fixture
async def talk() -> Talk:
    """A conversation at its beginning."""
    return Talk()
