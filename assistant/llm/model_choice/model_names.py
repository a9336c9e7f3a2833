"""The models a conversation may be held with, by the names that people read. Pure.

The setting `llm.models` names them: `claude-…` as the service does, `local:NAME` for the local
server's, `starter` for the built-in one. A model is shown by its plain name.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from assistant.llm.messages_api.model_client import Profile
from assistant.llm.model_choice.choice import STARTER_MODEL

LOCAL_PREFIX: Final = "local:"
STARTER_WORD: Final = "starter"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelName:
    """Which model: what is stored with a conversation that is held with it."""

    profile: Literal["anthropic", "local", "starter"]
    model: str
    """As the provider names it; what is shown."""

    @property
    def setting(self) -> str:
        """The name as the setting `llm.models` has it."""
        match self.profile:
            case "anthropic":
                return self.model
            case "local":
                return LOCAL_PREFIX + self.model
            case "starter":
                return STARTER_WORD


def parse_model_name(setting: str) -> ModelName | None:
    """Read a name as the setting has it; None if there is nothing after `local:`."""
    name = setting.strip()
    if name == STARTER_WORD:
        return ModelName(profile="starter", model=STARTER_MODEL)
    if name.startswith(LOCAL_PREFIX):
        model = name.removeprefix(LOCAL_PREFIX).strip()
        return ModelName(profile="local", model=model) if model else None
    return ModelName(profile="anthropic", model=name) if name else None


def model_name_of(profile: Profile) -> ModelName:
    return ModelName(profile=profile.name, model=profile.model)


def offered_models(
    first: ModelName,
    settings: Sequence[str],
    *,
    built_in: str | None,
    also: Iterable[ModelName] = (),
) -> tuple[ModelName, ...]:
    """Return the models a conversation may be held with, each once, in the order to offer them.

    Args:
        first: The model of the settings.
        settings: The names in `llm.models`.
        built_in: The model that the built-in one runs, if its file is here: it is the last way out,
            as it needs neither a key nor a network.
        also: Others that are in use, such as the one this conversation was held with so far.
    """
    found = [
        first,
        *(name for setting in settings if (name := parse_model_name(setting)) is not None),
        *also,
    ]
    if built_in is not None:
        found = [_as_it_runs(name, built_in) for name in found]
        found.append(ModelName(profile="starter", model=built_in))
    by_shown: dict[str, ModelName] = {}
    for name in found:
        by_shown.setdefault(name.model, name)  # one button a name that people can tell apart
    return tuple(by_shown.values())


def _as_it_runs(name: ModelName, built_in: str) -> ModelName:
    """Return the name of the file that the built-in model runs from, for any of its names."""
    return ModelName(profile="starter", model=built_in) if name.profile == "starter" else name
