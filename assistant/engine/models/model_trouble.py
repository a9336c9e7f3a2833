"""Takes back what was told of a model that could not be asked, once it answers. Engine loop only."""

from collections.abc import Callable
from typing import Final

from assistant.engine.models.model_selection import SERVER_SILENT
from assistant.protocol.client import Listener
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import BY_RULES
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnFinished

_CODES: Final = frozenset({"model_unavailable", SERVER_SILENT})
"""Of the notices that a reply shows to be out of date."""


class ModelTrouble:
    """Hears the current conversation.

    Args:
        profile: Returns the kind of the model that it is held with, as `Profile.name`.
        emit: Takes the notices that are over.
    """

    def __init__(self, *, profile: Callable[[], str], emit: Listener) -> None:
        self._profile = profile
        self._emit = emit
        self._notified: set[str] = set()
        """Codes of the notices that are shown."""

    def on_event(self, event: EngineEvent) -> None:
        """Note model notices, and withdraw them after a model's first reply."""
        match event:
            case Notice(code=code, resolved=True):
                self._notified.discard(code)
            case Notice(code=code) if code in _CODES:
                self._notified.add(code)
            case TurnFinished(model=model, text=text) if text and model != BY_RULES:
                is_server = self._profile() == "local"
                for code in sorted(self._notified):
                    if is_server or code != SERVER_SILENT:
                        self._emit(Notice(code=code, text="", resolved=True))
            case _:
                pass
