"""Selects the model of new conversations from the settings."""

from typing import Final

from assistant.engine.launch_options import LaunchOptions
from assistant.llm.model_factory import ModelBuild, ModelFactory
from assistant.locale import _
from assistant.protocol.notices import Notice, Severity
from assistant.questions.model.question import Channel
from assistant.settings import Settings

CHOICE_NOTICE: Final = "model_choice"
"""Code of the notice about the model that was chosen."""
SERVER_SILENT: Final = "model_server_silent"
"""Code of the notice that the model server of the settings does not answer."""

_FETCHING: Final = frozenset({Channel.DESKTOP, Channel.TERMINAL})


def model_notices(resolved: ModelBuild, channel: Channel) -> list[Notice]:
    """What the user should know about the choice of model.

    Args:
        resolved: What was chosen.
        channel: Where the user is; the window and the terminal fetch a better built-in model by
            themselves.
    """
    texts = list(resolved.notices)
    starter = resolved.starter
    better = starter.fetch if starter is not None and starter.is_here else None
    if better is not None and channel not in _FETCHING:
        texts.append(
            _(
                "A better built-in model would run here ({size} GB): parley models get {name}"
            ).format(size=f"{better.size_bytes / 1e9:.1f}", name=better.name)
        )
    silent = [
        Notice(
            code=SERVER_SILENT,
            text=_("The model server at {address} does not answer.").format(address=address),
            severity=Severity.INFO,
        )
        for address in resolved.silent_servers
    ]
    return silent + [
        Notice(
            code=f"{CHOICE_NOTICE}_{n}" if n else CHOICE_NOTICE,
            text=text,
            severity=Severity.INFO,
        )
        for n, text in enumerate(texts)
    ]


async def resolve_model(
    plan: LaunchOptions, settings: Settings, factory: ModelFactory
) -> ModelBuild:
    """The model of the settings, or the plan's own."""
    if plan.client is not None:
        return ModelBuild(client=plan.client)
    return await factory.choose(settings.llm)
