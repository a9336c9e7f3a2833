"""Lists what the user can do about a failed or incomplete reply. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from assistant.errors import AssistantError, ErrorCategory, ProviderError
from assistant.llm.model_choice.model_names import STARTER_WORD
from assistant.locale import _
from assistant.protocol.conversation import RetryReply, Say
from assistant.protocol.models import SwitchModel
from assistant.protocol.notices import NoticeAction, OpenSettings

_HOPELESS: Final = frozenset(
    {
        ErrorCategory.INVALID_REQUEST,
        ErrorCategory.CONTEXT_TOO_LONG,
        ErrorCategory.PICTURE_REFUSED,
    }
)
"""The same model would refuse the same request again."""


def recovery_actions(
    error: AssistantError, *, model: str, models: Sequence[str], built_in: str | None = None
) -> tuple[NoticeAction, ...]:
    """What the user can do about a failed turn (TF-11, TF-14, G-19).

    Args:
        error: How it failed.
        model: The model that was asked, as shown.
        models: Every model the conversation may be held with, in the order they are offered.
        built_in: The one of them that is the built-in model, which answers this once.

    Returns:
        Sending the same words again, where that may help, then one action for each other model,
        where another may do better.
    """
    again = try_again()
    if not isinstance(error, ProviderError):
        return (again,)
    others = _others(model, models, RetryReply, built_in)
    match error.category:
        case ErrorCategory.TIMEOUT:  # waiting as long once more is the second choice
            return (*others, again)
        case ErrorCategory.ACCOUNT | ErrorCategory.MODEL_NOT_RUNNING:
            return (*others, again)
        case ErrorCategory.AUTHENTICATION:
            return (*key_actions(error), again, *others)
        case category if category in _HOPELESS:
            return others
        case _:
            return (again, *others)


def try_again() -> NoticeAction:
    """What the user can do about an incomplete reply without a failure, as after *stop*."""
    return NoticeAction(label=_("Try again"), command=RetryReply())


def key_actions(error: AssistantError) -> tuple[NoticeAction, ...]:
    """The action for a rejected key; empty for other errors."""
    if not isinstance(error, ProviderError) or error.category is not ErrorCategory.AUTHENTICATION:
        return ()
    return (NoticeAction(label=_("Add a key"), command=OpenSettings(page="model", field="secret")),)


def other_models(model: str, models: Sequence[str]) -> tuple[NoticeAction, ...]:
    """Offer other models to hold the conversation with."""
    return _others(model, models, SwitchModel)


def _others(
    model: str,
    models: Sequence[str],
    command: type[RetryReply | SwitchModel],
    built_in: str | None = None,
) -> tuple[NoticeAction, ...]:
    return tuple(
        _built_in_once()
        if other == built_in
        else NoticeAction(label=_("Use {model}").format(model=other), command=command(model=other))
        for other in models
        if other != model
    )


def _built_in_once() -> NoticeAction:
    return NoticeAction(
        label=_("Answer this with the built-in model, which is smaller"),
        command=RetryReply(model=STARTER_WORD, for_this_turn=True),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class IncompleteReply:
    """Why a reply that came to its end is not whole."""

    reason: str
    """In the user's language."""
    hint: str
    actions: tuple[NoticeAction, ...]


def incomplete_reply(
    stop_reason: str, *, model: str, models: Sequence[str], built_in: str | None = None
) -> IncompleteReply | None:
    """Why a reply is incomplete; None if it is complete (TF-19).

    Args:
        stop_reason: As the Messages API names it.
        model: The model that answered, as shown.
        models: Every model the conversation may be held with.
        built_in: As in `recovery_actions`.
    """
    match stop_reason:
        case "max_tokens":
            return IncompleteReply(
                reason=_("The reply was cut short: it reached the longest length allowed."),
                hint=_("Let it go on, or allow longer replies in the settings."),
                actions=(NoticeAction(label=_("Go on"), command=Say(text=_("Go on"))),),
            )
        case "refusal":
            return IncompleteReply(
                reason=_("The model declined to answer this."),
                hint=_("Say it in other words, or ask another model."),
                actions=_others(model, models, RetryReply, built_in),
            )
        case _:
            return None
