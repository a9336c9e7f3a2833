"""Whatever is asked ahead, and whenever: a conversation is as it would be without."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.conversation_config import LoadedLayers
from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.messages import ToolResultBlock
from assistant.llm.messages_api.model_client import ModelEvent, ModelRequest, Profile
from assistant.protocol.conversation_state import ConversationSignal
from assistant.protocol.events import EngineEvent
from assistant.protocol.sent_context import ContextSent
from assistant.protocol.turns import RequestSent
from tests.helpers.llm.scripted_model import (
    SCRIPTED_PROFILE,
    ScriptedModel,
    Step,
    Wait,
    says,
    uses_tool,
)
from tests.unit.conversation.conftest import LAYERS, Talk

SIGNALS = {
    "wake": ConversationSignal.WAKE,
    "mute": ConversationSignal.MIC_OFF,
    "silence": ConversationSignal.SILENCE,
}
WORDS = ("tell", "tool", "hang", "fail", "cut")


@dataclass
class Model:
    """Implements `ModelClient`: replies by the last words, a step a turn of the loop."""

    profile: Profile = SCRIPTED_PROFILE
    requests: list[ModelRequest] = field(default_factory=list[ModelRequest])
    n_open: int = 0

    async def check(self) -> None:
        """Be there."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Reply to the last message."""
        self.requests.append(request)
        self.n_open += 1
        try:
            await asyncio.sleep(0)
            async for event in ScriptedModel([self._reply(request)]).stream(request):
                yield event
                await asyncio.sleep(0)
        finally:
            self.n_open -= 1

    @staticmethod
    def _reply(request: ModelRequest) -> list[Step]:
        last = request.messages[-1]
        if any(isinstance(block, ToolResultBlock) for block in last.content):
            return says("The tool said so.")
        base = request.system[0].text
        broken = ProviderError("Overloaded", category=ErrorCategory.OVERLOADED, hint="")
        match last.text.split()[-1]:
            case "tool":
                return uses_tool("clock", {"base": base}, text="Let me see.")
            case "hang":
                return [*says("I think")[:1], Wait(gate=asyncio.Event())]
            case "fail":
                return [broken]
            case "cut":
                return [*says("It is")[:1], broken]
            case words:
                return says(f"{base} on {words}.", chunks=[base, " on ", f"{words}."])

    async def warm_up(self) -> None:
        """Have nothing to load."""

    async def aclose(self) -> None:
        """Have nothing to close."""


@dataclass(frozen=True)
class Act:
    """Something that happens, and how many turns of the loop pass before the next."""

    kind: str
    words: str
    turns: int


TURNS = st.sampled_from((0, 0, 1, 2, 3, 5, 8, 13, 60))


def act(*kinds: str) -> st.SearchStrategy[Act]:
    """Return an act of one of these kinds."""
    return st.builds(Act, kind=st.sampled_from(kinds), words=st.sampled_from(WORDS), turns=TURNS)


@st.composite
def guessed_turns(draw: st.DrawFn) -> list[Act]:
    """Return a turn that is asked ahead: once or twice, and mostly for the words that are said."""
    words = draw(st.sampled_from(WORDS))
    others = draw(st.lists(act("prepare", "unprepare", "layer", "rewind", "heard"), max_size=2))
    right = Act(kind="prepare", words=words, turns=draw(TURNS))
    before = draw(st.lists(act("prepare", "unprepare"), max_size=1))
    said = Act(kind=draw(st.sampled_from(("say", "say", "say", "type"))), words=words, turns=0)
    wake = Act(kind="wake", words="", turns=0)
    return [wake, *before, right, *others, said]


def acts() -> st.SearchStrategy[list[Act]]:
    """Return what may happen in a conversation, with much of it asked ahead."""
    anything = act(
        "prepare", "unprepare", "say", "type", "wake", "mute", "silence", "stop", "layer", "heard"
    )
    parts = st.one_of(guessed_turns(), guessed_turns(), anything.map(lambda one: [one]))
    return st.lists(parts, max_size=6).map(lambda found: [one for part in found for one in part])


class Stage:
    """A conversation in which acts happen, with requests ahead or without."""

    def __init__(self, *, ahead: bool) -> None:
        self.ahead = ahead
        self.model = Model()
        self.base = 0
        self.talk = Talk()
        self.talk.surroundings = replace(
            self.talk.surroundings, client=self.model, layers=self._layers
        )
        self.talk.conversation = self.talk.opened()

    async def _layers(self) -> LoadedLayers:
        await asyncio.sleep(0)
        return LoadedLayers(layers=replace(LAYERS, base=f"base {self.base}"))

    async def perform(self, acts: Sequence[Act]) -> None:
        """Let everything happen, then close the conversation."""
        for act in acts:
            await self._perform(act)
        await settle()
        await self.talk.conversation.aclose()
        await settle()

    async def _perform(self, act: Act) -> None:
        conversation = self.talk.conversation
        match act.kind:
            case "prepare":
                if self.ahead:
                    conversation.prepare(act.words)
                    await settle(act.turns)
            case "unprepare":
                if self.ahead:
                    conversation.cancel_speculation()
                    await settle(act.turns)
            case "say" | "type":
                await conversation.say(act.words, spoken=act.kind == "say")
                await settle()
            case "stop":
                await conversation.stop_turn()
                await settle()
            case "layer":
                self.base += 1
            case "rewind":
                if conversation.is_at_rest and conversation.entries:
                    conversation.rewind(conversation.entries[0].uuid)
            case "heard":
                if conversation.is_at_rest and conversation.entries:
                    turn_id = conversation.entries[-1].turn_id
                    await conversation.record_heard(turn_id, "I")
            case name:
                self._signal(SIGNALS[name])
                await settle()

    def _signal(self, signal: ConversationSignal) -> None:
        if self.talk.conversation.accepts(signal):
            self.talk.conversation.signal(signal)

    def seen(self) -> tuple[list[Any], list[Any], list[Any]]:
        """Return events, history and what was stored, under names that do not change."""
        names: dict[str, str] = {}

        def name(value: Any) -> Any:
            if isinstance(value, str) and len(value) in {32, 36}:  # the ids of turns and messages
                return names.setdefault(value, f"id{len(names)}")
            if isinstance(value, dict):
                return {key: name(each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType]  # JSON
            if isinstance(value, tuple):
                return tuple(name(each) for each in value)  # pyright: ignore[reportUnknownVariableType]  # JSON
            return value

        def event(one: EngineEvent) -> Any:
            told = asdict(one)
            if isinstance(one, RequestSent):
                del told["ahead_s"]
            return type(one).__name__, name(told)

        return (
            [event(one) for one in self.talk.events if not isinstance(one, ContextSent)],
            [
                (e.role, e.message.content, e.partial, e.spoken, e.ended, name(e.turn_id))
                for e in self.talk.history.entries
            ],
            [
                (r.role, r.content, r.status, r.meta, name(r.turn_id))
                for r in self.talk.store.records.values()
            ],
        )


async def settle(turns: int = 60) -> None:
    """Let the loop take some turns."""
    for _turn in range(turns):
        await asyncio.sleep(0)


@given(acts=acts())
async def test_a_conversation_is_as_without(acts: list[Act]) -> None:
    with_it, without = Stage(ahead=True), Stage(ahead=False)
    await without.perform(acts)
    await with_it.perform(acts)
    assert with_it.seen() == without.seen()
    assert with_it.model.n_open == without.model.n_open == 0
    # Whatever a turn asked was asked ahead or by the turn: nothing is missing.
    asked = Counter(map(repr, with_it.model.requests))
    assert not Counter(map(repr, without.model.requests)) - asked
