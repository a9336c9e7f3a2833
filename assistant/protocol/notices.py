"""What the user should know, and what they may do about it."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Literal

from assistant.errors import AssistantError
from assistant.locale import in_current_language
from assistant.protocol.by_class_name import ByClassName
from assistant.protocol.conversation import ConversationScoped

if TYPE_CHECKING:  # the window starts without most topics; `wire` reads it with all of them
    from assistant.protocol.commands import Command


class Severity(Enum):
    """How much a notice matters."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSettings:
    """Show a page of the settings; for the window itself, as the engine has none."""

    page: Literal["model", "models", "voice"]
    field: Literal["", "secret", "llm_starter_model", "voice_plain_voice"] = ""
    """The field of the page that the user is to look at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeAction:
    """Something the user may do about what they are told: a button."""

    label: str
    """In the user's language."""
    command: "Annotated[Command | OpenSettings, ByClassName()]"

    def in_current_language(self) -> "NoticeAction":
        """Translate the label again."""
        return replace(self, label=in_current_language(self.label))


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(ConversationScoped):
    """Something the user should know: what happened, what still works, what to do."""

    code: str
    """Stable name of the notice, such as `microphone_missing`; a newer one replaces an older."""
    text: str
    """In the user's language."""
    hint: str = ""
    severity: Severity = Severity.WARNING
    resolved: bool = False
    """The trouble of this code is over."""
    actions: tuple[NoticeAction, ...] = ()
    """What the user may do about it."""

    def in_current_language(self) -> "Notice":
        """Translate it again: the interface's language may have changed."""
        return replace(
            self,
            text=in_current_language(self.text),
            hint=in_current_language(self.hint),
            actions=tuple(action.in_current_language() for action in self.actions),
        )

    @classmethod
    def of(
        cls,
        error: AssistantError,
        code: str,
        *,
        severity: Severity = Severity.ERROR,
        actions: tuple[NoticeAction, ...] = (),
    ) -> "Notice":
        """A notice about an error."""
        return cls(
            code=code, text=error.message, hint=error.hint, severity=severity, actions=actions
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAdvice(ConversationScoped):
    """Who gave the reply that ended, and what another model would change."""

    text: str
    """In the user's language."""
    actions: tuple[NoticeAction, ...] = ()
    """What the user may do about it."""
