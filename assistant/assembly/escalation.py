"""How questions get louder, and coding agents are heard, as it is set now."""

from collections.abc import Callable

from assistant.assembly.local_zone import local_zone
from assistant.coding_agents.model.attention import AlertRules, AttentionRules
from assistant.engine.core import Core
from assistant.escalation.ladder import Moment
from assistant.escalation.quiet_times import QuietTimes
from assistant.escalation.step import Step
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import QuestionSet
from assistant.timer import zone_named


def quiet_times(core: Core) -> QuietTimes:
    """Return the hours in which the user is left alone."""
    text = core.conversation_factory.settings.escalation.quiet
    return QuietTimes.read(text, zone=zone_named(local_zone())) if text else QuietTimes()


def moment(core: Core, can: frozenset[Step]) -> Moment:
    """Return what goes on now, given the steps that something carries out."""
    presence = core.presence
    return Moment(
        now=core.plan.clock.now(),
        quiet=quiet_times(core),
        can=can,
        is_locked=presence.is_locked,
        is_in_call=presence.is_in_call,
        is_do_not_disturb=presence.is_do_not_disturb,
        has_digest=core.conversation_factory.settings.escalation.digest,
        seen_at=presence.seen_at,
    )


def question_steps(core: Core, questions: QuestionSet) -> dict[Step, float]:
    """Return the steps of a question, each with its seconds; what is set of the asker goes first."""
    wished = core.conversation_factory.settings.escalation
    seconds = {
        Step.NOTIFICATION: wished.notify_after_s,
        Step.SPOKEN: wished.speak_after_s,
        Step.PHONE: wished.phone_after_s,
    }
    usual = {step: float(after_s) for step, after_s in seconds.items() if after_s >= 0}
    return attention_rules(core).steps(questions.asker, usual)


def agent_steps(core: Core, asker: Asker) -> dict[Step, float]:
    """Return the steps of a session that waits at its own dialog, or is done."""
    return attention_rules(core).steps(asker)


def attention_rules(core: Core) -> AttentionRules:
    wished = core.conversation_factory.settings.coding_agents
    return AttentionRules.read(wished.attention, wished.attention_exceptions)


def alert_rules(core: Core) -> AlertRules:
    """Return how coding agents are heard."""
    presence = core.presence
    return AlertRules(
        attention=attention_rules(core),
        quiet=quiet_times(core),
        is_away=presence.is_away,
        is_hushed=presence.is_in_call or presence.is_do_not_disturb,
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
