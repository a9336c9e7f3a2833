"""Histories for tests: entries made from a word each."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from assistant.conversation.history.message_history import HistoryEntry
from assistant.llm.messages_api.messages import (
    Block,
    Message,
    Role,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

BEGAN = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)

Kind = Literal["plain", "long", "tool", "failed", "cut", "unanswered"]
"""What becomes of the user's words: a reply, a long one, one with the help of a tool, none, one
that was cut off, or a call that never had a result."""

PLAIN: tuple[Kind, ...] = ("plain",)
LONG: tuple[Kind, ...] = ("long",)
TOOL: tuple[Kind, ...] = ("tool",)
KINDS: tuple[Kind, ...] = ("plain", "long", "tool", "failed", "cut", "unanswered")


class Entries:
    """A history that grows turn by turn; ids tell turn and place."""

    def __init__(self) -> None:
        self.all: list[HistoryEntry] = []
        self._turns = 0

    def add(self, role: Role, *content: Block, turn: str, partial: bool = False) -> HistoryEntry:
        """Add a message."""
        entry = HistoryEntry(
            uuid=f"{turn}.{len(self.all)}",
            parent_uuid=self.all[-1].uuid if self.all else None,
            turn_id=turn,
            message=Message(role=role, content=content),
            created_at=BEGAN + timedelta(minutes=len(self.all)),
            partial=partial,
        )
        self.all.append(entry)
        return entry

    def ask(self, text: str = "") -> str:
        """Add words of the user's that begin a turn; returns its id."""
        self._turns += 1
        turn = f"t{self._turns}"
        self.add("user", TextBlock(text=text or f"q{self._turns}"), turn=turn)
        return turn

    def call(self, turn: str, *, result: str | None = "noon", thinks: bool = False) -> None:
        """Let the model use a tool in a turn; without a result the call stays open."""
        use = ToolUseBlock(id=f"c{len(self.all)}", name="clock", input={"zone": "UTC"})
        thought = [ThinkingBlock(thinking="Hm.", signature="s")] if thinks else []
        self.add("assistant", *thought, use, turn=turn)
        if result is not None:
            self.add("user", ToolResultBlock(tool_use_id=use.id, content=result), turn=turn)

    def reply(self, turn: str, text: str = "", *, partial: bool = False) -> None:
        """Add the words of the reply."""
        self.add("assistant", TextBlock(text=text or f"a{turn[1:]}"), turn=turn, partial=partial)

    def turn(self, kind: Kind = "plain", *, size: int = 3_000) -> str:
        """Add a whole turn; returns its id."""
        turn = self.ask()
        match kind:
            case "plain":
                self.reply(turn)
            case "long":
                self.reply(turn, "x" * size)
            case "tool":
                self.call(turn, thinks=True)
                self.reply(turn)
            case "failed":
                pass
            case "cut":
                self.reply(turn, "half", partial=True)
            case "unanswered":
                self.call(turn, result=None)
        return turn

    def turns(self, kinds: Sequence[Kind]) -> "Entries":
        """Add several turns; returns this history."""
        for kind in kinds:
            self.turn(kind)
        return self


def history(*kinds: Kind, last: str = "now") -> list[HistoryEntry]:
    """Return a history of such turns with the user's present words at its end."""
    entries = Entries().turns(kinds)
    entries.ask(last)
    return entries.all
