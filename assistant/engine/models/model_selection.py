"""Selects the model of new conversations from the settings."""

from assistant.engine.launch_options import LaunchOptions
from assistant.llm.api_keys import KeyStore
from assistant.llm.model_factory import ModelBuild, ModelFactory
from assistant.protocol.notices import Notice, Severity
from assistant.settings import Settings


def model_notices(resolved: ModelBuild) -> list[Notice]:
    """Return what the user should know about how the model was chosen."""
    return [
        Notice(code=f"model_{n}", text=text, severity=Severity.INFO)
        for n, text in enumerate(resolved.notices)
    ]


async def resolve_model(plan: LaunchOptions, settings: Settings, keys: KeyStore) -> ModelBuild:
    """Return the model that the settings ask for, or the plan's own."""
    if plan.client is not None:
        return ModelBuild(client=plan.client)
    factory = ModelFactory(keys=keys, home=plan.home, clock=plan.clock)
    return await factory.choose(settings.llm)
