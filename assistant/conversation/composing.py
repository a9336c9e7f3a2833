"""From a history and what a conversation is held with to the request that is sent. Pure."""

from collections.abc import Sequence

from assistant.conversation.context import Layers, compose
from assistant.conversation.history import Entry
from assistant.conversation.replay import replay
from assistant.conversation.surroundings import Surroundings
from assistant.llm.client import ModelRequest


def composed(
    surroundings: Surroundings, layers: Layers, entries: Sequence[Entry], *, turn_id: str
) -> ModelRequest:
    """Return the request for the next reply.

    Args:
        surroundings: The model, its tools and limits.
        layers: Layers 1 to 6.
        entries: The history, oldest first.
        turn_id: The turn under way, whose thinking is replayed.
    """
    profile = surroundings.client.profile
    return compose(
        layers=layers,
        messages=replay(
            entries,
            current_turn=turn_id,
            zone=surroundings.zone if profile.system_prompt is None else None,
        ),
        tools=surroundings.specs,
        profile=profile,
        limits=surroundings.limits,
    )
