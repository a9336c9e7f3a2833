"""Tells under the built-in model's first replies who answered, and what a better would change. Pure."""

from typing import Final

from assistant.llm.model_choice.choice import LocalServerOffer
from assistant.locale import _
from assistant.protocol.models import UseLocalServer
from assistant.protocol.notices import ModelAdvice, NoticeAction, OpenSettings

ADVISED_REPLIES: Final = 3
"""Under so many replies it is told; then the user knows."""


def model_advice(
    *, replies: int, is_guided: bool, is_fetching: bool, offer: LocalServerOffer | None
) -> ModelAdvice | None:
    """Advice under a reply of the built-in model; None if it was shown enough.

    Args:
        replies: How many replies it gave before, in all conversations.
        is_guided: Whether it can ask back; the smallest cannot.
        is_fetching: Whether a better one is on its way.
        offer: A local model server that was found.
    """
    if replies >= ADVISED_REPLIES:
        return None
    actions: list[NoticeAction] = []
    if is_fetching:
        change = _("A better one is being downloaded and takes over when it is here.")
    else:
        change = _("A larger one knows more and can use tools.")
        actions.append(
            NoticeAction(
                label=_("Try a larger model"),
                command=OpenSettings(page="model", field="llm_starter_model"),
            )
        )
    actions.append(
        NoticeAction(label=_("Add a key"), command=OpenSettings(page="model", field="secret"))
    )
    if offer is not None:
        actions.append(
            NoticeAction(
                label=_("Use {model} of this computer").format(model=offer.model),
                command=UseLocalServer(),
            )
        )
    who = (
        _("The built-in model answered, on this computer: good for short answers and questions.")
        if is_guided
        else _("The smallest built-in model answered: it knows little and is often wrong.")
    )
    return ModelAdvice(text=f"{who} {change}", actions=tuple(actions))
