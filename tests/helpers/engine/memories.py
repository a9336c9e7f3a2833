"""The memories of a home, as files and in a core."""

from pathlib import Path

from assistant.home import Home
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.conversation import Say
from assistant.protocol.memory import UndoMemory
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnFailed, TurnFinished
from tests.helpers.engine.running_core import RunningCore
from tests.helpers.llm.scripted_model import Step, uses_tool

WHERE = {
    MemoryScope.WORKSPACE: ("workspaces", "default", "memory.md"),
    MemoryScope.AGENT: ("workspaces", "default", "agents", "default", "memory.md"),
    MemoryScope.PERSONAL: ("memory", "me.md"),
}


def file_of(home: Home, scope: MemoryScope) -> Path:
    """Return where a memory is kept."""
    return home.root.joinpath(*WHERE[scope])


def text_of(home: Home, scope: MemoryScope) -> str:
    """Return what a memory says; empty if there is none."""
    path = file_of(home, scope)
    return path.read_text("utf-8") if path.exists() else ""


def everything(home: Home) -> str:
    """Return what all memories say."""
    return "".join(text_of(home, scope) for scope in MemoryScope)


def write(home: Home, scope: MemoryScope, text: str) -> None:
    """Write a memory by hand."""
    path = file_of(home, scope)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def remembers(scope: MemoryScope, fact: str) -> list[Step]:
    """Return a reply that keeps a fact."""
    return uses_tool("remember", {"scope": scope.value, "fact": fact})


async def say(running: RunningCore, text: str) -> None:
    """Type words, and wait for the end of their turn."""
    before = len(running.of(TurnFinished)) + len(running.of(TurnFailed))
    await running.do(Say(text=text))
    await running.until_true(
        lambda: len(running.of(TurnFinished)) + len(running.of(TurnFailed)) > before
    )


async def undo(running: RunningCore) -> None:
    """Press the button of the notice about the fact that was kept last."""
    notice = next(n for n in reversed(running.of(Notice)) if n.actions)
    command = notice.actions[0].command
    assert isinstance(command, UndoMemory)
    await running.do(command)
