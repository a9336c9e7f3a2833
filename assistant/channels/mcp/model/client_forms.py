"""When a client's own form is shown, and when what comes back was given by nobody. Pure.

Some clients announce forms and answer them by themselves where nobody sits: `claude -p` cancels
after 0.13 s, `codex exec` declines after 0.01 s. Such an answer is not the user's.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from assistant.questions.formats.input_reader import as_fields

ClientForms = Literal["auto", "first", "never"]
"""`auto`: in the running Parley and in the client's form at once; `first`: in the form, and elsewhere
only where it asks nobody; `never`: not in the form."""
FORM: Final = "elicitation"
"""The transport of a client's form."""
WINDOW: Final = "desktop"
"""The transport of the running Parley, whichever of its surfaces answers."""
PAGE: Final = "web"
"""The transport of a page in the browser."""
AT_ONCE_S: Final = 1.0
"""Nobody reads a question and refuses it within this; a program does."""


_UNATTENDED: Final[Mapping[str, frozenset[str]]] = {
    "CLAUDE_CODE_ENTRYPOINT": frozenset({"sdk-cli"})
}
"""What clients put into the environment of their servers where nobody sits at them: `claude -p`."""


def is_unattended(environment: Mapping[str, str]) -> bool:
    """Whether the client that set this environment is known to answer its forms by itself."""
    return any(environment.get(name) in values for name, values in _UNATTENDED.items())


def asking_order(
    free: Sequence[str], *, has_form: bool, forms: ClientForms
) -> tuple[tuple[str, ...], ...]:
    """Return the transports that are asked, in stages; those of a stage are asked at once.

    Args:
        free: The user's own surfaces that can be tried now, in the order in which they are.
        has_form: Whether the client shows forms, and somebody may see them.
        forms: The setting.
    """
    stages = [(transport,) for transport in free]
    if not has_form or forms == "never":
        return tuple(stages)
    if forms == "auto" and WINDOW in free:
        return ((WINDOW, FORM), *(stage for stage in stages if stage != (WINDOW,)))
    return ((FORM,), *stages)


def is_from_nobody(
    action: str,
    content: Mapping[str, Any] | None,
    schema: Mapping[str, Any],
    *,
    after_s: float,
) -> bool:
    """Whether a client gave an answer by itself: it refused, or sent the form as it was, at once.

    Args:
        action: `accept`, `decline` or `cancel`.
        content: The fields.
        schema: Of the form.
        after_s: How long after the form was sent.
    """
    if after_s >= AT_ONCE_S:
        return False
    if action != "accept":
        return True
    fields = as_fields(schema.get("properties"))
    return all(
        value in (None, "", [], as_fields(fields.get(name)).get("default"))
        for name, value in (content or {}).items()
    )
