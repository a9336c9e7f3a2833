"""Which conversation, and which turn, an event belongs to."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationScoped:
    """An event of one conversation, which puts its id in as it tells of it."""

    conversation_id: str | None = field(default=None, compare=False)
    """None for what concerns all of them. Says where and not what, so it is not compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnScoped(ConversationScoped):
    """An event of one turn; a listener may drop those of a turn that is over."""

    turn_id: str
