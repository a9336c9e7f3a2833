"""How coding agents are heard, as it is set now."""

from collections.abc import Callable

from assistant.assembly.local_zone import local_zone
from assistant.coding_agents.model.attention import (
    AlertRules,
    AttentionRules,
    Loudness,
    read_exceptions,
    read_phone_exceptions,
)
from assistant.engine.core import Core
from assistant.quiet_hours import QuietHours
from assistant.timer import zone_named


def alert_rules(core: Core) -> AlertRules:
    """Return how coding agents are heard, as it is set now."""
    wished = core.conversation_factory.settings.coding_agents
    quiet = None
    if wished.quiet_from:
        zone = zone_named(local_zone())
        quiet = QuietHours.read(wished.quiet_from, wished.quiet_until, zone=zone)
    return AlertRules(
        attention=AttentionRules(
            usual=Loudness(wished.attention),
            exceptions=read_exceptions(wished.attention_exceptions),
            phone_after_min=wished.phone_after_min,
            phone_exceptions=read_phone_exceptions(wished.attention_exceptions),
        ),
        quiet=quiet,
        is_away=core.presence.is_away,
    )


def follow_presence(core: Core, left: Callable[[], None] = lambda: None) -> Callable[[], None]:
    """Know from the first coding agent on whether the user can be spoken to.

    Args:
        core: Whose agents.
        left: Called when they cannot be any more.

    Returns:
        A function that ends it.
    """

    def changed() -> None:
        if core.presence.is_away:
            left()

    ends = (core.subscribe(core.presence.on_event), core.presence.on_change(changed))

    def stop() -> None:
        for end in ends:
            end()

    return stop
