"""Builds a request from a history and the configuration of its conversation. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from assistant.conversation.context.model.context_window import (
    MIN_MESSAGES,
    ContextWindow,
    WindowBounds,
    select_window,
)
from assistant.conversation.context.model.layers import (
    SUMMARY_HEAD,
    ContextLayers,
    ContextLimits,
    limit_for,
    memories_of,
    offered_tools,
    prepend_summary,
    recent_for,
    system_parts,
    system_texts,
)
from assistant.conversation.context.model.memory_summaries import SummaryRequest, summary_requests
from assistant.conversation.context.model.message_groups import ReplayOptions, is_user_message
from assistant.conversation.context.model.rolling_summary import RollingSummary, covering_summary
from assistant.conversation.conversation_config import ConversationConfig
from assistant.conversation.history.message_history import HistoryEntry
from assistant.languages.text_language import newest_language
from assistant.llm.messages_api.model_client import ModelRequest, Profile
from assistant.locale import current_language
from assistant.protocol.sent_context import Layer

_AROUND_SUMMARY: Final = 64
"""Characters that a summary costs beside its words: head, quotes, escapes."""


COMING: Final = 2
"""Messages that the next turn has at least: a window with less room is moved beforehand."""
NEARLY_FULL: Final = 0.9
"""The share of its characters at which a window is moved beforehand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposerState:
    """How the last request was composed, so that the next one goes on from there."""

    anchor: str | None = None
    """Id of the message that the window began with."""
    waiting: frozenset[str] = frozenset()
    """Ids of the turns in which a question waits for its answer."""
    summaries: Sequence[RollingSummary] = ()
    """Of what is not sent any more, on this branch and others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedRequest:
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
    window: ContextWindow
    bounds: WindowBounds
    """What the window might hold."""
    limit: int
    """Characters that might be sent."""
    anchor: str | None
    """Id of the message that the window begins with."""

    @property
    def size(self) -> int:
        """Characters of system text and messages."""
        return sum(map(len, self.system.values())) + len(self.summary) + self.window.size


def replay_options_for(surroundings: ConversationConfig, turn_id: str) -> ReplayOptions:
    """How a history is read for this model."""
    profile = surroundings.client.profile
    return ReplayOptions(
        turn_id=turn_id,
        zone=surroundings.zone if profile.system_prompt is None else None,
        tools=profile.tools or bool(profile.own_tools),
    )


def needed_summaries(
    surroundings: ConversationConfig,
    layers: ContextLayers,
    entries: Sequence[HistoryEntry],
    *,
    turn_id: str,
    limits: ContextLimits,
    standing: ComposerState,
) -> tuple[SummaryRequest, ...]:
    """Memories to summarise before the request can be composed.

    Empty if it is enough to drop old messages.
    """
    profile = surroundings.client.profile
    memories = memories_of(layers, profile)
    if not any(memories.values()):
        return ()
    least = select_window(
        entries,
        reading=replay_options_for(surroundings, turn_id),
        bounds=WindowBounds(messages=recent_for(limits, profile), characters=0),
        waiting=standing.waiting,
    )
    size = sum(map(len, system_texts(layers, profile).values())) + least.size
    size += _reserved(limits, standing)
    excess = size - limit_for(limits, profile, surroundings.specs)
    return summary_requests(memories, excess=excess)


def composed(
    surroundings: ConversationConfig,
    layers: ContextLayers,
    entries: Sequence[HistoryEntry],
    *,
    turn_id: str,
    limits: ContextLimits,
    standing: ComposerState,
    texts: Mapping[Layer, str] | None = None,
    compressed: Collection[Layer] = (),
) -> ComposedRequest:
    """Compose the request for the next reply.

    Args:
        surroundings: The model, its tools and zone.
        entries: The history, oldest first; ends with the user.
        turn_id: The turn under way, whose thinking is replayed.
        limits: How much may be sent; the profile may allow less.
        standing: How the last request was composed.
        texts: What to send in place of memory layers.
        compressed: Those of `texts` that are summaries.

    Returns:
        The request. Its messages begin with one of the user's own messages, no tool call is parted
        from its result, and the last group of messages is always there.
    """
    profile = surroundings.client.profile
    language = _language_for(profile, entries)
    system = system_texts(_with_texts(layers, texts or {}), profile, language=language)
    limit = limit_for(limits, profile, surroundings.specs)
    reserved = _reserved(limits, standing)
    bounds = WindowBounds(
        messages=recent_for(limits, profile),
        characters=limit - sum(map(len, system.values())) - reserved,
    )
    window = select_window(
        entries,
        reading=replay_options_for(surroundings, turn_id),
        bounds=bounds,
        anchor=standing.anchor,
        waiting=standing.waiting,
    )
    before = (
        covering_summary(standing.summaries, entries, begins=window.begins)
        if limits.summary
        else None
    )
    summary = "" if before is None else before.summary.text
    before_id = next(
        (entry.turn_id for entry in reversed(entries) if entry.turn_id != turn_id), None
    )
    request = ModelRequest(
        system=system_parts(system),
        messages=prepend_summary(window.messages, summary),
        tools=offered_tools(profile, surroundings.specs),
        results=_results_of(turn_id, entries),
        results_before=_results_of(before_id, entries) if before_id is not None else {},
    )
    return ComposedRequest(
        request=request,
        system=system,
        full=system_texts(layers, profile, language=language),
        compressed=tuple(compressed),
        summary=summary,
        window=window,
        bounds=bounds,
        limit=limit,
        anchor=entries[window.begins].uuid if entries else None,
    )


def _results_of(turn_id: str, entries: Sequence[HistoryEntry]) -> Mapping[str, Mapping[str, Any]]:
    """Structured tool results of a turn, by call id."""
    return {
        call: values
        for entry in reversed(entries)
        if entry.turn_id == turn_id
        for call, values in entry.results.items()
    }


def _language_for(profile: Profile, entries: Sequence[HistoryEntry]) -> str:
    """Language of the user's last message, for a model whose prompt depends on it."""
    if not profile.localized_prompts:
        return ""
    own = (entry.message.text for entry in reversed(entries) if is_user_message(entry))
    return newest_language(own, likely=current_language())


def _reserved(limits: ContextLimits, standing: ComposerState) -> int:
    """Characters kept free for the summary of the conversation."""
    if not limits.summary or not standing.summaries:
        return 0
    longest = max(len(summary.text) for summary in standing.summaries)
    return longest + len(SUMMARY_HEAD) + _AROUND_SUMMARY


def _with_texts(layers: ContextLayers, texts: Mapping[Layer, str]) -> ContextLayers:
    return replace(
        layers,
        workspace_memory=texts.get(Layer.WORKSPACE_MEMORY, layers.workspace_memory),
        agent_memory=texts.get(Layer.AGENT_MEMORY, layers.agent_memory),
        personal_memory=texts.get(Layer.PERSONAL_MEMORY, layers.personal_memory),
    )


def next_window_start(
    surroundings: ConversationConfig,
    entries: Sequence[HistoryEntry],
    last: ComposedRequest,
    *,
    standing: ComposerState,
) -> int:
    """Index of the entry at which the next window should begin.

    The window stays where it is unless the next words would be too much: then it moves ahead of
    time, so that what falls out of it can be summarised.
    """
    nearly = WindowBounds(
        messages=max(MIN_MESSAGES, last.bounds.messages - COMING),
        characters=int(last.bounds.characters * NEARLY_FULL),
    )
    return select_window(
        entries,
        reading=replay_options_for(surroundings, turn_id=""),
        bounds=nearly,
        anchor=last.anchor,
        waiting=standing.waiting,
    ).begins
