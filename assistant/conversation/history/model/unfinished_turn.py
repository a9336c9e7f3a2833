"""Tells whether a conversation ends in an unfinished turn, and where to resume it. Pure.

A turn that the user stopped, or that failed, is marked as ended. A turn that the end of the program
interrupted has no such mark. Parley resumes a turn by itself only after tool calls or an answer, as
the user may have been asked. A plain message whose reply was cut off is left as it is.

Entries are those of one branch, oldest first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from assistant.conversation.history.message_history import HistoryEntry
from assistant.llm.messages_api.messages import Block, ImageBlock, ToolResultBlock, ToolUseBlock
from assistant.tools.call_batch import NO_RESULT, with_images
from assistant.tools.tool import ToolOutcome, ToolResult


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedTurn:
    """A turn that can be gone on with."""

    turn_id: str
    at: str
    """Id of the message to go on from; what the history has after it is left behind."""
    calls: tuple[ToolUseBlock, ...] = ()
    """The calls of that message that need results; empty if the model is to be asked next."""
    known: Mapping[str, ToolResult] = field(default_factory=dict[str, ToolResult])
    """Results that were stored already, by the id of the call."""
    partial: str | None = None
    """Id of the message that holds them."""
    since: datetime | None = None
    """When the calls may have begun at the earliest; None if there are none."""
    is_closing: bool = False
    """The model closes the turn without tools."""
    is_interrupted: bool = True
    """Whether calls may have begun; not so where the turn goes on from an earlier point on purpose."""

    @property
    def open_calls(self) -> frozenset[str]:
        """Calls that have no result yet."""
        return frozenset(call.id for call in self.calls if call.id not in self.known)


def find_unfinished_turn(entries: Sequence[HistoryEntry]) -> UnfinishedTurn | None:
    """Where the last turn was interrupted; None if it was not."""
    kept = list(entries)
    while kept and kept[-1].role == "assistant" and kept[-1].partial:
        if kept.pop().ended:
            return None
    if not kept or kept[-1].ended:
        return None
    last = kept[-1]
    if last.role == "assistant":
        return _unanswered(last) if len(kept) == len(entries) else None
    if last.partial:
        return _half_answered(kept)
    if last.answers is not None or _has_results(last):
        return UnfinishedTurn(turn_id=last.turn_id, at=last.uuid, is_closing=last.closing)
    return None


def find_last_user_message(entries: Sequence[HistoryEntry]) -> UnfinishedTurn | None:
    """Where to regenerate the last reply from; None if there is none.

    That is the user's last words. Where tools have run since, it is after their results, so that
    none runs twice.
    """
    kept = list(entries)
    while kept and (kept[-1].role == "assistant" or kept[-1].partial):
        kept.pop()
    if not kept:
        return None
    last = kept[-1]
    return UnfinishedTurn(
        turn_id=last.turn_id, at=last.uuid, is_closing=last.closing, is_interrupted=False
    )


def _unanswered(entry: HistoryEntry) -> UnfinishedTurn | None:
    calls = calls_of(entry)
    if not calls:
        return None
    return UnfinishedTurn(turn_id=entry.turn_id, at=entry.uuid, calls=calls, since=entry.created_at)


def _half_answered(entries: Sequence[HistoryEntry]) -> UnfinishedTurn | None:
    """An interruption among calls of which some have results."""
    results = entries[-1]
    asking = next((e for e in entries if e.uuid == results.parent_uuid), None)
    if asking is None or asking.role != "assistant" or not (calls := calls_of(asking)):
        return None
    return UnfinishedTurn(
        turn_id=results.turn_id,
        at=asking.uuid,
        calls=calls,
        known=results_of(results),
        partial=results.uuid,
        since=results.created_at,
    )


def abandoned_results(interruption: UnfinishedTurn) -> tuple[Block, ...]:
    """Results for calls that are not resumed: existing ones, or "no result"."""
    none = ToolResult(content=NO_RESULT, outcome=ToolOutcome.CANCELLED)
    return with_images((call, interruption.known.get(call.id, none)) for call in interruption.calls)


def calls_of(entry: HistoryEntry) -> tuple[ToolUseBlock, ...]:
    """Empty for a message that was cut off."""
    if entry.partial:
        return ()
    return tuple(block for block in entry.message.content if isinstance(block, ToolUseBlock))


def results_of(entry: HistoryEntry) -> dict[str, ToolResult]:
    """By call id."""
    found: dict[str, ToolResult] = {}
    last = ""
    for block in entry.message.content:
        if isinstance(block, ToolResultBlock):
            last = block.tool_use_id
            found[last] = ToolResult(
                content=block.content,
                outcome=ToolOutcome.ERROR if block.is_error else ToolOutcome.OK,
                data=entry.results.get(last, {}),
            )
        elif isinstance(block, ImageBlock) and last:
            found[last] = replace(found[last], images=(*found[last].images, block))
    return found


def _has_results(entry: HistoryEntry) -> bool:
    return any(isinstance(block, ToolResultBlock) for block in entry.message.content)
