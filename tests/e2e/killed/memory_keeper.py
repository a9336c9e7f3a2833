"""The core of the program, told what to remember through pipes.

Run as `python -m tests.e2e.killed.memory_keeper HOME`: the real core on this home with a model that does
what it is told, and somebody who works through the lines of standard input, one after the other:

    remember FACT   has a fact kept in the workspace's memory
    consider FACT   says something of which the model keeps a fact of the user's, with its tool
    write NUMBER    replaces the agent's memory by a page, as the editor does
    compact         has the agent's memory shortened

Each is answered by a line once the program says that it is done: `kept FACT`, `wrote NUMBER`,
`compacted`. `halted_program.py` runs it too.
"""

import asyncio
import sys
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

from typing_extensions import override

from assistant.assembly.core import open_core
from assistant.clock import SystemClock
from assistant.engine.core import Core
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.llm.messages_api.messages import TextBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    ReplyReceived,
    TextReceived,
)
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.events import EngineEvent
from assistant.protocol.memory import (
    CompactMemory,
    FactKept,
    MemoryRead,
    MemorySaved,
    ReadMemory,
    Remember,
    SaveMemory,
)
from assistant.protocol.turns import TurnFailed, TurnFinished
from assistant.questions.model.question import Channel
from assistant.settings import load
from benchmarks.instant_models import InstantModel
from tests.e2e.killed.memory_pages import page, shortened

CONSIDER = "Consider "


class NotingModel(InstantModel):
    """Keeps what it shall consider, and shortens what it shall shorten."""

    @override
    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Answer by what was said last."""
        last = request.messages[-1].content[-1]
        said = last.text if isinstance(last, TextBlock) else ""
        if not request.tools:
            shorter = shortened(said)
            yield TextReceived(text=shorter)
            yield BlockReceived(block=TextBlock(text=shorter))
            yield ReplyReceived(stop_reason="end_turn")
        elif CONSIDER in said:
            fact = said.rpartition(CONSIDER)[2]
            call = ToolUseBlock(
                id=f"toolu_{abs(hash(fact))}",
                name="remember",
                input={"scope": "personal", "fact": fact},
            )
            yield BlockReceived(block=call)
            yield ReplyReceived(stop_reason="tool_use")
        else:
            async for event in super().stream(request):
                yield event


class Told:
    """What the program said since the last line."""

    def __init__(self) -> None:
        self._events: list[EngineEvent] = []
        self._changed = asyncio.Event()

    def __call__(self, event: EngineEvent) -> None:
        """Take an event, and tell of a fact at once."""
        if isinstance(event, FactKept):
            tell(f"kept {event.fact}")
        self._events.append(event)
        self._changed.set()

    async def until(self, *kinds: type[EngineEvent]) -> EngineEvent:
        """Return the next event of one of these kinds, and forget those before."""
        while True:
            while self._events:
                event = self._events.pop(0)
                if isinstance(event, kinds):
                    return event
            self._changed.clear()
            await self._changed.wait()


def tell(line: str) -> None:
    """Write a line to standard output."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def obey(core: Core, told: Told, line: str) -> None:
    """Do what a line says, until it is done."""
    verb, _, rest = line.rstrip("\n").partition(" ")
    do = core.commands.dispatch
    match verb:
        case "remember":
            await do(Remember(scope=MemoryScope.WORKSPACE, fact=rest))
        case "consider":
            await core.conversations.say(CONSIDER + rest, spoken=False)
            await told.until(TurnFinished, TurnFailed)
        case "write":
            await do(ReadMemory())
            read = await told.until(MemoryRead)
            assert isinstance(read, MemoryRead)
            (old,) = (file for file in read.files if file.scope is MemoryScope.AGENT)
            save = SaveMemory(scope=MemoryScope.AGENT, text=page(int(rest)), digest=old.digest)
            await do(save)
            await _saved(told, f"wrote {rest}")
        case "compact":
            await do(CompactMemory(scope=MemoryScope.AGENT))
            await _saved(told, "compacted")
        case _:
            raise ValueError(line)


async def _saved(told: Told, line: str) -> None:
    saved = await told.until(MemorySaved)
    assert isinstance(saved, MemorySaved)
    assert not saved.problem, saved.problem
    assert saved.conflict is None
    tell(line)


async def keep(home: Home) -> None:
    """Work through standard input."""
    told = Told()
    plan = LaunchOptions(
        home=home,
        settings=load(home, {}).settings,
        clock=SystemClock(),
        channel=Channel.TERMINAL,
        client=NotingModel(),
    )
    async with open_core(plan, emit=told) as core:
        core.announce()
        while line := await asyncio.to_thread(sys.stdin.readline):
            await obey(core, told, line)


def main(arguments: Sequence[str]) -> int:
    """Run it; returns the exit code."""
    asyncio.run(keep(Home(root=Path(arguments[0]), models=Home.locate().models)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
