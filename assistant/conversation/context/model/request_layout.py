"""From a history and what a conversation is held with to the request that is sent. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from assistant.conversation.context.model.context_window import (
    MIN_MESSAGES,
    Bounds,
    Window,
    open_window,
)
from assistant.conversation.context.model.layers import (
    SUMMARY_HEAD,
    Layers,
    Limits,
    headed,
    limit_for,
    memories_of,
    recent_for,
    system_parts,
    system_texts,
)
from assistant.conversation.context.model.memory_summaries import Wanted, wanted_summaries
from assistant.conversation.context.model.message_groups import Reading
from assistant.conversation.context.model.rolling_summary import RollingSummary, reached
from assistant.conversation.conversation_config import Surroundings
from assistant.conversation.history.message_history import Entry
from assistant.llm.messages_api.model_client import ModelRequest
from assistant.protocol.sent_context import Layer

_AROUND_SUMMARY: Final = 64
"""Characters that a summary costs beside its words: head, quotes, escapes."""


COMING: Final = 2
"""Messages that the next turn has at least: a window with less room is moved beforehand."""
NEARLY_FULL: Final = 0.9
"""The share of its characters at which a window is moved beforehand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How the last request was composed, so that the next one goes on from there."""

    anchor: str | None = None
    """Id of the message that the window began with."""
    waiting: frozenset[str] = frozenset()
    """Ids of the turns in which a question waits for its answer."""
    summaries: Sequence[RollingSummary] = ()
    """Of what is not sent any more, on this branch and others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """A request and how it came about."""

    request: ModelRequest
    system: Mapping[Layer, str]
    """Layers 1 to 6 as they are sent."""
    full: Mapping[Layer, str]
    """Layers 1 to 6 as they would be sent whole."""
    compressed: Collection[Layer] = field(default_factory=tuple[Layer, ...])
    """The layers in whose place a summary stands."""
    summary: str
    """Of the conversation before the window; empty if there is none."""
    window: Window
    bounds: Bounds
    """What the window might hold."""
    limit: int
    """Characters that might be sent."""
    anchor: str | None
    """Id of the message that the window begins with."""


def reading_of(surroundings: Surroundings, turn_id: str) -> Reading:
    """Return how a history is read for the model of these surroundings."""
    profile = surroundings.client.profile
    return Reading(
        turn_id=turn_id,
        zone=surroundings.zone if profile.system_prompt is None else None,
        tools=profile.tools,
    )


def wanted_for(
    surroundings: Surroundings,
    layers: Layers,
    entries: Sequence[Entry],
    *,
    turn_id: str,
    limits: Limits,
    standing: Standing,
) -> tuple[Wanted, ...]:
    """Return which memories must be summarised before the request can be composed.

    None if it is enough that old messages are dropped.
    """
    profile = surroundings.client.profile
    memories = memories_of(layers, profile)
    if not any(memories.values()):
        return ()
    least = open_window(
        entries,
        reading=reading_of(surroundings, turn_id),
        bounds=Bounds(messages=recent_for(limits, profile), characters=0),
        waiting=standing.waiting,
    )
    size = sum(map(len, system_texts(layers, profile).values())) + least.size
    size += _reserved(limits, standing)
    excess = size - limit_for(limits, profile, surroundings.specs)
    return wanted_summaries(memories, excess=excess)


def composed(
    surroundings: Surroundings,
    layers: Layers,
    entries: Sequence[Entry],
    *,
    turn_id: str,
    limits: Limits,
    standing: Standing,
    texts: Mapping[Layer, str] | None = None,
    compressed: Collection[Layer] = (),
) -> Composed:
    """Compose the request for the next reply.

    Args:
        surroundings: The model, its tools and zone.
        layers: Layers 1 to 6.
        entries: The history, oldest first; ends with the user.
        turn_id: The turn under way, whose thinking is replayed.
        limits: How much may be sent; the profile may allow less.
        standing: How the last request was composed.
        texts: What to send in place of memory layers.
        compressed: Those of `texts` that are summaries.

    Returns:
        The request. Its messages begin with a message of the person's own, no tool call is parted
        from its result, and the last group of messages is always there.
    """
    profile = surroundings.client.profile
    system = system_texts(_with_texts(layers, texts or {}), profile)
    limit = limit_for(limits, profile, surroundings.specs)
    reserved = _reserved(limits, standing)
    bounds = Bounds(
        messages=recent_for(limits, profile),
        characters=limit - sum(map(len, system.values())) - reserved,
    )
    window = open_window(
        entries,
        reading=reading_of(surroundings, turn_id),
        bounds=bounds,
        anchor=standing.anchor,
        waiting=standing.waiting,
    )
    before = reached(standing.summaries, entries, begins=window.begins) if limits.summary else None
    summary = "" if before is None else before.summary.text
    request = ModelRequest(
        system=system_parts(system),
        messages=headed(window.messages, summary),
        tools=tuple(surroundings.specs) if profile.tools else (),
    )
    return Composed(
        request=request,
        system=system,
        full=system_texts(layers, profile),
        compressed=tuple(compressed),
        summary=summary,
        window=window,
        bounds=bounds,
        limit=limit,
        anchor=entries[window.begins].uuid if entries else None,
    )


def _reserved(limits: Limits, standing: Standing) -> int:
    """Return the characters that are kept free for the summary of the conversation."""
    if not limits.summary or not standing.summaries:
        return 0
    longest = max(len(summary.text) for summary in standing.summaries)
    return longest + len(SUMMARY_HEAD) + _AROUND_SUMMARY


def _with_texts(layers: Layers, texts: Mapping[Layer, str]) -> Layers:
    return replace(
        layers,
        workspace_memory=texts.get(Layer.WORKSPACE_MEMORY, layers.workspace_memory),
        agent_memory=texts.get(Layer.AGENT_MEMORY, layers.agent_memory),
        personal_memory=texts.get(Layer.PERSONAL_MEMORY, layers.personal_memory),
    )


def window_after(
    surroundings: Surroundings, entries: Sequence[Entry], last: Composed, *, standing: Standing
) -> int:
    """Return where the window of the next request should begin, as an index of an entry.

    It begins where the last one did, unless the next words would be too much: then it is moved
    already now, so that there is time to sum up what falls out of it.
    """
    nearly = Bounds(
        messages=max(MIN_MESSAGES, last.bounds.messages - COMING),
        characters=int(last.bounds.characters * NEARLY_FULL),
    )
    return open_window(
        entries,
        reading=reading_of(surroundings, turn_id=""),
        bounds=nearly,
        anchor=last.anchor,
        waiting=standing.waiting,
    ).begins
