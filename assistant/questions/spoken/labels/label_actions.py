"""Labels that say what to do, and other verbs for the same: "kill it" of "Delete it". Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.questions.spoken.proposed_action import (
    Action,
    action_at_start,
    actions_of_label,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionOwners:
    """The options that say to do what a verb says."""

    places: tuple[int, ...]
    end: int
    """Where the verb ends in the text."""


class LabelActions:
    """What the labels of one question say to do.

    Args:
        labels: The labels, in order.
        language: ISO 639-1 code.
    """

    def __init__(self, labels: Sequence[str], language: str) -> None:
        self._language = language
        self._actions = [actions_of_label(label, language) for label in labels]

    def owners(self, text: str) -> ActionOwners | None:
        """Return the options that say to do what the verb says with which a text begins."""
        if not any(self._actions):
            return None
        said, end = action_at_start(text, self._language)
        places = tuple(i for i, own in enumerate(self._actions) if own & said and _agree(own, said))
        return ActionOwners(places=places, end=end) if places else None


def _agree(own: frozenset[Action], said: frozenset[Action]) -> bool:
    """Whether nothing that is said is the opposite of what a label says."""
    opposites = {Action(pair=one.pair, is_first=not one.is_first) for one in said - own}
    return opposites.isdisjoint(own)
